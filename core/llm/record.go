package llm

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// ErrNotRecorded says that a Replayer was asked something that its file does not hold.
var ErrNotRecorded = errors.New("this request was not recorded")

// A recording is JSON lines: first its heading, then an exchange each.
type heading struct {
	Backends []Backend `json:"backends"` // without keys and hosts
}

// An exchange is what was asked and answered. It holds no header but Retry-After,
// and its bodies are scrubbed of keys.
type exchange struct {
	Hash       string `json:"hash"` // of method, path and scrubbed request; the host does not count
	Request    string `json:"request"`
	Status     int    `json:"status"`
	RetryAfter string `json:"retry_after,omitempty"`
	Response   string `json:"response"`
}

// A Recorder passes requests on and writes what was said.
type Recorder struct {
	next http.RoundTripper
	mu   sync.Mutex
	out  io.Writer
	err  error
}

// NewRecorder records to out what next answers for the backends.
func NewRecorder(out io.Writer, backends []Backend, next http.RoundTripper) *Recorder {
	recorder := &Recorder{next: next, out: out}
	heading := heading{Backends: make([]Backend, len(backends))}
	for i, backend := range backends {
		heading.Backends[i] = backend.anonymous()
	}
	recorder.write(heading)
	return recorder
}

// Err returns the first failure to write. Such a failure stops no request.
func (r *Recorder) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// RoundTrip passes the request on and records the exchange.
func (r *Recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	asked, hash, err := readRequest(request)
	if err != nil {
		return nil, err
	}
	response, err := r.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, answerLimit+1))
	if err != nil {
		return nil, fmt.Errorf("recording the answer: %w", err)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	r.write(exchange{
		Hash: hash, Request: asked, Status: response.StatusCode,
		RetryAfter: response.Header.Get("Retry-After"), Response: scrub(string(body), bearer(request)),
	})
	return response, nil
}

func (r *Recorder) write(line any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := json.NewEncoder(r.out).Encode(line); err != nil && r.err == nil {
		r.err = fmt.Errorf("writing the recording: %w", err)
	}
}

// A Replayer answers from a recording, without a network. Each answer is given
// once, those to equal requests in the order recorded: what went unanswered when it
// was recorded goes unanswered again.
type Replayer struct {
	backends []Backend

	mu      sync.Mutex
	answers map[string][]exchange
	missing int
}

// NewReplayer reads a recording.
func NewReplayer(in io.Reader) (*Replayer, error) {
	replayer := &Replayer{answers: map[string][]exchange{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 8*answerLimit)
	for number := 1; lines.Scan(); number++ {
		var line struct {
			heading
			exchange
		}
		err := json.Unmarshal(lines.Bytes(), &line)
		switch {
		case err != nil:
			return nil, fmt.Errorf("line %d: %w", number, err)
		case number == 1:
			replayer.backends = line.Backends
		default:
			replayer.answers[line.Hash] = append(replayer.answers[line.Hash], line.exchange)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(replayer.backends) == 0 {
		return nil, errors.New("its first line names no backends")
	}
	return replayer, nil
}

// Backends are those that were recorded. A client of them over this transport
// asks what the recorded one asked.
func (r *Replayer) Backends() []Backend { return r.backends }

// Missing counts the requests so far that the recording does not hold.
func (r *Replayer) Missing() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.missing
}

// RoundTrip answers from the recording, or with ErrNotRecorded.
func (r *Replayer) RoundTrip(request *http.Request) (*http.Response, error) {
	_, hash, err := readRequest(request)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	answers := r.answers[hash]
	if len(answers) == 0 {
		r.missing++
		return nil, fmt.Errorf("%w (%s)", ErrNotRecorded, hash[:12])
	}
	r.answers[hash] = answers[1:]
	header := http.Header{"Content-Type": {"application/json"}}
	if answers[0].RetryAfter != "" {
		header.Set("Retry-After", answers[0].RetryAfter)
	}
	return &http.Response{
		Status: http.StatusText(answers[0].Status), StatusCode: answers[0].Status, Header: header,
		Body: io.NopCloser(strings.NewReader(answers[0].Response)), Request: request,
	}, nil
}

// readRequest returns the scrubbed body and its hash, and leaves the body to be
// read again.
func readRequest(request *http.Request) (body, hash string, err error) {
	raw, err := io.ReadAll(request.Body)
	if err != nil {
		return "", "", fmt.Errorf("reading the request: %w", err)
	}
	request.Body = io.NopCloser(bytes.NewReader(raw))
	body = scrub(string(raw), bearer(request))
	sum := sha256.Sum256([]byte(request.Method + " " + request.URL.Path + "\n" + body))
	return body, hex.EncodeToString(sum[:]), nil
}

func bearer(request *http.Request) string {
	return strings.TrimPrefix(request.Header.Get("Authorization"), "Bearer ")
}
