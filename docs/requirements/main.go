// Command requirements prints which numbered requirements no test names. The
// numbers stand in spec/requirements.md of $CHATMRPT_SHARED, or of the folder shared
// beside the repository; a test names one, or a range, in a comment: "[002-10]",
// "[002-13..16]".
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func main() {
	shared := cmp.Or(os.Getenv("CHATMRPT_SHARED"), filepath.Join("..", "shared"))
	if err := run(os.Stdout, filepath.Join(shared, "spec", "requirements.md"), os.DirFS(".")); err != nil {
		fmt.Fprintln(os.Stderr, "requirements:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, list string, repository fs.FS) error {
	text, err := os.ReadFile(list)
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(out, "requirements: there is no %s; nothing to compare with.\n", list)
		return nil
	}
	if err != nil {
		return err
	}
	named := map[number]bool{}
	err = fs.WalkDir(repository, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			if err == nil && (entry.Name() == "node_modules" || entry.Name() == ".git") {
				return fs.SkipDir
			}
			return err
		}
		if !isTest(path) {
			return nil
		}
		source, err := fs.ReadFile(repository, path)
		for _, n := range numbers(string(source)) {
			named[n] = true
		}
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprint(out, report(listed(string(text)), named))
	return nil
}

// isTest reports a file that holds tests: of Go, of the command line, of the page,
// or the conformance suites of store.
func isTest(path string) bool {
	for _, ending := range []string{"_test.go", ".txtar", ".test.ts", ".test.tsx"} {
		if strings.HasSuffix(path, ending) {
			return true
		}
	}
	return filepath.Dir(path) == "store" && strings.HasSuffix(path, ".go")
}

// A number is one requirement: a source, and its place there as it is written, such
// as 07 or C2.
type number struct{ source, place string }

func (n number) String() string { return n.source + "-" + n.place }

var item = regexp.MustCompile(`(?m)^- \[(\d{3})-(C?\d+)\]`)

// listed are the requirements of a list, in its order.
func listed(text string) []number {
	var all []number
	for _, found := range item.FindAllStringSubmatch(text, -1) {
		all = append(all, number{found[1], found[2]})
	}
	return all
}

var mention = regexp.MustCompile(`\b(\d{3})-(C?)(\d{1,2})(?:\.\.(\d{1,2}))?\b`)

// numbers are all that a text names, those inside of ranges too.
func numbers(text string) []number {
	var all []number
	for _, found := range mention.FindAllStringSubmatch(text, -1) {
		first, _ := strconv.Atoi(found[3])
		last, err := strconv.Atoi(found[4])
		if err != nil {
			last = first
		}
		for place := first; place <= last; place++ {
			width := len(found[3])
			all = append(all, number{found[1], fmt.Sprintf("%s%0*d", found[2], width, place)})
		}
	}
	return all
}

// report tells for each source how many are named, and which are not.
func report(all []number, named map[number]bool) string {
	var b strings.Builder
	for len(all) > 0 {
		source := all[0].source
		end := slices.IndexFunc(all, func(n number) bool { return n.source != source })
		if end < 0 {
			end = len(all)
		}
		var missing []string
		for _, n := range all[:end] {
			if !named[n] {
				missing = append(missing, n.String())
			}
		}
		fmt.Fprintf(&b, "%s: %d of %d are named by a test", source, end-len(missing), end)
		if len(missing) > 0 {
			fmt.Fprintf(&b, "; not:\n  %s", strings.Join(missing, "\n  "))
		}
		b.WriteByte('\n')
		all = all[end:]
	}
	return b.String()
}
