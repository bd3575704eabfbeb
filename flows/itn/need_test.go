package itn

import (
	"encoding/json"
	"math"
	"math/big"
	"testing"
)

func rat(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic(text)
	}
	return r
}

func TestPopulationNeed(t *testing.T) {
	for _, test := range []struct {
		population, buffer, perNet string
		want                       int64
	}{
		{"1800", "0", "1.8", 1000},
		{"1801", "0", "1.8", 1001},
		{"9", "0", "1.8", 5}, // 9/1.8 is 5 exactly; in binary floating point it is not always
		{"20700", "0", "1.8", 11500},
		{"1800", "10", "1.8", 1100},
		{"1800", "2.5", "1.8", 1025},
		{"0", "10", "1.8", 0},
		{"0.5", "0", "1.8", 1},
		{"1000000000", "100", "0.1", 20_000_000_000},
	} {
		if got := populationNeed(rat(test.population), rat(test.buffer), rat(test.perNet)); got != test.want {
			t.Errorf("need of %s people with %s%% at %s a net is %d, want %d", test.population, test.buffer, test.perNet, got, test.want)
		}
	}
}

func TestHouseholdNeed(t *testing.T) {
	for _, test := range []struct {
		households, size string
		cap, want        int64
	}{
		{"100", "5", 0, 300}, {"100", "4", 0, 200}, {"100", "4.1", 0, 300}, {"100", "5", 2, 200}, {"0", "5", 0, 0}, {"100", "1", 3, 100},
	} {
		if got := householdNeed(rat(test.households), rat(test.size), test.cap); got != test.want {
			t.Errorf("need of %s households of %s, cap %d, is %d, want %d", test.households, test.size, test.cap, got, test.want)
		}
	}
}

func TestCoverage(t *testing.T) {
	for _, test := range []struct {
		nets       int64
		population *big.Rat
		want       float64
		ok         bool
	}{
		{500, rat("1800"), .5, true},
		{1000, rat("1800"), 1, true},
		{2000, rat("1800"), 1, true},
		{0, rat("1800"), 0, true},
		{10, rat("0"), 0, false},
		{10, nil, 0, false},
	} {
		if got, ok := coverage(test.nets, rat("1.8"), test.population); got != test.want || ok != test.ok {
			t.Errorf("coverage of %d nets for %v is %v, %v", test.nets, test.population, got, ok)
		}
	}
}

func TestDecimalKeepsWhatWasWritten(t *testing.T) {
	var d Decimal
	if err := json.Unmarshal([]byte("1.8"), &d); err != nil || d.rat.Cmp(big.NewRat(9, 5)) != 0 || d.String() != "1.8" {
		t.Errorf("1.8 is read as %v (%v)", d.rat, err)
	}
	for _, text := range []string{"1e999999999", "1e-999999999", `"1.8"`, "true", "0.00000000000000000000000000000000000000000000001"} {
		if err := json.Unmarshal([]byte(text), new(Decimal)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}

func TestExact(t *testing.T) {
	if exact(math.NaN()) != nil || exact(math.Inf(1)) != nil {
		t.Error("a missing figure has a value")
	}
	if got := exact(0.1); got.Cmp(big.NewRat(1, 10)) != 0 {
		t.Errorf("0.1 is %v", got)
	}
	for v, want := range map[float64][2]int64{2.5: {2, 3}, -2.5: {-3, -2}, 4: {4, 4}, 0: {0, 0}} {
		if f, c := floor(exact(v)), ceil(exact(v)); f != want[0] || c != want[1] {
			t.Errorf("floor and ceiling of %v are %d and %d", v, f, c)
		}
	}
}

func FuzzDecimal(f *testing.F) {
	for _, seed := range []string{"1.8", "75", "-0.5", "1e3", "1E-7", "1e", "0x10", "1/3", "null", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var d Decimal
		if json.Unmarshal([]byte(text), &d) != nil || !d.said() {
			return
		}
		if value, _ := d.rat.Float64(); math.IsNaN(value) || math.IsInf(value, 0) {
			t.Errorf("%q is read as %v", text, value)
		}
	})
}
