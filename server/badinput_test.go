package server_test

import (
	"bytes"
	"encoding/base64"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/rogpeppe/go-internal/txtar"
)

// badFiles are the files of the command line's scripts of bad input, and some that
// a script cannot hold.
func badFiles(t *testing.T) map[string][]byte {
	t.Helper()
	scripts, err := filepath.Glob("../cmd/chatmrpt/testdata/bad*.txtar")
	if err != nil || len(scripts) < 3 {
		t.Fatalf("%d scripts of bad input: %v", len(scripts), err)
	}
	files := map[string][]byte{}
	for _, script := range scripts {
		archive, err := txtar.ParseFile(script)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			name, isCoded := strings.CutSuffix(filepath.Base(f.Name), ".b64")
			if isCoded {
				if f.Data, err = base64.StdEncoding.DecodeString(strings.ReplaceAll(string(f.Data), "\n", "")); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			files[name] = f.Data
		}
	}
	table := clinics["clinics.csv"]
	wide := utf16.Encode([]rune(string(table)))
	inUTF16 := []byte{0xff, 0xfe}
	for _, u := range wide {
		inUTF16 = append(inUTF16, byte(u), byte(u>>8))
	}
	maps.Copy(files, map[string][]byte{
		"bom.csv":                   append([]byte("\xef\xbb\xbf"), table...),
		"utf16.csv":                 inUTF16,
		"latin1.csv":                bytes.ReplaceAll(table, []byte("Alpha"), []byte("Alph\xe0")),
		"zeros.csv":                 bytes.ReplaceAll(table, []byte("Alpha"), []byte("Al\x00pha")),
		"nothing.csv":               nil,
		"only headings.csv":         table[:bytes.IndexByte(table, '\n')+1],
		"twice.csv":                 bytes.ReplaceAll(table, []byte("LGA"), []byte("State")),
		"one cell.csv":              bytes.Repeat([]byte("x"), 1<<20),
		"many columns.csv":          bytes.Repeat([]byte("c,"), 100_000),
		"deep.geojson":              bytes.Repeat([]byte("["), 1<<20),
		"binary.xlsx":               bytes.Repeat([]byte{0x50, 0x4b, 3, 4, 0xff}, 1000),
		"cut.zip":                   state()["wards.zip"][:10_000],
		"<script>alert(1).csv":      table,
		`quotes" and \ slashes.csv`: table,
		"../../etc/passwd.csv":      table,
		"\u202evsc.elif.csv":        table,
		strings.Repeat("é", 120):    table,
	})
	return files
}

// Every bad file is answered by a reply or a problem with a sentence, in good
// time, and the session works on.
func TestBadFiles(t *testing.T) {
	s := openService(t, local)
	session := s.start("")
	s.upload("", session, clinics)
	files := badFiles(t)
	counts := map[int]int{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		began := time.Now()
		a := s.send(request{method: "POST", path: session + "/uploads", files: map[string][]byte{name: files[name]}})
		counts[a.status]++
		switch a.status {
		case http.StatusOK:
			s.say("", session, "undo")
		case http.StatusUnprocessableEntity:
			checkProblem(t, a)
		default:
			t.Errorf("%q: %d %.300s", name, a.status, a.body)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%q took %s", name, took)
		}
		if strings.Contains(a.body, "goroutine") || strings.Contains(a.body, s.options.Spool) {
			t.Errorf("%q: tells of the inside: %.500s", name, a.body)
		}
	}
	if counts[http.StatusOK] < 5 || counts[http.StatusUnprocessableEntity] < 10 {
		t.Errorf("answered %v", counts)
	}
	if reply := s.say("", session, "compute the tpr with defaults"); !strings.Contains(reply.Answer, "83 positive of 290 tests") {
		t.Errorf("afterwards: %s", reply.Text())
	}
	for _, entry := range s.logged.FilterMessage("request failed").All() {
		t.Errorf("logged: %v", entry.ContextMap())
	}
}
