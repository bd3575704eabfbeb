// Package paraphrasetests holds what people say to the tools of ChatMRPT and what
// is meant by it, as test lines, and runs the interpreter over them.
package paraphrasetests

import (
	"context"
	"errors"
	"sync"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/dataset/ingest"
	"github.com/chatmrpt/chatmrpt/flows/itn"
	"github.com/chatmrpt/chatmrpt/flows/maps"
	"github.com/chatmrpt/chatmrpt/flows/query"
	"github.com/chatmrpt/chatmrpt/flows/risk"
	"github.com/chatmrpt/chatmrpt/flows/tpr"
)

// Tools are the declared tools of the flows, without data: enough to interpret,
// not to run. Every call returns the same tools.
var Tools = sync.OnceValue(func() []*schemaregistry.Tool {
	load := func(context.Context, *schemaregistry.Run) (*dataset.Dataset, error) {
		return nil, errors.New("no data is loaded")
	}
	var tools []*schemaregistry.Tool
	for _, declare := range []func(dataset.Load) []*schemaregistry.Tool{tpr.Tools, risk.Tools, itn.Tools, maps.Tools, query.Tools, ingest.Tools} {
		tools = append(tools, declare(load)...)
	}
	return tools
})

// Named returns the tool of that name, or nil.
func Named(name string) *schemaregistry.Tool {
	for _, tool := range Tools() {
		if tool.Name == name {
			return tool
		}
	}
	return nil
}
