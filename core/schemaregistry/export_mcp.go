package schemaregistry

import "encoding/json"

// An MCPTool is a tool in the form of the Model Context Protocol's tools/list.
type MCPTool struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
	Annotations struct {
		ReadOnly    bool `json:"readOnlyHint"`
		Destructive bool `json:"destructiveHint"`
		OpenWorld   bool `json:"openWorldHint"`
	} `json:"annotations"`
}

// MCP is the tool for clients of the Model Context Protocol.
func (t *Tool) MCP() MCPTool {
	exported := MCPTool{Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: t.Schema}
	exported.Annotations.ReadOnly = t.Effect == EffectRead
	exported.Annotations.Destructive = t.Irreversible
	exported.Annotations.OpenWorld = t.Effect == EffectSend || t.Category == CategoryResearch
	return exported
}
