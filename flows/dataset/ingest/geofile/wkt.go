package geofile

import (
	"strconv"
	"strings"
)

// A wktNode is one element of well-known text, such as PARAMETER["scale_factor",0.9996].
type wktNode struct {
	name     string // upper case
	text     string // first quoted value
	numbers  []float64
	children []wktNode
}

// parseWKT reads the well-known text of a .prj (OGC 01-009). What it cannot read
// it leaves out; an element without a name is no element.
func parseWKT(text string) wktNode {
	p := &wktParser{rest: strings.TrimSpace(text)}
	return p.node(0)
}

type wktParser struct{ rest string }

const maxWKTDepth = 20

func (p *wktParser) node(depth int) wktNode {
	n := wktNode{name: strings.ToUpper(p.upTo("[(,])"))}
	if p.rest == "" || !strings.ContainsAny(p.rest[:1], "[(") || depth > maxWKTDepth {
		return n
	}
	p.rest = p.rest[1:]
	for {
		p.rest = strings.TrimLeft(p.rest, " \t\r\n,")
		if p.rest == "" {
			return n
		}
		switch c := p.rest[0]; {
		case c == ']' || c == ')':
			p.rest = p.rest[1:]
			return n
		case c == '"':
			value, rest, _ := strings.Cut(p.rest[1:], `"`)
			if n.text == "" {
				n.text = value
			}
			p.rest = rest
		case strings.ContainsRune("+-.0123456789", rune(c)):
			if v, err := strconv.ParseFloat(p.upTo(",])"), 64); err == nil {
				n.numbers = append(n.numbers, v)
			}
		case c == '[' || c == '(':
			p.rest = p.rest[1:]
		default:
			n.children = append(n.children, p.node(depth+1))
		}
	}
}

// upTo takes the trimmed text before the next of some marks.
func (p *wktParser) upTo(marks string) string {
	at := strings.IndexAny(p.rest, marks)
	if at < 0 {
		at = len(p.rest)
	}
	text := strings.TrimSpace(p.rest[:at])
	p.rest = p.rest[at:]
	return text
}

// child returns the first child of one of the names, or an empty node.
func (n wktNode) child(names ...string) wktNode {
	for _, c := range n.children {
		for _, name := range names {
			if c.name == name {
				return c
			}
		}
	}
	return wktNode{}
}

// parameter returns the value of a projection parameter, or the default.
func (n wktNode) parameter(name string, otherwise float64) float64 {
	for _, c := range n.children {
		if c.name == "PARAMETER" && strings.EqualFold(c.text, name) && len(c.numbers) > 0 {
			return c.numbers[0]
		}
	}
	return otherwise
}

// number returns the i-th number, or the default.
func (n wktNode) number(i int, otherwise float64) float64 {
	if i < len(n.numbers) {
		return n.numbers[i]
	}
	return otherwise
}
