package query

import (
	"context"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// ToolName is the name under which the tool is registered.
const ToolName = "query_data"

// Args of query_data. What is missing and cannot be guessed is asked.
type Args struct {
	Operation     string `json:"operation,omitempty" jsonschema:"title=operation,enum=top,enum=bottom,enum=describe,enum=correlate,enum=histogram,enum=count,enum=trend" jsonschema_description:"What would you like to know: the highest or lowest places, a description, a correlation, a histogram, a count or a trend?"`
	Variable      string `json:"variable,omitempty" jsonschema:"title=variable" jsonschema_description:"Which variable should I look at?" jsonschema_extras:"x-values=columns"`
	OtherVariable string `json:"other_variable,omitempty" jsonschema:"title=other variable" jsonschema_description:"Which variable should it be compared with?" jsonschema_extras:"x-values=columns"`
	N             int    `json:"N,omitempty" jsonschema:"title=number of places,minimum=1,maximum=1000,default=10" jsonschema_description:"How many places should be listed?" jsonschema_extras:"x-unit=count"`
	Level         string `json:"level,omitempty" jsonschema:"title=level,enum=ward,enum=lga,enum=facility,default=ward" jsonschema_description:"Should I look at wards, LGAs or facilities?"`
}

// The operations.
const (
	opTop       = "top"
	opBottom    = "bottom"
	opDescribe  = "describe"
	opCorrelate = "correlate"
	opHistogram = "histogram"
	opCount     = "count"
	opTrend     = "trend"
)

// The levels.
const (
	levelWard     = "ward"
	levelLGA      = "lga"
	levelFacility = "facility"
)

// Tools declares query_data.
func Tools(load dataset.Load) []*schemaregistry.Tool {
	return []*schemaregistry.Tool{schemaregistry.Define(schemaregistry.Def{
		Name:  ToolName,
		Title: "Look something up",
		Description: "Answers questions about the numbers at hand: the top or bottom N wards, LGAs or facilities by a variable, " +
			"its description, histogram, correlation with another, how many there are, or which rise fastest over the months.",
		Category: "question",
		Effect:   schemaregistry.EffectRead,
		Uses:     []string{"tpr", "risk", "itn"},
		Examples: examples,
		Labels:   labels,
	}, flow{load}.answer)}
}

type flow struct{ load dataset.Load }

func (f flow) answer(ctx context.Context, run *schemaregistry.Run, args Args) (schemaregistry.Result, error) {
	data, err := f.load(ctx, run)
	if err != nil {
		return schemaregistry.Result{}, err
	}
	if args.N == 0 {
		args.N = 10
	}
	if args.Level == "" {
		args.Level = levelWard
	}
	d := &desk{data: data, run: run, args: args}
	result, err := d.answer()
	if err != nil || result.Ask != nil {
		return result, err
	}
	result.Warnings = append(result.Warnings, d.stale()...)
	return result, nil
}

// A desk is where one question is answered: what was asked and what is at hand.
type desk struct {
	data *dataset.Dataset
	run  *schemaregistry.Run
	args Args
	used []string // kinds of evidence that went into the answer
}

func (d *desk) answer() (schemaregistry.Result, error) {
	switch d.args.Operation {
	case "":
		return ask(d.askOperation()), nil
	case opCount:
		return d.count()
	case opTrend:
		return d.trend()
	case opCorrelate:
		return d.correlate()
	}
	f, question := d.field(d.args.Variable)
	if question != nil {
		return ask(question), nil
	}
	switch d.args.Operation {
	case opDescribe:
		return d.describe(f)
	case opHistogram:
		return d.histogram(f)
	}
	return d.list(f)
}

func ask(q *schemaregistry.Question) schemaregistry.Result { return schemaregistry.Result{Ask: q} }
