package db

import (
	"context"
	"sync/atomic"
	"time"
)

// turnLimit is how long a transaction may hold the turn while others wait for it.
const turnLimit = 100 * time.Millisecond

// turn lets the transactions of a node on PostgreSQL run one after another.
//
// PostgreSQL finds conflicts between serializable transactions by the pages of indexes that they read and write. The
// newest stays share their pages, so that two stays that begin at the same time conflict, whatever their lockers are:
// of eight callers at once most lost, several times in a row. The database goes on deciding races: the turn only avoids
// those that both could have won. So while one transaction holds the turn for longer than turnLimit, because it is long
// or waits for a lock, others run all the same. How many wait does not matter: on a busy machine, transactions that
// stop waiting conflict, run again, and make it busier. The zero value lets all run at once.
type turn struct {
	free  chan struct{}
	taken *atomic.Int64 // when the turn was last taken, in Unix nanoseconds
}

func newTurn() turn {
	t := turn{free: make(chan struct{}, 1), taken: new(atomic.Int64)}
	t.free <- struct{}{}
	return t
}

// take waits for the turn, at most until the context ends. The function that it returns gives the turn back; it may be
// called more than once.
func (t turn) take(ctx context.Context) (give func()) {
	if t.free == nil {
		return func() {}
	}
	limit := time.NewTimer(turnLimit)
	defer limit.Stop()
	for {
		select {
		case <-t.free:
			t.taken.Store(time.Now().UnixNano())
			given := false
			return func() {
				if !given {
					given = true
					t.free <- struct{}{}
				}
			}
		case <-ctx.Done():
			return func() {}
		case <-limit.C:
		}
		held := time.Since(time.Unix(0, t.taken.Load()))
		if held >= turnLimit {
			return func() {}
		}
		limit.Reset(turnLimit - held)
	}
}
