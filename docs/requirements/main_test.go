package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const list = `# A list
- [700-01] Tea is hot.
- [700-02] Tea is not cold; see [700-01].
- [700-03] Cups have a handle.
- [700-C1] The first companion.
- [701-01] Milk is white.
`

func TestRun(t *testing.T) {
	repository := fstest.MapFS{
		"tea/tea_test.go":           {Data: []byte("// [700-02..03] hold.\n")},
		"tea/tea.go":                {Data: []byte("// [700-01]\n")}, // no test
		"store/suite.go":            {Data: []byte("// 700-C1 in words\n")},
		"cmd/testdata/milk.txtar":   {Data: []byte("# 1701-01, 701-012 and 701-1 are other numbers\n")},
		"web/node_modules/x.txtar":  {Data: []byte("[701-01]")},
		"web/src/nothing.test.tsx":  {Data: nil},
		"tea/testdata/drinks.jsonl": {Data: []byte("[701-01]")},
	}
	path := filepath.Join(t.TempDir(), "requirements.md")
	if err := os.WriteFile(path, []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run(&out, path, repository); err != nil {
		t.Fatal(err)
	}
	want := "700: 3 of 4 are named by a test; not:\n  700-01\n701: 0 of 1 are named by a test; not:\n  701-01\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNoList(t *testing.T) {
	var out strings.Builder
	if err := run(&out, filepath.Join(t.TempDir(), "none.md"), fstest.MapFS{}); err != nil || !strings.Contains(out.String(), "nothing to compare") {
		t.Errorf("%q, %v", out.String(), err)
	}
}
