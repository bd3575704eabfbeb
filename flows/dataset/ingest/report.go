package ingest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// ReviewArgs are the arguments of review_data.
type ReviewArgs struct {
	View string `json:"view,omitempty" jsonschema:"title=view,enum=summary,enum=quality,enum=columns,enum=matches,default=summary,description=What do you want to see of the data?"`
}

func review(load dataset.Load) schemaregistry.Handler[ReviewArgs] {
	return func(ctx context.Context, run *schemaregistry.Run, args ReviewArgs) (schemaregistry.Result, error) {
		d, err := load(ctx, run)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		quality := QualityTable(d.Findings)
		file, err := quality.CSV("quality.csv")
		if err != nil {
			return schemaregistry.Result{}, err
		}
		file.Kind = "report"
		result := schemaregistry.Result{
			Text: reviewText(d, args.View), Artifacts: []schemaregistry.Artifact{file},
			Vocabulary: vocabulary(d), Evidence: supplied(d), Chips: reviewChips(d, args.View),
		}
		switch args.View {
		case "quality":
			result.Table = quality
		case "columns":
			result.Table = columnsTable(d)
		case "matches":
			all, err := matchesTable(d, matchOrder).CSV("matches.csv")
			if err != nil {
				return schemaregistry.Result{}, err
			}
			all.Kind = "report"
			result.Artifacts = append(result.Artifacts, all)
			if table := matchesTable(d, doubtful); table.Len() > 0 {
				result.Table = table
			}
		}
		return result, nil
	}
}

func reviewText(d *dataset.Dataset, view string) string {
	switch view {
	case "columns":
		return fmt.Sprintf("This is what I took your %s for. Say \"column X is positives by RDT under five\" to correct one.", dataset.Plural(len(d.Recognised), "column"))
	case "matches":
		listed := " None is in doubt; the list is in matches.csv."
		if matchesTable(d, doubtful).Len() > 0 {
			listed = " Those in doubt are listed here, all of them in matches.csv."
		}
		return sayMatches(d) + listed + " Say \"match A to B\" to correct one."
	case "quality":
		return sayFindings(d, 0)
	}
	lines := []string{sayFiles(d), sayWards(d)}
	if len(d.Files) > 1 {
		lines = append(lines, sayMatches(d))
	}
	lines = append(lines, sayFindings(d, 6))
	if n := len(d.Questions); n > 0 {
		lines = append(lines, fmt.Sprintf("I will ask you %s before I compute what depends on it.", dataset.Plural(n, "question")))
	}
	return strings.Join(lines, "\n")
}

var kindWords = map[string]string{
	fileFacility: "facility counts", fileLong: "DHIS2 data export", fileWard: "ward table", fileBoundaries: "boundaries", "": "not used",
}

func sayFiles(d *dataset.Dataset) string {
	lines := []string{fmt.Sprintf("I read %s:", dataset.Plural(len(d.Files), "file"))}
	for _, f := range d.Files {
		lines = append(lines, fmt.Sprintf("- %s: %s, %s%s", f.Name, kindWords[f.Kind], dataset.Plural(f.Rows, "row"), sayContents(d, f)))
	}
	return strings.Join(lines, "\n")
}

// sayContents names the variables or indicators of a file, those that are known first.
func sayContents(d *dataset.Dataset, f dataset.File) string {
	var names, others []string
	for _, c := range d.Columns {
		switch {
		case c.File != f.Name && !strings.HasPrefix(c.File, f.Name+" ("):
		case c.Direction != 0 || c.Unit != "":
			names = append(names, c.Name)
		default:
			others = append(others, c.Name)
		}
	}
	names = append(names, others...)
	if (f.Kind == fileFacility || f.Kind == fileLong) && d.Counts != nil {
		for _, s := range d.Counts.Series {
			names = append(names, strings.ReplaceAll(sayIndicator(s.Indicator), ", ", " "))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " (" + dataset.Names(names, 6) + ")"
}

func sayWards(d *dataset.Dataset) string {
	states := distinctTerms(d, func(w dataset.Ward) string { return w.State })
	lgas := distinctTerms(d, func(w dataset.Ward) string { return fold(w.State) + fold(w.LGA) })
	text := fmt.Sprintf("Together they hold %s", dataset.Plural(len(d.Wards), unitWord(d)))
	if len(d.Files) == 1 {
		text = fmt.Sprintf("It holds %s", dataset.Plural(len(d.Wards), unitWord(d)))
	}
	if len(lgas) > 1 && unitWord(d) == "ward" {
		text += fmt.Sprintf(" in %s", dataset.Plural(len(lgas), "LGA"))
	}
	if len(states) == 1 {
		text += " of " + states[0].Name
	} else if len(states) > 1 {
		text += fmt.Sprintf(" of %s", dataset.Plural(len(states), "state"))
	}
	if c := d.Counts; c != nil && len(c.Facilities) > 0 {
		text += ", with " + dataset.Plural(len(c.Facilities), "facility", "facilities")
	}
	return text + sayTime(d) + "."
}

// unitWord is what the units are: wards, LGAs, states, or units of another name.
func unitWord(d *dataset.Dataset) string {
	switch p := placeOf(d.Wards[0]); {
	case p.level == 3 && d.Wards[0].State == "" && d.Wards[0].LGA == "" && d.Wards[0].Code == "":
		return "unit"
	case p.level == 3:
		return "ward"
	case p.level == 2:
		return "LGA"
	}
	return "state"
}

func sayTime(d *dataset.Dataset) string {
	if d.Counts == nil {
		return ""
	}
	periods := periodTerms(d)
	if len(periods) == 0 {
		return "; the counts tell no month"
	}
	first, last := d.Counts.Periods[0], d.Counts.Periods[0]
	for _, p := range d.Counts.Periods {
		if p.IsZero() {
			continue
		}
		if first.IsZero() || p.First < first.First {
			first = p
		}
		if p.First+p.Months > last.First+last.Months {
			last = p
		}
	}
	return ", " + dataset.Period{First: first.First, Months: last.First + last.Months - first.First}.Words()
}

// sayMatches counts the matched names by class, the doubtful ones named.
func sayMatches(d *dataset.Dataset) string {
	count := map[dataset.MatchClass]int{}
	for _, m := range d.Matches {
		count[m.Class]++
	}
	words := map[dataset.MatchClass]string{
		dataset.MatchCode: "by code", dataset.MatchExact: "by state, LGA and name", dataset.MatchNameOnly: "by name alone",
		dataset.MatchAlias: "as you said", dataset.MatchProbable: "nearly (to be confirmed)",
		dataset.MatchAmbiguous: "not: the name is repeated", dataset.MatchUnmatched: "not at all",
	}
	var parts []string
	for _, class := range slices.Backward(matchOrder) {
		if n := count[class]; n > 0 {
			parts = append(parts, dataset.Thousands(n)+" "+words[class])
		}
	}
	if len(parts) == 0 {
		return "There was nothing to match: one file names the wards."
	}
	return "Names matched between files: " + strings.Join(parts, ", ") + "."
}

// sayFindings lists the worst findings, at most so many and one of each check; 0
// counts them only.
func sayFindings(d *dataset.Dataset, most int) string {
	count := map[dataset.Severity]int{}
	for _, f := range d.Findings {
		count[f.Severity]++
	}
	if len(d.Findings) == 0 {
		return "I noticed nothing wrong in the files."
	}
	text := fmt.Sprintf("I noticed %s: %d to settle, %s and %s. All are in quality.csv.",
		dataset.Plural(len(d.Findings), "thing"), count[dataset.Blocking], dataset.Plural(count[dataset.Warning], "warning"), dataset.Plural(count[dataset.Info], "note"))
	told := map[string]bool{}
	for _, f := range d.Findings {
		if len(told) >= most || f.Severity == dataset.Info {
			break
		}
		if !told[f.Check] {
			told[f.Check] = true
			text += "\n- " + f.Effect
		}
	}
	return text
}

func reviewChips(d *dataset.Dataset, view string) []schemaregistry.Chip {
	var chips []schemaregistry.Chip
	switch {
	case d.Counts != nil:
		chips = append(chips, schemaregistry.Chip{Label: "Work out the TPR", Say: "run tpr"})
	case d.Column("tpr") != nil:
		chips = append(chips, schemaregistry.Chip{Label: "Rank the wards by risk", Say: "run the risk analysis"})
	}
	if view != "quality" && len(d.Findings) > 0 {
		chips = append(chips, schemaregistry.Chip{Label: "Show the data quality report", Say: "show the data quality report"})
	}
	if view != "columns" {
		chips = append(chips, schemaregistry.Chip{Label: "Show the columns", Say: "show what each column was taken for"})
	}
	if view != "matches" && len(d.Files) > 1 {
		chips = append(chips, schemaregistry.Chip{Label: "Show the ward matches", Say: "show the ward matches"})
	}
	return chips
}

// supplied is the evidence of a ward table that brings its own tpr; nil when the
// dataset holds none or has counts to compute it from.
func supplied(d *dataset.Dataset) *schemaregistry.Evidence {
	tpr := d.Column("tpr")
	if tpr == nil || d.Counts != nil {
		return nil
	}
	n := len(d.Wards)
	flags := make([]string, n)
	for i := range flags {
		flags[i] = "supplied"
	}
	empty := func(name string) schemaregistry.Column {
		return schemaregistry.Column{Name: name, Numbers: missing(n)}
	}
	columns := append(dataset.WardColumns(d.Wards), empty("tested"), empty("positive"),
		schemaregistry.Column{Name: "tpr", Title: "TPR", Unit: "fraction", Direction: 1, Numbers: slices.Clone(tpr.Values)},
		empty("ci_low"), empty("ci_high"), empty("facilities"),
		schemaregistry.Column{Name: "flags", Title: "Flags", Text: flags}, dataset.CodeColumn(d.Wards))
	return &schemaregistry.Evidence{Kind: "tpr", Supplied: true,
		Table: &schemaregistry.Table{Title: "Test positivity as supplied in " + tpr.File, Columns: columns}}
}
