// Package blob keeps content in a folder under its SHA-256, so that nothing is
// stored twice and nothing that was damaged is ever handed out.
package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/chatmrpt/chatmrpt/core/session"
)

// A Dir is a folder of contents. The content with hash abcdef... is the file
// ab/cdef... below its root. It may be used by many goroutines and processes.
type Dir struct {
	root  string
	fresh fresh
}

var _ session.Blobs = (*Dir)(nil)

// Open returns the store in a folder, which is made where it does not exist.
func Open(root string) (*Dir, error) {
	if err := os.MkdirAll(root, 0o700); err != nil {
		return nil, fmt.Errorf("blob folder: %w", err)
	}
	return &Dir{root: root}, nil
}

// Put stores the content and returns its SHA-256 in hexadecimal. The file
// appears under its name whole or not at all; one that is there already is left
// alone unless it was damaged, in which case it is replaced. The content must not
// be changed afterwards: what is large is kept in memory for the first Get.
func (d *Dir) Put(ctx context.Context, content []byte) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	temporary, hash, err := d.writeAndHash(content)
	if err != nil {
		return "", fmt.Errorf("store content: %w", err)
	}
	path := d.path(hash)
	if holds(path, content) {
		err = os.Remove(temporary)
	} else {
		err = place(temporary, path)
	}
	if err != nil {
		return "", fmt.Errorf("store content %s: %w", hash, err)
	}
	d.fresh.put(hash, content)
	return hash, nil
}

// writeAndHash writes the content to a temporary file while its hash is computed:
// for a file of 100 MB each takes as long as the other.
func (d *Dir) writeAndHash(content []byte) (temporary, hash string, err error) {
	sum := make(chan [sha256.Size]byte, 1)
	go func() { sum <- sha256.Sum256(content) }()
	file, err := os.CreateTemp(d.root, ".put-*")
	if err != nil {
		return "", "", err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Close()); err != nil {
		return "", "", errors.Join(err, os.Remove(file.Name()))
	}
	computed := <-sum
	return file.Name(), hex.EncodeToString(computed[:]), nil
}

// Get returns the content of a hash, or session.ErrNotFound. A file that no
// longer fits its hash is an error.
func (d *Dir) Get(ctx context.Context, hash string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if !isHash(hash) {
		return nil, fmt.Errorf("content %q: %w", hash, session.ErrNotFound)
	}
	if content := d.fresh.take(hash); content != nil {
		return content, nil
	}
	content, found, err := readAndHash(d.path(hash))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("content %s: %w", hash, session.ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("content %s: %w", hash, err)
	}
	if found != hash {
		return nil, fmt.Errorf("content %s is damaged: it no longer fits its hash", hash)
	}
	return content, nil
}

// step is how much is read before it is handed on to be hashed.
const step = 4 << 20

// readAndHash hashes what has been read while the rest is being read.
func readAndHash(path string) (content []byte, hash string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, "", err
	}
	defer file.Close() //nolint:errcheck // only read from
	info, err := file.Stat()
	if err != nil {
		return nil, "", err
	}
	content = make([]byte, info.Size())
	pieces := make(chan []byte, len(content)/step+1)
	sum := make(chan []byte, 1)
	go func() {
		digest := sha256.New()
		for piece := range pieces {
			digest.Write(piece)
		}
		sum <- digest.Sum(nil)
	}()
	for rest := content; len(rest) > 0 && err == nil; {
		piece := rest[:min(step, len(rest))]
		if _, err = io.ReadFull(file, piece); err == nil {
			pieces <- piece
		}
		rest = rest[len(piece):]
	}
	close(pieces)
	return content, hex.EncodeToString(<-sum), err
}

func (d *Dir) path(hash string) string { return filepath.Join(d.root, hash[:2], hash[2:]) }

// isHash keeps everything but a lower-case SHA-256 away from the file system.
func isHash(s string) bool {
	if len(s) != 2*sha256.Size {
		return false
	}
	for _, c := range s {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// place renames the temporary file into its place: a process that dies before
// leaves no half content under a hash.
func place(temporary, path string) error {
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return nil
}

// holds reports whether the file has exactly this content.
func holds(path string, content []byte) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close() //nolint:errcheck // only read from
	info, err := file.Stat()
	if err != nil || info.Size() != int64(len(content)) {
		return false
	}
	buffer := make([]byte, min(len(content), 1<<20))
	for len(content) > 0 {
		n, err := io.ReadFull(file, buffer[:min(len(content), len(buffer))])
		if err != nil || !bytes.Equal(buffer[:n], content[:n]) {
			return false
		}
		content = content[n:]
	}
	return true
}
