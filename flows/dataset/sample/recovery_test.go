package sample_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/dataset/ingest"
	"github.com/chatmrpt/chatmrpt/flows/dataset/ingest/geofile"
	"github.com/chatmrpt/chatmrpt/flows/dataset/ingest/tabular"
	"github.com/chatmrpt/chatmrpt/flows/dataset/sample"
	"github.com/chatmrpt/chatmrpt/flows/tpr"
)

// TestThePipelineRecoversTheTruth reads the damaged files as an analyst's files
// are read and computes what she would ask for: every ward's counts are the truth.
func TestThePipelineRecoversTheTruth(t *testing.T) {
	for _, c := range []struct {
		facilities string
		seed       uint64
		levels     bool
	}{
		{"facilities.csv", 1, true},
		{"facilities.csv", 2, true},
		{"facilities_raw.xlsx", 1, false},
	} {
		t.Run(c.facilities, func(t *testing.T) {
			s := sample.Generate(c.seed)
			truth := &s.Truth
			if !c.levels {
				truth = &s.RawTruth
			}
			d := understand(t, s, c.facilities)
			wards := wardsByCode(t, s, d)
			var wrong []string
			for _, choice := range choices() {
				if choice.Level != "" && !c.levels {
					continue
				}
				totals := tpr.Compute(d.Counts, len(d.Wards), tpr.Choice{Level: choice.Level, Age: choice.Age, Method: choice.Method})
				for i, w := range s.Wards {
					got, want := totals.Wards[wards[i]], truth.Ward(i, choice)
					if got.Tested != float64(want.Tested) || got.Positive != float64(want.Positive) {
						wrong = append(wrong, fmt.Sprintf("%s in %s, %+v: %v of %v, the truth is %d of %d",
							w.Name, s.LGAs[w.LGA].Name, choice, got.Positive, got.Tested, want.Positive, want.Tested))
					}
				}
			}
			if len(wrong) > 0 {
				t.Errorf("seed %d: %d counts are not the truth, such as\n%s", c.seed, len(wrong), strings.Join(wrong[:min(5, len(wrong))], "\n"))
			}
		})
	}
}

// understand writes the state and reads its files again.
func understand(t *testing.T, s *sample.State, facilities string) *dataset.Dataset {
	t.Helper()
	dir := t.TempDir()
	if err := s.Write(dir); err != nil {
		t.Fatal(err)
	}
	var sources []ingest.Source
	for _, name := range []string{facilities, "covariates.csv", "population.csv", "wards.zip"} {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		source := ingest.Source{Name: name, Hash: name}
		if name == "wards.zip" {
			source.Layers, source.Findings, err = geofile.Read(name, content, geofile.DefaultLimits())
		} else {
			source.Tables, source.Findings, err = tabular.Read(name, content, tabular.DefaultLimits)
		}
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, source)
	}
	d, err := ingest.Understand(sources, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// wardsByCode finds each ward of the state in the dataset.
func wardsByCode(t *testing.T, s *sample.State, d *dataset.Dataset) []int {
	t.Helper()
	places := map[string]int{}
	for i, w := range d.Wards {
		places[w.Code] = i
	}
	found := make([]int, len(s.Wards))
	for i, w := range s.Wards {
		place, ok := places[w.Code]
		if !ok {
			t.Fatalf("%s (%s) is not in the dataset of %d wards", w.Name, w.Code, len(d.Wards))
		}
		found[i] = place
	}
	return found
}
