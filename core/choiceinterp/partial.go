package choiceinterp

import "slices"

// PartOf returns the 1-based label that alone contains every word of the message
// ("right" of "the left tap, the right tap"), or 0 when none or several do.
func PartOf(message string, labels []string) int {
	words := normWords(message)
	if len(words) == 0 {
		return 0
	}
	found := 0
	for i, label := range labels {
		own := normWords(label)
		if slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(own, w) }) {
			continue
		}
		if found > 0 {
			return 0
		}
		found = i + 1
	}
	return found
}

func normWords(text string) []string {
	var words []string
	for _, t := range tokenize(text) {
		if t.kind != symbolToken {
			words = append(words, t.norm)
		}
	}
	return words
}
