package ingest

import "testing"

func TestReadHeading(t *testing.T) {
	for heading, want := range map[string]string{
		"Persons presenting with fever & tested by RDT <5yrs":                      "tested rdt u5",
		"Persons presenting with fever & tested by RDT  ≥5yrs (excl PW)":           "tested rdt o5",
		"Persons presenting with fever & tested by RDT Preg Women (PW)":            "tested rdt pw",
		"Persons presenting with fever and tested by Microscopy  ≥5yrs (excl PW)":  "tested microscopy o5",
		"Persons tested positive for malaria by Microscopy Preg Women (PW)":        "positive microscopy pw",
		"Persons tested positive for malaria by RDT >=5 years, excluding pregnant": "positive rdt o5",
		"Persons with confirmed uncomplicated malaria treated with ACT <5yrs":      "treated u5",
		"Persons presenting with fever":                                            "suspected",
		"General OPD attendance":                                                   "attendance",
		"conf_u5_new":                                                              "positive u5",
		"tested_a5_new":                                                            "tested o5",
		"MAL - Microscopy positive malaria cases":                                  "positive microscopy",
		"MAL - RDT positive malaria cases":                                         "positive rdt",
		"MAL - Confirmed malaria cases (micr + RDT)":                               "positive",
		"MAL - Confirmed malaria cases per 1000":                                   "rate",
		"MAL - Malaria suspects tested (RDT)":                                      "tested rdt",
		"MAL - Malaria cases tested (total)":                                       "tested",
		"Slides examined under 5 years":                                            "tested microscopy u5",
		"RDT positive 5 years and above":                                           "positive rdt o5",
		"RDT pos 0-4":                                                              "positive rdt u5",
		"tested_rdt_5+":                                                            "tested rdt o5",
		"HIV tested":                                                               "ignored",
		"RDT negative":                                                             "ignored",
		"Malaria deaths":                                                           "ignored",
		"organisationunit0me":                                                      "unit",
		"organisationunitname":                                                     "unit",
		"Organisation unit":                                                        "unit",
		"orgunitlevel2":                                                            "state",
		"orgunitlevel3":                                                            "lga",
		"orgunitlevel5":                                                            "facility",
		"State":                                                                    "state",
		"LGA":                                                                      "lga",
		"WardName":                                                                 "ward",
		"Wardname":                                                                 "ward",
		"Health Faccility":                                                         "facility",
		"HealthFacility":                                                           "facility",
		"hfname":                                                                   "facility",
		"FacilityLevel":                                                            "level",
		"level of facility":                                                        "level",
		"periodname":                                                               "period",
		"periodcode":                                                               "period",
		"ADM0_EN":                                                                  "ignored",
		"ADM1_EN":                                                                  "state",
		"ADM2_PCODE":                                                               "lga code",
		"ADM3_PCODE":                                                               "code",
		"admin3Name":                                                               "ward",
		"admin3Pcod":                                                               "code",
		"admin3RefN":                                                               "ignored",
		"Rowcacode3":                                                               "ignored",
		"NAME_2":                                                                   "lga",
		"StateCode":                                                                "state code",
		"LGACode":                                                                  "lga code",
		"WardCode":                                                                 "code",
		"Local Government Area":                                                    "lga",
		"meanEVI":                                                                  "variable evi up",
		"val_housing_15":                                                           "variable housing_quality down",
		"population_2020":                                                          "variable population",
		"pop":                                                                      "variable population",
		"Urban":                                                                    "variable urban_percentage down",
		"urban_percentage":                                                         "variable urban_percentage down",
		"distance_to_water":                                                        "variable distance_to_water down",
		"Number of households":                                                     "variable households",
		"existing_nets":                                                            "variable existing_nets",
		"TPR (%)":                                                                  "variable tpr up",
		"PfPR 2-10":                                                                "variable pfpr up",
		"U5_ITN_use":                                                               "ignored",
		"settlement_type":                                                          "ignored",
		"population density":                                                       "ignored",
		"Source":                                                                   "ignored",
		"Data":                                                                     "data",
		"Value":                                                                    "value",
	} {
		if got := readHeading(heading).edit(); got != want {
			t.Errorf("%q: got %q, want %q", heading, got, want)
		}
	}
}

func TestEditsReadBack(t *testing.T) {
	for _, text := range []string{"positive rdt u5", "tested", "ward", "lga code", "variable rainfall up", "variable settlement_type", "ignored"} {
		m, ok := readEdit(text)
		if !ok || m.edit() != text || !m.corrected {
			t.Errorf("%q reads back as %q", text, m.edit())
		}
	}
	for _, text := range []string{"", "nonsense", "positive by magic", "variable"} {
		if _, ok := readEdit(text); ok {
			t.Errorf("%q was accepted", text)
		}
	}
}

func FuzzHeading(f *testing.F) {
	for _, seed := range []string{"Tested RDT <5yrs", "≥5", "0", "LGACode", "a0b", "ADM9_EN", "5+", "excl PW"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, heading string) {
		m := readHeading(heading)
		if back, ok := readEdit(m.edit()); !ok || back.kind != m.kind || back.indicator != m.indicator {
			t.Errorf("%q means %q, which does not read back", heading, m.edit())
		}
	})
}
