package choiceinterp

import (
	"context"
	"encoding/json"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A tea house with training lines of its own.
type tea struct {
	Leaf  string `json:"leaf,omitempty" jsonschema:"title=leaf,enum=green,enum=black,enum=herbal" jsonschema_description:"Which leaf?"`
	Milk  string `json:"milk,omitempty" jsonschema:"title=milk,enum=none,enum=some" jsonschema_description:"With milk?"`
	Cups  int    `json:"cups,omitempty" jsonschema:"title=cups,minimum=1,maximum=90" jsonschema_description:"How many cups?" jsonschema_extras:"x-unit=cups"`
	Steep int    `json:"steep,omitempty" jsonschema:"title=steeping time,minimum=1,maximum=20" jsonschema_description:"How long?" jsonschema_extras:"x-unit=minutes"`
}

var teaLines = []string{
	`[the grassy one](leaf=green)`, `a pot of [sencha](leaf=green) please`, `bring [something from japan](leaf=green)`, `[jade leaves](leaf=green) today`,
	`[the grassy sort from japan](leaf=green)`, `I fancy [sencha](leaf=green)`, `make it [sencha](leaf=green), [plain](milk=none)`,
	`[the strong breakfast kind](leaf=black)`, `[assam](leaf=black) with [a splash of cream](milk=some)`, `a mug of [assam](leaf=black)`, `[breakfast leaves](leaf=black) please`,
	`[english breakfast](leaf=black) for me`, `[what the miners drank for breakfast](leaf=black)`,
	`[camomile](leaf=herbal)`, `[flowers only, nothing that keeps me awake](leaf=herbal)`, `[mint or such flowers](leaf=herbal)`, `[without caffeine](leaf=herbal) please`,
	`[flowers without caffeine](leaf=herbal)`, `[not a real tea at all](leaf=herbal)`, `[camomile flowers](leaf=herbal), [cream](milk=some)`,
	`[plain](milk=none)`, `[no cow near it](milk=none)`, `[add cream](milk=some)`, `[whitened](milk=some)`, `[a splash of cream](milk=some)`, `[cream](milk=some) in my [assam](leaf=black)`,
	`[3](cups) cups`, `[5](cups) cups of [camomile](leaf=herbal)`, `let it draw for [4](steep) minutes`, `[6](steep) minutes`, `[2](cups) of [sencha](leaf=green)`,
}

var teaHouse = sync.OnceValue(func() *knowledge {
	tool := schemaregistry.Define(schemaregistry.Def{Name: "serve_tea", Title: "Serve tea", Description: "Serves tea.", Effect: schemaregistry.EffectRun},
		func(context.Context, *schemaregistry.Run, tea) (schemaregistry.Result, error) {
			return schemaregistry.Result{}, nil
		})
	var own []sample
	for range 3 { // as often as a corpus says its common words
		for _, line := range teaLines {
			raw, _ := json.Marshal(map[string]string{"text": line})
			s, err := parseSample(string(raw))
			if err != nil {
				panic(err)
			}
			own = append(own, s)
		}
	}
	general, err := loadCorpus(generalCorpus)
	if err != nil {
		panic(err)
	}
	k := train(tool, prepared(own), general)
	c, err := FittedCalibration()
	if err != nil {
		panic(err)
	}
	k.calibration = &c
	return k
})

// The whole message tells what its words support together, and a trained tool is
// read by it [004-12].
func TestGistHearsTheWholeMessage(t *testing.T) {
	k := teaHouse()
	for text, want := range map[string]string{
		"breakfast leaves, the strong kind": "black", "the grassy sort from japan today": "green", "flowers, nothing with caffeine": "herbal",
		"4 minutes": "", "add cream": "",
	} {
		r := k.read(&Request{Text: text, Tool: k.tool})
		h := k.gist.heads[k.argIndex("leaf")]
		p := k.gist.predict(r)[k.argIndex("leaf")]
		if got := k.tagger.labels[h.labels[argmax(p)]].value; got != want {
			t.Errorf("%q means %q (%.2f), want %q", text, got, p, want)
		}
	}
	if heads := restaurantKnowledge(t).gist.heads; cmp.Diff(heads, make([]gistHead, len(heads)), cmp.AllowUnexported(gistHead{})) != "" {
		t.Error("a tool without lines of its own has heads")
	}
}

func restaurantKnowledge(t *testing.T) *knowledge {
	k, err := New(Options{}).knowledge(restaurant())
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// Words of one phrase are one mention, a negator inside a value is no exclusion
// and one before a name is, and a number keeps to what it was said for.
func TestPhrases(t *testing.T) {
	k := teaHouse()
	for text, want := range map[string]map[string]any{
		"green leaves":                        {"leaf": "green"},
		"the grassy one, plain":               {"leaf": "green", "milk": "none"},
		"not a real tea at all":               {"leaf": "herbal"},
		"flowers without caffeine":            {"leaf": "herbal"},
		"sencha, sorry, assam":                {"leaf": "black"},
		"4":                                   {},
		"a cup without a handle, for assam":   {"leaf": "black"},
		"3 cups, no, 5":                       {"cups": int64(5)},
		"let it draw for 4 minutes, 2 cups":   {"steep": int64(4), "cups": int64(2)},
		"assam with a splash of creem please": {"leaf": "black", "milk": "some"},
	} {
		r := k.read(&Request{Text: text, Tool: k.tool})
		r.findMentions()
		r.prepare()
		if diff := cmp.Diff(want, r.gather().args); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
