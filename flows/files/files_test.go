package files

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// machine has the tools over a folder, with a shell that amina may use.
func machine(t *testing.T, folder string) *schemaregistry.Registry {
	t.Helper()
	registry := schemaregistry.New(schemaregistry.Options{})
	err := registry.Register(Tools(Config{
		Folder: folder,
		Shelves: map[string]func(context.Context, string) (string, error){"skills": func(_ context.Context, name string) (string, error) {
			return "how to " + name, nil
		}},
		Shell: func(_ context.Context, user string) (bool, error) { return user == "amina", nil },
	})...)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

func run(t *testing.T, on *schemaregistry.Registry, tool string, args map[string]any) (schemaregistry.Result, error) {
	t.Helper()
	call := schemaregistry.Call{Tool: tool, Args: args, Session: "S1", User: "amina"}
	return on.Execute(t.Context(), call, schemaregistry.State{}, nil)
}

func code(err error) string {
	if err == nil {
		return ""
	}
	code, _ := schemaregistry.Sentence(err)
	return code
}

// [003-14], [003-15]: what is written is read again, in folders that did not exist.
func TestWriteAndRead(t *testing.T) {
	on := machine(t, filepath.Join(t.TempDir(), "not", "yet"))
	for _, content := range []string{"first", "second\n🦟", ""} {
		written, err := run(t, on, "write_file", map[string]any{"path": "a/b/draft.md", "content": content})
		if err != nil {
			t.Fatal(err)
		}
		want := []schemaregistry.Artifact{{Name: "file-draft.md", Kind: "report", MIME: "text/plain; charset=utf-8", Data: []byte(content)}}
		if diff := cmp.Diff(want, written.Artifacts); diff != "" {
			t.Errorf("artifacts (-want +got):\n%s", diff)
		}
		if read, err := run(t, on, "read_file", map[string]any{"path": "a/./b/draft.md"}); err != nil || read.Text != content || !read.Untrusted {
			t.Errorf("read %q, %v", read.Text, err)
		}
	}
	if read, err := run(t, on, "read_file", map[string]any{"path": "./skills/count.md"}); err != nil || read.Text != "how to count.md" {
		t.Errorf("a skill: %q, %v", read.Text, err)
	}
}

// Nothing outside of the session's workspace is read or written, by no path and no
// link.
func TestJail(t *testing.T) {
	folder := t.TempDir()
	on := machine(t, folder)
	if _, err := run(t, on, "write_file", map[string]any{"path": "own.txt", "content": "mine"}); err != nil {
		t.Fatal(err)
	}
	space := filepath.Join(folder, "S1")
	secret := filepath.Join(folder, "S2", "secret.txt")
	for _, err := range []error{
		os.Mkdir(filepath.Dir(secret), 0o700), os.WriteFile(secret, []byte("secret"), 0o600),
		os.Symlink(secret, filepath.Join(space, "link.txt")), os.Symlink("../S2", filepath.Join(space, "folder")), os.Symlink("/etc", filepath.Join(space, "etc")),
		os.Symlink("own.txt", filepath.Join(space, "inside.txt")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{
		"../S2/secret.txt", "a/../../S2/secret.txt", secret, "link.txt", "folder/secret.txt", "etc/passwd", "/etc/passwd", "..", ".", "skills/../../S2/secret.txt",
		"none.txt", "nul\x00.txt", "own.txt/below", "~/.bashrc" + strings.Repeat("x", 300),
	} {
		if read, err := run(t, on, "read_file", map[string]any{"path": path}); code(err) != "bad_path" && code(err) != "no_file" {
			t.Errorf("read %q: %q, %v", path, read.Text, err)
		}
		if path == "none.txt" {
			continue
		}
		if _, err := run(t, on, "write_file", map[string]any{"path": path, "content": "taken"}); code(err) != "bad_path" && code(err) != "no_file" {
			t.Errorf("write %q: %v", path, err)
		}
	}
	if content, err := os.ReadFile(secret); err != nil || string(content) != "secret" {
		t.Errorf("the secret is %q, %v", content, err)
	}
	if read, err := run(t, on, "read_file", map[string]any{"path": "inside.txt"}); err != nil || read.Text != "mine" {
		t.Errorf("a link inside: %q, %v", read.Text, err)
	}
	for _, session := range []string{"", "..", "../S2", "a/b", "S1\x00"} {
		call := schemaregistry.Call{Tool: "read_file", Args: map[string]any{"path": "own.txt"}, Session: session}
		if _, err := on.Execute(t.Context(), call, schemaregistry.State{}, nil); code(err) != "no_workspace" {
			t.Errorf("session %q: %v", session, err)
		}
	}
}

// However a path is put together, nothing appears outside of the workspace.
func TestNoPathLeadsOut(t *testing.T) {
	folder := t.TempDir()
	on := machine(t, filepath.Join(folder, "spaces"))
	rapid.Check(t, func(r *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{"..", ".", "", "a", "b.txt", "..a", "\\..", "~", "S1", "C:", "%2e%2e"}), 1, 6).Draw(r, "parts")
		path := strings.Join(parts, "/")
		if path == "" {
			return
		}
		_, _ = run(t, on, "write_file", map[string]any{"path": path, "content": "x"}) // it may fail
		for _, outside := range []string{folder, filepath.Join(folder, "spaces")} {
			entries, err := os.ReadDir(outside)
			if err != nil || len(entries) > 1 {
				r.Fatalf("%q made %v in %s, %v", path, entries, outside, err)
			}
		}
	})
}

func TestFilesAreBounded(t *testing.T) {
	folder := t.TempDir()
	on := machine(t, folder)
	if _, err := run(t, on, "write_file", map[string]any{"path": "big.txt", "content": strings.Repeat("x", fileBytes+1)}); code(err) != "file_too_large" {
		t.Errorf("a large file: %v", err)
	}
	root, err := workspaces{folder: folder}.open("S1")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"big.bin": make([]byte, fileBytes+1), "latin.txt": []byte("\xe9t\xe9")} {
		if err := root.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"big.bin": "file_too_large", "latin.txt": "not_text"} {
		if _, err := run(t, on, "read_file", map[string]any{"path": name}); code(err) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	large, err := root.Create("sparse")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(large.Truncate(workspaceBytes), large.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := run(t, on, "write_file", map[string]any{"path": "one-more.txt", "content": "x"}); code(err) != "workspace_full" {
		t.Errorf("a full workspace: %v", err)
	}
}

// [003-13]: stdout, stderr and exit code of a command, for operators only.
func TestExecuteShell(t *testing.T) {
	t.Setenv("CHATMRPT_LLM_API_KEY", "sk-secret")
	on := machine(t, t.TempDir())
	for _, c := range []struct {
		name, command string
		timeout       int
		want          string
		warnings      int
	}{
		{"output", "echo out; echo err >&2; exit 3", 30, "exit code 3\nstdout:\nout\n\nstderr:\nerr\n", 0},
		{"its folder", "echo x > made.txt; ls; basename $HOME", 30, "exit code 0\nstdout:\nmade.txt\nS1\n\nstderr:\n", 0},
		{"no keys", "env | grep -c CHATMRPT", 30, "exit code 1\nstdout:\n0\n\nstderr:\n", 0},
		{"too long, with children", "sleep 60 & sleep 60", 1, "exit code -1\nstdout:\n\nstderr:\n", 1},
		{"much output", "head -c 100000 /dev/zero | tr '\\0' x", 30, "exit code 0\nstdout:\n" + strings.Repeat("x", shellOutput) + "\nstderr:\n", 1},
	} {
		started := time.Now()
		result, err := run(t, on, "execute_shell", map[string]any{"command": c.command, "timeout": c.timeout})
		if err != nil || result.Text != c.want || len(result.Warnings) != c.warnings || !result.Untrusted {
			t.Errorf("%s: %.200q, %v, %v", c.name, result.Text, result.Warnings, err)
		}
		if took := time.Since(started); took > 20*time.Second {
			t.Errorf("%s took %s", c.name, took)
		}
	}
	call := schemaregistry.Call{Tool: "execute_shell", Args: map[string]any{"command": "true"}, Session: "S1", User: "bola"}
	if _, err := on.Execute(t.Context(), call, schemaregistry.State{}, nil); code(err) != "not_operator" {
		t.Errorf("an analyst: %v", err)
	}
	for _, tool := range Tools(Config{}) {
		if tool.Name == "execute_shell" {
			t.Error("there is a shell where nobody allowed one")
		}
	}
	if tool := on.Tool("execute_shell"); !tool.Irreversible || tool.Effect != schemaregistry.EffectSend {
		t.Error("a command is not reviewed as something that cannot be taken back")
	}
}

// [001-06], [001-17]: percentages of processors, memory and disk.
func TestSystemStats(t *testing.T) {
	result, err := run(t, machine(t, filepath.Join(t.TempDir(), "none")), "system_stats", nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"cpu", "memory", "disk"}, result.Table.Columns[0].Text); diff != "" {
		t.Errorf("resources (-want +got):\n%s", diff)
	}
	for i, used := range result.Table.Columns[1].Numbers {
		if !(used >= 0 && used <= 100) {
			t.Errorf("%s: %v %%", result.Table.Columns[0].Text[i], used)
		}
	}
}
