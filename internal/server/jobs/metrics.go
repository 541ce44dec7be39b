package jobs

import (
	"log/slog"
	"time"
)

// Metrics receives the events of the jobs.
type Metrics interface {
	JobStarts(job string, interval time.Duration)
	// JobRan is not called for a run that was cut short because the node stops.
	JobRan(job string, took time.Duration, err error)
}

// Log is where the jobs report.
type Log struct {
	*slog.Logger
	Metrics Metrics // nil: nothing is measured
}
