package ingest

import (
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// readIndicator reads a heading that counts patients: a role, and where they are
// told a method and an age group, in any order and wording. ok is false when the
// heading tells no role.
func readIndicator(toks []string) (i dataset.Indicator, total, ok bool) {
	role := roleOf(toks)
	if role == "" {
		return i, false, false
	}
	method, both := methodOf(toks)
	i = dataset.Indicator{Role: role, Method: method, Age: ageOf(toks)}
	return i, both || anyWord(toks, "total", "totals", "all", "overall", "sum"), true
}

// otherDiseases and otherThings are headings that share words with test counts.
var (
	otherDiseases = []string{"hiv", "tb", "tuberculosis", "syphilis", "hepatitis", "covid", "cholera", "measles", "sickle"}
	otherThings   = []string{"death", "died", "negativ", "stock", "clinical", "presum", "refer", "interval"}
)

func roleOf(toks []string) dataset.Role {
	switch {
	case anyWord(toks, otherDiseases...), anyStem(toks, otherThings...), anyWord(toks, "neg"):
		return ""
	case isRate(toks):
		return dataset.RoleRate
	case anyStem(toks, "treat", "antimalarial") || anyWord(toks, "act", "acts"):
		return dataset.RoleTreated
	case anyStem(toks, "posit", "confirm") || anyWord(toks, "pos", "conf"):
		return dataset.RolePositive
	case anyStem(toks, "tested", "test", "examin", "screen"):
		return dataset.RoleTested
	case anyStem(toks, "suspect", "present") || anyWord(toks, "fever", "fevers"):
		return dataset.RoleSuspected
	case anyStem(toks, "attend", "outpatient") || anyWord(toks, "opd"):
		return dataset.RoleAttendance
	}
	return ""
}

// isRate reports a heading whose values must not be added up: per 1000, %, rate.
func isRate(toks []string) bool {
	if anyWord(toks, "rate", "rates", "ratio", "percent", "percentage", "pct", "proportion", "%", "tpr", "positivity",
		"prevalence", "incidence", "pfpr") {
		return true
	}
	at := slices.Index(toks, "per")
	return at >= 0 && at+1 < len(toks) && strings.HasPrefix(toks[at+1], "1")
}

// methodOf returns the test method; both is true when the heading names the two,
// so that the column is their sum.
func methodOf(toks []string) (m dataset.Method, both bool) {
	rdt := anyStem(toks, "rdt", "mrdt") || anyWord(toks, "rapid", "tdr")
	microscopy := anyStem(toks, "microscop", "slide", "smear") || anyWord(toks, "micro", "micr", "mic")
	switch {
	case rdt && microscopy:
		return dataset.AnyMethod, true
	case rdt:
		return dataset.RDT, false
	case microscopy:
		return dataset.Microscopy, false
	}
	return dataset.AnyMethod, false
}

var (
	belowWords = []string{"u", "under", "below", "<", "lt", "less", "younger", "moins"}
	aboveWords = []string{"a", "o", "ov", "over", "above", "≥", ">", "ge", "gt", "gte", "older", "plus"}
	fillWords  = []string{"than", "of", "age", "ages", "aged", "the", "de"}
	yearWords  = []string{"y", "yr", "yrs", "year", "years", "ans", "and", "&", "of", "age"}
)

// ageOf returns the age group: "<5yrs", "u5", "under five", "≥5yrs (excl PW)",
// "a5", "5 and above", "Preg Women (PW)".
func ageOf(toks []string) dataset.Age {
	if namesPregnant(toks) {
		return dataset.PW
	}
	for i, t := range toks {
		if t != "5" && t != "five" && t != "05" {
			continue
		}
		before := skipBack(toks, i-1)
		switch {
		case slices.Contains(belowWords, before):
			return dataset.U5
		case slices.Contains(aboveWords, before):
			return dataset.O5
		case opensUpward(toks[i+1:]):
			return dataset.O5
		}
	}
	for i := range len(toks) - 1 {
		if isZero(toks[i]) && isUpToFour(skipForward(toks, i+1)) {
			return dataset.U5
		}
	}
	return dataset.AnyAge
}

// namesPregnant is true for pregnant women, not for those who exclude them.
func namesPregnant(toks []string) bool {
	for i, t := range toks {
		if t != "pw" && t != "anc" && !strings.HasPrefix(t, "preg") && t != "antenatal" {
			continue
		}
		excluded := false
		for _, before := range toks[max(0, i-2):i] {
			if strings.HasPrefix(before, "exc") || slices.Contains([]string{"non", "not", "without", "minus", "no"}, before) {
				excluded = true
			}
		}
		if !excluded {
			return true
		}
	}
	return false
}

func skipBack(toks []string, i int) string {
	for i >= 0 && slices.Contains(fillWords, toks[i]) {
		i--
	}
	if i < 0 {
		return ""
	}
	return toks[i]
}

func skipForward(toks []string, i int) string {
	for i < len(toks) && (toks[i] == "to" || toks[i] == "–") {
		i++
	}
	if i >= len(toks) {
		return ""
	}
	return toks[i]
}

// opensUpward is true for what follows the 5 in "5+", "5 yrs and above", "5 and over".
func opensUpward(rest []string) bool {
	for _, t := range rest {
		switch {
		case t == "+" || t == "plus" || t == "above" || t == "over" || t == "older":
			return true
		case !slices.Contains(yearWords, t):
			return false
		}
	}
	return false
}

func isZero(t string) bool     { return t == "0" || t == "00" }
func isUpToFour(t string) bool { return t == "4" || t == "04" || t == "59" }
