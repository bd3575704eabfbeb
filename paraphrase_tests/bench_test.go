package paraphrasetests

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
)

// BenchmarkLearn is what the first message to a tool waits for.
func BenchmarkLearn(b *testing.B) {
	for b.Loop() {
		if err := choiceinterp.New(choiceinterp.Options{}).Warm(Named("run_tpr_step")); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLearnToPick is what the first message without a tool waits for.
func BenchmarkLearnToPick(b *testing.B) {
	for b.Loop() {
		choiceinterp.New(choiceinterp.Options{}).PickTool(b.Context(), "run tpr", Tools(), choiceinterp.Context{})
	}
}

// BenchmarkResolve reads the whole suite on one processor.
func BenchmarkResolve(b *testing.B) {
	in, cases := choiceinterp.New(choiceinterp.Options{}), readSuite(b)
	if err := in.Warm(Tools()...); err != nil {
		b.Fatal(err)
	}
	took := make([]time.Duration, 0, 1<<20)
	for i := 0; b.Loop(); i++ {
		c := &cases[i%len(cases)]
		started := time.Now()
		in.Resolve(b.Context(), c.Request(Named(c.Tool)))
		took = append(took, time.Since(started))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "messages/s")
}

var messages = flag.Int("messages", 10_000, "messages after which memory must be as before")

// TestResolveKeepsNothing reads many messages, each with a word of its own: the
// memory held afterwards is that of before.
func TestResolveKeepsNothing(t *testing.T) {
	in, cases := choiceinterp.New(choiceinterp.Options{}), readSuite(t)
	if err := in.Warm(Tools()...); err != nil {
		t.Fatal(err)
	}
	held := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	read := func(n int) {
		for i := range n {
			c := &cases[i%len(cases)]
			req := c.Request(Named(c.Tool))
			req.Text += fmt.Sprintf(" for room q%dz", i)
			in.Resolve(t.Context(), req)
		}
	}
	read(1000)
	before := held()
	read(*messages)
	if grown := held() - before; grown > 1<<20 {
		t.Errorf("%d messages leave %d bytes behind", *messages, grown)
	}
	runtime.KeepAlive(in)
}
