package choiceinterp

import (
	_ "embed"
	"encoding/json"
	"math"
	"sync"
)

// A Calibration turns features into a probability: a logistic model, fitted by
// cross-validation on the training corpus (see CrossValidate).
type Calibration struct {
	Weights Features `json:"weights"`
}

//go:embed confidence.json
var fitted []byte

var calibration = sync.OnceValues(func() (Calibration, error) {
	var c Calibration
	err := json.Unmarshal(fitted, &c)
	return c, err
})

// An Observation is one decision to run with whether it was right.
type Observation struct {
	Features Features
	Right    bool
}

// Fit finds the weights that make the observations likeliest, with a small
// penalty on large weights, by Newton's method (iteratively reweighted least
// squares).
func Fit(seen []Observation) Calibration {
	const ridge, rounds = 1e-3, 25
	var c Calibration
	w := &c.Weights
	for range rounds {
		var hessian [features][features + 1]float64 // with the gradient as the last column
		for i := range w {
			hessian[i][i] = ridge * float64(len(seen))
			hessian[i][features] = -ridge * float64(len(seen)) * w[i]
		}
		for _, o := range seen {
			p := c.probability(&o.Features)
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
	return c
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

func (c *Calibration) probability(f *Features) float64 {
	sum := 0.
	for i, w := range c.Weights {
		sum += w * f[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

// logit with its tails cut, scaled to about -1..1.
func logit(p float64) float64 {
	p = min(max(p, 0.002), 0.998)
	return math.Log(p/(1-p)) / 6
}

// observe describes a decision.
func (d *decision) observe() Features {
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
	return Features{
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
	c, err := calibration()
	if err != nil {
		res.Outcome, res.Confidence, res.Reason = OutcomeAsk, 0.4, err.Error()
		return
	}
	res.Outcome, res.Features = OutcomeRun, d.observe()
	res.Confidence = c.probability(&res.Features)
	if d.pointed && d.r.kinds[kindQuestion] < 0.5 {
		res.Confidence = max(res.Confidence, 0.88*d.confidence)
	}
	none := d.r.kinds[kindNone] + d.r.plain[kindNone]
	if BandOf(res.Confidence) != BandRun && none > 0.9 && !d.pointed {
		res.Outcome = OutcomeReject
		d.reason = append(d.reason, "there is nothing to act on")
	}
}
