package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// readFile reads a file or a pipe up to the limit. It gives up when the command
// is told to end, also while a pipe has no writer yet.
func readFile(ctx context.Context, path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, schemaregistry.Fail("no_such_file", "%s: there is no such file.", path)
	case err != nil:
		return nil, schemaregistry.Fail("unreadable_file", "%s cannot be read.", path).Because(err)
	case info.IsDir():
		return nil, schemaregistry.Fail("is_a_folder", "%s is a folder; name a file in it.", path)
	case info.Mode()&os.ModeDevice != 0:
		return nil, schemaregistry.Fail("is_a_device", "%s is a device and no file.", path)
	case info.Size() > limit:
		return nil, tooLarge(path, limit)
	}
	type reading struct {
		content []byte
		err     error
	}
	done := make(chan reading, 1)
	go func() {
		content, err := readUpTo(path, info.Size(), limit)
		done <- reading{content, err}
	}()
	select {
	case r := <-done:
		return r.content, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// readUpTo reads at most limit bytes; size is a hint of how many there are.
func readUpTo(path string, size, limit int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, schemaregistry.Fail("unreadable_file", "%s cannot be read.", path).Because(err)
	}
	defer file.Close() //nolint:errcheck // only read from
	content := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	if _, err := content.ReadFrom(io.LimitReader(file, limit+1)); err != nil {
		return nil, schemaregistry.Fail("unreadable_file", "%s cannot be read.", path).Because(err)
	}
	if int64(content.Len()) > limit {
		return nil, tooLarge(path, limit)
	}
	return content.Bytes(), nil
}

func tooLarge(path string, limit int64) error {
	return schemaregistry.Fail("file_too_large", "%s is larger than the limit of %d MB (--max-upload-mb).", filepath.Base(path), limit>>20)
}
