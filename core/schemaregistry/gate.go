package schemaregistry

import "slices"

// Evidence is a ward table that a tool proved and that other tools' gates ask
// for, with the hash of its content. Tables are kept by hash; a session holds
// the reference.
type Evidence struct {
	Kind     string            `json:"kind"` // tpr | risk | itn
	Hash     string            `json:"hash"` // of the table's columns
	Args     map[string]any    `json:"args,omitempty"`
	From     map[string]string `json:"from,omitempty"`     // DatasetKey and evidence kinds -> hash at the time
	Supplied bool              `json:"supplied,omitempty"` // brought by the analyst's file, not computed here
	Blob     string            `json:"blob,omitempty"`     // where the table is stored
	Table    *Table            `json:"-"`
}

// DatasetKey is the name under which Evidence.From holds the dataset's version.
const DatasetKey = "dataset"

// A GateDecision says whether a tool may run.
type GateDecision struct {
	Missing []string // kinds of evidence that do not exist yet, in the tool's order
	Stale   []string // kinds that exist but were computed from something that has changed since
}

// Open reports whether nothing is missing or stale.
func (d GateDecision) Open() bool { return len(d.Missing) == 0 && len(d.Stale) == 0 }

// CheckGate is the workflow gate: a pure function of stored evidence. No text
// reaches it, so no phrasing can pass it.
func CheckGate(needs []string, have map[string]*Evidence, dataset string) GateDecision {
	var d GateDecision
	for _, kind := range needs {
		switch {
		case have[kind] == nil:
			d.Missing = append(d.Missing, kind)
		case IsStale(kind, have, dataset):
			d.Stale = append(d.Stale, kind)
		}
	}
	return d
}

// IsStale reports whether the evidence of a kind was computed from a dataset or
// from evidence that has changed since, directly or further up.
func IsStale(kind string, have map[string]*Evidence, dataset string) bool {
	return isStale(kind, have, dataset, nil)
}

func isStale(kind string, have map[string]*Evidence, dataset string, above []string) bool {
	e := have[kind]
	if e == nil || slices.Contains(above, kind) {
		return false
	}
	for source, hash := range e.From {
		if source == DatasetKey {
			if hash != dataset {
				return true
			}
			continue
		}
		up := have[source]
		if up == nil || up.Hash != hash || isStale(source, have, dataset, append(above, kind)) {
			return true
		}
	}
	return false
}
