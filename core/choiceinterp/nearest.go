package choiceinterp

import "math"

// A Passage is a text that a message may be about: its heading counts fully, its
// body half.
type Passage struct{ Heading, Body string }

// Nearest returns the index of the passage that covers most of the message's
// content words, rare words counting more, and the share covered (0 to 1). Words
// that stand in no passage count half. It is -1, 0 when nothing is covered.
func Nearest(message string, passages []Passage) (index int, covered float64) {
	headings, bodies := make([]map[string]bool, len(passages)), make([]map[string]bool, len(passages))
	frequency := map[string]int{}
	for i, p := range passages {
		headings[i], bodies[i] = contentStems(p.Heading), contentStems(p.Heading+" "+p.Body)
		for word := range bodies[i] {
			frequency[word]++
		}
	}
	weight := func(word string) float64 {
		if frequency[word] == 0 {
			return math.Log(1+float64(len(passages))) / 2
		}
		return math.Log(1 + float64(len(passages))/float64(frequency[word]))
	}
	index = -1
	words := contentStems(message)
	best := 0.
	for i := range passages {
		found, whole := 0., 0.
		for word := range words {
			whole += weight(word)
			switch {
			case headings[i][word]:
				found += weight(word)
			case bodies[i][word]:
				found += weight(word) / 2
			}
		}
		// Of two that cover as much, the shorter heading is more to the point.
		if score := found / (whole + 0.01*float64(len(headings[i]))); found > 0 && score > best {
			index, best, covered = i, score, found/whole
		}
	}
	return index, covered
}

func contentStems(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range normWords(text) {
		if isContent(word) && word != "many" {
			set[stem(word)] = true
		}
	}
	return set
}
