// Package docs_test holds the program to what docs/architecture.md says of it.
package docs_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const module = "github.com/chatmrpt/chatmrpt/"

// A rule lists what the packages below a folder may import of this module; their
// own subtree is always allowed. The first rule that fits a package counts; a
// package without one is a violation, so that a new folder needs a decision.
type rule struct {
	of  string
	may []string // folders; "x/..." stands for a folder and all below it
	all bool     // may import everything
}

var rules = []rule{
	{of: "cmd", all: true},
	{of: "server", may: []string{"core/...", "web"}},
	{of: "web"},
	{of: "core/schemaregistry"},
	{of: "core/session", may: []string{"core/schemaregistry"}},
	{of: "core/choiceinterp", may: []string{"core/schemaregistry", "core/llm"}},
	{of: "core/router", may: []string{"core/...", "flags"}},
	{of: "flags", may: []string{"core/schemaregistry"}},
	{of: "core/telemetry", may: []string{"core/schemaregistry", "flags"}},
	{of: "core", may: []string{
		"core/schemaregistry", "core/session", "core/choiceinterp", "core/choiceinterp/prompted", "core/llm", "core/telemetry",
	}},
	{of: "flows/dataset", may: []string{"core/schemaregistry"}},
	{of: "flows/notes", may: []string{"core/schemaregistry", "core/memory"}},
	{of: "flows", may: []string{"core/schemaregistry", "flows/dataset"}},
	{of: "store", may: []string{"core/..."}},
	{of: "docs", all: true}, // tests and benchmarks
	{of: "paraphrase_tests", all: true},
}

// quiet are the folders whose code computes and touches nothing outside: what
// they need from there is handed to them.
var quiet = []string{
	"core/schemaregistry", "core/choiceinterp", "core/session", "core/telemetry",
	"flows/dataset", "flows/tpr", "flows/risk", "flows/itn", "flows/maps", "flows/query", "flows/export",
}

// loud are exceptions: writing files is their purpose.
var loud = []string{"flows/dataset/sample", "flows/dataset/realdata", "core/choiceinterp/eval"}

var outside = []string{"os", "os/exec", "net", "net/http", "database/sql", "syscall", "io/ioutil"}

// violations of the rules by packages and what they import, in order.
func violations(imports map[string][]string) (found []string) {
	for pkg, imported := range imports {
		fitting := slices.IndexFunc(rules, func(r rule) bool { return below(pkg, r.of) })
		if fitting < 0 {
			found = append(found, pkg+" stands in a folder without a rule")
			continue
		}
		for _, name := range imported {
			own, isOwn := strings.CutPrefix(name, module)
			switch {
			case isOwn && !rules[fitting].allows(pkg, own):
				found = append(found, fmt.Sprintf("%s imports %s", pkg, own))
			case !isOwn && slices.Contains(outside, name) && isQuiet(pkg):
				found = append(found, fmt.Sprintf("%s computes and imports %s", pkg, name))
			}
		}
	}
	slices.Sort(found)
	return found
}

func (r rule) allows(pkg, imported string) bool {
	if r.all || below(imported, pkg) || below(imported, subtree(pkg)) {
		return true
	}
	return slices.ContainsFunc(r.may, func(folder string) bool {
		if parent, cut := strings.CutSuffix(folder, "/..."); cut {
			return below(imported, parent)
		}
		return imported == folder
	})
}

// subtree is the folder whose packages make one part: flows/dataset of
// flows/dataset/ingest/tabular, store of store/sqlite.
func subtree(pkg string) string {
	parts := strings.Split(pkg, "/")
	if parts[0] == "core" || parts[0] == "flows" {
		parts = parts[:min(2, len(parts))]
		return strings.Join(parts, "/")
	}
	return parts[0]
}

func below(pkg, folder string) bool { return pkg == folder || strings.HasPrefix(pkg, folder+"/") }

func isQuiet(pkg string) bool {
	in := func(folder string) bool { return below(pkg, folder) }
	return slices.ContainsFunc(quiet, in) && !slices.ContainsFunc(loud, in)
}

func TestImportRule(t *testing.T) {
	imports, err := readImports("..")
	if err != nil {
		t.Fatal(err)
	}
	if len(imports["core/schemaregistry"]) == 0 {
		t.Fatalf("found only %d packages: is this the root of the module?", len(imports))
	}
	for _, v := range violations(imports) {
		t.Error(v)
	}
}

// readImports reads what each package imports, its tests left out: a test may
// put parts together that do not know each other.
func readImports(root string) (map[string][]string, error) {
	imports := map[string][]string{}
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && file != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules"):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		pkg := path.Clean(filepath.ToSlash(relative))
		for _, spec := range parsed.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports[pkg] = append(imports[pkg], name)
		}
		return nil
	})
	return imports, err
}

func TestTheRuleCanFail(t *testing.T) {
	for _, c := range []struct {
		pkg, imports string
		want         string // "" allowed
	}{
		{"core/router", module + "flows/tpr", "core/router imports flows/tpr"},
		{"core/router", module + "core/session", ""},
		{"core/session", module + "core/router", "core/session imports core/router"},
		{"core/jobs", module + "core/router", "core/jobs imports core/router"},
		{"core/jobs", module + "store/sqlite", "core/jobs imports store/sqlite"},
		{"core/schemaregistry", module + "core/session", "core/schemaregistry imports core/session"},
		{"core/telemetry", module + "core/choiceinterp", "core/telemetry imports core/choiceinterp"},
		{"core/choiceinterp/eval", module + "core/choiceinterp", ""},
		{"flows/risk", module + "flows/tpr", "flows/risk imports flows/tpr"},
		{"flows/risk", module + "flows/dataset", ""},
		{"flows/risk", module + "flows/dataset/ingest", "flows/risk imports flows/dataset/ingest"},
		{"flows/risk", module + "flows/risk/pca", ""},
		{"flows/risk", module + "core/session", "flows/risk imports core/session"},
		{"flows/risk", "os", "flows/risk computes and imports os"},
		{"flows/risk", "math", ""},
		{"flows/files", "os", ""},
		{"flows/dataset/ingest/tabular", module + "flows/dataset", ""},
		{"flows/dataset/ingest", "net/http", "flows/dataset/ingest computes and imports net/http"},
		{"flows/dataset/sample", "os", ""},
		{"store/sqlite", module + "core/session", ""},
		{"store/sqlite", module + "flows/dataset", "store/sqlite imports flows/dataset"},
		{"server", module + "core/router", ""},
		{"server", module + "flows/tpr", "server imports flows/tpr"},
		{"server", module + "store/sqlite", "server imports store/sqlite"},
		{"cmd/chatmrpt", module + "flows/tpr", ""},
		{"utilities", "strings", "utilities stands in a folder without a rule"},
	} {
		var want []string
		if c.want != "" {
			want = []string{c.want}
		}
		if diff := cmp.Diff(want, violations(map[string][]string{c.pkg: {c.imports}})); diff != "" {
			t.Errorf("%s importing %s (-want +got):\n%s", c.pkg, c.imports, diff)
		}
	}
}

// TestReadImports finds an import that a file of a made-up tree has.
func TestReadImports(t *testing.T) {
	root := t.TempDir()
	for name, source := range map[string]string{
		"core/router/turn.go":      "package router\nimport \"" + module + "flows/tpr\"\n",
		"core/router/turn_test.go": "package router\nimport \"testing\"\n",
		"core/.hidden/x.go":        "package x\nimport \"os\"\n",
		"flows/tpr/testdata/x.go":  "package x\nimport \"os\"\n",
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	imports, err := readImports(root)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"core/router": {module + "flows/tpr"}}
	if diff := cmp.Diff(want, imports); diff != "" {
		t.Errorf("imports (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"core/router imports flows/tpr"}, violations(imports)); diff != "" {
		t.Errorf("violations (-want +got):\n%s", diff)
	}
}
