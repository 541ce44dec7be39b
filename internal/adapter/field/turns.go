package field

import (
	"context"
	"time"
)

// A station may send a node mostPerTurn messages in each turn: enough for a hundred doors that all moved twice. A
// station that sends more is in a loop, and would slow down the database and fill the log.
const (
	turn        = 10 * time.Second
	mostPerTurn = 200
)

// turns counts the messages of each station in the turn that ends at end.
type turns struct {
	end  time.Time
	said map[int64]int
}

// mayTalk reports whether a station is within its number of messages for this turn. The first message beyond it is
// logged, once a turn.
func (l *Link) mayTalk(ctx context.Context, stationID int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); now.After(l.turns.end) {
		l.turns = turns{end: now.Add(turn), said: map[int64]int{}}
	}
	l.turns.said[stationID]++
	if l.turns.said[stationID] == mostPerTurn+1 {
		l.log.WarnContext(ctx, "a station talks too much: what it says is dropped for some seconds", "station", stationID)
	}
	return l.turns.said[stationID] <= mostPerTurn
}
