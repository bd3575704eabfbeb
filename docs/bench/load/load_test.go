// Package load puts the program under load, as a process, over HTTP: many sessions
// at once, a steady rate and large uploads. "make load" runs it in full; without
// flags it is a short test. CHATMRPT_DATABASE_URL chooses the database.
package load

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/flows/dataset/sample"
)

var (
	sessions = flag.Int("sessions", 20, "simultaneous sessions")
	perSec   = flag.Int("rate", 50, "turns a second, of all sessions")
	seconds  = flag.Int("seconds", 3, "how long the steady rate lasts")
	uploads  = flag.Int("uploads", 4, "simultaneous large uploads")
	megs     = flag.Int("megabytes", 5, "of each of them")
	most     = flag.Int("most-memory", 1000, "MB that they may take")
	strict   = flag.Bool("strict", false, "fail where a promised time is not kept")
)

// clinics is a table of which name and content differ by number.
func clinics(n int) (name string, content []byte) {
	return fmt.Sprintf("clinics-%d.csv", n), fmt.Appendf(nil,
		"State,LGA,Ward,HealthFacility,periodcode,tested by RDT <5yrs,tested positive by RDT <5yrs\n"+
			"Kano,Dala,Alpha,Clinic A %[1]d,202401,120,30\nKano,Dala,Beta,Clinic B %[1]d,202401,80,8\nKano,Gwale,Gamma,Clinic C %[1]d,202401,90,45\n", n)
}

// times are collected by many.
type times struct {
	mu  sync.Mutex
	all []time.Duration
}

func (t *times) add(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, d)
}

func (t *times) percentile(p float64) time.Duration {
	if len(t.all) == 0 {
		return 0
	}
	slices.Sort(t.all)
	return t.all[min(int(p*float64(len(t.all))), len(t.all)-1)]
}

func (t *times) String() string {
	return fmt.Sprintf("%d, p50 %s, p95 %s, p99 %s, longest %s", len(t.all),
		t.percentile(.5).Round(100*time.Microsecond), t.percentile(.95).Round(100*time.Microsecond),
		t.percentile(.99).Round(100*time.Microsecond), t.percentile(1).Round(100*time.Microsecond))
}

// TestStart measures from the start of the process to its first answer.
func TestStart(t *testing.T) {
	var taken times
	s := serve(t)
	for range 5 {
		s.kill()
		began := time.Now()
		s.start()
		response, err := http.Get("http://" + s.addr + "/readyz") //nolint:noctx // it answers at once
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		taken.add(time.Since(began))
	}
	t.Logf("start to first answer: %v", &taken)
	if *strict && taken.percentile(.5) > 500*time.Millisecond {
		t.Error("longer than 0.5 s")
	}
}

// TestJobs lets every session do a whole small job at once: a file, an analysis,
// questions.
func TestJobs(t *testing.T) {
	s := serve(t)
	var taken times
	var failed atomic.Int64
	clients := s.clients(*sessions)
	began := time.Now()
	each(clients, func(n int, c *client) {
		name, content := clinics(n)
		step := func(do func() error) {
			began := time.Now()
			if err := do(); err != nil {
				failed.Add(1)
				t.Error(err)
			}
			taken.add(time.Since(began))
		}
		step(func() error { return c.upload(name, content) })
		for _, text := range []string{"compute the tpr with defaults", "which wards have the highest tpr", "status", "undo", "help"} {
			step(func() error { return c.say(text) })
		}
	})
	t.Logf("%d sessions did a job each in %s: requests %v; %d failed; peak %d MB",
		*sessions, time.Since(began).Round(time.Millisecond), &taken, failed.Load(), s.peak())
	each(clients, func(_ int, c *client) { c.checkTurns() })
}

// TestSteadyRate sends turns that compute nothing at a steady rate, whether the
// last ones are answered or not, and measures from when each was due.
func TestSteadyRate(t *testing.T) {
	s := serve(t)
	clients := s.clients(*sessions)
	each(clients, func(n int, c *client) {
		name, content := clinics(n)
		if err := errors.Join(c.upload(name, content), c.say("compute the tpr with defaults")); err != nil {
			t.Error(err)
		}
	})
	var taken times
	var failed atomic.Int64
	apart := time.Second * time.Duration(*sessions) / time.Duration(*perSec) // between turns of a session
	began := time.Now()
	each(clients, func(n int, c *client) {
		due := began.Add(apart * time.Duration(n) / time.Duration(*sessions))
		for turn := 0; due.Sub(began) < time.Duration(*seconds)*time.Second; turn++ {
			time.Sleep(time.Until(due))
			text := []string{"status", "help", "what is tpr?", "flurb the gnarble"}[(n+turn)%4] + fmt.Sprint(" ", turn)
			if err := c.say(text); err != nil {
				failed.Add(1)
				t.Error(err)
			}
			taken.add(time.Since(due))
			due = due.Add(apart)
		}
	})
	t.Logf("%d sessions, %d turns a second for %d s: turns %v; %d failed; peak %d MB",
		*sessions, *perSec, *seconds, &taken, failed.Load(), s.peak())
	if *strict && taken.percentile(.99) > 20*time.Millisecond {
		t.Error("p99 over 20 ms")
	}
	each(clients, func(_ int, c *client) { c.checkTurns() })
}

// TestLargeUploads sends large files at once and looks at the memory they take.
func TestLargeUploads(t *testing.T) {
	var table bytes.Buffer
	if err := sample.WriteLarge(&table, *megs*10_000, 1); err != nil {
		t.Fatal(err)
	}
	for table.Len() < *megs<<20 {
		table.Write(table.Bytes()[bytes.IndexByte(table.Bytes(), '\n')+1 : min(table.Len(), 1<<20)])
	}
	content := table.Bytes()[:bytes.LastIndexByte(table.Bytes()[:*megs<<20], '\n')+1]
	row := content[bytes.LastIndexByte(content[:len(content)-1], '\n')+1:]
	s := serve(t)
	idle := s.peak()
	clients := s.clients(*uploads)
	var taken times
	began := time.Now()
	each(clients, func(n int, c *client) {
		began := time.Now()
		// Each is another file: the last row stands in it once more often.
		if err := c.upload(fmt.Sprintf("large-%d.csv", n), content, bytes.Repeat(row, n+1)); err != nil {
			t.Error(err)
		}
		taken.add(time.Since(began))
	})
	t.Logf("%d uploads of %d MB at once in %s: %v; peak %d MB, %d MB before", *uploads, *megs,
		time.Since(began).Round(time.Millisecond), &taken, s.peak(), idle)
	if s.peak() > *most {
		t.Errorf("more than %d MB", *most)
	}
	each(clients, func(_ int, c *client) { c.checkTurns() })
}

func (s *service) clients(n int) []*client {
	s.Helper()
	all := make([]*client, n)
	for i := range all {
		all[i] = s.client()
	}
	return all
}

// each lets all clients work at once and waits for them.
func each(clients []*client, do func(n int, c *client)) {
	var working sync.WaitGroup
	for n, c := range clients {
		working.Go(func() { do(n, c) })
	}
	working.Wait()
}
