// Package observe makes a node visible: metrics that Prometheus reads, traces that go to
// an OTLP collector, and log lines that lead from one to the other.
//
// Nothing it shows tells of a person: labels come from closed lists, and a span holds a
// route, a status and SQL without its values.
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

	"consigne/internal/domain/queue"
)

// Node is what is counted of one node since its start.
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
}

// New returns a node whose requests and calls to the provider are traced there.
func New(version string, traces trace.TracerProvider) *Node {
	n := &Node{
		registry: prometheus.NewRegistry(),
		tracer:   traces.Tracer("consigne"),
		requests: histogram("consigne_http_request_duration_seconds", "Time that an answer took.",
			[]float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}, "method", "route", "status"),
		inFlight:    prometheus.NewGauge(prometheus.GaugeOpts{Name: "consigne_http_requests_in_flight", Help: "Requests being answered."}),
		jobs:        histogram("consigne_job_duration_seconds", "Time that a run of a job took.", []float64{.01, .1, 1, 10, 60, 600}, task, "outcome"),
		jobInterval: gauges("consigne_job_interval_seconds", "Time between two runs of a job.", task),
		jobSuccess:  gauges("consigne_job_last_success_timestamp_seconds", "When a job last succeeded on this node; at first, when it began.", task),
		calls: histogram("consigne_provider_call_duration_seconds", "Time that the payment provider took to answer.",
			[]float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 20}, "operation", "outcome"),
		mails: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "consigne_mails_total", Help: "Attempts to send a mail."}, []string{"outcome"}),
		work:  prometheus.NewCounterVec(prometheus.CounterOpts{Name: "consigne_work_items_total", Help: "Items of background work that were tried; parked: for the last time."}, []string{"kind", "outcome"}),
	}
	build := gauges("consigne_build_info", "Always 1.", "version", "goversion")
	build.WithLabelValues(version, runtime.Version()).Set(1)
	n.registry.MustRegister(n.requests, n.inFlight, n.jobs, n.jobInterval, n.jobSuccess, n.calls, n.mails, n.work, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	n.begin()
	return n
}

// begin makes the series that alerts look at: a rise from nothing is none to Prometheus.
func (n *Node) begin() {
	for _, outcome := range []string{mailSent, mailFailed, mailAbandoned} {
		n.mails.WithLabelValues(outcome)
	}
	for _, kind := range queue.Kinds {
		for _, outcome := range queue.Outcomes {
			n.work.WithLabelValues(string(kind), string(outcome))
		}
	}
	for _, operation := range operations {
		n.calls.WithLabelValues(operation, callFailed)
	}
}

// Handler answers what Prometheus asks.
func (n *Node) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(n.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4}))
	return mux
}

// Gauge shows a number that is read whenever Prometheus asks: what a part knows of
// itself, such as whether its link is up.
func (n *Node) Gauge(name, help string, read func() float64) {
	n.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, read))
}

// JobStarts implements jobs.Watcher.
func (n *Node) JobStarts(job string, interval time.Duration) {
	n.jobInterval.WithLabelValues(job).Set(interval.Seconds())
	n.jobSuccess.WithLabelValues(job).SetToCurrentTime() // an alert gives the first runs the same time as later ones
	n.jobs.WithLabelValues(job, outcomeOf(nil))
	n.jobs.WithLabelValues(job, callFailed)
	n.jobs.WithLabelValues(job, jobPanicked)
}

// JobRan implements jobs.Watcher.
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

// task is the label of a job: Prometheus keeps « job » for itself.
const task = "task"

// callFailed is the outcome of what nobody knows the end of, or that went wrong.
const callFailed = "error"

// jobPanicked is the outcome of a run of a job that panicked.
const jobPanicked = "panic"

func outcomeOf(err error) string {
	if err != nil {
		return callFailed
	}
	return "ok"
}

// statusClass is 2xx for 204, and none when the connection was cut before an answer.
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
