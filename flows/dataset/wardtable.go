package dataset

import "github.com/chatmrpt/chatmrpt/core/schemaregistry"

// WardColumns are the leading columns of every ward table: state, lga, ward.
// The code is not among them; evidence carries it in CodeColumn.
func WardColumns(wards []Ward) []schemaregistry.Column {
	state, lga, name := make([]string, len(wards)), make([]string, len(wards)), make([]string, len(wards))
	for i, w := range wards {
		state[i], lga[i], name[i] = w.State, w.LGA, w.Name
	}
	return []schemaregistry.Column{
		{Name: "state", Title: "State", Text: state},
		{Name: "lga", Title: "LGA", Text: lga},
		{Name: "ward", Title: "Ward", Text: name},
	}
}

// CodeColumn is the column "code" that evidence tables carry in the last place,
// so that a ward is found again by its identity and not by its name.
func CodeColumn(wards []Ward) schemaregistry.Column {
	code := make([]string, len(wards))
	for i, w := range wards {
		code[i] = w.Code
	}
	return schemaregistry.Column{Name: "code", Text: code}
}

// Align returns, for every ward of the dataset, the row of the evidence table
// that holds it, or -1. Wards are identified by code, else by state, LGA and name.
func (d *Dataset) Align(t *schemaregistry.Table) []int {
	rows := make(map[Ward]int, t.Len())
	state, lga, name, code := t.Column("state"), t.Column("lga"), t.Column("ward"), t.Column("code")
	for row := range t.Len() {
		w := Ward{State: state.Text[row], LGA: lga.Text[row], Name: name.Text[row]}
		if code != nil {
			w.Code = code.Text[row]
		}
		rows[w.key()] = row
	}
	aligned := make([]int, len(d.Wards))
	for i, w := range d.Wards {
		aligned[i] = -1
		if row, ok := rows[w.key()]; ok {
			aligned[i] = row
		}
	}
	return aligned
}

func (w Ward) key() Ward {
	if w.Code != "" {
		return Ward{Code: w.Code}
	}
	return w
}
