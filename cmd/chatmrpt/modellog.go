package main

import (
	"context"
	"errors"

	"go.uber.org/zap"

	"github.com/chatmrpt/chatmrpt/core/choiceinterp"
	"github.com/chatmrpt/chatmrpt/core/choiceinterp/prompted"
	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

// watchAttempts writes and counts every call of a model, with what it cost.
func watchAttempts(log *zap.Logger, metrics *telemetry.Metrics) func(llm.Attempt) {
	return func(a llm.Attempt) {
		countAttempt(metrics, a)
		log.Debug("model called", zap.String("backend", a.Backend), zap.String("model", a.Model), zap.String("role", a.Role),
			zap.Duration("latency", a.Latency), zap.Int("prompt_tokens", a.Usage.Prompt), zap.Int("cached_tokens", a.Usage.Cached),
			zap.Int("completion_tokens", a.Usage.Completion), zap.Error(a.Err))
	}
}

// A watchedModel tells the log when it was of no help; the interpreter goes on
// without it and says nothing.
type watchedModel struct {
	choiceinterp.Model
	log *zap.Logger
}

// Interpret reads one message.
func (m watchedModel) Interpret(ctx context.Context, req choiceinterp.Request) (choiceinterp.Resolution, error) {
	resolution, err := m.Model.Interpret(ctx, req)
	var call *llm.CallError
	var unusable *prompted.Unusable
	switch {
	case err == nil, errors.Is(err, prompted.ErrChange):
	case errors.Is(err, llm.ErrUnavailable) && !errors.As(err, &call): // it rests after a failure that was told
	case errors.As(err, &unusable): // what it got wrong may quote the message
		m.log.Warn("a model's answer did not stand up", zap.String("tool", unusable.Tool), zap.Int("problems", len(unusable.Problems)))
	default:
		m.log.Warn("a model did not help", zap.String("tool", req.Tool.Name), zap.Error(err))
	}
	return resolution, err
}
