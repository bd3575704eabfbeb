package maps

import (
	"bytes"
	"compress/gzip"
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/dataset/ingest/geofile"
	"github.com/chatmrpt/chatmrpt/flows/dataset/realdata"
)

// realDataset is a boundary file with its names, and a made-up tpr for every
// area but each seventeenth.
func realDataset(t testing.TB, file, state, lga, ward string) *dataset.Dataset {
	t.Helper()
	layers, _, err := geofile.Read(filepath.Base(file), realdata.File(t, file), geofile.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	layer := layers[0]
	text := func(heading string, row int) string {
		if heading == "" {
			return ""
		}
		return layer.Attributes.Column(heading).Text(row)
	}
	d := &dataset.Dataset{
		Version:  "1234567890abcdef",
		Files:    []dataset.File{{Name: filepath.Base(file)}},
		Boundary: &dataset.Boundary{File: filepath.Base(file)},
	}
	rate := dataset.WardColumn{Name: "tpr", Heading: "tpr", Unit: "fraction", Direction: 1}
	for row, shape := range layer.Shapes {
		d.Wards = append(d.Wards, dataset.Ward{State: text(state, row), LGA: text(lga, row), Name: text(ward, row)})
		d.Boundary.Shapes = append(d.Boundary.Shapes, dataset.Shape{Ward: row, Geometry: shape, Invalid: layer.Invalid[row]})
		middle := shape.Bound().Center()
		value := 0.45 + 0.2*math.Sin(middle[0]*1.3) + 0.15*math.Cos(middle[1]*1.7) + 0.05*math.Sin(float64(row))
		value = max(0, value)
		if row%17 == 5 {
			value = math.NaN()
		}
		rate.Values = append(rate.Values, value)
	}
	d.Columns = []dataset.WardColumn{rate}
	return d
}

// runMap calls the tool as the registry does.
func runMap(t testing.TB, d *dataset.Dataset, evidence map[string]*schemaregistry.Evidence, args map[string]any) (schemaregistry.Result, error) {
	t.Helper()
	registry := schemaregistry.New(schemaregistry.Options{Now: func() time.Time { return time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC) }})
	load := func(context.Context, *schemaregistry.Run) (*dataset.Dataset, error) { return d, nil }
	if err := registry.Register(Tools(load)...); err != nil {
		t.Fatal(err)
	}
	call := schemaregistry.Call{Tool: ToolName, Args: args}
	return registry.Execute(context.Background(), call, schemaregistry.State{Evidence: evidence}, nil)
}

func TestRealBoundaries(t *testing.T) {
	for _, test := range []struct{ file, state, lga, ward string }{
		{"ilorin/wards.zip", "StateCode", "LGACode", "WardName"},
		{"nigeria/lgas.zip", "State", "LGA", ""},
		{"sierra_leone/adm3.zip", "admin1Name", "admin2Name", "admin3Name"},
	} {
		t.Run(test.file, func(t *testing.T) {
			d := realDataset(t, test.file, test.state, test.lga, test.ward)
			result, err := runMap(t, d, nil, map[string]any{"map_variable": "tpr"})
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(result.Artifacts[0].Data, []byte("<title>")); n != len(d.Wards) {
				t.Errorf("%d areas drawn of %d", n, len(d.Wards))
			}
			t.Logf("%d bytes, %d gzipped\n%s\n%v\n%v", len(result.Artifacts[0].Data), zipped(t, result.Artifacts[0].Data), result.Text, result.Assumed, result.Warnings)
			if folder := os.Getenv("CHATMRPT_MAPS_OUT"); folder != "" { // to look at them
				name := filepath.Join(folder, filepath.Base(filepath.Dir(test.file))+".svg")
				if err := os.WriteFile(name, result.Artifacts[0].Data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func zipped(t testing.TB, content []byte) int {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

func BenchmarkDraw774(b *testing.B) {
	d := realDataset(b, "nigeria/lgas.zip", "State", "LGA", "")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := runMap(b, d, nil, map[string]any{"map_variable": "tpr"}); err != nil {
			b.Fatal(err)
		}
	}
}
