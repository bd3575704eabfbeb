package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"go.uber.org/zap"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
	"github.com/chatmrpt/chatmrpt/flows/export"
	"github.com/chatmrpt/chatmrpt/server"
	"github.com/chatmrpt/chatmrpt/web"
)

type serveCommand struct {
	Addr string  `placeholder:"HOST:PORT" help:"Where to listen (default: 127.0.0.1:8080, and :8080 once sign-in is configured)."`
	Rate float64 `env:"CHATMRPT_RATE" default:"300" help:"Requests a second that one user may send, once sign-in is configured; 0 does not bound them."`
}

// Help is the command's example.
func (serveCommand) Help() string {
	return `Sign-in is configured by CHATMRPT_ACCESS_TOKEN, which everybody shares, or by users of their own (chatmrpt users add). Example: chatmrpt serve --addr 127.0.0.1:9000`
}

// Run serves until it is told to end.
func (c serveCommand) Run(ctx context.Context, s *settings, std streams) error {
	a, err := openApp(ctx, s, std)
	if err != nil {
		return err
	}
	defer a.close()
	go a.prepare(ctx)
	go a.forget(ctx, s.EventDays)
	service, err := a.server(ctx, s, c.Rate)
	if err != nil {
		return err
	}
	listener, err := c.listen(ctx, service.SignIn.IsOpen())
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "ChatMRPT answers at http://%s\n", reachable(listener.Addr()))
	return service.Serve(ctx, listener)
}

// forget removes events that are older than so many days, now and every hour.
func (a *app) forget(ctx context.Context, days int) {
	if days <= 0 {
		return
	}
	hourly := time.NewTicker(time.Hour)
	defer hourly.Stop()
	for {
		removed, err := telemetry.ForgetAll(ctx, a.events, time.Now().AddDate(0, 0, -days))
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			a.log.Error("old events are still kept", zap.Error(err))
		case removed > 0:
			a.log.Info("old events forgotten", zap.Int("events", removed))
		}
		select {
		case <-ctx.Done():
			return
		case <-hourly.C:
		}
	}
}

// server wires the HTTP door.
func (a *app) server(ctx context.Context, s *settings, rate float64) (*server.Server, error) {
	signIn := server.SignIn{User: s.User, Token: s.AccessToken.Reveal()}
	users, err := a.accounts.Store.Users(ctx)
	if err != nil {
		return nil, err
	}
	if len(users) > 0 {
		signIn.Accounts = a.accounts
	}
	if signIn.IsOpen() {
		rate = 0
	}
	folder, err := s.folder()
	if err != nil {
		return nil, err
	}
	spool := filepath.Join(folder, "spool")
	if err := os.MkdirAll(spool, 0o700); err != nil {
		return nil, fmt.Errorf("folder of uploads: %w", err)
	}
	return server.New(server.Options{
		Router: a.router, Events: a.events, Metrics: a.metrics, Scrape: a.scrape, SignIn: signIn, Formats: a.formats(), Spool: spool, Page: web.Page(), Log: a.log, Version: version,
		Limits: server.Limits{Upload: s.MaxUpload << 20, Rate: rate},
	})
}

// formats are what results can be had as besides what is stored.
func (a *app) formats() []server.Format {
	return []server.Format{
		{Name: "xlsx", Of: "csv", MIME: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
			Convert: func(_ context.Context, _ schemaregistry.State, content []byte) ([]byte, error) {
				return export.XLSX(content)
			}},
		{Name: "geojson", Of: "csv", Kind: "table", MIME: "application/geo+json",
			Convert: func(ctx context.Context, state schemaregistry.State, content []byte) ([]byte, error) {
				data, err := a.load(ctx, &schemaregistry.Run{State: state, Now: time.Now(), Progress: func(string, int, int) {}})
				if err != nil {
					return nil, err
				}
				return export.GeoJSON(content, data)
			}},
		{Name: "png", Of: "svg", MIME: "image/png",
			Convert: func(_ context.Context, _ schemaregistry.State, content []byte) ([]byte, error) {
				return export.PNG(content)
			}},
	}
}

// defaultPort is where the service listens.
const defaultPort = "8080"

// listen opens the address. While nobody has to sign in it is one of this
// machine only.
func (c serveCommand) listen(ctx context.Context, open bool) (net.Listener, error) {
	addr := c.Addr
	switch {
	case addr == "" && open:
		addr = net.JoinHostPort("127.0.0.1", defaultPort)
	case addr == "":
		addr = ":" + defaultPort
	}
	resolved, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return nil, schemaregistry.Fail("bad_address", "%s is no address to listen on, such as 127.0.0.1:8080.", addr).Because(err)
	}
	if open && !resolved.IP.IsLoopback() {
		return nil, schemaregistry.Fail("no_sign_in", "Without sign-in the service listens on this machine only. Set CHATMRPT_ACCESS_TOKEN, or add a user (chatmrpt users add NAME), to listen on %s.", addr)
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, schemaregistry.Fail("address_in_use", "The service cannot listen on %s; name another address with --addr.", addr).Because(err)
	}
	return listener, nil
}

// reachable is an address that a browser on this machine can open.
func reachable(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("localhost:%d", tcp.Port)
	}
	return addr.String()
}
