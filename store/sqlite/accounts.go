package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/chatmrpt/chatmrpt/core/account"
)

var _ account.Store = (*Store)(nil)

// AddUser saves a new user, or is account.ErrTaken.
func (s *Store) AddUser(ctx context.Context, u account.User) error {
	added, err := s.writer.ExecContext(ctx, `
		INSERT INTO users (name, role, password, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		u.Name, u.Role, u.Password, u.CreatedAt.UnixMicro())
	if err := changed(added, err, account.ErrTaken); err != nil {
		return fmt.Errorf("add user %s: %w", u.Name, err)
	}
	return nil
}

// User returns a user, or account.ErrNotFound.
func (s *Store) User(ctx context.Context, name string) (account.User, error) {
	found, err := s.users(ctx, `WHERE name = ?`, name)
	if err == nil && len(found) == 0 {
		err = account.ErrNotFound
	}
	if err != nil {
		return account.User{}, fmt.Errorf("user %s: %w", name, err)
	}
	return found[0], nil
}

// Users lists all users by name.
func (s *Store) Users(ctx context.Context) ([]account.User, error) {
	found, err := s.users(ctx, `ORDER BY name`)
	if err != nil {
		return nil, fmt.Errorf("users: %w", err)
	}
	return found, nil
}

func (s *Store) users(ctx context.Context, which string, args ...any) (found []account.User, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT name, role, password, created_at FROM users `+which, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var u account.User
		var created int64
		if err := rows.Scan(&u.Name, &u.Role, &u.Password, &created); err != nil {
			return nil, err
		}
		u.CreatedAt = time.UnixMicro(created).UTC()
		found = append(found, u)
	}
	return found, rows.Err()
}

// SetPassword replaces a user's password hash and ends her logins.
func (s *Store) SetPassword(ctx context.Context, name, hash string) error {
	err := s.setPassword(ctx, name, hash)
	if err != nil {
		return fmt.Errorf("set the password of %s: %w", name, err)
	}
	return nil
}

func (s *Store) setPassword(ctx context.Context, name, hash string) error {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after Commit it does nothing
	updated, err := tx.ExecContext(ctx, `UPDATE users SET password = ? WHERE name = ?`, hash, name)
	if err := changed(updated, err, account.ErrNotFound); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM logins WHERE user = ?`, name); err != nil {
		return err
	}
	return tx.Commit()
}

// RemoveUser removes a user; her logins go with her.
func (s *Store) RemoveUser(ctx context.Context, name string) error {
	removed, err := s.writer.ExecContext(ctx, `DELETE FROM users WHERE name = ?`, name)
	if err := changed(removed, err, account.ErrNotFound); err != nil {
		return fmt.Errorf("remove user %s: %w", name, err)
	}
	return nil
}

// AddLogin saves a login and removes those that ended before now.
func (s *Store) AddLogin(ctx context.Context, l account.Login, now time.Time) error {
	_, err := s.writer.ExecContext(ctx, `DELETE FROM logins WHERE expires < ?`, now.UnixMicro())
	if err == nil {
		_, err = s.writer.ExecContext(ctx, `INSERT INTO logins (token, user, expires) VALUES (?, ?, ?)`,
			l.Token, l.User, l.Expires.UnixMicro())
	}
	if err != nil {
		return fmt.Errorf("log in %s: %w", l.User, err)
	}
	return nil
}

// Login returns a login, or account.ErrNotFound.
func (s *Store) Login(ctx context.Context, token string) (account.Login, error) {
	l := account.Login{Token: token}
	var expires int64
	err := s.db.QueryRowContext(ctx, `SELECT user, expires FROM logins WHERE token = ?`, token).Scan(&l.User, &expires)
	if errors.Is(err, sql.ErrNoRows) {
		err = account.ErrNotFound
	}
	if err != nil {
		return account.Login{}, fmt.Errorf("login: %w", err)
	}
	l.Expires = time.UnixMicro(expires).UTC()
	return l, nil
}

// RemoveLogin removes a login, if it is there.
func (s *Store) RemoveLogin(ctx context.Context, token string) error {
	if _, err := s.writer.ExecContext(ctx, `DELETE FROM logins WHERE token = ?`, token); err != nil {
		return fmt.Errorf("log out: %w", err)
	}
	return nil
}

// changed is the error of a statement that has to change a row, or none.
func changed(result sql.Result, err, none error) error {
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err == nil && n == 0 {
		err = none
	}
	return err
}
