package main

import (
	"context"
	"errors"
	"net/url"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"

	"go.opentelemetry.io/otel/attribute"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// A collector is sent traces and metrics over OTLP, in the background: one that is
// away costs what it would have been told, and no turn. A nil collector is sent
// nothing.
type collector struct {
	metrics *metric.PeriodicReader
	traces  *trace.TracerProvider
}

// openCollector lets every tracer of the program send to the collector at the
// address; none gives nil.
func openCollector(ctx context.Context, address string) (*collector, error) {
	if address == "" {
		return nil, nil
	}
	at, err := url.Parse(address)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return nil, schemaregistry.Fail("bad_collector", "CHATMRPT_OTLP_URL must be an address such as http://localhost:4318.")
	}
	spans, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(at.JoinPath("v1/traces").String()))
	if err != nil {
		return nil, schemaregistry.Fail("bad_collector", "Traces cannot be sent to CHATMRPT_OTLP_URL.").Because(err)
	}
	figures, err := otlpmetrichttp.New(ctx, otlpmetrichttp.WithEndpointURL(at.JoinPath("v1/metrics").String()))
	if err != nil {
		return nil, schemaregistry.Fail("bad_collector", "Metrics cannot be sent to CHATMRPT_OTLP_URL.").Because(err)
	}
	of := resource.NewSchemaless(attribute.String("service.name", "chatmrpt"), attribute.String("service.version", version))
	c := &collector{metrics: metric.NewPeriodicReader(figures), traces: trace.NewTracerProvider(trace.WithBatcher(spans), trace.WithResource(of))}
	otel.SetTracerProvider(c.traces)
	return c, nil
}

// readers are who is given the metrics.
func (c *collector) readers() []metric.Reader {
	if c == nil {
		return nil
	}
	return []metric.Reader{c.metrics}
}

// close sends what is left.
func (c *collector) close(ctx context.Context) error {
	if c == nil {
		return nil
	}
	return errors.Join(c.traces.Shutdown(ctx), c.metrics.Shutdown(ctx))
}
