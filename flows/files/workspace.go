package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Bounds of a workspace.
const (
	fileBytes      = 1 << 20
	workspaceBytes = 64 << 20
	workspaceFiles = 1000
)

// workspaces are folders of sessions, one each.
type workspaces struct{ folder string }

var sessionName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// open opens the workspace of a session, made where it does not exist. Nothing that
// is done through it leads outside, by no ".." and no link.
func (w workspaces) open(session string) (*os.Root, error) {
	if !sessionName.MatchString(session) {
		return nil, schemaregistry.Fail("no_workspace", "Files are kept for a session, and there is none.")
	}
	path := filepath.Join(w.folder, session)
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("workspace: %w", err)
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, fmt.Errorf("workspace: %w", err)
	}
	return root, nil
}

// hasRoom is an error when no further file of so many bytes fits.
func hasRoom(root *os.Root, size int) error {
	files, bytes := 0, int64(size)
	err := fs.WalkDir(root.FS(), ".", func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		files++
		bytes += info.Size()
		return nil
	})
	if err != nil {
		return fmt.Errorf("measure the workspace: %w", err)
	}
	if files > workspaceFiles || bytes > workspaceBytes {
		return schemaregistry.Fail("workspace_full", "The workspace holds %d files or %d MB, and no more fits.", workspaceFiles, workspaceBytes>>20)
	}
	return nil
}

// sentence says what went wrong with a path, without the paths of the machine.
func sentence(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return schemaregistry.Fail("no_file", "There is no file %q in the workspace.", path).Because(err)
	case errors.Is(err, fs.ErrPermission):
		return schemaregistry.Fail("no_access", "The file %q may not be touched.", path).Because(err)
	}
	return schemaregistry.Fail("bad_path", "%q is no file of the workspace.", path).Because(err)
}
