package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/alecthomas/kong"
	"go.uber.org/zap"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/prompted"
	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
	"github.com/chatmrpt/chatmrpt/core/toolloop"
)

// newInterpreter understands words with a model of the client that takes the
// role, or without one. Its confidence is that of `chatmrpt calibrate`, where one
// was kept.
func newInterpreter(s *settings, models *llm.Client, log *zap.Logger) (*choiceinterp.Interpreter, error) {
	confidence, err := s.calibration()
	if err != nil {
		return nil, err
	}
	o := choiceinterp.Options{Calibration: confidence}
	if models.Serves(llm.RoleInterpreter) {
		reader := prompted.New(models, prompted.Options{InterpretTimeout: s.LLMTimeout, TranslateTimeout: s.LLMTranslateTimeout})
		o.Model = watchedModel{Model: reader, log: log}
	}
	return choiceinterp.New(o), nil
}

// newLoop answers open questions with a model of the client that takes the role; it
// is nil without one.
func newLoop(s *settings, models *llm.Client, tools *schemaregistry.Registry) (*toolloop.Loop, error) {
	if !models.Serves(llm.RoleAgent) {
		return nil, nil
	}
	if s.AgentSteps < 1 {
		return nil, schemaregistry.Fail("bad_settings", "CHATMRPT_AGENT_STEPS must be at least 1.")
	}
	reader := prompted.New(models, prompted.Options{TranslateTimeout: s.LLMTranslateTimeout})
	return toolloop.New(models, tools, toolloop.Options{Steps: s.AgentSteps, Reader: reader})
}

// openModels returns a client of the models of the settings; without any it
// serves nothing. It ends with ctx. The metrics, which may be nil, count its calls.
func openModels(ctx context.Context, s *settings, log *zap.Logger, metrics *telemetry.Metrics) (*llm.Client, error) {
	backends, err := s.models()
	if err != nil {
		return nil, err
	}
	return newModels(ctx, backends, llm.Options{ProbeTimeout: s.LLMProbeTimeout, OnAttempt: watchAttempts(log, metrics)})
}

func newModels(ctx context.Context, backends []llm.Backend, o llm.Options) (*llm.Client, error) {
	client, err := llm.New(backends, o)
	if err != nil {
		return nil, schemaregistry.Fail("bad_model_settings", "The model cannot be used: %v.", err)
	}
	context.AfterFunc(ctx, client.Close)
	return client, nil
}

// recording asks the models of the settings and writes what is said to a file,
// which done closes.
func recording(ctx context.Context, s *settings, log *zap.Logger, path string) (models *llm.Client, done func(io.Writer) error, err error) {
	backends, err := s.models()
	if err != nil {
		return nil, nil, err
	}
	if len(backends) == 0 {
		return nil, nil, schemaregistry.Fail("no_model", "There is no model to record; CHATMRPT_LLM_BASE_URL and CHATMRPT_LLM_MODEL name one.")
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, nil, schemaregistry.Fail("unwritable_file", "%s cannot be written.", path).Because(err)
	}
	recorder := llm.NewRecorder(file, backends, http.DefaultTransport)
	models, err = newModels(ctx, backends, llm.Options{Transport: recorder, OnAttempt: watchAttempts(log, nil)})
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return models, func(io.Writer) error {
		models.Close()
		return errors.Join(recorder.Err(), file.Close())
	}, nil
}

// replaying answers from a recording alone: no settings, no network, no rest
// after the failures in it. done says what the recording does not hold.
func replaying(ctx context.Context, path string) (models *llm.Client, done func(io.Writer) error, err error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, schemaregistry.Fail("unreadable_file", "%s cannot be read.", path).Because(err)
	}
	replayer, err := llm.NewReplayer(bytes.NewReader(content))
	if err != nil {
		return nil, nil, schemaregistry.Fail("bad_recording", "%s is no recording: %v.", path, err)
	}
	models, err = newModels(ctx, replayer.Backends(), llm.Options{Transport: replayer, Cooldown: llm.NoCooldown})
	return models, func(w io.Writer) error {
		if missing := replayer.Missing(); missing > 0 {
			fmt.Fprintf(w, "%d requests are not in the recording; their messages were read without a model.\n", missing)
		}
		return nil
	}, err
}

// models are the backends of the settings: the one of CHATMRPT_LLM_BASE_URL
// first, then those of the list.
func (s *settings) models() ([]llm.Backend, error) {
	var backends []llm.Backend
	if s.LLMBaseURL != "" {
		backends = append(backends, llm.Backend{BaseURL: s.LLMBaseURL, APIKey: s.LLMAPIKey, Model: s.LLMModel})
	}
	for _, each := range s.LLMBackends {
		backend, err := each.resolved()
		if err != nil {
			return nil, err
		}
		backends = append(backends, backend)
	}
	for i := range backends { // the deadline of what is asked is the narrower one
		backends[i].Timeout = cmp.Or(backends[i].Timeout, max(s.LLMTimeout, s.LLMTranslateTimeout))
	}
	return backends, nil
}

// backendSetting is a backend as the settings write it.
type backendSetting struct {
	llm.Backend
	Timeout   string `json:"timeout"`     // such as 10s
	APIKeyEnv string `json:"api_key_env"` // the environment variable that holds the key
}

func (b backendSetting) resolved() (llm.Backend, error) {
	if b.Timeout != "" {
		timeout, err := time.ParseDuration(b.Timeout)
		if err != nil || timeout <= 0 {
			return b.Backend, schemaregistry.Fail("bad_model_settings", "The timeout of backend %s must be a duration such as 10s.", cmp.Or(b.Name, b.Model))
		}
		b.Backend.Timeout = timeout
	}
	if b.APIKeyEnv != "" {
		key := os.Getenv(b.APIKeyEnv)
		if key == "" {
			return b.Backend, schemaregistry.Fail("bad_model_settings", "The key of backend %s should be in the environment variable %s, which is not set.", cmp.Or(b.Name, b.Model), b.APIKeyEnv)
		}
		b.APIKey = llm.NewSecret(key)
	}
	return b.Backend, nil
}

// backendList is a setting that holds several backends: an array in the settings
// file, its JSON elsewhere.
type backendList []backendSetting

// Decode reads the list for kong.
func (l *backendList) Decode(ctx *kong.DecodeContext) error {
	if err := decodeSetting(ctx, (*[]backendSetting)(l)); err != nil {
		return fmt.Errorf("a JSON array of backends is wanted: %w", err)
	}
	return nil
}
