package ingest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

func TestFold(t *testing.T) {
	for _, same := range [][]string{
		{"Oko-Erin", "Oko Erin", "OKO  ERIN", "oko'erin"}, {"Akanbi II", "Akanbi 2", "Akanbi 02"}, {"Gwarinpa É", "gwarinpa e"},
		{"Marafa/Pepele", "Marafa / Pepele"}, {"ວຽງຈັນ", "ວຽງຈັນ"},
	} {
		for _, name := range same[1:] {
			if fold(name) != fold(same[0]) {
				t.Errorf("%q folds to %q, %q to %q", same[0], fold(same[0]), name, fold(name))
			}
		}
	}
	for name, want := range map[string]string{
		"Afon Ward": "Afon", "Balogun Fulani Ward 3": "Balogun Fulani 3", "Ward 3": "Ward 3", "Steward": "Steward", "Gwa0be": "Gwanabe",
	} {
		if got := tidyName(name, kindWard); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"Kwara State": "Kwara", "Akwa lbom": "Akwa Ibom", "KW": "Kwara", "FCT": "Federal Capital Territory", "Northern": "Northern"} {
		if got := tidyName(name, kindState); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"lirefa", "lierfa", 1}, {"afon", "afon", 0}, {"afon", "ofan", 2}, {"okaogun", "okeogun", 1}, {"", "ab", 2}, {"abcdef", "zzzzzz", 4}} {
		if got := distance(test.a, test.b, 3); got != test.want || distance(test.b, test.a, 3) != test.want {
			t.Errorf("%q to %q: %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

func TestPrefixes(t *testing.T) {
	before := prefixesOf([]string{"", "zv Afon Ward", "Zv Ogele Ward", "So Ward", "el Fasher", "Asa"})
	for name, want := range map[string]string{"Zv Ogele Ward": "Ogele Ward", "So Ward": "So Ward", "el Fasher": "el Fasher", "Asa": "Asa"} {
		if _, got, _ := before.split(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
	if state, rest, ok := prefixesOf([]string{"", "kw Asa", "Kw Offa"}).split("Kw Offa"); !ok || state != "Kwara" || rest != "Offa" {
		t.Errorf("%q %q %v", state, rest, ok)
	}
}

// matchTables joins a table of names to a ward table and gives each name's class
// and ward.
func matchTables(t *testing.T, edits schemaregistry.Edits, wards, other [][]string) (map[string]string, *dataset.Dataset) {
	t.Helper()
	d := understandTables(t, edits, rowsTable("wards.csv", wards...), rowsTable("other.csv", other...))
	got := map[string]string{}
	for _, m := range d.Matches {
		if m.File == "other.csv" {
			got[m.From.Label()] = string(m.Class)
			if m.Ward >= 0 {
				got[m.From.Label()] += ": " + d.Wards[m.Ward].Label()
			}
		}
	}
	return got, d
}

func TestMatchClasses(t *testing.T) {
	wards := [][]string{
		{"State", "LGA", "Ward", "Population"},
		{"Kano", "Dala", "Sabon Gari", "1"}, {"Kano", "Fagge", "Sabon Gari", "2"}, {"Kano", "Dala", "Gwammaja", "3"},
		{"Kano", "Dala", "Akanbi 1", "4"}, {"Kano", "Dala", "Akanbi 2", "5"}, {"Kano", "Fagge", "Kwachiri", "6"},
	}
	for name, test := range map[string]struct {
		other [][]string
		want  map[string]string
		wards int
	}{
		"exact by state, LGA and ward": {
			[][]string{{"State", "LGA", "Ward", "Rainfall"}, {"Kano", "Dala", "Sabon Gari", "1"}, {"Kano", "Fagge", "sabon-gari", "2"}},
			map[string]string{"Sabon Gari (Dala)": "exact: Sabon Gari (Dala)", "sabon-gari (Fagge)": "exact: Sabon Gari (Fagge)"}, 6,
		},
		"a name alone, where it is unique": {
			[][]string{{"Ward", "Rainfall"}, {"Gwammaja", "1"}, {"Sabon Gari", "2"}},
			map[string]string{"Gwammaja": "name-only: Gwammaja (Dala)", "Sabon Gari": "ambiguous"}, 6,
		},
		"the LGA in brackets": {
			[][]string{{"Ward", "Rainfall"}, {"Sabon Gari (Dala)", "1"}, {"Sabon Gari (Fagge)", "2"}},
			map[string]string{"Sabon Gari (Dala)": "name-only: Sabon Gari (Dala)", "Sabon Gari (Fagge)": "name-only: Sabon Gari (Fagge)"}, 6,
		},
		"near, numbered and unknown names": {
			[][]string{{"LGA", "Ward", "Rainfall"}, {"Dala", "Gwamaja", "1"}, {"Dala", "Akanbi", "2"}, {"Dala", "Zzz", "3"}, {"Dala", "Kwachiri", "3"}},
			map[string]string{"Gwamaja (Dala)": "probable: Gwammaja (Dala)", "Akanbi (Dala)": "ambiguous", "Zzz (Dala)": "unmatched",
				"Kwachiri (Dala)": "unmatched"}, 9,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, d := matchTables(t, nil, wards, test.other)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if len(d.Wards) != test.wards {
				t.Errorf("%d wards, want %d: %+v", len(d.Wards), test.wards, d.Wards)
			}
		})
	}
}

func TestCodesComeFirst(t *testing.T) {
	got, d := matchTables(t, nil,
		[][]string{{"Ward", "WardCode", "Population"}, {"Kpaka", "SL01", "1"}, {"Koya", "SL02", "2"}},
		[][]string{{"Ward", "WardCode", "Rainfall"}, {"Kpaka Krim", "SL01", "5"}, {"Koya", "SL03", "6"}})
	want := map[string]string{"Kpaka Krim": "code: Kpaka", "Koya": "unmatched"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(d.Wards) != 3 {
		t.Errorf("wards %+v", d.Wards)
	}
}

// Near names are asked about once, together; the answer settles them.
func TestProbableMatchesAreConfirmed(t *testing.T) {
	wards := [][]string{{"State", "LGA", "Ward", "Population"}, {"Kwara", "Asa", "Oka Ogun", "1"}, {"Kwara", "Asa", "Zango 1", "2"}}
	other := [][]string{{"State", "LGA", "Ward", "Rainfall"}, {"Kwara", "Asa", "Oke Ogun", "7"}, {"Kwara", "Asa", "Zango", "8"}}
	_, d := matchTables(t, nil, wards, other)
	q := d.QuestionFor("run_risk_analysis")
	if q == nil || len(q.Options) != 3 || !strings.Contains(q.Text, "2 ward names") {
		t.Fatalf("question %+v", q)
	}
	got, taken := matchTables(t, q.Options[0].Edits, wards, other)
	if diff := cmp.Diff(map[string]string{"Oke Ogun (Asa)": "alias: Oka Ogun (Asa)", "Zango (Asa)": "alias: Zango 1 (Asa)"}, got); diff != "" {
		t.Error(diff)
	}
	if len(taken.Wards) != 2 || len(taken.Questions) != 0 {
		t.Errorf("%d wards, questions %+v", len(taken.Wards), taken.Questions)
	}
	got, apart := matchTables(t, q.Options[1].Edits, wards, other)
	if got["Zango (Asa)"] != "unmatched" || len(apart.Wards) != 4 || len(apart.Questions) != 0 {
		t.Errorf("%v, %d wards", got, len(apart.Wards))
	}
}

// A file by LGA is not spread over wards.
func TestOtherLevelIsNotSpread(t *testing.T) {
	_, d := matchTables(t, nil,
		[][]string{{"State", "LGA", "Ward", "Population"}, {"Kwara", "Asa", "Afon", "1"}, {"Kwara", "Offa", "Essa", "2"}},
		[][]string{{"State", "LGA", "Rainfall"}, {"Kwara", "Asa", "7"}, {"Kwara", "Offa", "8"}})
	if len(d.Wards) != 2 || d.Column("rainfall") != nil || finding(d, "other_level") == nil {
		t.Errorf("wards %+v, columns %+v, findings %+v", d.Wards, d.Columns, d.Findings)
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("Afon", "Afon 2", "Asa")
	f.Add("kw Oke Oyi Ward", "Oke-Oyi", "")
	f.Add("(", "0", "Unknown")
	f.Fuzz(func(t *testing.T, a, b, lga string) {
		if fold(fold(a)) != fold(a) && !strings.ContainsAny(a, "0123456789ivxIVX") {
			t.Skip() // a folded name may end in what reads as a numeral
		}
		if s, back := likeness(fold(a), fold(b)), likeness(fold(b), fold(a)); s != back || s < 0 || s > 1 {
			t.Errorf("likeness of %q and %q is %v and %v", a, b, s, back)
		}
		wards := rowsTable("wards.csv", []string{"Ward", "LGA", "Population"}, []string{a, lga, "1"}, []string{b, lga, "2"}, []string{"Afon", "Asa", "3"})
		other := rowsTable("other.csv", []string{"Ward", "Rainfall"}, []string{b, "1"}, []string{a, "2"})
		d, err := Understand([]Source{{Name: "wards.csv", Tables: []*dataset.Table{wards}}, {Name: "other.csv", Tables: []*dataset.Table{other}}}, nil)
		if err != nil {
			return
		}
		for _, m := range d.Matches {
			if m.Ward >= len(d.Wards) {
				t.Errorf("match %+v of %d wards", m, len(d.Wards))
			}
		}
	})
}
