package toolloop

import (
	"context"
	"errors"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp/prompted"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// described reads a call as plain English, where its tool may be called so and that
// is switched on [000-56].
func (r *run) described(tool *schemaregistry.Tool, args map[string]any) (prompted.Description, bool) {
	if r.options.Reader == nil || !tool.NL {
		return prompted.Description{}, false
	}
	if r.options.StrictNL {
		return prompted.DetectStrict(tool, args)
	}
	return prompted.Detect(tool, args)
}

// inPlainEnglish tells a model without native calls which tools take a description
// in place of their arguments [000-02].
func inPlainEnglish(tools []*schemaregistry.Tool, nl bool) string {
	var names []string
	for _, tool := range tools {
		if nl && tool.NL {
			names = append(names, tool.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "\nIn place of all other arguments these take " + `{"description": "<what is wanted, in plain English, with every detail>"}` +
		": " + strings.Join(names, ", ") + ".\n"
}

// translate turns a description into calls before anything is validated [000-55],
// runs them in their order, and returns one report of all [000-45].
func (r *run) translate(ctx context.Context, tool *schemaregistry.Tool, d prompted.Description) (told string) {
	translation, err := r.options.Reader.Translate(ctx, d.Text, tool, r.Now)
	var failed *prompted.TranslationError
	if errors.As(err, &failed) {
		return failed.Message()
	}
	translation.Override(d.Overrides)
	results := make([]string, len(translation.Calls))
	for i, args := range translation.Calls {
		call, err := r.tools.ValidateArgs(tool.Name, args)
		if err != nil {
			results[i] = schemaregistry.Failure(tool.Name, err) // [000-68]
			continue
		}
		results[i] = r.execute(ctx, call)
	}
	told = translation.Report(results)
	if len(d.Dropped) > 0 {
		told += "\n(not used beside the description: " + cut(strings.Join(d.Dropped, ", "), itemLimit) + ")"
	}
	return told
}
