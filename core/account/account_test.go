package account

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// shelf is a Store in memory.
type shelf struct {
	Store  // what the tests do not use
	users  map[string]User
	logins map[string]Login
}

func (s *shelf) AddUser(_ context.Context, u User) error {
	if _, taken := s.users[u.Name]; taken {
		return ErrTaken
	}
	s.users[u.Name] = u
	return nil
}

func (s *shelf) User(_ context.Context, name string) (User, error) {
	u, found := s.users[name]
	if !found {
		return User{}, ErrNotFound
	}
	return u, nil
}

func (s *shelf) AddLogin(_ context.Context, l Login, _ time.Time) error {
	s.logins[l.Token] = l
	return nil
}

func (s *shelf) Login(_ context.Context, token string) (Login, error) {
	l, found := s.logins[token]
	if !found {
		return Login{}, ErrNotFound
	}
	return l, nil
}

func (s *shelf) RemoveLogin(_ context.Context, token string) error {
	delete(s.logins, token)
	return nil
}

func newAccounts() (*Accounts, *shelf, *time.Time) {
	now := time.Date(2025, 5, 1, 8, 0, 0, 0, time.UTC)
	s := &shelf{users: map[string]User{}, logins: map[string]Login{}}
	return &Accounts{Store: s, Now: func() time.Time { return now }}, s, &now
}

func TestSigningIn(t *testing.T) {
	accounts, store, now := newAccounts()
	if err := accounts.Add(t.Context(), "amina", "correct horse", Operator); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{{"amina", "correct hors"}, {"amina", ""}, {"Amina", "correct horse"}, {"bola", "correct horse"}, {"", ""}, {"amina", strings.Repeat("x", 2000)}} {
		if _, _, err := accounts.SignIn(t.Context(), c[0], c[1]); !errors.Is(err, ErrDenied) {
			t.Errorf("%q with %.20q: %v, want ErrDenied", c[0], c[1], err)
		}
	}
	token, user, err := accounts.SignIn(t.Context(), "amina", "correct horse")
	if err != nil || user.Role != Operator {
		t.Fatal(user, err)
	}
	if whose, err := accounts.Whose(t.Context(), token); err != nil || whose.Name != "amina" {
		t.Errorf("the token is %v's: %v", whose.Name, err)
	}
	for stored := range store.logins {
		if stored == token {
			t.Error("the token itself is stored")
		}
	}
	if _, err := accounts.Whose(t.Context(), digest(token)); !errors.Is(err, ErrDenied) {
		t.Errorf("what is stored is as good as the token: %v", err)
	}
	*now = now.Add(LoginTime)
	if _, err := accounts.Whose(t.Context(), token); !errors.Is(err, ErrDenied) {
		t.Errorf("a login that has ended: %v", err)
	}
	*now = now.Add(-time.Second)
	if err := accounts.SignOut(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	if _, err := accounts.Whose(t.Context(), token); !errors.Is(err, ErrDenied) {
		t.Errorf("after signing out: %v", err)
	}
}

func TestWhoMayBeAdded(t *testing.T) {
	accounts, _, _ := newAccounts()
	for _, c := range []struct{ name, password, code string }{
		{"amina", "long enough", ""},
		{"amina", "long enough", "user_exists"},
		{"amina@example.org", "0123456789", ""},
		{"", "long enough", "bad_user_name"},
		{"a b", "long enough", "bad_user_name"},
		{"-rf", "long enough", "bad_user_name"},
		{strings.Repeat("a", 65), "long enough", "bad_user_name"},
		{"bola", "too short", "bad_password"},
		{"bola", strings.Repeat("x", 1001), "bad_password"},
	} {
		err := accounts.Add(t.Context(), c.name, c.password, Analyst)
		code, _ := schemaregistry.Sentence(err)
		if err == nil {
			code = ""
		}
		if code != c.code {
			t.Errorf("%.20q: %q, want %q", c.name, code, c.code)
		}
	}
}

func TestHashes(t *testing.T) {
	hash := hashPassword("correct horse")
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("%s", hash)
	}
	if hash == hashPassword("correct horse") {
		t.Error("no salt")
	}
	if !fits("correct horse", hash) || fits("correct hors", hash) {
		t.Error("the wrong password fits")
	}
	parts := strings.Split(hash, "$")
	for _, broken := range []string{
		"", "correct horse", "$argon2id$", strings.Replace(hash, "argon2id", "argon2i", 1), strings.Replace(hash, "t=2", "t=0", 1),
		strings.Replace(hash, "m=19456", "m=99999999", 1), strings.Replace(hash, "v=19", "v=16", 1), filepath.Join(parts...), strings.Join(parts[:5], "$") + "$",
	} {
		if fits("correct horse", broken) || fits("", broken) {
			t.Errorf("%q fits", broken)
		}
	}
}

func BenchmarkHash(b *testing.B) {
	for b.Loop() {
		hashPassword("correct horse")
	}
}
