package choiceinterp

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// The corpus is training data: what people say and which words carry which
// value. A line is {"text", "kind", "asked"}; in the text "[words](arg=value)"
// marks words that carry a value, "(arg)" a number or a name of the data,
// "(arg=?)" words that speak of an argument without deciding it, and "(*)" a
// value of any argument of any tool. A file is named after its tool;
// general.jsonl serves all of them.
//
//go:embed corpus/*.jsonl
var corpusFiles embed.FS

const generalCorpus = "general"

// A sample is a training line.
type sample struct {
	text  string
	kind  kind
	asked string
	spans []span

	tokens []token
}

// prepared splits the texts of samples into words, once for all who read them.
func prepared(samples []sample) []sample {
	for i := range samples {
		samples[i].tokens = tokenize(samples[i].text)
	}
	return samples
}

// phrase is the folded text between two bytes.
func (s *sample) phrase(start, end int) string {
	var b strings.Builder
	for _, t := range s.tokens {
		if t.kind != symbolToken && t.start >= start && t.end <= end {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(t.norm)
		}
	}
	return b.String()
}

// A span is the place of a value in a sample's text; value is "" for numbers and
// names of the data, "?" for something said too vaguely.
type span struct {
	start, end int
	arg, value string
}

// loadCorpus reads the lines for a tool; a tool without a file has none.
func loadCorpus(name string) ([]sample, error) {
	raw, err := corpusFiles.ReadFile("corpus/" + name + ".jsonl")
	if err != nil {
		return nil, nil //nolint:nilerr // a tool without a corpus works from its examples
	}
	var samples []sample
	for i, line := range strings.Split(string(raw), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		s, err := parseSample(line)
		if err != nil {
			return nil, fmt.Errorf("corpus/%s.jsonl line %d: %w", name, i+1, err)
		}
		samples = append(samples, s)
	}
	return prepared(samples), nil
}

func parseSample(line string) (sample, error) {
	var raw struct {
		Text  string `json:"text"`
		Kind  string `json:"kind"`
		Asked string `json:"asked"`
	}
	if err := json.Unmarshal([]byte(line), &raw); err != nil {
		return sample{}, err
	}
	s := sample{asked: raw.Asked}
	var ok bool
	if s.kind, ok = kindNamed(raw.Kind); !ok {
		return sample{}, fmt.Errorf("no kind %q", raw.Kind)
	}
	err := s.unmark(raw.Text)
	return s, err
}

// unmark takes the marks out of a text and keeps their places.
func (s *sample) unmark(marked string) error {
	var b strings.Builder
	for {
		open := strings.IndexByte(marked, '[')
		if open < 0 {
			break
		}
		middle := strings.Index(marked[open:], "](")
		shut := strings.IndexByte(marked[open+max(middle, 0):], ')')
		if middle < 0 || shut < 0 {
			return fmt.Errorf("unbalanced mark in %q", marked)
		}
		middle, shut = open+middle, open+middle+shut
		b.WriteString(marked[:open])
		start := b.Len()
		b.WriteString(marked[open+1 : middle])
		arg, value, _ := strings.Cut(marked[middle+2:shut], "=")
		s.spans = append(s.spans, span{start: start, end: b.Len(), arg: arg, value: value})
		marked = marked[shut+1:]
	}
	b.WriteString(marked)
	s.text = b.String()
	return nil
}

// declared makes training lines of the declaration: every value by its name and
// label, and the examples with their values found in the text.
func (k *knowledge) declared() []sample {
	var samples []sample
	for i := range k.tool.Args {
		arg := &k.tool.Args[i]
		for _, value := range arg.Enum {
			names := []string{value}
			if label := arg.Labels[value]; label != "" {
				names = append(names, labelNames(label)...)
			}
			for _, name := range names {
				text := strings.ReplaceAll(strings.TrimSpace(name), "_", " ")
				if text == "" {
					continue
				}
				samples = append(samples, sample{
					text: text, kind: kindChoice, asked: arg.Name,
					spans: []span{{0, len(text), arg.Name, value}},
				})
			}
		}
	}
	for _, example := range k.tool.Examples {
		samples = append(samples, k.align(example))
	}
	return prepared(samples)
}

// align finds in an example's text the words that carry its arguments: by name,
// by number, and what is left over for the one argument that is left over.
func (k *knowledge) align(example schemaregistry.Example) sample {
	s := sample{text: example.Text, kind: kindChoice}
	if len(example.Args) == 0 {
		s.kind = kindGo
	}
	tokens := tokenize(example.Text)
	taken := make([]bool, len(tokens))
	var left []span
	for i := range k.tool.Args {
		arg := &k.tool.Args[i]
		value, present := example.Args[arg.Name]
		if !present {
			continue
		}
		for _, v := range listOf(value) {
			first, last := k.locate(tokens, taken, arg, v)
			found := span{arg: arg.Name}
			if text, isText := v.(string); isText && len(arg.Enum) > 0 {
				found.value = text
			}
			if first < 0 {
				left = append(left, found)
				continue
			}
			for t := first; t <= last; t++ {
				taken[t] = true
			}
			found.start, found.end = tokens[first].start, tokens[last].end
			s.spans = append(s.spans, found)
		}
	}
	if len(left) == 1 && left[0].value != "" {
		for t, token := range tokens {
			if !taken[t] && token.kind == wordToken && isContent(token.norm) && k.cues[stem(token.norm)] == nil {
				s.spans = append(s.spans, span{token.start, token.end, left[0].arg, left[0].value})
			}
		}
	}
	return s
}

func listOf(value any) []any {
	switch v := value.(type) {
	case []any:
		return v
	case []string:
		list := make([]any, len(v))
		for i := range v {
			list[i] = v[i]
		}
		return list
	}
	return []any{value}
}

// locate finds the tokens that name a value.
func (k *knowledge) locate(tokens []token, taken []bool, arg *schemaregistry.Arg, value any) (first, last int) {
	if want, isNumber := AsFloat(value); isNumber {
		for _, q := range findQuantities(tokens) {
			if q.Value == want && !taken[q.first] {
				return q.first, q.last
			}
		}
		return -1, -1
	}
	text, isText := value.(string)
	if !isText {
		return -1, -1
	}
	names := [][]string{words(text)}
	if label := arg.Labels[text]; label != "" {
		for _, name := range labelNames(label) {
			names = append(names, words(name))
		}
	}
	for _, name := range names {
		for i := range tokens {
			if end := matchWords(tokens, i, name); end > 0 && !taken[i] {
				return i, end - 1
			}
		}
	}
	return -1, -1
}

// matchWords reports the token behind name when it stands at token i, else 0.
// Symbols between the words do not matter.
func matchWords(tokens []token, i int, name []string) int {
	if len(name) == 0 {
		return 0
	}
	for n, w := range name {
		for n > 0 && i < len(tokens) && tokens[i].kind == symbolToken {
			i++
		}
		if i >= len(tokens) || tokens[i].norm != w && stem(tokens[i].norm) != stem(w) {
			return 0
		}
		i++
	}
	return i
}

// AsFloat is the number that an argument's value is, whatever Go type carries it.
func AsFloat(value any) (float64, bool) {
	switch v := value.(type) {
	case float64:
		return v, true
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case json.Number:
		f, err := v.Float64()
		return f, err == nil
	}
	return 0, false
}
