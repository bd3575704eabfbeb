package maps

import (
	"strings"
	"testing"
)

// A net plan is of no period: its map says how many nets it shares out, and the
// months of the tests behind the ranking stay off it.
func TestAMapOfThePlanSaysThePlan(t *testing.T) {
	d := fixture(6, 4)
	all := evidence(d)
	all["itn"].Args = map[string]any{"total_nets": float64(300000), "strategy": "equity"}
	result, err := runMap(t, d, all, map[string]any{"map_variable": "itn_coverage"})
	if err != nil {
		t.Fatal(err)
	}
	svg := string(result.Artifacts[0].Data)
	if !strings.Contains(svg, "Plan of 300,000 nets, equity strategy") || strings.Contains(svg, "Oyun, 2024") {
		t.Error(svg[:min(2000, len(svg))])
	}
}

// Words for a time that mean something today only are written out.
func TestAMapSaysItsMonths(t *testing.T) {
	d := fixture(6, 4)
	all := evidence(d)
	all["tpr"].Args["period"] = "Jan to June 2024"
	result, err := runMap(t, d, all, map[string]any{"map_variable": "tpr"})
	if err != nil {
		t.Fatal(err)
	}
	if svg := string(result.Artifacts[0].Data); !strings.Contains(svg, "January to June 2024") {
		t.Error(svg[:min(2000, len(svg))])
	}
}
