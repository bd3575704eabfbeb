package maps

import "github.com/chatmrpt/chatmrpt/core/schemaregistry"

type said = map[string]any

// examples show each argument in a few quite different wordings.
var examples = []schemaregistry.Example{
	{Text: "draw me a map", Args: said{}},
	{Text: "can I see that geographically?", Args: said{}},

	{Text: "put the positivity rates on a map", Args: said{argVariable: mapTPR}},
	{Text: "tpr map", Args: said{argVariable: mapTPR}},
	{Text: "where are the most vulnerable wards? draw it", Args: said{argVariable: mapVulnerability}},
	{Text: "show the risk ranking on the map", Args: said{argVariable: mapVulnerability}},
	{Text: "map how well the nets cover each ward", Args: said{argVariable: mapCoverage}},
	{Text: "map the ITN plan", Args: said{argVariable: mapCoverage}},
	{Text: "where do we lack data? show it on a map", Args: said{argVariable: mapMissingness}},
	{Text: "a map of gaps in the data", Args: said{argVariable: mapMissingness}},
	{Text: "map rainfall", Args: said{argVariable: "rainfall"}},
	{Text: "I'd like to see elevation by ward on a map", Args: said{argVariable: "elevation"}},

	{Text: "vulnerability by the composite score", Args: said{argVariable: mapVulnerability, argMethod: methodComposite}},
	{Text: "the PCA version of the risk map", Args: said{argVariable: mapVulnerability, argMethod: methodPCA}},
	{Text: "one map for each method", Args: said{argMethod: methodBoth}},
	{Text: "put composite and pca next to each other", Args: said{argMethod: methodBoth}},

	{Text: "same number of wards in every colour", Args: said{argClasses: classesQuantile}},
	{Text: "steps of equal width in the legend", Args: said{argClasses: classesEqual}},
	{Text: "use natural breaks (Jenks)", Args: said{argClasses: classesNatural}},
	{Text: "map tpr with equal intervals", Args: said{argVariable: mapTPR, argClasses: classesEqual}},

	{Text: "seven classes", Args: said{argNumber: 7}},
	{Text: "cut the legend into 4 groups", Args: said{argNumber: 4}},
	{Text: "net coverage in three colours", Args: said{argVariable: mapCoverage, argNumber: 3}},
}

// labels name the values for people; those of map_variable are what it takes
// besides columns.
var labels = map[string]map[string]string{
	argVariable: {
		mapTPR: "Test positivity rate", mapVulnerability: "Vulnerability (risk)",
		mapCoverage: "Net coverage", mapMissingness: "Missing data",
	},
	argMethod:  {methodComposite: "Composite score", methodPCA: "PCA", methodBoth: "Both methods"},
	argClasses: {classesQuantile: "Same number of wards in each (quantiles)", classesEqual: "Equal steps", classesNatural: "Natural breaks"},
}

var topics = []schemaregistry.Topic{
	{
		Question: "What do the colours on the map mean?",
		Answer:   "Each colour is one class of the legend, with its range and its number of wards. Dark always means higher risk; where a high value is the safe one, such as net coverage, low values are dark and the legend says so. Hatched wards have no data.",
	},
	{
		Question: "What is the difference between quantile, equal interval and natural breaks?",
		Answer:   "Quantiles put about the same number of wards in each class, so the colours show rank. Equal intervals cut the range into steps of the same width, so the colours show size. Natural breaks cut where the values have gaps. The same data can look quite different, so the map always states which was used.",
	},
	{
		Question: "Why is a ward hatched?",
		Answer:   "Hatching means that there is no value to show: nothing was tested or reported, the ward was left out of the ranking, or no row of your files was matched with it. Point at the ward to see the reason where it is known.",
	},
}
