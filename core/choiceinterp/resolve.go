package choiceinterp

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Resolve understands one message. It never fails: what cannot be understood is
// a rejection with a reason. Without a tool there is nothing to resolve.
func (in *Interpreter) Resolve(ctx context.Context, req Request) Resolution {
	if req.Tool == nil {
		return Resolution{Outcome: OutcomeReject, Args: map[string]any{}, Reason: "no tool was given", MatchedBy: ByRegex}
	}
	k, err := in.knowledge(req.Tool)
	if err != nil {
		return Resolution{Tool: req.Tool.Name, Outcome: OutcomeReject, Args: map[string]any{}, Reason: err.Error(), MatchedBy: ByRegex}
	}
	if option := wholeOption(&req); option > 0 {
		return k.chosen(&req, option, ByRegex, req.Text)
	}
	return k.resolve(&req)
}

// resolve is the deterministic reading of a message.
func (k *knowledge) resolve(req *Request) Resolution {
	r := k.read(req)
	if !slices.ContainsFunc(r.atoms, func(a atom) bool { return a.kind != symbolAtom }) {
		return r.rejected("nothing was said")
	}
	if isSmallTalk(r.tokens) {
		return r.rejected("there is nothing to act on")
	}
	if option, res := r.pointed(); option > 0 || res != nil {
		if res != nil {
			return *res
		}
		return k.chosen(req, option, ByOrdinal, req.Text)
	}
	r.findMentions()
	r.loneWord()
	r.prepare()
	return r.gather().finish()
}

// prepare orders the mentions, gives them their polarity and asks what kind of
// message it is.
func (r *reading) prepare() {
	r.visibleMentions()
	r.sort(r.mentions)
	r.mentions = r.withoutStrays()
	r.polarise()
	r.classify()
}

// classify asks what kind of message it is.
func (r *reading) classify() {
	covered := r.covered()
	found := 0
	for _, m := range r.mentions {
		if m.score >= likely {
			found++
		}
	}
	r.kinds = r.k.kinds.predict(r.kindFeatures(covered, found))
	r.plain = r.kinds
	if found > 0 { // words that look like a value may belong to something else altogether
		r.plain = r.k.kinds.predictPlain(r.kindFeatures(make([]bool, len(r.atoms)), 0))
	}
}

// chosen is a visible option taken as a whole.
func (k *knowledge) chosen(req *Request, option int, by MatchedBy, quote string) Resolution {
	res := Resolution{
		Tool: k.tool.Name, Args: map[string]any{}, Confidence: 0.97, MatchedBy: by, Outcome: OutcomeRun, Option: option,
		Reason: fmt.Sprintf("option %d of %d in view", option, len(req.Visible)), Provenance: map[string]Origin{},
	}
	if value := k.optionValue(req, option); value != nil {
		res.Args[req.Asked] = value
		res.Provenance[req.Asked] = Origin{Quote: quote, Source: "said"}
	}
	return res
}

// optionValue is the legal value of the asked argument that an option stands
// for, or nil when it is an action.
func (k *knowledge) optionValue(req *Request, option int) any {
	i := k.argIndex(req.Asked)
	if i < 0 {
		return nil
	}
	arg := &k.tool.Args[i]
	o := req.Visible[option-1]
	candidates := []any{o.Value}
	text, isText := o.Value.(string)
	if o.Value == nil {
		text, isText = o.Label, true
	}
	if isText && text != "" {
		for _, name := range labelNames(text) {
			for _, h := range k.phrases[foldPhrase(name)] {
				if h.arg == i {
					candidates = append(candidates, h.value)
				}
			}
		}
		if q, ok := ParseQuantity(text); ok && isNumeric(arg) {
			candidates = append(candidates, numeric(arg.Type, q.Value))
		}
		if o.Value == nil && len(arg.Enum) == 0 && isOpen(arg) && arg.Type == "string" {
			candidates = append(candidates, text)
		}
	}
	for _, c := range candidates {
		if f, isNumber := asFloat(c); isNumber {
			c = numeric(arg.Type, f)
		}
		if c != nil && c != "" && k.tool.CheckPartial(map[string]any{arg.Name: c}) == nil {
			return c
		}
	}
	return nil
}

// gather turns mentions and references into arguments.
func (r *reading) gather() *decision {
	d := &decision{r: r, args: map[string]any{}, origins: map[string]Origin{}, confidence: 1}
	if d.yesOrNo() {
		return d
	}
	d.remember()
	d.fill()
	d.none()
	d.changeWithoutNumber()
	return d
}

// decision gathers the arguments of a resolution.
type decision struct {
	r          *reading
	args       map[string]any
	origins    map[string]Origin
	confidence float64
	matched    MatchedBy
	reason     []string
	open       []int // arguments that need asking
	values     []any // candidate values of the first of them
	pointed    bool  // a reference was followed
	nowhere    bool  // a reference points at nothing
	option     int
	only       []int
	reference  reference
	seen       Weights // what the confidence rests on
}

func (d *decision) set(arg int, value any, o Origin) {
	name := d.r.arg(arg).Name
	d.args[name] = value
	d.origins[name] = o
}

func (d *decision) ask(arg int, reason string, values []any) {
	if len(d.open) == 0 {
		d.values = values
	}
	d.open = append(d.open, arg)
	d.reason = append(d.reason, reason)
}

// fill resolves the mentions of each argument.
func (d *decision) fill() {
	r := d.r
	byArg := map[int][]mention{}
	var order []int
	for _, m := range r.mentions {
		if !slices.Contains(order, m.arg) {
			order = append(order, m.arg)
		}
		byArg[m.arg] = append(byArg[m.arg], m)
	}
	d.pairs(byArg)
	someFirm := len(r.firm()) > 0 || len(byArg) > 0 && d.reference != noReference
	for _, arg := range order {
		mentions := byArg[arg]
		if firm := firmOf(mentions); len(firm) == 0 && someFirm {
			continue
		}
		if d.changed(arg) || isPairs(r.arg(arg)) {
			continue
		}
		mentions = byArg[arg]
		if firm := firmOf(mentions); len(firm) > 0 {
			mentions = firm
		}
		if len(mentions) == 0 {
			continue
		}
		if r.arg(arg).Type == "array" {
			d.list(arg, mentions)
			continue
		}
		d.single(arg, mentions)
	}
}

// single chooses the one value of an argument.
func (d *decision) single(arg int, mentions []mention) {
	r := d.r
	positive, negative := latest(mentions)
	a := r.arg(arg)
	if len(positive) == 0 {
		d.exclude(arg, negative)
		return
	}
	positive = d.second(arg, surest(positive))
	var values []any
	score := 1.
	for _, m := range positive {
		if m.value == nil || m.outside {
			reason := fmt.Sprintf("%q does not decide the %s", r.quote(m.first, m.last), a.Title)
			options := anyList(m.several)
			if len(options) == 0 {
				options = r.choices(arg)
			}
			if m.score >= likely || len(positive) == 1 && r.kinds[kindVague] > 0.3 {
				d.ask(arg, reason, options)
			}
			return
		}
		if !slices.Contains(values, m.value) {
			values = append(values, m.value)
		}
	}
	best := positive[0]
	for _, m := range positive {
		if m.score > best.score {
			best = m
		}
	}
	value := any(nil)
	switch {
	case len(values) == 1 && len(a.Enum) > 0 && d.r.alternatives(positive[len(positive)-1]):
		d.ask(arg, "it is put as an alternative", d.r.choices(arg))
		return
	case len(values) == 1:
		value = values[0]
	default:
		value = d.combine(arg, values, positive)
	}
	negative = slices.DeleteFunc(negative, func(m mention) bool {
		v, isText := m.value.(string)
		return m.value == nil || isText && isUnion(v)
	})
	if union, isText := value.(string); isText && isUnion(union) && len(negative) > 0 && best.first < negative[0].first {
		d.exclude(arg, negative)
		return
	}
	if value == nil {
		d.ask(arg, fmt.Sprintf("more than one %s was named", a.Title), values)
		return
	}
	score = best.score
	if f, isNumber := value.(float64); isNumber {
		value = numeric(a.Type, f)
	}
	if best.option > 0 {
		d.option = best.option
	}
	d.set(arg, value, Origin{Quote: r.quote(best.first, best.last), Source: "said"})
	d.take(best, score)
}

func (d *decision) take(m mention, score float64) {
	if m.typo {
		score *= 0.97
		m.how = ByFuzzy
	}
	if score < d.confidence {
		d.confidence = score
	}
	if d.matched == "" || m.how == ByFuzzy {
		d.matched = m.how
	}
}

// combine reads several values of a single-valued argument: all of them together
// are its union value; with a union named beside one other, that other is meant
// no more than the union, so it is asked.
func (d *decision) combine(arg int, values []any, positive []mention) any {
	a := d.r.arg(arg)
	union := unionOf(a)
	if union == "" {
		return nil
	}
	for i := 1; i < len(positive); i++ {
		if joinsAlternatives(d.r.gap(positive[i-1].last+1, positive[i].first)) {
			return nil
		}
	}
	named := map[string]bool{}
	for _, v := range values {
		if s, ok := v.(string); ok {
			named[s] = true
		}
	}
	if named[union] {
		rest := len(named) - 1
		if rest == len(plain(a)) {
			return union
		}
		if rest == 1 && slices.Contains(a.Enum, "both") == false {
			return strongest(positive, union)
		}
		return nil
	}
	for _, v := range plain(a) {
		if !named[v] {
			return nil
		}
	}
	for i := 1; i < len(positive); i++ {
		if !joinsValues(d.r.gap(positive[i-1].last+1, positive[i].first)) {
			return nil
		}
	}
	return union
}

// surest leaves out what was merely guessed where a declared name, a number or a
// name of the data says something else.
func surest(positive []mention) []mention {
	exact := slices.ContainsFunc(positive, func(m mention) bool { return m.how == ByRegex && m.score >= 0.8 })
	if !exact {
		return positive
	}
	return slices.DeleteFunc(slices.Clone(positive), func(m mention) bool { return m.how == ByFuzzy && m.score < 0.6 && !m.typo })
}

// strongest is the value beside a union that a much surer mention names.
func strongest(positive []mention, union string) any {
	var value any
	best, unionScore := 0., 0.
	for _, m := range positive {
		switch {
		case m.value == union:
			unionScore = max(unionScore, m.score)
		case m.score > best:
			best, value = m.score, m.value
		}
	}
	if best > unionScore+0.1 {
		return value
	}
	return nil
}

// exclude leaves what was not excluded: one value is a choice, several are a question.
func (d *decision) exclude(arg int, negative []mention) {
	a := d.r.arg(arg)
	if isNumeric(a) && len(d.r.firm()) > len(negative) {
		return // a number that was refused beside others that were said
	}
	excluded := map[any]bool{}
	for _, m := range negative {
		excluded[m.value] = true
	}
	var left []any
	for _, v := range d.r.choices(arg) {
		if s, ok := v.(string); ok && !isUnion(s) && !excluded[v] {
			left = append(left, v)
		}
	}
	if len(left) == 1 && len(negative) > 0 {
		m := negative[0]
		d.set(arg, left[0], Origin{Quote: d.r.quote(m.first, m.last), Source: "said"})
		d.take(m, min(m.score, 0.9))
		d.reason = append(d.reason, "the only one left")
		return
	}
	d.ask(arg, fmt.Sprintf("an exclusion leaves several values of %s", a.Title), left)
}

// choices are the values an argument can take: those in view when it was asked,
// else its enumeration.
func (r *reading) choices(arg int) []any {
	a := r.arg(arg)
	var out []any
	if arg == r.asked {
		for i := range r.req.Visible {
			if v := r.k.optionValue(r.req, i+1); v != nil && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	if len(out) == 0 {
		out = anyList(a.Enum)
	}
	return out
}

func anyList(values []string) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
}

// latest keeps the mentions of the last correction, positive and negative apart.
func latest(mentions []mention) (positive, negative []mention) {
	era := -1
	for _, m := range mentions {
		if !m.negated {
			era = max(era, m.era)
		}
	}
	excluded := map[any]bool{}
	for _, m := range mentions {
		if m.negated {
			negative = append(negative, m)
			excluded[m.value] = true
		}
	}
	for _, m := range mentions {
		if !m.negated && m.era == era && (m.value == nil || !excluded[m.value]) {
			positive = append(positive, m)
		}
	}
	if more := slices.DeleteFunc(slices.Clone(positive), func(m mention) bool { return m.additive }); len(more) > 0 {
		for _, m := range more {
			if v, isText := m.value.(string); isText && isUnion(v) {
				positive = more // "not only pca, both"
			}
		}
	}
	return positive, negative
}

// list fills an argument that takes several values.
func (d *decision) list(arg int, mentions []mention) {
	r := d.r
	positive, negative := latest(mentions)
	name := r.arg(arg).Name
	var values []any
	if len(positive) == 0 || d.adds() {
		values = append(values, listOf(orEmpty(r.req.Memory.Last[name]))...)
	}
	for _, m := range positive {
		if m.value == nil {
			d.ask(arg, fmt.Sprintf("%q fits several names", r.quote(m.first, m.last)), anyList(m.several))
			return
		}
		if !slices.Contains(values, m.value) {
			values = append(values, m.value)
		}
		d.take(m, m.score)
	}
	for _, m := range negative {
		values = slices.DeleteFunc(values, func(v any) bool { return v == m.value })
		d.take(m, m.score)
	}
	if len(values) == 0 {
		d.ask(arg, "nothing is left to choose from", nil)
		return
	}
	m := mentions[0]
	d.set(arg, values, Origin{Quote: r.quote(m.first, mentions[len(mentions)-1].last), Source: "said"})
}

func orEmpty(v any) any {
	if v == nil {
		return []any{}
	}
	return v
}

// adds reports words that add to an earlier list.
func (d *decision) adds() bool {
	text := d.r.outsideMentions()
	return strings.Contains(text, " add ") || strings.Contains(text, " also ") || strings.Contains(text, " as well ") && d.pointed
}

// finish decides the outcome.
func (d *decision) finish() Resolution {
	r := d.r
	p := r.kinds
	res := Resolution{Tool: r.k.tool.Name, Args: d.args, Provenance: d.origins, MatchedBy: d.matched, Option: d.option}
	if res.MatchedBy == "" {
		res.MatchedBy = ByRegex
	}
	said := len(d.args) > 0
	switch {
	case r.retracted():
		res.Outcome, res.Confidence = OutcomeAsk, 0.55
		d.reason = append(d.reason, "it was taken back")
	case d.reference == noReference && !d.pointed && !d.nowhere && r.offTopic() && p[kindChoice]+p[kindVague] > 0.6 && !said:
		res.Outcome, res.Confidence = OutcomeAsk, 0.45
		d.reason = []string{"that is nothing to choose from"}
	case d.reference == noReference && !d.pointed && !d.nowhere && r.offTopic() && (!said || p[kindQuestion]+p[kindNone] > 0.4):
		res.Outcome, res.Confidence = OutcomeReject, 0.3
		d.reason = []string{"it is about something else"}
	case p[kindQuestion] > r.questionBar() && !(d.pointed && r.atoms[len(r.atoms)-1].word != "?"):
		res.Outcome, res.Confidence = OutcomeQuestion, float64(p[kindQuestion])
		d.reason = []string{"it asks rather than chooses"}
	case !said && p[kindNone] > 0.6 && !d.pointed && !d.nowhere:
		res.Outcome, res.Confidence = OutcomeReject, float64(p[kindNone])
		d.reason = []string{"there is nothing to act on"}
	case len(d.open) > 0:
		res.Outcome, res.Confidence = OutcomeAsk, 0.55
	case d.nowhere:
		res.Outcome, res.Confidence = OutcomeAsk, 0.55
		d.reason = append(d.reason, "it refers to something that is not there")
	case said && (p[kindGo] > 0.7 || r.plain[kindGo] > 0.8) && d.confidence < 0.75 && !d.pointed && d.matched == ByFuzzy:
		res.Args, res.Provenance = map[string]any{}, nil
		d.args = res.Args
		r.kinds[kindGo] = max(r.kinds[kindGo], r.plain[kindGo])
		r.kinds[kindChoice] = min(r.kinds[kindChoice], 1-r.kinds[kindGo])
		d.empty(&res)
	case said:
		d.judge(&res)
	default:
		d.empty(&res)
	}
	res.Reason = strings.Join(d.reason, "; ")
	return r.settle(res, d)
}

// empty decides a message that names no value.
func (d *decision) empty(res *Resolution) {
	r, p := d.r, d.r.kinds
	switch best := argmax(p[:]); {
	case len(r.quantities) > 0 && kind(best) != kindQuestion:
		res.Outcome, res.Confidence = OutcomeAsk, 0.5
		d.reason = append(d.reason, "it is not clear what the number is for")
	case kind(best) == kindGo && p[best] > 0.5 || r.agrees():
		d.goAhead(res)
	case kind(best) == kindNone:
		res.Outcome, res.Confidence = OutcomeReject, float64(p[best])
	case kind(best) == kindQuestion:
		res.Outcome, res.Confidence = OutcomeQuestion, float64(p[best])
	default:
		res.Outcome, res.Confidence = OutcomeAsk, 0.5
	}
}

// goAhead takes what is recommended, or runs with nothing chosen when nothing is open.
func (d *decision) goAhead(res *Resolution) {
	r := d.r
	if d.recommended() {
		res.Outcome, res.Confidence, res.Option = OutcomeRun, 0.85, d.option
		d.reason = append(d.reason, "go ahead with what is recommended")
		return
	}
	if r.asked < 0 && len(r.req.Visible) == 0 {
		res.Outcome, res.Confidence = OutcomeRun, math.Max(float64(r.kinds[kindGo]/(1-0.6*r.kinds[kindChoice])), agreeing(r))
		d.reason = append(d.reason, "go ahead, nothing is open")
		return
	}
	res.Outcome, res.Confidence = OutcomeAsk, 0.5
}

func agreeing(r *reading) float64 {
	if r.agrees() {
		return 0.9
	}
	return 0
}

func (r *reading) rejected(reason string) Resolution {
	return Resolution{Tool: r.k.tool.Name, Args: map[string]any{}, Outcome: OutcomeReject, Confidence: 0.3, Reason: reason, MatchedBy: ByRegex}
}
