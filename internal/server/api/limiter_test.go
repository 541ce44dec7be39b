package api

import (
	"fmt"
	"testing"
	"time"
)

// However many networks call, the limiter holds a bounded number of them.
func TestLimiterIsBounded(t *testing.T) {
	l := &limiter{most: 2, window: time.Minute, room: 100}
	now := time.Now()
	for i := range 1000 {
		if wait := l.wait(fmt.Sprintf("2001:db8:%x::1", i), now); wait != 0 {
			t.Fatalf("network %d waits %v", i, wait)
		}
		if len(l.calls) > 100 {
			t.Fatalf("%d networks are remembered", len(l.calls))
		}
	}
	for _, same := range []string{"192.0.2.1", "::ffff:192.0.2.1"} {
		if l.wait(same, now) != 0 {
			t.Errorf("%s waits", same)
		}
	}
	if wait := l.wait("192.0.2.1", now.Add(20*time.Second)); wait != 40*time.Second {
		t.Errorf("the third of an address waits %v", wait)
	}
	if wait := l.wait("192.0.2.1", now.Add(-time.Hour)); wait != 0 {
		t.Errorf("of a clock that went back: %v", wait)
	}
}
