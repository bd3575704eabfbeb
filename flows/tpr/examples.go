package tpr

import "github.com/chatmrpt/chatmrpt/core/schemaregistry"

type values = map[string]any

// examples show each argument in a few quite different wordings.
var examples = []schemaregistry.Example{
	{Text: "work out the positivity rate", Args: values{}},
	{Text: "let's start with TPR", Args: values{}},
	{Text: "what share of the tests came back positive in each ward, count everything", Args: values{argLevel: "all", argAge: "all", argMethod: "both"}},

	{Text: "go with primary", Args: values{argLevel: "primary"}},
	{Text: "only the health posts and PHCs", Args: values{argLevel: "primary"}},
	{Text: "just the general hospitals please", Args: values{argLevel: "secondary"}},
	{Text: "let me see the teaching hospitals", Args: values{argLevel: "tertiary"}},
	{Text: "every facility, whatever the level", Args: values{argLevel: "all"}},

	{Text: "children below five", Args: values{argAge: "u5"}},
	{Text: "adults and older children", Args: values{argAge: "o5"}},
	{Text: "expectant mothers", Args: values{argAge: "pw"}},
	{Text: "everyone, don't split by age", Args: values{argAge: "all"}},

	{Text: "rapid tests please", Args: values{argMethod: "rdt"}},
	{Text: "slides under the microscope only", Args: values{argMethod: "microscopy"}},
	{Text: "use RDT and microscopy together", Args: values{argMethod: "both"}},

	{Text: "under-fives at secondary facilities, by RDT", Args: values{argLevel: "secondary", argAge: "u5", argMethod: "rdt"}},
	{Text: "pregnant women seen at PHCs, microscopy", Args: values{argLevel: "primary", argAge: "pw", argMethod: "microscopy"}},

	{Text: "TPR for Kwara", Args: values{argState: "Kwara"}},
	{Text: "look at Osun state only", Args: values{argState: "Osun"}},
	{Text: "do Adamawa, all ages", Args: values{argState: "Adamawa", argAge: "all"}},

	{Text: "for 2023", Args: values{argPeriod: "2023"}},
	{Text: "only January to June 2024", Args: values{argPeriod: "January to June 2024"}},
	{Text: "positivity over the last 6 months", Args: values{argPeriod: "last 6 months"}},

	{Text: "fill the empty wards from the wards around them", Args: values{argFill: valueNeighbours}},
	{Text: "borrow from neighbours where there is no value", Args: values{argFill: valueNeighbours}},
	{Text: "leave wards without data blank", Args: values{argFill: "none"}},
}
