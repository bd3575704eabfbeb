package geofile

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// attributes makes a table of the features' properties, in the order in which
// they first appear. A feature's own id becomes the column "id" where no property
// has that name.
func (r *reader) attributes(name string, features []geoObject) (*dataset.Table, error) {
	columns := map[string][]json.RawMessage{}
	var order []string
	put := func(row int, key string, value json.RawMessage) error {
		if columns[key] == nil {
			if len(order) == r.limits.Columns || (len(order)+1)*len(features) > maxCells {
				return schemaregistry.Fail("too_many_columns", "%s has more than %d properties; boundaries need a name and a code.", r.place(name), len(order))
			}
			columns[key] = make([]json.RawMessage, len(features))
			order = append(order, key)
		}
		columns[key][row] = value
		return nil
	}
	for row, feature := range features {
		err := eachMember(feature.Properties, func(key string, value json.RawMessage) error { return put(row, key, value) })
		if err != nil {
			return nil, err
		}
	}
	if columns["id"] == nil {
		for row, feature := range features {
			if len(feature.ID) > 0 {
				if err := put(row, "id", feature.ID); err != nil {
					return nil, err
				}
			}
		}
	}
	table := &dataset.Table{File: r.file, Rows: len(features), FirstRow: 1}
	for i, key := range order {
		table.Columns = append(table.Columns, jsonColumn(strings.TrimSpace(key), i, columns[key]))
	}
	return table, nil
}

// eachMember walks a JSON object in the order in which it is written.
func eachMember(object json.RawMessage, visit func(string, json.RawMessage) error) error {
	dec := json.NewDecoder(bytes.NewReader(object))
	if len(object) == 0 || object[0] != '{' {
		return nil // null, or no object: no properties
	}
	if _, err := dec.Token(); err != nil {
		return err
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		if err := visit(key.(string), value); err != nil {
			return err
		}
	}
	return nil
}

// jsonColumn holds numbers when every value that is there is one, else text.
func jsonColumn(heading string, index int, values []json.RawMessage) *dataset.Column {
	numbers := make([]float64, len(values))
	for row, value := range values {
		if numbers[row] = math.NaN(); empty(value) {
			continue
		}
		if json.Unmarshal(value, &numbers[row]) != nil {
			return textOf(heading, index, values)
		}
	}
	return &dataset.Column{Heading: heading, Index: index, Numbers: numbers}
}

func textOf(heading string, index int, values []json.RawMessage) *dataset.Column {
	c := newTextColumn(heading, index, len(values))
	for _, value := range values {
		var text string
		switch {
		case empty(value):
		case json.Unmarshal(value, &text) != nil:
			text = string(value) // a number, true, or something nested, as written
		}
		c.add(strings.TrimSpace(text))
	}
	return c.Column
}

func empty(value json.RawMessage) bool { return len(value) == 0 || string(value) == "null" }
