package storetest

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Race runs n concurrent calls and returns how many of them returned true.
func Race(n int, call func() bool) int {
	var wins atomic.Int64
	var group sync.WaitGroup
	start := make(chan struct{})
	for range n {
		group.Go(func() {
			<-start
			if call() {
				wins.Add(1)
			}
		})
	}
	close(start)
	group.Wait()
	return int(wins.Load())
}

func Check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Must returns the id, or fails the test if there is an error.
func Must(t testing.TB) func(int64, error) int64 {
	return func(id int64, err error) int64 {
		t.Helper()
		Check(t, err)
		return id
	}
}

// Now is a whole second, because the database stores milliseconds.
var Now = time.Date(2026, 3, 10, 8, 30, 0, 0, time.UTC)

// Fixed is a clock that stands still.
type Fixed time.Time

// Now implements clock.Clock.
func (f Fixed) Now() time.Time { return time.Time(f) }

// Clock is a clock that a test sets.
type Clock struct{ time.Time }

// Now implements clock.Clock.
func (c *Clock) Now() time.Time { return c.Time }
