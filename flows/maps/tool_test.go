package maps

import (
	"os"
	"path/filepath"
	"testing"
)

func TestLook(t *testing.T) {
	d := fixture(16, 12)
	for _, args := range []map[string]any{
		{}, {"map_variable": "tpr"}, {"method": "both"}, {"map_variable": "itn_coverage", "classes": "equal"}, {"map_variable": "missingness"},
		{"map_variable": "housing", "classes": "natural", "n_classes": 9}, {"map_variable": "population", "n_classes": 7},
	} {
		r, err := runMap(t, d, evidence(d), args)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(args, "\n", r.Text, "\n", r.Assumed, r.Warnings, r.Chips, "\n", r.Receipt.Formula, r.Receipt.Steps)
		for _, a := range r.Artifacts {
			t.Log(a.Name, len(a.Data), zipped(t, a.Data))
			if folder := os.Getenv("CHATMRPT_MAPS_OUT"); folder != "" {
				os.WriteFile(filepath.Join(folder, a.Name), a.Data, 0o600)
			}
		}
	}
}
