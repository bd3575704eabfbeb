package sample_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkb"
	"github.com/peterstace/simplefeatures/geom"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/dataset/realdata"
	"github.com/chatmrpt/chatmrpt/flows/dataset/sample"
)

var seeds = []uint64{1, 2, 3, 2026}

func TestSize(t *testing.T) {
	for _, seed := range seeds {
		s := sample.Generate(seed)
		if len(s.Wards) != 190 || len(s.LGAs) != 16 || len(s.Facilities) != 1100 {
			t.Errorf("seed %d: %d wards, %d LGAs, %d facilities", seed, len(s.Wards), len(s.LGAs), len(s.Facilities))
		}
		sizes := make([]int, len(s.LGAs))
		for _, w := range s.Wards {
			sizes[w.LGA]++
		}
		if slices.Min(sizes) < 5 || slices.Max(sizes) > 20 {
			t.Errorf("seed %d: LGAs of %v wards", seed, sizes)
		}
	}
}

func TestNames(t *testing.T) {
	for _, seed := range seeds {
		s := sample.Generate(seed)
		seen, codes, repeated := map[string]bool{}, map[string]bool{}, 0
		for _, w := range s.Wards {
			key := s.LGAs[w.LGA].Name + "|" + w.Name
			if seen[key] || codes[w.Code] {
				t.Errorf("seed %d: %s (%s) twice", seed, key, w.Code)
			}
			if seen[w.Name] {
				repeated++
			}
			seen[key], seen[w.Name], codes[w.Code] = true, true, true
		}
		if repeated != 4 {
			t.Errorf("seed %d: %d ward names stand in another LGA too, want 4", seed, repeated)
		}
	}
}

// TestNamesAreInvented compares with the real places of Nigeria.
func TestNamesAreInvented(t *testing.T) {
	content, err := os.ReadFile(filepath.Join(realdata.Folder(t), "nigeria", "wards_points.json"))
	if err != nil {
		t.Skip("the real places are not here:", err)
	}
	var places []struct{ State, LGA, Ward string }
	if err := json.Unmarshal(content, &places); err != nil {
		t.Fatal(err)
	}
	real := map[string]bool{}
	for _, p := range places {
		real[strings.ToLower(p.State)], real[strings.ToLower(p.LGA)], real[strings.ToLower(p.Ward)] = true, true, true
	}
	s := sample.Generate(1)
	names := []string{s.Name}
	for _, l := range s.LGAs {
		names = append(names, l.Name)
	}
	for _, w := range s.Wards {
		names = append(names, w.Name)
	}
	for _, name := range names {
		if real[strings.ToLower(name)] {
			t.Errorf("%s exists", name)
		}
	}
}

func TestAreas(t *testing.T) {
	for _, seed := range seeds {
		s := sample.Generate(seed)
		d := &dataset.Dataset{Wards: make([]dataset.Ward, len(s.Wards)), Boundary: &dataset.Boundary{}}
		var vertices = map[orb.Point]int{}
		for i, w := range s.Wards {
			raw, err := wkb.Marshal(w.Area)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := geom.UnmarshalWKB(raw); err != nil {
				t.Errorf("seed %d: %s is not valid: %v", seed, w.Name, err)
			}
			if w.Area[0].Orientation() != orb.CW || !w.Area[0].Closed() {
				t.Errorf("seed %d: %s: the ring is not closed and clockwise", seed, w.Name)
			}
			for _, p := range w.Area[0][1:] {
				vertices[p]++
			}
			d.Boundary.Shapes = append(d.Boundary.Shapes, dataset.Shape{Ward: i, Geometry: orb.MultiPolygon{w.Area}})
		}
		alone := 0
		for _, n := range vertices {
			if n == 1 {
				alone++
			}
		}
		if alone > len(vertices)/5 { // only the outline has vertices of one ward alone
			t.Errorf("seed %d: %d of %d vertices belong to one ward only", seed, alone, len(vertices))
		}
		for i, neighbours := range d.Neighbours() {
			if len(neighbours) < 2 || len(neighbours) > 8 {
				t.Errorf("seed %d: %s has %d neighbours", seed, s.Wards[i].Name, len(neighbours))
			}
		}
	}
}

func TestSameSeedSameBytes(t *testing.T) {
	hashes := func(seed uint64) map[string][32]byte {
		dir := t.TempDir()
		started := time.Now()
		if err := sample.Generate(seed).Write(dir); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(started); took > time.Second {
			t.Logf("writing took %v", took)
		}
		sums := map[string][32]byte{}
		for name, content := range readAll(t, dir) {
			sums[name] = sha256.Sum256(content)
		}
		return sums
	}
	first := hashes(1)
	if diff := cmp.Diff(first, hashes(1)); diff != "" {
		t.Errorf("the same seed gave other bytes: %s", diff)
	}
	if other := hashes(2); other["facilities.csv"] == first["facilities.csv"] || other["wards.zip"] == first["wards.zip"] {
		t.Error("another seed gave the same bytes")
	}
	if len(first) != 6 {
		t.Errorf("%d files", len(first))
	}
}

func readAll(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func TestCovariatesFollowEachOther(t *testing.T) {
	s := sample.Generate(1)
	var near, far float64
	for i := 1; i < len(s.Wards); i++ {
		near += abs(s.Wards[i].Covariates.Rainfall - s.Wards[i-1].Covariates.Rainfall)
		far += abs(s.Wards[i].Covariates.Rainfall - s.Wards[(i+95)%len(s.Wards)].Covariates.Rainfall)
	}
	if near > 0.6*far {
		t.Errorf("rainfall differs by %.0f between neighbours and %.0f across the state", near/189, far/189)
	}
	for _, w := range s.Wards {
		if w.Population < 1000 || w.Households < 200 || w.Households > w.Population/2 {
			t.Errorf("%s: %d people in %d households", w.Name, w.Population, w.Households)
		}
	}
}

func abs(v float64) float64 { return max(v, -v) }

func TestWriteLarge(t *testing.T) {
	const rows = 20_000
	var b bytes.Buffer
	if err := sample.WriteLarge(&b, rows, 1); err != nil {
		t.Fatal(err)
	}
	if perRow := b.Len() / rows; perRow < 93 || perRow > 103 {
		t.Errorf("%d bytes a row, want about 98", perRow)
	}
	records, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != rows+1 || len(records[0]) != 13 {
		t.Errorf("%d rows of %d columns", len(records)-1, len(records[0]))
	}
}

func BenchmarkGenerateAndWrite(b *testing.B) {
	dir := b.TempDir()
	for b.Loop() {
		if err := sample.Generate(1).Write(dir); err != nil {
			b.Fatal(err)
		}
	}
}
