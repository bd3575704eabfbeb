package tpr

import (
	"fmt"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A choice is what is counted, with the words for it.
type choice struct {
	Choice
	fill    bool
	state   string   // "" all
	assumed []string // what the data left no choice about, a sentence each

	levelSaid, ageSaid, methodSaid string // as they read in a sentence, "" where the data does not tell
}

// A chooser goes through the dimensions in the order in which they are asked.
type chooser struct {
	data   *dataset.Dataset
	args   Args
	choice *choice
}

// choose makes the choice of the arguments, or the question that is open.
func choose(data *dataset.Dataset, args Args) (*choice, *schemaregistry.Question) {
	c := &chooser{data: data, args: args, choice: &choice{}}
	for _, step := range []func() *schemaregistry.Question{
		c.state, c.period, c.level, c.age, c.method, c.neighbours,
	} {
		if question := step(); question != nil {
			return nil, question
		}
	}
	return c.choice, nil
}

func (c *chooser) assume(sentence string) {
	if sentence != "" {
		c.choice.assumed = append(c.choice.assumed, sentence)
	}
}

func (c *chooser) state() *schemaregistry.Question {
	names := states(c.data)
	c.choice.Wards = reported(c.data.Wards, countedWards(c.data))
	said := strings.TrimSpace(c.args.State)
	switch {
	case said == "" && len(names) > 1:
		return askState(c.data, names)
	case said == "" || foldState(said) == valueAll:
		return nil
	}
	for _, name := range names {
		if foldState(name) == foldState(said) {
			c.choice.state = name
			for w, ward := range c.data.Wards {
				c.choice.Wards[w] = ward.State == name
			}
			return nil
		}
	}
	return lacksState(said, names)
}

// foldState makes "Kwara State", "kwara" and " KWARA " one.
func foldState(name string) string {
	folded := strings.ToLower(strings.Join(strings.Fields(name), " "))
	folded = strings.TrimSuffix(folded, " states")
	return strings.TrimSuffix(folded, " state")
}

func (c *chooser) period() *schemaregistry.Question {
	periods, err := c.data.Counts.PeriodsFor(c.args.Period)
	if err != nil {
		return askPeriod(err)
	}
	c.choice.Periods = periods
	return nil
}

func (c *chooser) level() *schemaregistry.Question {
	d := levels(c.data.Counts, c.choice.Wards)
	value, question := c.settle(&d, c.args.FacilityLevel, func(value string) { c.choice.Level = dataset.Level(value) })
	c.choice.levelSaid = d.words(value, levelWords)
	return question
}

func (c *chooser) age() *schemaregistry.Question {
	d := ages(c.data.Counts)
	value, question := c.settle(&d, c.args.AgeGroup, func(value string) { c.choice.Age = dataset.Age(value) })
	c.choice.ageSaid = d.words(value, ageWords)
	if question != nil && value != "" {
		sayHalf(question, c.data.Counts, value)
	}
	return question
}

func (c *chooser) method() *schemaregistry.Question {
	d := methods(c.data.Counts, c.choice.Age)
	value, question := c.settle(&d, c.args.TestMethod, func(value string) { c.choice.Method = dataset.Method(value) })
	c.choice.methodSaid = d.words(value, methodWords)
	if question != nil && c.choice.Age != dataset.AnyAge && value != "" {
		offerAllAges(question, c.data.Counts, value)
	}
	return question
}

// settle decides one dimension: by what she said, by what the data leaves, or by
// a question. The value is what was decided, or what was asked for in vain.
func (c *chooser) settle(d *dimension, said string, set func(value string)) (string, *schemaregistry.Question) {
	switch {
	case said == "" && !d.settled():
		return "", c.askFor(d, set)
	case said == "" || said == d.all:
		set("")
		c.assume(d.statement())
		return d.all, nil
	}
	for _, told := range d.told {
		if told == said {
			set(said)
			if d.settled() {
				c.assume(d.statement())
			}
			return said, nil
		}
	}
	return said, lacksValue(d, said)
}

func (c *chooser) neighbours() *schemaregistry.Question {
	if c.args.Fill != valueNeighbours {
		return nil
	}
	if c.data.Boundary == nil {
		return &schemaregistry.Question{
			ID: argFill, Arg: argFill,
			Text: "I cannot tell which wards are neighbours without a boundary file. Shall I leave wards without a value empty?",
			Options: []schemaregistry.Option{{
				Label: "Leave them empty", Say: "none", Recommended: true, Args: values{argFill: "none"},
			}},
		}
	}
	c.choice.fill = true
	return nil
}

// where names the place of the analysis for a sentence: "35 wards of Kwara".
func (c *choice) where(data *dataset.Dataset, wards []dataset.Ward) string {
	count := dataset.Plural(len(wards), dataset.UnitNoun(wards))
	switch names := states(data); {
	case c.state != "":
		return fmt.Sprintf("%s of %s", count, c.state)
	case len(names) == 1 && dataset.UnitNoun(wards) != "state":
		return fmt.Sprintf("%s of %s", count, names[0])
	case len(names) > 1:
		return fmt.Sprintf("%s of %s", count, dataset.Plural(len(names), "state"))
	}
	return count
}
