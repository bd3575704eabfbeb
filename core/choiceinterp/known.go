package choiceinterp

// Known is what a message is read against, besides its tool: enough to read it
// once more later.
type Known struct {
	Visible []Option `json:"visible,omitempty"`
	Memory  Memory   `json:"memory,omitzero"`
	Context Context  `json:"context,omitzero"`
}

// knownNames bounds each list of names of a Known.
const knownNames = 60

// Known is what the request is read against, long lists of names cut.
func (req *Request) Known() Known {
	c := req.Context
	c.Columns = c.Columns[:min(len(c.Columns), knownNames)]
	for _, names := range []*[]string{&c.States, &c.Periods, &c.Wards} {
		*names = (*names)[:min(len(*names), knownNames)]
	}
	return Known{req.Visible, req.Memory, c}
}
