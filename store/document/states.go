package document

import (
	"encoding/json"
	"fmt"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
)

// states is how a session's state and the ones to undo are written: in one
// document, with every list of words once. Successive states share their lists
// (a country has 9,400 wards), so that a turn writes one and not twenty-one.
type states struct {
	Words  [][]schemaregistry.Term `json:"words,omitempty"`
	States []stateDoc              `json:"states"` // the current one, then the ones to undo
}

// stateDoc is a state whose vocabulary is replaced by places in states.Words.
type stateDoc struct {
	session.State
	Words map[string]int `json:"words,omitempty"`
}

// EncodeStates writes a session's state and the ones to undo in one document.
func EncodeStates(s *session.Session) ([]byte, error) {
	type list struct {
		first *schemaregistry.Term
		size  int
	}
	var doc states
	place := map[list]int{}
	add := func(state session.State) {
		written := stateDoc{State: state}
		written.Vocabulary = nil
		for kind, words := range state.Vocabulary {
			key := list{size: len(words)}
			if len(words) > 0 {
				key.first = &words[0]
			}
			if _, known := place[key]; !known {
				place[key] = len(doc.Words)
				doc.Words = append(doc.Words, words)
			}
			if written.Words == nil {
				written.Words = map[string]int{}
			}
			written.Words[kind] = place[key]
		}
		doc.States = append(doc.States, written)
	}
	add(s.State)
	for _, state := range s.Undo {
		add(state)
	}
	return Encode(doc)
}

// DecodeStates reads them back into the session.
func DecodeStates(raw []byte, s *session.Session) error {
	var doc states
	if err := json.Unmarshal(raw, &doc); err != nil {
		return err
	}
	for i, read := range doc.States {
		state := read.State
		for kind, place := range read.Words {
			if state.Vocabulary == nil {
				state.Vocabulary = map[string][]schemaregistry.Term{}
			}
			if place < 0 || place >= len(doc.Words) {
				return fmt.Errorf("no list of words in place %d", place)
			}
			state.Vocabulary[kind] = doc.Words[place]
		}
		if i == 0 {
			s.State = state
			continue
		}
		s.Undo = append(s.Undo, state)
	}
	return nil
}
