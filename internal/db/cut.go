package db

import (
	"context"
	"sync/atomic"
	"time"

	"consigne/internal/kernel/transaction"
)

// SQLite overwrites what is deleted in its file (secure_delete), but its write-ahead log keeps the pages as they were
// before, until it is cut. That is done soon after an erasure, and once a minute for all else that is deleted or
// changed.
const (
	cutEvery = time.Minute
	cutAgain = 5 * time.Second // after a cut that a reader prevented
	cutWait  = "100"           // milliseconds for which writes wait for readers of the log
)

// cuts describes when SQLite's log is cut next.
type cuts struct {
	soon atomic.Bool
	next time.Time // used by CutLog alone
}

// CutSoon has the log cut soon after the transaction of ctx is committed, because it has erased something.
func (d *DB) CutSoon(ctx context.Context) {
	transaction.AfterCommit(ctx, func() { d.cuts.soon.Store(true) })
}

// CutLog copies SQLite's log into the database and empties its file, when that is due. A reader that goes on for longer
// than a moment prevents it: then the log is cut by a later call. One caller at a time may call it, every second.
func (d *DB) CutLog(ctx context.Context) error {
	now := time.Now()
	if d.engine != engineSQLite || now.Before(d.cuts.next) && !d.cuts.soon.Load() {
		return nil
	}
	d.cuts.soon.Store(false) // before: what is committed meanwhile may come too late for this cut
	cut, err := d.cutLog(ctx)
	d.cuts.next = now.Add(cutEvery)
	if !cut {
		d.cuts.next = now.Add(cutAgain)
	}
	return err
}

// cutLog reports whether the log is empty now.
func (d *DB) cutLog(ctx context.Context) (done bool, err error) {
	// Most of it is copied beside the writes, so that these wait for little.
	if _, err := checkpoint(ctx, d.read, "PASSIVE"); err != nil {
		return false, err
	}
	writer, err := d.write.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = writer.Close() }()
	if _, err := writer.ExecContext(ctx, `PRAGMA busy_timeout = `+cutWait); err != nil {
		return false, err
	}
	done, err = checkpoint(ctx, writer, "TRUNCATE")
	if _, undone := writer.ExecContext(context.WithoutCancel(ctx), `PRAGMA busy_timeout = `+busyTimeout); err == nil {
		err = undone
	}
	return done, err
}

func checkpoint(ctx context.Context, on Querier, mode string) (done bool, err error) {
	var busy, size, copied int
	err = on.QueryRowContext(ctx, `PRAGMA wal_checkpoint(`+mode+`)`).Scan(&busy, &size, &copied)
	return err == nil && busy == 0, err
}
