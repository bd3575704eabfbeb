package ingest

import (
	"slices"
	"strconv"
	"strings"
)

var levelWords = map[string]kind{
	"state": kindState, "province": kindState, "region": kindState,
	"lga": kindLGA, "lgas": kindLGA, "district": kindLGA, "county": kindLGA, "localgovernment": kindLGA, "localgovernmentarea": kindLGA,
	"ward": kindWard, "wards": kindWard, "chiefdom": kindWard, "commune": kindWard, "parish": kindWard, "payam": kindWard,
	"subcounty": kindWard, "subdistrict": kindWard,
}

var (
	nameWords = []string{"name", "names", "nm", "en", "fr", "of", "the", "title"}
	codeWords = []string{"code", "cod", "pcode", "pcod", "id", "uid", "cd", "codes"}
	unitWords = []string{"organisationunit", "organizationunit", "orgunit", "organisationunitname", "organizationunitname",
		"orgunitname", "orgunits", "unitname"}
)

// readPlace recognises columns that say where and when a row belongs, and the
// columns of a long export.
func readPlace(toks []string) (meaning, bool) {
	if len(toks) == 0 {
		return meaning{}, false
	}
	joined := strings.Join(toks, "")
	if k, ok := plainPlaces[joined]; ok {
		return meaning{kind: k}, true
	}
	if slices.Contains(unitWords, joined) {
		return meaning{kind: kindUnit}, true
	}
	if m, ok := readFacility(toks); ok {
		return m, true
	}
	if m, ok := readNumberedLevel(toks); ok {
		return m, true
	}
	return readNamedLevel(toks)
}

var plainPlaces = map[string]kind{
	"period": kindPeriod, "periodname": kindPeriod, "periodcode": kindPeriod, "periodid": kindPeriod, "date": kindPeriod,
	"monthyear": kindPeriod, "yearmonth": kindPeriod, "reportingperiod": kindPeriod, "reportingmonth": kindPeriod, "quarter": kindPeriod,
	"year": kindYear, "yr": kindYear, "annee": kindYear, "month": kindMonth, "months": kindMonth, "monthname": kindMonth, "mois": kindMonth,
	"data": kindData, "dataelement": kindData, "dataelementname": kindData, "dataname": kindData, "indicator": kindData,
	"indicatorname": kindData, "value": kindValue, "values": kindValue,
	"level": kindLevel, "levelofcare": kindLevel, "hf": kindFacility, "hfname": kindFacility, "clinic": kindFacility,
	"hospital": kindFacility, "healthunit": kindFacility, "healthcentre": kindFacility, "pcode": kindCode,
}

// readFacility takes "HealthFacility", "Health Faccility" and "name of facility"
// for the name, "FacilityLevel" and "level of facility" for the level of care.
func readFacility(toks []string) (meaning, bool) {
	if !anyStem(toks, "facil", "faccil") {
		return meaning{}, false
	}
	switch {
	case anyWord(toks, "level", "levels", "type", "types"):
		return meaning{kind: kindLevel}, true
	case anyWord(toks, codeWords...) || len(toks) > 4:
		return meaning{}, false
	}
	return meaning{kind: kindFacility}, true
}

// readNumberedLevel takes ADM1_EN, admin3Pcod, NAME_2 and orgunitlevel4. Level 0
// of the ADM series and level 1 of an organisation tree are the country.
func readNumberedLevel(toks []string) (meaning, bool) {
	at := slices.IndexFunc(toks, func(t string) bool {
		return slices.Contains([]string{"adm", "admin", "name", "gid", "orgunitlevel"}, t)
	})
	if at < 0 || at+1 >= len(toks) {
		return meaning{}, false
	}
	depth, err := strconv.Atoi(toks[at+1])
	if err != nil || depth > 6 {
		return meaning{}, false
	}
	rest := slices.Concat(toks[:at], toks[at+2:])
	isCode := toks[at] == "gid" || anyWord(rest, codeWords...)
	if !isCode && !onlyWords(rest, nameWords) {
		return meaning{}, false
	}
	if toks[at] == "orgunitlevel" {
		depth--
	}
	return levelAt(depth, isCode), true
}

// levelAt is the meaning of an administrative level by its depth under the
// country; the deepest one of a table becomes the ward later (settleLevels).
func levelAt(depth int, isCode bool) meaning {
	names := []kind{kindIgnored, kindState, kindLGA, kindWard, kindFacility}
	codes := []kind{kindIgnored, kindStateCode, kindLGACode, kindCode, kindIgnored}
	at := min(depth, 4)
	if isCode {
		return meaning{kind: codes[at], depth: depth}
	}
	return meaning{kind: names[at], depth: depth}
}

func readNamedLevel(toks []string) (meaning, bool) {
	toks = splitLevelWords(toks)
	for i := range toks {
		for _, n := range []int{1, 2, 3} {
			if i+n > len(toks) {
				break
			}
			level, ok := levelWords[strings.Join(toks[i:i+n], "")]
			if !ok {
				continue
			}
			rest := slices.Concat(toks[:i], toks[i+n:])
			switch {
			case onlyWords(rest, nameWords):
				return meaning{kind: level}, true
			case onlyWords(rest, codeWords):
				return meaning{kind: map[kind]kind{kindState: kindStateCode, kindLGA: kindLGACode, kindWard: kindCode}[level]}, true
			}
		}
	}
	return meaning{}, false
}

// splitLevelWords cuts wardname into ward, name and lgacode into lga, code.
func splitLevelWords(toks []string) []string {
	var out []string
	for _, t := range toks {
		cut := len(t)
		for _, suffix := range []string{"name", "names", "pcode", "code", "id"} {
			head := strings.TrimSuffix(t, suffix)
			if _, isLevel := levelWords[head]; isLevel && len(head) < cut {
				cut = len(head)
			}
		}
		out = append(out, t[:cut])
		if cut < len(t) {
			out = append(out, t[cut:])
		}
	}
	return out
}

func onlyWords(toks, allowed []string) bool {
	for _, t := range toks {
		if !slices.Contains(allowed, t) {
			return false
		}
	}
	return true
}
