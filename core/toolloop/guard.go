package toolloop

import (
	"fmt"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// refused says why a model may not run a valid call, or is "". Two rules hold for
// every tool that does more than read:
//
// An amount is the analyst's to say: a number must stand in her words, now or
// before, or be the tool's own default.
//
// What others wrote changes nothing: once text of files or of the web stands in the
// conversation, such a tool runs only when her own words ask for it. Otherwise the
// call is proposed to her.
func (r *run) refused(tool *schemaregistry.Tool, call schemaregistry.Call) (why string) {
	if tool.Effect == schemaregistry.EffectRead {
		return ""
	}
	for _, arg := range tool.Args {
		value, isNumber := choiceinterp.AsFloat(call.Args[arg.Name])
		if isNumber && !r.hers(tool, arg, value) {
			return fmt.Sprintf("%s must be a number that the analyst said, and she did not say %v; ask her", arg.Name, call.Args[arg.Name])
		}
	}
	if !r.foreign || slices.Contains(r.Asked, tool) {
		return ""
	}
	if r.proposed == nil {
		r.proposed = &call
	}
	return "it does more than read and her own words do not ask for it; it is proposed to the analyst. Answer without it"
}

// hers reports whether a number is the analyst's.
func (r *run) hers(tool *schemaregistry.Tool, arg schemaregistry.Arg, value float64) bool {
	known := []any{arg.Default, r.Last[tool.Name][arg.Name]}
	if r.Hint.Tool == tool.Name {
		known = append(known, r.Hint.Args[arg.Name])
	}
	for _, each := range known {
		if number, isNumber := choiceinterp.AsFloat(each); isNumber && number == value {
			return true
		}
	}
	return slices.ContainsFunc(choiceinterp.FindQuantities(r.Text), func(q choiceinterp.Quantity) bool {
		return q.Value == value || q.Alt == value
	})
}
