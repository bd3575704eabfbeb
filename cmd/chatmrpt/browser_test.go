package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/chatmrpt/chatmrpt/web"
)

// startService runs "chatmrpt serve" on a free port until the test ends, and
// returns its address.
func startService(t *testing.T, dataDir string, environment ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), self)
	command.Args = []string{"chatmrpt", "--data-dir", dataDir, "serve", "--addr", "127.0.0.1:0"}
	command.Env = append(os.Environ(), environment...)
	command.Stderr = os.Stderr
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Wait() }) // it was told to end
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the service did not say where it answers: %v", err)
	}
	return line[strings.Index(line, "http://") : len(line)-1]
}

// sampleFiles are the files of a synthetic state.
func sampleFiles(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	if err := (sampleCommand{Dir: dir, Seed: 1}).Run(streams{out: io.Discard}); err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, name := range []string{"facilities.csv", "covariates.csv", "population.csv", "wards.zip"} {
		files = append(files, filepath.Join(dir, name))
	}
	return files
}

// pageTime is how long the page may take for anything, also on a busy machine
// with the race detector.
const pageTime = 60 * time.Second

// A visitor is somebody at a browser.
type visitor struct {
	t   *testing.T
	ctx context.Context //nolint:containedctx // chromedp keeps its tab in it
}

// skipPage passes over a test of the page, or fails it where none may be missed.
func skipPage(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("CHATMRPT_REQUIRE_BROWSER") != "" {
		t.Fatal(why)
	}
	t.Skip(why + ": the page is not tested")
}

// visit opens a page of the given size in a browser of its own. What the browser
// complains of fails the test, but for expected complaints.
func visit(t *testing.T, address string, width, height int64, expected ...string) visitor {
	t.Helper()
	if _, err := exec.LookPath("chromium"); err != nil {
		skipPage(t, "there is no chromium here")
	}
	if !web.IsBuilt() {
		skipPage(t, "the page is not built (make web)")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath("chromium"), chromedp.DisableGPU)
	if os.Geteuid() == 0 { // its sandbox needs an ordinary user
		options = append(options, chromedp.NoSandbox)
	}
	ctx, end := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(end)
	ctx, end = chromedp.NewContext(ctx)
	t.Cleanup(end)
	v := visitor{t, ctx}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, height)); err != nil { // the browser lives as long as this context
		t.Fatal(err)
	}
	v.listen(append(expected, "Failed to load resource")) // an answer that is a problem: the test says which it wants
	v.do(chromedp.Navigate(address))
	return v
}

// listen fails the test for scripts that break and for what the page's policy
// had to refuse.
func (v visitor) listen(expected []string) {
	var complaints sync.WaitGroup
	messages := chromedp.Console(v.ctx)
	complaints.Go(func() {
		for message, err := range messages {
			if err != nil {
				return
			}
			isExpected := func(text string) bool { return strings.Contains(message.Text, text) }
			if (message.IsException() || message.Type == chromedp.ConsoleError) && !slices.ContainsFunc(expected, isExpected) {
				v.t.Errorf("the browser complains: %s (%s)", message, message.URL)
			}
		}
	})
	v.t.Cleanup(func() {
		_ = chromedp.Cancel(v.ctx)
		complaints.Wait()
	})
}

func (v visitor) do(actions ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, pageTime)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		v.t.Fatalf("%v; the page reads:\n%s", err, v.reads())
	}
}

// reads is what can be read on the page.
func (v visitor) reads() string {
	ctx, cancel := context.WithTimeout(v.ctx, 5*time.Second)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("document.body.innerText"))
	if err != nil {
		return err.Error()
	}
	return text
}

// ask evaluates an expression in the page.
func ask[T any](v visitor, expression string, args ...any) T {
	v.t.Helper()
	value, err := chromedp.Run(v.ctx, chromedp.Evaluate[T](script(v.t, expression, args...)))
	if err != nil {
		v.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// script is an expression with %s in the places of its arguments, which are
// written as JSON.
func script(t *testing.T, expression string, args ...any) string {
	t.Helper()
	encoded := make([]any, len(args))
	for i, arg := range args {
		raw, err := json.Marshal(arg)
		if err != nil {
			t.Fatal(err)
		}
		encoded[i] = string(raw)
	}
	return fmt.Sprintf(expression, encoded...)
}

// until waits for an expression to hold in the page.
func (v visitor) until(expression string, args ...any) {
	v.t.Helper()
	if _, err := chromedp.Run(v.ctx, chromedp.Poll[bool](script(v.t, expression, args...), chromedp.WithPollingTimeout(pageTime))); err != nil {
		v.t.Fatalf("%s does not come to hold: %v; the page reads:\n%s", script(v.t, expression, args...), err, v.reads())
	}
}

// sees waits for a text on the page.
func (v visitor) sees(text string) {
	v.t.Helper()
	v.until("document.body.innerText.includes(%s)", text)
}

// clicks on the last button, link or summary that says something.
func (v visitor) clicks(text string) {
	v.t.Helper()
	const find = "[...document.querySelectorAll('button, a, summary')].filter((e) => !e.disabled && e.textContent.includes(%s)).pop()"
	v.until("!!"+find, text)
	v.do(chromedp.Click(chromedp.JSPath(script(v.t, find, text))))
}

// types text where the focus is.
func (v visitor) types(text string) {
	v.t.Helper()
	v.do(chromedp.KeyEvent(text))
}

// presses a key that types nothing or, like Enter, something that the page may
// prevent; chromedp's own Enter types whether prevented or not.
func (v visitor) presses(key string) {
	v.t.Helper()
	down := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: key, Code: key, WindowsVirtualKeyCode: keyCodes[key]}
	if key == "Enter" {
		down.Text = "\r"
	}
	up := down
	up.Type, up.Text = input.DispatchKeyEventTypeKeyUp, ""
	for _, event := range []input.DispatchKeyEventParams{down, up} {
		if _, err := chromedp.Call(v.ctx, input.DispatchKeyEvent, event); err != nil {
			v.t.Fatal(err)
		}
	}
}

var keyCodes = map[string]int64{"Enter": 13, "Tab": 9, "Escape": 27}

// tabsTo presses Tab until the focus is on an element that says something.
func (v visitor) tabsTo(text string) {
	v.t.Helper()
	const focus = "((e) => [e.textContent, e.ariaLabel, e.placeholder].join(' '))(document.activeElement)"
	var passed []string
	for range 60 {
		v.presses("Tab")
		here := ask[string](v, focus)
		if document := ask[bool](v, "document.activeElement === document.body"); !document && strings.Contains(here, text) {
			return
		}
		passed = append(passed, here)
	}
	v.t.Fatalf("Tab does not lead to %q, but to %q", text, passed)
}

// adds files with the first button that chooses some.
func (v visitor) adds(files ...string) {
	v.t.Helper()
	v.do(chromedp.WaitReady(chromedp.CSS("input[type=file]")), chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), files))
}
