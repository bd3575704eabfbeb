package choiceinterp_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
)

// What a request is read against comes back from JSON, long lists of names cut.
func TestKnown(t *testing.T) {
	req := choiceinterp.Request{
		Visible: []choiceinterp.Option{{Label: "Teal", Value: "teal"}, {Label: "Grey"}},
		Memory:  choiceinterp.Memory{Last: map[string]any{"colour": "teal"}},
		Context: choiceinterp.Context{Columns: []choiceinterp.Column{{Name: "gloss", Aliases: []string{"shine"}}}, States: []string{"wet"}},
	}
	for i := range 500 {
		req.Context.Wards = append(req.Context.Wards, fmt.Sprint("wall ", i))
	}
	raw, err := json.Marshal(req.Known())
	if err != nil {
		t.Fatal(err)
	}
	var got choiceinterp.Known
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	want := choiceinterp.Known{Visible: req.Visible, Memory: req.Memory, Context: req.Context}
	want.Context.Wards = req.Context.Wards[:60]
	if diff := cmp.Diff(want, got); diff != "" || len(req.Context.Wards) != 500 {
		t.Errorf("%d wards are left (-want +got):\n%s", len(req.Context.Wards), diff)
	}
}
