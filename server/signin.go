package server

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humagin"
	"github.com/gin-gonic/gin"

	"github.com/chatmrpt/chatmrpt/core/account"
)

// A SignIn says who may use the service. Without a token and without accounts
// everybody may who reaches it, so that it must be reached from its own machine
// only.
type SignIn struct {
	User     string            // whom the sessions belong to of those without an account
	Token    string            // the shared access token; "" none
	Accounts *account.Accounts // nil: there are no users
}

// IsOpen reports whether nobody has to sign in.
func (s SignIn) IsOpen() bool { return s.Token == "" && s.Accounts == nil }

// A caller is who sends a request; the zero caller is nobody.
type caller struct {
	User string
	Role account.Role
}

type callerKey struct{}

// callerOf is who sends the request. It is nobody only in open operations.
func callerOf(ctx context.Context) caller {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c
}

const cookieName = "chatmrpt"

// identify finds out who sends the request.
func (s *Server) identify(c *gin.Context) {
	who, err := s.SignIn.who(c.Request)
	if err != nil {
		s.refuse(c, s.problem(c.Request.Context(), err))
		return
	}
	c.Request = c.Request.WithContext(context.WithValue(c.Request.Context(), callerKey{}, who))
}

// who is the caller of a request. A token that is not (or no longer) good is
// nobody's.
func (s SignIn) who(r *http.Request) (caller, error) {
	if s.IsOpen() {
		return caller{s.User, account.Operator}, nil
	}
	token := tokenOf(r)
	if token == "" {
		return caller{}, nil
	}
	if s.isShared(token) {
		return caller{s.User, account.Operator}, nil
	}
	if s.Accounts == nil {
		return caller{}, nil
	}
	user, err := s.Accounts.Whose(r.Context(), token)
	if errors.Is(err, account.ErrDenied) {
		return caller{}, nil
	}
	return caller{user.Name, user.Role}, err
}

// tokenOf is the token in the request's Authorization or cookie.
func tokenOf(r *http.Request) string {
	if scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(scheme, "bearer") {
		return strings.TrimSpace(token)
	}
	if cookie, err := r.Cookie(cookieName); err == nil {
		return cookie.Value
	}
	return ""
}

// isShared compares hashes, which tell nothing by the time it takes.
func (s SignIn) isShared(token string) bool {
	given, want := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(s.Token))
	return s.Token != "" && subtle.ConstantTimeCompare(given[:], want[:]) == 1
}

// admit lets those who have signed in pass to every operation and others to the
// open ones, as often as the rate allows.
func (s *Server) admit(ctx huma.Context, next func(huma.Context)) {
	who := callerOf(ctx.Context())
	if after, ok := s.limits.users.admit(who.User+" "+address(ctx.RemoteAddr()), time.Now()); !ok {
		s.refuse(humagin.Unwrap(ctx), fail(http.StatusTooManyRequests, "rate_limited", "That was too much in a short time; wait a moment.").later(after))
		return
	}
	if who.User == "" && ctx.Operation().Security != nil {
		s.refuse(humagin.Unwrap(ctx), fail(http.StatusUnauthorized, "sign_in_needed", "Sign in first."))
		return
	}
	next(ctx)
}

// address is the client's, without its port.
func address(remote string) string {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		return remote
	}
	return host
}

func (s *Server) signInRoutes(api huma.API) {
	huma.Register(api, open("me", http.MethodGet, "/api/v1/me", "sign-in",
		"Who am I, and how does one sign in", ""), s.me)
	signIn := open("login", http.MethodPost, "/api/v1/login", "sign-in",
		"Sign in", "With the shared access token, or with a user's name and password. The answer sets a cookie; programs may as well send its value, or the shared token, as a bearer token.")
	signIn.Errors = append(signIn.Errors, http.StatusUnauthorized)
	huma.Register(api, signIn, s.signIn)
	huma.Register(api, open("logout", http.MethodPost, "/api/v1/logout", "sign-in", "Sign out", ""), s.signOut)
}

// Me is who sends the request.
type Me struct {
	SignedIn bool         `json:"signed_in"`
	User     string       `json:"user,omitempty" example:"analyst1"`
	Role     account.Role `json:"role,omitempty" enum:"analyst,operator"`
	// SignIn says what is asked for.
	SignIn []string `json:"sign_in" enum:"token,password" doc:"How one can sign in: with the shared token, with name and password; empty: nobody has to."`
}

type meOut struct{ Body Me }

func (s *Server) me(ctx context.Context, _ *struct{}) (*meOut, error) {
	return &meOut{s.meAs(callerOf(ctx))}, nil
}

func (s *Server) meAs(who caller) Me {
	me := Me{SignedIn: who.User != "", User: who.User, Role: who.Role, SignIn: []string{}}
	if s.SignIn.Token != "" {
		me.SignIn = append(me.SignIn, "token")
	}
	if s.SignIn.Accounts != nil {
		me.SignIn = append(me.SignIn, "password")
	}
	return me
}

type signInIn struct {
	Answering
	Body struct {
		Token    string `json:"token,omitempty" maxLength:"1000" doc:"The shared access token."`
		User     string `json:"user,omitempty" maxLength:"64" example:"analyst1"`
		Password string `json:"password,omitempty" maxLength:"1000"`
	}
}

type signInOut struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
	Body      Me
}

func (s *Server) signIn(ctx context.Context, in *signInIn) (*signInOut, error) {
	if after, ok := s.limits.mayGuess(address(in.huma.RemoteAddr()), in.Body.User, time.Now()); !ok {
		return nil, fail(http.StatusTooManyRequests, "too_many_attempts", "Too many attempts to sign in; wait a moment.").later(after)
	}
	token, who, err := s.SignIn.signIn(ctx, in.Body.Token, in.Body.User, in.Body.Password)
	if err != nil {
		return nil, s.problem(ctx, err)
	}
	return &signInOut{SetCookie: cookie(in.huma, token, account.LoginTime), Body: s.meAs(who)}, nil
}

func (s SignIn) signIn(ctx context.Context, shared, name, password string) (token string, who caller, err error) {
	switch {
	case s.IsOpen():
		return "", caller{s.User, account.Operator}, nil
	case shared != "" && s.isShared(shared):
		return shared, caller{s.User, account.Operator}, nil
	case shared == "" && s.Accounts != nil:
		token, user, err := s.Accounts.SignIn(ctx, name, password)
		return token, caller{user.Name, user.Role}, err
	}
	return "", caller{}, account.ErrDenied
}

// cookie keeps a token in the browser, out of reach of scripts and of other sites.
func cookie(ctx huma.Context, token string, lasts time.Duration) http.Cookie {
	return http.Cookie{
		Name: cookieName, Value: token, Path: "/", MaxAge: int(lasts / time.Second),
		HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: ctx.TLS() != nil || ctx.Header("X-Forwarded-Proto") == "https",
	}
}

type signOutOut struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
}

func (s *Server) signOut(ctx context.Context, in *struct{ Answering }) (*signOutOut, error) {
	if token := tokenOf(humagin.Unwrap(in.huma).Request); token != "" && s.SignIn.Accounts != nil {
		if err := s.SignIn.Accounts.SignOut(ctx, token); err != nil {
			return nil, s.problem(ctx, err)
		}
	}
	return &signOutOut{SetCookie: cookie(in.huma, "", -time.Second)}, nil
}
