package llm

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"context"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

const (
	maxRetries  = 2                      // of one request, within its deadline
	firstDelay  = 150 * time.Millisecond // before the first retry; doubles
	longestWait = 2 * time.Second        // between retries, unless the server asks for more
	answerLimit = 8 << 20                // bytes of one answer
)

var errTooLarge = fmt.Errorf("the answer is over %d MB", answerLimit>>20)

// newHTTPClient returns a client that authorises, retries and never follows a
// redirect, which could carry the key elsewhere.
func newHTTPClient(b Backend, next http.RoundTripper) *http.Client {
	return &http.Client{
		Transport:     failsafehttp.NewRoundTripper(&wire{key: b.APIKey, next: next}, retries()),
		CheckRedirect: func(*http.Request, []*http.Request) error { return errors.New("the base URL redirects elsewhere") },
	}
}

// retries repeats what may pass: too many requests, a server's failure, a broken
// connection. It waits as long as Retry-After says, and gives up at once when
// that is beyond the deadline.
func retries() retrypolicy.RetryPolicy[*http.Response] {
	return retrypolicy.NewBuilder[*http.Response]().
		HandleIf(isPassing).
		AbortIf(func(response *http.Response, _ error) bool { return !fitsDeadline(response) }).
		WithMaxRetries(maxRetries).
		WithBackoff(firstDelay, longestWait).
		WithJitterFactor(0.2).
		WithDelayFunc(func(exec failsafe.ExecutionAttempt[*http.Response]) time.Duration {
			if wait := responseDelay(exec.LastResult()); wait > 0 {
				return wait
			}
			return -1 // the backoff
		}).
		ReturnLastFailure().
		Build()
}

func isPassing(response *http.Response, err error) bool {
	if err != nil {
		return !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) &&
			!errors.Is(err, ErrNotRecorded) && !errors.Is(err, errTooLarge)
	}
	switch response.StatusCode {
	case http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

func fitsDeadline(response *http.Response) bool {
	if response == nil {
		return true
	}
	deadline, limited := response.Request.Context().Deadline()
	return !limited || time.Now().Add(responseDelay(response)).Before(deadline)
}

func responseDelay(response *http.Response) time.Duration {
	if response == nil {
		return 0
	}
	return retryAfter(response.Header, time.Now())
}

// retryAfter reads the header in both its forms, seconds and a date; 0 when it
// is absent, past or unreadable.
func retryAfter(header http.Header, now time.Time) time.Duration {
	text := header.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		return time.Duration(max(0, min(seconds, 86_400)) * float64(time.Second))
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}

// wire is the last step before the network: it adds the key, sends temperature 0
// as 0, and reads the whole answer, so that one that breaks off in the middle is
// a failed attempt like any other.
type wire struct {
	key  Secret
	next http.RoundTripper
}

// RoundTrip authorises a copy of the request and bounds its answer.
func (w *wire) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	if key := w.key.Reveal(); key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	if err := zeroTemperature(request); err != nil {
		return nil, err
	}
	response, err := w.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, answerLimit+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading the answer: %w", err)
	case len(body) > answerLimit:
		return nil, errTooLarge
	}
	response.Body, response.Request = io.NopCloser(bytes.NewReader(body)), request
	return response, nil
}

// zeroTemperature writes the mark of request building as the number it stands
// for. Quotes inside a JSON text are escaped, so no text can look like the mark.
func zeroTemperature(request *http.Request) error {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return fmt.Errorf("reading the request: %w", err)
	}
	body = bytes.Replace(body, []byte(`"temperature":1e-45`), []byte(`"temperature":0`), 1)
	request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	request.GetBody = nil
	return nil
}
