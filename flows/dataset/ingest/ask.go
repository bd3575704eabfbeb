package ingest

import (
	"fmt"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// everyTool is blocked by a question that changes which wards there are.
var everyTool = []string{"run_tpr_step", "run_risk_analysis", "plan_itn", "make_map"}

// ask collects what only the analyst can know about the wards.
func (b *builder) ask(d *dataset.Dataset) {
	take, apart := schemaregistry.Edits{}, schemaregistry.Edits{}
	var examples []string
	for _, m := range d.Matches {
		if m.Class != dataset.MatchProbable {
			continue
		}
		key := matchEdit(wardKey(m.From))
		take[key], apart[key] = b.keys[m.Ward], "none"
		examples = append(examples, fmt.Sprintf("%s = %s", m.From.Label(), d.Wards[m.Ward].Label()))
	}
	if len(take) == 0 {
		return
	}
	text := fmt.Sprintf("%s of another file, for example %s. Are they the same wards?",
		dataset.Plural(len(take), "ward name nearly matches one", "ward names nearly match those"), examples[0])
	q := dataset.Question{Blocks: everyTool}
	q.ID, q.Text = "matches", text
	q.Options = []schemaregistry.Option{
		{Label: "Yes, take them all", Say: "take them all", Recommended: true, Edits: take},
		{Label: "No, keep them apart", Say: "keep them apart", Edits: apart},
		{Label: "Show me the list", Say: "show the ward matches", Tool: "review_data", Args: map[string]any{"view": "matches"}},
	}
	b.questions = append(b.questions, q)
	b.find(dataset.Warning, "probable_matches", "ward", "", "", len(take),
		"%s and wait for your yes: %s.", dataset.Plural(len(take), "ward name nearly matches another", "ward names nearly match others"), dataset.Names(examples, 4))
}

// settleRate brings a positivity above 1 to fractions, by what the heading or the
// analyst says; else it is taken for a percentage for her to confirm, because per
// 1,000 looks the same.
func (b *builder) settleRate(p *part, c *dataset.WardColumn, most float64) {
	subject := "scale:" + c.Heading
	said := b.edits[subject]
	if said == "" {
		said = headingScale(c.Heading, most)
	}
	divisor := 100.0
	if said == "per_1000" || said == "" && most > 100 {
		divisor = 1000
	}
	for i := range c.Values {
		c.Values[i] /= divisor
	}
	b.find(dataset.Info, "scale", "column", c.File, c.Heading, len(c.Values),
		"The values go up to %s and were divided by %s to make fractions.", dataset.Thousands(most), dataset.Thousands(divisor))
	if said != "" {
		return
	}
	q := dataset.Question{Blocks: []string{"run_risk_analysis"}}
	q.ID = subject
	q.Text = fmt.Sprintf("%q goes up to %.1f. Is it a percentage or a rate per 1,000?", c.Heading, most)
	q.Options = []schemaregistry.Option{
		{Label: "A percentage", Say: "percent", Edits: schemaregistry.Edits{subject: "percent"}, Recommended: divisor == 100},
		{Label: "Per 1,000 people tested", Say: "per 1,000", Edits: schemaregistry.Edits{subject: "per_1000"}, Recommended: divisor == 1000},
	}
	b.questions = append(b.questions, q)
}

// namesEdit is the subject of the answer to whether a file may be joined by name alone.
func namesEdit(file string) string { return "names:" + file }

// askNames lets the analyst confirm once that names alone may join a file of
// which a good part found no ward: it may be of another place.
func (b *builder) askNames(p *part, joined int) {
	subject := namesEdit(p.name(b))
	if b.edits[subject] != "" {
		return
	}
	q := dataset.Question{Blocks: []string{"run_risk_analysis", "plan_itn", "make_map"}}
	q.ID = subject
	q.Text = fmt.Sprintf("%s tells no LGA, so I joined %s by name alone; other names in it fit no ward. Is it about the same area?",
		p.name(b), dataset.Plural(joined, "ward"))
	q.Options = []schemaregistry.Option{
		{Label: "Yes, join by name", Say: "yes, join by name", Recommended: true, Edits: schemaregistry.Edits{subject: "yes"}},
		{Label: "No, leave the file's wards apart", Say: "no, leave them apart", Edits: schemaregistry.Edits{subject: "no"}},
	}
	b.questions = append(b.questions, q)
}

// headingScale is the scale that a heading tells: "TPR (%)", "positives per 1000";
// "" when it tells none, or one that the values exceed.
func headingScale(heading string, most float64) string {
	toks := tokens(heading)
	switch {
	case anyWord(toks, "%", "percent", "percentage", "pct") && most <= 100:
		return "percent"
	case anyWord(toks, "1000") || strings.Contains(strings.Join(toks, " "), "1 000"):
		return "per_1000"
	}
	return ""
}
