package field

import (
	"context"
	"time"
)

// A station may send a node mostPerWindow messages in each window: enough for a hundred doors that all moved twice. A
// station that sends more is in a loop, and would slow down the database and fill the log.
const (
	rateWindow    = 10 * time.Second
	mostPerWindow = 200
)

// rateLimiter counts the messages of each station in the window that ends at end.
type rateLimiter struct {
	end    time.Time
	counts map[int64]int
}

// withinRate reports whether a station is within its number of messages for this window. The first message beyond it is
// logged, once a window.
func (l *Link) withinRate(ctx context.Context, stationID int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); now.After(l.rate.end) {
		l.rate = rateLimiter{end: now.Add(rateWindow), counts: map[int64]int{}}
	}
	l.rate.counts[stationID]++
	if l.rate.counts[stationID] == mostPerWindow+1 {
		l.log.WarnContext(ctx, "a station talks too much: what it says is dropped for some seconds", "station", stationID)
	}
	return l.rate.counts[stationID] <= mostPerWindow
}
