package choiceinterp

import (
	_ "embed"
	"encoding/json"
	"errors"
	"iter"
	"math"
	"slices"
	"sync"
)

// A Calibration turns features into a probability, by a logistic model, and says
// how many values a clarifier has to show. It is fitted by cross-validation on
// the training corpus (see CrossValidate).
type Calibration struct {
	Weights Features `json:"weights"`
	Chips   float64  `json:"chips"` // 0..1, share of the likelihood that the values shown must hold
}

//go:embed confidence.json
var fitted []byte

// FittedCalibration is the one that was fitted on the training corpus.
var FittedCalibration = sync.OnceValues(func() (Calibration, error) { return ParseCalibration(fitted) })

// ParseCalibration reads a calibration as JSON; unknown features are an error.
func ParseCalibration(raw []byte) (Calibration, error) {
	var c Calibration
	if err := json.Unmarshal(raw, &c); err != nil {
		return c, err
	}
	if c.Weights == (Features{}) || c.Chips <= 0 || c.Chips > 1 {
		return c, errors.New("a calibration needs weights, and chips above 0 and at most 1")
	}
	return c, nil
}

// Probability is how likely a decision with these features is right.
func (c *Calibration) Probability(f *Features) float64 {
	sum := 0.
	for i, w := range c.Weights {
		sum += w * f[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

// logit with its tails cut, scaled to about -1..1; of NaN it is that of 0.
func logit(p float64) float64 {
	if math.IsNaN(p) {
		p = 0
	}
	p = min(max(p, 0.002), 0.998)
	return math.Log(p/(1-p)) / 6
}

// flag is a feature that holds or does not.
func flag(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// observe describes a decision.
func (d *decision) observe() Features {
	r := d.r
	f := Features{
		featureBias:      1,
		featureNone:      logit(float64(r.kinds[kindNone])),
		featurePlainNone: logit(float64(r.plain[kindNone])),
		featureQuestion:  logit(float64(r.kinds[kindQuestion])),
		featurePlainAsks: logit(float64(r.plain[kindQuestion])),
		featureVague:     logit(float64(r.kinds[kindVague])),
		featureChoice:    logit(float64(r.plain[kindChoice])),
		featureLong:      float64(min(r.contentAtoms, 10)) / 10,
	}
	d.observeWords(&f)
	d.observeValues(&f)
	return f
}

// observeWords describes what is said beside the values.
func (d *decision) observeWords(f *Features) {
	r := d.r
	covered := r.covered()
	foreign, denies := 0, false
	for i := range r.atoms {
		a := &r.atoms[i]
		if a.kind == wordAtom && isContent(a.word) && r.foreign(a.word) {
			foreign++
		}
		if a.typo {
			f[featureTypo] = 1
		}
		denies = denies || !covered[i] && a.kind == wordAtom && (negators[a.word] || a.word == "no")
		if !covered[i] && a.content() && r.k.trained && !takesBack[a.word] && !r.namesTool(i) {
			f[featureUnclaimed] = max(f[featureUnclaimed], d.claims(i))
		}
	}
	heeded := slices.ContainsFunc(r.mentions, func(m mention) bool { return m.negated || m.additive || m.era > 0 || r.k.absorbs[m.arg] })
	f[featureIgnoredNo] = flag(denies && !heeded)
	f[featureForeign] = float64(min(foreign, 3)) / 3
	f[featureLeft] = float64(min(r.leftOver(covered), 4)) / 4
}

// claims is how much a word speaks for something else than what was read.
func (d *decision) claims(atom int) float64 {
	p := d.r.at(atom)
	share := 1 - float64(p[0])
	for name, value := range d.args {
		if label := d.r.k.tagger.labelOf(d.r.k.argIndex(name), value); label > 0 {
			share -= float64(p[label])
		}
	}
	return max(share, 0)
}

// observeValues describes what carries the values, and what else it may mean.
func (d *decision) observeValues(f *Features) {
	r := d.r
	exact, weak := true, false
	for _, m := range r.mentions {
		weak = weak || m.score < 0.7
		exact = exact && m.how != ByFuzzy && !m.typo
	}
	f[featureScore] = logit(d.confidence)
	f[featureExact], f[featureWeak] = flag(exact), flag(weak)
	f[featureMemory], f[featureSeveral] = flag(d.pointed), flag(len(d.args) > 1)
	if r.asked >= 0 {
		_, answers := d.args[r.arg(r.asked).Name]
		f[featureAnswers], f[featureElsewhere] = flag(answers), flag(!answers)
	}
	f[featureRunnerUp], f[featureOtherArg] = d.rivals()
	f[featureUnknown], f[featureAnchored] = d.unknown(), d.anchored()
	said, silent := d.heard()
	f[featureHeard], f[featureUnheard] = logit(said), logit(silent)
}

// carriers are the mentions that speak of the decision's arguments. A tagger that
// learnt from a declaration alone cannot tell how well they do.
func (d *decision) carriers() iter.Seq[mention] {
	return func(yield func(mention) bool) {
		for _, m := range d.r.mentions {
			if _, set := d.args[d.r.arg(m.arg).Name]; set && d.r.k.trained && !yield(m) {
				return
			}
		}
	}
}

// rivals is how much the words that carry the decision's values speak for another
// value of the same argument, and for another argument, at most.
func (d *decision) rivals() (otherValue, otherArg float64) {
	t := d.r.k.tagger
	for m := range d.carriers() {
		if m.arg == d.r.asked && d.r.contentAtoms == 1 && isNumeric(d.r.arg(m.arg)) {
			continue // a number alone is what was asked for
		}
		own := d.r.labelOf(m)
		for i := m.first; i <= m.last; i++ {
			for label, p := range d.r.at(i) {
				switch {
				case label == 0 || label == own:
				case t.labels[label].arg == m.arg:
					otherValue = max(otherValue, float64(p))
				default:
					otherArg = max(otherArg, float64(p))
				}
			}
		}
	}
	return otherValue, otherArg
}

// unknown is the share of the content words of a value, at most, that never stood
// for it: the surroundings fit, the words are others.
func (d *decision) unknown() (share float64) {
	t := d.r.k.tagger
	for m := range d.carriers() {
		content, strange := 0., 0.
		for _, a := range d.r.atoms[m.first : m.last+1] {
			if a.kind != wordAtom || !isContent(a.word) {
				continue
			}
			content++
			if len(a.hits) == 0 && !t.supports(a.word, t.labelOf(m.arg, m.value)) {
				strange++
			}
		}
		share = max(share, strange/max(content, 1))
	}
	return share
}

// anchored is the share of its uses in which the best word of a value stood for
// it, of the value with the least. A declared name, a number and a name of the data
// are anchors by themselves.
func (d *decision) anchored() float64 {
	t := d.r.k.tagger
	least := 1.
	for m := range d.carriers() {
		label, best := t.labelOf(m.arg, m.value), 0.
		for _, a := range d.r.atoms[m.first : m.last+1] {
			switch {
			case a.kind == symbolAtom:
			case a.kind != wordAtom || slices.Contains(a.hits, hit{m.arg, textOf(m.value)}):
				best = 1
			default:
				best = max(best, t.shareOf(a.word, label))
			}
		}
		least = min(least, best)
	}
	return least
}

// labelOf is the label that a mention's words should have: of a name that stands in
// the data the one of any such name, whatever the corpus calls by it.
func (r *reading) labelOf(m mention) int {
	if r.atoms[m.first].kind == termAtom {
		return r.k.tagger.index[tag{m.arg, ""}]
	}
	return r.k.tagger.labelOf(m.arg, m.value)
}

// labelOf is the label of a value; a number or a name of the data has none of its own.
func (t *tagger) labelOf(arg int, value any) int {
	if text, isText := value.(string); isText {
		if label, known := t.index[tag{arg, text}]; known {
			return label
		}
	}
	return t.index[tag{arg, ""}]
}

// judge gives a decision to run its confidence; one that is not sure enough
// becomes a question back or, where nothing seems to be said, a rejection.
func (d *decision) judge(res *Resolution) {
	res.Outcome, res.Features = OutcomeRun, d.observe()
	res.Confidence = d.r.k.calibration.Probability(&res.Features)
	if d.pointed && d.r.kinds[kindQuestion] < 0.5 {
		res.Confidence = max(res.Confidence, 0.88*d.confidence)
	}
	if d.r.lone {
		res.Confidence = max(res.Confidence, 0.75) // no other word tells more or less
	}
	none := d.r.kinds[kindNone] + d.r.plain[kindNone]
	if BandOf(res.Confidence) != BandRun && none > 0.9 && !d.pointed {
		res.Outcome = OutcomeReject
		d.reason = append(d.reason, "there is nothing to act on")
	}
}
