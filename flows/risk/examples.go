package risk

import "github.com/chatmrpt/chatmrpt/core/schemaregistry"

var examples = []schemaregistry.Example{
	{Text: "rank the wards by risk", Args: map[string]any{}},
	{Text: "which wards are most vulnerable? the composite will do", Args: map[string]any{"method": "composite"}},
	{Text: "take the simple average of the scaled variables", Args: map[string]any{"method": "composite"}},
	{Text: "vulnerability by principal components", Args: map[string]any{"method": "pca"}},
	{Text: "I'd like to see composite and PCA next to each other", Args: map[string]any{"method": "both"}},
	{Text: "risk from rainfall and elevation only", Args: map[string]any{"variables": []any{"rainfall", "elevation"}}},
	{Text: "rank on EVI plus distance to water, simple average", Args: map[string]any{"variables": []any{"evi", "distance_to_water"}, "method": "composite"}},
	{Text: "analyse the risk with ndvi, flood and temperature", Args: map[string]any{"variables": []any{"ndvi", "flood", "temperature"}}},
	{Text: "use soil wetness and housing quality as variables", Args: map[string]any{"variables": []any{"soil_wetness", "housing_quality"}}},
	{Text: "PCA on nighttime lights, rainfall and evi", Args: map[string]any{"method": "pca", "variables": []any{"nighttime_lights", "rainfall", "evi"}}},
	{Text: "run it without temperature", Args: map[string]any{"exclude": []any{"temperature"}}},
	{Text: "risk ranking, but leave flood out", Args: map[string]any{"exclude": []any{"flood"}}},
	{Text: "do not count elevation", Args: map[string]any{"exclude": []any{"elevation"}}},
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
