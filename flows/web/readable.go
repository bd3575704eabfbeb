package web

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// unread are elements whose content nobody reads as text of the page.
var unread = []atom.Atom{
	atom.Head, atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Iframe, atom.Object, atom.Svg, atom.Math, atom.Canvas,
	atom.Nav, atom.Footer, atom.Aside, atom.Form, atom.Button, atom.Select, atom.Textarea, atom.Dialog,
}

// inline are elements that do not begin a line.
var inline = []atom.Atom{
	atom.A, atom.Abbr, atom.B, atom.Bdi, atom.Bdo, atom.Cite, atom.Code, atom.Data, atom.Dfn, atom.Em, atom.Font, atom.I, atom.Ins, atom.Kbd,
	atom.Label, atom.Mark, atom.Q, atom.S, atom.Samp, atom.Small, atom.Span, atom.Strong, atom.Sub, atom.Sup, atom.Time, atom.U, atom.Var, atom.Wbr,
}

// readable are the title of a page and its text as somebody reads it: what the page
// calls its main part where it does, a line for each block, cells of a table apart,
// and nothing that is hidden.
func readable(root *html.Node) (title, text string) {
	if node := first(root, atom.Title); node != nil {
		var t lines
		t.children(node)
		title = strings.Join(t.done, " ")
	}
	for _, part := range []*html.Node{first(root, atom.Main), first(root, atom.Article), root} {
		if part == nil {
			continue
		}
		var l lines
		l.children(part)
		l.end()
		if text = strings.Join(l.done, "\n"); text != "" {
			break
		}
	}
	return title, text
}

func first(root *html.Node, element atom.Atom) *html.Node {
	for node := range root.Descendants() {
		if node.Type == html.ElementNode && node.DataAtom == element {
			return node
		}
	}
	return nil
}

// lines collects text in lines without empty ones.
type lines struct {
	done    []string
	current strings.Builder
}

func (l *lines) children(node *html.Node) {
	for child := range node.ChildNodes() {
		switch child.Type {
		case html.TextNode:
			l.current.WriteString(child.Data)
		case html.ElementNode:
			l.element(child)
		case html.DocumentNode:
			l.children(child)
		}
	}
	if node.DataAtom == atom.Title {
		l.end()
	}
}

func (l *lines) element(node *html.Node) {
	switch {
	case slices.Contains(unread, node.DataAtom) || isHidden(node):
	case slices.Contains(inline, node.DataAtom):
		l.children(node)
	case node.DataAtom == atom.Td || node.DataAtom == atom.Th:
		l.current.WriteString(" | ")
		l.children(node)
	default:
		l.end()
		l.children(node)
		l.end()
	}
}

// end ends a line: words with one space between them, and nothing that controls a
// screen or the direction of what follows.
func (l *lines) end() {
	words := strings.FieldsFunc(strings.ToValidUTF8(l.current.String(), "\ufffd"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u200b' || r == '\ufeff'
	})
	l.current.Reset()
	if line := strings.TrimPrefix(strings.Join(words, " "), "| "); line != "" {
		l.done = append(l.done, line)
	}
}

// isHidden reports that a page does not show an element, which is where text for
// machines alone would stand.
func isHidden(node *html.Node) bool {
	for _, attribute := range node.Attr {
		value := strings.ToLower(strings.Join(strings.Fields(attribute.Val), ""))
		switch attribute.Key {
		case "hidden":
			return true
		case "aria-hidden":
			if value == "true" {
				return true
			}
		case "style":
			for _, invisible := range []string{"display:none", "visibility:hidden", "font-size:0;", "font-size:0px", "opacity:0;"} {
				if strings.Contains(value+";", invisible) {
					return true
				}
			}
		}
	}
	return false
}
