package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"
)

// Methods that only show read from a streaming replica, if there is one, and say so by
// taking their context from [Store.lists]. No service decides a write on what one of
// them returned, and within a transaction they read what it reads.
//
// A person sees what they just wrote: the API gives out the primary's position after a
// write ([Store.Position]) and brings it back with the next calls ([Store.After]).

const (
	maxLag       = 10 * time.Second // a replica further behind is not read
	pollPace     = 500 * time.Millisecond
	pollPatience = time.Second
	askPatience  = 300 * time.Millisecond // of a person's call, which the primary can answer
)

type replica struct {
	*postgres
	primary    *sql.DB
	migrations int
	tell       func(unused error)

	mu       sync.Mutex
	fit      bool
	replayed int64
	ahead    []moment // where the primary was, as far as the replica is not there yet
}

// moment is a position of the primary in its log.
type moment struct {
	at       time.Time
	position int64
}

// ReadFrom lets what only shows be read from a streaming replica. tell is called when
// it is used from now on (nil), or not any more, and why.
func (s *Store) ReadFrom(url string, tell func(unused error)) error {
	if s.engine != enginePostgres {
		return errors.New("la base principale doit être PostgreSQL")
	}
	server, err := newPostgres(url, s.as)
	if err != nil {
		return err
	}
	files, err := fs.Glob(migrations{s.engine}, "*.sql")
	if err != nil {
		return fmt.Errorf("embedded migrations: %w", err)
	}
	s.replica = &replica{postgres: server, primary: s.write, migrations: len(files), tell: tell}
	go s.replica.follow()
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

// poll learns how far each of the two is. Time is told by when the primary was where:
// the clock of the last transaction that was replayed stands still when nothing is written.
func (r *replica) poll() error {
	var position int64
	asked := time.Now()
	ofPrimary, cancel := context.WithTimeout(context.Background(), pollPatience)
	defer cancel()
	if err := r.primary.QueryRowContext(ofPrimary, `SELECT (pg_current_wal_flush_lsn() - '0/0')::bigint`).Scan(&position); err == nil {
		r.mu.Lock()
		r.ahead = append(r.ahead, moment{asked, position})
		r.mu.Unlock()
	}
	ofReplica, cancel := context.WithTimeout(context.Background(), pollPatience)
	defer cancel()
	err := r.ask(ofReplica)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil && r.lags() {
		err = fmt.Errorf("the replica is more than %v behind", maxLag)
	}
	return err
}

// ask learns whether the replica can be read, and how far it is.
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
	if len(r.ahead) > 100 { // the oldest tells the lag, the newest what is caught up with
		r.ahead = append(r.ahead[:1:1], r.ahead[len(r.ahead)-50:]...)
	}
	return nil
}

// lags holds the mutex.
func (r *replica) lags() bool { return len(r.ahead) > 0 && time.Since(r.ahead[0].at) > maxLag }

// reaches tells whether the replica may be read by one who has seen that position.
func (r *replica) reaches(ctx context.Context, position int64) bool {
	r.mu.Lock()
	fit, there := r.fit && !r.silent.Load() && !r.lags(), r.replayed >= position
	r.mu.Unlock()
	if !fit || there {
		return fit
	}
	// A call that is given up meanwhile tells nothing of the replica.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), askPatience)
	defer cancel()
	if r.ask(ctx) != nil { // what was just written is mostly there by now
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

// lists is the context of a method that only shows: all that it reads comes from the
// replica, or all from the primary.
func (s *Store) lists(ctx context.Context) context.Context {
	if s.replica == nil || inTransaction(ctx) {
		return ctx
	}
	position, _ := ctx.Value(positionKey{}).(int64)
	if !s.replica.reaches(ctx, position) {
		return ctx
	}
	return context.WithValue(ctx, replicaKey{}, secondHand{s.replica, s.read})
}

// Position tells how far the primary is, all that was written until now included.
func (s *Store) Position(ctx context.Context) (int64, error) {
	var position int64
	err := s.write.QueryRowContext(ctx, `SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint`).Scan(&position)
	return position, unavailable(err)
}

// After makes what is read show at least all that was written before that position.
func (s *Store) After(ctx context.Context, position int64) context.Context {
	return context.WithValue(ctx, positionKey{}, position)
}

// secondHand reads from the replica, and from the primary when that fails: whatever the
// cause, the primary tells the truth.
type secondHand struct {
	replica *replica
	primary querier
}

// QueryContext asks the replica, then the primary.
func (q secondHand) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	rows, err := q.replica.QueryContext(ctx, query, args...)
	if err == nil || ctx.Err() != nil {
		return rows, err
	}
	q.note(err)
	return q.primary.QueryContext(ctx, query, args...)
}

// QueryRowContext does as QueryContext.
func (q secondHand) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	row := q.replica.QueryRowContext(ctx, query, args...)
	if row.Err() == nil || ctx.Err() != nil {
		return row
	}
	q.note(row.Err())
	return q.primary.QueryRowContext(ctx, query, args...)
}

// ExecContext is never called: nothing is written through what is read.
func (q secondHand) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return q.primary.ExecContext(ctx, query, args...)
}

func (q secondHand) note(err error) {
	if outOfReach(err) {
		q.replica.failed()
	}
}
