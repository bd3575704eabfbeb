package sqlite_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/store/sqlite"
)

// writerEnv makes the test binary write turns into the named file for ever.
const writerEnv = "CHATMRPT_TEST_WRITER"

func TestMain(m *testing.M) {
	if path := os.Getenv(writerEnv); path != "" {
		fmt.Fprintln(os.Stderr, writeTurns(path))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// TestKill kills a writing process at random moments: every turn that it had
// acknowledged is there, with the state that belongs to it, and the next process
// goes on from it.
func TestKill(t *testing.T) {
	const rounds = 8
	path := filepath.Join(t.TempDir(), "chatmrpt.db")
	random := rand.New(rand.NewPCG(7, 11))
	acknowledged := int64(0)
	for round := range rounds {
		wait := time.Duration(random.IntN(60_000)) * time.Microsecond
		last := killAfter(t, path, wait)
		if last > 0 {
			acknowledged = last
		}
		found := lastTurn(t, path)
		// One more may be there: saved, and killed before it could say so.
		if found < acknowledged || found > acknowledged+1 {
			t.Fatalf("round %d: turn %d was acknowledged last, turn %d is there", round, acknowledged, found)
		}
		acknowledged = found
	}
	if acknowledged < rounds {
		t.Errorf("only %d turns in %d rounds: the test did not test much", acknowledged, rounds)
	}
}

// killAfter starts a writer, kills it that long after its first acknowledgement
// and returns the last turn that it acknowledged.
func killAfter(t *testing.T, path string, wait time.Duration) (last int64) {
	t.Helper()
	writer := exec.CommandContext(t.Context(), os.Args[0])
	writer.Env = append(os.Environ(), writerEnv+"="+path)
	writer.Stderr = os.Stderr
	out, err := writer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if last == 0 {
			time.AfterFunc(wait, func() { _ = writer.Process.Kill() })
		}
		// A line cut short by the kill has no full stop and is no acknowledgement.
		if number, whole := strings.CutSuffix(lines.Text(), "."); whole {
			if last, err = strconv.ParseInt(number, 10, 64); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := writer.Wait(); err == nil || writer.ProcessState.ExitCode() != -1 {
		t.Fatalf("the writer ended by itself: %v", err)
	}
	return last
}

// lastTurn checks that turns and state fit together and returns the last number.
func lastTurn(t *testing.T, path string) int64 {
	t.Helper()
	s := open(t, path)
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	loaded, err := s.Load(t.Context(), "s1")
	if err != nil {
		t.Fatal(err)
	}
	turns, err := s.Turns(t.Context(), "s1", 0, 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	for i, turn := range turns {
		if turn.Number != int64(i)+1 {
			t.Fatalf("turn %d stands in place %d", turn.Number, i+1)
		}
	}
	if n := int64(len(turns)); loaded.Version != n || loaded.State.LastTool != toolOf(n) {
		t.Fatalf("%d turns, but version %d and state %q", n, loaded.Version, loaded.State.LastTool)
	}
	return loaded.Version
}

func toolOf(turn int64) string { return fmt.Sprint("tool of turn ", turn) }

// writeTurns goes on with the session in the file and prints "12." when turn 12
// was acknowledged. It only returns when something fails.
func writeTurns(path string) error {
	ctx := context.Background()
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	conversation, err := s.Load(ctx, "s1")
	if err != nil {
		conversation = &session.Session{ID: "s1"}
		if err := s.Create(ctx, conversation); err != nil {
			return err
		}
	}
	for {
		number := conversation.Version + 1
		conversation.State.LastTool = toolOf(number)
		turn := session.Turn{Number: number, Reply: []byte(`{"text":"` + strings.Repeat("long ", 500) + `"}`)}
		if err := s.SaveTurn(ctx, conversation, turn); err != nil {
			return err
		}
		fmt.Printf("%d.\n", number)
	}
}
