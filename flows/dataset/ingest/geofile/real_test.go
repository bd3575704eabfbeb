package geofile

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/flows/dataset/realdata"
)

func TestRealFiles(t *testing.T) {
	for _, test := range []struct {
		file    string
		layer   string
		areas   int
		invalid int
		column  string
		first   string
	}{
		{"ilorin/wards.zip", "Ilorin_3LGA", 35, 0, "WardName", "Apado"},
		{"nigeria/lgas.zip", "NGA_LGAs", 774, 1, "LGA", "Aba North"},
		{"sierra_leone/adm3.zip", "sle_adm3", 167, 0, "admin3Name", "Yakemu Kpukumu"},
	} {
		t.Run(test.file, func(t *testing.T) {
			layers, findings, err := Read(test.file, realdata.File(t, test.file), DefaultLimits())
			if err != nil {
				t.Fatal(err)
			}
			if len(layers) != 1 {
				t.Fatalf("%d layers", len(layers))
			}
			l := layers[0]
			invalid := 0
			for _, why := range l.Invalid {
				if why != "" {
					invalid++
				}
			}
			got := []any{l.Name, l.Attributes.Rows, len(l.Shapes), len(l.Invalid), invalid, l.Attributes.Column(test.column).Text(0)}
			want := []any{test.layer, test.areas, test.areas, test.areas, test.invalid, test.first}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			for _, f := range findings {
				t.Log(f)
			}
		})
	}
}

func BenchmarkRead774(b *testing.B) {
	content := realdata.File(b, "nigeria/lgas.zip")
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Read("lgas.zip", content, DefaultLimits()); err != nil {
			b.Fatal(err)
		}
	}
}
