package field

import (
	"context"
	"time"
)

// What a station may say to a node in a turn: a hundred doors that all moved, twice. Beyond
// it is in a loop, and would take the database and the log from the others.
const (
	turn        = 10 * time.Second
	mostPerTurn = 200
)

// turns count what each station said in the turn that ends then.
type turns struct {
	end  time.Time
	said map[int64]int
}

// mayTalk is false for a station that has said its share; the log tells it once a turn.
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
