package postgres_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/store/postgres"
	"github.com/chatmrpt/chatmrpt/store/postgres/pgtest"
)

// These make the test binary a node of that name, which takes turns on one session
// of the database for ever.
const (
	nodeEnv     = "CHATMRPT_TEST_NODE"
	databaseEnv = "CHATMRPT_TEST_NODE_DATABASE"
)

func TestMain(m *testing.M) {
	if name := os.Getenv(nodeEnv); name != "" {
		fmt.Fprintln(os.Stderr, takeTurns(name, os.Getenv(databaseEnv)))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// TestKill has two nodes serve one session and kills them in turns at random
// moments, while the other goes on: every turn that was acknowledged is there
// once, with its content, in the order in which its node took it.
func TestKill(t *testing.T) {
	const lives = 10
	url := pgtest.NewDatabase(t)
	s := closeAfter(t, open(t, url))
	if err := s.Create(t.Context(), &session.Session{ID: "s1"}); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(7, 11))
	acknowledged := map[string]int{} // by life
	other := startNode(t, "life 0", url)
	for life := 1; life < lives; life++ {
		next := startNode(t, fmt.Sprint("life ", life), url)
		next.awaitTurn(t)
		time.Sleep(time.Duration(random.IntN(60_000)) * time.Microsecond)
		acknowledged[other.name] = other.kill(t)
		other = next
	}
	acknowledged[other.name] = other.kill(t)

	taken := turnsByLife(t, s)
	total := 0
	for name, last := range acknowledged {
		// One more may be there: saved, and killed before it could say so.
		if n := taken[name]; n < last || n > last+1 {
			t.Errorf("%s acknowledged %d turns, %d are there", name, last, n)
		}
		total += last
	}
	if total < 3*lives {
		t.Errorf("only %d turns in %d lives: the test did not test much", total, lives)
	}
}

// turnsByLife counts the turns that every life took, which are numbered without
// a gap, and checks that turns, state and content fit together.
func turnsByLife(t *testing.T, s *postgres.Store) map[string]int {
	t.Helper()
	loaded, err := s.Load(t.Context(), "s1")
	if err != nil {
		t.Fatal(err)
	}
	turns, err := s.Turns(t.Context(), "s1", 0, 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	taken := map[string]int{}
	for i, turn := range turns {
		life, _, _ := strings.Cut(turn.Text, ":")
		taken[life]++
		if want := said(life, taken[life]); turn.Number != int64(i)+1 || turn.Text != want {
			t.Fatalf("turn %d in place %d is %q, want %q", turn.Number, i+1, turn.Text, want)
		}
		content, err := s.Get(t.Context(), turn.Results[0].Hash)
		if err != nil || string(content) != turn.Text {
			t.Fatalf("content of %q: %q, %v", turn.Text, content, err)
		}
	}
	if n := len(turns); loaded.Version != int64(n) || loaded.State.LastTool != turns[n-1].Text {
		t.Errorf("%d turns, the last %q, but version %d and state %q", n, turns[n-1].Text, loaded.Version, loaded.State.LastTool)
	}
	return taken
}

func said(life string, n int) string { return fmt.Sprintf("%s: %d", life, n) }

// A node is a process that takes turns.
type node struct {
	name    string
	process *exec.Cmd
	lines   *bufio.Scanner
	last    int // turn that it acknowledged
}

func startNode(t *testing.T, name, url string) *node {
	t.Helper()
	process := exec.CommandContext(t.Context(), os.Args[0])
	process.Env = append(os.Environ(), nodeEnv+"="+name, databaseEnv+"="+url)
	process.Stderr = os.Stderr
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	return &node{name: name, process: process, lines: bufio.NewScanner(out)}
}

// awaitTurn waits for the next acknowledgement and reports whether there was one.
func (n *node) awaitTurn(t *testing.T) bool {
	t.Helper()
	if !n.lines.Scan() {
		return false
	}
	// A line cut short by the kill has no full stop and is no acknowledgement.
	if text, whole := strings.CutSuffix(n.lines.Text(), "."); whole {
		n.last++
		if diff := cmp.Diff(said(n.name, n.last), text); diff != "" {
			t.Fatalf("acknowledged (-want +got):\n%s", diff)
		}
	}
	return true
}

// kill ends the process without notice and returns how many turns it acknowledged.
func (n *node) kill(t *testing.T) int {
	t.Helper()
	if err := n.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for n.awaitTurn(t) {
	}
	if err := n.process.Wait(); err == nil || n.process.ProcessState.ExitCode() != -1 {
		t.Fatalf("%s ended by itself: %v", n.name, err)
	}
	return n.last
}

// takeTurns goes on with the session and prints "life 3: 12." when the life's
// twelfth turn was acknowledged. It only returns when something fails.
func takeTurns(name, url string) error {
	ctx := context.Background()
	s, err := postgres.Open(ctx, url)
	if err != nil {
		return err
	}
	for n := 1; ; {
		err := takeTurn(ctx, s, said(name, n))
		switch {
		case err == nil:
			fmt.Printf("%s.\n", said(name, n))
			n++
		case !errors.Is(err, session.ErrConflict): // with the last turn of a life that was killed
			return err
		}
	}
}

func takeTurn(ctx context.Context, s *postgres.Store, text string) error {
	unlock, err := s.Lock(ctx, "s1")
	if err != nil {
		return err
	}
	defer unlock()
	conversation, err := s.Load(ctx, "s1")
	if err != nil {
		return err
	}
	hash, err := s.Put(ctx, []byte(text))
	if err != nil {
		return err
	}
	conversation.State.LastTool = text
	number := conversation.Version + 1
	return s.SaveTurn(ctx, conversation, session.Turn{
		Number: number, Text: text, Reply: []byte(`{"text":"` + strings.Repeat("long ", 500) + `"}`),
		Results: []session.ResultRef{{ID: fmt.Sprint(number), Hash: hash}},
	})
}
