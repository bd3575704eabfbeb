// Package ingest understands an analyst's files: what each heading means, which
// rows and columns are totals of others, what is damaged, and which names in
// different files mean one ward. It repairs what is certain, asks about what is
// probable, and reports everything with its effect.
//
// It works on dictionaries and not on rows wherever it can: a name that stands in
// a hundred thousand rows is read once.
package ingest
