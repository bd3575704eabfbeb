package main

import (
	"context"
	"crypto/rand"
	"net/http"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/chatmrpt/chatmrpt/core/account"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/router"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/session"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
	"github.com/chatmrpt/chatmrpt/flows/dataset/ingest"
	"github.com/chatmrpt/chatmrpt/flows/itn"
	"github.com/chatmrpt/chatmrpt/flows/maps"
	"github.com/chatmrpt/chatmrpt/flows/query"
	"github.com/chatmrpt/chatmrpt/flows/risk"
	"github.com/chatmrpt/chatmrpt/flows/tpr"
)

// app is the wired program.
type app struct {
	router    *router.Router
	models    *llm.Client
	sessions  session.Store
	events    telemetry.Store
	telemetry *telemetry.Recorder
	metrics   *telemetry.Metrics
	scrape    http.Handler // of the metrics
	collector *collector   // nil: none
	accounts  *account.Accounts
	load      dataset.Load
	blobs     session.Blobs
	log       *zap.Logger
}

// openApp wires the program over its data folder.
func openApp(ctx context.Context, s *settings, std streams) (*app, error) {
	log, err := newLogger(s, std)
	if err != nil {
		return nil, err
	}
	switches, err := s.flags(log)
	if err != nil {
		return nil, err
	}
	zone, err := s.zone()
	if err != nil {
		return nil, err
	}
	db, err := openDatabase(ctx, s)
	if err != nil {
		return nil, err
	}
	blobs, err := openBlobs(s, db)
	if err != nil {
		return nil, err
	}
	a := &app{sessions: db, events: db, blobs: blobs, log: log, accounts: &account.Accounts{Store: db, Now: time.Now}}
	a.load = ingest.NewLoader(blobs, s.limits()).Load
	general, err := generalTools(s, db)
	if err != nil {
		return nil, err
	}
	tools, err := newRegistry(a.load, schemaregistry.Options{
		Version: version, Audit: a.audit, Gate: newEvalGate(s), Uses: db, Zone: func(string) *time.Location { return zone },
	}, general...)
	if err != nil {
		return nil, err
	}
	if a.collector, err = openCollector(ctx, s.OTLPURL); err != nil {
		return nil, err
	}
	if a.metrics, a.scrape, err = newMetrics(a.collector.readers()...); err != nil {
		return nil, err
	}
	if a.models, err = openModels(ctx, s, log, a.metrics); err != nil {
		return nil, err
	}
	interpreter, err := newInterpreter(s, a.models, log)
	if err != nil {
		return nil, err
	}
	loop, err := newLoop(s, a.models, tools)
	if err != nil {
		return nil, err
	}
	go func() { // what tells the tools apart is learned while the files are read
		interpreter.PickTool(ctx, "ready", tools.Spoken(), choiceinterp.Context{})
	}()
	a.telemetry = telemetry.NewRecorder(db, log, telemetry.Options{
		Version: version, Flags: switches.For, Metrics: a.metrics,
	})
	a.router = &router.Router{
		Tools: tools, Interpreter: interpreter,
		Sessions: db, Blobs: blobs, Review: "review_data",
		Now: time.Now, NewID: rand.Text, OnFault: a.fault, Telemetry: a.telemetry, Flags: switches, Loop: loop,
	}
	return a, nil
}

// prepare gets ready for a conversation, in the background: it finds out what the
// models can do and learns every tool. A single message would only wait behind it.
func (a *app) prepare(ctx context.Context) {
	go a.models.Probe(ctx)
	if err := a.router.Interpreter.Warm(a.router.Tools.Spoken()...); err != nil {
		a.log.Error("learn the tools", zap.Error(err))
	}
}

// newRegistry declares the tools of the flows, and general ones besides.
func newRegistry(load dataset.Load, o schemaregistry.Options, general ...*schemaregistry.Tool) (*schemaregistry.Registry, error) {
	tools := schemaregistry.New(o)
	for _, declared := range [][]*schemaregistry.Tool{
		ingest.Tools(load), tpr.Tools(load), risk.Tools(load), itn.Tools(load), maps.Tools(load), query.Tools(load), general,
	} {
		if err := tools.Register(declared...); err != nil {
			return nil, err
		}
	}
	tools.Freeze()
	return tools, nil
}

func (a *app) audit(ctx context.Context, record schemaregistry.Audit) {
	a.telemetry.Tool(record)
	if record.Warning != "" {
		a.log.Warn("tool call without review", zap.String("tool", record.Tool), zap.String("gate", record.Gate), zap.String("warning", record.Warning))
	}
	if err := a.sessions.RecordAudit(context.WithoutCancel(ctx), record); err != nil {
		a.log.Error("audit record lost", zap.Error(err), zap.String("tool", record.Tool))
	}
}

func (a *app) fault(session, tool string, err error) {
	a.log.Error("tool failed", zap.String("session_id", session), zap.String("tool", tool), zap.Error(err))
}

// flushWithin is how long the last events may take to be written.
const flushWithin = 5 * time.Second

func (a *app) close() {
	ctx, cancel := context.WithTimeout(context.Background(), flushWithin)
	defer cancel()
	if err := a.telemetry.Close(ctx); err != nil {
		a.log.Error("close telemetry", zap.Error(err))
	}
	if err := a.collector.close(ctx); err != nil {
		a.log.Error("send the last traces and metrics", zap.Error(err))
	}
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
