// Package export turns stored results into formats that other programs take: a
// table into a workbook or a layer of its wards, a map into a picture of pixels.
package export
