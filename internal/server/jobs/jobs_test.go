package jobs

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"consigne/internal/domain/machines/queue"
)

// recordedRuns counts what the metrics are told.
type recordedRuns struct{ panics, fine int }

func (*recordedRuns) JobStarts(string, time.Duration) {}

func (w *recordedRuns) JobRan(_ string, _ time.Duration, err error) {
	if _, panicked := errors.AsType[*queue.PanicError](err); panicked {
		w.panics++
	} else if err == nil {
		w.fine++
	}
}

// A job that panics logs the stack, is counted, and runs again.
func TestAPanicDoesNotEndAJob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, metrics, runs := &bytes.Buffer{}, &recordedRuns{}, 0
		ctx, stop := context.WithCancel(t.Context())
		reports := Log{slog.New(slog.NewJSONHandler(log, nil)), metrics}
		go every(ctx, reports, "essai", time.Minute, func(context.Context) error {
			if runs++; runs == 1 {
				panic("nobody thought of this")
			}
			return nil
		})
		time.Sleep(2*time.Minute + time.Second)
		stop()
		synctest.Wait()
		if runs != 3 || metrics.panics != 1 || metrics.fine != 2 {
			t.Errorf("%d runs, told %+v", runs, *metrics)
		}
		if text := log.String(); !strings.Contains(text, `"job":"essai"`) ||
			!strings.Contains(text, "TestAPanicDoesNotEndAJob") {
			t.Errorf("log: %s", text)
		}
	})
}
