package db

import (
	"context"
	"testing"
	"time"
)

// One takes the turn at a time; who waits behind one that holds it for longer than the limit goes on without it, and
// then gives back nothing.
func TestTurn(t *testing.T) {
	line := newTurn()
	holder := line.take(t.Context())
	began := time.Now()
	impatient := line.take(t.Context())
	if waited := time.Since(began); waited < turnLimit/2 {
		t.Errorf("waited for %v", waited)
	}
	impatient()
	if len(line.free) != 0 {
		t.Fatal("who never had the turn gave it back")
	}
	holder()
	holder()
	if len(line.free) != 1 {
		t.Fatal("the turn was not given back once")
	}
	next := line.take(t.Context())
	if len(line.free) != 0 {
		t.Error("the turn was free and not taken")
	}
	next()
	turn{}.take(t.Context())() // SQLite's transactions need none
}

// However many wait, each gets the turn as long as nobody holds it for longer than the limit.
func TestTurnOfMany(t *testing.T) {
	line := newTurn()
	const each, many = turnLimit / 5, 15 // the last waits for three times the limit
	done := make(chan struct{}, many)
	var within, most int // guarded by the turn itself: the race detector sees two that hold it at once
	for range many {
		go func() {
			give := line.take(t.Context())
			within++
			most = max(most, within)
			time.Sleep(each)
			within--
			give()
			done <- struct{}{}
		}()
	}
	for range many {
		<-done
	}
	if most != 1 {
		t.Errorf("%d held the turn at once", most)
	}
}

// A call that has ended does not go on waiting.
func TestTurnOfAnEndedCall(t *testing.T) {
	line := newTurn()
	defer line.take(t.Context())()
	ended, end := context.WithCancel(t.Context())
	end()
	began := time.Now()
	line.take(ended)()
	if waited := time.Since(began); waited > turnLimit/2 {
		t.Errorf("waited for %v", waited)
	}
}
