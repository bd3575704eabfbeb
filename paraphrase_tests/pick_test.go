package paraphrasetests

import (
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
)

// leastPicked is the share of messages that must reach the tool they are meant for.
const leastPicked = 0.95

// meant are messages that begin a step, by the tool that is meant; "question" and
// "reject" are what a message is when it begins none.
var meant = map[string]string{
	"run_tpr_step": `work out the positivity for each ward|how many of the tests came back positive, ward by ward|TPR for small children|let us begin with the test results
start from positivity|positivity by microscopy at hospitals|TPR abeg|get me the test positivity rate of pregnant women|compute positivity from the rapid tests|calcule le taux de positivité
I want the positivity of over fives at PHCs`,
	"run_risk_analysis": `rank my wards by how risky they are|which method you go use, make it PCA: rank the wards|do the vulnerability analysis|score the wards with the composite method|risk ranking now
order wards by malaria risk|build the composite score from rainfall and ndvi|principal components over my variables|prioritise wards by risk|analyse de risque`,
	"plan_itn": `we received 150,000 nets, share them|distribute bed nets|plan the net campaign|how should 80k LLINs go round|allocate nets to wards|make the ITN plan
share out the mosquito nets|give out 2 lakh nets by need|net allocation for rural wards first|répartir 90 000 moustiquaires`,
	"make_map": `put tpr on a map|draw the wards coloured by risk|map rainfall|show me a map of coverage|carte du risque|choropleth of elevation please|map where data is missing
I need a picture of the ranking on the map|plot the positivity map with 5 classes|redraw the map with equal intervals`,
	"query_data": `top 10 wards by tpr|the five lowest wards for rainfall|is rainfall correlated with tpr|histogram of elevation|how many facilities are there|describe the population column
list the worst wards|bottom 3 LGAs by positivity|compare ndvi with rainfall|which facilities tested most`,
	"review_data": `check my data for problems|what is in the files I uploaded|how did you read my headings|data quality please|which ward names failed to match|are there errors in my data|look over the uploaded sheets`,
	"set_column":  `column tst_a is tests by RDT under five|the heading pop_9 is the population|ignore the column notes|the heading rain_d is a ward variable|take fev_2 as suspected cases|conf_m counts positives by microscopy`,
	"match_ward":  `Oke Odo is the same ward as Okeodo|match Gari Uku to Gari 3|keep Balanga as its own ward|Tsohon Gari should be joined with T/Gari|the ward Ajikobi I means Ajikobi`,
	"question":    `what does TPR mean|why do you use PCA|how is the composite score calculated|what is a ward|explain the equity strategy|why rural wards first`,
	"reject":      `good morning|I love jollof rice|asdfgh|who won the football|tell me a joke|thanks a lot`,
}

// TestPickTool finds the tool or the kind of each message over all tools.
func TestPickTool(t *testing.T) {
	in := choiceinterp.New(choiceinterp.Options{})
	columns := choiceinterp.Context{Columns: []choiceinterp.Column{{Name: "rainfall"}, {Name: "ndvi"}, {Name: "elevation"}, {Name: "tpr"}, {Name: "population"}}}
	n, right := 0, 0
	for want, lines := range meant {
		for _, text := range strings.FieldsFunc(lines, func(r rune) bool { return r == '|' || r == '\n' }) {
			scores, kind := in.PickTool(t.Context(), text, Tools(), columns)
			got := string(kind)
			if want != "question" && want != "reject" {
				got = scores[0].Tool.Name
				if kind == choiceinterp.OutcomeReject {
					got = string(kind)
				}
			}
			n++
			if got == want {
				right++
				continue
			}
			t.Logf("%q: want %s, got %s (%s %.2f, %s)", text, want, got, scores[0].Tool.Name, scores[0].Score, kind)
		}
	}
	t.Logf("%d of %d picked", right, n)
	if float64(right) < leastPicked*float64(n) {
		t.Errorf("picked %d of %d", right, n)
	}
}
