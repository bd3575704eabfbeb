package query

import (
	"fmt"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// instead is how many variables at hand are offered in place of one that has to
// be worked out first.
const instead = 3

// maxOptions keeps a question short.
const maxOptions = 6

func (d *desk) askOperation() *schemaregistry.Question {
	q := &schemaregistry.Question{ID: "operation", Arg: "operation", Text: "What would you like to know?"}
	about := ""
	if d.args.Variable != "" {
		about = " by " + titleOf(d.args.Variable)
	}
	for _, o := range []struct{ value, label string }{
		{opTop, fmt.Sprintf("The top %d %s%s", d.args.N, plural(d.noun(d.args.Level)), about)},
		{opBottom, fmt.Sprintf("The bottom %d %s%s", d.args.N, plural(d.noun(d.args.Level)), about)},
		{opDescribe, "Mean, median and spread"},
		{opHistogram, "A histogram"},
		{opCorrelate, "How it goes together with another variable"},
		{opCount, "How many there are, and how many lack a value"},
	} {
		q.Options = append(q.Options, schemaregistry.Option{
			Label: o.label, Say: o.value, Recommended: o.value == opTop, Args: values{"operation": o.value},
		})
	}
	return q
}

// askVariable offers what is at hand, or the way to get there when "top 10
// wards" is said before anything was computed [004-C4].
func (d *desk) askVariable() *schemaregistry.Question {
	q := &schemaregistry.Question{ID: "variable", Arg: "variable", Text: "Which variable should I look at?"}
	if d.run.Evidence("tpr") == nil && d.data.Counts != nil {
		q.Text = "Test positivity and risk are not worked out yet. Shall I start there, or use a variable that is in the data?"
		q.Options = append(q.Options, schemaregistry.Option{Label: proved[0].doing, Say: "run tpr", Tool: proved[0].tool})
	}
	q.Options = append(q.Options, variableOptions("variable", d.available())...)
	return recommendFirst(q)
}

// askFor answers a variable that is not at hand: with the tool that makes it, or
// with the variables most like it.
func (d *desk) askFor(name string) *schemaregistry.Question { return d.askArg("variable", name) }

func (d *desk) askArg(arg, name string) *schemaregistry.Question {
	q := &schemaregistry.Question{ID: arg, Arg: arg}
	if column, _ := d.words(name); column != nil {
		q.Text = fmt.Sprintf("The %s of a ward is a word, not a number. Shall I count the wards by it?", column.Name)
		q.Options = append(q.Options, schemaregistry.Option{
			Label: "Count by " + column.Name, Args: values{"operation": opCount, arg: column.Name},
		})
		return recommendFirst(q)
	}
	if tool, doing := toolFor(name); tool != "" {
		q.Text = fmt.Sprintf("I have not worked out %s yet. What shall I do?", titleOf(name))
		q.Options = append(q.Options, schemaregistry.Option{Label: doing, Tool: tool})
		at := d.available()
		q.Options = append(q.Options, variableOptions(arg, at[:min(instead, len(at))])...)
		return recommendFirst(q)
	}
	q.Text = fmt.Sprintf("I know no variable called %q. Which one is meant?", name)
	q.Options = variableOptions(arg, d.nearest(name))
	return recommendFirst(q)
}

func (d *desk) askLevel(problem string) *schemaregistry.Question {
	return &schemaregistry.Question{
		ID: "level", Arg: "level", Text: problem + " Shall I look at wards?",
		Options: []schemaregistry.Option{{Label: "By ward", Say: levelWard, Recommended: true, Args: values{"level": levelWard}}},
	}
}

func variableOptions(arg string, names []string) []schemaregistry.Option {
	var options []schemaregistry.Option
	for _, name := range names[:min(maxOptions, len(names))] {
		label := spoken(name)
		if title, ok := titles[name]; ok {
			label = title
		}
		options = append(options, schemaregistry.Option{Label: label, Say: name, Args: values{arg: name}})
	}
	return options
}

func recommendFirst(q *schemaregistry.Question) *schemaregistry.Question {
	if len(q.Options) > 0 {
		q.Options[0].Recommended = true
	}
	return q
}
