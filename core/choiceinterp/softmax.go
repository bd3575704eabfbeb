package choiceinterp

import "math"

// A softmax is a linear classifier over hashed sparse features: multinomial
// logistic regression trained by stochastic gradient descent. The same samples
// in the same order always give the same weights.
type softmax struct {
	labels  int
	rows    rowTable // feature -> row of weights
	weights []float32
	steps   []labelStep // of the update under way
}

// A labelStep is how far one label's weights move in an update.
type labelStep struct {
	label int32
	size  float32
}

// An example is one training case: its features and its label.
type example struct {
	features []uint32
	label    int
	allowed  []bool // labels that can be; nil all
	weight   float32
}

const (
	trainingEpochs = 5
	learningRate   = 0.6
	enough         = 0.98  // a case this certain is left alone
	negligible     = 0.003 // a step this small is not taken
	hopeless       = 16    // a score this far below the best has no probability
	// In training a probability below negligible changes nothing.
	hopelessInTraining = 7
)

func newSoftmax(labels int) *softmax {
	return &softmax{labels: labels, rows: newRowTable()}
}

// train fits the weights.
func (m *softmax) train(examples []example) {
	features := make([][]uint32, len(examples))
	for i := range examples {
		features[i] = examples[i].features
	}
	rows := m.rows.addAll(features)
	m.weights = make([]float32, m.rows.count*m.labels)
	scores := make([]float32, m.labels)
	m.steps = make([]labelStep, 0, m.labels)
	passes(len(examples), func(i int, rate float32) bool {
		return m.update(rows[i], &examples[i], scores, rate)
	})
}

// passes shows every case a number of times. Between passes the order is permuted
// by a fixed generator and the step shrinks.
func passes(cases int, update func(i int, rate float32) (settled bool)) {
	order := make([]int, cases)
	for i := range order {
		order[i] = i
	}
	rest := make([]uint8, cases)
	seed := uint64(0x9E3779B97F4A7C15)
	for epoch := range epochsFor(cases) {
		for i := len(order) - 1; i > 0; i-- {
			seed ^= seed << 13
			seed ^= seed >> 7
			seed ^= seed << 17
			j := int(seed % uint64(i+1))
			order[i], order[j] = order[j], order[i]
		}
		rate := float32(learningRate / (1 + 0.5*float64(epoch)))
		for _, i := range order {
			if rest[i] > 0 {
				rest[i]--
				continue
			}
			if update(i, rate) {
				rest[i] = 2 // a case that is settled is looked at every third time
			}
		}
	}
}

// largeSet is the number of cases from which each pattern stands in them so often
// that fewer passes teach as much; a tool is learned while somebody waits.
const largeSet = 25_000

func epochsFor(cases int) int {
	if cases > largeSet {
		return trainingEpochs - 2
	}
	return trainingEpochs
}

// update takes one step on a case, unless it is settled.
func (m *softmax) update(rows []int32, e *example, scores []float32, rate float32) (settled bool) {
	m.score(rows, scores)
	normalise(scores, e.allowed, hopelessInTraining)
	if scores[e.label] > enough {
		return true
	}
	step := rate * e.weight / float32(math.Sqrt(float64(len(rows))))
	steps := m.steps[:0]
	for label, p := range scores {
		gradient := -p
		if label == e.label {
			gradient = 1 - p
		}
		if gradient < -negligible || gradient > negligible {
			steps = append(steps, labelStep{int32(label), step * gradient})
		}
	}
	n := len(scores)
	for _, row := range rows {
		weights := m.weights[int(row)*n:][:n]
		for _, s := range steps {
			weights[s.label] += s.size
		}
	}
	return false
}

func (m *softmax) score(rows []int32, scores []float32) {
	clear(scores)
	n := len(scores)
	for _, row := range rows {
		addTo(scores, m.weights[int(row)*n:][:n])
	}
}

// addTo adds weights to scores.
func addTo(scores, weights []float32) {
	weights = weights[:len(scores)]
	for label := range scores {
		scores[label] += weights[label]
	}
}

// predict fills probabilities with those of every label; features never seen
// count nothing.
func (m *softmax) predict(features []uint32, allowed []bool, probabilities []float32) {
	clear(probabilities)
	n := m.labels
	for _, f := range features {
		row := m.rows.find(f)
		if row < 0 {
			continue
		}
		addTo(probabilities, m.weights[int(row)*n:][:n])
	}
	normalise(probabilities, allowed, hopeless)
}

// normalise turns scores into probabilities over the allowed labels; those more
// than the cut below the best get none.
func normalise(scores []float32, allowed []bool, cut float32) {
	top := float32(math.Inf(-1))
	for label, s := range scores {
		if (allowed == nil || allowed[label]) && s > top {
			top = s
		}
	}
	sum := float32(0)
	for label, s := range scores {
		if allowed != nil && !allowed[label] {
			scores[label] = 0
			continue
		}
		if s < top-cut {
			scores[label] = 0
			continue
		}
		p := float32(math.Exp(float64(s - top)))
		scores[label] = p
		sum += p
	}
	for label := range scores {
		scores[label] /= sum
	}
}

// hasher builds features: FNV-1a over a template number and strings.
type hasher uint32

func feature(template byte) hasher {
	return (hasher(2166136261) ^ hasher(template)) * 16777619
}

func (h hasher) add(s string) hasher {
	for i := range len(s) {
		h = (h ^ hasher(s[i])) * 16777619
	}
	return (h ^ 0xff) * 16777619
}

func (h hasher) number(n int) hasher { return (h ^ hasher(uint32(n)+7)) * 16777619 }
