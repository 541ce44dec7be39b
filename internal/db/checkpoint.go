package db

import (
	"context"
	"database/sql"
	"time"
)

// Sizes of SQLite's write-ahead log in pages of 4 KiB.
const (
	walPages = 4096         // it is copied into the database from then on
	walMost  = 8 * walPages // writes wait for readers from then on, for cutWait
	walStep  = walPages / 4 // what may be left for the writer to copy, and what is waited for before another try

	walPause = 50 * time.Millisecond // between two looks at the log while there are writes
)

// checkpoints copies SQLite's write-ahead log into the database, on a connection of its own. SQLite would do so within a
// commit, which would wait for it, and the callers behind it.
type checkpoints struct {
	on    *sql.DB // one connection, opened when it is first needed
	write *sql.DB
	next  int // pages at which to copy

	wake chan struct{}
	stop context.CancelFunc
	done chan struct{}
}

func newCheckpoints(on, write *sql.DB) *checkpoints {
	on.SetMaxOpenConns(1)
	ctx, stop := context.WithCancel(context.Background())
	c := &checkpoints{on: on, write: write, next: walPages, wake: make(chan struct{}, 1), stop: stop, done: make(chan struct{})}
	go c.run(ctx)
	return c
}

// wrote has the log looked at, because it may have grown. The receiver is nil on PostgreSQL.
func (c *checkpoints) wrote() {
	if c == nil {
		return
	}
	select {
	case c.wake <- struct{}{}:
	default: // it will be looked at
	}
}

// close ends the copying. What is left in the log is copied by SQLite when the last connection closes, or stays valid there.
func (c *checkpoints) close() error {
	c.stop()
	<-c.done
	return c.on.Close()
}

func (c *checkpoints) run(ctx context.Context) {
	defer close(c.done)
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
		// An error is not reported: the next look tries again, and a disk that fails or is full fails the commits.
		_ = c.look(ctx)
		select {
		case <-ctx.Done():
			return
		case <-time.After(walPause):
		}
	}
}

// look copies the log if it is long enough.
func (c *checkpoints) look(ctx context.Context) error {
	size, left, err := checkpoint(ctx, c.on, "NOOP")
	if err != nil {
		return err
	}
	if size < c.next-walStep { // the log began anew since
		c.next = walPages
	}
	if size < c.next {
		return nil
	}
	for before := size + 1; left > walStep && left < before; { // what is written meanwhile is copied in its turn
		before = left
		if size, left, err = checkpoint(ctx, c.on, "PASSIVE"); err != nil {
			return err
		}
	}
	// The next write begins the log anew if all of it is copied and nobody reads in it any more. So the rest is copied while
	// nobody writes.
	c.next = size + walStep
	if size < walMost {
		_, _, err = checkpoint(ctx, c.write, "PASSIVE")
		return err
	}
	return c.restart(ctx)
}

// restart copies the rest of the log and waits a moment for its readers to end, while nobody writes. Without it, readers
// whose reads overlap all the time would let the log grow without end.
func (c *checkpoints) restart(ctx context.Context) error {
	_, err := checkpointAlone(ctx, c.write, "RESTART")
	return err
}

// checkpoint runs one of SQLite's checkpoints, and returns how many pages the log has and how many of them are not copied yet.
func checkpoint(ctx context.Context, on Querier, mode string) (size, left int, err error) {
	var busy, copied int
	if err := on.QueryRowContext(ctx, `PRAGMA wal_checkpoint(`+mode+`)`).Scan(&busy, &size, &copied); err != nil {
		return 0, 0, err
	}
	return size, size - copied, nil
}
