package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Bounds of one page.
const (
	pageTime      = 12 * time.Second
	pageBytes     = 4 << 20
	mostRedirects = 5
)

// A reader gets pages of the public internet.
type reader struct {
	client    *http.Client
	userAgent string
}

func newReader(allow []netip.Prefix, userAgent string) *reader {
	dialer := &net.Dialer{Timeout: pageTime, Control: publicOnly(allow)}
	return &reader{
		userAgent: cmp.Or(userAgent, "chatmrpt"),
		client: &http.Client{
			// No proxy: it would resolve the names, out of sight of the dialer.
			Transport: &http.Transport{
				DialContext: dialer.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: pageTime,
				MaxResponseHeaderBytes: 64 << 10, MaxIdleConns: 8, IdleConnTimeout: 30 * time.Second,
			},
			CheckRedirect: func(next *http.Request, before []*http.Request) error {
				if len(before) > mostRedirects {
					return schemaregistry.Fail("redirects", "The page leads on and on to others, more than %d times.", mostRedirects)
				}
				next.Header.Del("Referer")
				_, err := webAddress(next.URL.String())
				return err
			},
		},
	}
}

// webAddress reads an address of the web.
func webAddress(text string) (*url.URL, error) {
	address, err := url.Parse(strings.TrimSpace(text))
	switch {
	case err != nil || address.Host == "":
		return nil, schemaregistry.Fail("bad_address", "%q is no address of a page; one begins with https://.", text)
	case address.Scheme != "http" && address.Scheme != "https":
		return nil, schemaregistry.Fail("bad_address", "Only http and https addresses are read, not %s.", address.Scheme)
	case address.User != nil:
		return nil, schemaregistry.Fail("bad_address", "An address that holds a user name or password is not read.")
	}
	address.Fragment = ""
	return address, nil
}

// A page is what an address led to.
type page struct {
	url         string // after redirects
	contentType string
	title       string
	text        string
	cut         bool // the page went on beyond what is read
}

// read gets a page as text. Its errors are sentences.
func (r *reader) read(ctx context.Context, address *url.URL) (page, error) {
	ctx, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return page{}, schemaregistry.Fail("bad_address", "%q is no address of a page.", address).Because(err)
	}
	request.Header.Set("User-Agent", r.userAgent)
	request.Header.Set("Accept", "text/html, text/plain, application/json;q=0.9, */*;q=0.1")
	response, err := r.client.Do(request)
	if err != nil {
		var own *schemaregistry.Error
		if errors.As(err, &own) {
			return page{}, own
		}
		return page{}, schemaregistry.Fail("unreachable", "%s does not answer.", address.Host).Because(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return page{}, schemaregistry.Fail("no_page", "%s answers %d (%s) instead of a page.", address.Host, response.StatusCode, http.StatusText(response.StatusCode))
	}
	content, err := io.ReadAll(io.LimitReader(response.Body, pageBytes+1))
	if err != nil {
		return page{}, schemaregistry.Fail("unreachable", "%s broke off in the middle of the page.", address.Host).Because(err)
	}
	p := page{url: response.Request.URL.String(), cut: len(content) > pageBytes}
	err = p.understand(content[:min(len(content), pageBytes)], response.Header.Get("Content-Type"))
	return p, err
}

// understand makes text of what was read, by its content type.
func (p *page) understand(content []byte, declared string) error {
	if declared == "" {
		declared = http.DetectContentType(content)
	}
	mediaType, _, err := mime.ParseMediaType(declared)
	if err != nil {
		mediaType = strings.ToLower(strings.TrimSpace(strings.Split(declared, ";")[0]))
	}
	p.contentType = mediaType
	isHTML := mediaType == "text/html" || mediaType == "application/xhtml+xml"
	isText := strings.HasPrefix(mediaType, "text/") || strings.HasSuffix(mediaType, "json") || strings.HasSuffix(mediaType, "xml")
	if !isHTML && !isText {
		return schemaregistry.Fail("not_text", "The page is of the type %s, which cannot be read as text.", mediaType)
	}
	if len(content) == 0 {
		return nil
	}
	decoded, err := charset.NewReader(bytes.NewReader(content), declared)
	if err != nil {
		return schemaregistry.Fail("not_text", "The page is in no encoding that can be read.").Because(err)
	}
	if isHTML {
		parsed, err := html.Parse(decoded)
		if err != nil {
			return schemaregistry.Fail("not_text", "The page cannot be read as HTML.").Because(err)
		}
		p.title, p.text = readable(parsed)
		return nil
	}
	text, err := io.ReadAll(decoded)
	if err != nil {
		return fmt.Errorf("decode a page: %w", err)
	}
	p.text = strings.TrimSpace(strings.ToValidUTF8(string(text), "\ufffd"))
	return nil
}
