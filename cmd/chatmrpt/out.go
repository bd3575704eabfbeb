package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
)

// outFolder receives the files of a conversation as they come to exist. Names are
// jailed to the folder.
type outFolder struct {
	root     *os.Root
	path     string
	receipts []*schemaregistry.Receipt
}

// receiptsFile collects every receipt of the folder's results.
const receiptsFile = "receipts.json"

func openOutFolder(path string) (*outFolder, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, schemaregistry.Fail("no_out_folder", "The folder %s cannot be made.", path).Because(err)
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, schemaregistry.Fail("no_out_folder", "The folder %s cannot be opened.", path).Because(err)
	}
	o := &outFolder{root: root, path: path}
	if raw, err := root.ReadFile(receiptsFile); err == nil {
		// A file of something else is replaced, not merged.
		if json.Unmarshal(raw, &o.receipts) != nil {
			o.receipts = nil
		}
	}
	return o, nil
}

func (o *outFolder) write(ctx context.Context, blobs session.Blobs, reply router.Reply) error {
	for _, result := range reply.Results {
		content, err := blobs.Get(ctx, result.Hash)
		if err != nil {
			return err
		}
		if err := o.root.WriteFile(filepath.Base(result.Name), content, 0o644); err != nil {
			return err
		}
	}
	if reply.Receipt == nil {
		return nil
	}
	o.receipts = append(o.receipts, reply.Receipt)
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(o.receipts); err != nil {
		return err
	}
	return o.root.WriteFile(receiptsFile, b.Bytes(), 0o644)
}

// pathOf is where a result lies in the folder.
func (o *outFolder) pathOf(result session.ResultRef) string {
	return filepath.Join(o.path, filepath.Base(result.Name))
}

// turnJSON is the stable shape of one turn for scripts.
type turnJSON struct {
	Text       string                `json:"text"`
	Outcome    router.Outcome        `json:"outcome"`
	Tool       string                `json:"tool"`
	Args       map[string]any        `json:"args"`
	Confidence float64               `json:"confidence"`
	MatchedBy  string                `json:"matched_by"`
	Chips      []schemaregistry.Chip `json:"chips"`
	Results    []resultJSON          `json:"results"`
	Session    string                `json:"session"`
	Receipt    string                `json:"receipt,omitempty"`
	Code       string                `json:"code,omitempty"`
}

type resultJSON struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Path string `json:"path"` // in the --out folder; the file's name without one
}

// printTurn prints the reply as one line of JSON.
func (c *chat) printTurn(reply *router.Reply) error {
	turn := turnJSON{
		Text: reply.Text(), Outcome: reply.Outcome, Tool: reply.Tool, Args: reply.Args,
		Confidence: reply.Confidence, MatchedBy: reply.MatchedBy, Chips: reply.Chips,
		Results: []resultJSON{}, Session: c.id, Code: reply.Code,
	}
	if turn.Args == nil {
		turn.Args = map[string]any{}
	}
	if turn.Chips == nil {
		turn.Chips = []schemaregistry.Chip{}
	}
	if reply.Receipt != nil {
		turn.Receipt = reply.Receipt.ID
	}
	for _, result := range reply.Results {
		path := result.Name
		if c.out != nil {
			path = c.out.pathOf(result)
		}
		turn.Results = append(turn.Results, resultJSON{ID: result.ID, Kind: result.Kind, Path: path})
	}
	encoder := json.NewEncoder(c.std.out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(turn)
}
