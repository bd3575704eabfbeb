package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/chatmrpt/chatmrpt/core/account"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

type usersCommand struct {
	Add      usersAddCommand      `cmd:"" help:"Add a user; the password is asked for, or read from standard input."`
	List     usersListCommand     `cmd:"" help:"List the users."`
	Password usersPasswordCommand `cmd:"" help:"Give a user another password; her logins end."`
	Remove   usersRemoveCommand   `cmd:"" help:"Remove a user; her sessions stay."`
}

// Help is the command's example.
func (usersCommand) Help() string { return "Example: chatmrpt users add amina --role analyst" }

type usersAddCommand struct {
	Name string       `arg:"" help:"The user's name."`
	Role account.Role `default:"analyst" enum:"analyst,operator" help:"analyst, or operator, who runs the service besides."`
}

// Run adds the user.
func (c usersAddCommand) Run(ctx context.Context, s *settings, std streams) error {
	return withAccounts(ctx, s, func(a *account.Accounts) error {
		password, err := readPassword(std, "Password for "+c.Name)
		if err != nil {
			return err
		}
		if err := a.Add(ctx, c.Name, password, c.Role); err != nil {
			return err
		}
		fmt.Fprintf(std.out, "Added %s as %s. A running service asks for sign-in once it is started again.\n", c.Name, c.Role)
		return nil
	})
}

type usersListCommand struct{}

// Run lists the users.
func (usersListCommand) Run(ctx context.Context, s *settings, std streams) error {
	return withAccounts(ctx, s, func(a *account.Accounts) error {
		users, err := a.Store.Users(ctx)
		for _, u := range users {
			fmt.Fprintf(std.out, "%s\t%s\tsince %s\n", u.Name, u.Role, u.CreatedAt.Format(time.DateOnly))
		}
		return err
	})
}

type usersPasswordCommand struct {
	Name string `arg:"" help:"The user's name."`
}

// Run sets the password.
func (c usersPasswordCommand) Run(ctx context.Context, s *settings, std streams) error {
	return withAccounts(ctx, s, func(a *account.Accounts) error {
		password, err := readPassword(std, "New password for "+c.Name)
		if err == nil {
			err = a.SetPassword(ctx, c.Name, password)
		}
		return saidOf(c.Name, err)
	})
}

type usersRemoveCommand struct {
	Name string `arg:"" help:"The user's name."`
}

// Run removes the user.
func (c usersRemoveCommand) Run(ctx context.Context, s *settings, _ streams) error {
	return withAccounts(ctx, s, func(a *account.Accounts) error {
		return saidOf(c.Name, a.Store.RemoveUser(ctx, c.Name))
	})
}

func saidOf(name string, err error) error {
	if errors.Is(err, account.ErrNotFound) {
		return schemaregistry.Fail("unknown_user", "There is no user %s; chatmrpt users list shows them.", name)
	}
	return err
}

func withAccounts(ctx context.Context, s *settings, do func(*account.Accounts) error) error {
	db, err := openDatabase(ctx, s)
	if err != nil {
		return err
	}
	return errors.Join(do(&account.Accounts{Store: db, Now: time.Now}), db.Close())
}

// readPassword asks at a terminal, without showing what is typed, and otherwise
// reads a line.
func readPassword(std streams, prompt string) (string, error) {
	if keyboard, ok := std.in.(*os.File); ok && term.IsTerminal(int(keyboard.Fd())) {
		fmt.Fprint(std.err, prompt+": ")
		typed, err := term.ReadPassword(int(keyboard.Fd()))
		fmt.Fprintln(std.err)
		return string(typed), err
	}
	line, err := bufio.NewReader(io.LimitReader(std.in, 4096)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}
