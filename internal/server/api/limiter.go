package api

import (
	"sync"
	"time"

	"consigne/internal/kernel/network"
)

// limiter counts calls by network and refuses those beyond a number in a window. When it holds more networks than it
// has room for, it forgets all of them, which bounds its memory.
type limiter struct {
	most   int
	window time.Duration
	room   int

	mu    sync.Mutex
	began time.Time
	calls map[string]int
}

// wait returns how long a caller has to wait, or 0 if the call may go on.
func (l *limiter) wait(address string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	caller := network.Of(address)
	if now.Sub(l.began).Abs() >= l.window || (len(l.calls) >= l.room && l.calls[caller] == 0) {
		l.began, l.calls = now, map[string]int{}
	}
	if l.calls[caller] >= l.most {
		return max(l.began.Add(l.window).Sub(now), time.Second)
	}
	l.calls[caller]++
	return 0
}
