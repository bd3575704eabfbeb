package toolloop

import (
	"fmt"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// tags lets a model write lines such as "RESEARCH: bed nets in Kano" [002-18]. A
// line inside a code fence or a quotation is no call, and no call goes over lines.
type tags struct {
	registry *schemaregistry.Registry
	nl       bool // tell which tools take plain English
}

func (tags) offer([]*schemaregistry.Tool) []llm.Tool { return nil }

func (c tags) instructions(tools []*schemaregistry.Tool) string {
	return schemaregistry.PromptBlock(tools) + inPlainEnglish(tools, c.nl)
}

// read takes tag lines; a model that writes JSON after all is understood too.
func (c tags) read(response llm.Response, tools []*schemaregistry.Tool) reading {
	var read reading
	var kept []string
	var quotation quoting
	for line := range strings.Lines(response.Text) {
		line = strings.TrimRight(line, "\r\n")
		w, tool := readTag(line, tools)
		isCall := !quotation.isOpen(line) && tool != nil
		if isCall {
			read.calls = append(read.calls, w)
		}
		if !isCall || tool.Tag.Visible {
			kept = append(kept, line)
		}
	}
	if len(read.calls) == 0 {
		return envelope(c).read(response, tools)
	}
	read.text = strings.TrimSpace(strings.Join(kept, "\n"))
	return read
}

// readTag reads one line as the call of a tool, or tool is nil. A line with a
// tool's prefix that does not have its form is a call that cannot be read.
func readTag(line string, tools []*schemaregistry.Tool) (written, *schemaregistry.Tool) {
	for _, tool := range tools {
		if args, ok := tool.ReadTag(line); ok {
			return written{name: tool.Name, args: args}, tool
		}
	}
	for _, tool := range tools {
		if strings.HasPrefix(line, tool.Tag.Prefix+":") {
			err := schemaregistry.Objection(fmt.Sprintf("a line %s: does not have its form", tool.Tag.Prefix))
			return written{name: tool.Name, err: err}, tool
		}
	}
	return written{}, nil
}

// quoting follows a text line by line and knows what is quoted in it.
type quoting struct {
	fence  string // that closes the code block; "" outside
	quotes bool   // a quotation mark is open
}

// isOpen reports whether a line is part of a code block or a quotation.
func (q *quoting) isOpen(line string) bool {
	trimmed := strings.TrimLeft(line, " ")
	if q.fence != "" {
		if strings.HasPrefix(trimmed, q.fence) {
			q.fence = ""
		}
		return true
	}
	for _, mark := range []string{"```", "~~~"} {
		if strings.HasPrefix(trimmed, mark) {
			q.fence, q.quotes = mark, false
			return true
		}
	}
	if trimmed == "" { // a quotation ends with its paragraph
		q.quotes = false
		return false
	}
	inside := q.quotes
	for _, sign := range line {
		switch sign {
		case '"':
			q.quotes = !q.quotes
		case '“', '«':
			q.quotes = true
		case '”', '»':
			q.quotes = false
		}
	}
	return inside
}
