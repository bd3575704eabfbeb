package risk

import (
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// An analysis is one run: the choices, what follows from them, and what has to
// be said about it.
type analysis struct {
	args  Args
	data  *dataset.Dataset
	tpr   *schemaregistry.Evidence
	wards []int // of the dataset, those that the TPR result covers

	variables []variable
	flags     []string // a ward each, parts joined by ";"
	complete  []int    // positions in wards that have every variable

	composite *Composite
	pca       *PCA

	assumed, warnings, steps []string
}

// A variable counts in the ranking; its values stand in the order of wards.
type variable struct {
	name      string
	direction int
	values    []float64
}

// analyse takes the choices one after the other; the first that is open and
// changes the result comes back as a question.
func analyse(run *schemaregistry.Run, data *dataset.Dataset, args Args) (schemaregistry.Result, error) {
	if question := data.QuestionFor(Name); question != nil {
		return schemaregistry.Result{Ask: question}, nil
	}
	a := &analysis{args: args, data: data, tpr: run.Evidence("tpr")}
	if a.coverWards(); len(a.wards) == 0 {
		return schemaregistry.Result{}, schemaregistry.Fail("no_wards", "None of the wards of the TPR result is in your files. Compute TPR again.")
	}
	for _, choose := range []func() (*schemaregistry.Question, error){
		a.chooseVariables, a.handleMissing, a.dropConstants, a.chooseMethod, a.checkBound,
	} {
		question, err := choose()
		if question != nil || err != nil {
			return schemaregistry.Result{Ask: question}, err
		}
	}
	a.compute()
	return a.result()
}

// coverWards takes the wards that the TPR result covers.
func (a *analysis) coverWards() {
	for ward, row := range a.data.Align(a.tpr.Table) {
		if row >= 0 {
			a.wards = append(a.wards, ward)
		}
	}
	a.flags = make([]string, len(a.wards))
	if a.tpr.Supplied {
		a.assume("TPR is the one your file brings; it was not computed here.")
	} else if a.tpr.Table.Title != "" {
		a.assume("TPR is the one worked out last: " + a.tpr.Table.Title + ".")
	}
}

func (a *analysis) compute() {
	x := a.completeValues()
	if a.args.Method != methodPCA {
		scaled := make([][]float64, len(x))
		for v := range x {
			scaled[v] = Scale(x[v], a.variables[v].direction)
		}
		composite := NewComposite(scaled)
		a.composite = &composite
	}
	if a.args.Method == methodComposite {
		a.pca = nil
	}
}

// completeValues are the values of every variable over the complete wards.
func (a *analysis) completeValues() [][]float64 {
	x := make([][]float64, len(a.variables))
	for v, variable := range a.variables {
		x[v] = make([]float64, len(a.complete))
		for i, ward := range a.complete {
			x[v][i] = variable.values[ward]
		}
	}
	return x
}

func (a *analysis) assume(sentence string) { a.assumed = append(a.assumed, sentence) }

func (a *analysis) warn(sentence string) { a.warnings = append(a.warnings, sentence) }

func (a *analysis) did(step string) { a.steps = append(a.steps, step) }

func (a *analysis) names() []string {
	names := make([]string, len(a.variables))
	for i, v := range a.variables {
		names[i] = title(v.name)
	}
	return names
}

// labels names wards by their positions in a.wards.
func (a *analysis) labels(positions []int) []string {
	names := make([]string, len(positions))
	for i, at := range positions {
		names[i] = a.data.Wards[a.wards[at]].Label()
	}
	return names
}

// flag adds to a ward's flags.
func (a *analysis) flag(position int, text string) {
	if a.flags[position] != "" {
		text = ";" + text
	}
	a.flags[position] += text
}
