package maps

import (
	"context"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// ToolName is the name under which the tool is registered.
const ToolName = "make_map"

// The arguments, and the values of map_variable that are no column.
const (
	argVariable = "map_variable"
	argMethod   = "method"
	argClasses  = "classes"
	argNumber   = "n_classes"

	mapTPR           = "tpr"
	mapVulnerability = "vulnerability"
	mapCoverage      = "itn_coverage"
	mapMissingness   = "missingness"

	methodComposite = "composite"
	methodPCA       = "pca"
	methodBoth      = "both"
)

// Args of make_map. All are optional: without a variable the map shows what the
// analysis has come to.
type Args struct {
	Variable string `json:"map_variable,omitempty" jsonschema:"title=variable" jsonschema_description:"What should the map show: test positivity, vulnerability, net coverage, missing data, or a column of your files?" jsonschema_extras:"x-values=columns"`
	Method   string `json:"method,omitempty" jsonschema:"title=risk method,enum=composite,enum=pca,enum=both" jsonschema_description:"Which risk score should a vulnerability map show: composite, PCA, or a map of each?"`
	Classes  string `json:"classes,omitempty" jsonschema:"title=classes,enum=quantile,enum=equal,enum=natural,default=quantile" jsonschema_description:"How should the values be cut into classes: the same number of wards in each, equal steps, or natural breaks?"`
	Number   int    `json:"n_classes,omitempty" jsonschema:"title=number of classes,minimum=3,maximum=9,default=5" jsonschema_description:"How many classes should the legend have (3 to 9)?" jsonschema_extras:"x-unit=classes"`
}

// Tools declares make_map.
func Tools(load dataset.Load) []*schemaregistry.Tool {
	return []*schemaregistry.Tool{schemaregistry.Define(schemaregistry.Def{
		Name:  ToolName,
		Title: "Map",
		Description: "Draws a map of the wards, coloured by test positivity, vulnerability, net coverage, missing data " +
			"or any variable of the files, with a legend. Needs boundaries.",
		Category: "map",
		Effect:   schemaregistry.EffectRun,
		Uses:     []string{"tpr", "risk", "itn"},
		Examples: examples,
		Topics:   topics,
		Labels:   labels,
	}, flow{load}.run)}
}

type flow struct{ load dataset.Load }

func (f flow) run(ctx context.Context, run *schemaregistry.Run, args Args) (schemaregistry.Result, error) {
	data, err := f.load(ctx, run)
	if err != nil {
		return schemaregistry.Result{}, err
	}
	if data.Boundary == nil || len(data.Boundary.Shapes) == 0 {
		return schemaregistry.Result{}, schemaregistry.Fail("no_boundaries",
			"There are no boundaries to draw on. Add the polygons of the wards as a zipped shapefile or a GeoJSON file and ask again; all other results work without them.")
	}
	if q := data.QuestionFor(ToolName); q != nil {
		return schemaregistry.Result{Ask: q}, nil
	}
	s := source{data: data, run: run}
	variables, question, err := s.choose(args)
	if err != nil || question != nil {
		return schemaregistry.Result{Ask: question}, err
	}
	return s.draw(ctx, variables, args)
}

// draw makes a map of each variable and the reply around them.
func (s source) draw(ctx context.Context, variables []*variable, args Args) (schemaregistry.Result, error) {
	var result schemaregistry.Result
	var drawn []*sheet
	for _, v := range variables {
		sheet, err := s.sheet(v, args)
		if err != nil {
			return result, err
		}
		s.run.Progress("Drawing the map", len(drawn), len(variables))
		result.Artifacts = append(result.Artifacts, schemaregistry.Artifact{
			Name: "map-" + v.file + ".svg", Kind: "map", MIME: "image/svg+xml", Data: Draw(sheet.picture()),
		})
		if err := ctx.Err(); err != nil {
			return result, err
		}
		drawn = append(drawn, sheet)
	}
	s.reply(&result, drawn)
	return result, nil
}
