package prompted

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// number reads the amount that the quoted words name. What may be meant by them
// is the quantity code's to say; where that leaves two readings ("1.800"), the
// model's number chooses between them, and it may bring in no other.
func (c *check) number(arg *schemaregistry.Arg, claimed any, at span) (any, error) {
	readings := c.readings(arg, at)
	expected, given := claimedNumber(claimed)
	if len(readings) == 0 {
		if given && expected == 0 && slices.ContainsFunc(words(at.of(c.req.Text)), isDenial) {
			return whole(arg, 0), nil
		}
		return nil, fmt.Errorf("no number that fits stands in %s", quoted(at.of(c.req.Text)))
	}
	if !given {
		if len(readings) > 1 {
			return nil, errors.New("more than one number stands in the quote")
		}
		return whole(arg, readings[0][0]), nil
	}
	var seen []string
	for _, reading := range readings {
		for _, value := range reading {
			if math.Abs(value-expected) <= 1e-9*math.Abs(value) {
				return whole(arg, value), nil
			}
		}
		seen = append(seen, strconv.FormatFloat(reading[0], 'f', -1, 64))
	}
	return nil, fmt.Errorf("the words %s read as %s, not as %s; an altered earlier number has source change",
		quoted(at.of(c.req.Text)), strings.Join(seen, " and "), strconv.FormatFloat(expected, 'f', -1, 64))
}

func isDenial(w string) bool { return slices.Contains(denials, w) }

// readings are the amounts of the message that the quote touches and that can be
// of the argument's unit, each with what it can mean, likeliest first.
func (c *check) readings(arg *schemaregistry.Arg, at span) [][]float64 {
	var out [][]float64
	touched := false
	for _, q := range choiceinterp.FindQuantities(c.req.Text) {
		if q.Start < at.end && at.start < q.End {
			touched = true
			if values := fittingValues(arg, q); len(values) > 0 {
				out = append(out, values)
			}
		}
	}
	if touched {
		return out
	}
	for _, w := range split(at.of(c.req.Text)) { // "one net each": the lone "one" is else a pronoun
		if q, ok := choiceinterp.ParseQuantity(w.folded); ok && !hasDigit(w.folded) {
			out = append(out, fittingValues(arg, q))
		}
	}
	return out
}

func hasDigit(text string) bool { return strings.ContainsAny(text, "0123456789") }

// fittingValues are the readings of a quantity that the unit of the argument allows.
func fittingValues(arg *schemaregistry.Arg, q choiceinterp.Quantity) []float64 {
	percent := arg.Unit == "percent"
	switch {
	case q.Percent && !percent, q.Measure != "" && !strings.Contains(arg.Unit, q.Measure):
		return nil
	case percent && !q.Percent && q.Value > 0 && q.Value < 1: // a quarter of the need
		return []float64{q.Value * 100, q.Value}
	case math.IsNaN(q.Alt):
		return []float64{q.Value}
	}
	return []float64{q.Value, q.Alt}
}

// claimedNumber is the number that the model gave, be it as text.
func claimedNumber(claimed any) (float64, bool) {
	if text, ok := claimed.(string); ok {
		q, ok := choiceinterp.ParseQuantity(text)
		return q.Value, ok
	}
	return choiceinterp.AsFloat(claimed)
}

// whole is the Go value of a number: an integer where the argument takes one.
func whole(arg *schemaregistry.Arg, f float64) any {
	if arg.Type == "integer" && f == math.Trunc(f) && math.Abs(f) < 1e15 {
		return int64(f)
	}
	return f
}

func isNumeric(arg *schemaregistry.Arg) bool { return arg.Type == "integer" || arg.Type == "number" }
