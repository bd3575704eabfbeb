package ingest

import "github.com/chatmrpt/chatmrpt/flows/dataset"

// reportLostNA says which headings and place names had a "0" where "na" stood.
func (b *builder) reportLostNA(p *part) {
	var examples []string
	note := func(name string) bool {
		repaired := restoreNA(name)
		if repaired == name {
			return false
		}
		examples = append(examples, name+" is "+repaired)
		return true
	}
	headings, names := 0, 0
	for _, c := range p.table.Columns {
		if note(c.Heading) {
			headings++
		}
	}
	seen := map[string]bool{}
	for _, raw := range p.raw {
		for _, name := range []string{raw.state, raw.lga, raw.ward} {
			if !seen[name] && note(name) {
				names++
			}
			seen[name] = true
		}
	}
	if len(examples) == 0 {
		return
	}
	b.find(dataset.Info, "lost_na", "column", p.name(b), "", headings+names,
		"An export put 0 where \"na\" stood, in %s and %s; it was put back: %s.",
		dataset.Plural(headings, "heading"), dataset.Plural(names, "place name"), dataset.Names(examples, 3))
}
