package flags

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/thomaspoignant/go-feature-flag/modules/core/flag"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// maxFile bounds a file of flags, in bytes.
const maxFile = 256 << 10

// A rollout is the content of a file of flags that was found good: the JSON of
// go-feature-flag.
type rollout struct {
	raw   []byte
	names []string // of the flags in it
}

// Retrieve hands the content to go-feature-flag.
func (r *rollout) Retrieve(context.Context) ([]byte, error) { return r.raw, nil }

// readRollout reads a file; one that does not exist says nothing of any flag.
func readRollout(path string) (rollout, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return parseRollout([]byte("{}"))
	}
	if err != nil {
		return rollout{}, schemaregistry.Fail("bad_flags", "The flags in %s cannot be read.", path).Because(err)
	}
	raw, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err := errors.Join(err, file.Close()); err != nil {
		return rollout{}, schemaregistry.Fail("bad_flags", "The flags in %s cannot be read.", path).Because(err)
	}
	r, err := parseRollout(raw)
	if err != nil {
		return rollout{}, schemaregistry.Fail("bad_flags", "The flags in %s cannot be used: %v.", path, err)
	}
	return r, nil
}

// parseRollout checks that every flag of a file exists, that its variations are of
// its type, and that its rules hold together.
func parseRollout(raw []byte) (rollout, error) {
	if len(raw) > maxFile {
		return rollout{}, fmt.Errorf("it is larger than %d kB", maxFile>>10)
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	var entries map[string]flag.InternalFlag
	if err := decoder.Decode(&entries); err != nil {
		return rollout{}, fmt.Errorf("it is no JSON object of flags: %w", err)
	}
	r := rollout{raw: raw}
	for name, entry := range entries {
		declared := lookUp(name)
		if declared == nil {
			return rollout{}, fmt.Errorf("there is no flag %q", name)
		}
		if err := entry.IsValid(); err != nil {
			return rollout{}, fmt.Errorf("%s: %w", name, err)
		}
		for variation, value := range entry.GetVariations() {
			if _, err := declared.value(*value); err != nil {
				return rollout{}, fmt.Errorf("%s, variation %s: %w", name, variation, err)
			}
		}
		r.names = append(r.names, name)
	}
	slices.Sort(r.names)
	return r, nil
}

// value takes a JSON value as one of the flag's type.
func (f *Flag) value(v any) (any, error) {
	switch f.Default.(type) {
	case bool:
		if on, isBool := v.(bool); isBool {
			return on, nil
		}
		return nil, fmt.Errorf("%v is neither true nor false", v)
	default:
		number, isNumber := v.(float64)
		if !isNumber || number != math.Trunc(number) || number < float64(f.least) || number > float64(f.most) {
			return nil, fmt.Errorf("%v is no whole number from %d to %d", v, f.least, f.most)
		}
		return int64(number), nil
	}
}

// Hold gives everybody one variation of a flag, and says why in the flag's
// metadata. The file is replaced whole or not at all.
func Hold(path, name, variation, why string) error {
	r, err := readRollout(path)
	if err != nil {
		return err
	}
	var entries map[string]map[string]any
	if err := json.Unmarshal(r.raw, &entries); err != nil {
		return fmt.Errorf("read %s again: %w", path, err)
	}
	entry := entries[name]
	if entry == nil {
		return schemaregistry.Fail("unknown_flag", "%s says nothing of a flag %q.", path, name)
	}
	variations, _ := entry["variations"].(map[string]any)
	if _, found := variations[variation]; !found {
		return schemaregistry.Fail("unknown_variation", "The flag %s has no variation %q in %s.", name, variation, path)
	}
	entries[name] = map[string]any{
		"variations":  variations,
		"defaultRule": map[string]any{"variation": variation},
		"metadata":    map[string]any{"held": why},
	}
	content, err := json.MarshalIndent(entries, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the flags: %w", err)
	}
	if err := replace(path, append(content, '\n')); err != nil {
		return schemaregistry.Fail("unwritable_file", "%s cannot be written.", path).Because(err)
	}
	return nil
}

// replace puts new content in a file's place, so that whoever reads it at any time
// finds the old content or the new.
func replace(path string, content []byte) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	_, err = file.Write(content)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if info, statErr := os.Stat(path); statErr == nil { // whoever could read it still can
		if err := os.Chmod(file.Name(), info.Mode().Perm()); err != nil {
			return err
		}
	}
	return os.Rename(file.Name(), path)
}
