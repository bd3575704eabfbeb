package ingest

import (
	"testing"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

func TestToolsAreDeclared(t *testing.T) {
	r := schemaregistry.New(schemaregistry.Options{})
	if err := r.Register(Tools(nil)...); err != nil {
		t.Fatal(err)
	}
	for _, tool := range r.Tools() {
		for _, arg := range tool.Args {
			for _, value := range arg.Enum {
				if arg.Labels[value] == "" {
					t.Errorf("%s: %s=%s has no label", tool.Name, arg.Name, value)
				}
			}
		}
	}
}
