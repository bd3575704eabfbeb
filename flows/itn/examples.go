package itn

import "github.com/chatmrpt/chatmrpt/core/schemaregistry"

var examples = []schemaregistry.Example{
	{Text: "plan the net distribution", Args: map[string]any{}},
	{Text: "we have 150k nets to hand out", Args: map[string]any{"total_nets": 150000}},
	{Text: "distribute a quarter of a million bednets", Args: map[string]any{"total_nets": 250000}},
	{Text: "make it 80,000 nets instead", Args: map[string]any{"total_nets": 80000}},
	{Text: "what if only 1.2m nets arrive, riskiest ward first until they run out?", Args: map[string]any{"total_nets": 1200000, "strategy": "greedy"}},
	{Text: "give every ward something before anyone is filled up", Args: map[string]any{"strategy": "equity"}},
	{Text: "go through the ranking and give each ward its full need", Args: map[string]any{"strategy": "greedy"}},
	{Text: "share the nets within a tier according to need", Args: map[string]any{"strategy": "proportional"}},
	{Text: "at least 40% of the need for each ward first", Args: map[string]any{"strategy": "equity", "floor_percent": 40}},
	{Text: "lower the equity floor to 20 percent", Args: map[string]any{"floor_percent": 20}},
	{Text: "minimum of a quarter of its need for each ward", Args: map[string]any{"floor_percent": 25}},
	{Text: "order the wards by the PCA rank", Args: map[string]any{"method": "pca"}},
	{Text: "keep to PCA even though it disagrees with positivity", Args: map[string]any{"method": "pca", "accept_pca": true}},
	{Text: "I know that PCA runs against TPR, accept it", Args: map[string]any{"accept_pca": true}},
	{Text: "don't accept a PCA order that contradicts the positivity", Args: map[string]any{"accept_pca": false}},
	{Text: "follow the composite ranking for the nets", Args: map[string]any{"method": "composite"}},
	{Text: "plan 90,000 ITNs with principal components", Args: map[string]any{"total_nets": 90000, "method": "pca"}},
	{Text: "a ward is urban from 60 percent", Args: map[string]any{"urban_threshold": 60}},
	{Text: "set the urban cut-off at 50%", Args: map[string]any{"urban_threshold": 50}},
	{Text: "treat everything under 30 percent urban as rural", Args: map[string]any{"urban_threshold": 30}},
	{Text: "an average home has 5 people, count by household", Args: map[string]any{"household_size": 5, "basis": "household"}},
	{Text: "household size 4.7", Args: map[string]any{"household_size": 4.7}},
	{Text: "six persons live together on average", Args: map[string]any{"household_size": 6}},
	{Text: "one net for every two people", Args: map[string]any{"persons_per_net": 2}},
	{Text: "assume a net covers 1.6 persons", Args: map[string]any{"persons_per_net": 1.6}},
	{Text: "use 1.8 people per net", Args: map[string]any{"persons_per_net": 1.8}},
	{Text: "add a 10% buffer", Args: map[string]any{"buffer_percent": 10}},
	{Text: "five percent on top for losses", Args: map[string]any{"buffer_percent": 5}},
	{Text: "no buffer stock", Args: map[string]any{"buffer_percent": 0}},
	{Text: "work out the need from the number of households", Args: map[string]any{"basis": "household"}},
	{Text: "calculate on head count", Args: map[string]any{"basis": "population"}},
	{Text: "per capita rather than per household", Args: map[string]any{"basis": "population"}},
	{Text: "no more than 3 nets a household", Args: map[string]any{"household_cap": 3}},
	{Text: "cap each household at 4", Args: map[string]any{"household_cap": 4}},
	{Text: "two nets maximum for one family", Args: map[string]any{"household_cap": 2}},
	{Text: "only whole bales of 50", Args: map[string]any{"bale_size": 50}},
	{Text: "nets come packed by the hundred", Args: map[string]any{"bale_size": 100}},
	{Text: "each bale holds 40 nets", Args: map[string]any{"bale_size": 40}},
}

var topics = []schemaregistry.Topic{
	{
		Question: "How is the number of nets a ward needs worked out?",
		Answer: "By people: population divided by 1.8, the WHO's figure for people per net, rounded up, plus a buffer if you want one. " +
			"By households: one net for every two people of a household. Nets that a ward has already are subtracted.",
	},
	{
		Question: "What is the difference between the proportional, greedy and equity strategies?",
		Answer: "All three go rural before urban, then High, Medium, Low risk. Proportional fills one such tier after the other and shares the last one by need. " +
			"Greedy gives each ward all it needs, in order of rank, until the nets are gone. Equity first gives every ward a floor, 30% of its need unless you say otherwise, and then fills up in order.",
	},
	{
		Question: "What does coverage mean in the net plan?",
		Answer:   "The part of a ward's people who have a net to sleep under: nets (given and already there) times people per net, divided by the population, at most 100%.",
	},
	{
		Question: "Which wards count as urban?",
		Answer:   "Those whose urban percentage is at or above the threshold, 75% unless you change it. Rural wards are served before urban ones.",
	},
}
