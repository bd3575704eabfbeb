package eval

import (
	"math"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
)

// A Prediction is a confidence with what came of it.
type Prediction struct {
	Confidence float64 // 0..1
	Right      bool
}

// bins is how many parts of equal width confidences are sorted into.
const bins = 10

// A Bin holds the predictions of one part.
type Bin struct {
	From       float64 `json:"from"`
	To         float64 `json:"to"`
	N          int     `json:"n"`
	Confidence float64 `json:"confidence"` // mean
	Accuracy   float64 `json:"accuracy"`   // share that was right
}

// Reliability sorts predictions into bins, and gives the expected calibration
// error: the mean distance between a bin's confidence and its accuracy, each by
// its number (Naeini et al. 2015). Empty bins are left out.
func Reliability(predictions []Prediction) (table []Bin, ece float64) {
	var sum [bins]float64
	var n, right [bins]int
	for _, p := range predictions {
		bin := min(bins-1, int(p.Confidence*bins))
		sum[bin] += p.Confidence
		n[bin]++
		if p.Right {
			right[bin]++
		}
	}
	for i := range n {
		if n[i] == 0 {
			continue
		}
		bin := Bin{From: float64(i) / bins, To: float64(i+1) / bins, N: n[i], Confidence: sum[i] / float64(n[i]), Accuracy: share(right[i], n[i])}
		table = append(table, bin)
		ece += math.Abs(bin.Confidence-bin.Accuracy) * share(n[i], len(predictions))
	}
	return table, ece
}

// Quality says how good the confidences of a set of decisions to run are, and
// what the bands make of them. Shares are of all decisions, 0..1.
type Quality struct {
	N             int     `json:"n"`
	ECE           float64 `json:"ece"`
	LogLoss       float64 `json:"log_loss"` // mean of -ln of the probability that was given to what came, capped at 1e-6
	RunShare      float64 `json:"run_share"`
	WrongRunShare float64 `json:"wrong_run_share"`
	AskShare      float64 `json:"ask_share"`
	RephraseShare float64 `json:"rephrase_share"`
	Reliability   []Bin   `json:"reliability"`
}

// Measure is the quality of predictions.
func Measure(predictions []Prediction) Quality {
	q := Quality{N: len(predictions)}
	q.Reliability, q.ECE = Reliability(predictions)
	runs, wrong, asks := 0, 0, 0
	for _, p := range predictions {
		given := p.Confidence
		if !p.Right {
			given = 1 - given
		}
		q.LogLoss -= math.Log(max(given, 1e-6)) / float64(q.N)
		switch choiceinterp.BandOf(p.Confidence) {
		case choiceinterp.BandRun:
			runs++
			if !p.Right {
				wrong++
			}
		case choiceinterp.BandAsk:
			asks++
		}
	}
	q.RunShare, q.WrongRunShare = share(runs, q.N), share(wrong, q.N)
	q.AskShare, q.RephraseShare = share(asks, q.N), share(q.N-runs-asks, q.N)
	return q
}

// A Change is a calibration in use and the one that follows from what was
// observed, each with its quality on that.
type Change struct {
	Before Quality                  `json:"before"`
	After  Quality                  `json:"after"` // each decision judged without it and its like: see Recalibrate
	New    choiceinterp.Calibration `json:"calibration"`
}

// parts is into how many parts observations are divided to judge each by the others.
const parts = 5

// Recalibrate fits the calibration again to what was observed. What comes after is
// measured on decisions that the fit did not see, a fifth of them at a time.
func Recalibrate(c choiceinterp.Calibration, seen []choiceinterp.Observation) Change {
	before, after := make([]Prediction, len(seen)), make([]Prediction, len(seen))
	for part := range parts {
		var others []choiceinterp.Observation
		for i, o := range seen {
			if i%parts != part {
				others = append(others, o)
			}
		}
		fitted := c.Refit(others)
		for i := part; i < len(seen); i += parts {
			o := &seen[i]
			before[i] = Prediction{c.Probability(&o.Features), o.Right}
			after[i] = Prediction{fitted.Probability(&o.Features), o.Right}
		}
	}
	return Change{Before: Measure(before), After: Measure(after), New: c.Refit(seen)}
}
