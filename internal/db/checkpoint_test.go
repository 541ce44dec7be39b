package db_test

import (
	"context"
	"testing"
	"time"

	"consigne/internal/store/storetest"
)

// fill writes so many MiB into the log, in as many commits.
func (l ledger) fill(mebibytes int) {
	for range mebibytes {
		storetest.Check(l.t, l.Exec(l.t.Context(), "test", `UPDATE lines SET pad = randomblob(1048576)`))
	}
}

// beginsAnew writes until the log is short, and fails when it stays long.
func (l ledger) beginsAnew() {
	l.t.Helper()
	size, left := 0, 0
	for range 100 {
		l.fill(1)
		var err error
		if size, left, err = l.Log(l.t.Context()); err != nil {
			l.t.Fatal(err)
		}
		if size < 4096 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	l.t.Errorf("the log still has %d pages, of which %d are not copied", size, left)
}

// The log is copied into the database and begins anew, once the reads that hold it have ended.
func TestTheLogIsCopied(t *testing.T) {
	t.Parallel()
	l := newLedger(t)
	storetest.Check(t, l.add(t.Context(), "one"))
	l.fill(48)
	l.beginsAnew()
	storetest.Check(t, l.Snapshot(t.Context(), func(ctx context.Context) error {
		before, err := l.Count(ctx, "test", `SELECT n FROM counter`)
		l.fill(24)
		storetest.Check(t, l.Exec(context.Background(), "test", `UPDATE counter SET n = n + 1`))
		time.Sleep(200 * time.Millisecond)
		if size, _, err := l.Log(t.Context()); err != nil || size < 24*256 {
			t.Errorf("%d pages while they are read, %v", size, err)
		}
		if after, err := l.Count(ctx, "test", `SELECT n FROM counter`); err != nil || after != before {
			t.Errorf("%d and later %d, %v", before, after, err)
		}
		return err
	}))
	l.beginsAnew()
	if n, err := l.Count(t.Context(), "test", `SELECT LENGTH(pad) FROM lines`); err != nil || n != 1<<20 {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// The restart of the log waits for a reader that ends soon, and not for one that does not.
func TestARestartOfTheLogWaitsForReaders(t *testing.T) {
	t.Parallel()
	for long, anew := range map[time.Duration]bool{10 * time.Millisecond: true, 3 * time.Second: false} {
		l := newLedger(t)
		ctx := t.Context()
		storetest.Check(t, l.add(ctx, "one"))
		l.fill(4)
		reading, done := make(chan struct{}), make(chan error)
		go func() {
			done <- l.Snapshot(ctx, func(ctx context.Context) error {
				_, err := l.Count(ctx, "test", `SELECT n FROM counter`)
				close(reading)
				time.Sleep(long)
				return err
			})
		}()
		<-reading
		storetest.Check(t, l.Exec(ctx, "test", `UPDATE counter SET n = n + 1`))
		began := time.Now()
		storetest.Check(t, l.RestartLog(ctx))
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("the restart took %v", took)
		}
		storetest.Check(t, l.Exec(ctx, "test", `UPDATE counter SET n = n + 1`))
		if size, _, err := l.Log(ctx); err != nil || (size < 1000) != anew {
			t.Errorf("with a reader for %v, the log has %d pages, %v", long, size, err)
		}
		storetest.Check(t, <-done)
		var timeout int
		storetest.Check(t, l.Writer(ctx).QueryRowContext(ctx, `PRAGMA busy_timeout`).Scan(&timeout))
		if timeout != 10_000 {
			t.Errorf("waits %d ms for other processes", timeout)
		}
	}
}

// A log that begins anew with one large commit is copied as any other, however long it was before.
func TestTheLogIsCopiedAgainAfterALongOne(t *testing.T) {
	t.Parallel()
	l := newLedger(t)
	storetest.Check(t, l.add(t.Context(), "one"))
	storetest.Check(t, l.Snapshot(t.Context(), func(ctx context.Context) error {
		_, err := l.Count(ctx, "test", `SELECT n FROM counter`)
		l.fill(64)
		time.Sleep(200 * time.Millisecond) // for the log to be looked at
		l.fill(1)
		return err
	}))
	storetest.Check(t, l.RestartLog(t.Context()))
	storetest.Check(t, l.Atomically(t.Context(), func(ctx context.Context) error {
		return l.Exec(ctx, "test", `UPDATE lines SET pad = randomblob(41943040)`)
	}))
	size, left := 0, 0
	for range 60 {
		var err error
		if size, left, err = l.Log(t.Context()); err != nil || size > 12_000 {
			t.Fatalf("the log has %d pages, %v", size, err)
		}
		if left <= 1024 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("of %d pages of the log, %d are not copied", size, left)
}
