package db

import (
	"testing"
	"time"
)

// One takes the turn at a time; who has waited for the limit goes on without it, and then gives back nothing.
func TestTurn(t *testing.T) {
	line := newTurn()
	holder := line.take()
	began := time.Now()
	impatient := line.take()
	if waited := time.Since(began); waited < turnLimit {
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
	next := line.take()
	if len(line.free) != 0 {
		t.Error("the turn was free and not taken")
	}
	next()
	turn{}.take()() // SQLite's transactions need none
}
