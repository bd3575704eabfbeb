package server_test

import (
	"testing"
)

// BenchmarkTurn is a turn that computes nothing, over HTTP, in a session with
// files and results.
func BenchmarkTurn(b *testing.B) {
	s := openService(b, local)
	session := s.start("")
	s.upload("", session, state())
	s.say("", session, "TPR for under fives with defaults", "take them all", "1", "1", "rank the wards by risk with defaults", "1", "1")
	for b.Loop() {
		s.say("", session, "status")
	}
}
