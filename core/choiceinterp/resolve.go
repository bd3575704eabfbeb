package choiceinterp

import (
	"context"
	"fmt"
	"slices"
)

// Resolve understands one message, with the model where there is one and always
// with the net. It never fails: what cannot be understood is a rejection with a
// reason. Without a tool there is nothing to resolve.
func (in *Interpreter) Resolve(ctx context.Context, req Request) Resolution {
	if req.Tool == nil {
		return Resolution{Outcome: OutcomeReject, Args: map[string]any{}, Reason: "no tool was given", MatchedBy: ByRegex}
	}
	k, err := in.knowledge(req.Tool)
	if err != nil {
		return Resolution{Tool: req.Tool.Name, Outcome: OutcomeReject, Args: map[string]any{}, Reason: err.Error(), MatchedBy: ByRegex}
	}
	net := k.resolve(&req)
	if in.model == nil || req.Alone || isDecided(&req, net) {
		return net
	}
	return in.consult(ctx, k, &req, net)
}

// isDecided reports a message about which no model is asked: it names an option
// in view or points into the list [3.14]. In strict order only what the model
// could not say is left: an option that is an action and no value.
func isDecided(req *Request, net Resolution) bool {
	if req.ModelFirst {
		return net.Option > 0 && len(net.Args) == 0
	}
	return net.Option > 0 || net.MatchedBy == ByOrdinal || PointsIntoList(req.Text)
}

// resolve is the deterministic reading of a message.
func (k *knowledge) resolve(req *Request) Resolution {
	if option := wholeOption(req); option > 0 {
		return k.chosen(req, option, ByRegex, req.Text)
	}
	r := k.read(req)
	if !slices.ContainsFunc(r.atoms, func(a atom) bool { return a.kind != symbolAtom }) {
		return r.rejected("nothing was said")
	}
	if isSmallTalk(r.tokens) {
		return r.rejected("there is nothing to act on")
	}
	if option, res := r.pointed(); option > 0 || res != nil {
		if res != nil {
			return *res
		}
		return k.chosen(req, option, ByOrdinal, req.Text)
	}
	r.findMentions()
	r.loneWord()
	r.prepare()
	return r.gather().finish()
}

// prepare orders the mentions, gives them their polarity and asks what kind of
// message it is.
func (r *reading) prepare() {
	r.visibleMentions()
	r.sort(r.mentions)
	r.mentions = r.withoutStrays()
	r.polarise()
	r.classify()
}

// classify asks what kind of message it is.
func (r *reading) classify() {
	covered := r.covered()
	found := 0
	for _, m := range r.mentions {
		if m.score >= likely {
			found++
		}
	}
	r.kinds = r.k.kinds.predict(r.kindFeatures(covered, found))
	r.plain = r.kinds
	if found > 0 && r.k.trained { // words that look like a value may belong to something else; unlearnt ones say nothing
		r.plain = r.k.kinds.predictPlain(r.kindFeatures(make([]bool, len(r.atoms)), 0))
	}
}

// chosen is a visible option taken as a whole.
func (k *knowledge) chosen(req *Request, option int, by MatchedBy, quote string) Resolution {
	res := Resolution{
		Tool: k.tool.Name, Args: map[string]any{}, Confidence: 0.97, MatchedBy: by, Outcome: OutcomeRun, Option: option,
		Reason: fmt.Sprintf("option %d of %d in view", option, len(req.Visible)), Provenance: map[string]Origin{},
	}
	if value := k.optionValue(req, option); value != nil {
		res.Args[req.Asked] = value
		res.Provenance[req.Asked] = Origin{Quote: quote, Source: "said"}
	}
	return res
}

// optionValue is the legal value of the asked argument that an option stands
// for, or nil when it is an action.
func (k *knowledge) optionValue(req *Request, option int) any {
	i := k.argIndex(req.Asked)
	if i < 0 {
		return nil
	}
	arg := &k.tool.Args[i]
	o := req.Visible[option-1]
	candidates := []any{o.Value}
	text, isText := o.Value.(string)
	if o.Value == nil {
		text, isText = o.Label, true
	}
	if isText && text != "" {
		for _, name := range labelNames(text) {
			for _, h := range k.phrases[foldPhrase(name)] {
				if h.arg == i {
					candidates = append(candidates, h.value)
				}
			}
		}
		if q, ok := ParseQuantity(text); ok && isNumeric(arg) {
			candidates = append(candidates, numeric(arg.Type, q.Value))
		}
		if o.Value == nil && len(arg.Enum) == 0 && isOpen(arg) && arg.Type == "string" {
			candidates = append(candidates, text)
		}
	}
	for _, c := range candidates {
		if f, isNumber := AsFloat(c); isNumber {
			c = numeric(arg.Type, f)
		}
		if c != nil && c != "" && k.tool.CheckPartial(map[string]any{arg.Name: c}) == nil {
			return c
		}
	}
	return nil
}
