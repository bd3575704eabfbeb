package ingest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/dataset/realdata"
)

// understand reads real files by their names under the data folder.
func understand(t testing.TB, edits schemaregistry.Edits, names ...string) *dataset.Dataset {
	t.Helper()
	dir := realdata.Folder(t)
	var sources []Source
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		s, err := Read(filepath.Base(name), name, content, DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, s)
	}
	d, err := Understand(sources, edits)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestIlorin is the acid test: a published file with totals among its facilities,
// stores, two ward columns, and headings that contradict the figures.
func TestIlorin(t *testing.T) {
	files := []string{"ilorin/facilities_u5.csv", "ilorin/ward_covariates.csv", "ilorin/wards.zip"}
	d := understand(t, nil, files...)
	if len(d.Wards) != 35 || len(d.Boundary.Shapes) != 35 || len(d.Counts.Facilities) != 199 {
		t.Errorf("%d wards, %d shapes, %d facilities", len(d.Wards), len(d.Boundary.Shapes), len(d.Counts.Facilities))
	}
	for check, rows := range map[string]int{"mislabelled_columns": 121, "total_rows": 34, "total_without_parts": 1, "store_rows": 3, "ward_column": 236} {
		if f := finding(d, check); f == nil || f.Rows != rows {
			t.Errorf("%s: %+v, want %d rows", check, f, rows)
		}
	}
	q := d.QuestionFor("run_tpr_step")
	if q == nil || len(q.Options) != 3 {
		t.Fatalf("question: %+v", q)
	}
	answered := understand(t, q.Options[0].Edits, files...)
	if q := answered.QuestionFor("run_tpr_step"); q != nil {
		t.Errorf("still asks %q", q.Text)
	}
	if got := total(answered, indicator(dataset.RoleTested, "", dataset.U5)); got != 249052-0 {
		t.Errorf("tested under five after the swap: %v", got)
	}
	if w := d.Wards[0]; w.State != "Kwara" || w.Code != "KWSKEY02" {
		t.Errorf("first ward: %+v", w)
	}
}

// TestLaos has the known answers of the data's README: no doubling by the
// national row or the total columns.
func TestLaos(t *testing.T) {
	d := understand(t, nil, "laos/dhis2_export_2024.csv")
	if len(d.Wards) != 18 || !d.Counts.AbsentIsZero {
		t.Errorf("%d units, absent is zero %v", len(d.Wards), d.Counts.AbsentIsZero)
	}
	for i, want := range map[dataset.Indicator]float64{
		indicator(dataset.RoleTested, dataset.RDT, ""):          114_989,
		indicator(dataset.RolePositive, dataset.RDT, ""):        11_300,
		indicator(dataset.RoleTested, dataset.Microscopy, ""):   59_248,
		indicator(dataset.RolePositive, dataset.Microscopy, ""): 2_291,
		indicator(dataset.RoleTested, "", ""):                   0,
	} {
		if got := total(d, i); got != want {
			t.Errorf("%s: %v, want %v", sayIndicator(i), got, want)
		}
	}
	if q := d.QuestionFor("run_tpr_step"); q != nil {
		t.Errorf("asks %q", q.Text)
	}
}

func TestSierraLeone(t *testing.T) {
	d := understand(t, nil, "sierra_leone/population_2020.csv", "sierra_leone/adm3.zip")
	if len(d.Wards) != 167 || len(d.Boundary.Shapes) != 167 {
		t.Errorf("%d wards, %d shapes", len(d.Wards), len(d.Boundary.Shapes))
	}
	people := 0.0
	for _, v := range d.Column("population").Values {
		people += v
	}
	if people < 7e6 || people > 9e6 {
		t.Errorf("population %v", people)
	}
	for _, m := range d.Matches {
		if m.File == "population_2020.csv" && m.Class != dataset.MatchCode {
			t.Errorf("%s matched %s", m.From.Label(), m.Class)
		}
	}
}

func TestNigerianLGAs(t *testing.T) {
	d := understand(t, nil, "nigeria/lga_covariates.csv", "nigeria/lgas.zip")
	if len(d.Wards) != 774 || len(d.Columns) != 7 {
		t.Errorf("%d LGAs, %d columns", len(d.Wards), len(d.Columns))
	}
}
