// Package dataset holds the types in which every flow sees an analyst's data:
// the table as read from a file, wards and their boundaries, counts by facility
// and month, ward-level columns, how names were matched, and what was found wrong.
//
// Package ingest fills them from files. Nothing here does I/O.
package dataset
