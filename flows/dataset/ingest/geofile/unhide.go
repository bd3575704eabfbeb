package geofile

import (
	"fmt"
	"strings"

	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// unhide takes characters that cannot be seen out of a layer's attributes and
// says so.
func (r *reader) unhide(l *Layer) {
	for _, c := range l.Attributes.Columns {
		c.Heading = shown(c.Heading)
		texts, differ, hid := make([]string, len(c.Dict)), false, 0
		for code, text := range c.Dict {
			texts[code] = shown(text)
			differ = differ || texts[code] != text
			if _, hidden := dataset.Visible(text); hidden {
				hid++
			}
		}
		if differ {
			fresh := newTextColumn(c.Heading, c.Index, len(c.Codes))
			for _, code := range c.Codes {
				fresh.add(texts[code])
			}
			c.Dict, c.Codes = fresh.Dict, fresh.Codes
		}
		if hid > 0 {
			r.note(dataset.Info, "invisible_characters", l.Name, 0,
				fmt.Sprintf("Characters that cannot be seen were taken out of %s in %q of %s.", dataset.Plural(hid, "text"), c.Heading, l.Name))
		}
	}
}

func shown(text string) string {
	visible, _ := dataset.Visible(text)
	return strings.TrimSpace(visible)
}
