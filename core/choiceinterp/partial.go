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

// SaidIn returns the 1-based label of which alone every word stands in the message
// ("swapped" in "the columns are swapped"), or 0 when none or several do. A message
// that denies something says none.
func SaidIn(message string, labels []string) int {
	words := normWords(message)
	if slices.ContainsFunc(words, func(w string) bool { return negators[w] || w == "no" }) {
		return 0
	}
	found := 0
	for i, label := range labels {
		own := normWords(label)
		if len(own) == 0 || slices.ContainsFunc(own, func(w string) bool { return !slices.Contains(words, w) }) {
			continue
		}
		if found > 0 {
			return 0
		}
		found = i + 1
	}
	return found
}

// Opens reports whether the message, small words aside, begins with one of the
// names: "TPR with both methods" with "TPR".
func Opens(message string, names ...string) bool {
	words := contentWords(message)
	return slices.ContainsFunc(names, func(name string) bool {
		own := contentWords(name)
		return len(own) > 0 && len(own) <= len(words) && slices.Equal(own, words[:len(own)])
	})
}

func contentWords(text string) []string {
	return slices.DeleteFunc(normWords(text), func(w string) bool { return !isContent(w) })
}

// Pick returns the 1-based item of a list on screen that the whole message points
// at: by its label, its number or an ordinal; 0 when it says anything else.
func Pick(message string, labels []string) int {
	request := Request{Text: message}
	for _, label := range labels {
		request.Visible = append(request.Visible, Option{Label: label})
	}
	if option := wholeOption(&request); option > 0 {
		return option
	}
	return placeIn(message, len(labels))
}

// placeIn is the 1-based place in a list of n that the whole message is, or 0.
func placeIn(message string, n int) int {
	if q, ok := ParseQuantity(message); ok && q.Value == float64(int(q.Value)) && len(normWords(message)) == 1 {
		return Ordinal{Position: int(q.Value)}.In(n)
	}
	o, ok := ParseOrdinal(message)
	if !ok {
		return 0
	}
	for _, word := range normWords(message[:o.Start] + " " + message[o.End:]) {
		if !politeness[word] && !listNouns[word] {
			return 0
		}
	}
	return o.In(n)
}

// PointsIntoList reports whether the whole message is a number or an ordinal, so
// that it means nothing where no list is shown.
func PointsIntoList(message string) bool {
	const long = 1000
	return placeIn(message, long) > 0
}
