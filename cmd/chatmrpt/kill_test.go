package main

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The process is killed right after each acknowledged turn; the next process
// finds everything that was acknowledged.
func TestASessionSurvivesBeingKilledAfterEachTurn(t *testing.T) {
	dir := t.TempDir()
	ward := filepath.Join(dir, "ward.csv")
	table := "State,LGA,Ward,HealthFacility,periodcode,tested by RDT <5yrs,tested positive by RDT <5yrs\n" +
		"Kano,Dala,Alpha,Clinic A,202401,120,30\nKano,Dala,Beta,Clinic B,202401,80,8\nKano,Gwale,Gamma,Clinic C,202401,90,45\n"
	if err := os.WriteFile(ward, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	said := []string{"compute the test positivity", "status", "which wards have the highest tpr", "status"}
	first := turnThenKill(t, dir, said[0], "--data", ward)
	if first.Outcome != "run" {
		t.Fatalf("the first turn was %s: %s", first.Outcome, first.Text)
	}
	for _, text := range said[1:] {
		reply := turnThenKill(t, dir, text, "--resume")
		if reply.Session != first.Session {
			t.Fatalf("%q went on with session %s, not %s", text, reply.Session, first.Session)
		}
		if text == "status" && !strings.Contains(reply.Text, "Test positivity rate: done") {
			t.Errorf("the acknowledged result is gone:\n%s", reply.Text)
		}
	}
}

// turnThenKill runs chat, says one thing, and kills the process without notice as
// soon as it has answered.
func turnThenKill(t *testing.T, dir, text string, args ...string) turnJSON {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), self)
	command.Args = append([]string{"chatmrpt", "--data-dir", filepath.Join(dir, "store"), "chat", "--json"}, args...)
	command.Stderr = os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write([]byte(text + "\n")); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err != nil {
		t.Fatalf("no answer to %q: %v", text, err)
	}
	if err := command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := command.Wait(); err == nil {
		t.Error("the process ended by itself")
	}
	var turn turnJSON
	if err := json.Unmarshal(line, &turn); err != nil {
		t.Fatal(err)
	}
	return turn
}
