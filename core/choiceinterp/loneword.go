package choiceinterp

// loneWord reads an answer of one short or badly misspelt word against the values
// of the asked argument: "wrad" for ward, "kebi" for Kebbi. Beside other words
// that would be a guess; as a whole answer it is likely.
func (r *reading) loneWord() {
	if r.asked < 0 || len(firmOf(r.mentions)) > 0 || r.contentAtoms != 1 {
		return
	}
	word, at := "", -1
	for i := range r.atoms {
		if a := &r.atoms[i]; a.kind == wordAtom && a.content() {
			word, at = r.tokens[a.first].norm, i
		}
	}
	if len(word) < 4 || r.k.serving[stem(word)] {
		return
	}
	value, ok := r.closest(word)
	if ok {
		r.lone = true
		r.mentions = append(r.mentions[:0], mention{arg: r.asked, value: value, score: 0.8, first: at, last: at, how: ByFuzzy, typo: true})
	}
}

// closest is the one value of the asked argument whose name is one edit away.
func (r *reading) closest(word string) (string, bool) {
	found := ""
	consider := func(name, value string) bool {
		if len(name) >= 3 && similarStart(word, name) && editDistance(word, name, 1) <= 1 {
			if found != "" && found != value {
				return false
			}
			found = value
		}
		return true
	}
	for phrase, hits := range r.k.phrases {
		for _, h := range hits {
			if h.arg == r.asked && !consider(phrase, h.value) {
				return "", false
			}
		}
	}
	if vocabulary := vocabularyOf(r.arg(r.asked)); vocabulary != "" && vocabulary != "periods" {
		for _, entry := range r.vocabulary(vocabulary) {
			if !consider(foldPhrase(entry.Name), entry.Name) {
				return "", false
			}
		}
	}
	return found, found != ""
}
