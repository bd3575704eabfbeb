package maps

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// Tools of other flows that a way out leads to.
const (
	tprTool  = "run_tpr_step"
	riskTool = "run_risk_analysis"
	itnTool  = "plan_itn"
)

// choose finds the variables to draw. What cannot be drawn yet comes back as a
// question with the ways out.
func (s source) choose(args Args) ([]*variable, *schemaregistry.Question, error) {
	name := strings.ToLower(strings.TrimSpace(args.Variable))
	if name == "" {
		name = s.byState(args.Method)
	}
	if other, is := aliases[name]; is {
		name = other
	}
	switch name {
	case "":
		return nil, s.askVariable("There is nothing computed to map yet. What should the map show?"), nil
	case mapVulnerability:
		return s.vulnerability(args.Method)
	case mapMissingness:
		if v := s.missingness(); v != nil {
			return []*variable{v}, nil, nil
		}
		return nil, nil, schemaregistry.Fail("no_data", "There are no data beside the boundaries, so every ward is missing everything. Add a facility file or a table of wards.")
	}
	if v := s.derive(name); v != nil {
		return []*variable{v}, nil, nil
	}
	if c := s.find(args.Variable, name); c != nil {
		if !slices.ContainsFunc(c.Values, present) {
			return nil, nil, schemaregistry.Fail("empty_column", "The column %q has no value for any ward, so there is nothing to draw.", c.Heading)
		}
		return []*variable{s.column(c)}, nil, nil
	}
	if d, known := derived[name]; known {
		return nil, s.askFirst(d.kind, d.variable.noun), nil
	}
	return nil, s.askVariable(fmt.Sprintf("There is no variable %q to map. Which of these do you mean?", args.Variable)), nil
}

// byState is what a plain "map" means: the furthest result there is [004-C4].
func (s source) byState(method string) string {
	switch {
	case s.run.Evidence("risk") != nil, method != "":
		return mapVulnerability
	case s.run.Evidence("tpr") != nil, s.data.Column(mapTPR) != nil:
		return mapTPR
	}
	return ""
}

// find looks a column up by name, heading or alias, without regard to case,
// spaces and underscores.
func (s source) find(said, name string) *dataset.WardColumn {
	if c := s.data.Column(name); c != nil {
		return c
	}
	wanted := fold(said)
	for i := range s.data.Columns {
		c := &s.data.Columns[i]
		for _, called := range append([]string{c.Name, c.Heading}, c.Aliases...) {
			if wanted != "" && fold(called) == wanted {
				return c
			}
		}
	}
	return nil
}

func fold(s string) string {
	return strings.NewReplacer("_", "", " ", "", "-", "").Replace(strings.ToLower(s))
}

// vulnerability draws the scores that the risk analysis has.
func (s source) vulnerability(method string) ([]*variable, *schemaregistry.Question, error) {
	if s.run.Evidence("risk") == nil {
		return nil, s.askFirst("risk", "vulnerability"), nil
	}
	composite, pca := s.derive(methodComposite), s.derive(methodPCA)
	var wanted []*variable
	switch {
	case method == methodComposite:
		wanted = []*variable{composite}
	case method == methodPCA:
		wanted = []*variable{pca}
	case method == methodBoth:
		wanted = []*variable{composite, pca}
	case composite != nil:
		wanted = []*variable{composite}
	default:
		wanted = []*variable{pca}
	}
	if slices.Contains(wanted, nil) {
		return nil, askMethod(composite != nil, pca != nil), nil
	}
	return wanted, nil, nil
}

// askMethod offers to rank by both methods, or to draw the one there is.
func askMethod(composite, pca bool) *schemaregistry.Question {
	q := &schemaregistry.Question{ID: argMethod, Arg: argMethod}
	switch {
	case composite:
		q.Text = "The ranking has no PCA score. Should I rank the wards by both methods first, or map the composite score?"
		q.Options = []schemaregistry.Option{{Label: "Map the composite score", Args: said{argVariable: mapVulnerability, argMethod: methodComposite}, Recommended: true}}
	case pca:
		q.Text = "The ranking has no composite score. Should I rank the wards by both methods first, or map the PCA score?"
		q.Options = []schemaregistry.Option{{Label: "Map the PCA score", Args: said{argVariable: mapVulnerability, argMethod: methodPCA}, Recommended: true}}
	default:
		q.Text = "The risk ranking has no score for any ward here. Should I rank the wards again?"
	}
	q.Options = append(q.Options, schemaregistry.Option{
		Label: "Rank by both methods", Tool: riskTool, Args: map[string]any{argMethod: methodBoth},
		Recommended: len(q.Options) == 0,
	})
	return q
}

// askFirst is the fork where a result is asked for that does not exist yet.
func (s source) askFirst(kind, noun string) *schemaregistry.Question {
	q := &schemaregistry.Question{ID: argVariable, Arg: argVariable}
	haveTPR := s.run.Evidence("tpr") != nil
	switch {
	case !haveTPR && s.data.Counts == nil:
		return s.askVariable("There are no test counts in your files, so " + noun + " cannot be worked out; a file with tested and positive counts is needed for that. What should the map show instead?")
	case kind == "itn" && s.run.Evidence("risk") != nil:
		q.Text = "There is no net plan yet, so " + noun + " cannot be drawn. How shall we go on?"
		q.Options = []schemaregistry.Option{{Label: "Plan the nets", Tool: itnTool, Recommended: true}, mapOption("Map the vulnerability instead", mapVulnerability)}
	case kind != "tpr" && haveTPR:
		q.Text = "The wards are not ranked yet, so " + noun + " cannot be drawn. How shall we go on?"
		q.Options = []schemaregistry.Option{{Label: "Rank the wards", Tool: riskTool, Recommended: true}, mapOption("Map the test positivity instead", mapTPR)}
	default:
		q.Text = "The test positivity is not worked out yet, so " + noun + " cannot be drawn. How shall we go on?"
		q.Options = tprOptions()
	}
	return q
}

func tprOptions() []schemaregistry.Option {
	return []schemaregistry.Option{
		{Label: "Finish TPR with defaults", Tool: tprTool, Defaults: true, Recommended: true},
		{Label: "Go through TPR step by step", Tool: tprTool},
	}
}

func mapOption(label, variable string) schemaregistry.Option {
	return schemaregistry.Option{Label: label, Args: said{argVariable: variable}}
}

// askVariable offers what can be drawn now, and the next step of the analysis.
func (s source) askVariable(text string) *schemaregistry.Question {
	const most = 6
	q := &schemaregistry.Question{ID: argVariable, Arg: argVariable, Text: text}
	if s.run.Evidence("tpr") == nil && s.data.Counts != nil {
		q.Options = append(q.Options, tprOptions()[0])
	}
	for _, name := range []string{mapTPR, methodComposite, mapCoverage} {
		if v := s.derive(name); v != nil && name == methodComposite {
			q.Options = append(q.Options, mapOption("Vulnerability", mapVulnerability))
		} else if v != nil {
			q.Options = append(q.Options, mapOption(v.title, name))
		}
	}
	for i := range s.data.Columns {
		if c := &s.data.Columns[i]; len(q.Options) < most && slices.ContainsFunc(c.Values, present) {
			q.Options = append(q.Options, mapOption(sentence(columnWords(c)), c.Name))
		}
	}
	q.Options = append(q.Options, mapOption("Missing data", mapMissingness))
	return q
}
