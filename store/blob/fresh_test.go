package blob

import (
	"fmt"
	"testing"
)

// However much is stored and never read, what is held stays bounded, and the
// oldest goes first.
func TestHeldContentsAreBounded(t *testing.T) {
	var f fresh
	content := make([]byte, 40<<20)
	for i := range 12 {
		f.put(fmt.Sprint(i), content)
		f.put(fmt.Sprint(i), content) // the same again
	}
	f.put("small", content[:100])
	f.put("huge", make([]byte, freshMost+1))
	sum := 0
	for _, h := range f.contents {
		sum += len(h.content)
	}
	if sum != f.size || sum != 240<<20 {
		t.Errorf("%d bytes in %d contents, counted as %d", sum, len(f.contents), f.size)
	}
	for hash, want := range map[string]bool{"11": true, "6": true, "5": false, "small": false, "huge": false} {
		if got := f.take(hash); (got != nil) != want {
			t.Errorf("%s: %d bytes", hash, len(got))
		}
	}
	if f.take("11") != nil || f.size != 160<<20 {
		t.Errorf("taken twice; %d bytes", f.size)
	}
}
