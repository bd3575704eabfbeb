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

var examples = []schemaregistry.Example{
	{Text: "rank the wards by risk", Args: map[string]any{}},
	{Text: "which wards are most vulnerable? the composite will do", Args: map[string]any{"method": "composite"}},
	{Text: "vulnerability by principal components", Args: map[string]any{"method": "pca"}},
	{Text: "I'd like to see composite and PCA next to each other", Args: map[string]any{"method": "both"}},
	{Text: "risk from rainfall and elevation only", Args: map[string]any{"variables": []any{"rainfall", "elevation"}}},
	{Text: "rank on EVI plus distance to water, simple average", Args: map[string]any{"variables": []any{"evi", "distance_to_water"}, "method": "composite"}},
	{Text: "add housing quality to the risk variables", Args: map[string]any{"variables": []any{"housing_quality"}}},
	{Text: "run it without temperature", Args: map[string]any{"exclude": []any{"temperature"}}},
	{Text: "risk ranking, but leave flood and nighttime lights out", Args: map[string]any{"exclude": []any{"flood", "nighttime_lights"}}},
	{Text: "do the ranking again and ignore TPR", Args: map[string]any{"exclude": []any{"tpr"}}},
	{Text: "more elevation means more risk here", Args: map[string]any{"directions": map[string]any{"elevation": "up"}}},
	{Text: "for evi higher is safer", Args: map[string]any{"directions": map[string]any{"evi": "down"}}},
	{Text: "a greater distance to water is worse", Args: map[string]any{"directions": map[string]any{"distance_to_water": "up"}}},
	{Text: "wards with gaps stay unranked", Args: map[string]any{"missing": "leave_out"}},
	{Text: "if a variable has holes, throw the variable away", Args: map[string]any{"missing": "drop_variable"}},
	{Text: "estimate what is missing from the wards next door", Args: map[string]any{"missing": "impute"}},
}

var topics = []schemaregistry.Topic{
	{
		Question: "What is the composite score?",
		Answer: "Each variable is stretched to run from 0 (safest ward) to 1 (riskiest ward), turned round where a higher value is safer, and averaged. " +
			"To see how much the choice of variables matters, the wards are also ranked under every combination of two or more variables; a ward's rank is the middle one of all those ranks.",
	},
	{
		Question: "What is PCA, and how does it differ from the composite?",
		Answer: "Principal component analysis lets the data set the weights: variables that move together count together, as one theme. " +
			"The composite gives every variable the same weight and is easier to defend in a meeting; PCA avoids counting the same thing twice, and is refused when the variables have too little in common.",
	},
	{
		Question: "What do high, medium and low risk mean?",
		Answer:   "The ranked wards are cut into thirds: the top third is High, the next Medium, the last Low. They compare wards of this data set with each other; they are no absolute level of malaria.",
	},
	{
		Question: "What does rank 1 mean?",
		Answer:   "Rank 1 is the ward with the highest risk. Wards with equal scores share a rank.",
	},
}
