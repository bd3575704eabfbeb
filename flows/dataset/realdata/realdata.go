// Package realdata finds, for tests, the real files that lie beside the
// repository or where CHATMRPT_SHARED says. The repository carries none of them.
package realdata

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Find returns the folder of real data, if it is there.
func Find() (folder string, found bool) {
	folder = filepath.Join(shared(), "data")
	_, err := os.Stat(folder)
	return folder, err == nil
}

// Folder is the folder of real data. The test is skipped where it is absent.
func Folder(t testing.TB) string {
	t.Helper()
	folder, found := Find()
	if !found {
		t.Skip("the real data are not here; set CHATMRPT_SHARED to their folder")
	}
	return folder
}

// File reads one of the real files, by its name under the folder.
func File(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(Folder(t), filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Rows reads one of the real CSV files: a row a record, by heading.
func Rows(t testing.TB, name string) []map[string]string {
	t.Helper()
	text := strings.TrimPrefix(string(File(t, name)), "\ufeff")
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]map[string]string, len(records)-1)
	for i, record := range records[1:] {
		rows[i] = map[string]string{}
		for at, heading := range records[0] {
			rows[i][heading] = record[at]
		}
	}
	return rows
}

// shared is CHATMRPT_SHARED, or the folder shared beside the repository.
func shared() string {
	if folder := os.Getenv("CHATMRPT_SHARED"); folder != "" {
		return folder
	}
	above := "."
	for range 10 {
		if _, err := os.Stat(filepath.Join(above, "go.mod")); err == nil {
			break
		}
		above = filepath.Join("..", above)
	}
	return filepath.Join(above, "..", "shared")
}
