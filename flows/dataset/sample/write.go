package sample

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// Write writes the state's files into a folder, which is made where it does not
// exist: facilities.csv, facilities_raw.xlsx (its first quarter as a raw export),
// covariates.csv, population.csv, wards.zip and README.txt.
// The bytes depend on the seed alone.
func (s *State) Write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("folder of the sample: %w", err)
	}
	boundary, err := s.shapefile()
	if err != nil {
		return fmt.Errorf("boundaries of the sample: %w", err)
	}
	raw, err := s.raw.workbook()
	if err != nil {
		return fmt.Errorf("workbook of the sample: %w", err)
	}
	for name, content := range map[string][]byte{
		facilitiesFile: s.facilities.csv(),
		covariatesFile: s.covariates.csv(),
		populationFile: s.population.csv(),
		boundaryFile:   boundary,
		rawFile:        raw,
		"README.txt":   []byte(s.readme()),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return fmt.Errorf("file of the sample: %w", err)
		}
	}
	return nil
}

func (t *table) csv() []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	// Writing to memory does not fail.
	_ = w.Write(t.headings)
	_ = w.WriteAll(t.rows)
	return b.Bytes()
}

func (s *State) readme() string {
	var b strings.Builder
	fmt.Fprintf(&b, `The state of %s, which does not exist

Made by "chatmrpt sample" from a seed. No place, facility or count is real: the
names are made of syllables, and the state lies in the open sea.

  %-20s %s rows: what %s facilities reported, month by month, in %d
  %-20s the first quarter of it once more, as DHIS2 exports it:
  %-20s to be read in its place, not beside it
  %-20s rainfall, vegetation, water, height, housing and towns of %d wards
  %-20s people and households of the wards
  %-20s the wards' boundaries (zipped shapefile, WGS84), in %d LGAs

Try
  chatmrpt chat --data %s --data %s --data %s --boundaries %s

What is wrong with the files, on purpose, and whether a correct reading gets the
truth back:
`,
		s.Name,
		facilitiesFile, dataset.Thousands(len(s.facilities.rows)), dataset.Thousands(len(s.Facilities)), firstYear,
		rawFile, "",
		covariatesFile, len(s.Wards), populationFile, boundaryFile, len(s.LGAs),
		facilitiesFile, covariatesFile, populationFile, boundaryFile)
	for _, p := range s.Planted {
		fmt.Fprintf(&b, "\n  %s, %s\n    %s %s.\n    Recovered: %s.\n", p.File, p.Damage, dataset.Thousands(p.Count), p.What, p.Recovery)
	}
	return b.String()
}
