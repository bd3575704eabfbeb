package router

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
)

// draft joins what was said now to what was chosen earlier. An analysis that has
// run keeps its choices when one of them is changed; a look-up starts afresh and
// keeps them only where it could not do without (goesOn).
func (t *turn) draft(tool *schemaregistry.Tool, said map[string]any) map[string]any {
	args := map[string]any{}
	if chosen := t.state.Drafts[tool.Name]; chosen != nil {
		maps.Copy(args, chosen)
	} else if t.state.Last[tool.Name] != nil && len(said) > 0 && tool.Gives != "" {
		return t.onTopOfLast(tool, said)
	}
	maps.Copy(args, said)
	return args
}

// onTopOfLast changes the arguments of the tool's last run by what was said now.
func (t *turn) onTopOfLast(tool *schemaregistry.Tool, said map[string]any) map[string]any {
	last := t.state.Last[tool.Name]
	if kept := keptChoices(tool, last, said); kept != "" {
		t.reply.Assumed = append(t.reply.Assumed, "Kept from before: "+kept+".")
	}
	args := maps.Clone(last)
	maps.Copy(args, said)
	return args
}

// goesOn reports that words are about the look-up that was just made, which answers
// what this one would ask: "make it ten".
func (t *turn) goesOn(tool *schemaregistry.Tool, asked *schemaregistry.Question, args map[string]any) bool {
	if asked == nil || asked.Arg == "" || tool.Gives != "" || tool.Name != t.state.LastTool || len(args) == 0 {
		return false
	}
	_, said := args[asked.Arg]
	return !said && t.state.Last[tool.Name][asked.Arg] != nil
}

func keptChoices(tool *schemaregistry.Tool, last, said map[string]any) string {
	var kept []string
	for _, arg := range tool.Args {
		if value, had := last[arg.Name]; had {
			if _, changed := said[arg.Name]; !changed {
				kept = append(kept, sayArg(arg, value))
			}
		}
	}
	return strings.Join(kept, ", ")
}

// sayArg names an argument and its value for people.
func sayArg(arg schemaregistry.Arg, value any) string {
	shown := fmt.Sprint(value)
	if number, isNumber := value.(float64); isNumber {
		shown = strconv.FormatFloat(number, 'f', -1, 64)
	}
	if label, named := arg.Labels[shown]; named {
		shown = briefly(label)
	}
	return strings.ToLower(arg.Title) + " " + shown
}

// briefly is a label without its explanation: "Equity" of "Equity: a floor first".
func briefly(label string) string {
	short, _, _ := strings.Cut(label, ":")
	return short
}

// keep remembers choices for a tool that cannot run yet.
func (t *turn) keep(tool *schemaregistry.Tool, args map[string]any) {
	if len(args) == 0 {
		return
	}
	if t.state.Drafts == nil {
		t.state.Drafts = map[string]map[string]any{}
	}
	kept := maps.Clone(t.state.Drafts[tool.Name])
	if kept == nil {
		kept = map[string]any{}
	}
	maps.Copy(kept, args)
	t.state.Drafts[tool.Name] = kept
}

// choose carries out an option of the open question, by its place from 1.
func (t *turn) choose(pending session.Pending, place int) error {
	option := pending.Question.Options[place-1]
	if command, ok := navigation(option.Say); ok {
		return commands[command](t)
	}
	t.state.Pending = nil
	tool := t.Tools.Tool(pending.Tool)
	if option.Tool != "" {
		tool = t.Tools.Tool(option.Tool)
	}
	if len(option.Edits) > 0 {
		if err := t.edit(option.Edits); err != nil {
			return err
		}
		if t.reply.Outcome == Failed {
			return nil
		}
	}
	t.reply.Confidence, t.reply.MatchedBy = t.via.Confidence, string(t.via.MatchedBy)
	said := option.Args
	if len(said) == 0 && option.Tool == "" && t.text != option.Chip().Say { // a click says nothing besides
		said = t.via.Args
	}
	t.via.Tool, t.via.Args = tool.Name, said
	if t.via.Option == 0 { // it was chosen by its words, and not as that message was read
		t.via.Outcome, t.via.Option = choiceinterp.OutcomeRun, place
	}
	call := schemaregistry.Call{Tool: tool.Name, Args: t.draft(tool, said), AcceptStale: option.AcceptStale}
	return t.execute(tool, call, pending.Defaults || option.Defaults)
}

// run executes a tool with these arguments.
func (t *turn) run(tool *schemaregistry.Tool, args map[string]any, defaults bool) error {
	t.state.Pending = nil
	return t.execute(tool, schemaregistry.Call{Tool: tool.Name, Args: args}, defaults)
}

// maxDefaults bounds how many questions the recommended options answer in a row.
const maxDefaults = 16

// execute runs the call. With defaults, questions about arguments are answered by
// their recommended options, which the reply names; questions about the data are
// still put to the analyst.
func (t *turn) execute(tool *schemaregistry.Tool, call schemaregistry.Call, defaults bool) error {
	call.Origin, call.Session, call.User, call.Said = schemaregistry.OriginText, t.session.ID, t.session.User, t.text
	if t.via.MatchedBy == choiceinterp.ByOrdinal {
		call.Origin = schemaregistry.OriginChip
	}
	state, err := t.evidence(tool)
	if err != nil {
		return err
	}
	var taken []string
	for range maxDefaults {
		result, err := t.Tools.Execute(t.ctx, call, state, t.progress)
		if err != nil {
			return t.fail(tool, call.Args, err)
		}
		if t.goesOn(tool, result.Ask, call.Args) {
			call.Args = t.onTopOfLast(tool, call.Args)
			continue
		}
		option := recommended(result.Ask)
		if !defaults || option == nil {
			if len(taken) > 0 {
				t.reply.Assumed = append(t.reply.Assumed, "Defaults taken: "+strings.Join(taken, "; ")+".")
			}
			return t.accept(tool, call, result, defaults)
		}
		taken = append(taken, briefly(option.Label))
		call.Args = maps.Clone(call.Args)
		maps.Copy(call.Args, option.Args)
	}
	return fmt.Errorf("%s asks without end", tool.Name)
}

// recommended is the option that "with defaults" takes: only for an argument,
// never for what only the analyst can know about her files.
func recommended(q *schemaregistry.Question) *schemaregistry.Option {
	if q == nil || q.Arg == "" {
		return nil
	}
	i := slices.IndexFunc(q.Options, func(o schemaregistry.Option) bool {
		return o.Recommended && len(o.Args) > 0 && len(o.Edits) == 0
	})
	if i < 0 {
		return nil
	}
	return &q.Options[i]
}

// fail turns an error of Execute into a reply. Faults of the machine are
// returned, so that they are logged, with a reply that tells nothing of the inside.
func (t *turn) fail(tool *schemaregistry.Tool, args map[string]any, err error) error {
	var blocked *schemaregistry.Blocked
	if errors.As(err, &blocked) {
		t.keep(tool, args)
		t.fork(tool, blocked)
		return nil
	}
	t.reply.Outcome, t.reply.Tool, t.reply.Args = Failed, tool.Name, args
	t.reply.Code, t.reply.Answer = schemaregistry.Sentence(err)
	if t.reply.Code == "internal" && t.OnFault != nil {
		t.OnFault(t.session.ID, tool.Name, err)
	}
	return nil
}
