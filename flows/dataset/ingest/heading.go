package ingest

// readHeading is the grammar of headings: a place or time, a count of patients,
// or a known ward-level variable. Anything else is kindIgnored; a ward table may
// still keep it as a variable of its own (layout.go).
func readHeading(heading string) meaning {
	toks := tokens(heading)
	if m, ok := readPlace(toks); ok {
		return m
	}
	indicator, total, isIndicator := readIndicator(toks)
	if v, ok := readVariable(toks); ok && (!isIndicator || v.name == "tpr" || v.name == "pfpr" || v.name == "urban_percentage") {
		return v
	}
	if isIndicator {
		return meaning{kind: kindIndicator, indicator: indicator, total: total}
	}
	return meaning{}
}
