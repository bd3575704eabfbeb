package ingest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A heading that tells the scale of a rate leaves nothing to ask.
func TestScaleOfARate(t *testing.T) {
	for heading, test := range map[string]struct {
		asked bool
		want  []float64
	}{
		"TPR (%)":      {false, []float64{0.35, 0.48}},
		"TPR percent":  {false, []float64{0.35, 0.48}},
		"TPR per 1000": {false, []float64{0.035, 0.048}},
		"TPR":          {true, []float64{0.35, 0.48}},
	} {
		d := understandTables(t, nil, rowsTable("wards.csv", []string{"LGA", "Ward", heading}, []string{"Dala", "Alpha", "35"}, []string{"Dala", "Beta", "48"}))
		c := d.Column("tpr")
		if c == nil {
			t.Errorf("%s is not taken for a positivity: %+v", heading, d.Recognised)
			continue
		}
		if diff := cmp.Diff(test.want, c.Values); diff != "" || (len(d.Questions) > 0) != test.asked {
			t.Errorf("%s: %d questions, %s", heading, len(d.Questions), diff)
		}
	}
}
