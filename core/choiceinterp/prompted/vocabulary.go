package prompted

import (
	"slices"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// vocabularies tells the names of the data that arguments of the tool take.
func vocabularies(req *choiceinterp.Request, text string, room int) fields {
	var out fields
	leftOut := 0
	said := words(text)
	room -= len(leftOutField) + 12
	for _, kind := range []string{"columns", "headings", "states", "periods", "wards"} {
		list := vocabulary(req, kind)
		if len(list) == 0 {
			continue
		}
		shown, rest := fitting(list, said, room-len(kind)-8)
		leftOut += rest
		if len(shown) > 0 {
			room -= len(line(shown)) + len(kind) + 8
			out = append(out, field{kind, shown})
		}
	}
	if leftOut > 0 {
		out = append(out, field{leftOutField, leftOut})
	}
	return out
}

// vocabulary lists the names of a kind, or none where no argument takes them.
func vocabulary(req *choiceinterp.Request, kind string) []choiceinterp.Column {
	takes := func(arg schemaregistry.Arg) bool { return arg.Values == kind }
	if !slices.ContainsFunc(req.Tool.Args, takes) {
		return nil
	}
	var list []string
	switch kind {
	case "columns", "headings":
		return req.Context.Columns
	case "states":
		list = req.Context.States
	case "periods":
		list = req.Context.Periods
	case "wards":
		list = req.Context.Wards
	}
	out := make([]choiceinterp.Column, len(list))
	for i, name := range list {
		out[i].Name = name
	}
	return out
}

// fitting chooses the names that are shown: a name alone, or with its aliases
// as {"name": ["alias"]}.
func fitting(list []choiceinterp.Column, said []string, room int) (shown []any, rest int) {
	var near, far []choiceinterp.Column
	for _, column := range list {
		if sharesWord(column, said) {
			near = append(near, column)
		} else {
			far = append(far, column)
		}
	}
	shown = []any{}
	for _, column := range slices.Concat(near, far) {
		if len(column.Name) > min(nameLimit, room) { // spares the work on thousands that cannot fit
			rest++
			continue
		}
		item := item(column)
		length := len(line(item)) + 1
		if length > room {
			rest++
			continue
		}
		room -= length
		shown = append(shown, item)
	}
	return shown, rest
}

func item(column choiceinterp.Column) any {
	var aliases []string
	for _, alias := range column.Aliases {
		if len(alias) <= nameLimit && len(aliases) < aliasLimit {
			aliases = append(aliases, alias)
		}
	}
	if len(aliases) == 0 {
		return column.Name
	}
	return fields{{column.Name, aliases}}
}

// sharesWord reports whether a name has a word in common with the message.
func sharesWord(column choiceinterp.Column, said []string) bool {
	isSaid := func(w word) bool { return slices.Contains(said, w.folded) }
	return slices.ContainsFunc(split(column.Name), isSaid) ||
		slices.ContainsFunc(column.Aliases, func(alias string) bool { return slices.ContainsFunc(split(alias), isSaid) })
}
