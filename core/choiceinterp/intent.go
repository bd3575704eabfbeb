package choiceinterp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A ToolScore is how likely a message is meant for a tool: a probability over
// the tools offered and "none of them".
type ToolScore struct {
	Tool  *schemaregistry.Tool
	Score float64
}

// PickTool ranks tools by how well a message fits what they are declared for:
// names, titles, descriptions, examples, labels and training lines. It also says
// what the message is: OutcomeRun for something to do, OutcomeQuestion for a
// question about meaning or method, OutcomeReject for nothing to act on. The
// scores of all tools and of "none" add up to one.
func (in *Interpreter) PickTool(_ context.Context, text string, tools []*schemaregistry.Tool, c Context) ([]ToolScore, Outcome) {
	m, err := in.intents(tools)
	if err != nil || len(tools) == 0 || strings.TrimSpace(text) == "" {
		return nil, OutcomeReject
	}
	// Both as it was said and with the names of columns hidden: a column may be
	// called like a step ("test positivity") or like nothing in the training lines.
	p, k := m.predict(text)
	if hidden := withoutColumns(text, c); hidden != text {
		q, l := m.predict(hidden)
		average(p, q)
		average(k, l)
	}
	scores := make([]ToolScore, len(tools))
	for i, tool := range tools {
		scores[i] = ToolScore{tool, float64(p[i])}
	}
	slices.SortStableFunc(scores, func(a, b ToolScore) int { return cmp.Compare(b.Score, a.Score) })
	if isSmallTalk(tokenize(text)) {
		return scores, OutcomeReject
	}
	switch kind(argmax(k)) {
	case kindQuestion:
		return scores, OutcomeQuestion
	case kindNone:
		if float64(p[len(tools)]) > scores[0].Score {
			return scores, OutcomeReject
		}
	}
	return scores, OutcomeRun
}

// predict gives the probabilities of the tools with "none" last, and of the kinds.
func (m *intentModel) predict(text string) (tools, kindsOf []float32) {
	features := intentFeatures(tokenize(text))
	tools, kindsOf = make([]float32, m.tools.labels), make([]float32, kinds)
	m.tools.predict(features, nil, tools)
	m.kinds.predict(features, nil, kindsOf)
	return tools, kindsOf
}

func average(p, q []float32) {
	for i := range p {
		p[i] = (p[i] + q[i]) / 2
	}
}

// intentModel tells tools apart.
type intentModel struct{ tools, kinds *softmax }

// intents trains on every line of every tool, once for each set of tools.
func (in *Interpreter) intents(tools []*schemaregistry.Tool) (*intentModel, error) {
	var key strings.Builder
	for _, tool := range tools {
		key.WriteString(tool.Name + " ")
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if m := in.picks[key.String()]; m != nil {
		return m, nil
	}
	m, err := in.trainIntents(tools)
	if err == nil {
		in.picks[key.String()] = m
	}
	return m, err
}

func (in *Interpreter) trainIntents(tools []*schemaregistry.Tool) (*intentModel, error) {
	general, err := in.general()
	if err != nil {
		return nil, err
	}
	var byTool, byKind []example
	for i, tool := range tools {
		own, err := loadCorpus(tool.Name)
		if err != nil {
			return nil, err
		}
		k := newKnowledge(tool, own, nil)
		lines := append(withNames(tool, k.sentence), sample{text: tool.Description})
		weight := float32(1)
		if len(lines) < 60 {
			weight = min(4, 60/float32(len(lines)))
		}
		for _, s := range lines {
			features := intentFeatures(tokenize(s.text))
			if s.kind == kindNone {
				byTool = append(byTool, example{features: features, label: len(tools), weight: 1})
			} else {
				byTool = append(byTool, example{features: features, label: i, weight: weight})
			}
			byKind = append(byKind, example{features: features, label: int(s.kind), weight: 1})
		}
	}
	for _, s := range general {
		features := intentFeatures(tokenize(s.text))
		if s.kind == kindNone {
			byTool = append(byTool, example{features: features, label: len(tools), weight: 1})
		}
		byKind = append(byKind, example{features: features, label: int(s.kind), weight: 1})
	}
	m := &intentModel{newSoftmax(len(tools) + 1), newSoftmax(int(kinds))}
	m.tools.train(byTool)
	m.kinds.train(byKind)
	return m, nil
}

// everyNth of a tool's lines is said again after the tool's name.
const everyNth = 6

// withNames adds lines that call the tool by its names, alone and before what else
// is said ("nets, 200k of them"): people name a step more often than examples do.
func withNames(tool *schemaregistry.Tool, lines []sample) []sample {
	names := slices.Concat([]string{tool.Title, strings.ReplaceAll(tool.Name, "_", " ")}, tool.Aliases, []string{tool.Gives, tool.Short})
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	out := slices.Clone(lines)
	for _, name := range names {
		out = append(out, sample{text: name}, sample{text: name}, sample{text: "run the " + name}, sample{text: "do " + name}, sample{text: "compute " + name})
	}
	for i := 0; i < len(lines); i += everyNth {
		if s := lines[i]; s.kind != kindNone && s.kind != kindQuestion {
			s.text = names[len(names)-1] + " " + s.text
			out = append(out, s)
		}
	}
	return out
}

// withoutColumns puts a placeholder for the names of this session's columns: that
// somebody names one tells little about the tool.
func withoutColumns(text string, c Context) string {
	m := matcher{tokens: tokenize(text), k: &knowledge{}}
	for _, column := range c.Columns {
		m.add(column)
	}
	for i := len(m.tokens) - 1; i >= 0; i-- {
		if t, ok := m.whole(i); ok && t.last > i {
			text = text[:m.tokens[i].start] + "column" + text[m.tokens[t.last].end:]
		}
	}
	return text
}

// intentFeatures are words, their stems, pairs of words, letters and how the
// message begins.
func intentFeatures(tokens []token) []uint32 {
	out := make([]uint32, 0, 8*len(tokens)+4)
	add := func(h hasher) { out = append(out, uint32(h)) }
	previous := "<edge>"
	for n, t := range tokens {
		word := t.norm
		switch {
		case t.kind == digitsToken:
			word = "<digits>"
		case t.kind == symbolToken && word != "?" && word != "%":
			continue
		}
		add(feature(60).add(stem(word)))
		add(feature(61).add(previous).add(word))
		if n < 2 {
			add(feature(62).number(n).add(word))
		}
		if len(word) >= 5 && t.kind == wordToken {
			add(feature(63).add(word[:5]))
			for k := 0; k+4 <= len(word) && k < 8; k++ {
				add(feature(64).add(word[k : k+4]))
			}
		}
		previous = word
	}
	add(feature(61).add(previous).add("<edge>"))
	add(feature(65).number(min(len(tokens), 10) / 2))
	return out
}
