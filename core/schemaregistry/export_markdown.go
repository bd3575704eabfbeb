package schemaregistry

import (
	"fmt"
	"strings"
	"time"
)

// MarkdownPage documents tools for people: a section for each with its arguments,
// what it needs and what it costs.
func MarkdownPage(tools []*Tool) string {
	var b strings.Builder
	b.WriteString("# Tools\n")
	for _, t := range tools {
		fmt.Fprintf(&b, "\n## %s\n\n**%s.** %s\n\n%s.\n", t.Name, t.Title, t.Description, strings.Join(t.facts(), "; "))
		if len(t.Args) > 0 {
			b.WriteString("\n| argument | values | default | meaning |\n|---|---|---|---|\n")
		}
		for _, arg := range t.Args {
			standard := "-"
			switch {
			case arg.Default != nil:
				standard = fmt.Sprint(arg.Default)
			case arg.Required:
				standard = "required"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", arg.Name, cell(arg.allowed()), cell(standard), cell(arg.Description))
		}
		if len(t.Examples) > 0 {
			fmt.Fprintf(&b, "\nFor example: %q\n", t.Examples[0].Text)
		}
	}
	return b.String()
}

// facts are the tool's policies in words.
func (t *Tool) facts() []string {
	facts := []string{"Effect: " + string(t.Effect), "cost: " + string(t.Cost)}
	if len(t.Needs) > 0 {
		facts = append(facts, "needs "+strings.Join(t.Needs, ", "))
	}
	if t.Gives != "" {
		facts = append(facts, "gives "+t.Gives)
	}
	facts = append(facts, "stopped after "+duration(t.Timeout))
	if t.DailyLimit > 0 {
		facts = append(facts, fmt.Sprintf("at most %d times a day for each user", t.DailyLimit))
	}
	if t.Cooldown > 0 {
		facts = append(facts, fmt.Sprintf("at least %s between two runs by a user", duration(t.Cooldown)))
	}
	if t.Irreversible {
		facts = append(facts, "cannot be undone")
	}
	if len(t.Aliases) > 0 {
		facts = append(facts, "also called "+strings.Join(t.Aliases, ", "))
	}
	return facts
}

// duration is 1m and not 1m0s.
func duration(d time.Duration) string {
	return strings.Replace(strings.Replace(d.String(), "m0s", "m", 1), "h0m", "h", 1)
}

// cell keeps a text inside its cell of a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ").Replace(text)
}
