package itn

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/invopop/jsonschema"
)

// A Decimal is a number as it was written: 1.8 is 9/5 and not the nearest binary
// fraction. The zero Decimal is "not said".
type Decimal struct{ rat *big.Rat }

// maxDigits bounds the text of a decimal, so that no exponent makes a number of
// a million digits.
const maxDigits = 40

// UnmarshalJSON reads a JSON number; null leaves it as it is.
func (d *Decimal) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	_, exponent, _ := strings.Cut(strings.ToLower(string(text)), "e")
	if power, _ := strconv.Atoi(exponent); len(text) > maxDigits || power > maxDigits || power < -maxDigits {
		return errors.New("a number of that many digits is not accepted")
	}
	rat, ok := new(big.Rat).SetString(string(text))
	if !ok {
		return errors.New("must be a number")
	}
	d.rat = rat
	return nil
}

// JSONSchema describes a Decimal as a plain number.
func (Decimal) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "number"} }

// said reports whether there is a value.
func (d Decimal) said() bool { return d.rat != nil }

// is reports whether the value is n.
func (d Decimal) is(n int64) bool { return d.said() && d.rat.Cmp(whole(n)) == 0 }

// String writes the value without trailing zeros: 1.8, 75.
func (d Decimal) String() string {
	if !d.said() {
		return ""
	}
	v, _ := d.rat.Float64()
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// exact turns a figure of a file into the rational number that its shortest
// decimal form names; nil when it is missing.
func exact(v float64) *big.Rat {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	rat, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
	return rat
}

func whole(n int64) *big.Rat { return new(big.Rat).SetInt64(n) }

// ceil rounds up to a whole number; floor rounds down. The figures of a plan are
// bounded (see check.go), so that both fit.
func ceil(r *big.Rat) int64 { return -floor(new(big.Rat).Neg(r)) }

func floor(r *big.Rat) int64 {
	quotient, remainder := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	if remainder.Sign() < 0 {
		return quotient.Int64() - 1
	}
	return quotient.Int64()
}
