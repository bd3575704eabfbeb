package sample_test

import (
	"encoding/csv"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/dataset/sample"
)

// TestTruthIsInTheFiles undoes the planted damage in the plainest way, knowing
// what was planted, and finds the truth of every ward for every choice: nothing
// that is said to be recoverable was lost on the way into the file.
func TestTruthIsInTheFiles(t *testing.T) {
	for _, seed := range seeds[:3] {
		s := sample.Generate(seed)
		dir := t.TempDir()
		if err := s.Write(dir); err != nil {
			t.Fatal(err)
		}
		got := readCounts(t, s, filepath.Join(dir, "facilities.csv"))
		for i, w := range s.Wards {
			for _, c := range choices() {
				want := s.Truth.Ward(i, c)
				if diff := cmp.Diff(want, got.of(key(s.LGAs[w.LGA].Name, w.Name), c)); diff != "" {
					t.Fatalf("seed %d, %s, %+v (-truth +file):\n%s", seed, w.Name, c, diff)
				}
			}
		}
		for _, c := range choices() {
			unknown := sample.Count{}
			for _, lga := range s.LGAs {
				n := got.of(key(lga.Name, "unknown"), c)
				unknown.Tested, unknown.Positive = unknown.Tested+n.Tested, unknown.Positive+n.Positive
			}
			if diff := cmp.Diff(s.Truth.Unknown(c), unknown); diff != "" {
				t.Errorf("seed %d, unknown wards, %+v (-truth +file):\n%s", seed, c, diff)
			}
		}
	}
}

func choices() (all []sample.Choice) {
	for _, level := range []dataset.Level{"", dataset.Primary, dataset.Secondary, dataset.Tertiary} {
		for _, age := range []dataset.Age{"", dataset.U5, dataset.O5, dataset.PW} {
			for _, method := range []dataset.Method{"", dataset.RDT, dataset.Microscopy} {
				all = append(all, sample.Choice{Level: level, Age: age, Method: method})
			}
		}
	}
	return all
}

func TestTruthOfSpecialWards(t *testing.T) {
	for _, seed := range seeds {
		s := sample.Generate(seed)
		silent, low := 0, 0
		for i := range s.Wards {
			switch n := s.Truth.Ward(i, sample.Choice{}); {
			case n.Tested == 0:
				silent++
			case n.Tested < 30:
				low++
			case !(n.TPR() > 0.02 && n.TPR() < 0.95):
				t.Errorf("seed %d: %s has a TPR of %v", seed, s.Wards[i].Name, n.TPR())
			}
		}
		if silent != 2 || low != 1 {
			t.Errorf("seed %d: %d wards without tests and %d with few, want 2 and 1", seed, silent, low)
		}
	}
}

func TestPlantedIsThere(t *testing.T) {
	s := sample.Generate(1)
	kinds := map[string]bool{}
	for _, p := range s.Planted {
		kinds[p.Damage] = true
		if p.Count == 0 {
			t.Errorf("%s in %s: none planted", p.Damage, p.File)
		}
	}
	want := strings.Fields(`missing_months blank_counts positive_gt_tested no_facility low_tests missing_as_text
		duplicate_headings raw_layout total_column state_prefix numerals na_as_zero mixed_case spaces unknown_ward text_in_numbers
		total_rows_alone total_rows duplicate_rows mojibake lga_in_name capitals typing_errors missing_values separators`)
	slices.Sort(want)
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(kinds))); diff != "" {
		t.Errorf("kinds of damage (-want +got):\n%s", diff)
	}
}

// counts are by LGA and ward, then by choice.
type counts map[string]map[sample.Choice]sample.Count

func (n counts) of(ward string, c sample.Choice) (sum sample.Count) {
	for of, count := range n[ward] {
		if (c.Level == "" || c.Level == of.Level) && (c.Age == "" || c.Age == of.Age) && (c.Method == "" || c.Method == of.Method) {
			sum.Tested, sum.Positive = sum.Tested+count.Tested, sum.Positive+count.Positive
		}
	}
	return sum
}

// key names a ward without what only spelling adds.
func key(lga, ward string) string {
	fold := func(name string) string {
		name = strings.ReplaceAll(strings.ToLower(strings.Join(strings.Fields(name), " ")), "0", "na")
		for roman, arabic := range map[string]string{" i": " 1", " ii": " 2", " iii": " 3"} {
			if before, cut := strings.CutSuffix(name, roman); cut {
				name = before + arabic
			}
		}
		return name
	}
	return fold(lga) + "|" + fold(ward)
}

func readCounts(t *testing.T, s *sample.State, path string) counts {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // only read from
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	of := columnsOf(rows[0])
	found, seen, hasParts := counts{}, map[string]bool{}, map[string]bool{}
	isTotal := func(row []string) bool { return row[4] == "" || row[4] == "NA" }
	for _, row := range rows[1:] {
		unspell(s, row)
		hasParts[key(row[1], row[2])] = hasParts[key(row[1], row[2])] || !isTotal(row)
	}
	for _, row := range rows[1:] {
		ward := key(row[1], row[2])
		id := strings.Join(row, "|")
		if seen[id] || isTotal(row) && hasParts[ward] {
			continue
		}
		seen[id] = true
		addRow(found, ward, of, row)
	}
	return found
}

// unspell takes off what a raw export adds to names.
func unspell(s *sample.State, row []string) {
	if raw, cut := strings.CutPrefix(row[0], s.Code+" "); cut {
		row[0] = strings.TrimSuffix(raw, " State")
		row[1] = strings.TrimSuffix(strings.TrimPrefix(row[1], s.Code+" "), " Local Government Area")
		row[2] = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(row[2]), s.Code+" "), " Ward")
	}
}

// An indicator is what a pair of tested and positive columns counts.
type indicator struct {
	method dataset.Method
	age    dataset.Age
}

// columns are the places of an indicator's counts; a form change gives it two each.
type columns struct{ tested, positive []int }

func columnsOf(headings []string) map[indicator]columns {
	found := map[indicator]columns{}
	for _, method := range []dataset.Method{dataset.RDT, dataset.Microscopy} {
		for age, mark := range map[dataset.Age]string{dataset.U5: "<5yrs", dataset.O5: "5yrs (excl pw)", dataset.PW: "women (pw)"} {
			found[indicator{method, age}] = columns{
				tested:   find(headings, string(method), mark, "presenting with fever"),
				positive: find(headings, string(method), mark, "tested positive"),
			}
		}
	}
	return found
}

// find lists the columns whose heading has all the words.
func find(headings []string, words ...string) (places []int) {
	for c, heading := range headings {
		heading = strings.ToLower(heading)
		lacks := func(word string) bool { return !strings.Contains(heading, word) }
		if !slices.ContainsFunc(words, lacks) {
			places = append(places, c)
		}
	}
	return places
}

func addRow(found counts, ward string, of map[indicator]columns, row []string) {
	if found[ward] == nil {
		found[ward] = map[sample.Choice]sample.Count{}
	}
	level := dataset.Level(strings.ToLower(row[4]))
	if level == "na" {
		level = ""
	}
	for is, c := range of {
		tested, isTested := sum(row, c.tested)
		positive, isPositive := sum(row, c.positive)
		if isTested && isPositive {
			choice := sample.Choice{Level: level, Age: is.age, Method: is.method}
			n := found[ward][choice]
			found[ward][choice] = sample.Count{Tested: n.Tested + tested, Positive: n.Positive + positive}
		}
	}
}

func sum(row []string, places []int) (total int, found bool) {
	for _, c := range places {
		if n, err := strconv.Atoi(row[c]); err == nil {
			total, found = total+n, true
		}
	}
	return total, found
}

// TestRawTruthIsInTheWorkbook does the same with the raw export, which has no
// facility levels.
func TestRawTruthIsInTheWorkbook(t *testing.T) {
	s := sample.Generate(1)
	dir := t.TempDir()
	if err := s.Write(dir); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenFile(filepath.Join(dir, "facilities_raw.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows("Sheet1")
	if err = errors.Join(err, book.Close()); err != nil {
		t.Fatal(err)
	}
	if len(rows[0]) > 0 || rows[1][4] != "organisationunit0me" {
		t.Fatalf("the workbook begins %q", rows[:2])
	}
	got, of := counts{}, columnsOf(rows[1])
	for _, row := range rows[2:] {
		names := []string{row[1], row[2], row[3]}
		unspell(s, names)
		row = append(row, make([]string, len(rows[1])-len(row))...) // blanks at the end are not stored
		row[4] = ""
		addRow(got, key(names[1], names[2]), of, row)
	}
	unknown := sample.Count{}
	for _, lga := range s.LGAs {
		n := got.of(key(lga.Name, "unknown"), sample.Choice{})
		unknown.Tested, unknown.Positive = unknown.Tested+n.Tested, unknown.Positive+n.Positive
	}
	if want := s.RawTruth.Unknown(sample.Choice{}); unknown != want || unknown.Tested*10 < s.RawTruth.All(sample.Choice{}).Tested {
		t.Errorf("unknown wards: %+v, want %+v", unknown, want)
	}
	for i, w := range s.Wards {
		for _, c := range choices() {
			if c.Level != "" {
				continue
			}
			if diff := cmp.Diff(s.RawTruth.Ward(i, c), got.of(key(s.LGAs[w.LGA].Name, w.Name), c)); diff != "" {
				t.Fatalf("%s, %+v (-truth +file):\n%s", w.Name, c, diff)
			}
		}
	}
}
