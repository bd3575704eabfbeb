package dataset

import (
	"context"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/paulmach/orb"
)

// A Dataset is everything that was understood from an analyst's files and her
// corrections. It is read-only once loaded and shared between goroutines.
type Dataset struct {
	Version    string // schemaregistry.State.Dataset of what it was loaded from
	Files      []File
	Wards      []Ward       // every unit; other fields refer to it by index
	Counts     *Counts      // nil without facility or long-form data
	Columns    []WardColumn // ward-level variables: population, covariates, a supplied tpr
	Boundary   *Boundary    // nil without polygons
	Matches    []Match
	Findings   []Finding
	Questions  []Question // open ones only: what was answered is in the edits
	Recognised []Recognised
}

// Load gives the dataset of a run: its files read with its corrections, from a
// cache when nothing changed. Errors are for a person.
type Load func(ctx context.Context, run *schemaregistry.Run) (*Dataset, error)

// A File is one input as it was understood.
type File struct {
	Name string
	Hash string
	Kind string // facility | long | ward | boundaries
	Rows int
}

// Recognised shows the analyst what a column was taken for.
type Recognised struct {
	File      string
	Column    string
	As        string // such as "positive, RDT, under five", "ward", "ignored"
	Corrected bool   // by the analyst
}

// Counts are facility-month counts (or unit-period counts of a long export), a
// value a row and indicator. Rows that are totals of others are not in it.
type Counts struct {
	Ward       []int32    // row -> index into Dataset.Wards
	Facility   []int32    // row -> index into Facilities, -1 when the unit itself reports
	Facilities []Facility // every facility once
	Periods    []Period   // row -> period; nil when the file has none
	Series     []Series
	Source     []RowSource // row -> where it stands; len 0 when not kept (over 200,000 rows)
	// TotalUsed marks rows that are totals without parts, counted because nothing else reports.
	TotalUsed []bool // nil when there is none
	// AbsentIsZero: a long export, where an absent positive row beside a tested one is zero.
	AbsentIsZero bool
}

// Rows is the number of rows.
func (c *Counts) Rows() int { return len(c.Ward) }

// A RowSource is a place in a file.
type RowSource struct {
	File int32 // index into Dataset.Files
	Row  int32 // spreadsheet row
}

// A Facility reports counts.
type Facility struct {
	Name  string
	Level Level
	Ward  int32
}

// A Series is one indicator: a value a row of Counts, NaN where missing.
// Series of the same indicator (a form change split it) are already added per row.
type Series struct {
	Indicator
	Column string // heading it came from
	Values []float64
}

// A WardColumn is a ward-level variable.
type WardColumn struct {
	Name      string // canonical snake_case name, such as rainfall or population
	Heading   string // as in the file
	File      string
	Aliases   []string  // what else an analyst may call it
	Unit      string    // fraction | percent | people | m | mm | ... ; "" unknown
	Direction int       // +1 higher is riskier, -1 higher is safer, 0 unknown
	Values    []float64 // by index into Wards, NaN where missing
}

// Column returns the ward-level variable of that name, or nil.
func (d *Dataset) Column(name string) *WardColumn {
	for i := range d.Columns {
		if d.Columns[i].Name == name {
			return &d.Columns[i]
		}
	}
	return nil
}

// A Boundary holds the polygons, in WGS84 longitude and latitude.
type Boundary struct {
	File   string
	Shapes []Shape
}

// A Shape is one unit's area.
type Shape struct {
	Ward     int // index into Dataset.Wards
	Geometry orb.MultiPolygon
	Invalid  string // why the polygon is not valid (it is drawn all the same); "" valid
}

// Severity of a Finding.
type Severity string

// The severities.
const (
	Info     Severity = "info"
	Warning  Severity = "warning"
	Blocking Severity = "blocking"
)

// A Finding is one thing noticed about the data, with its effect: a row of quality.csv.
type Finding struct {
	Severity Severity
	Check    string // stable name, such as total_rows or positive_gt_tested
	Level    string // file | column | row | facility | ward
	Unit     string // the file, facility or ward concerned
	Column   string
	Rows     int    // how many rows
	Effect   string // a sentence: what was done or what it would change, with figures
}

// A Question is what only the analyst can know about her files. Each option's
// Edits record the answer. Blocks names the tools whose result it changes; they
// ask it before they compute.
type Question struct {
	schemaregistry.Question
	Blocks []string
}

// QuestionFor returns the first open question that changes the tool's result, or nil.
func (d *Dataset) QuestionFor(tool string) *schemaregistry.Question {
	for i := range d.Questions {
		for _, blocked := range d.Questions[i].Blocks {
			if blocked == tool {
				return &d.Questions[i].Question
			}
		}
	}
	return nil
}
