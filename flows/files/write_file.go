package files

import (
	"context"
	"fmt"
	"path/filepath"
	"unicode/utf8"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// WriteFileArgs are the arguments of write_file.
type WriteFileArgs struct {
	Path    string `json:"path" jsonschema:"title=file,minLength=1,maxLength=400,description=Which file should I write?"`
	Content string `json:"content" jsonschema:"title=content,description=What should stand in it?"`
}

var writeFileDef = schemaregistry.Def{
	Name: "write_file", Title: "Write a file",
	Description: "Writes a text file into the session's workspace, with its folders, in place of one of the same name. The analyst finds it among the results.",
	Category:    schemaregistry.CategoryExecution, Effect: schemaregistry.EffectWrite, Unspoken: true,
	Examples: []schemaregistry.Example{
		{Text: "save that as a draft", Args: map[string]any{"path": "draft.md", "content": "# Draft\n"}},
		{Text: "write the list of wards into kano/wards.txt", Args: map[string]any{"path": "kano/wards.txt", "content": "Dala\nGwale\n"}},
		{Text: "put a reminder for the team into todo.txt: call the LGA", Args: map[string]any{"path": "todo.txt", "content": "Call the LGA.\n"}},
	},
}

func writeFile(spaces workspaces) schemaregistry.Handler[WriteFileArgs] {
	return func(_ context.Context, run *schemaregistry.Run, args WriteFileArgs) (schemaregistry.Result, error) {
		if len(args.Content) > fileBytes {
			return schemaregistry.Result{}, schemaregistry.Fail("file_too_large", "A file of more than %d MB is not written.", fileBytes>>20)
		}
		root, err := spaces.open(run.Call.Session)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		defer root.Close() //nolint:errcheck // every file in it is closed
		if err := hasRoom(root, len(args.Content)); err != nil {
			return schemaregistry.Result{}, err
		}
		if err := root.MkdirAll(filepath.Dir(args.Path), 0o700); err != nil {
			return schemaregistry.Result{}, sentence(args.Path, err)
		}
		if err := root.WriteFile(args.Path, []byte(args.Content), 0o600); err != nil {
			return schemaregistry.Result{}, sentence(args.Path, err)
		}
		return schemaregistry.Result{
			Text: fmt.Sprintf("%s is written, %d characters.", args.Path, utf8.RuneCountInString(args.Content)),
			Artifacts: []schemaregistry.Artifact{{
				// No file of the workspace takes the name of what an analysis gives.
				Name: "file-" + filepath.Base(args.Path), Kind: "report", MIME: "text/plain; charset=utf-8", Data: []byte(args.Content),
			}},
			SideEffects: []string{"created:" + args.Path},
		}, nil
	}
}
