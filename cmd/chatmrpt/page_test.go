package main

import (
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

var update = flag.Bool("update", false, "make the picture of the page in docs/images anew")

// The main job by mouse alone: files, test positivity, risk, nets, a map, each
// from what the page offers, with receipts and downloads.
func TestTheMainJobByMouse(t *testing.T) {
	t.Parallel()
	v := visit(t, startService(t, t.TempDir()), 1280, 860)
	v.adds(sampleFiles(t)...)
	v.sees("Together they hold 193 wards in 16 LGAs")

	v.clicks("Work out the TPR")
	for _, choice := range []string{"Yes, take them all", "Primary", "Under five", "RDT"} {
		v.clicks(choice)
	}
	v.sees("Test positivity in 190 wards")
	v.sees("WARNINGS")
	v.sees("ASSUMPTIONS")

	v.clicks("Receipt")
	v.sees("Wilson score interval")
	v.sees("11,093")
	v.do(chromedp.SendKeys(chromedp.CSS("dialog input"), "benomo"))
	v.sees("facilities.csv rows 1453-1497, 1499-1513, 1515-1521")
	v.clicks("Close")
	v.until("!document.querySelector('dialog')")

	v.clicks("Rank wards by risk")
	v.clicks("Leave 8 wards unranked")
	v.clicks("Composite score")
	v.sees("Rank 1 is the highest risk")
	v.until(`/Test positivity rate\s+Risk ranking/.test(document.querySelector('#rail').innerText)`)
	v.clicks("Map the risk")
	v.until("document.querySelectorAll('.drawing path title').length >= 190")

	v.do(chromedp.SendKeys(chromedp.CSS(".map input"), "vulita"))
	v.until("document.querySelector('.map output').textContent.startsWith('Vulita, Budale')")
	v.until("!!document.querySelector('.drawing .chosen')")

	v.clicks("view") // the map has none: this is the last table's, risk.csv
	v.until("document.querySelectorAll('dialog tbody tr').length === 20")
	v.clicks("Show all 190 rows")
	v.until("document.querySelectorAll('dialog tbody tr').length === 190")
	v.clicks("Composite score")
	v.until("document.querySelector('dialog th[aria-sort=descending]') !== null")
	v.clicks("Close")

	for _, address := range ask[[]string](v, "[...document.querySelectorAll('.sources a')].map((a) => a.href)") {
		v.downloads(address)
	}
	if *update {
		v.paints("../../docs/images/page.png")
	}
}

// downloads fetches a result in the format that its address names.
func (v visitor) downloads(address string) {
	v.t.Helper()
	request, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		v.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		v.t.Errorf("%s answers %s", address, response.Status)
	}
}

// paints saves a picture of what is to be seen, from the top of the last map.
func (v visitor) paints(file string) {
	v.t.Helper()
	ask[bool](v, "document.querySelector('.exchange:last-child').scrollIntoView(), true")
	picture, err := chromedp.Run(v.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		v.t.Fatal(err)
	}
	if err := os.WriteFile(file, picture, 0o644); err != nil { //nolint:gosec // a picture of the documentation
		v.t.Fatal(err)
	}
}

// The same job without a mouse: Tab leads to everything, Enter presses and
// sends, a number chooses, Escape closes.
func TestTheMainJobByKeyboard(t *testing.T) {
	t.Parallel()
	v := visit(t, startService(t, t.TempDir()), 1280, 860)
	v.until("document.activeElement.id === 'say'")
	v.chooses(sampleFiles(t)...)
	v.sees("Together they hold 193 wards in 16 LGAs")

	say := func(text, answer string) {
		t.Helper()
		v.types(text)
		v.presses("Enter")
		v.sees(answer)
		v.until("document.activeElement.id === 'say' && document.activeElement.value === '' && !document.querySelector('progress')")
	}
	say("TPR for under fives at primary facilities, rapid tests", "Are they the same wards?")
	v.types("2")
	v.until("document.querySelector('.options .meant').textContent.includes('keep them apart')")
	v.do(chromedp.KeyEvent("\b"))
	say("1", "Test positivity in 190 wards")
	say("risk ranking", "8 of 190 wards lack a value")

	// A number chooses at once where the focus is on the options.
	v.presses("Tab") // into the page's other controls, and on from the top
	v.tabsTo("Leave 8 wards unranked")
	v.types("1")
	v.sees("Which method shall rank the 182 wards")
	v.until("document.activeElement.id === 'say'")
	say("composite", "182 wards ranked")
	say("plan 400k nets", "All 400,000 nets are given out")

	v.tabsTo("Receipt")
	v.presses("Enter")
	v.until("document.querySelector('dialog').contains(document.activeElement)")
	v.presses("Escape")
	v.until("!document.querySelector('dialog') && document.activeElement.textContent.startsWith('Receipt')")

	// What is read aloud is the answer.
	v.until("document.querySelector('[role=status]').textContent.startsWith('All 400,000 nets are given out')")
	// The focus is always to be seen.
	v.tabsTo("New session")
	v.until("parseFloat(getComputedStyle(document.activeElement).outlineWidth) >= 2")
	v.presses("Enter")
	v.sees("Begin with the files you have")
}

// chooses files by keyboard: the button, then the system's window, of which only
// the answer is played.
func (v visitor) chooses(files ...string) {
	v.t.Helper()
	if _, err := chromedp.Call(v.ctx, page.SetInterceptFileChooserDialog, page.SetInterceptFileChooserDialogParams{Enabled: true}); err != nil {
		v.t.Fatal(err)
	}
	opened := chromedp.Events(v.ctx, page.FileChooserOpened)
	v.tabsTo("Choose files")
	v.presses("Enter")
	for event, err := range opened {
		if err != nil {
			v.t.Fatal(err)
		}
		_, err = chromedp.Call(v.ctx, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: files, BackendNodeID: event.BackendNodeID})
		if err != nil {
			v.t.Fatal(err)
		}
		return
	}
}

// Names that are made to run, to break out, or to break the layout are shown as
// what they are, on a desk and on a phone.
func TestHostileNamesAreOnlyText(t *testing.T) {
	t.Parallel()
	wards := []string{
		`<script>window.broken=1</script>`,
		`"><img src=x onerror=window.broken=1>`,
		`]]></title><script>window.broken=1</script>`,
		"\u202egnirts desrever",
		"مركز <b>صحي</b>",
		strings.Repeat("Llanfairpwllgwyngyll", 15),
	}
	facilities, features := "State,LGA,Ward,HealthFacility,periodcode,tested by RDT <5yrs,tested positive by RDT <5yrs\n", []string{}
	for i, ward := range wards {
		quoted := `"` + strings.ReplaceAll(ward, `"`, `""`) + `"`
		facilities += "Osun,Ede," + quoted + ",\"<img src=x onerror=window.broken=1>\",202401,100," + string('1'+rune(i)) + "0\n"
		features = append(features, script(t, `{"type":"Feature","properties":{"StateName":"Osun","LGAName":"Ede","WardName":%s},
			"geometry":{"type":"Polygon","coordinates":[[[%s,7],[%s,7],[%s,8],[%s,8],[%s,7]]]}}`, ward, i, i+1, i+1, i, i))
	}
	dir := t.TempDir()
	table := filepath.Join(dir, "<img src=x onerror=window.broken=1> \u202evsc.csv")
	layer := filepath.Join(dir, strings.Repeat("wards-", 30)+".geojson")
	for name, content := range map[string]string{
		table: facilities, layer: `{"type":"FeatureCollection","features":[` + strings.Join(features, ",") + `]}`,
	} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	address := startService(t, t.TempDir())
	for _, width := range []int64{1280, 360} {
		v := visit(t, address, width, 780)
		if width == 1280 {
			v.adds(table, layer)
			v.sees("I read 2 files")
			for _, said := range []string{"tpr for all ages, all facilities, both methods", "map tpr", "<script>window.broken=1</script>"} {
				v.says(said)
			}
		}
		// A map is fetched when it comes near.
		v.until("(document.querySelector('.drawing')?.scrollIntoView(), document.querySelectorAll('.drawing path title').length === %s)", len(wards))
		for _, ward := range wards {
			v.until("[...document.querySelectorAll('td, title')].some((e) => e.textContent.includes(%s))", strings.Trim(ward, "\u202e")) // what turns text round is not shown
		}
		v.until("document.querySelector('#rail').textContent.includes(%s)", filepath.Base(table))
		if ask[bool](v, "'broken' in window") {
			t.Error("a name ran as a script")
		}
		v.fits()
		v.clicksEach(".reply button.source", func() { v.fits() })
	}
}

// says something and waits for what comes of it.
func (v visitor) says(text string) {
	v.t.Helper()
	before := ask[int](v, "document.querySelectorAll('.reply').length")
	v.do(chromedp.SendKeys(chromedp.CSS("#say"), text))
	v.presses("Enter")
	v.until("document.querySelectorAll('.reply').length > %s && !document.querySelector('progress')", before)
}

// fits checks that nothing is wider than the window but what scrolls by itself.
func (v visitor) fits() {
	v.t.Helper()
	const wide = `[...document.querySelectorAll('body *')].filter((e) => !e.closest('.scroll, svg, datalist, .unseen') &&
		e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + '.' + e.className)`
	if found := ask[[]string](v, wide); len(found) > 0 {
		v.t.Errorf("at %d pixels these are too wide: %q", ask[int](v, "innerWidth"), found)
	}
	if ask[bool](v, "document.documentElement.scrollWidth > innerWidth") {
		v.t.Error("the page scrolls sideways")
	}
}

// clicksEach opens every dialog that a kind of button opens, looks, and closes it.
func (v visitor) clicksEach(selector string, look func()) {
	v.t.Helper()
	for i := range ask[int](v, "document.querySelectorAll(%s).length", selector) {
		v.do(chromedp.Click(chromedp.JSPath(script(v.t, "document.querySelectorAll(%s)[%s]", selector, i))))
		v.until("document.querySelector('dialog[open]') !== null")
		look()
		v.presses("Escape")
		v.until("!document.querySelector('dialog')")
	}
}

// A drawing that is not what it should be brings nothing into the page that runs
// or loads: were the server's own escaping ever to fail, this would hold.
func TestADrawingBringsOnlyShapes(t *testing.T) {
	t.Parallel()
	const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" onload="window.broken=1">
		<script>window.broken=1</script><style>body{display:none}</style>
		<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="/"/></foreignObject>
		<a href="javascript:window.broken=1"><path d="M0 0h9v9z"/></a><image href="/away.png"/><use href="/away.svg#x"/>
		<path class="said" style="fill:red" onclick="window.broken=1" fill="url(/away.svg#x)" d="M0 0h20v20z"><title>One: 1</title></path>
		<g><path fill="#eee" stroke="url(#own)" d="M0 0h10v10h-10z"><title>Two: 2</title></path></g></svg>`
	v := visit(t, startService(t, t.TempDir()), 1280, 860, "Content Security Policy") // refused while it is read: as it should
	v.adds(sampleFiles(t)...)
	v.sees("Together they hold 193 wards")
	v.answers("*/results/*", "image/svg+xml", drawing)
	v.says("map rainfall")
	v.says("1") // the ward names are the same
	v.until("document.querySelectorAll('.drawing path').length === 2")
	v.do(chromedp.Click(chromedp.CSS(".drawing g path")))
	v.sees("Two: 2")
	v.until("!!document.querySelector('.chosen')")
	const found = `[...document.querySelectorAll('.drawing svg, .drawing svg *')].map((e) => e.localName + ' ' + e.getAttributeNames().join(' ')).join(', ')`
	const want = "svg viewBox style, path d, title , g , path fill stroke d, title , path fill stroke d class" // style and the last path are the page's own
	if got := ask[string](v, found); got != want {
		t.Errorf("what came through is\n%s, not\n%s", got, want)
	}
	if ask[bool](v, "'broken' in window") {
		t.Error("the drawing ran a script")
	}
}

// answers lets the browser get something else from the addresses of a pattern.
func (v visitor) answers(pattern, mimeType, body string) {
	v.t.Helper()
	_, err := chromedp.Call(v.ctx, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: pattern}}})
	if err != nil {
		v.t.Fatal(err)
	}
	paused := chromedp.Events(v.ctx, fetch.RequestPaused)
	go func() {
		for event, err := range paused {
			if err != nil {
				return
			}
			_, err = chromedp.Call(v.ctx, fetch.FulfillRequest, fetch.FulfillRequestParams{
				RequestID: event.RequestID, ResponseCode: http.StatusOK, Body: []byte(body),
				ResponseHeaders: []*fetch.HeaderEntry{{Name: "Content-Type", Value: mimeType}},
			})
			if err != nil {
				return
			}
		}
	}()
}

// Where sign-in is asked for the page asks, and shows nothing before.
func TestThePageAsksToSignIn(t *testing.T) {
	t.Parallel()
	v := visit(t, startService(t, t.TempDir(), "CHATMRPT_ACCESS_TOKEN=open-sesame-and-more"), 360, 700)
	v.sees("Access token")
	if strings.Contains(v.reads(), "Sessions") {
		t.Error("the console is shown to nobody in particular")
	}
	v.signsIn("closed")
	v.sees("The name or the password is not right")
	v.signsIn("open-sesame-and-more")
	v.sees("Begin with the files you have")
	v.says("help")
	v.clicks("Files and sessions")
	v.clicks("Sign out")
	v.sees("Access token")
}

func (v visitor) signsIn(token string) {
	v.t.Helper()
	v.until("!document.querySelector('button.send').disabled")
	ask[bool](v, "document.querySelector('input[name=token]').select(), true")
	v.types(token)
	v.presses("Enter")
}

// What was sent once is not done twice: a turn whose answer is lost on the way is
// tried again under the same name.
func TestALostAnswerIsTriedAgain(t *testing.T) {
	t.Parallel()
	v := visit(t, startService(t, t.TempDir()), 1280, 860)
	v.says("help")
	v.losesAnswer("*/turns")
	v.do(chromedp.SendKeys(chromedp.CSS("#say"), "status"))
	v.presses("Enter")
	v.sees("The server cannot be reached. Nothing is lost")
	v.clicks("Try again")
	v.until("document.querySelectorAll('.reply').length === 2 && !document.querySelector('.problem')")
	v.do(chromedp.Reload())
	v.until("document.querySelectorAll('.reply').length === 2")
}

// losesAnswer lets the next request to an address arrive, and its answer not.
func (v visitor) losesAnswer(pattern string) {
	v.t.Helper()
	lost := chromedp.Events(v.ctx, fetch.RequestPaused)
	_, err := chromedp.Call(v.ctx, fetch.Enable, fetch.EnableParams{
		Patterns: []*fetch.RequestPattern{{URLPattern: pattern, RequestStage: fetch.RequestStageResponse}},
	})
	if err != nil {
		v.t.Fatal(err)
	}
	go func() {
		for event, err := range lost {
			if err != nil {
				return
			}
			_, _ = chromedp.Call(v.ctx, fetch.FailRequest, fetch.FailRequestParams{RequestID: event.RequestID, ErrorReason: network.ErrorReasonConnectionReset})
			_, _ = chromedp.Call(v.ctx, fetch.Disable, cdp.Empty{})
			return
		}
	}()
}

// The page passes the checks of axe for WCAG 2.2, level AA, in both colour
// schemes and both sizes.
func TestThePageIsAccessible(t *testing.T) {
	t.Parallel()
	axe, err := os.ReadFile("../../web/node_modules/axe-core/axe.min.js")
	if err != nil {
		skipPage(t, "axe-core is not here (make web)")
	}
	address := startService(t, t.TempDir())
	v := visit(t, address, 1280, 860)
	v.check(string(axe))
	v.adds(sampleFiles(t)...)
	v.sees("Together they hold 193 wards")
	for _, said := range []string{"tpr for all ages, all facilities, both methods, same wards", "1", "map tpr", "show the data quality report", "risk"} {
		v.says(said)
	}
	v.until("document.querySelectorAll('.drawing path').length > 190")
	v.check(string(axe))
	for _, scheme := range []string{"dark", "light"} {
		v.prefers(scheme)
		for _, width := range []int64{1280, 360} {
			v.do(chromedp.EmulateViewport(width, 780))
			v.check(string(axe))
		}
	}
	v.clicksEach(".reply button.source", func() { v.check(string(axe)) })
}

// prefers a colour scheme, as the system's settings would.
func (v visitor) prefers(scheme string) {
	v.t.Helper()
	_, err := chromedp.Call(v.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	if err != nil {
		v.t.Fatal(err)
	}
}

// check runs axe on the page as it stands.
func (v visitor) check(axe string) {
	v.t.Helper()
	found, err := chromedp.Run(v.ctx, chromedp.Evaluate[[]string](axe+`; axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
		.then((r) => r.violations.flatMap((v) => v.nodes.map((n) => v.id + ': ' + n.html.slice(0, 200) + ' ' + n.failureSummary)))`, chromedp.EvalAwaitPromise))
	if err != nil {
		v.t.Fatal(err)
	}
	for _, violation := range found {
		v.t.Errorf("at %d pixels: %s", ask[int](v, "innerWidth"), violation)
	}
}
