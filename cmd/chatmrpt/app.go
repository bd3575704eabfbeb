package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/dataset/ingest"
	"github.com/chatmrpt/chatmrpt/flows/itn"
	"github.com/chatmrpt/chatmrpt/flows/maps"
	"github.com/chatmrpt/chatmrpt/flows/query"
	"github.com/chatmrpt/chatmrpt/flows/risk"
	"github.com/chatmrpt/chatmrpt/flows/tpr"
	"github.com/chatmrpt/chatmrpt/store/blob"
	"github.com/chatmrpt/chatmrpt/store/sqlite"
)

// app is the wired program.
type app struct {
	router   *router.Router
	sessions session.Store
	blobs    session.Blobs
	log      *zap.Logger
}

// openApp wires the program over its data folder.
func openApp(ctx context.Context, s *settings, std streams) (*app, error) {
	folder, err := s.folder()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	log, err := newLogger(s, std)
	if err != nil {
		return nil, err
	}
	sessions, err := sqlite.Open(ctx, filepath.Join(folder, "chatmrpt.db"))
	if err != nil {
		return nil, schemaregistry.Fail("store_damaged", "The session store in %s cannot be opened; move chatmrpt.db away, or name another folder with --data-dir.", folder).Because(err)
	}
	blobs, err := blob.Open(filepath.Join(folder, "blobs"))
	if err != nil {
		return nil, fmt.Errorf("open the file store: %w", err)
	}
	a := &app{sessions: sessions, blobs: blobs, log: log}
	loader := ingest.NewLoader(blobs, s.limits())
	tools, err := newRegistry(loader.Load, schemaregistry.Options{Version: version, Audit: a.audit})
	if err != nil {
		return nil, err
	}
	models, err := openModels(ctx, s)
	if err != nil {
		return nil, err
	}
	go models.Probe(ctx)
	interpreter := newInterpreter(s, models)
	go func() { // it is learned while the files are read
		interpreter.PickTool(ctx, "ready", tools.Tools(), choiceinterp.Context{})
	}()
	a.router = &router.Router{
		Tools: tools, Interpreter: interpreter,
		Sessions: sessions, Blobs: blobs, Review: "review_data",
		Now: time.Now, NewID: rand.Text, OnFault: a.fault,
	}
	return a, nil
}

// newRegistry declares every tool of the program.
func newRegistry(load dataset.Load, o schemaregistry.Options) (*schemaregistry.Registry, error) {
	tools := schemaregistry.New(o)
	for _, declared := range [][]*schemaregistry.Tool{
		ingest.Tools(load), tpr.Tools(load), risk.Tools(load), itn.Tools(load), maps.Tools(load), query.Tools(load),
	} {
		if err := tools.Register(declared...); err != nil {
			return nil, err
		}
	}
	tools.Freeze()
	return tools, nil
}

func (a *app) audit(ctx context.Context, record schemaregistry.Audit) {
	if err := a.sessions.RecordAudit(context.WithoutCancel(ctx), record); err != nil {
		a.log.Error("audit record lost", zap.Error(err), zap.String("tool", record.Tool))
	}
}

func (a *app) fault(session, tool string, err error) {
	a.log.Error("tool failed", zap.String("session_id", session), zap.String("tool", tool), zap.Error(err))
}

func (a *app) close() {
	if err := a.sessions.Close(); err != nil {
		a.log.Error("close the session store", zap.Error(err))
	}
}

// newLogger writes JSON lines to standard error.
func newLogger(s *settings, std streams) (*zap.Logger, error) {
	level, err := zapcore.ParseLevel(s.LogLevel)
	if err != nil {
		return nil, err
	}
	encoder := zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig())
	return zap.New(zapcore.NewCore(encoder, zapcore.AddSync(std.err), level)), nil
}
