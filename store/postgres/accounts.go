package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/chatmrpt/chatmrpt/core/account"
	"github.com/chatmrpt/chatmrpt/store/postgres/internal/query"
)

var _ account.Store = (*Store)(nil)

// AddUser saves a new user, or is account.ErrTaken.
func (s *Store) AddUser(ctx context.Context, u account.User) error {
	added, err := s.queries.AddUser(ctx, query.AddUserParams{
		Name: u.Name, Role: string(u.Role), Password: u.Password, CreatedAt: u.CreatedAt,
	})
	if err == nil && added == 0 {
		err = account.ErrTaken
	}
	if err != nil {
		return fmt.Errorf("add user %s: %w", u.Name, err)
	}
	return nil
}

// User returns a user, or account.ErrNotFound.
func (s *Store) User(ctx context.Context, name string) (account.User, error) {
	row, err := s.queries.User(ctx, name)
	if err != nil {
		return account.User{}, fmt.Errorf("user %s: %w", name, notThere(err, account.ErrNotFound))
	}
	return user(row), nil
}

// Users lists all users by name.
func (s *Store) Users(ctx context.Context) ([]account.User, error) {
	rows, err := s.queries.Users(ctx)
	if err != nil {
		return nil, fmt.Errorf("users: %w", err)
	}
	users := make([]account.User, len(rows))
	for i, row := range rows {
		users[i] = user(row)
	}
	return users, nil
}

func user(row query.User) account.User {
	return account.User{Name: row.Name, Role: account.Role(row.Role), Password: row.Password, CreatedAt: row.CreatedAt}
}

// SetPassword replaces a user's password hash and ends her logins.
func (s *Store) SetPassword(ctx context.Context, name, hash string) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		queries := query.New(tx)
		updated, err := queries.SetPassword(ctx, query.SetPasswordParams{Name: name, Password: hash})
		if err := changed(updated, err, account.ErrNotFound); err != nil {
			return err
		}
		return queries.RemoveLoginsOf(ctx, name)
	})
	if err != nil {
		return fmt.Errorf("set the password of %s: %w", name, err)
	}
	return nil
}

// RemoveUser removes a user; her logins go with her.
func (s *Store) RemoveUser(ctx context.Context, name string) error {
	removed, err := s.queries.RemoveUser(ctx, name)
	if err := changed(removed, err, account.ErrNotFound); err != nil {
		return fmt.Errorf("remove user %s: %w", name, err)
	}
	return nil
}

// AddLogin saves a login and removes those that ended before now.
func (s *Store) AddLogin(ctx context.Context, l account.Login, now time.Time) error {
	err := s.queries.RemoveLoginsBefore(ctx, now)
	if err == nil {
		err = s.queries.AddLogin(ctx, query.AddLoginParams{Token: l.Token, Username: l.User, Expires: l.Expires})
	}
	if err != nil {
		return fmt.Errorf("log in %s: %w", l.User, err)
	}
	return nil
}

// Login returns a login, or account.ErrNotFound.
func (s *Store) Login(ctx context.Context, token string) (account.Login, error) {
	row, err := s.queries.Login(ctx, token)
	if err != nil {
		return account.Login{}, fmt.Errorf("login: %w", notThere(err, account.ErrNotFound))
	}
	return account.Login{Token: row.Token, User: row.Username, Expires: row.Expires}, nil
}

// RemoveLogin removes a login, if it is there.
func (s *Store) RemoveLogin(ctx context.Context, token string) error {
	if err := s.queries.RemoveLogin(ctx, token); err != nil {
		return fmt.Errorf("log out: %w", err)
	}
	return nil
}
