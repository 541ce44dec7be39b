package queue_test

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/kernel/clock"
)

// losingStore is a store that panics once an item is done.
type losingStore struct {
	queue.Store
	claimed atomic.Bool
}

func (s *losingStore) ClaimWork(context.Context, queue.Claim) ([]queue.Item, error) {
	if s.claimed.Swap(true) {
		return nil, nil
	}
	return []queue.Item{{ID: 1}}, nil
}

func (*losingStore) FinishWork(context.Context, queue.Kind, string, []int64) error { panic("torn") }

// A panic outside of what an item does fails the round, and does not end the process.
func TestAPanicOfTheQueueItselfFailsTheRound(t *testing.T) {
	runner := queue.NewRunner(&losingStore{}, clock.System{}, slog.New(slog.DiscardHandler), nil)
	err := runner.Run(t.Context(),
		queue.Work{Kind: queue.Mails, AtOnce: 2, Do: func(context.Context, int64) error { return nil }})
	if panicked, ok := errors.AsType[*queue.PanicError](err); !ok || panicked.Value != "torn" || len(panicked.Stack) == 0 {
		t.Errorf("the round says %v", err)
	}
}

func TestDelay(t *testing.T) {
	usual, mails := queue.Work{}, queue.Work{Delays: []time.Duration{time.Minute, 6 * time.Hour}}
	for name, c := range map[string]struct {
		work     queue.Work
		failures int
		chance   float64
		wait     time.Duration
		parked   bool
	}{
		"the first failure":               {usual, 1, 0, 30 * time.Second, false},
		"shortened by chance":             {usual, 1, 1, 24 * time.Second, false},
		"the longest wait":                {usual, 7, 0, 30 * time.Minute, false},
		"the eighth parks":                {usual, 8, 0, 0, true},
		"once more, by a person, as well": {usual, 9, 0.5, 0, true},
		"waits of its own":                {mails, 2, 0, 6 * time.Hour, false},
		"and an end of its own":           {mails, 3, 0, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			if wait, again := c.work.Delay(c.failures, c.chance); wait != c.wait || again == c.parked {
				t.Errorf("%v, %v", wait, again)
			}
		})
	}
}

// From one failure to the next, waits never get shorter by more than a fifth; they are never zero; and
// after the last delay the item is parked.
func TestDelaysGrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chance := rapid.Float64Range(0, 1)
		before := time.Duration(0)
		failures := 1
		for ; ; failures++ {
			wait, again := queue.Work{}.Delay(failures, chance.Draw(t, "chance"))
			if !again {
				break
			}
			if wait <= 0 || wait < before*4/5 {
				t.Fatalf("failure %d waits %v after %v", failures, wait, before)
			}
			before = wait
		}
		if failures != 8 {
			t.Fatalf("parked after %d failures", failures)
		}
	})
}
