package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"chatmrpt": main})
}

// TestScripts runs the command line as testdata/*.txtar describe it. Scripts that
// use the shared real data are skipped, with a message, where it is absent.
func TestScripts(t *testing.T) {
	shared := sharedData(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			env.Setenv("CHATMRPT_DATA_DIR", filepath.Join(env.WorkDir, "store"))
			env.Setenv("SHARED", shared)
			return nil
		},
		Condition: func(cond string) (bool, error) { return cond == "shared" && shared != "", nil },
	})
}

// sharedData is the folder of real data, or "" where it is absent.
func sharedData(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("CHATMRPT_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	dir, err := filepath.Abs(filepath.Join(dir, "data"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err != nil {
		t.Logf("no real data at %s: scripts that need it are skipped (set CHATMRPT_SHARED)", dir)
		return ""
	}
	return dir
}
