package server

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/chatmrpt/chatmrpt/core/session"
)

// Paged asks for a part of a list.
type Paged struct {
	Cursor string `query:"cursor" maxLength:"200" doc:"The next of the page before; none for the first page."`
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"How many at most."`
}

// number is the cursor of a list whose items are numbered.
func (p Paged) number() (int64, error) {
	if p.Cursor == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(p.Cursor, 10, 64)
	if err != nil || n < 0 {
		return 0, badCursor()
	}
	return n, nil
}

// cut shortens a list of one more than was asked for, which tells whether there is
// a next page.
func cut[T any](list []T, limit int) (page []T, more bool) {
	if len(list) > limit {
		return list[:limit], true
	}
	return list, false
}

func badCursor() *Problem {
	return fail(http.StatusUnprocessableEntity, "bad_cursor", "The cursor is not one that a page gave as next.")
}

// cursorAfter is the place in the list of sessions after one of them.
func cursorAfter(last session.Summary) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", last.UpdatedAt.UnixMicro(), last.ID))
}

// sessionCursor reads the place in the list that a page ended at.
func sessionCursor(cursor string) (session.Summary, error) {
	if cursor == "" {
		return session.Summary{}, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	at, id, whole := strings.Cut(string(raw), " ")
	micros, atErr := strconv.ParseInt(at, 10, 64)
	if err != nil || atErr != nil || !whole || id == "" {
		return session.Summary{}, badCursor()
	}
	return session.Summary{ID: id, UpdatedAt: time.UnixMicro(micros).UTC()}, nil
}

// nonNil is an empty list in JSON where there is none.
func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
