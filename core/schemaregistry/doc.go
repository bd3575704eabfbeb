// Package schemaregistry says what a tool is: typed arguments with a JSON Schema,
// examples, effect, cost, the evidence it needs, and the one way to execute it.
//
// Every door of the system (an analyst's text, a model, a schedule, HTTP, MCP)
// produces the same Call and goes through the same Registry.Execute.
package schemaregistry
