package schemaregistry

// DescriptionKey is the one field of a tool that is called in plain English.
const DescriptionKey = "description"
