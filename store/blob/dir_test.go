package blob_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/store"
	"github.com/chatmrpt/chatmrpt/store/blob"
)

func TestConformance(t *testing.T) {
	store.TestBlobs(t, func(t *testing.T) session.Blobs { return open(t, t.TempDir()) })
}

func open(t testing.TB, root string) *blob.Dir {
	t.Helper()
	dir, err := blob.Open(filepath.Join(root, "data", "blobs"))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestDamage(t *testing.T) {
	root := t.TempDir()
	dir := open(t, root)
	content := []byte("ward,tested,positive\nAbayo,120,31\n")
	hash, err := dir.Put(t.Context(), content)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, "data", "blobs", hash[:2], hash[2:])
	for name, damaged := range map[string][]byte{
		"one digit":  bytes.Replace(content, []byte("120"), []byte("720"), 1),
		"truncated":  content[:10],
		"emptied":    nil,
		"appended":   append(bytes.Clone(content), '\n'),
		"other file": []byte("something else altogether, longer than before"),
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(path, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := dir.Get(t.Context(), hash)
			if got != nil || err == nil || errors.Is(err, session.ErrNotFound) || !strings.Contains(err.Error(), "damaged") {
				t.Errorf("Get = %q, %v, want an error of its own", got, err)
			}
			if _, err := dir.Put(t.Context(), content); err != nil {
				t.Fatal(err)
			}
			if got, err := dir.Get(t.Context(), hash); err != nil || !bytes.Equal(got, content) {
				t.Errorf("after a second Put: %q, %v", got, err)
			}
		})
	}
}

func TestNothingIsLeftBehind(t *testing.T) {
	root := t.TempDir()
	dir := open(t, root)
	for range 3 {
		if _, err := dir.Put(t.Context(), []byte("the same")); err != nil {
			t.Fatal(err)
		}
	}
	files := 0
	err := filepath.WalkDir(root, func(_ string, e os.DirEntry, err error) error {
		if !e.IsDir() {
			files++
		}
		return err
	})
	if err != nil || files != 1 {
		t.Errorf("%d files for one content, %v", files, err)
	}
}

func TestUnwritableFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := blob.Open(filepath.Join(file, "blobs")); err == nil {
		t.Error("a folder inside a file was opened")
	}
}

// BenchmarkPut98MB stores an upload of the size of a million facility-month rows.
func BenchmarkPut98MB(b *testing.B) {
	content := bytes.Repeat([]byte("ABCDEFGHIJKLMN"), 7_000_000)
	root := b.TempDir()
	dir := open(b, root)
	b.SetBytes(int64(len(content)))
	for i := 0; b.Loop(); i++ {
		content[0], content[1], content[2] = byte(i), byte(i>>8), byte(i>>16)
		hash, err := dir.Put(b.Context(), content)
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := os.Remove(filepath.Join(root, "data", "blobs", hash[:2], hash[2:])); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// A large content is at hand for the first Get and read from its file afterwards.
func TestLargeContentIsAtHandOnce(t *testing.T) {
	root := t.TempDir()
	dir := open(t, root)
	content := bytes.Repeat([]byte("Abayo,120,31\n"), 200_000)
	hash, err := dir.Put(t.Context(), content)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got, err := dir.Get(t.Context(), hash); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	}
	if err := os.Truncate(filepath.Join(root, "data", "blobs", hash[:2], hash[2:]), 10); err != nil {
		t.Fatal(err)
	}
	if _, err := dir.Get(t.Context(), hash); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged file: %v", err)
	}
	if got, err := open(t, t.TempDir()).Get(t.Context(), hash); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("another store: %d bytes, %v", len(got), err)
	}
}
