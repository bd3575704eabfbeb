// Command largecsv writes a clean facility-month file for benchmarks to standard
// output: go run ./docs/bench/largecsv -rows 1000000 > large.csv
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/chatmrpt/chatmrpt/flows/dataset/sample"
)

func main() {
	rows := flag.Int("rows", 1_000_000, "facility-month rows, about 98 bytes each")
	seed := flag.Uint64("seed", 1, "another seed gives other counts")
	flag.Parse()
	if err := sample.WriteLarge(os.Stdout, *rows, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "largecsv:", err)
		os.Exit(1)
	}
}
