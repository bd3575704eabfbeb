package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/store/postgres/pgtest"
)

// Under load nodes are killed without notice at random moments and started again;
// clients repeat a request that was not answered with the same key, at whatever
// node is there. Every turn and upload that was acknowledged is there once.
// CHATMRPT_TEST_KILLS says how often.
func TestServiceLosesNothingWhenItIsKilled(t *testing.T) {
	t.Run("one node on SQLite", func(t *testing.T) {
		killUnderLoad(t, startNode(t, "CHATMRPT_DATA_DIR="+t.TempDir()))
	})
	t.Run("two nodes on PostgreSQL", func(t *testing.T) {
		database := "CHATMRPT_DATABASE_URL=" + pgtest.NewDatabase(t)
		killUnderLoad(t,
			startNode(t, database, "CHATMRPT_DATA_DIR="+t.TempDir()),
			startNode(t, database, "CHATMRPT_DATA_DIR="+t.TempDir()))
	})
}

func killUnderLoad(t *testing.T, nodes ...*node) {
	const analysts = 4
	kills := 6
	if set := os.Getenv("CHATMRPT_TEST_KILLS"); set != "" {
		var err error
		if kills, err = strconv.Atoi(set); err != nil {
			t.Fatal(err)
		}
	}
	clients := make([]*client, analysts)
	var over atomic.Bool
	var working sync.WaitGroup
	for i := range clients {
		clients[i] = &client{nodes: nodes, key: fmt.Sprintf("analyst-%d-", i)}
		working.Go(func() { clients[i].work(&over) })
	}
	random := rand.New(rand.NewPCG(3, 5))
	for i := range kills {
		time.Sleep(time.Duration(random.IntN(500)) * time.Millisecond)
		killed := nodes[i%len(nodes)]
		killed.kill(t)
		killed.start(t)
	}
	over.Store(true)
	working.Wait()
	turns, uploads, repeated := 0, 0, 0
	for _, c := range clients {
		c.check(t)
		turns, uploads, repeated = turns+c.turns, uploads+len(c.files), repeated+c.repeated
	}
	if turns < kills {
		t.Error("there was hardly any load")
	}
	t.Logf("%d kills: %d turns, %d uploads among them; %d requests repeated", kills, turns, uploads, repeated)
}

// A client has one session, says something or adds a file again and again, and
// counts what was acknowledged.
type client struct {
	nodes    []*node
	key      string // begins the key of every request
	session  string
	turns    int
	files    []string
	repeated int
	failed   error
}

func (c *client) work(over *atomic.Bool) {
	var started struct{ ID string }
	if c.failed = c.send("/api/v1/sessions", "application/json", "{}", &started); c.failed != nil {
		return
	}
	c.session = "/api/v1/sessions/" + started.ID
	for !over.Load() && c.failed == nil {
		var reply struct{ Answer string }
		if c.turns%10 == 0 {
			name := fmt.Sprintf("facilities%d.csv", c.turns)
			kind, body := form(name, fmt.Sprintf("State,LGA,Ward,HealthFacility,periodcode,tested by RDT <5yrs,tested positive by RDT <5yrs\n"+
				"Benue,Gboko,Yandev,Clinic %d,202402,%d,3\n", c.turns, 90+c.turns))
			c.failed = c.send(c.session+"/uploads", kind, body, &reply)
			c.files = append(c.files, name)
		} else {
			c.failed = c.send(c.session+"/turns", "application/json", `{"text":"status"}`, &reply)
		}
		c.turns++
	}
}

// send posts a request, again and again with the same key, until it is answered.
func (c *client) send(path, kind, body string, answer any) error {
	key := fmt.Sprint(c.key, c.turns, path)
	for tries := range 1000 {
		retry, err := post(c.nodes[tries%len(c.nodes)].address()+path, key, kind, body, answer)
		if err == nil || !retry {
			return err
		}
		c.repeated++
		time.Sleep(10 * time.Millisecond)
	}
	return errors.New("no node answers")
}

// post sends one request and tells whether it may be sent again.
func post(address, key, kind, body string, answer any) (retry bool, err error) {
	request, err := http.NewRequest(http.MethodPost, address, strings.NewReader(body)) //nolint:noctx // the service bounds it
	if err != nil {
		return false, err
	}
	request.Header.Set("Content-Type", kind)
	request.Header.Set("Idempotency-Key", key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return true, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return true, err
	case response.StatusCode/100 != 2:
		return false, fmt.Errorf("%s: %s", response.Status, content)
	}
	return false, json.Unmarshal(content, answer)
}

// check compares what is there with what was acknowledged.
func (c *client) check(t *testing.T) {
	t.Helper()
	if c.failed != nil {
		t.Errorf("%s failed: %v", c.key, c.failed)
		return
	}
	response, err := http.Get(c.nodes[0].address() + c.session) //nolint:noctx // the service bounds it
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var found struct{ Turns int }
	if err := json.NewDecoder(response.Body).Decode(&found); err != nil || found.Turns != c.turns {
		t.Errorf("%s: %d turns were acknowledged, %d are there; %v", c.key, c.turns, found.Turns, err)
	}
	var status struct{ Answer string }
	if err := c.send(c.session+"/turns", "application/json", `{"text":"status"}`, &status); err != nil {
		t.Fatal(err)
	}
	for _, name := range c.files {
		if !strings.Contains(status.Answer, name) {
			t.Errorf("%s: %s was acknowledged and is not there:\n%s", c.key, name, status.Answer)
		}
	}
}

// form is a file as a browser sends it.
func form(name, content string) (kind, body string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, _ := w.CreateFormFile("files", name) // a buffer takes everything
	_, _ = io.WriteString(part, content)
	_ = w.Close()
	return w.FormDataContentType(), b.String()
}

// A node is "chatmrpt serve" in a process of its own.
type node struct {
	environment []string
	process     *exec.Cmd
	at          atomic.Pointer[string]
}

// startNode starts a node that is killed when the test ends.
func startNode(t *testing.T, environment ...string) *node {
	t.Helper()
	n := &node{environment: environment}
	n.start(t)
	t.Cleanup(func() { n.kill(t) })
	return n
}

// start has the node listen on a free port.
func (n *node) start(t *testing.T) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	n.process = exec.Command(self) //nolint:noctx // it is killed
	n.process.Args = []string{"chatmrpt", "serve", "--addr", "127.0.0.1:0"}
	n.process.Env = append(os.Environ(), n.environment...)
	n.process.Stderr = os.Stderr
	out, err := n.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := n.process.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the node did not say where it answers: %v", err)
	}
	address := line[strings.Index(line, "http://") : len(line)-1]
	n.at.Store(&address)
}

func (n *node) kill(t *testing.T) {
	t.Helper()
	if err := n.process.Process.Kill(); err != nil {
		t.Error(err)
	}
	if err := n.process.Wait(); err == nil {
		t.Error("the node ended by itself")
	}
}

func (n *node) address() string { return *n.at.Load() }
