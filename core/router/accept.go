package router

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
)

// accept takes a result into the session and the reply.
func (t *turn) accept(tool *schemaregistry.Tool, call schemaregistry.Call, result schemaregistry.Result, defaults bool) error {
	if err := t.store(result.Artifacts); err != nil {
		return err
	}
	r := &t.reply
	r.Tool, r.Args = tool.Name, result.Args
	if r.MatchedBy == "" {
		r.Confidence, r.MatchedBy = t.via.Confidence, string(t.via.MatchedBy)
	}
	r.Warnings = append(r.Warnings, result.Warnings...)
	r.Assumed = append(r.Assumed, result.Assumed...)
	if result.Ask != nil {
		t.keep(tool, call.Args)
		t.state.Pending = &session.Pending{Tool: tool.Name, Question: *result.Ask, Defaults: defaults}
		r.Outcome = Asked
		r.Answer = result.Text
		r.put(*result.Ask)
		return nil
	}
	r.Outcome = Ran
	if t.question {
		r.Outcome = Answered
	}
	r.Answer = joinParagraphs(r.Answer, result.Text)
	r.Table, r.Receipt = result.Table, result.Receipt
	if err := t.keepResult(tool, call.Args, result); err != nil {
		return err
	}
	r.Chips = slices.Concat(t.waiting(), result.Chips)
	return nil
}

// keepResult takes into the session what ran, what it proved and what it corrected.
func (t *turn) keepResult(tool *schemaregistry.Tool, args map[string]any, result schemaregistry.Result) error {
	stale := t.staleKinds()
	t.remember(tool, args, result)
	if err := t.keepEvidence(result.Evidence); err != nil {
		return err
	}
	t.sayStale(append(stale, tool.Gives)) // what was made just now says itself on what it rests
	t.state.Clarified = false
	if len(result.Edits) > 0 {
		return t.edit(result.Edits)
	}
	return nil
}

// store keeps what a result produced.
func (t *turn) store(artifacts []schemaregistry.Artifact) error {
	for _, a := range artifacts {
		hash, err := t.Blobs.Put(t.ctx, a.Data)
		if err != nil {
			return fmt.Errorf("store %s: %w", a.Name, err)
		}
		ref := session.ResultRef{
			ID: t.NewID(), Kind: a.Kind, Name: a.Name, MIME: a.MIME, Hash: hash, Size: int64(len(a.Data)),
		}
		t.reply.Results = append(t.reply.Results, ref)
	}
	return nil
}

// remember records what ran, so that "same as before" and "change the age" have
// something to point at.
func (t *turn) remember(tool *schemaregistry.Tool, args map[string]any, result schemaregistry.Result) {
	s := &t.state
	if s.Last == nil {
		s.Last, s.Previous = map[string]map[string]any{}, map[string]map[string]any{}
	}
	if s.Previous == nil {
		s.Previous = map[string]map[string]any{}
	}
	if last := s.Last[tool.Name]; last != nil && !equal(last, args) {
		s.Previous[tool.Name] = last
	}
	s.Last[tool.Name] = maps.Clone(args)
	if tool.Name != t.Review {
		s.LastTool = tool.Name
	}
	delete(s.Drafts, tool.Name)
	if result.Vocabulary != nil {
		s.Vocabulary = result.Vocabulary
	}
}

// keepEvidence stores the evidence's table and refers to it from the session.
func (t *turn) keepEvidence(e *schemaregistry.Evidence) error {
	if e == nil {
		return nil
	}
	raw, err := json.Marshal(e.Table)
	if err != nil {
		return fmt.Errorf("encode %s: %w", e.Kind, err)
	}
	if e.Blob, err = t.Blobs.Put(t.ctx, raw); err != nil {
		return fmt.Errorf("store %s: %w", e.Kind, err)
	}
	if t.state.Evidence == nil {
		t.state.Evidence = map[string]*schemaregistry.Evidence{}
	}
	t.state.Evidence[e.Kind] = e
	return nil
}

// evidence is the state for an execution, with the tables that the tool reads.
func (t *turn) evidence(tool *schemaregistry.Tool) (schemaregistry.State, error) {
	state := t.registryState()
	for _, kind := range slices.Concat(tool.Needs, tool.Uses) {
		e := state.Evidence[kind]
		if e == nil {
			continue
		}
		raw, err := t.Blobs.Get(t.ctx, e.Blob)
		if err != nil {
			return state, fmt.Errorf("read %s: %w", kind, err)
		}
		loaded := *e
		if err := json.Unmarshal(raw, &loaded.Table); err != nil {
			return state, fmt.Errorf("decode %s: %w", kind, err)
		}
		state.Evidence[kind] = &loaded
	}
	return state, nil
}

// registryState is the session's state without tables: enough for the gates.
func (t *turn) registryState() schemaregistry.State {
	return schemaregistry.State{
		Inputs: t.state.Inputs, Edits: t.state.Edits, Evidence: maps.Clone(nonNil(t.state.Evidence)),
	}
}

func nonNil(m map[string]*schemaregistry.Evidence) map[string]*schemaregistry.Evidence {
	if m == nil {
		return map[string]*schemaregistry.Evidence{}
	}
	return m
}

// addInputs puts files into the session and reviews them.
func (t *turn) addInputs(inputs []schemaregistry.Input) error {
	before := t.state.Inputs
	t.state.Inputs = slices.Clone(before)
	for _, input := range inputs {
		same := func(other schemaregistry.Input) bool { return other.Hash == input.Hash || other.Name == input.Name }
		t.state.Inputs = append(slices.DeleteFunc(t.state.Inputs, same), input)
	}
	if err := t.review(); err != nil {
		return err
	}
	if t.reply.Outcome == Failed {
		t.state.Inputs = before
	}
	return nil
}

// edit records corrections of how the files are read and reviews them again,
// without repeating the review to the analyst.
func (t *turn) edit(edits schemaregistry.Edits) error {
	before := t.state.Edits
	t.state.Edits = maps.Clone(before)
	if t.state.Edits == nil {
		t.state.Edits = schemaregistry.Edits{}
	}
	for subject, correction := range edits {
		if correction == "" {
			delete(t.state.Edits, subject)
		} else {
			t.state.Edits[subject] = correction
		}
	}
	silent := turn{Router: t.Router, ctx: t.ctx, session: t.session, state: t.state, progress: t.progress}
	if err := silent.review(); err != nil {
		return err
	}
	if silent.reply.Outcome == Failed {
		t.state.Edits = before
		t.reply.Outcome, t.reply.Code, t.reply.Answer = Failed, silent.reply.Code, silent.reply.Answer
		return nil
	}
	stale := t.staleKinds()
	t.state = silent.state
	t.reply.Results = append(t.reply.Results, silent.reply.Results...)
	t.sayStale(stale)
	return nil
}

// review runs the review tool over the files as they now are. Evidence that came
// with earlier files and no longer does is dropped.
func (t *turn) review() error {
	tool := t.Tools.Tool(t.Review)
	for kind, e := range t.state.Evidence {
		if e.Supplied {
			delete(t.state.Evidence, kind)
		}
	}
	stale := t.staleKinds()
	call := schemaregistry.Call{Tool: tool.Name, Args: map[string]any{}}
	pending := t.state.Pending
	if err := t.execute(tool, call, false); err != nil {
		return err
	}
	t.state.Pending = pending
	t.sayStale(stale)
	return nil
}

// staleKinds lists the evidence that is outdated now.
func (t *turn) staleKinds() []string {
	state := t.registryState()
	var stale []string
	for kind := range state.Evidence {
		if schemaregistry.IsStale(kind, state.Evidence, state.Dataset()) {
			stale = append(stale, kind)
		}
	}
	slices.Sort(stale)
	return stale
}

// sayStale tells which evidence this turn made outdated.
func (t *turn) sayStale(before []string) {
	for _, kind := range t.staleKinds() {
		if !slices.Contains(before, kind) {
			t.reply.Warnings = append(t.reply.Warnings,
				fmt.Sprintf("The %s was made before this change and is now outdated.", t.nameOf(kind)))
		}
	}
}

// nameOf is what the result of the tool that gives this evidence is called.
func (t *turn) nameOf(kind string) string {
	if tool := t.giving(kind); tool != nil {
		return tool.Short
	}
	return kind
}

func (r *Router) giving(kind string) *schemaregistry.Tool {
	for _, tool := range r.Tools.Tools() {
		if tool.Gives == kind {
			return tool
		}
	}
	return nil
}

func equal(a, b map[string]any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

func joinParagraphs(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}
