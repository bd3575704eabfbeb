package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/prometheus/otlptranslator"
	otelprometheus "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/sdk/metric"

	"github.com/chatmrpt/chatmrpt/core/llm"
	"github.com/chatmrpt/chatmrpt/core/telemetry"
)

// mostSeries bounds the series of one metric; more become one that is marked so.
const mostSeries = 1000

// newMetrics makes the program's metrics and what Prometheus reads them from. More
// readers may be given them too.
func newMetrics(readers ...metric.Reader) (*telemetry.Metrics, http.Handler, error) {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	exporter, err := otelprometheus.New(otelprometheus.WithRegisterer(registry), otelprometheus.WithoutScopeInfo(),
		otelprometheus.WithoutTargetInfo(), otelprometheus.WithTranslationStrategy(otlptranslator.UnderscoreEscapingWithSuffixes))
	if err != nil {
		return nil, nil, fmt.Errorf("export metrics: %w", err)
	}
	options := []metric.Option{metric.WithReader(exporter), metric.WithCardinalityLimit(mostSeries)}
	for _, reader := range readers {
		options = append(options, metric.WithReader(reader))
	}
	provider := metric.NewMeterProvider(options...)
	metrics, err := telemetry.NewMetrics(provider.Meter("github.com/chatmrpt/chatmrpt"))
	if err != nil {
		return nil, nil, fmt.Errorf("make metrics: %w", err)
	}
	return metrics, promhttp.HandlerFor(registry, promhttp.HandlerOpts{}), nil
}

// countAttempt counts a call of a model.
func countAttempt(metrics *telemetry.Metrics, a llm.Attempt) {
	metrics.ModelCall(telemetry.ModelCall{
		Backend: a.Backend, Model: a.Model, Role: a.Role, Dollars: a.Dollars, Took: a.Latency, Err: failureOf(a.Err),
		Input: a.Usage.Prompt, Cached: a.Usage.Cached, Output: a.Usage.Completion,
	})
}

// failureOf names the kind of a model's failure.
func failureOf(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	case errors.Is(err, llm.ErrTruncated):
		return "truncated"
	case errors.Is(err, llm.ErrEmpty):
		return "empty"
	case errors.Is(err, llm.ErrRefused):
		return "refused"
	}
	return "error"
}
