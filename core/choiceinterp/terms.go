package choiceinterp

import (
	"slices"
	"strings"
)

// A term is a name of the data found in a message: a column, a state, a ward, a
// period.
type term struct {
	vocabulary  string
	values      []string // canonical names; several when the words fit more than one
	first, last int      // tokens
	typo        bool
	partial     bool // only a part of the name was said
}

// findTerms looks for the names that this tool's arguments can take.
func (r *reading) findTerms() []term {
	var found []term
	seen := map[string]bool{}
	for i := range r.k.tool.Args {
		vocabulary := vocabularyOf(r.arg(i))
		if vocabulary == "" || seen[vocabulary] {
			continue
		}
		seen[vocabulary] = true
		if vocabulary == "periods" {
			found = append(found, findPeriods(r.tokens)...)
			continue
		}
		m := matcher{tokens: r.tokens, k: r.k, vocabulary: vocabulary}
		for _, entry := range r.vocabulary(vocabulary) {
			m.add(entry)
		}
		found = append(found, m.find()...)
	}
	slices.SortStableFunc(found, func(a, b term) int {
		if a.first != b.first {
			return a.first - b.first
		}
		return b.last - a.last
	})
	kept, end := found[:0], -1
	for _, t := range found {
		if t.first > end {
			kept = append(kept, t)
			end = t.last
		}
	}
	return kept
}

// vocabulary lists the names in the request's context; without any, the names
// that declaration and corpus mention.
func (r *reading) vocabulary(name string) []Column {
	if (name == "columns" || name == "headings") && len(r.req.Context.Columns) > 0 {
		return r.req.Context.Columns
	}
	names := r.req.Context.names(name)
	if len(names) == 0 {
		names = r.k.named[name]
	}
	entries := make([]Column, len(names))
	for i, n := range names {
		entries[i].Name = n
	}
	return entries
}

// names are the canonical names of a vocabulary.
func (c *Context) names(vocabulary string) []string {
	switch vocabulary {
	case "columns", "headings":
		names := make([]string, len(c.Columns))
		for i, column := range c.Columns {
			names[i] = column.Name
		}
		return names
	case "states":
		return c.States
	case "wards":
		return c.Wards
	}
	return nil
}

// matcher finds names in a message, word by word.
type matcher struct {
	tokens     []token
	k          *knowledge
	vocabulary string
	names      []name
}

type name struct {
	canonical string
	words     []string
}

func (m *matcher) add(entry Column) {
	m.names = append(m.names, name{entry.Name, words(entry.Name)})
	for _, alias := range entry.Aliases {
		m.names = append(m.names, name{entry.Name, words(alias)})
	}
}

// find returns at each place the best match: a whole name before a misspelt one
// before a part of one.
func (m *matcher) find() []term {
	var found []term
	for i := 0; i < len(m.tokens); i++ {
		if m.tokens[i].kind == symbolToken {
			continue
		}
		t, ok := m.whole(i)
		if !ok {
			t, ok = m.misspelt(i)
		}
		if !ok {
			t, ok = m.part(i)
		}
		if ok {
			t.vocabulary = m.vocabulary
			found = append(found, t)
			i = t.last
		}
	}
	return found
}

func (m *matcher) whole(i int) (term, bool) {
	best := term{first: i, last: -1}
	for _, n := range m.names {
		end := matchWords(m.tokens, i, n.words)
		if end == 0 {
			end = m.anyOrder(i, n.words)
		}
		if end == 0 || end-1 < best.last {
			continue
		}
		if end-1 > best.last {
			best.values = nil
		}
		best.last = end - 1
		if !slices.Contains(best.values, n.canonical) {
			best.values = append(best.values, n.canonical)
		}
	}
	return best, best.last >= 0
}

// anyOrder matches a name whose content words stand together in another order:
// "water distance" for distance_to_water.
func (m *matcher) anyOrder(i int, name []string) int {
	content := slices.DeleteFunc(slices.Clone(name), func(w string) bool { return functionWords[w] })
	if len(content) < 2 {
		return 0
	}
	left := len(content)
	for at := i; at < len(m.tokens) && at < i+len(name)+3; at++ {
		t := m.tokens[at]
		k := slices.IndexFunc(content, func(w string) bool { return stem(w) == stem(t.norm) })
		switch {
		case k >= 0:
			content[k] = ""
			if left--; left == 0 {
				return at + 1
			}
		case at == i || t.kind == wordToken && isContent(t.norm):
			return 0
		}
	}
	return 0
}

// misspelt matches names of one or two words by edit distance.
func (m *matcher) misspelt(i int) (term, bool) {
	best, bestRatio := term{}, 0.
	for _, n := range m.names {
		joined := strings.Join(n.words, "")
		if len(joined) < 5 {
			continue
		}
		said, last := "", i-1
		for used := 0; used < len(n.words) && last+1 < len(m.tokens); {
			last++
			if m.tokens[last].kind != symbolToken {
				said += m.tokens[last].norm
				used++
			}
		}
		for _, try := range []struct {
			text string
			last int
		}{{said, last}, {m.tokens[i].norm, i}} {
			if len(try.text) < 5 || m.k.words[try.text] && try.text != joined || !similarStart(try.text, joined) {
				continue
			}
			limit := 1
			if len(joined) >= 9 {
				limit = 2
			}
			if r := ratio(try.text, joined, limit); r > bestRatio {
				best, bestRatio = term{values: []string{n.canonical}, first: i, last: try.last, typo: try.text != joined}, r
			}
		}
	}
	return best, bestRatio >= 0.8
}

// part matches one word that belongs to names of the data and to nothing else
// the tool knows: "wetness" for soil_wetness, "elev" for elevation.
func (m *matcher) part(i int) (term, bool) {
	w := m.tokens[i].norm
	if m.vocabulary == "states" || m.vocabulary == "wards" || len(w) < 4 || !isContent(w) || m.k.carriers[w] || len(m.k.cues[stem(w)]) > 0 {
		return term{}, false
	}
	t := term{first: i, last: i, partial: true}
	for _, n := range m.names {
		for _, part := range n.words {
			if stem(part) == stem(w) || len(w) >= 4 && len(part) > len(w) && strings.HasPrefix(part, w) && !m.k.words[w] {
				if !slices.Contains(t.values, n.canonical) {
					t.values = append(t.values, n.canonical)
				}
			}
		}
	}
	return t, len(t.values) > 0 && len(t.values) <= 4
}
