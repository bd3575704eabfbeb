package tpr

import (
	"context"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// ToolName is the name under which the tool is registered.
const ToolName = "run_tpr_step"

// Args of run_tpr_step. All are optional: what is open and matters is asked.
type Args struct {
	FacilityLevel string `json:"facility_level,omitempty" jsonschema:"title=facility level,enum=primary,enum=secondary,enum=tertiary,enum=all" jsonschema_description:"Which facilities should count: primary, secondary, tertiary or all of them?"`
	AgeGroup      string `json:"age_group,omitempty" jsonschema:"title=age group,enum=u5,enum=o5,enum=pw,enum=all" jsonschema_description:"Which age group should count: under five, five and over, pregnant women or all ages?"`
	TestMethod    string `json:"test_method,omitempty" jsonschema:"title=test method,enum=rdt,enum=microscopy,enum=both" jsonschema_description:"Which tests should count: rapid tests (RDT), microscopy or both?"`
	State         string `json:"state,omitempty" jsonschema:"title=state" jsonschema_description:"Which state should be analysed, or all of them?" jsonschema_extras:"x-values=states"`
	Period        string `json:"period,omitempty" jsonschema:"title=period" jsonschema_description:"Which months should count? All months unless you say otherwise." jsonschema_extras:"x-values=periods"`
	Fill          string `json:"fill,omitempty" jsonschema:"title=wards without a value,enum=none,enum=neighbours,default=none" jsonschema_description:"Should wards without a value stay empty, or take the pooled rate of their neighbours?"`
}

// Tools declares run_tpr_step.
func Tools(load dataset.Load) []*schemaregistry.Tool {
	return []*schemaregistry.Tool{schemaregistry.Define(schemaregistry.Def{
		Name:  ToolName,
		Title: "Test positivity rate",
		Short: "TPR",
		Description: "Computes the malaria test positivity rate (TPR) of every ward from facility counts: " +
			"positive over tested, for the facility level, age group, test method and months chosen. The first step, before risk and nets.",
		Category: "analysis",
		Effect:   schemaregistry.EffectRun,
		Gives:    "tpr",
		Timeout:  60 * time.Second,
		Examples: examples,
		Labels:   labels,
		Topics:   topics,
	}, flow{load}.run)}
}

type flow struct{ load dataset.Load }

func (f flow) run(ctx context.Context, run *schemaregistry.Run, args Args) (schemaregistry.Result, error) {
	data, err := f.load(ctx, run)
	if err != nil {
		return schemaregistry.Result{}, err
	}
	if q := data.QuestionFor(ToolName); q != nil {
		return schemaregistry.Result{Ask: q}, nil
	}
	if data.Counts == nil || !hasCounts(data.Counts, dataset.AnyMethod, dataset.AnyAge) {
		return supplied(data)
	}
	chosen, question := choose(data, args)
	if question != nil {
		return schemaregistry.Result{Ask: question}, nil
	}
	if err := ctx.Err(); err != nil {
		return schemaregistry.Result{}, err
	}
	return analyse(data, chosen)
}

// analyse computes the chosen rates and says what came out.
func analyse(data *dataset.Dataset, chosen *choice) (schemaregistry.Result, error) {
	totals := Compute(data.Counts, len(data.Wards), chosen.Choice)
	rates := Rates(totals)
	filled := 0
	if chosen.fill {
		filled = FillFromNeighbours(rates, data.Neighbours())
	}
	shown := inOrder(data, rates, chosen.Wards)
	out := outcome{data: data, chosen: chosen, totals: totals, rates: shown, filled: filled}
	evidence := out.evidence()
	file, err := out.table(shown, false).CSV("tpr.csv")
	if err != nil {
		return schemaregistry.Result{}, err
	}
	return schemaregistry.Result{
		Text:      out.text(),
		Assumed:   out.assumed(),
		Warnings:  out.warnings(),
		Table:     out.top(10),
		Artifacts: []schemaregistry.Artifact{file},
		Chips:     out.chips(),
		Evidence:  evidence,
		Receipt:   out.receipt(),
	}, nil
}
