// Package observe makes a node observable: metrics for Prometheus, traces for an OTLP collector, and log lines with
// the id of their trace.
//
// None of it contains personal data: the values of labels come from closed lists, and a span holds a route, a status
// and SQL without its values.
package observe

import (
	"errors"
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/trace"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/machines/webhook"
)

// Node holds the metrics of one node since its start.
type Node struct {
	registry    *prometheus.Registry
	tracer      trace.Tracer
	requests    *prometheus.HistogramVec
	inFlight    prometheus.Gauge
	jobs        *prometheus.HistogramVec
	jobInterval *prometheus.GaugeVec
	jobSuccess  *prometheus.GaugeVec
	calls       *prometheus.HistogramVec
	mails       *prometheus.CounterVec
	work        *prometheus.CounterVec
	webhooks    *prometheus.HistogramVec
}

// New returns a Node that traces requests and calls to the payment provider with that tracer provider.
func New(version string, tracing trace.TracerProvider) *Node {
	n := &Node{
		registry: prometheus.NewRegistry(),
		tracer:   tracing.Tracer("consigne"),
		requests: histogram("consigne_http_request_duration_seconds", "Time that an answer took.",
			[]float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}, "method", "route", "status"),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "consigne_http_requests_in_flight",
			Help: "Requests being answered.",
		}),
		jobs: histogram("consigne_job_duration_seconds", "Time that a run of a job took.",
			[]float64{.01, .1, 1, 10, 60, 600}, task, "outcome"),
		jobInterval: gauges("consigne_job_interval_seconds", "Time between two runs of a job.", task),
		jobSuccess: gauges("consigne_job_last_success_timestamp_seconds",
			"When a job last succeeded on this node; at first, when it began.", task),
		calls: histogram("consigne_provider_call_duration_seconds", "Time that the payment provider took to answer.",
			[]float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 20}, "operation", "outcome"),
		mails: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "consigne_mails_total",
			Help: "Attempts to send a mail.",
		}, []string{"outcome"}),
		work: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "consigne_work_items_total",
			Help: "Items of background work that were tried; parked: for the last time.",
		}, []string{"kind", "outcome"}),
	}
	n.webhooks = histogram("consigne_webhook_call_duration_seconds", "Time that a call of an operator's system took.",
		[]float64{.01, .05, .1, .25, .5, 1, 2.5, 5, 10}, "outcome")
	build := gauges("consigne_build_info", "Always 1.", "version", "goversion")
	build.WithLabelValues(version, runtime.Version()).Set(1)
	n.registry.MustRegister(n.requests, n.inFlight, n.jobs, n.jobInterval, n.jobSuccess, n.calls, n.mails, n.work,
		n.webhooks, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	n.begin()
	return n
}

// begin creates the series that alerts use with value 0: Prometheus does not see an increase of a series that did not
// exist before.
func (n *Node) begin() {
	for _, outcome := range []string{mailSent, mailFailed, mailAbandoned} {
		n.mails.WithLabelValues(outcome)
	}
	for _, kind := range queue.Kinds {
		for _, outcome := range queue.Outcomes {
			n.work.WithLabelValues(string(kind), string(outcome))
		}
	}
	for _, problem := range append(webhook.Problems(), webhook.NoProblem) {
		n.webhooks.WithLabelValues(webhookOutcome(problem))
	}
	for _, operation := range operations {
		n.calls.WithLabelValues(operation, callFailed)
	}
}

// Handler serves /metrics.
func (n *Node) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(n.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4}))
	return mux
}

// Gauge exports a number that is read on each scrape: the state of a component, such as whether its link is up.
func (n *Node) Gauge(name, help string, read func() float64) {
	n.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, read))
}

// counter exports a number that only grows and is read on each scrape.
func (n *Node) counter(name, help string, read func() float64) {
	n.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, read))
}

// JobStarts implements jobs.Metrics.
func (n *Node) JobStarts(job string, interval time.Duration) {
	n.jobInterval.WithLabelValues(job).Set(interval.Seconds())
	n.jobSuccess.WithLabelValues(job).SetToCurrentTime() // so that alerts give the first run as much time as later ones
	n.jobs.WithLabelValues(job, outcomeOf(nil))
	n.jobs.WithLabelValues(job, callFailed)
	n.jobs.WithLabelValues(job, jobPanicked)
}

// JobRan implements jobs.Metrics.
func (n *Node) JobRan(job string, took time.Duration, err error) {
	outcome := outcomeOf(err)
	if _, panicked := errors.AsType[*queue.PanicError](err); panicked {
		outcome = jobPanicked
	}
	n.jobs.WithLabelValues(job, outcome).Observe(took.Seconds())
	if err == nil {
		n.jobSuccess.WithLabelValues(job).SetToCurrentTime()
	}
}

// Called implements webhook.Metrics.
func (n *Node) Called(problem webhook.Problem, took time.Duration) {
	n.webhooks.WithLabelValues(webhookOutcome(problem)).Observe(took.Seconds())
}

func webhookOutcome(problem webhook.Problem) string {
	if problem == webhook.NoProblem {
		return outcomeOf(nil)
	}
	return string(problem)
}

// task is the label that holds the name of a job: Prometheus reserves « job » for itself.
const task = "task"

// callFailed is the outcome of a call that failed or whose outcome is unknown.
const callFailed = "error"

// jobPanicked is the outcome of a job's run that panicked.
const jobPanicked = "panic"

func outcomeOf(err error) string {
	if err != nil {
		return callFailed
	}
	return "ok"
}

// statusClass returns "2xx" for 204, and "none" for 0: the connection was cut before an answer.
func statusClass(status int) string {
	if status == 0 {
		return "none"
	}
	return strconv.Itoa(status/100) + "xx"
}

func histogram(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
}

func gauges(name, help string, labels ...string) *prometheus.GaugeVec {
	return prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, labels)
}
