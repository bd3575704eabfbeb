package tabular

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// readStyles finds out which styles show a number as a date.
func (b *workbook) readStyles(path string) error {
	var styles struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Cells []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	if err := b.decode(path, &styles); err != nil {
		return err
	}
	custom := map[int]bool{}
	for _, f := range styles.Formats {
		custom[f.ID] = isDateFormat(f.Code)
	}
	for _, cell := range styles.Cells {
		date, own := custom[cell.Format]
		b.dates = append(b.dates, date || (!own && builtInDate(cell.Format)))
	}
	return nil
}

// builtInDate knows the date formats that need no code (ECMA-376, 18.8.30),
// those of East Asian versions included; times of day are not among them.
func builtInDate(id int) bool {
	return (id >= 14 && id <= 17) || id == 22 || (id >= 27 && id <= 31) || id == 36 || (id >= 50 && id <= 58)
}

// isDateFormat reports whether a format code shows a day, a month or a year.
func isDateFormat(code string) bool {
	var bare strings.Builder
	quoted, bracket, escaped := false, false, false
	for _, r := range strings.ToLower(code) {
		switch {
		case escaped:
			escaped = false
		case quoted:
			quoted = r != '"'
		case bracket:
			bracket = r != ']'
		case r == '"':
			quoted = true
		case r == '[':
			bracket = true
		case r == '\\' || r == '_' || r == '*':
			escaped = true
		default:
			bare.WriteRune(r)
		}
	}
	text := strings.ReplaceAll(bare.String(), "general", "")
	return strings.ContainsAny(text, "dy") || (strings.Contains(text, "m") && !strings.ContainsAny(text, "hs"))
}

// appendDate writes the date of a day number, with the time of day unless it is
// midnight. Day 60 of the 1900 count is a 29 February that never was.
func appendDate(out []byte, day float64, from1904 bool) ([]byte, bool) {
	const lastDay = 2958466 // 1 January 10000
	if !(day >= 0 && day < lastDay) {
		return out, false
	}
	origin := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case from1904:
		origin = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case day < 60:
		origin = origin.AddDate(0, 0, 1)
	}
	whole, fraction := math.Modf(day)
	when := origin.AddDate(0, 0, int(whole)).Add(time.Duration(math.Round(fraction*86400)) * time.Second)
	layout := time.DateOnly
	if when.Hour()+when.Minute()+when.Second() > 0 {
		layout = time.DateTime
	}
	return when.AppendFormat(out, layout), true
}

// unescapeControl resolves the form in which workbooks write control characters: _x000D_.
func unescapeControl(text []byte) []byte {
	if !bytes.Contains(text, []byte("_x")) {
		return text
	}
	out := make([]byte, 0, len(text))
	for at := 0; at < len(text); {
		if at+7 <= len(text) && text[at] == '_' && text[at+1] == 'x' && text[at+6] == '_' {
			if code, err := strconv.ParseUint(string(text[at+2:at+6]), 16, 16); err == nil && utf8.ValidRune(rune(code)) {
				out = utf8.AppendRune(out, rune(code))
				at += 7
				continue
			}
		}
		out = append(out, text[at])
		at++
	}
	return out
}
