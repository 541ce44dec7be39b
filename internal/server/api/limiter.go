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

// wait counts a call, and returns 0 if it may go on. Otherwise it returns how long the caller has to wait.
func (l *limiter) wait(address string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	left := l.leftOf(network.Of(address), now)
	if left == 0 {
		l.count(network.Of(address), now)
	}
	return left
}

// left returns how long a caller has to wait, or 0, and counts nothing.
func (l *limiter) left(address string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.leftOf(network.Of(address), now)
}

// add counts a call.
func (l *limiter) add(address string, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count(network.Of(address), now)
}

func (l *limiter) over(now time.Time) bool { return now.Sub(l.began).Abs() >= l.window }

func (l *limiter) leftOf(caller string, now time.Time) time.Duration {
	if l.over(now) || l.calls[caller] < l.most {
		return 0
	}
	return max(l.began.Add(l.window).Sub(now), time.Second)
}

func (l *limiter) count(caller string, now time.Time) {
	if l.over(now) || (len(l.calls) >= l.room && l.calls[caller] == 0) {
		l.began, l.calls = now, map[string]int{}
	}
	l.calls[caller]++
}
