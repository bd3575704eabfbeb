package choiceinterp

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseQuantity(t *testing.T) {
	for text, want := range map[string]float64{
		"200k": 200_000, "200 k": 200_000, "0.2m": 200_000, "1.2M": 1_200_000, "half a million": 500_000,
		"2 lakh": 200_000, "3 lakh 50 thousand": 350_000, "1 crore": 10_000_000, "900 000": 900_000,
		"200,000": 200_000, "200.000": 200_000, "2,00,000": 200_000, "1.500.000": 1_500_000, "1'250'000": 1_250_000,
		"1,5 million": 1_500_000, "1.8": 1.8, "5,5": 5.5, "a dozen": 12, "two dozen": 24, "½": 0.5, "1/2 million": 500_000,
		"two hundred and fifty thousand": 250_000, "twenty-five": 25, "a quarter of a million": 250_000,
		"three quarters of a million": 750_000, "one and a half million": 1_500_000, "a million and a half": 1_500_000,
		"a couple of hundred thousand": 200_000, "1 million 200 thousand": 1_200_000, "fifty k": 50_000,
		"75 percent": 75, "30%": 30, "minus 4": -4, "-20": -20, "1.111,5": 1111.5, "12,34,567.89": 1234567.89,
		"dix mille": 10_000, "deux cent mille": 200_000,
	} {
		got, ok := ParseQuantity(text)
		if !ok || math.Abs(got.Value-want) > 1e-6*math.Abs(want) {
			t.Errorf("%q is %v (%v), want %v", text, got.Value, ok, want)
		}
	}
}

func TestFindQuantities(t *testing.T) {
	for _, c := range []struct {
		text string
		want []float64
	}{
		{"200 mosquito nets", []float64{200}}, // not 200 million
		{"for the 5 wards use 200k nets", []float64{5, 200_000}},
		{"300 metres away", []float64{300}},
		{"between 100k and 200k", []float64{100_000, 200_000}},
		{"that one, the other one, one more", nil},
		{"u5 and the 2nd option", nil},
		{"several thousand nets, a few hundred thousand", nil},
		{"under 5s", []float64{5}},
	} {
		var got []float64
		for _, q := range FindQuantities(c.text) {
			got = append(got, q.Value)
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%q has %v, want %v", c.text, got, c.want)
		}
	}
	if q := FindQuantities("300 metres")[0]; q.Measure != "metres" {
		t.Errorf("300 metres measures %q", q.Measure)
	}
	if q := FindQuantities("300m wide")[0]; q.Value != 300 || q.Measure != "m" {
		t.Errorf("300m is %v %q", q.Value, q.Measure)
	}
}

// Every notation of a number is read back as the number.
func TestQuantityNotations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1000, 999_999_999).Draw(t, "n")
		digits := strconv.Itoa(n)
		for _, separator := range []string{",", " ", "'", "_", "\u00a0", "\u202f"} {
			if strings.Count(grouped(digits, separator), separator) == 0 {
				continue
			}
			mustRead(t, grouped(digits, separator), float64(n))
		}
		mustRead(t, digits, float64(n))
		mustRead(t, "about "+digits+" nets", float64(n))
		if n >= 1_000_000 {
			mustRead(t, grouped(digits, "."), float64(n))
		}
		tenths := rapid.IntRange(1, 99_999).Draw(t, "tenths")
		short := strconv.FormatFloat(float64(tenths)/10, 'f', -1, 64)
		mustRead(t, short+"k", float64(tenths)*100)
		mustRead(t, short+" thousand", float64(tenths)*100)
		mustRead(t, short+" million", float64(tenths)*1e5)
		mustRead(t, strings.Replace(short, ".", ",", 1)+" lakh", float64(tenths)*1e4)
		mustRead(t, spelt(n%1_000_000), float64(n%1_000_000))
	})
}

func mustRead(t *rapid.T, text string, want float64) {
	t.Helper()
	found := FindQuantities(text)
	if len(found) != 1 || math.Abs(found[0].Value-want) > 1e-6*want {
		t.Fatalf("%q has %v, want %v", text, found, want)
	}
}

func grouped(digits, separator string) string {
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + separator + digits[at:]
	}
	return digits
}

// spelt writes a number below a million in words.
func spelt(n int) string {
	small := strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tenfold := strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
	switch {
	case n == 1:
		return "a total of 1"
	case n < 20:
		return small[n]
	case n < 100 && n%10 == 0:
		return tenfold[n/10]
	case n < 100:
		return tenfold[n/10] + "-" + small[n%10]
	case n < 1000:
		text := small[n/100] + " hundred"
		if n%100 > 0 {
			text += " and " + strings.TrimPrefix(spelt(n%100), "a total of ")
		}
		return strings.ReplaceAll(text, " and 1", " and one")
	}
	text := spelt(n/1000) + " thousand"
	if n/1000 == 1 {
		text = "a thousand"
	}
	switch rest := n % 1000; {
	case rest == 1:
		text += " and one"
	case rest > 0 && rest < 100:
		text += " and " + spelt(rest)
	case rest > 0:
		text += " " + spelt(rest)
	}
	return text
}

func FuzzQuantity(f *testing.F) {
	for _, seed := range []string{"200k", "1.5.5,5", "half of a half a million", "½½", "9999999999999999999999 crore crore", "1/0", "a a hundred and", "- -5"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, q := range FindQuantities(text) {
			if q.Start < end || q.End <= q.Start || q.End > len(text) {
				t.Fatalf("%q: span %d-%d after %d", text, q.Start, q.End, end)
			}
			if math.IsNaN(q.Value) || math.IsInf(q.Value, 0) {
				t.Fatalf("%q: %v", text, q.Value)
			}
			end = q.End
		}
	})
}

// TestRecognizers scores the parsers on the phrases of Microsoft's
// Recognizers-Text: an outside test, reported and bounded from below.
func TestRecognizers(t *testing.T) {
	number := func(text string) []float64 {
		var out []float64
		for _, q := range FindQuantities(text) {
			out = append(out, q.Value)
		}
		return out
	}
	ordinal := func(text string) []float64 {
		var out []float64
		for _, o := range findOrdinals(tokenize(text)) {
			out = append(out, float64(o.Position))
		}
		return out
	}
	for _, c := range []struct {
		file  string
		parse func(string) []float64
		least float64
	}{{"NumberModel", number, 0.6}, {"PercentModel", number, 0.5}, {"OrdinalModel", ordinal, 0.3}} {
		right, all := recognizersScore(t, c.file, c.parse)
		t.Logf("%s: %d of %d", c.file, right, all)
		if float64(right) < c.least*float64(all) {
			t.Errorf("%s: %d of %d is below %.0f%%", c.file, right, all, 100*c.least)
		}
	}
}

func recognizersScore(t *testing.T, file string, parse func(string) []float64) (right, all int) {
	raw, err := os.ReadFile(filepath.Join(sharedData(t), "recognizers", file+".json"))
	if err != nil {
		t.Skip("the Recognizers-Text phrases are not here:", err)
	}
	var cases []struct {
		Input   string
		Results []struct{ Resolution struct{ Value string } }
	}
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		var want []float64
		for _, r := range c.Results {
			if v, err := strconv.ParseFloat(strings.TrimSuffix(r.Resolution.Value, "%"), 64); err == nil {
				want = append(want, v)
			}
		}
		got := parse(c.Input)
		same := len(got) == len(want)
		for i := range want {
			same = same && math.Abs(got[i]-want[i]) <= 1e-9*math.Abs(want[i])+1e-12
		}
		all++
		if same {
			right++
		}
	}
	return right, all
}

// sharedData is the folder of test data: CHATMRPT_SHARED/data, or ../shared/data
// beside the repository.
func sharedData(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("CHATMRPT_SHARED"); dir != "" {
		return filepath.Join(dir, "data")
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for dir != filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(filepath.Dir(dir), "shared", "data")
		}
		dir = filepath.Dir(dir)
	}
	t.Skip("no go.mod above the test")
	return ""
}
