package ingest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// loadTimeout leaves time to read large files for the first time.
const loadTimeout = 60 * time.Second

// SetColumnArgs are the arguments of set_column.
type SetColumnArgs struct {
	Column    string `json:"column" jsonschema:"title=column,minLength=1,description=Which column do you mean? Give its heading." jsonschema_extras:"x-values=headings"`
	Role      string `json:"role,omitempty" jsonschema:"title=what the column is,enum=attendance,enum=suspected,enum=tested,enum=positive,enum=treated,enum=rate,enum=state,enum=lga,enum=ward,enum=facility,enum=level,enum=period,enum=year,enum=month,enum=code,enum=variable,enum=population,enum=households,enum=urban_percentage,enum=existing_nets,enum=tpr,enum=ignored,description=What is this column?"`
	Method    string `json:"method,omitempty" jsonschema:"title=test method,enum=rdt,enum=microscopy,enum=any,description=Which test method does it count?"`
	Age       string `json:"age,omitempty" jsonschema:"title=age group,enum=u5,enum=o5,enum=pw,enum=any,description=Which age group does it count?"`
	Direction string `json:"direction,omitempty" jsonschema:"title=direction,enum=up,enum=down,enum=none,description=Do higher values mean more risk or less?"`
}

func setColumn(load dataset.Load) schemaregistry.Handler[SetColumnArgs] {
	return func(ctx context.Context, run *schemaregistry.Run, args SetColumnArgs) (schemaregistry.Result, error) {
		d, err := load(ctx, run)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		at, err := findHeading(d, args.Column)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		heading := d.Recognised[at].Column
		was := currentMeaning(d, heading, run.State.Edits)
		becomes, known := args.apply(was, heading)
		if !known {
			return schemaregistry.Result{Ask: askRole(heading)}, nil
		}
		subject, edit := columnEdit(heading), becomes.edit()
		if run.State.Edits[subject] == edit {
			return schemaregistry.Result{Text: fmt.Sprintf("%q is read as %s already; nothing changes.", heading, becomes)}, nil
		}
		return schemaregistry.Result{
			Text: fmt.Sprintf("From now on %q is read as %s; it was %s. What was computed from it before is out of date.",
				heading, becomes, d.Recognised[at].As),
			Edits: schemaregistry.Edits{subject: edit},
			Chips: []schemaregistry.Chip{{Label: "Show the columns", Say: "show what each column was taken for"}},
		}, nil
	}
}

// askRole asks what a column is when nothing usable was said of it.
func askRole(heading string) *schemaregistry.Question {
	q := &schemaregistry.Question{ID: "role", Arg: "role", Text: fmt.Sprintf("What is the column %q?", heading)}
	for _, role := range []string{"tested", "positive", "ward", "facility", "population", "variable", "ignored"} {
		q.Options = append(q.Options, schemaregistry.Option{Label: setColumnDef.Labels["role"][role], Say: role, Args: map[string]any{"role": role}})
	}
	return q
}

// currentMeaning is what a column is taken for now.
func currentMeaning(d *dataset.Dataset, heading string, edits schemaregistry.Edits) meaning {
	if m, ok := readEdit(edits[columnEdit(heading)]); ok {
		return m
	}
	for _, c := range d.Columns {
		if c.Heading == heading {
			return meaning{kind: kindVariable, name: c.Name, direction: c.Direction, unit: c.Unit}
		}
	}
	return readHeading(heading)
}

// apply changes a meaning by what was said; ok is false when that determines none.
func (a SetColumnArgs) apply(was meaning, heading string) (m meaning, ok bool) {
	m = was
	switch a.Role {
	case "":
	case "ignored":
		m = meaning{}
	case "variable":
		m = meaning{kind: kindVariable, name: snake(heading)}
		if v, known := readVariable(tokens(heading)); known {
			m = v
		}
	case "population", "households", "urban_percentage", "existing_nets", "tpr":
		m = variableNamed(a.Role)
	default:
		if roleNames[dataset.Role(a.Role)] == "" {
			m = meaning{kind: kind(a.Role)}
			break
		}
		indicator := dataset.Indicator{Role: dataset.Role(a.Role)}
		if was.kind == kindIndicator {
			indicator.Method, indicator.Age = was.indicator.Method, was.indicator.Age
		}
		m = meaning{kind: kindIndicator, indicator: indicator}
	}
	return a.refine(m, heading)
}

// refine sets method and age of a count, or the direction of a variable.
func (a SetColumnArgs) refine(m meaning, heading string) (meaning, bool) {
	if a.Direction != "" {
		if m.kind != kindVariable {
			m = meaning{kind: kindVariable, name: snake(heading)}
		}
		m.direction = map[string]int{"up": 1, "down": -1}[a.Direction]
		return m, true
	}
	if a.Method == "" && a.Age == "" {
		return m, a.Role != ""
	}
	if m.kind != kindIndicator {
		return m, false
	}
	if a.Method != "" {
		m.indicator.Method = dataset.Method(strings.TrimSuffix(a.Method, "any"))
	}
	if a.Age != "" {
		m.indicator.Age = dataset.Age(strings.TrimSuffix(a.Age, "any"))
	}
	return m, true
}

// findHeading finds a heading as it was typed: in any case and punctuation, or by
// the variable's name or alias. The error lists near ones.
func findHeading(d *dataset.Dataset, typed string) (int, error) {
	for i, r := range d.Recognised {
		if r.Column == typed {
			return i, nil
		}
	}
	key := looseKey(typed)
	for i, r := range d.Recognised {
		if looseKey(r.Column) == key {
			return i, nil
		}
	}
	for _, c := range d.Columns {
		names := append([]string{c.Name}, c.Aliases...)
		if slices.ContainsFunc(names, func(n string) bool { return looseKey(n) == key }) {
			return slices.IndexFunc(d.Recognised, func(r dataset.Recognised) bool { return r.Column == c.Heading }), nil
		}
	}
	return 0, schemaregistry.Fail("unknown_column", "There is no column %q. The nearest are %s.", typed, quoteNames(nearHeadings(d, key), 4))
}

func looseKey(heading string) string { return strings.Join(tokens(heading), "") }

// nearHeadings lists the headings most like a key, best first.
func nearHeadings(d *dataset.Dataset, key string) []string {
	type near struct {
		heading string
		off     int
	}
	var all []near
	for _, r := range d.Recognised {
		heading := looseKey(r.Column)
		off := distance(key, heading, 40)
		if key != "" && strings.Contains(heading, key) {
			off = 0
		}
		if !slices.ContainsFunc(all, func(n near) bool { return n.heading == r.Column }) {
			all = append(all, near{r.Column, off})
		}
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(a.off, b.off) })
	var headings []string
	for _, n := range all[:min(4, len(all))] {
		headings = append(headings, n.heading)
	}
	return headings
}
