package files

import (
	"context"
	"io"
	"os"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// ReadFileArgs are the arguments of read_file.
type ReadFileArgs struct {
	Path string `json:"path" jsonschema:"title=file,minLength=1,maxLength=400,description=Which file should I read?"`
}

var readFileDef = schemaregistry.Def{
	Name: "read_file", Title: "Read a file",
	Description: "Reads a text file of the session's workspace, or the documentation of a skill under skills/<name>.md; skills lists them. The analyst's data files are read by review_data and query_data instead.",
	Category:    schemaregistry.CategoryExecution, Unspoken: true,
	Tag: schemaregistry.Tag{Prefix: "READ", Example: "READ: [path]"},
	Examples: []schemaregistry.Example{
		{Text: "read the draft again", Args: map[string]any{"path": "draft.md"}},
		{Text: "how is buffer stock planned here?", Args: map[string]any{"path": "skills/buffer-stock.md"}},
		{Text: "show me what you saved for Kano", Args: map[string]any{"path": "kano/summary.txt"}},
	},
}

func readFile(spaces workspaces, shelves map[string]func(context.Context, string) (string, error)) schemaregistry.Handler[ReadFileArgs] {
	return func(ctx context.Context, run *schemaregistry.Run, args ReadFileArgs) (schemaregistry.Result, error) {
		folder, name, _ := strings.Cut(path.Clean(args.Path), "/")
		if shelf := shelves[folder]; shelf != nil {
			text, err := shelf(ctx, name)
			return schemaregistry.Result{Text: text, Untrusted: true}, err
		}
		root, err := spaces.open(run.Call.Session)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		defer root.Close() //nolint:errcheck // only read from
		text, err := readText(root, args.Path)
		return schemaregistry.Result{Text: text, Untrusted: true}, err
	}
}

func readText(root *os.Root, name string) (string, error) {
	info, err := root.Stat(name)
	if err != nil {
		return "", sentence(name, err)
	}
	if !info.Mode().IsRegular() { // a pipe would be waited for
		return "", schemaregistry.Fail("bad_path", "%q is no file of the workspace.", name)
	}
	file, err := root.Open(name)
	if err != nil {
		return "", sentence(name, err)
	}
	defer file.Close() //nolint:errcheck // only read from
	content, err := io.ReadAll(io.LimitReader(file, fileBytes+1))
	switch {
	case err != nil:
		return "", sentence(name, err)
	case len(content) > fileBytes:
		return "", schemaregistry.Fail("file_too_large", "%q is larger than %d MB.", name, fileBytes>>20)
	case !utf8.Valid(content):
		return "", schemaregistry.Fail("not_text", "%q is no text.", name)
	}
	return string(content), nil
}
