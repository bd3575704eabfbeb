package choiceinterp

import (
	"math"
	"slices"
)

// An Observation is one decision to run with whether it was right.
type Observation struct {
	Features Features
	Right    bool
}

const chipCoverage = 0.9

const (
	ridge = 1e-3 // pull of a weight to its prior, for each observation
	trust = 20   // pull of the weights to those in use, when a calibration is fitted again
	held  = 1e9  // pull of a weight that is not to move

	rounds      = 40 // of Newton's method
	longestStep = 1  // of a weight in a round, which keeps the first ones from overshooting
)

//go:generate go test ../../paraphrase_tests -count=1 -run TestRefit -refit

// Fit finds the calibration that makes what was seen in cross-validation
// likeliest. The net's weights come from its own decisions, and are held while
// those of the model are found.
func (v *Validation) Fit() Calibration {
	c := Calibration{Weights: fit(v.Net, Features{}, pulls(len(v.Net)))}
	readings, shares := v.beside(&c)
	return Calibration{Weights: fitModel(readings, c.Weights), Chips: ChipShare(shares)}
}

// pulls are those of every weight towards its prior.
func pulls(observations int) (pull Features) {
	for i := range pull {
		pull[i] = ridge * float64(observations)
	}
	return pull
}

// fitModel finds the weights of what is known of a model beside those of the net.
func fitModel(readings []Observation, net Features) Features {
	pull := pulls(len(readings))
	for i := range featureModel {
		pull[i] = held
	}
	return fit(readings, net, pull)
}

// ChipShare is the share of the likelihood that the values of a clarifier must
// hold so that the one that is meant is among them nine times in ten, by the
// shares down to the one meant of earlier questions.
func ChipShare(shares []float64) float64 { return quantile(shares, chipCoverage) }

// Refit moves the calibration towards what was observed: the less, the fewer
// the observations are.
func (c Calibration) Refit(seen []Observation) Calibration {
	var pull Features
	for i := range pull {
		pull[i] = trust
	}
	c.Weights = fit(seen, c.Weights, pull)
	return c
}

// fit finds the weights that make the observations likeliest, each pulled to its
// prior by a quadratic penalty, by Newton's method (iteratively reweighted least
// squares).
func fit(seen []Observation, prior, pull Features) Features {
	c := Calibration{Weights: prior}
	for range rounds {
		var hessian [features][features + 1]float64 // with the gradient as the last column
		for i, w := range c.Weights {
			hessian[i][i] = pull[i]
			hessian[i][features] = pull[i] * (prior[i] - w)
		}
		for n := range seen {
			o := &seen[n]
			p := c.Probability(&o.Features)
			miss := flag(o.Right) - p
			for i, f := range o.Features {
				if f == 0 {
					continue
				}
				hessian[i][features] += miss * f
				for j, g := range o.Features {
					hessian[i][j] += p * (1 - p) * f * g
				}
			}
		}
		solve(&hessian)
		longest := 0.
		for i := range hessian {
			longest = max(longest, math.Abs(hessian[i][features]))
		}
		for i := range c.Weights {
			c.Weights[i] += hessian[i][features] / max(1, longest/longestStep)
		}
	}
	return c.Weights
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

// quantile is the value that the next one stays within with this probability:
// the split conformal quantile (Vovk et al. 2005). Without enough values it is 1.
func quantile(values []float64, probability float64) float64 {
	rank := int(math.Ceil(probability * float64(len(values)+1)))
	if rank > len(values) {
		return 1
	}
	return slices.Sorted(slices.Values(values))[rank-1]
}
