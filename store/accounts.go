package store

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/chatmrpt/chatmrpt/core/account"
)

// TestAccounts runs the suite for users and logins. Every call of open gives an
// empty store.
func TestAccounts(t *testing.T, open func(t *testing.T) account.Store) {
	t.Run("users come back as they were added", func(t *testing.T) { users(t, open(t)) })
	t.Run("a name is taken once", func(t *testing.T) { takenName(t, open(t)) })
	t.Run("logins last until they are ended", func(t *testing.T) { logins(t, open(t)) })
	t.Run("a user's logins end with her or her password", func(t *testing.T) { endings(t, open(t)) })
}

func user(name string) account.User {
	return account.User{Name: name, Role: account.Operator, Password: "$argon2id$" + name, CreatedAt: start}
}

func addUsers(t *testing.T, store account.Store, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := store.AddUser(t.Context(), user(name)); err != nil {
			t.Fatal(err)
		}
	}
}

func users(t *testing.T, store account.Store) {
	if none, err := store.Users(t.Context()); err != nil || len(none) != 0 {
		t.Errorf("%v, %v, want nobody", none, err)
	}
	addUsers(t, store, "bola", "amina", "o'brien; DROP TABLE users")
	got, err := store.Users(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []account.User{user("amina"), user("bola"), user("o'brien; DROP TABLE users")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("users (-want +got):\n%s", diff)
	}
	one, err := store.User(t.Context(), "bola")
	if diff := cmp.Diff(user("bola"), one); diff != "" || err != nil {
		t.Errorf("user: %v (-want +got):\n%s", err, diff)
	}
	_, userErr := store.User(t.Context(), "nobody")
	for what, err := range map[string]error{
		"User": userErr, "SetPassword": store.SetPassword(t.Context(), "nobody", "x"), "RemoveUser": store.RemoveUser(t.Context(), "nobody"),
	} {
		if !errors.Is(err, account.ErrNotFound) {
			t.Errorf("%s of nobody: %v, want ErrNotFound", what, err)
		}
	}
}

func takenName(t *testing.T, store account.Store) {
	won := 0
	for _, err := range together(4, func(i int) error {
		u := user("amina")
		u.Password = fmt.Sprint(i)
		return store.AddUser(t.Context(), u)
	}) {
		if err == nil {
			won++
		} else if !errors.Is(err, account.ErrTaken) {
			t.Errorf("%v, want ErrTaken", err)
		}
	}
	if won != 1 {
		t.Errorf("%d of 4 got the name", won)
	}
}

func addLogin(t *testing.T, store account.Store, token, user string, expires time.Time) account.Login {
	t.Helper()
	l := account.Login{Token: token, User: user, Expires: expires}
	if err := store.AddLogin(t.Context(), l, start); err != nil {
		t.Fatal(err)
	}
	return l
}

func logins(t *testing.T, store account.Store) {
	addUsers(t, store, "amina")
	over := addLogin(t, store, "t1", "amina", start.Add(-time.Second))
	lasting := addLogin(t, store, "t2", "amina", start.Add(time.Hour)) // the one before goes
	addLogin(t, store, "t3", "amina", start.Add(2*time.Hour))
	if got, err := store.Login(t.Context(), "t2"); err != nil || got != lasting {
		t.Errorf("Login = %+v, %v, want %+v", got, err, lasting)
	}
	for range 2 { // it need not be there
		if err := store.RemoveLogin(t.Context(), "t3"); err != nil {
			t.Error(err)
		}
	}
	for _, token := range []string{over.Token, "t3", "never"} {
		if _, err := store.Login(t.Context(), token); !errors.Is(err, account.ErrNotFound) {
			t.Errorf("login %s: %v, want ErrNotFound", token, err)
		}
	}
	if err := store.AddLogin(t.Context(), account.Login{Token: "t4", User: "nobody", Expires: start}, start); err == nil {
		t.Error("nobody logged in")
	}
}

func endings(t *testing.T, store account.Store) {
	addUsers(t, store, "amina", "bola")
	addLogin(t, store, "a1", "amina", start.Add(time.Hour))
	addLogin(t, store, "b1", "bola", start.Add(time.Hour))
	if err := store.SetPassword(t.Context(), "amina", "another"); err != nil {
		t.Fatal(err)
	}
	if got, err := store.User(t.Context(), "amina"); err != nil || got.Password != "another" {
		t.Errorf("after SetPassword: %+v, %v", got, err)
	}
	if _, err := store.Login(t.Context(), "a1"); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("a login outlived its password: %v", err)
	}
	if _, err := store.Login(t.Context(), "b1"); err != nil {
		t.Errorf("another user's login: %v", err)
	}
	if err := store.RemoveUser(t.Context(), "bola"); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Login(t.Context(), "b1"); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("a login outlived its user: %v", err)
	}
}
