package risk

import (
	"context"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/invopop/jsonschema"
)

// Name is the tool's name.
const Name = "run_risk_analysis"

// The methods.
const (
	methodComposite = "composite"
	methodPCA       = "pca"
	methodBoth      = "both"
)

// The ways out when wards lack a chosen variable.
const (
	dropVariable = "drop_variable"
	impute       = "impute"
	leaveOut     = "leave_out"
)

// A Direction says what more of a variable means.
type Direction string

// The directions.
const (
	up   Direction = "up"   // a higher value is riskier
	down Direction = "down" // a higher value is safer
)

// JSONSchema lists the directions.
func (Direction) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Enum: []any{string(up), string(down)}}
}

// Args are the choices of a risk analysis. Every one may be left open; what
// changes the result is then asked.
type Args struct {
	Method     string               `json:"method,omitempty" jsonschema:"enum=composite,enum=pca,enum=both" jsonschema_description:"Which method shall rank the wards?"`
	Variables  []string             `json:"variables,omitempty" jsonschema:"uniqueItems=true" jsonschema_description:"Which variables shall count besides TPR?" jsonschema_extras:"x-values=columns"`
	Exclude    []string             `json:"exclude,omitempty" jsonschema:"uniqueItems=true" jsonschema_description:"Which variables shall not count?" jsonschema_extras:"x-values=columns"`
	Directions map[string]Direction `json:"directions,omitempty" jsonschema_description:"Does a higher value of the variable mean more risk (up) or less (down)?"`
	Missing    string               `json:"missing,omitempty" jsonschema:"enum=leave_out,enum=drop_variable,enum=impute" jsonschema_description:"What shall happen to wards that lack a chosen variable?"`
}

// Tools declares the risk analysis over the session's dataset.
func Tools(load dataset.Load) []*schemaregistry.Tool {
	definition := schemaregistry.Def{
		Name:        Name,
		Aliases:     []string{"risk"},
		Title:       "Risk ranking",
		Short:       "risk ranking",
		Description: "Rank the wards by malaria risk from test positivity and environmental or social variables, with a composite score, principal components (PCA), or both.",
		Category:    "analysis",
		Effect:      schemaregistry.EffectRun,
		Needs:       []string{"tpr"},
		Gives:       "risk",
		Timeout:     30 * time.Second,
		Examples:    examples,
		Topics:      topics,
		Labels:      labels,
	}
	return []*schemaregistry.Tool{schemaregistry.Define(definition, func(ctx context.Context, run *schemaregistry.Run, args Args) (schemaregistry.Result, error) {
		data, err := load(ctx, run)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		return analyse(run, data, args)
	})}
}

var labels = map[string]map[string]string{
	"method": {
		methodComposite: "Composite score: the average of the scaled variables",
		methodPCA:       "PCA: weights found in the data",
		methodBoth:      "Both, side by side",
	},
	"missing": {
		leaveOut:     "Leave those wards unranked",
		dropVariable: "Drop the variable",
		impute:       "Fill from neighbouring wards",
	},
}
