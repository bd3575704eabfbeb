package choiceinterp

import (
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// knowledge is what is known of one tool, all of it from its declaration and
// the training corpus.
type knowledge struct {
	tool      *schemaregistry.Tool
	phrases   map[string][]hit         // folded phrase -> the values that it names
	opens     map[string]bool          // words with which a phrase begins
	longest   int                      // words of the longest phrase
	ownName   map[string]bool          // stemmed words of the name and title of the tool itself
	cues      map[string][]int         // stemmed word of a title, name or unit -> arguments
	sentence  []sample                 // training lines of this tool
	words     map[string]bool          // every word of declaration and corpus
	spellings []spelling               // what a misspelt word may mean, the most used first
	slips     map[string]string        // misspelt word of a training line -> what it means
	named     map[string][]string      // vocabulary -> the names that declaration and corpus mention
	carriers  map[string]bool          // words that stand inside trained or declared values: what a typo may mean
	domain    map[string]int           // stems of words that belong to this tool's matter
	serving   map[string]bool          // stems of words of general lines that make sense with every tool
	loose     map[string]int           // words of declared names -> how often lines use them for nothing
	bound     map[string]int           // and how often inside a value
	refusing  map[tag]bool             // values that are themselves refusals: "no filling"
	numbers   map[int]map[float64]bool // argument -> numbers with which its values are named
	absorbs   []bool                   // arguments that hold what is excluded
	tagger    *tagger
	kinds     *kindModel
	gist      *gist
	trained   bool // the corpus knows the tool

	calibration *Calibration
}

// A hit is a value of an argument that a phrase names.
type hit struct {
	arg   int
	value string
}

func newKnowledge(tool *schemaregistry.Tool, tools, general []sample) *knowledge {
	k := &knowledge{
		tool: tool, ownName: map[string]bool{}, phrases: map[string][]hit{}, opens: map[string]bool{}, numbers: map[int]map[float64]bool{}, cues: map[string][]int{},
		words: map[string]bool{}, named: map[string][]string{}, domain: map[string]int{}, loose: map[string]int{}, bound: map[string]int{}, serving: map[string]bool{}, carriers: map[string]bool{}, trained: len(tools) > 0,
	}
	for _, w := range append(words(tool.Name), words(tool.Title)...) {
		k.ownName[stem(w)] = true
	}
	for i := range tool.Args {
		k.learnArg(i)
	}
	k.sentence = append(k.declared(), tools...)
	for _, s := range k.sentence {
		k.learnWords(s)
		k.learnNames(s)
		k.learnNumbers(s)
		k.countUses(s)
	}
	for _, s := range general {
		if s.kind != kindQuestion {
			k.countUses(s)
		}
		for _, t := range s.tokens {
			w := t.norm
			if t.kind == symbolToken {
				continue
			}
			k.words[w] = true
			if s.kind != kindNone && isContent(w) {
				k.serving[stem(w)] = true
			}
		}
	}
	k.learnMatter()
	k.learnSpelling()
	return k
}

// learnMatter collects the words of the tool's matter and finds the arguments
// that are named in exclusions.
func (k *knowledge) learnMatter() {
	texts := []string{k.tool.Name, k.tool.Title, k.tool.Description}
	for _, topic := range k.tool.Topics {
		texts = append(texts, topic.Question, topic.Answer)
	}
	excluded, all := make([]int, len(k.tool.Args)), make([]int, len(k.tool.Args))
	for i := range k.tool.Args {
		arg := &k.tool.Args[i]
		texts = append(texts, arg.Title, arg.Description, arg.Unit)
		texts = append(texts, arg.Enum...)
		for _, label := range arg.Labels {
			texts = append(texts, label)
		}
	}
	refusals, spans := map[tag]int{}, map[tag]int{}
	for _, s := range k.sentence {
		for _, t := range s.tokens {
			if t.kind != symbolToken && isContent(t.norm) {
				k.domain[stem(t.norm)]++
			}
		}
		end := 0
		for _, sp := range s.spans {
			if i := k.argIndex(sp.arg); i >= 0 {
				all[i]++
				spans[tag{i, sp.value}]++
				if said := " " + s.phrase(sp.start, sp.end) + " "; excludes(said) || strings.Contains(said, " no ") {
					refusals[tag{i, sp.value}]++
				}
				if excludes(" " + s.phrase(end, sp.start) + " ") {
					excluded[i]++
				}
			}
			end = sp.end
		}
	}
	k.refusing = map[tag]bool{}
	for t, n := range spans {
		k.refusing[t] = t.value != "" && t.value != vague && refusals[t]*100 >= 15*n
	}
	for i := range all {
		k.absorbs = append(k.absorbs, k.tool.Args[i].Type == "array" && all[i] > 0 && 2*excluded[i] > all[i])
	}
	for _, text := range texts {
		for _, w := range words(text) {
			if isContent(w) {
				k.domain[stem(w)]++
			}
		}
	}
}

// learnArg takes in the names of an argument's values and the words around it.
func (k *knowledge) learnArg(i int) {
	arg := &k.tool.Args[i]
	for _, value := range arg.Enum {
		k.addPhrase(value, hit{i, value})
	}
	for value, label := range arg.Labels {
		k.addPhrase(value, hit{i, value})
		for _, name := range labelNames(label) {
			k.addPhrase(name, hit{i, value})
		}
	}
	for _, text := range []string{arg.Name, arg.Title, arg.Unit} {
		for _, w := range words(text) {
			if isContent(w) && len(w) > 2 && !slices.Contains(k.cues[stem(w)], i) {
				k.cues[stem(w)] = append(k.cues[stem(w)], i)
			}
			k.words[w] = true
		}
	}
}

// labelNames are the names inside a label: itself, without what stands in
// brackets or behind a colon, what stands in brackets, and the parts of a slash.
func labelNames(label string) []string {
	names := []string{label}
	head := label
	if at := strings.IndexAny(label, "(:;,—"); at > 0 {
		head = label[:at]
		names = append(names, head)
	}
	if open, shut := strings.Index(label, "("), strings.Index(label, ")"); open > 0 && shut > open {
		names = append(names, label[open+1:shut])
	}
	if strings.Contains(head, "/") {
		names = append(names, strings.Split(head, "/")...)
	}
	return names
}

func (k *knowledge) addPhrase(name string, h hit) {
	folded := words(name)
	phrase := strings.Join(folded, " ")
	if phrase == "" || slices.Contains(k.phrases[phrase], h) {
		return
	}
	k.phrases[phrase] = append(k.phrases[phrase], h)
	k.opens[folded[0]] = true
	k.longest = max(k.longest, len(folded))
	for _, w := range folded {
		k.words[w] = true
		if isContent(w) {
			k.carriers[w] = true
		}
	}
}

func (k *knowledge) learnWords(s sample) {
	for _, t := range s.tokens {
		if t.kind == wordToken {
			k.words[t.norm] = true
		}
	}
	for _, span := range s.spans {
		if span.arg == "*" {
			continue
		}
		for w := range strings.FieldsSeq(s.phrase(span.start, span.end)) {
			if isContent(w) || len(w) >= 4 {
				k.carriers[w] = true
			}
		}
	}
}

// learnNames keeps the names of the data that lines mention: what can be named
// while a session brings no names of its own.
func (k *knowledge) learnNames(s sample) {
	for _, sp := range s.spans {
		i := k.argIndex(sp.arg)
		if i < 0 || !isOpen(&k.tool.Args[i]) || k.tool.Args[i].Values == "" || sp.value == vague {
			continue
		}
		name := sp.value
		if name == "" {
			name = s.text[sp.start:sp.end]
			if k.tool.Args[i].Values == "columns" {
				name = strings.ReplaceAll(foldPhrase(name), " ", "_")
			}
		}
		if list := k.named[k.tool.Args[i].Values]; !slices.Contains(list, name) {
			k.named[k.tool.Args[i].Values] = append(list, name)
		}
	}
}

// means reports a declared name that lines hardly ever use for anything else.
func (k *knowledge) means(phrase string) bool {
	bound, loose := 0, 0
	for w := range strings.FieldsSeq(phrase) {
		bound += k.bound[w]
		loose += k.loose[w]
	}
	return bound >= 4*loose
}

// countUses counts where the words of a line stand: inside values or outside.
func (k *knowledge) countUses(s sample) {
	for _, t := range s.tokens {
		inside := false
		for _, sp := range s.spans {
			inside = inside || t.start >= sp.start && t.start < sp.end
		}
		if inside {
			k.bound[t.norm]++
		} else {
			k.loose[t.norm]++
		}
	}
}

// argIndex is the place of the named argument, or -1.
func (k *knowledge) argIndex(name string) int {
	return slices.IndexFunc(k.tool.Args, func(a schemaregistry.Arg) bool { return a.Name == name })
}

// unions are values that stand for all the others of their argument, such as
// both or all: two of the others together mean it, and it is no alternative.
func isUnion(value string) bool {
	switch value {
	case "all", "both", "any", "everything", "every":
		return true
	}
	return false
}

// plain are the values of an argument that are no union.
func plain(arg *schemaregistry.Arg) []string {
	return slices.DeleteFunc(slices.Clone(arg.Enum), isUnion)
}

func unionOf(arg *schemaregistry.Arg) string {
	if i := slices.IndexFunc(arg.Enum, isUnion); i >= 0 {
		return arg.Enum[i]
	}
	return ""
}

func isNumeric(arg *schemaregistry.Arg) bool { return arg.Type == "integer" || arg.Type == "number" }

func isOpen(arg *schemaregistry.Arg) bool {
	return len(arg.Enum) == 0 && (arg.Type == "string" || arg.Type == "array" && arg.ItemType == "string" || isPairs(arg))
}

// isPairs is an argument that gives names of the data a value each, such as
// {"rainfall": "up"}.
func isPairs(arg *schemaregistry.Arg) bool { return arg.Type == "object" }

// vocabularyOf is the vocabulary that an argument's names are taken from.
func vocabularyOf(arg *schemaregistry.Arg) string {
	if arg.Values == "" && isPairs(arg) {
		return "columns"
	}
	return arg.Values
}
