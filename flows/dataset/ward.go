package dataset

// A Ward is the unit of analysis: a ward, or the unit that a country or file has
// in its place (a chiefdom, a province, an LGA). Its identity is the code where a
// file brings one, else state, LGA and name together; a name alone is none.
type Ward struct {
	Code  string // such as KWSKEY02 or SL030101; "" unknown
	State string
	LGA   string
	Name  string // ward name as shown; "" where the unit is an LGA or a state
}

// Label is how a reply names the ward: name, then LGA where it is known.
func (w Ward) Label() string {
	switch {
	case w.Name == "" && w.LGA == "":
		return w.State
	case w.Name == "":
		return w.LGA
	case w.LGA == "":
		return w.Name
	}
	return w.Name + " (" + w.LGA + ")"
}

// MatchClass says how two names were taken for one ward.
type MatchClass string

// The classes, from certain to not at all.
const (
	MatchCode      MatchClass = "code"
	MatchExact     MatchClass = "exact"     // state + LGA + ward
	MatchNameOnly  MatchClass = "name-only" // unique in both files, no LGA at hand
	MatchAlias     MatchClass = "alias"     // learned from a confirmation
	MatchProbable  MatchClass = "probable"  // by edit distance, to be confirmed
	MatchAmbiguous MatchClass = "ambiguous" // a repeated name or triple
	MatchUnmatched MatchClass = "unmatched"
)

// A Match is one row of the ward matching table: a ward as one file names it and
// the ward it was taken for.
type Match struct {
	File     string
	From     Ward // as the file names it
	Ward     int  // index into Dataset.Wards; -1 when not joined
	Class    MatchClass
	Score    float64 // 0..1, of a probable match
	RunnerUp string  // next best candidate of a probable or ambiguous match
}
