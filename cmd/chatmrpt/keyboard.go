package main

import (
	"errors"
	"io"
	"os"

	"golang.org/x/term"
)

// keyboard reads lines with editing and history. The terminal is raw only while
// a line is typed, so that output and Ctrl-C behave as usual in between.
type keyboard struct {
	file *os.File
	term *term.Terminal
}

// openKeyboard returns nil when input or output is not a terminal.
func openKeyboard(std streams) *keyboard {
	in, isFile := std.in.(*os.File)
	out, alsoFile := std.out.(*os.File)
	if !isFile || !alsoFile || !term.IsTerminal(int(in.Fd())) || !term.IsTerminal(int(out.Fd())) {
		return nil
	}
	return &keyboard{file: in, term: term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, out}, "> ")}
}

// readLine returns io.EOF on Ctrl-D and Ctrl-C.
func (k *keyboard) readLine() (line string, err error) {
	fd := int(k.file.Fd())
	state, err := term.MakeRaw(fd)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, term.Restore(fd, state)) }()
	if width, height, sizeErr := term.GetSize(fd); sizeErr == nil {
		if err := k.term.SetSize(width, height); err != nil {
			return "", err
		}
	}
	line, err = k.term.ReadLine()
	if errors.Is(err, term.ErrPasteIndicator) {
		err = nil
	}
	return line, err
}
