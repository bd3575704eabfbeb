package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/chatmrpt/chatmrpt/flows/dataset/realdata"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"chatmrpt": main})
}

// TestScripts runs the command line as testdata/*.txtar describe it. Scripts that
// use the shared real data are skipped, with a message, where it is absent.
func TestScripts(t *testing.T) {
	shared, found := realdata.Find()
	if !found {
		t.Logf("no real data at %s: scripts that need them are skipped (set CHATMRPT_SHARED)", shared)
	}
	shared, err := filepath.Abs(shared)
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			env.Setenv("CHATMRPT_DATA_DIR", filepath.Join(env.WorkDir, "store"))
			env.Setenv("SHARED", shared)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"model": startModel, "same-report": sameReport,
		},
		Condition: func(cond string) (bool, error) { return cond == "shared" && found, nil },
	})
}
