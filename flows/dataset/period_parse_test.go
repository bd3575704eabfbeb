package dataset

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsePeriod(t *testing.T) {
	for text, want := range map[string]string{
		"202401": "202401", "202401.0": "202401", "2024-01": "202401", "2024/1": "202401", "01/2024": "202401", "1-2024": "202401",
		"January 2024": "202401", "Jan-24": "202401", "jan 2024": "202401", "2024 January": "202401", "Sept 2023": "202309",
		"janvier 2024": "202401", "Août 2024": "202408", "fevr. 2024": "202402", "mai 2024": "202405",
		"2024-01-31": "202401", "2024-01-31T00:00:00": "202401", "2024-01-31 00:00:00": "202401", "31/01/2024": "202401",
		"01/31/2024": "202401", "20240131": "202401", "45292": "202401", "15 Jan 2024": "202401", "15-Jan-24": "202401",
		"2024Q1": "2024Q1", "Q4 2023": "2023Q4", "2024-Q2": "2024Q2", "2024S2": "202407-202412",
		"January - March 2024": "2024Q1", "2024": "2024",
		"": "", "13/2024": "", "202413": "", "99999": "", "Mars": "", "ward": "", "2024Q5": "", "1": "", "Ju 2024": "", "3000": "",
		"May": "", "Marchand 2024": "",
	} {
		got, ok := ParsePeriod(text)
		if ok != (want != "") || ok && got.String() != want {
			t.Errorf("%q: got %q %v, want %q", text, got, ok, want)
		}
	}
}

func TestParsePeriods(t *testing.T) {
	last := Month(2024, 10)
	for text, want := range map[string][]string{
		"Jan to June 2024":           {"202401-202406"},
		"2024":                       {"2024"},
		"Q1 2024":                    {"2024Q1"},
		"first quarter of 2024":      {"2024Q1"},
		"second half 2023":           {"202307-202312"},
		"last 6 months":              {"202405-202410"},
		"the last three months":      {"202408-202410"},
		"last quarter":               {"202408-202410"},
		"2023 and 2024":              {"2023", "2024"},
		"January, March and May":     {"202401", "202403", "202405"},
		"nov 2023 to feb 2024":       {"202311-202402"},
		"nov and dec 2023":           {"202311", "202312"},
		"since March 2024":           {"202403-202410"},
		"from Jan 2023 to June 2023": {"202301-202306"},
		"from August onwards":        {"202408-202410"},
		"202401":                     {"202401"},
		"all months":                 nil,
		"de janvier":                 {"202401"},
		"sometime":                   {"error"},
		"":                           {"error"},
		"June to January 2024":       {"error"},
		"last zero months":           {"error"},
	} {
		periods, err := ParsePeriods(text, last)
		var got []string
		for _, p := range periods {
			got = append(got, p.String())
		}
		if err != nil {
			got = []string{"error"}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func FuzzPeriod(f *testing.F) {
	for _, seed := range []string{"202401", "Jan-24", "2024Q1", "45292", "last 6 months", "Jan to June 2024", "0000", "à", "1:1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if p, ok := ParsePeriod(text); ok {
			back, again := ParsePeriod(p.String())
			if p.Months == 1 && (!again || back != p) {
				t.Errorf("%q is %v, which reads back as %v", text, p, back)
			}
			if p.Months < 1 || p.First < 1980*12 {
				t.Errorf("%q is %v", text, p)
			}
		}
		periods, err := ParsePeriods(text, Month(2024, 6))
		for _, p := range periods {
			if err != nil || p.Months < 1 {
				t.Errorf("%q gives %v, %v", text, p, err)
			}
		}
	})
}
