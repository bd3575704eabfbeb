package document

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/chatmrpt/chatmrpt/core/memory"
	"github.com/chatmrpt/chatmrpt/core/session"
)

// Remembered is the entry under which what a turn computed can be found again; ok is
// false when it computed nothing.
func Remembered(of *session.Session, turn session.Turn) (entry memory.Entry, ok bool, err error) {
	if !bytes.Contains(turn.Reply, []byte(`"receipt"`)) { // most replies are spared the reading
		return memory.Entry{}, false, nil
	}
	var reply struct {
		Answer  string `json:"answer"`
		Receipt struct {
			ID   string `json:"id"`
			Tool string `json:"tool"`
		} `json:"receipt"`
	}
	if err := json.Unmarshal(turn.Reply, &reply); err != nil {
		return memory.Entry{}, false, fmt.Errorf("the reply of turn %d: %w", turn.Number, err)
	}
	return memory.Entry{
		Kind: memory.Result, User: of.User, Session: of.ID, Name: reply.Receipt.Tool, Title: turn.Text,
		Text: reply.Answer, Result: reply.Receipt.ID, At: turn.At,
	}.Clean(), reply.Receipt.ID != "", nil
}
