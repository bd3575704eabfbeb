package choiceinterp

import (
	"strconv"
	"strings"
)

// wholeOption is the visible option that the whole message is: its label, its
// value, its number. 0 when it is none.
func wholeOption(req *Request) int {
	if len(req.Visible) == 0 {
		return 0
	}
	said := foldPhrase(req.Text)
	if said == "" {
		return 0
	}
	match := 0
	for i, o := range req.Visible {
		if !o.isCalled(said) {
			continue
		}
		if match > 0 {
			return 0
		}
		match = i + 1
	}
	return match
}

// isCalled reports whether the folded text is the option's label or value.
func (o Option) isCalled(said string) bool {
	if text, ok := o.Value.(string); ok && foldPhrase(text) == said {
		return true
	}
	if f, ok := AsFloat(o.Value); ok && said == foldPhrase(strconv.FormatFloat(f, 'f', -1, 64)) {
		return true
	}
	for _, name := range o.names() {
		if foldPhrase(name) == said {
			return true
		}
	}
	return false
}

// names are the ways an option's label can be said: without its number and
// without what explains or recommends it.
func (o Option) names() []string {
	label := strings.TrimSpace(o.Label)
	if at := strings.IndexAny(label, ".)"); at > 0 && at <= 2 && isDigits(label[:at]) {
		label = strings.TrimSpace(label[at+1:])
	}
	names := []string{label}
	if at := strings.IndexAny(label, "(:—–"); at > 0 {
		names = append(names, strings.TrimSpace(label[:at]))
	}
	if at := strings.Index(label, " - "); at > 0 {
		names = append(names, label[:at])
	}
	return names
}

// pointed resolves a message that only points into the visible list: "2", "the
// second one", "option b please". A list that is not there is a question back.
func (r *reading) pointed() (option int, res *Resolution) {
	n := len(r.req.Visible)
	if number, ok := r.bareNumber(); ok && n > 0 {
		if number >= 1 && number <= n {
			return number, nil
		}
		if r.asked < 0 || !isNumeric(r.arg(r.asked)) {
			return 0, r.outsideList()
		}
		return 0, nil
	}
	ordinals := findOrdinals(r.tokens)
	if n > 0 && len(ordinals) == 0 {
		ordinals = r.listedNumbers()
	}
	if len(ordinals) == 0 || !r.onlyPoints(ordinals) {
		return 0, nil
	}
	if n == 0 {
		return 0, r.outsideList()
	}
	for _, o := range ordinals {
		if next := o.last + 1; next < len(r.tokens) && smallNumbers[r.tokens[next].norm] > 1 {
			return 0, r.outsideList() // "the first two" are two
		}
	}
	return r.pointedBy(ordinals)
}

// listedNumbers are the numbers of a message that holds several of them and
// nothing else: "1 or 3", "not 2, 3".
func (r *reading) listedNumbers() []Ordinal {
	var found []Ordinal
	for i, t := range r.tokens {
		if n, err := strconv.Atoi(t.norm); t.kind == digitsToken && err == nil && n > 0 && n <= len(r.req.Visible) {
			found = append(found, Ordinal{Position: n, Firm: true, Start: t.start, End: t.end, first: i, last: i})
		}
	}
	if len(found) < 2 {
		return nil
	}
	return found
}

// pointedBy reads ordinals with exclusion and correction.
func (r *reading) pointedBy(ordinals []Ordinal) (int, *Resolution) {
	n := len(r.req.Visible)
	left := map[int]bool{}
	chosen := 0
	var excluded int
	for i, o := range ordinals {
		place := o.In(n)
		if place == 0 {
			return 0, r.outsideList()
		}
		from := 0
		if i > 0 {
			from = ordinals[i-1].last + 1
		}
		words := r.tokenGap(from, o.first)
		if excludes(words) || i == 0 && strings.HasSuffix(words, " no the ") || strings.HasSuffix(words, " not the ") {
			left[place] = true
			excluded++
			continue
		}
		if chosen > 0 && chosen != place && !isCorrection(words) {
			return 0, r.outsideList()
		}
		chosen = place
	}
	if chosen > 0 {
		return chosen, nil
	}
	if n-len(left) == 1 {
		for place := 1; place <= n; place++ {
			if !left[place] {
				return place, nil
			}
		}
	}
	return 0, r.outsideList()
}

func (r *reading) tokenGap(from, to int) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, t := range r.tokens[from:to] {
		if t.kind != symbolToken {
			b.WriteString(t.norm)
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func isCorrection(words string) bool {
	for _, cue := range correctionCues {
		if strings.Contains(words, " "+cue+" ") {
			return true
		}
	}
	return strings.Contains(words, " no ")
}

// bareNumber is a message that is one whole number, with polite words around it.
func (r *reading) bareNumber() (int, bool) {
	number := 0
	for i, t := range r.tokens {
		switch {
		case t.kind == symbolToken && strings.Contains(".!)(#,?:", t.norm):
		case t.kind == digitsToken && number == 0 && len(t.norm) <= 3:
			number, _ = strconv.Atoi(t.norm)
			if number == 0 {
				return 0, false
			}
		case t.norm == "the" && i+1 < len(r.tokens) && smallNumbers[r.tokens[i+1].norm] > 0:
			return 0, false // "the two" are two of them
		case t.kind == wordToken && number == 0 && smallNumbers[t.norm] > 0 && !politeness[t.norm]:
			number = int(smallNumbers[t.norm])
		case t.kind == wordToken && politeness[t.norm] && t.norm != "one":
		case t.kind == wordToken && t.norm == "one" && len(r.tokens) == 1:
			number = 1
		default:
			return 0, false
		}
	}
	return number, number > 0
}

// onlyPoints reports that around the ordinals stand only polite and pointing words.
func (r *reading) onlyPoints(ordinals []Ordinal) bool {
	inside := make([]bool, len(r.tokens))
	for _, o := range ordinals {
		for i := o.first; i <= o.last; i++ {
			inside[i] = true
		}
	}
	for i, t := range r.tokens {
		if inside[i] || t.kind == symbolToken && t.norm != "?" || politeness[t.norm] || listHeads[t.norm] || listNouns[t.norm] || pointingWords[t.norm] || i > 0 && inside[i-1] && smallNumbers[t.norm] > 1 {
			continue
		}
		return false
	}
	return true
}

var pointingWords = wordSet("not no sorry actually mean meant wait i rather instead and or list the from in up down above below there either but nah nope correction yes suits me works best looks go went better by all means call would be my vote goes prefer want can do shall might as numero le la prends choix celui second thought")

// visibleMentions finds the labels of visible options inside a longer message.
func (r *reading) visibleMentions() {
	if r.asked < 0 {
		return
	}
	for i, o := range r.req.Visible {
		value := r.k.optionValue(r.req, i+1)
		if value == nil {
			continue
		}
		for _, name := range o.names() {
			r.optionMention(i+1, value, words(name))
		}
	}
}

func (r *reading) optionMention(option int, value any, name []string) {
	if len(name) == 0 || len(name) == 1 && !isContent(name[0]) {
		return
	}
	for i := range r.atoms {
		end := matchWords(r.tokens, r.atoms[i].first, name)
		if end == 0 {
			continue
		}
		last := i
		for last+1 < len(r.atoms) && r.atoms[last].last < end-1 {
			last++
		}
		for _, m := range r.mentions {
			overlaps := m.arg == r.asked && m.first <= last && i <= m.last
			if overlaps && (m.value == value || m.how == ByRegex && m.last-m.first > last-i) {
				return // it is read already, or as a part of a longer name
			}
		}
		kept := r.mentions[:0]
		for _, m := range r.mentions {
			if m.first > last || i > m.last {
				kept = append(kept, m)
			}
		}
		if f, ok := AsFloat(value); ok {
			value = f
		}
		r.mentions = append(kept, mention{arg: r.asked, value: value, score: certain, first: i, last: last, how: ByRegex, option: option})
		return
	}
}

// agrees reports a bare yes.
func (r *reading) agrees() bool {
	yes := false
	for _, t := range r.tokens {
		switch t.norm {
		case "yes", "yeah", "yep", "yup", "ya", "ok", "okay", "sure", "proceed", "continue", "go", "oui", "k", "kk", "fine", "right", "alright", "correct", "agreed", "yess", "y":
			yes = true
		default:
			if t.kind != symbolToken && !politeness[t.norm] && t.norm != "ahead" && t.norm != "on" || t.norm == "?" {
				return false
			}
		}
	}
	return yes
}
