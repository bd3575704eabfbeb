package tabular

import (
	"encoding/xml"
	"errors"
	"path"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// A workbook is an opened XLSX file: its sheets, still packed, and what their
// cells refer to.
type workbook struct {
	*archive
	sheets   []sheetRef
	shared   [][]byte // texts that cells refer to by number
	dates    []bool   // by style number: whether a number in it is a date
	from1904 bool     // days are counted from 1904
}

type sheetRef struct {
	name   string
	path   string
	hidden bool
	xml    []byte
}

type relationships struct {
	Items []struct {
		ID     string `xml:"Id,attr"`
		Type   string `xml:"Type,attr"`
		Target string `xml:"Target,attr"`
	} `xml:"Relationship"`
}

// openWorkbook unzips what is needed, on all cores.
func openWorkbook(name string, content []byte, limits Limits) (*workbook, error) {
	files, err := openArchive(name, content, limits)
	if err != nil {
		return nil, err
	}
	book := &workbook{archive: files}
	main, err := book.mainPart()
	if err != nil {
		return nil, err
	}
	shared, styles, err := book.readMain(main)
	if err != nil {
		return nil, err
	}
	errs := make([]error, len(book.sheets)+2)
	parallel(len(errs), func(i int) {
		switch i {
		case 0:
			errs[i] = book.readShared(shared)
		case 1:
			errs[i] = book.readStyles(styles)
		default:
			ref := &book.sheets[i-2]
			ref.xml, errs[i] = book.part(ref.path)
		}
	})
	for _, err := range errs { // the first in order, whichever came first
		if err != nil {
			return nil, err
		}
	}
	return book, nil
}

// mainPart finds the part that lists the sheets.
func (b *workbook) mainPart() (string, error) {
	var rels relationships
	if err := b.decode("_rels/.rels", &rels); err != nil {
		return "", err
	}
	main := "xl/workbook.xml"
	for _, r := range rels.Items {
		if strings.HasSuffix(r.Type, "/officeDocument") {
			main = strings.TrimPrefix(r.Target, "/")
		}
	}
	switch {
	case b.has("xl/workbook.bin"):
		return "", b.saveAsXLSX("a binary workbook (.xlsb)")
	case b.has("content.xml") && b.has("mimetype"):
		return "", b.saveAsXLSX("an OpenDocument file")
	case !b.has(main) || !strings.HasSuffix(main, ".xml"):
		return "", schemaregistry.Fail("not_a_table",
			"%s is an archive with neither a workbook nor boundaries in it. Unpack it: tables are read as CSV or XLSX, boundaries as GeoJSON or as a zip with the .shp and its .dbf side by side.", b.name)
	}
	return main, nil
}

func (b *workbook) saveAsXLSX(what string) error {
	return schemaregistry.Fail("old_spreadsheet", "%s is %s. Open it in a spreadsheet program and save it as XLSX.", b.name, what)
}

// readMain lists the sheets and finds the shared texts and styles.
func (b *workbook) readMain(main string) (shared, styles string, err error) {
	var list struct {
		Properties struct {
			Date1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			Name  string `xml:"name,attr"`
			ID    string `xml:"id,attr"`
			State string `xml:"state,attr"`
		} `xml:"sheets>sheet"`
	}
	var rels relationships
	dir := path.Dir(main)
	if err := errors.Join(b.decode(main, &list), b.decode(path.Join(dir, "_rels", path.Base(main)+".rels"), &rels)); err != nil {
		return "", "", err
	}
	b.from1904 = list.Properties.Date1904 == "1" || list.Properties.Date1904 == "true"
	targets := map[string]string{}
	for _, r := range rels.Items {
		target := path.Join(dir, r.Target)
		if strings.HasPrefix(r.Target, "/") {
			target = r.Target[1:]
		}
		switch path.Base(r.Type) {
		case "worksheet":
			targets[r.ID] = target
		case "sharedStrings":
			shared = target
		case "styles":
			styles = target
		}
	}
	for _, s := range list.Sheets {
		if target := targets[s.ID]; target != "" { // a chart sheet has none
			if !b.has(target) {
				return "", "", damaged(b.name, errors.New("no part "+target))
			}
			b.sheets = append(b.sheets, sheetRef{name: s.Name, path: target, hidden: s.State != "" && s.State != "visible"})
		}
	}
	return shared, styles, nil
}

// maxSmallPart bounds the parts that are read as a whole (lists of sheets, styles).
const maxSmallPart = 32 << 20

// decode reads a small part; one that is not there leaves into as it is.
func (b *workbook) decode(path string, into any) error {
	if b.sizeOf(path) > maxSmallPart {
		return damaged(b.name, errors.New("no program writes a part "+path+" of that size"))
	}
	raw, err := b.part(path)
	if err != nil || raw == nil {
		return err
	}
	if err := xml.Unmarshal(raw, into); err != nil {
		return damaged(b.name, err)
	}
	return nil
}

// readShared reads the texts that cells refer to. Pronunciation hints (rPh) are no text.
func (b *workbook) readShared(path string) error {
	raw, err := b.part(path)
	if err != nil {
		return err
	}
	x := xmlScanner{data: raw}
	hint := false
	var item []byte
	for {
		t, ok, err := x.next()
		if err != nil {
			return damaged(b.name, err)
		}
		if !ok {
			return nil
		}
		switch {
		case t.name == "rPh":
			hint = !t.end && !t.alone
		case t.name == "t" && !t.end && !t.alone && !hint:
			text, err := x.text()
			if err != nil {
				return damaged(b.name, err)
			}
			item = append(item, text...)
		case t.name == "si" && (t.end || t.alone):
			b.shared = append(b.shared, trim(unescapeControl(item)))
			item = nil
			if err := b.limits.checkTexts(b.name, int64(b.limits.Texts-len(b.shared))); err != nil {
				return err
			}
		}
	}
}

// read turns one sheet into a table.
func (b *workbook) read(i int, limits Limits) sheetResult {
	ref := &b.sheets[i]
	result := sheetResult{sheet: ref.name, notes: &notes{unit: b.name + ", sheet " + ref.name}}
	where := b.name
	if len(b.sheets) > 1 {
		where = "The sheet " + ref.name + " of " + b.name
	}
	merges, err := readMerges(ref.xml)
	if err != nil {
		result.err = damaged(b.name, err)
		return result
	}
	s := &sheet{book: b, xml: ref.xml, merges: merges}
	result.table, result.err = readTable(&grid{name: where, limits: limits, typed: true, walk: s.walk}, b.name, ref.name, limits, result.notes)
	if result.err != nil {
		return result
	}
	if ref.hidden {
		result.notes.file(dataset.Info, "hidden_sheet", "The sheet %q is hidden in the workbook; it was read all the same.", ref.name)
	}
	if s.carried.filled > 0 {
		reportMerged(s.carried.filled, result.notes)
	}
	if s.uncomputed > 0 {
		result.notes.rows(dataset.Warning, "formula_without_value", s.uncomputedRows,
			"%s %s a formula whose result was not saved, %s %d; %s as empty. Open the file in a spreadsheet program and save it again.",
			dataset.Plural(s.uncomputed, "cell"), pick(s.uncomputed, "holds", "hold"), pick(s.uncomputed, "in row", "the first in row"), s.firstUncomputed, pick(s.uncomputed, "it counts", "they count"))
	}
	return result
}
