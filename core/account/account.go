// Package account knows who may use the service: users with a password and a
// role, and the logins that they hold.
package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Errors of a Store and of Accounts.
var (
	ErrNotFound = errors.New("no such user or login")
	ErrTaken    = errors.New("a user of that name exists already")
	ErrDenied   = errors.New("name and password do not fit")
)

// A Role says what a user may do.
type Role string

// The roles.
const (
	Analyst  Role = "analyst"  // works with her own sessions
	Operator Role = "operator" // runs the service besides
)

// A User may sign in.
type User struct {
	Name      string
	Role      Role
	Password  string // its hash, see hash.go
	CreatedAt time.Time
}

// A Login is a user's leave to use the service for a while. The token itself is
// with the user alone.
type Login struct {
	Token   string // the SHA-256 of the token, in hexadecimal
	User    string
	Expires time.Time
}

// A Store keeps users and logins. Package store holds the conformance suite that
// every implementation passes. Times are kept to the microsecond.
type Store interface {
	// AddUser saves a new user, or is ErrTaken.
	AddUser(ctx context.Context, u User) error
	// User returns a user, or ErrNotFound.
	User(ctx context.Context, name string) (User, error)
	// Users lists all users by name.
	Users(ctx context.Context) ([]User, error)
	// SetPassword replaces a user's password hash and ends her logins, or is
	// ErrNotFound.
	SetPassword(ctx context.Context, name, hash string) error
	// RemoveUser removes a user and her logins, or is ErrNotFound.
	RemoveUser(ctx context.Context, name string) error
	// AddLogin saves a login and removes those that ended before now.
	AddLogin(ctx context.Context, l Login, now time.Time) error
	// Login returns a login, also one that has ended, or ErrNotFound.
	Login(ctx context.Context, token string) (Login, error)
	// RemoveLogin removes a login, if it is there.
	RemoveLogin(ctx context.Context, token string) error
}

// Accounts are the users of the service.
type Accounts struct {
	Store Store
	Now   func() time.Time
}

// LoginTime is how long a login lasts.
const LoginTime = 14 * 24 * time.Hour

const (
	shortestPassword = 10
	longestPassword  = 1000 // hashing takes time by length
)

var userName = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9._@-]{0,63}$`)

// Add makes a user.
func (a *Accounts) Add(ctx context.Context, name, password string, role Role) error {
	if !userName.MatchString(name) {
		return schemaregistry.Fail("bad_user_name", "A user name has up to 64 letters, digits and . _ @ -, and begins with a letter or digit.")
	}
	if err := checkPassword(password); err != nil {
		return err
	}
	err := a.Store.AddUser(ctx, User{Name: name, Role: role, Password: hashPassword(password), CreatedAt: a.Now().UTC()})
	if errors.Is(err, ErrTaken) {
		return schemaregistry.Fail("user_exists", "There is a user %s already.", name)
	}
	return err
}

// SetPassword gives a user another password; her logins end.
func (a *Accounts) SetPassword(ctx context.Context, name, password string) error {
	if err := checkPassword(password); err != nil {
		return err
	}
	return a.Store.SetPassword(ctx, name, hashPassword(password))
}

func checkPassword(password string) error {
	if n := len(password); n < shortestPassword || n > longestPassword {
		return schemaregistry.Fail("bad_password", "A password has %d to %d characters.", shortestPassword, longestPassword)
	}
	return nil
}

// SignIn checks a password and returns the token of a new login. A wrong name or
// password is ErrDenied, and takes the same time.
func (a *Accounts) SignIn(ctx context.Context, name, password string) (token string, user User, err error) {
	if len(password) > longestPassword {
		return "", User{}, ErrDenied
	}
	user, err = a.Store.User(ctx, name)
	if errors.Is(err, ErrNotFound) {
		user, err = User{Password: nobody()}, nil
	}
	if err != nil {
		return "", User{}, fmt.Errorf("sign in %s: %w", name, err)
	}
	if !fits(password, user.Password) || user.Name == "" {
		return "", User{}, ErrDenied
	}
	token = rand.Text()
	now := a.Now().UTC()
	if err := a.Store.AddLogin(ctx, Login{Token: digest(token), User: user.Name, Expires: now.Add(LoginTime)}, now); err != nil {
		return "", User{}, fmt.Errorf("sign in %s: %w", name, err)
	}
	return token, user, nil
}

// Whose returns the user of a token, or ErrDenied.
func (a *Accounts) Whose(ctx context.Context, token string) (User, error) {
	login, err := a.Store.Login(ctx, digest(token))
	if err == nil && !a.Now().Before(login.Expires) {
		err = ErrNotFound
	}
	var user User
	if err == nil {
		user, err = a.Store.User(ctx, login.User)
	}
	if errors.Is(err, ErrNotFound) {
		err = ErrDenied
	}
	return user, err
}

// SignOut ends a login.
func (a *Accounts) SignOut(ctx context.Context, token string) error {
	return a.Store.RemoveLogin(ctx, digest(token))
}

func digest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
