package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"time"
)

// Methods that only show data read from a streaming replica, if there is one. They ask for it by
// taking their context from [DB.lists]. No service decides a write from what such a method
// returned; within a transaction, the method reads in the transaction.
//
// A user must see what they have just written: after a write, the API gives the client the
// primary's log position ([DB.Position]); the client sends it with its next calls, and the API
// applies it ([DB.After]).

const (
	maxLag      = 10 * time.Second // a replica further behind is not read
	pollPace    = 500 * time.Millisecond
	pollTimeout = time.Second
	askTimeout  = 300 * time.Millisecond // short, because the primary can answer the call instead
)

type replica struct {
	*postgres
	primary    *sql.DB
	migrations int
	tell       func(unused error)

	mu       sync.Mutex
	fit      bool
	replayed int64
	ahead    []logPosition // past positions of the primary that the replica has not reached, oldest first
}

// logPosition is a position in the primary's log, and when the primary was there.
type logPosition struct {
	at       time.Time
	position int64
}

// ReadFrom lets methods that only show data read from a streaming replica. tell is called with nil
// when the replica comes into use, and with the reason when it goes out of use.
func (d *DB) ReadFrom(url string, tell func(unused error)) error {
	if d.engine != enginePostgres {
		return errors.New("la base principale doit être PostgreSQL")
	}
	server, err := newPostgres(url, d.as)
	if err != nil {
		return err
	}
	files, err := fs.Glob(migrations{d.engine}, "*.sql")
	if err != nil {
		return fmt.Errorf("embedded migrations: %w", err)
	}
	d.replica = &replica{postgres: server, primary: d.write, migrations: len(files), tell: tell}
	go d.replica.follow()
	return nil
}

func (r *replica) follow() {
	pace := time.NewTicker(pollPace)
	defer pace.Stop()
	for told, used := false, false; ; told = true {
		err := r.poll()
		if !told || used != (err == nil) {
			r.tell(err)
		}
		used = err == nil
		select {
		case <-r.done:
			return
		case <-pace.C:
		}
	}
}

// poll records the positions of primary and replica. The lag is the time since the primary was at a
// position that the replica has not reached. The time of the last replayed transaction would not
// do: it stands still when nothing is written.
func (r *replica) poll() error {
	var position int64
	askedAt := time.Now()
	ofPrimary, cancel := context.WithTimeout(context.Background(), pollTimeout)
	defer cancel()
	if err := r.primary.QueryRowContext(ofPrimary, `SELECT (pg_current_wal_flush_lsn() - '0/0')::bigint`).Scan(&position); err == nil {
		r.primaryWasAt(logPosition{askedAt, position})
	}
	ofReplica, cancel := context.WithTimeout(context.Background(), pollTimeout)
	defer cancel()
	err := r.ask(ofReplica)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil && r.lags() {
		err = fmt.Errorf("the replica is more than %v behind", maxLag)
	}
	return err
}

// primaryWasAt records a position of the primary. One further back than an earlier one is that of a promoted replica: what
// the former primary had written past it was never acknowledged, or is lost, and no replica will reach it.
func (r *replica) primaryWasAt(now logPosition) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ahead = slices.DeleteFunc(r.ahead, func(past logPosition) bool { return past.position > now.position })
	r.ahead = append(r.ahead, now)
}

// ask checks whether the replica can be read, and records its position.
func (r *replica) ask(ctx context.Context) error {
	var standby bool
	var replayed int64
	var migrated int
	err := r.QueryRowContext(ctx, `SELECT pg_is_in_recovery(), COALESCE(pg_last_wal_replay_lsn() - '0/0', 0)::bigint,
		(SELECT COUNT(*) FROM goose_db_version WHERE is_applied AND version_id > 0)`).Scan(&standby, &replayed, &migrated)
	switch {
	case err != nil:
		err = fmt.Errorf("ask the replica: %w", err)
	case !standby:
		r.dropIdle() // its address may lead to another server by now
		err = errors.New("the replica is no replica (any more)")
	case migrated < r.migrations:
		err = fmt.Errorf("%d of %d migrations have reached the replica", migrated, r.migrations)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fit = err == nil
	if err != nil {
		return err
	}
	r.replayed = replayed
	for len(r.ahead) > 0 && r.ahead[0].position <= replayed {
		r.ahead = r.ahead[1:]
	}
	if len(r.ahead) > 100 { // keep the oldest, which gives the lag, and the newest 50
		r.ahead = append(r.ahead[:1:1], r.ahead[len(r.ahead)-50:]...)
	}
	return nil
}

// lags reports whether the replica is too far behind. The caller holds the mutex.
func (r *replica) lags() bool { return len(r.ahead) > 0 && time.Since(r.ahead[0].at) > maxLag }

// reaches reports whether the replica may be read by a caller that must see that position.
func (r *replica) reaches(ctx context.Context, position int64) bool {
	r.mu.Lock()
	fit, there := r.fit && !r.silent.Load() && !r.lags(), r.replayed >= position
	r.mu.Unlock()
	if !fit || there {
		return fit
	}
	// The caller's cancellation is ignored here, because it says nothing about the replica.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), askTimeout)
	defer cancel()
	if r.ask(ctx) != nil { // in most cases the last write has been replayed by now
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.replayed >= position
}

func (r *replica) failed() {
	r.mu.Lock()
	r.fit = false // until the next poll
	r.mu.Unlock()
}

type replicaKey struct{}

type positionKey struct{}

// FromReplica returns the context for a method that only shows data: every query with it reads from the
// replica, or every query reads from the primary.
func (d *DB) FromReplica(ctx context.Context) context.Context {
	if d.replica == nil || inTransaction(ctx) {
		return ctx
	}
	position, _ := ctx.Value(positionKey{}).(int64)
	if !d.replica.reaches(ctx, position) {
		return ctx
	}
	return context.WithValue(ctx, replicaKey{}, fallback{d.replica, d.read})
}

// Position returns the primary's log position, past everything written until now.
func (d *DB) Position(ctx context.Context) (int64, error) {
	var position int64
	err := d.write.QueryRowContext(ctx, `SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint`).Scan(&position)
	return position, Unavailable(err)
}

// After returns a context whose reads show at least everything written before the position.
func (d *DB) After(ctx context.Context, position int64) context.Context {
	return context.WithValue(ctx, positionKey{}, position)
}

// fallback reads from the replica, and from the primary when the replica fails for whatever cause.
type fallback struct {
	replica *replica
	primary Querier
}

// QueryContext asks the replica, and the primary if that fails.
func (q fallback) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	rows, err := q.replica.QueryContext(ctx, query, args...)
	if err == nil || ctx.Err() != nil {
		return rows, err
	}
	q.note(err)
	return q.primary.QueryContext(ctx, query, args...)
}

// QueryRowContext does the same as QueryContext.
func (q fallback) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	row := q.replica.QueryRowContext(ctx, query, args...)
	if row.Err() == nil || ctx.Err() != nil {
		return row
	}
	q.note(row.Err())
	return q.primary.QueryRowContext(ctx, query, args...)
}

// ExecContext is here for the interface and never called: writes use another Querier.
func (q fallback) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return q.primary.ExecContext(ctx, query, args...)
}

func (q fallback) note(err error) {
	if outOfReach(err) {
		q.replica.failed()
	}
}
