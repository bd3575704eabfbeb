package paraphrasetests

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// leastCovered is how often the values that a question shows must hold the one
// that is meant, on lines that their threshold was not found on.
const leastCovered = 0.88

// The threshold from a half of what is asked about covers the other half, on
// average over many halves.
func TestChipsCoverHeldOutLines(t *testing.T) {
	seen, err := choiceinterp.CrossValidate([]*schemaregistry.Tool{Named("run_tpr_step")}, 4)
	if err != nil {
		t.Fatal(err)
	}
	c, err := choiceinterp.FittedCalibration()
	if err != nil {
		t.Fatal(err)
	}
	shares := seen.Shares(c)
	random := rand.New(rand.NewPCG(8, 9))
	half := len(shares) / 2
	covered, n := 0, 0
	for range 20 {
		random.Shuffle(len(shares), func(i, j int) { shares[i], shares[j] = shares[j], shares[i] })
		within := choiceinterp.ChipShare(shares[:half])
		for _, share := range shares[half:] {
			n++
			if share <= within {
				covered++
			}
		}
	}
	t.Logf("%.3f of %d covered", float64(covered)/float64(n), len(shares))
	if n == 0 || float64(covered) < leastCovered*float64(n) {
		t.Errorf("%d of %d covered", covered, n)
	}
}

// On the suite, the values shown in place of a choice hold the one that was meant.
func TestChipsCoverTheSuite(t *testing.T) {
	in := choiceinterp.New(choiceinterp.Options{})
	asked, held, shown := 0, 0, 0
	for _, c := range readSuite(t) {
		tool := Named(c.Tool)
		if tool == nil || c.Expect.Outcome != choiceinterp.OutcomeRun {
			continue
		}
		got := in.Resolve(t.Context(), c.Request(tool))
		if got.Outcome != choiceinterp.OutcomeAsk || got.Clarifier.Arg == "" {
			continue
		}
		arg := tool.Arg(got.Clarifier.Arg)
		meant, isText := c.Expect.Args[arg.Name].(string)
		if !isText || len(arg.Enum) < 2 {
			continue
		}
		asked++
		shown += len(got.Clarifier.Chips)
		if slices.ContainsFunc(got.Clarifier.Chips, func(chip schemaregistry.Chip) bool { return chip.Say == meant }) {
			held++
		} else {
			t.Logf("%q shows %v, not %s", c.Text, got.Clarifier.Chips, meant)
		}
	}
	t.Logf("%d of %d hold the value that is meant, of %.1f shown on average", held, asked, float64(shown)/float64(asked))
	if asked == 0 || float64(held) < leastCovered*float64(asked) {
		t.Errorf("%d of %d hold the value that is meant", held, asked)
	}
}
