package tabular

import (
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

func readXLSX(name string, _ []byte, _ Limits) ([]*dataset.Table, []dataset.Finding, error) {
	return nil, nil, schemaregistry.Fail("not_a_table", "%s is a workbook; save it as CSV.", name)
}

func readHTML(name string, _ []byte, _ Limits) ([]*dataset.Table, []dataset.Finding, error) {
	return nil, nil, schemaregistry.Fail("not_a_table", "%s is a web page; save it as CSV.", name)
}
