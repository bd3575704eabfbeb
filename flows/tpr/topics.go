package tpr

import "github.com/chatmrpt/chatmrpt/core/schemaregistry"

// topics answer what analysts ask about test positivity.
var topics = []schemaregistry.Topic{
	{
		Question: "what is TPR? what does test positivity rate mean? how is positivity computed?",
		Answer: "The test positivity rate is the share of malaria tests that came back positive: all positives added up, divided by all tests added up, " +
			"over the facilities, ages, methods and months chosen (WHO/DHIS2 malaria package). It is never an average of facility rates, because a small facility would then weigh as much as a large one.",
	},
	{
		Question: "what is a primary, secondary or tertiary facility? what do the facility levels mean?",
		Answer: "Primary facilities are health posts, dispensaries and primary health centres; secondary ones are general hospitals; tertiary ones are teaching hospitals and federal medical centres. " +
			"Primary facilities are nearest to where people live; hospitals also see patients from elsewhere.",
	},
	{
		Question: "what is the difference between RDT and microscopy? which test method is better?",
		Answer: "A rapid diagnostic test (RDT) finds malaria antigen in a drop of blood; microscopy looks for parasites on a slide. " +
			"RDTs stay positive for weeks after treatment, and microscopy depends on the reader, so the two rates can differ. Taking both adds their counts; a patient tested twice then counts twice.",
	},
	{
		Question: "what is the confidence interval? why is there a low and a high value?",
		Answer: "The interval says how far the rate could be off by chance alone, given how many people were tested: the Wilson 95% interval. " +
			"A ward with few tests has a wide one. It does not cover what reporting or testing practice does to the figures.",
	},
	{
		Question: "why has a ward no value? why is a rate missing or empty?",
		Answer: "A ward has no value when nobody was tested there in what you chose, or when more positives than tests were reported, which cannot be. " +
			"It stays empty; it is never shown as zero. You can ask to fill such wards from their neighbours, and they are flagged then.",
	},
	{
		Question: "what is the difference between TPR and incidence? is positivity the same as burden?",
		Answer: "Positivity is positives per test; incidence or burden is cases per 1,000 people and year and needs a population. " +
			"A ward can have a high rate and few cases, so the two answer different questions.",
	},
}
