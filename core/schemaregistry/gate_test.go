package schemaregistry

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func chain(dataset string) map[string]*Evidence {
	return map[string]*Evidence{
		"tpr":  {Kind: "tpr", Hash: "t1", From: map[string]string{DatasetKey: dataset}},
		"risk": {Kind: "risk", Hash: "r1", From: map[string]string{DatasetKey: dataset, "tpr": "t1"}},
		"itn":  {Kind: "itn", Hash: "i1", From: map[string]string{DatasetKey: dataset, "risk": "r1"}},
	}
}

// [004-03], [004-30]: gates read stored evidence only.
func TestCheckGate(t *testing.T) {
	tests := []struct {
		name   string
		change func(map[string]*Evidence)
		needs  []string
		want   GateDecision
	}{
		{"all there", func(map[string]*Evidence) {}, []string{"risk"}, GateDecision{}},
		{"missing", func(m map[string]*Evidence) { delete(m, "risk") }, []string{"risk"}, GateDecision{Missing: []string{"risk"}}},
		{"a new upstream result makes it stale", func(m map[string]*Evidence) { m["tpr"].Hash = "t2" }, []string{"risk"}, GateDecision{Stale: []string{"risk"}}},
		{"and what came after that", func(m map[string]*Evidence) { m["tpr"].Hash = "t2" }, []string{"itn"}, GateDecision{Stale: []string{"itn"}}},
		{"the same result again does not", func(m map[string]*Evidence) { m["tpr"] = &Evidence{Kind: "tpr", Hash: "t1", From: m["tpr"].From} }, []string{"risk"}, GateDecision{}},
		{"other data make everything stale", func(m map[string]*Evidence) {
			for _, e := range m {
				e.From[DatasetKey] = "older"
			}
		}, []string{"tpr", "risk"}, GateDecision{Stale: []string{"tpr", "risk"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			have := chain("d1")
			test.change(have)
			if diff := cmp.Diff(test.want, CheckGate(test.needs, have, "d1")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Whatever the evidence looks like, a needed kind that is absent keeps the gate
// shut, and the check ends even when evidence refers to itself.
func TestGateNeverOpensWithoutEvidence(t *testing.T) {
	kinds := []string{"tpr", "risk", "itn", "x"}
	rapid.Check(t, func(t *rapid.T) {
		have := map[string]*Evidence{}
		for _, kind := range rapid.SliceOfDistinct(rapid.SampledFrom(kinds), rapid.ID).Draw(t, "have") {
			from := map[string]string{}
			for _, up := range rapid.SliceOf(rapid.SampledFrom(append(kinds, DatasetKey))).Draw(t, "from") {
				from[up] = rapid.SampledFrom([]string{"h1", "h2"}).Draw(t, "hash")
			}
			have[kind] = &Evidence{Kind: kind, Hash: rapid.SampledFrom([]string{"h1", "h2"}).Draw(t, "own"), From: from}
		}
		needed := rapid.SampledFrom(kinds).Draw(t, "needed")
		decision := CheckGate([]string{needed}, have, "h1")
		if have[needed] == nil && decision.Open() {
			t.Fatalf("open without %s", needed)
		}
	})
}

func TestDatasetVersion(t *testing.T) {
	base := State{Inputs: []Input{{Name: "a", Hash: "1"}}}
	edited := State{Inputs: base.Inputs, Edits: Edits{"column:x": "tested"}}
	if base.Dataset() == edited.Dataset() {
		t.Error("a correction does not change the version")
	}
	if base.Dataset() != (State{Inputs: base.Inputs, Edits: Edits{}}).Dataset() {
		t.Error("no corrections and an empty set of them differ")
	}
	if (State{}).Dataset() != "" {
		t.Error("no data has a version")
	}
}
