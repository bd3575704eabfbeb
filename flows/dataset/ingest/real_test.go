package ingest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// shared is the folder of real data; the test is skipped without it.
func shared(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("CHATMRPT_SHARED")
	for up := "."; dir == "" && len(up) < 40; up = filepath.Join("..", up) {
		if _, err := os.Stat(filepath.Join(up, "go.mod")); err == nil {
			dir = filepath.Join(up, "..", "shared")
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "data")); err != nil {
		t.Skip("the shared real data is not here; set CHATMRPT_SHARED to its folder")
	}
	return filepath.Join(dir, "data")
}

// understand reads real files by their names under the data folder.
func understand(t testing.TB, edits schemaregistry.Edits, names ...string) *dataset.Dataset {
	t.Helper()
	dir := shared(t)
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
