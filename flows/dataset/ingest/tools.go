package ingest

import (
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// Tools are the tools with which an analyst looks at what was understood of her
// files and corrects it.
func Tools(load dataset.Load) []*schemaregistry.Tool {
	return []*schemaregistry.Tool{
		schemaregistry.Define(reviewDef, review(load)),
		schemaregistry.Define(setColumnDef, setColumn(load)),
		schemaregistry.Define(matchWardDef, matchWard(load)),
	}
}

var reviewDef = schemaregistry.Def{
	Name: "review_data", Title: "Data review", Category: "data",
	Description: "Says what each file is, what its columns were taken for, how ward names were matched, and what is wrong in the data. Use it after files are added and when somebody asks about data quality, columns or matching.",
	Timeout:     loadTimeout,
	Labels: map[string]map[string]string{"view": {
		"summary": "Summary", "quality": "Data quality report", "columns": "What each column was taken for", "matches": "How ward names were matched",
	}},
	Examples: []schemaregistry.Example{
		{Text: "what is in my files?", Args: map[string]any{"view": "summary"}},
		{Text: "review the data", Args: map[string]any{}},
		{Text: "how good is the data", Args: map[string]any{"view": "quality"}},
		{Text: "which columns did you recognise", Args: map[string]any{"view": "columns"}},
		{Text: "show the ward matches", Args: map[string]any{"view": "matches"}},
	},
}

var setColumnDef = schemaregistry.Def{
	Name: "set_column", Title: "Say what a column is", Category: "data", Effect: schemaregistry.EffectWrite,
	Description: "Corrects what a column of the files was taken for: a count with its test method and age group, a place, a period, a ward variable, or one whose higher values are riskier or safer.",
	Timeout:     loadTimeout,
	Labels: map[string]map[string]string{
		"role": {
			"attendance": "All attendance", "suspected": "Suspected cases (fever)", "tested": "Tested", "positive": "Positive (confirmed)",
			"treated": "Treated", "rate": "A rate", "state": "State", "lga": "LGA", "ward": "Ward", "facility": "Facility",
			"level": "Facility level", "period": "Period", "year": "Year", "month": "Month", "code": "Ward code", "variable": "A ward variable",
			"population": "Population", "households": "Households", "urban_percentage": "Urban percentage", "existing_nets": "Nets already there",
			"tpr": "Test positivity", "ignored": "Not used",
		},
		"method":    {"rdt": "RDT", "microscopy": "Microscopy", "any": "Not told"},
		"age":       {"u5": "Under five", "o5": "Five and over", "pw": "Pregnant women", "any": "Not told"},
		"direction": {"up": "Higher is riskier", "down": "Higher is safer", "none": "Neither"},
	},
	Examples: []schemaregistry.Example{
		{Text: "column conf_u5 is positives by RDT under five", Args: map[string]any{"column": "conf_u5", "role": "positive", "method": "rdt", "age": "u5"}},
		{Text: "the slides column tot_micro is tests by microscopy, whatever the age", Args: map[string]any{"column": "tot_micro", "role": "tested", "method": "microscopy", "age": "any"}},
		{Text: "the heading tests_pw counts pregnant women tested by microscopy", Args: map[string]any{"column": "tests_pw", "role": "tested", "method": "microscopy", "age": "pw"}},
		{Text: "a5 means five and over", Args: map[string]any{"column": "a5", "age": "o5"}},
		{Text: "higher distance is safer", Args: map[string]any{"column": "distance", "direction": "down"}},
		{Text: "more mosquitoes means more risk", Args: map[string]any{"column": "mosquitoes", "direction": "up"}},
		{Text: "don't use the column remarks", Args: map[string]any{"column": "remarks", "role": "ignored"}},
		{Text: "treat settlement_type as having no direction", Args: map[string]any{"column": "settlement_type", "direction": "none"}},
		{Text: "total2020 is the population", Args: map[string]any{"column": "total2020", "role": "population"}},
	},
}

var matchWardDef = schemaregistry.Def{
	Name: "match_ward", Title: "Match a ward name", Category: "data", Effect: schemaregistry.EffectWrite,
	Description: "Says that a ward name in one file means a ward of another file, or that it is a ward of its own.",
	Timeout:     loadTimeout,
	Examples: []schemaregistry.Example{
		{Text: "Oke Ogun is the same ward as Oka-Ogun", Args: map[string]any{"from": "Oke Ogun", "to": "Oka-Ogun"}},
		{Text: "match Zango to Zango 1", Args: map[string]any{"from": "Zango", "to": "Zango 1"}},
		{Text: "Magaji Geri means M/Ngeri in Ilorin West", Args: map[string]any{"from": "Magaji Geri", "to": "M/Ngeri (Ilorin West)"}},
		{Text: "keep Gambari as a ward of its own", Args: map[string]any{"from": "Gambari", "to": "none"}},
	},
}
