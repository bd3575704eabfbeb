package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/core/llm/llmtest"
)

// dashboards is where the dashboards and rules are.
const dashboards = "../../dashboards"

// queries are the expressions of every panel, by dashboard and title.
func queries(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	files, err := filepath.Glob(filepath.Join(dashboards, "*.json"))
	if err != nil || len(files) < 2 {
		t.Fatalf("dashboards: %v, %v", files, err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var board struct {
			Panels []struct {
				Title   string
				Targets []struct{ Expr string }
			}
		}
		if err := json.Unmarshal(content, &board); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, panel := range board.Panels {
			for i, target := range panel.Targets {
				name := fmt.Sprintf("%s: %s %d", filepath.Base(file), panel.Title, i+1)
				found[name] = strings.ReplaceAll(target.Expr, "$window", "1h")
			}
		}
	}
	return found
}

// notNames are the parts of an expression in which labels stand, and what the rules
// themselves record.
var notNames = regexp.MustCompile(`\{[^}]*\}|by \([^)]*\)|chatmrpt:[a-z0-9_:]+`)

var metricName = regexp.MustCompile(`\b(chatmrpt|http|gen_ai|process)_[a-z0-9_]+`)

func namesIn(expression string) []string {
	return metricName.FindAllString(notNames.ReplaceAllString(expression, ""), -1)
}

// get fetches a page of this machine.
func get(t *testing.T, address string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "" // it may not listen yet
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// until tries for a minute.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	ticker := time.NewTicker(200 * time.Millisecond)
	defer ticker.Stop()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); <-ticker.C {
		if holds() {
			return
		}
	}
	t.Fatalf("not within a minute: %s", what)
}

// startPrometheus lets a real Prometheus read the service, with the rules of the
// dashboards, and returns its address.
func startPrometheus(t *testing.T, service string) string {
	t.Helper()
	program, err := exec.LookPath("prometheus")
	if err != nil {
		if os.Getenv("CHATMRPT_REQUIRE_PROMETHEUS") != "" {
			t.Fatal("Prometheus is not here")
		}
		t.Skip("Prometheus is not here; Debian's package prometheus has it")
	}
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	rules, err := filepath.Abs(filepath.Join(dashboards, "rules.yml"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "prometheus.yml")
	content := fmt.Sprintf("global: {scrape_interval: 500ms, evaluation_interval: 500ms}\nrule_files: [%q]\nscrape_configs:\n- job_name: chatmrpt\n  static_configs: [{targets: [%q]}]\n", rules, strings.TrimPrefix(service, "http://"))
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), program, "--config.file", file, "--storage.tsdb.path", filepath.Join(dir, "data"), "--web.listen-address", address, "--log.level", "error") //nolint:gosec // the test's own arguments
	command.Stderr = os.Stderr
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Wait() }) // it was told to end
	return "http://" + address
}

// answer is what Prometheus says of an expression: how many values that are numbers.
func answer(t *testing.T, prometheus, expression string) (numbers int, refused string) {
	t.Helper()
	var said struct {
		Status, Error string
		Data          struct {
			Result []struct{ Value [2]any }
		}
	}
	raw := get(t, prometheus+"/api/v1/query?query="+url.QueryEscape(expression))
	if json.Unmarshal([]byte(raw), &said) != nil || said.Status != "success" {
		return 0, cmp.Or(said.Error, raw)
	}
	for _, each := range said.Data.Result {
		if each.Value[1] != "NaN" {
			numbers++
		}
	}
	return numbers, ""
}

// Every panel shows something after a real run, and every rule names metrics that
// there are, in a real Prometheus that reads a real service with a model.
func TestDashboardsShowARealRun(t *testing.T) {
	model := llmtest.New(llmtest.Say("no JSON")).Start(t)
	dir := t.TempDir()
	said := streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	args := []string{"--data-dir", dir, "chat"}
	for _, file := range sampleFiles(t)[:3] {
		args = append(args, "--data", file)
	}
	if code := run(append(args, "-c", "status"), said); code != 0 {
		t.Fatalf("chat: %d", code)
	}
	service := startService(t, dir, `CHATMRPT_LLM_BACKENDS=[{"name":"near","base_url":"`+model+`","model":"m","input_price":2,"output_price":8}]`)
	prometheus := startPrometheus(t, service)
	var sessions struct{ Sessions []struct{ ID string } }
	askService(t, "GET", service+"/api/v1/sessions", "", "", &sessions)
	turns := service + "/api/v1/sessions/" + sessions.Sessions[0].ID + "/turns"
	talk := func() {
		for _, text := range []string{
			"TPR for under fives at primary facilities by rapid test", "1", "now for pregnant women", "top 5 wards by tpr", "xqzt wvvk",
			"plan 200k nets", "status", "undo", "not so sure", "TPR for over fives", "help", "describe tpr", "describe tpr",
		} {
			body, err := json.Marshal(map[string]string{"text": text})
			if err != nil {
				t.Fatal(err)
			}
			if status := askService(t, "POST", turns, "", string(body), nil); status != http.StatusOK {
				t.Errorf("%q: %d", text, status)
			}
		}
	}
	seen := func(metric string, atLeast float64) func() bool {
		return func() bool {
			n, _ := answer(t, prometheus, fmt.Sprintf("sum(%s) > %g", metric, atLeast))
			return n > 0
		}
	}
	talk()
	until(t, "the first turns are read", seen("chatmrpt_calibration_choices_total", 0))
	talk() // a counter that appears says nothing yet of an increase
	panels := queries(t)
	for _, name := range slices.Sorted(maps.Keys(panels)) {
		until(t, name+" shows "+panels[name], func() bool {
			n, refused := answer(t, prometheus, panels[name])
			if refused != "" {
				t.Fatalf("%s: %s", name, refused)
			}
			return n > 0
		})
	}

	exported := get(t, service+"/metrics")
	rules, err := os.ReadFile(filepath.Join(dashboards, "rules.yml"))
	if err != nil {
		t.Fatal(err)
	}
	names := namesIn(string(rules))
	for _, expression := range panels {
		names = append(names, namesIn(expression)...)
	}
	for _, name := range names {
		if !strings.Contains(exported, "\n"+name+"{") && !strings.Contains(exported, "\n"+name+" ") {
			t.Errorf("nothing exports %s", name)
		}
	}
	var evaluated struct {
		Data struct {
			Groups []struct {
				Rules []struct{ Name, Health, LastError string }
			}
		}
	}
	until(t, "the rules are evaluated", func() bool {
		if err := json.Unmarshal([]byte(get(t, prometheus+"/api/v1/rules")), &evaluated); err != nil {
			t.Fatal(err)
		}
		for _, group := range evaluated.Data.Groups {
			for _, rule := range group.Rules {
				if rule.Health == "err" {
					t.Fatalf("%s: %s", rule.Name, rule.LastError)
				}
				if rule.Health != "ok" {
					return false
				}
			}
		}
		return len(evaluated.Data.Groups) == 2
	})
}
