package prompted

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
)

// Limits of what a session puts into a prompt, in bytes where they are lengths.
const (
	smallestText = 600 // that the message gets at least
	nameLimit    = 60  // a longer name of a column, ward or state is left out
	aliasLimit   = 3   // for one column
	labelLimit   = 40  // of an option
	optionLimit  = 10
	flagLimit    = 12
	memoryLimit  = 700 // of all that is remembered
	leftOutField = "names_left_out"
)

// session writes what the model is told of the conversation: one line of JSON in
// which no text of anybody can end a string, a line or a message. room is its
// length in bytes; whole is false where the message itself had to be cut.
//
// What is too much is left out by one rule. The options and the message come
// first, then memory, then flags, each when it fits; then names of the data, those
// first that share a word with the message, until the room is used up. How many
// names were left out is said.
func session(req *choiceinterp.Request, room int) (told string, whole bool) {
	out := fields{}
	add := func(name string, value any, length int) {
		if cost := len(line(fields{{name, value}})); length > 0 && cost <= room {
			out = append(out, field{name, value})
			room -= cost
		}
	}
	options := optionsOf(req.Visible)
	add("asked", req.Asked, len(req.Asked))
	add("options", options, len(options))
	said := fitted(req.Text, max(room, smallestText))
	room -= len(line(said)) + len(`{"text":}`)
	memory, flags := memoryOf(req), flagsOf(req.Context.Flags)
	add("memory", memory, len(memory))
	add("flags", flags, len(flags))
	out = append(out, vocabularies(req, said, room)...)
	return line(append(out, field{"text", said})), said == req.Text
}

// fitted cuts a text until its JSON takes at most n bytes.
func fitted(text string, n int) string {
	for limit := n; len(line(text)) > n; limit = limit * 3 / 4 {
		text = cut(text, limit)
	}
	return text
}

// line is JSON in which the signs that chat templates give a meaning to are
// escaped: <|im_start|>, </s>, [INST].
func line(value any) string {
	raw, err := json.Marshal(value) // escapes <, > and &
	if err != nil {
		return "{}"
	}
	raw = bytes.ReplaceAll(raw, []byte("[INST"), []byte(`\u005bINST`))
	return string(bytes.ReplaceAll(raw, []byte("[/INST"), []byte(`\u005b/INST`)))
}

func optionsOf(visible []choiceinterp.Option) []fields {
	var out []fields
	for i, option := range visible[:min(len(visible), optionLimit)] {
		shown := fields{{"number", i + 1}, {"label", fitted(option.Label, labelLimit)}}
		if option.Value != nil && option.Value != "" && option.Value != option.Label && len(line(option.Value)) <= nameLimit {
			shown = append(shown, field{"value", option.Value})
		}
		out = append(out, shown)
	}
	return out
}

// memoryOf tells the arguments of the tool that are remembered, the last ones
// first, as far as they fit.
func memoryOf(req *choiceinterp.Request) fields {
	var out fields
	used := 0
	for _, part := range []struct {
		name string
		args map[string]any
	}{{"last", req.Memory.Last}, {"recommended", req.Memory.Recommended}, {"previous", req.Memory.Previous}} {
		known := map[string]any{}
		for name, value := range part.args {
			if req.Tool.Arg(name) != nil {
				known[name] = value
			}
		}
		if used += len(line(known)); len(known) > 0 && used <= memoryLimit {
			out = append(out, field{part.name, known})
		}
	}
	return out
}

// flagsOf tells the plain flags of the session, by name.
func flagsOf(flags map[string]any) fields {
	var out fields
	for name, value := range flags {
		switch v := value.(type) {
		case bool, int, int64, float64:
			out = append(out, field{fitted(name, labelLimit), v})
		case string:
			out = append(out, field{fitted(name, labelLimit), fitted(v, nameLimit)})
		}
	}
	slices.SortFunc(out, func(a, b field) int { return cmp.Compare(a.name, b.name) })
	return out[:min(len(out), flagLimit)]
}
