package choiceinterp

import "strings"

// stopWords are left out when two utterances are compared.
var stopWords = wordSet("a an the please pls of to for in on at by with and is are it its be me my we i you")

// Fingerprint is what two lines share when they are the same utterance: folded
// words in order, without punctuation and stop words (all of its words when it
// has no others).
func Fingerprint(text string) string {
	all := words(text)
	var kept []string
	for _, w := range all {
		if !stopWords[w] {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		kept = all
	}
	return strings.Join(kept, " ")
}

// CorpusTexts are the texts of a corpus file as they are said, without marks.
func CorpusTexts(name string) ([]string, error) {
	samples, err := loadCorpus(name)
	texts := make([]string, len(samples))
	for i, s := range samples {
		texts[i] = s.text
	}
	return texts, err
}
