package itn

import (
	"fmt"
	"math"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// chooseRanking settles which ranks decide the order and fills in the wards of
// the risk result.
func (p *plan) chooseRanking() (*schemaregistry.Question, error) {
	composite, pca := p.ranks("composite_rank"), p.ranks("pca_rank")
	switch {
	case composite == nil && pca == nil:
		return nil, schemaregistry.Fail("no_ranking", "The risk result ranks no ward. Run the risk analysis again.")
	case p.args.Method == "" && composite != nil:
		p.args.Method = byComposite
		if pca != nil {
			p.assume("The composite ranking decides the order; say \"use pca\" for the other one.")
		}
	case p.args.Method == "":
		p.args.Method = byPCA
	}
	ranks, other := composite, byPCA
	if p.args.Method == byPCA {
		ranks, other = pca, byComposite
	}
	if ranks == nil {
		return p.askOtherRanking(other), nil
	}
	if p.args.Method == byPCA && !p.args.AcceptPCA && p.againstTPR() {
		return p.askAgainstTPR(composite != nil), nil
	}
	p.wards = wardsOf(p.risk.Table, ranks)
	return nil, nil
}

// ranks is a column of the risk result, nil when it ranks nobody.
func (p *plan) ranks(name string) []float64 {
	column := p.risk.Table.Column(name)
	if column == nil {
		return nil
	}
	for _, v := range column.Numbers {
		if !math.IsNaN(v) {
			return column.Numbers
		}
	}
	return nil
}

func wardsOf(t *schemaregistry.Table, ranks []float64) []ward {
	wards := make([]ward, t.Len())
	state, lga, name, code := t.Column("state"), t.Column("lga"), t.Column("ward"), t.Column("code")
	for i := range wards {
		wards[i].Ward = dataset.Ward{State: state.Text[i], LGA: lga.Text[i], Name: name.Text[i]}
		if code != nil {
			wards[i].Code = code.Text[i]
		}
		if !math.IsNaN(ranks[i]) {
			wards[i].rank = int(ranks[i])
		}
	}
	return wards
}

var rankingNames = map[string]string{byComposite: "composite", byPCA: "PCA"}

func (p *plan) askOtherRanking(other string) *schemaregistry.Question {
	wanted := rankingNames[p.args.Method]
	return &schemaregistry.Question{
		ID: "method", Arg: "method",
		Text: fmt.Sprintf("The risk result has no %s ranking. Shall I plan by the %s ranking, or run the risk analysis with both methods first?", wanted, rankingNames[other]),
		Options: []schemaregistry.Option{
			{Label: "Plan by the " + rankingNames[other] + " ranking", Recommended: true, Args: map[string]any{"method": other}},
			{Label: "Run the risk analysis with both", Tool: "run_risk_analysis", Args: map[string]any{"method": "both"}},
		},
	}
}

// againstTPR reports whether the risk analysis found that its PCA score does not
// rise with test positivity.
func (p *plan) againstTPR() bool {
	flags := p.risk.Table.Column("flags")
	return flags != nil && strings.Contains(strings.Join(flags.Text, ";"), "pca_against_tpr")
}

func (p *plan) askAgainstTPR(hasComposite bool) *schemaregistry.Question {
	composite := schemaregistry.Option{Label: "Plan by the composite ranking", Recommended: true, Args: map[string]any{"method": byComposite}}
	if !hasComposite {
		composite = schemaregistry.Option{Label: "Rank by the composite score first", Recommended: true, Tool: "run_risk_analysis", Args: map[string]any{"method": byComposite}}
	}
	return &schemaregistry.Question{
		ID: "accept_pca", Arg: "accept_pca",
		Text: "The PCA score does not rise with TPR, so nets would not go to the wards with most malaria first. Which order shall the plan follow?",
		Options: []schemaregistry.Option{
			composite,
			{Label: "Use the PCA ranking all the same", Args: map[string]any{"accept_pca": true}},
		},
	}
}
