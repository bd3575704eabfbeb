package ingest

import (
	"math"
	"slices"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A block is the counts of one file before its units are known as wards.
type block struct {
	*part
	rows         []int32  // row -> row of the table
	unit         []uint32 // row -> unit of the part
	facility     []int32  // row -> facilities, -1 when the unit itself reports
	facilities   []localFacility
	periods      []dataset.Period // nil when the file tells none
	series       []dataset.Series
	isSum        []bool // by series: the sum of others, not counted in the end
	totalUsed    []bool // nil when no total stands for missing parts
	absentIsZero bool
	said         map[string]bool // indicators of a long export that the analyst corrected
}

type localFacility struct {
	name  string
	level dataset.Level
	unit  uint32
	row   int32 // of the table, where it stands first
}

// readWide reads a table with a row per facility (or unit) and month and a
// column per indicator.
func (b *builder) readWide(p *part) *block {
	k := &block{part: p, unit: p.unitOf, series: b.readSeries(p), periods: b.readPeriods(p)}
	k.rows = make([]int32, len(k.unit))
	k.facility = make([]int32, len(k.unit))
	for row := range k.rows {
		k.rows[row], k.facility[row] = int32(row), -1
	}
	if at := p.find(kindFacility); at >= 0 {
		k.readFacilities(at)
		b.checkLevels(p)
	}
	return k
}

// readFacilities numbers the facilities: a name within a unit.
func (k *block) readFacilities(at int) {
	dict, codes := texts(k.table.Columns[at])
	names := make([]string, len(dict))
	before := prefixesOf(dict)
	for i, name := range dict {
		names[i] = tidyName(name, kindFacility)
		_, names[i], _ = before.split(names[i])
	}
	ids, pairs := combine(k.unit, len(k.units), codes, len(dict))
	local := make([]int32, len(pairs))
	byKey := map[uint32]map[string]int32{}
	for id, pair := range pairs {
		if byKey[pair[0]] == nil {
			byKey[pair[0]] = map[string]int32{}
		}
		key := names[pair[1]]
		at, known := byKey[pair[0]][key]
		if !known {
			at = int32(len(k.facilities))
			byKey[pair[0]][key] = at
			k.facilities = append(k.facilities, localFacility{name: key, unit: pair[0], row: -1})
		}
		local[id] = at
	}
	levels := k.rowLevels()
	for row, id := range ids {
		f := &k.facilities[local[id]]
		k.facility[row] = local[id]
		if f.row < 0 {
			f.row = int32(row)
		}
		if levels != nil && f.level == dataset.NoLevel {
			f.level = levels(row)
		}
	}
}

func (k *block) rowLevels() func(row int) dataset.Level {
	at := k.find(kindLevel)
	if at < 0 {
		return nil
	}
	dict, codes := texts(k.table.Columns[at])
	byCode := make([]dataset.Level, len(dict))
	for i, text := range dict {
		byCode[i] = readLevel(text)
	}
	return func(row int) dataset.Level { return byCode[codes[row]] }
}

// readLevel takes "Primary", "PHC", "general hospital", "FMC" for their level of care.
func readLevel(text string) dataset.Level {
	toks := tokens(text)
	switch {
	case anyStem(toks, "tertiar", "teaching") || anyWord(toks, "fmc") || anyWord(toks, "federal") && anyWord(toks, "medical"):
		return dataset.Tertiary
	case anyStem(toks, "secondar", "cottage") || anyWord(toks, "general") && anyStem(toks, "hospital"):
		return dataset.Secondary
	case anyStem(toks, "primar", "dispensar") || anyWord(toks, "phc", "post", "chps", "mchp"):
		return dataset.Primary
	}
	return dataset.NoLevel
}

// checkLevels reports words in the level column that name no level.
func (b *builder) checkLevels(p *part) {
	at := p.find(kindLevel)
	if at < 0 {
		return
	}
	dict, codes := texts(p.table.Columns[at])
	unknown := make([]bool, len(dict))
	var names []string
	for i, text := range dict {
		if !isUnknown(text) && readLevel(text) == dataset.NoLevel {
			unknown[i] = true
			names = append(names, text)
		}
	}
	rows := 0
	for _, code := range codes {
		if unknown[code] {
			rows++
		}
	}
	if rows > 0 {
		b.find(dataset.Warning, "unknown_level", "column", p.name(b), p.table.Columns[at].Heading, rows,
			"The facility level %s is not primary, secondary or tertiary; %s count only when all facilities are chosen.",
			quoteNames(names, 4), dataset.Plural(rows, "row"))
	}
}

func quoteNames(names []string, most int) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = "\"" + n + "\""
	}
	return dataset.Names(quoted, most)
}

func countTrue(mask []bool) int {
	n := 0
	for _, set := range mask {
		if set {
			n++
		}
	}
	return n
}

// keep drops the rows that the mask does not keep.
func (k *block) keep(mask []bool) {
	n := countTrue(mask)
	if n == len(mask) {
		return
	}
	k.rows, k.unit, k.facility = pick(k.rows, mask, n), pick(k.unit, mask, n), pick(k.facility, mask, n)
	if k.periods != nil {
		k.periods = pick(k.periods, mask, n)
	}
	if k.totalUsed != nil {
		k.totalUsed = pick(k.totalUsed, mask, n)
	}
	eachParallel(len(k.series), func(i int) { k.series[i].Values = pick(k.series[i].Values, mask, n) })
}

func pick[T any](values []T, mask []bool, n int) []T {
	kept := make([]T, 0, n)
	for i, v := range values {
		if mask[i] {
			kept = append(kept, v)
		}
	}
	return kept
}

// sum adds up a role's values in the rows that the mask holds.
func (k *block) sum(role dataset.Role, mask []bool) float64 {
	total := 0.0
	for i := range k.series {
		if k.series[i].Role != role || k.isSum != nil && k.isSum[i] {
			continue
		}
		for row, v := range k.series[i].Values {
			if mask[row] && !math.IsNaN(v) {
				total += v
			}
		}
	}
	return total
}

// leaveOutside drops rows that belong to no ward and reports what was in them.
func (b *builder) leaveOutside(k *block) {
	storeFacility, found := make([]bool, len(k.facilities)), false
	for i, f := range k.facilities {
		storeFacility[i] = isStore(f.name)
		found = found || storeFacility[i]
	}
	if !found && !slices.ContainsFunc(k.why, func(w outside) bool { return w != inside }) {
		return
	}
	mask, lost, stores := make([]bool, len(k.unit)), make([]bool, len(k.unit)), make([]bool, len(k.unit))
	nLost, nStores := 0, 0
	for row, u := range k.unit {
		f := k.facility[row]
		switch {
		case k.why[u] == storeUnit || f >= 0 && storeFacility[f]:
			stores[row] = true
			nStores++
		case k.why[u] == noWard:
			lost[row] = true
			nLost++
		default:
			mask[row] = true
		}
	}
	if nStores > 0 {
		b.find(dataset.Info, "store_rows", "row", k.name(b), "", nStores,
			"%s left out: cold and medical stores are no wards and treat nobody (%s).", dataset.Plural(nStores, "row was", "rows were"), k.sayCounts(stores))
	}
	if nLost > 0 {
		b.find(dataset.Warning, "unknown_ward", "row", k.name(b), k.wardHeading(), nLost,
			"%s of %s (%s) name no ward; with %s they belong to no ward and are left out of every ward's figures.",
			dataset.Plural(nLost, "row"), dataset.Thousands(len(mask)), dataset.Percent(float64(nLost)/float64(len(mask))), k.sayCounts(lost))
	}
	k.keep(mask)
}

// sayCounts says how many tests and positives the rows hold.
func (k *block) sayCounts(mask []bool) string {
	if len(k.seriesOf(func(i dataset.Indicator) bool { return i.Role == dataset.RoleTested })) == 0 {
		return dataset.Plural(countTrue(mask), "row")
	}
	return dataset.Thousands(k.sum(dataset.RoleTested, mask)) + " tests and " +
		dataset.Thousands(k.sum(dataset.RolePositive, mask)) + " positives"
}

func (p *part) wardHeading() string {
	if p.wardColumn < 0 {
		return ""
	}
	return p.table.Columns[p.wardColumn].Heading
}

func (p *part) name(b *builder) string { return b.fileName(p.sheet) }

// fileName is the file, with the sheet of a workbook.
func (b *builder) fileName(s *sheet) string {
	name := b.files[s.file].Name
	if s.table.Sheet != "" && !strings.EqualFold(s.table.Sheet, name) {
		return name + " (" + s.table.Sheet + ")"
	}
	return name
}
