package load

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

var binary string // the program under load

// TestMain builds the program.
func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "load")
		if err == nil {
			defer os.RemoveAll(dir)
			binary = filepath.Join(dir, "chatmrpt")
			build := exec.Command("go", "build", "-o", binary, "../../../cmd/chatmrpt") //nolint:noctx // the tests wait for it
			build.Stderr = os.Stderr
			err = build.Run()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return m.Run()
	}())
}

// A service is a process that serves on an address of its own.
type service struct {
	testing.TB
	addr    string
	dir     string
	process *exec.Cmd
}

func serve(t testing.TB) *service {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // a free port
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	s := &service{TB: t, addr: listener.Addr().String(), dir: t.TempDir()}
	listener.Close()
	s.start()
	t.Cleanup(func() { s.kill() })
	return s
}

// start starts the process and waits until it says its address.
func (s *service) start() {
	s.Helper()
	s.process = exec.Command(binary, "--data-dir", s.dir, "serve", "--addr", s.addr) //nolint:noctx // it is killed
	s.process.Stderr = os.Stderr
	out, err := s.process.StdoutPipe()
	if err == nil {
		err = s.process.Start()
	}
	if err == nil {
		_, err = bufio.NewReader(out).ReadString('\n')
	}
	if err != nil {
		s.Fatal(err)
	}
}

// kill ends the process without notice.
func (s *service) kill() {
	_ = s.process.Process.Kill() // it may have ended
	_ = s.process.Wait()
}

// peak is the most memory that the process ever had, in MB; 0 where it is not told.
func (s *service) peak() int {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kB, err := strconv.Atoi(strings.Fields(rest + " 0")[0])
	if err != nil {
		return 0
	}
	return kB >> 10
}

// A client has a session and connections of its own.
type client struct {
	*service
	http    *http.Client
	session string
	said    []string // what was acknowledged, in order, as the session's turns tell it
}

func (s *service) client() *client {
	s.Helper()
	c := &client{service: s, http: &http.Client{Transport: &http.Transport{}, Timeout: 5 * time.Minute}}
	s.Cleanup(c.http.CloseIdleConnections)
	var made struct{ ID string }
	if err := c.do("POST", "/api/v1/sessions", "", "", nil, &made); err != nil {
		s.Fatal(err)
	}
	c.session = "/api/v1/sessions/" + made.ID
	return c
}

// errRefused is an answer that is no success.
var errRefused = errors.New("refused")

func (c *client) do(method, path, kind, key string, body io.Reader, into any) error {
	r, err := http.NewRequestWithContext(context.Background(), method, "http://"+c.addr+path, body)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Idempotency-Key", key)
	response, err := c.http.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%w: %s %s: %d %.300s", errRefused, method, path, response.StatusCode, content)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(content, into)
}

func (c *client) say(text string) error {
	body, err := json.Marshal(map[string]string{"text": text})
	if err != nil {
		return err
	}
	if err := c.do("POST", c.session+"/turns", "application/json", strings.ReplaceAll(text, " ", "-"), bytes.NewReader(body), nil); err != nil {
		return err
	}
	c.said = append(c.said, text)
	return nil
}

// upload sends one file; its content may be put together of parts.
func (c *client) upload(name string, parts ...[]byte) error {
	var head bytes.Buffer
	w := multipart.NewWriter(&head)
	if _, err := w.CreateFormFile("files", name); err != nil {
		return err
	}
	body := []io.Reader{&head}
	for _, part := range parts {
		body = append(body, bytes.NewReader(part))
	}
	body = append(body, strings.NewReader("\r\n--"+w.Boundary()+"--\r\n"))
	if err := c.do("POST", c.session+"/uploads", w.FormDataContentType(), name, io.MultiReader(body...), nil); err != nil {
		return err
	}
	c.said = append(c.said, "Files: "+name)
	return nil
}

// checkTurns compares what was acknowledged with what the session tells: nothing
// lost, nothing twice, in order.
func (c *client) checkTurns() {
	c.Helper()
	var told []string
	cursor := ""
	for first := true; first || cursor != ""; first = false {
		var page struct {
			Turns []struct {
				Text  string
				Reply struct{ Code string }
			}
			Next string
		}
		if err := c.do("GET", c.session+"/turns?limit=200&cursor="+cursor, "", "", nil, &page); err != nil {
			c.Fatal(err)
		}
		for _, turn := range page.Turns {
			told = append(told, turn.Text)
			if turn.Reply.Code != "" {
				c.Errorf("%q was answered with %s", turn.Text, turn.Reply.Code)
			}
		}
		cursor = page.Next
	}
	for i := range max(len(told), len(c.said)) {
		switch {
		case i >= len(told):
			c.Fatalf("lost: %q, acknowledged as turn %d", c.said[i], i+1)
		case i >= len(c.said) || told[i] != c.said[i]:
			c.Fatalf("turn %d is %q, which was not what was acknowledged", i+1, told[i])
		}
	}
}
