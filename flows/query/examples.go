package query

import "github.com/chatmrpt/chatmrpt/core/schemaregistry"

type values = map[string]any

// labels name the values of the enumerations.
var labels = map[string]map[string]string{
	"operation": {
		opTop: "Highest", opBottom: "Lowest", opDescribe: "Describe", opCorrelate: "Correlate",
		opHistogram: "Histogram", opCount: "Count", opTrend: "Trend over the months",
	},
	"level": {levelWard: "Wards", levelLGA: "LGAs", levelFacility: "Facilities"},
}

// examples show each argument in a few quite different wordings.
var examples = []schemaregistry.Example{
	{Text: "top 10 wards by rainfall", Args: values{"operation": opTop, "variable": "rainfall", "N": 10, "level": levelWard}},
	{Text: "which five wards have the worst positivity", Args: values{"operation": opTop, "variable": "tpr", "N": 5, "level": levelWard}},
	{Text: "show the 20 highest LGAs for TPR", Args: values{"operation": opTop, "variable": "tpr", "N": 20, "level": levelLGA}},
	{Text: "list the top 3 facilities by number tested", Args: values{"operation": opTop, "variable": "tested", "N": 3, "level": levelFacility}},

	{Text: "the 15 wards with the least elevation", Args: values{"operation": opBottom, "variable": "elevation", "N": 15, "level": levelWard}},
	{Text: "where is population smallest", Args: values{"operation": opBottom, "variable": "population"}},
	{Text: "lowest six LGAs for bed net coverage", Args: values{"operation": opBottom, "variable": "coverage", "N": 6, "level": levelLGA}},

	{Text: "summarise the rainfall figures", Args: values{"operation": opDescribe, "variable": "rainfall"}},
	{Text: "what are the mean and median of EVI", Args: values{"operation": opDescribe, "variable": "evi"}},
	{Text: "describe tpr by facility", Args: values{"operation": opDescribe, "variable": "tpr", "level": levelFacility}},

	{Text: "does TPR go up with soil wetness", Args: values{"operation": opCorrelate, "variable": "tpr", "other_variable": "soil_wetness"}},
	{Text: "correlation between housing quality and positivity", Args: values{"operation": opCorrelate, "variable": "housing_quality", "other_variable": "tpr"}},
	{Text: "how strongly is elevation related to rainfall across LGAs", Args: values{"operation": opCorrelate, "variable": "elevation", "other_variable": "rainfall", "level": levelLGA}},

	{Text: "show histogram of TPR", Args: values{"operation": opHistogram, "variable": "tpr"}},
	{Text: "how is distance to water distributed", Args: values{"operation": opHistogram, "variable": "distance_to_water"}},
	{Text: "plot the spread of composite scores", Args: values{"operation": opHistogram, "variable": "composite_score"}},

	{Text: "how many wards do we have", Args: values{"operation": opCount, "level": levelWard}},
	{Text: "count the facilities", Args: values{"operation": opCount, "level": levelFacility}},
	{Text: "how many wards have no population figure", Args: values{"operation": opCount, "variable": "population", "level": levelWard}},

	{Text: "in which wards is positivity climbing fastest", Args: values{"operation": opTrend, "variable": "tpr", "level": levelWard}},
	{Text: "top 12 wards by trend of TPR over the months", Args: values{"operation": opTrend, "variable": "tpr", "N": 12, "level": levelWard}},
	{Text: "LGAs where testing has been going up month after month", Args: values{"operation": opTrend, "variable": "tested", "level": levelLGA}},
}
