package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"consigne/internal/kernel/transaction"
)

// A group is committed once it has so many transactions or is so old, so that its first one waits little. The time is
// looked at between two transactions.
const (
	groupSize = 16
	groupTime = 10 * time.Millisecond
)

// group is one transaction of SQLite for several callers: their transactions run in it one after another and share its
// commit, which waits for the disk and costs as much as many statements. Each runs in the goroutine and with the context
// of its caller, who learns the outcome after the commit.
//
// There are no savepoints in between. When a transaction fails after it has written, the whole group is rolled back, and
// each of the others runs again alone, as does the one that failed, unless it was the first to write: what it read is
// undone too. Nobody but the caller whose turn it is uses the fields; err is read once ended is closed.
type group struct {
	tx     *sql.Tx
	unbind context.CancelFunc // ends the context of tx
	began  time.Time
	size   int
	wrote  bool // what the transactions to come read may be undone

	ended chan struct{} // closed when the group is committed or rolled back
	err   error         // why it is not committed: errAlone, or why its commit failed
}

// errAlone makes a transaction run again by itself, because the group that it was in was rolled back.
var errAlone = errors.New("the group was rolled back")

// sharesCommit reports whether the transactions of ctx may share their commits. Long ones may not: others would wait for
// them.
func (d *DB) sharesCommit(ctx context.Context) bool {
	return d.engine == engineSQLite && ctx.Value(withoutTimeoutsKey{}) == nil && ctx.Value(readCommittedKey{}) == nil
}

// inGroup runs act as a transaction of a group. It returns errAlone, or errNeedsSavepoints, when act has to run again by
// itself.
func (d *DB) inGroup(ctx context.Context, act func(ctx context.Context) error) error {
	g, err := d.line.join(ctx)
	if err == nil && g == nil {
		if g, err = d.beginGroup(ctx); err != nil {
			d.line.pass(nil)
		}
	}
	if err == nil && ctx.Err() != nil { // a statement with this context would end the whole group
		err = ctx.Err()
		d.goOn(g)
	}
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	d.begun.Add(1)
	g.size++
	a, follows, ended := &txRun{tx: g.tx, ctx: ctx}, g.wrote, false
	defer func() {
		if !ended { // act panicked
			d.finish(g, a.writes > 0, a.writes > 0 || a.aborted != nil)
		}
	}()
	// The context ends with act, because a later statement would be one of another caller's transaction.
	within, end := context.WithCancel(ctx)
	defer end()
	within, committed := transaction.Begin(context.WithValue(within, nestingKey{}, nesting{txRun: a}))
	err = act(within)
	ended = true
	end()
	// What act ignored counts all the same, and nothing is stored for a caller who is gone.
	err = cmp.Or(a.aborted, err, ctx.Err())
	undo := a.aborted != nil || err != nil && a.writes > 0
	stores := err == nil && a.writes > 0
	a.aborted = cmp.Or(a.aborted, sql.ErrTxDone) // a later statement ends nothing
	d.finish(g, stores, undo)
	if follows || stores {
		<-g.ended
		switch {
		case g.err == nil:
		case stores:
			return g.err
		case errors.Is(err, errNeedsSavepoints):
			return err
		default: // err may follow from what is undone; alone, a context that has ended gives its own
			return errAlone
		}
	}
	if err == nil {
		committed()
	}
	return err
}

// beginGroup begins a group. ctx bounds the wait for the writer; the group outlives it.
func (d *DB) beginGroup(ctx context.Context) (*group, error) {
	own, unbind := context.WithCancel(context.WithoutCancel(ctx))
	bound := context.AfterFunc(ctx, unbind)
	tx, err := d.write.BeginTx(own, nil)
	if !bound() && err == nil { // ctx ended meanwhile, and own with it
		_ = tx.Rollback()
		err = ctx.Err()
	}
	if err != nil {
		unbind()
		return nil, cut(ctx, err)
	}
	return &group{tx: tx, unbind: unbind, began: time.Now(), ended: make(chan struct{})}, nil
}

// finish ends a transaction of the group: undo rolls the group back; else the next transaction goes on.
func (d *DB) finish(g *group, wrote, undo bool) {
	if undo {
		_ = g.tx.Rollback() // an aborted transaction has done so
		d.endGroup(g, errAlone)
		return
	}
	g.wrote = g.wrote || wrote
	d.goOn(g)
}

// goOn passes the group to the next transaction that waits, or commits it.
func (d *DB) goOn(g *group) {
	if g.size < groupSize && time.Since(g.began) < d.line.longest && d.line.pass(g) {
		return
	}
	err := g.tx.Commit()
	d.checkpoints.wrote()
	if err != nil {
		err = fmt.Errorf("commit: %w", err)
	}
	d.endGroup(g, err)
}

func (d *DB) endGroup(g *group, err error) {
	g.err = err
	g.unbind()
	close(g.ended)
	d.line.pass(nil)
}

// line is the callers who wait to run their transactions, in the order in which they came. One at a time has the turn.
type line struct {
	longest time.Duration // of a group: groupTime, but in tests

	mu      sync.Mutex
	taken   bool
	waiting []chan *group
}

// join waits for the turn and returns the group to go on with, or nil to begin one. Whoever has the turn has to pass it on.
func (l *line) join(ctx context.Context) (*group, error) {
	l.mu.Lock()
	if !l.taken {
		l.taken = true
		l.mu.Unlock()
		return nil, nil
	}
	turn := make(chan *group, 1)
	l.waiting = append(l.waiting, turn)
	l.mu.Unlock()
	select {
	case g := <-turn:
		return g, nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	i := slices.Index(l.waiting, turn)
	if i >= 0 {
		l.waiting = slices.Delete(l.waiting, i, i+1)
	}
	l.mu.Unlock()
	if i < 0 { // the turn came at the same time
		return <-turn, nil
	}
	return nil, ctx.Err()
}

// pass gives the turn, with the open group if there is one, to whoever waits for it. With a group it reports whether
// there was somebody; without one, nobody has the turn any more.
func (l *line) pass(g *group) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		l.taken = g != nil
		return false
	}
	l.waiting[0] <- g
	l.waiting = slices.Delete(l.waiting, 0, 1)
	return true
}
