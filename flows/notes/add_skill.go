package notes

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/memory"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// AddSkillArgs are the arguments of add_skill.
type AddSkillArgs struct {
	SkillName     string `json:"skill_name" jsonschema:"title=name,minLength=1,maxLength=60,description=What should the skill be called? One short name in small letters."`
	Summary       string `json:"summary" jsonschema:"title=summary,minLength=1,maxLength=80,description=What is it for? One line of at most 80 characters."`
	Documentation string `json:"documentation" jsonschema:"title=how it is done,minLength=1,maxLength=60000,description=How is it done? Markdown."`
}

var addSkillDef = schemaregistry.Def{
	Name: "add_skill", Title: "Write down how something is done",
	Description: "Writes down a procedure of the programme under a name, for everybody, or a new version of it; earlier versions are kept. rag_search finds it, and read_file reads skills/<name>.md.",
	Category:    schemaregistry.CategoryOrchestration, Effect: schemaregistry.EffectWrite, NL: true, Unspoken: true,
	Guide: schemaregistry.Guide{
		Summary:     "Writes down how something is done, for everybody in the programme.",
		Description: "Name the procedure, say in a line what it is for, and give its steps.",
		Rules:       []string{"skill_name is of small letters, digits, - and _.", "summary is one line of at most 80 characters.", "documentation holds the steps as they were given; add none."},
	},
	Examples: []schemaregistry.Example{
		{Text: "write down how we check ward names: compare with the INEC list, then ask the LGA", Args: map[string]any{
			"skill_name": "check-ward-names", "summary": "How ward names are checked", "documentation": "1. Compare with the INEC list.\n2. Ask the LGA."}},
		{Text: "save our microplanning steps as a skill", Args: map[string]any{"skill_name": "microplanning", "summary": "Steps of a microplan"}},
		{Text: "note the rule for buffer stock as a procedure: ten percent, rounded up to bales", Args: map[string]any{
			"skill_name": "buffer-stock", "summary": "How much buffer stock is planned", "documentation": "Ten percent, rounded up to bales."}},
	},
}

var skillName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]*$`)

func addSkill(store memory.Store) schemaregistry.Handler[AddSkillArgs] {
	return func(ctx context.Context, run *schemaregistry.Run, args AddSkillArgs) (schemaregistry.Result, error) {
		name := strings.TrimSuffix(strings.TrimSpace(args.SkillName), ".md")
		switch {
		case !skillName.MatchString(name):
			return schemaregistry.Result{}, schemaregistry.Fail("bad_skill_name", "%q cannot name a skill: small letters, digits, - and _ only.", args.SkillName)
		case strings.ContainsAny(args.Summary, "\r\n"):
			return schemaregistry.Result{}, schemaregistry.Fail("bad_summary", "The summary of a skill is one line.")
		}
		old, versions, err := store.FindSkill(ctx, name)
		switch {
		case errors.Is(err, memory.ErrNotFound):
		case err != nil:
			return schemaregistry.Result{}, err
		case old.Text == args.Documentation && old.Title == args.Summary:
			return schemaregistry.Result{Text: fmt.Sprintf("The skill %s says so already.", name)}, nil
		case run.Call.Origin == schemaregistry.OriginModel || run.Call.Origin == schemaregistry.OriginSubSession:
			return schemaregistry.Result{Ask: askReplace(name, old, args)}, nil
		}
		err = store.AddEntry(ctx, memory.Entry{
			Kind: memory.Skill, User: run.Call.User, Name: name, Title: args.Summary, Text: args.Documentation, At: run.Now,
		})
		if err != nil {
			return schemaregistry.Result{}, err
		}
		return schemaregistry.Result{
			Text:        fmt.Sprintf("The skill %s is written down, version %d.", name, versions+1),
			SideEffects: []string{fmt.Sprintf("created:skills/%s.md:%d", name, versions+1)},
		}, nil
	}
}

// askReplace puts a model's new version of what people wrote to the analyst.
func askReplace(name string, old memory.Entry, args AddSkillArgs) *schemaregistry.Question {
	return &schemaregistry.Question{
		ID:   "replace:" + name,
		Text: fmt.Sprintf("There is a skill %s (%q, of %s). Shall the new version count from now on?", name, old.Title, old.At.Format("2 January 2006")),
		Options: []schemaregistry.Option{
			{Label: "Use the new version", Tool: "add_skill", Args: map[string]any{"skill_name": name, "summary": args.Summary, "documentation": args.Documentation}},
			{Label: "Keep the old one", Say: "cancel"},
		},
	}
}
