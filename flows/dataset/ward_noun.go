package dataset

// UnitNoun is what a reply calls these units: ward, or LGA or state where the
// data goes no deeper.
func UnitNoun(wards []Ward) string {
	noun := "state"
	for _, w := range wards {
		switch {
		case w.Name != "":
			return "ward"
		case w.LGA != "":
			noun = "LGA"
		}
	}
	if len(wards) == 0 {
		return "ward"
	}
	return noun
}
