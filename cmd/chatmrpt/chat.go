package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
)

type chatCommand struct {
	Data       []string `sep:"none" type:"path" placeholder:"FILE" help:"Facility file, DHIS2 export or ward table (CSV, TSV, XLSX); may be repeated."`
	Boundaries []string `sep:"none" type:"path" placeholder:"FILE" help:"Boundaries: zipped shapefile or GeoJSON."`
	Out        string   `type:"path" placeholder:"DIR" help:"Write tpr.csv, risk.csv, itn.csv, quality.csv, maps and receipts.json here as they come to exist."`
	JSON       bool     `name:"json" help:"Print one JSON object a turn."`
	Say        []string `short:"c" name:"say" sep:"none" placeholder:"TEXT" help:"Say this and end; may be repeated. Without it, turns are read from standard input."`
	Session    string   `placeholder:"ID" help:"Go on with this session."`
	Resume     bool     `help:"Go on with your last session."`
}

// Help is the command's example.
func (chatCommand) Help() string {
	return `Example: chatmrpt chat --data facilities.csv --boundaries wards.zip --out results -c "TPR for under fives"`
}

// chat is a conversation at a terminal or in a pipe.
type chat struct {
	*app
	std     streams
	screen  *screen
	id      string
	out     *outFolder // nil without --out
	asJSON  bool
	silent  bool // the opening report is not shown
	talking bool // a person is at the keyboard
}

// Run holds the conversation.
func (c chatCommand) Run(ctx context.Context, s *settings, std streams) error {
	a, err := openApp(ctx, s, std)
	if err != nil {
		return err
	}
	defer a.close()
	if len(c.Say) == 0 {
		go a.prepare(ctx)
	}
	conversation := &chat{app: a, std: std, screen: newScreen(std, s.Color), asJSON: c.JSON, silent: c.JSON || len(c.Say) > 0}
	if conversation.id, err = c.open(ctx, a, s); err != nil {
		return err
	}
	if c.Out != "" {
		if conversation.out, err = openOutFolder(c.Out); err != nil {
			return err
		}
	}
	if err := conversation.load(ctx, append(append([]string{}, c.Data...), c.Boundaries...), s.MaxUpload<<20); err != nil {
		return err
	}
	if len(c.Say) > 0 {
		return conversation.sayAll(ctx, c.Say)
	}
	return conversation.listen(ctx)
}

// open finds the session to go on with, or starts one.
func (c chatCommand) open(ctx context.Context, a *app, s *settings) (string, error) {
	var existing *session.Session
	var err error
	switch {
	case c.Session != "":
		existing, err = a.sessions.Load(ctx, c.Session)
	case c.Resume:
		existing, err = a.sessions.Latest(ctx, s.User)
	default:
		existing, err = a.router.Start(ctx, s.User)
	}
	if errors.Is(err, session.ErrNotFound) || (err == nil && existing.User != s.User) {
		return "", schemaregistry.Fail("unknown_session", "There is no such session to go on with; start without --session and --resume.")
	}
	if err != nil {
		return "", err
	}
	return existing.ID, nil
}

// load adds the files and shows what they are. A file that cannot be read ends
// the command: the analyst has to know before she goes on.
func (c *chat) load(ctx context.Context, paths []string, limit int64) error {
	if len(paths) == 0 {
		return nil
	}
	var uploads []router.Upload
	for _, path := range paths {
		content, err := readFile(ctx, path, limit)
		if err != nil {
			return c.refuse(err)
		}
		uploads = append(uploads, router.Upload{Name: filepath.Base(path), Content: content})
	}
	done := c.screen.working("Reading " + strings.Join(baseNames(paths), ", "))
	reply, err := c.router.AddFiles(ctx, c.id, uploads, router.Options{Progress: done.progress})
	done.end()
	if err != nil {
		return err
	}
	if reply.Outcome == router.Failed {
		return c.refuse(&schemaregistry.Error{Code: reply.Code, Message: reply.Answer})
	}
	if err := c.keep(ctx, reply); err != nil {
		return err
	}
	if c.silent {
		return nil
	}
	return c.screen.show(&reply)
}

// refuse tells about bad input, in JSON too when that is what the reader takes.
func (c *chat) refuse(err error) error {
	if c.asJSON {
		code, sentence := schemaregistry.Sentence(err)
		if code == "internal" {
			sentence = err.Error()
		}
		if err := c.printTurn(&router.Reply{Outcome: router.Failed, Answer: sentence, Code: code}); err != nil {
			return err
		}
	}
	return err
}

func baseNames(paths []string) []string {
	names := make([]string, len(paths))
	for i, path := range paths {
		names[i] = filepath.Base(path)
	}
	return names
}

// sayAll takes the turns from the command line.
func (c *chat) sayAll(ctx context.Context, texts []string) error {
	for _, text := range texts {
		if !c.asJSON && len(texts) > 1 {
			c.screen.echo(text)
		}
		if err := c.turn(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// listen takes turns from standard input until it ends.
func (c *chat) listen(ctx context.Context) error {
	line, err := c.lines()
	if err != nil {
		return err
	}
	if c.talking {
		c.screen.hint("Say what you want; help shows what is possible, Ctrl-D ends. Session " + c.id)
	}
	for {
		text, err := line()
		if errors.Is(err, io.EOF) {
			if c.talking {
				c.screen.hint("\nYour session is kept: chatmrpt chat --resume")
			}
			return nil
		}
		if err != nil {
			return err
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		if err := c.turn(ctx, text); err != nil {
			return err
		}
	}
}

// longestLine bounds one message from a pipe, in bytes.
const longestLine = 1 << 20

// lines reads from the keyboard with history and editing, or from a pipe.
func (c *chat) lines() (next func() (string, error), err error) {
	if keyboard := openKeyboard(c.std); keyboard != nil && !c.asJSON {
		c.talking = true
		return keyboard.readLine, nil
	}
	scanner := bufio.NewScanner(c.std.in)
	scanner.Buffer(nil, longestLine)
	return func() (string, error) {
		if scanner.Scan() {
			return scanner.Text(), nil
		}
		if errors.Is(scanner.Err(), bufio.ErrTooLong) {
			return "", schemaregistry.Fail("line_too_long", "A line of the input is longer than %d MB; say less at a time.", longestLine>>20)
		}
		if err := scanner.Err(); err != nil {
			return "", err
		}
		return "", io.EOF
	}, nil
}

// turn says one thing and shows the reply.
func (c *chat) turn(ctx context.Context, text string) error {
	done := c.screen.working("Working")
	reply, err := c.router.Turn(ctx, c.id, text, router.Options{Progress: done.progress})
	done.end()
	if err != nil {
		return err
	}
	if err := c.keep(ctx, reply); err != nil {
		return err
	}
	if c.asJSON {
		return c.printTurn(&reply)
	}
	return c.screen.show(&reply)
}

// keep writes what the reply produced to the --out folder.
func (c *chat) keep(ctx context.Context, reply router.Reply) error {
	if c.out == nil {
		return nil
	}
	if err := c.out.write(ctx, c.blobs, reply); err != nil {
		return fmt.Errorf("write results: %w", err)
	}
	return nil
}
