package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chatmrpt/chatmrpt/store/postgres/pgtest"
)

// Nodes that share a database share nothing else: each answers one turn in a data
// folder of its own and is killed, and the next goes on, with the files of the
// first.
func TestNodesOnOneDatabaseServeOneSession(t *testing.T) {
	t.Setenv("CHATMRPT_DATABASE_URL", pgtest.NewDatabase(t))
	facilities := filepath.Join(t.TempDir(), "facilities.csv")
	table := "State,LGA,Ward,HealthFacility,periodcode,tested by RDT <5yrs,tested positive by RDT <5yrs\n" +
		"Osun,Ede,Olaba,Clinic A,202401,200,20\nOsun,Ede,Sabo,Clinic B,202401,50,30\n"
	if err := os.WriteFile(facilities, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	first := turnThenKill(t, t.TempDir(), "status", "--data", facilities)
	if err := os.Remove(facilities); err != nil {
		t.Fatal(err)
	}
	for _, turn := range []struct{ said, want string }{
		{"compute the test positivity", "20.0%: 50 positive of 250 tests"},
		{"which ward has the highest tpr", "Sabo"},
		{"status", "Test positivity rate: done"},
	} {
		reply := turnThenKill(t, t.TempDir(), turn.said, "--resume")
		if reply.Session != first.Session {
			t.Fatalf("%q went on with session %s, not %s", turn.said, reply.Session, first.Session)
		}
		if !strings.Contains(reply.Text, turn.want) {
			t.Errorf("%q was answered without %q:\n%s", turn.said, turn.want, reply.Text)
		}
	}
}
