package db

import "time"

// turnLimit is how long a transaction waits for its turn.
const turnLimit = 100 * time.Millisecond

// turn lets the transactions of a node on PostgreSQL run one after another up to their commits, which may overlap.
//
// PostgreSQL finds conflicts between serializable transactions by the pages of indexes that they read and write. The
// newest stays share their pages, so that two stays that begin at the same time conflict, whatever their lockers are: of
// eight callers at once most lost, several times in a row. The database goes on deciding races: the turn only avoids
// those that both could have won. So a transaction that has waited for turnLimit, behind a long one or one that waits
// for a lock, runs all the same. The zero value lets all run at once.
type turn struct{ free chan struct{} }

func newTurn() turn {
	t := turn{free: make(chan struct{}, 1)}
	t.free <- struct{}{}
	return t
}

// take waits for the turn. The function that it returns gives the turn back; it may be called more than once.
func (t turn) take() (give func()) {
	if t.free == nil {
		return func() {}
	}
	limit := time.NewTimer(turnLimit)
	defer limit.Stop()
	select {
	case <-t.free:
	case <-limit.C:
		return func() {}
	}
	given := false
	return func() {
		if !given {
			given = true
			t.free <- struct{}{}
		}
	}
}
