package export

import (
	"bytes"
	"fmt"

	"github.com/xuri/excelize/v2"
)

// XLSX writes a stored table as a workbook: numbers as numbers, everything else
// as text, which no spreadsheet runs as a formula. Missing cells stay empty.
func XLSX(content []byte) ([]byte, error) {
	t, err := readTable(content)
	if err != nil {
		return nil, err
	}
	book := excelize.NewFile()
	defer book.Close() //nolint:errcheck // nothing of it is on disk
	if err := t.fill(book); err != nil {
		return nil, fmt.Errorf("write the workbook: %w", err)
	}
	var b bytes.Buffer
	if err := book.Write(&b); err != nil {
		return nil, fmt.Errorf("write the workbook: %w", err)
	}
	return b.Bytes(), nil
}

func (t table) fill(book *excelize.File) error {
	bold, err := book.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	sheet, err := book.NewStreamWriter(book.GetSheetName(0))
	if err != nil {
		return err
	}
	if err := sheet.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	heading := make([]any, len(t.names))
	for i, name := range t.names {
		heading[i] = excelize.Cell{StyleID: bold, Value: name}
	}
	if err := sheet.SetRow("A1", heading); err != nil {
		return err
	}
	cells := make([]any, len(t.names))
	for i, row := range t.rows {
		for column := range cells {
			cells[column] = t.value(row, column)
		}
		if err := sheet.SetRow(fmt.Sprintf("A%d", i+2), cells); err != nil {
			return err
		}
	}
	return sheet.Flush()
}
