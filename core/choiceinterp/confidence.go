package choiceinterp

import (
	_ "embed"
	"encoding/json"
	"math"
	"sync"
)

// features of a decision to run, by which its confidence is judged.
const (
	featureBias      = iota
	featureScore     // logit of the least sure value
	featureNone      // logit of "nothing to act on", values replaced
	featurePlainNone // the same as the words stand
	featureQuestion  // logit of "it asks"
	featurePlainAsks
	featureVague
	featureForeign // content words of another matter, at most 3
	featureLeft    // content words that no value covers, at most 4
	featureTypo
	featureMemory // memory or a recommendation was followed
	featureSeveral
	featureExact  // every value by its declared name, a number or a name of the data
	featureWeak   // some value was guessed with little to go by
	featureChoice // logit of "it chooses" as the words stand
	features
)

// Weights are the coefficients of the confidence: a logistic model, fitted by
// cross-validation on the training corpus (see CrossValidate).
type Weights [features]float64

//go:embed confidence.json
var fittedWeights []byte

var weights = sync.OnceValues(func() (Weights, error) {
	var w Weights
	err := json.Unmarshal(fittedWeights, &w)
	return w, err
})

// An Observation is one decision to run with whether it was right.
type Observation struct {
	Features Weights
	Right    bool
}

// Fit finds the weights that make the observations likeliest, with a small
// penalty on large weights, by Newton's method (iteratively reweighted least
// squares).
func Fit(seen []Observation) Weights {
	const ridge, rounds = 1e-3, 25
	var w Weights
	for range rounds {
		var hessian [features][features + 1]float64 // with the gradient as the last column
		for i := range w {
			hessian[i][i] = ridge * float64(len(seen))
			hessian[i][features] = -ridge * float64(len(seen)) * w[i]
		}
		for _, o := range seen {
			p := w.probability(&o.Features)
			miss := -p
			if o.Right {
				miss++
			}
			for i, f := range o.Features {
				hessian[i][features] += miss * f
				for j, g := range o.Features {
					hessian[i][j] += p * (1 - p) * f * g
				}
			}
		}
		solve(&hessian)
		for i := range w {
			w[i] += hessian[i][features]
		}
	}
	return w
}

// solve eliminates; the solution stands in the last column. The matrix is
// positive definite because of the penalty, so no pivot is zero.
func solve(m *[features][features + 1]float64) {
	for i := range m {
		for j := range m {
			if i == j {
				continue
			}
			factor := m[j][i] / m[i][i]
			for k := i; k <= features; k++ {
				m[j][k] -= factor * m[i][k]
			}
		}
	}
	for i := range m {
		m[i][features] /= m[i][i]
	}
}

func (w *Weights) probability(f *Weights) float64 {
	sum := 0.
	for i := range w {
		sum += w[i] * f[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

// logit with its tails cut, scaled to about -1..1.
func logit(p float64) float64 {
	p = min(max(p, 0.002), 0.998)
	return math.Log(p/(1-p)) / 6
}

// observe describes a decision.
func (d *decision) observe() Weights {
	r := d.r
	covered := r.covered()
	foreign, several, typo := 0, 0., 0.
	for i := range r.atoms {
		a := &r.atoms[i]
		if a.kind == wordAtom && isContent(a.word) && r.foreign(a.word) {
			foreign++
		}
		if a.typo {
			typo = 1
		}
	}
	if len(d.args) > 1 {
		several = 1
	}
	exact, weak := 1., 0.
	for _, m := range r.mentions {
		if m.score < 0.7 {
			weak = 1
		}
		if m.how == ByFuzzy || m.typo {
			exact = 0
		}
	}
	memory := 0.
	if d.pointed {
		memory = 1
	}
	return Weights{
		featureBias:      1,
		featureScore:     logit(d.confidence),
		featureNone:      logit(float64(r.kinds[kindNone])),
		featurePlainNone: logit(float64(r.plain[kindNone])),
		featureQuestion:  logit(float64(r.kinds[kindQuestion])),
		featurePlainAsks: logit(float64(r.plain[kindQuestion])),
		featureVague:     logit(float64(r.kinds[kindVague])),
		featureForeign:   float64(min(foreign, 3)) / 3,
		featureLeft:      float64(min(r.leftOver(covered), 4)) / 4,
		featureTypo:      typo,
		featureMemory:    memory,
		featureSeveral:   several,
		featureExact:     exact,
		featureWeak:      weak,
		featureChoice:    logit(float64(r.plain[kindChoice])),
	}
}

// judge gives a decision to run its confidence; one that is not sure enough
// becomes a question back or, where nothing seems to be said, a rejection.
func (d *decision) judge(res *Resolution) {
	d.seen = d.observe()
	w, err := weights()
	if err != nil {
		res.Outcome, res.Confidence, res.Reason = OutcomeAsk, 0.4, err.Error()
		return
	}
	res.Outcome = OutcomeRun
	res.Confidence = w.probability(&d.seen)
	if d.pointed && d.r.kinds[kindQuestion] < 0.5 {
		res.Confidence = max(res.Confidence, 0.88*d.confidence)
	}
	none := d.r.kinds[kindNone] + d.r.plain[kindNone]
	if BandOf(res.Confidence) != BandRun && none > 0.9 && !d.pointed {
		res.Outcome = OutcomeReject
		d.reason = append(d.reason, "there is nothing to act on")
	}
}
