package main

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// work shows that something takes long: after half a second a bar appears on a
// terminal, and goes when the work is done.
type work struct {
	mu    sync.Mutex
	what  string
	timer *time.Timer
	bar   *progressbar.ProgressBar
	ended bool
}

// patience is how long work may take before it is shown.
const patience = 500 * time.Millisecond

func (s *screen) working(what string) *work {
	w := &work{what: what}
	if s.live {
		w.timer = time.AfterFunc(patience, func() { w.start(s.err) })
	}
	return w
}

func (w *work) start(out io.Writer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended {
		return
	}
	w.bar = progressbar.NewOptions(-1, progressbar.OptionSetWriter(out), progressbar.OptionSetDescription(w.what),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetElapsedTime(true), progressbar.OptionSpinnerType(14))
	w.draw(w.bar.RenderBlank())
}

// draw ignores a failed drawing: the terminal went away, the work goes on.
func (w *work) draw(error) {}

func (w *work) progress(what string, done, total int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if what != "" {
		w.what = what
	}
	if w.bar == nil || w.ended {
		return
	}
	w.bar.Describe(w.what)
	if total > 0 {
		w.bar.ChangeMax(total)
		w.draw(w.bar.Set(done))
	}
}

func (w *work) end() {
	if w.timer != nil {
		w.timer.Stop()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	if w.bar != nil {
		w.draw(w.bar.Finish())
	}
}
