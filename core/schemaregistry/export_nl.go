package schemaregistry

import (
	"cmp"
	"encoding/json"
)

// DescriptionKey is the one field of a tool that is called in plain English.
const DescriptionKey = "description"

// Simplified is the tool as a model sees it that only describes what it wants: one
// required text in place of the arguments [000-09].
func (t *Tool) Simplified() Function {
	type text struct {
		Type        string `json:"type"`
		Description string `json:"description"`
	}
	var parameters struct {
		Type       string `json:"type"`
		Properties struct {
			Description text `json:"description"`
		} `json:"properties"`
		Required []string `json:"required"`
	}
	parameters.Type, parameters.Required = "object", []string{DescriptionKey}
	parameters.Properties.Description = text{"string", cmp.Or(t.Guide.Description,
		"What is wanted of the tool, in plain English, with every detail that matters.")}
	raw, err := json.Marshal(parameters)
	if err != nil { // text always marshals
		panic(err)
	}
	return Function{Name: t.Name, Description: cmp.Or(t.Guide.Summary, t.Description), Parameters: raw}
}
