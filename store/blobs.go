package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/session"
)

// TestBlobs runs the suite for content by hash. Every call of open gives an
// empty store.
func TestBlobs(t *testing.T, open func(t *testing.T) session.Blobs) {
	for _, c := range []struct {
		name string
		test func(*testing.T, session.Blobs)
	}{
		{"content comes back", contentComesBack},
		{"what is not there is not found", contentNotFound},
		{"what was handed over or out may be changed", contentIsolated},
		{"many at once", contentAtOnce},
		{"a cancelled context", contentCancelled},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

func contentComesBack(t *testing.T, blobs session.Blobs) {
	for _, content := range [][]byte{nil, {}, {0}, []byte("ward,tpr\r\nÀfọ̀n,0.5\n"), bytes.Repeat([]byte{0xff, 0}, 3<<20)} {
		sum := sha256.Sum256(content)
		want := hex.EncodeToString(sum[:])
		for range 2 { // the second Put finds it there
			hash, err := blobs.Put(t.Context(), content)
			if err != nil || hash != want {
				t.Fatalf("Put = %s, %v, want %s", hash, err, want)
			}
			wantContent(t, blobs, hash, content)
		}
	}
}

func contentNotFound(t *testing.T, blobs session.Blobs) {
	if _, err := blobs.Put(t.Context(), []byte("something")); err != nil {
		t.Fatal(err)
	}
	absent := strings.Repeat("ab", sha256.Size)
	for _, hash := range []string{absent, strings.ToUpper(absent), "", "ab", "../../etc/passwd", "ab/" + absent[3:], absent + "0", "\x00"} {
		if _, err := blobs.Get(t.Context(), hash); !errors.Is(err, session.ErrNotFound) {
			t.Errorf("Get(%q): %v, want ErrNotFound", hash, err)
		}
	}
}

func contentIsolated(t *testing.T, blobs session.Blobs) {
	content := []byte("tested,positive")
	hash, err := blobs.Put(t.Context(), content)
	if err != nil {
		t.Fatal(err)
	}
	content[0] = 'X'
	got, err := blobs.Get(t.Context(), hash)
	if err != nil {
		t.Fatal(err)
	}
	got[1] = 'X'
	wantContent(t, blobs, hash, []byte("tested,positive"))
}

func contentAtOnce(t *testing.T, blobs session.Blobs) {
	err := errors.Join(together(8, func(i int) error {
		for n := range 20 {
			content := bytes.Repeat([]byte{byte(n)}, 1000*n) // the same for everybody
			hash, err := blobs.Put(t.Context(), content)
			if err != nil {
				return err
			}
			got, err := blobs.Get(t.Context(), hash)
			if err != nil {
				return err
			}
			if !bytes.Equal(got, content) {
				return errors.New("other content came back")
			}
		}
		return nil
	})...)
	if err != nil {
		t.Fatal(err)
	}
}

func contentCancelled(t *testing.T, blobs session.Blobs) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := blobs.Put(ctx, []byte("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("Put: %v, want context.Canceled", err)
	}
	if _, err := blobs.Get(ctx, strings.Repeat("ab", sha256.Size)); !errors.Is(err, context.Canceled) {
		t.Errorf("Get: %v, want context.Canceled", err)
	}
}

func wantContent(t *testing.T, blobs session.Blobs, hash string, want []byte) {
	t.Helper()
	got, err := blobs.Get(t.Context(), hash)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s holds %d bytes that are not the %d put", hash, len(got), len(want))
	}
}
