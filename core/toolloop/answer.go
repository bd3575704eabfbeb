package toolloop

import (
	"regexp"
	"slices"
	"strings"
)

// answerLimit is how long an answer may be, in characters.
const answerLimit = 6000

// answer finishes the model's sentences: numbers checked, sources named. Without
// sentences the results speak.
func (r *run) answer(text string, end End) (Answer, error) {
	a := Answer{Uses: r.uses, Ask: r.ask, Proposed: r.proposed, End: end}
	for i, use := range r.uses {
		a.History = append(a.History, r.numbered(i+1, use.Tool, use.Summary, isForeign(use.Result)))
	}
	a.History = append(slices.Clone(r.Found), a.History...)
	text = cut(strings.TrimSpace(ownSources.ReplaceAllString(text, "")), answerLimit)
	switch {
	case text != "":
		text, a.Unproven = mark(text, r.numbersIn())
	case len(r.uses) > 0:
		text = r.findings()
	case r.ask == nil && r.proposed == nil:
		return Answer{}, ErrNoAnswer
	}
	a.Text = text + r.sources()
	return a, nil
}

// ownSources is a line of sources that the model wrote itself.
var ownSources = regexp.MustCompile(`(?im)^\s*\**sources?\**\s*:.*$\s*\z`)

// sources names the tools that gave results, each once and in the order of their
// first use [001-27].
func (r *run) sources() string {
	var names []string
	for _, use := range r.uses {
		if !slices.Contains(names, use.Tool) {
			names = append(names, use.Tool)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "\n\nSources: " + strings.Join(names, ", ")
}

// findingLimit is how much of each result stands in an answer without sentences.
const findingLimit = 600

// findings says what was found in the words of the results themselves.
func (r *run) findings() string {
	said := []string{"I could not put an answer into words. This is what I found:"}
	if r.ask != nil {
		said[0] = "This is what I found until now:"
	}
	for _, use := range r.uses {
		text := use.Result.Text
		if text == "" {
			text = use.Summary
		}
		if each := "- " + cut(text, findingLimit); !slices.Contains(said, each) {
			said = append(said, each)
		}
	}
	return strings.Join(said, "\n")
}
