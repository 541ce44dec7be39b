package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
)

// mostStatements bounds what the texts of ever new filters take.
const mostStatements = 256

// statements is a pool of SQLite whose queries stay prepared, the first so many texts of
// them: to read one takes as long as many of them run. (pgx does so by itself.)
type statements struct {
	*sql.DB
	mu     sync.Mutex
	byText map[string]*statement
}

type statement struct {
	preparing sync.Mutex
	ready     atomic.Pointer[prepared]
	faulty    atomic.Bool
}

// prepared stays open as long as the pool does.
type prepared struct{ *sql.Stmt }

func newStatements(pool *sql.DB) *statements {
	return &statements{DB: pool, byText: map[string]*statement{}}
}

// QueryContext runs the statement that is kept for the text.
func (s *statements) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if kept := s.prepared(ctx, query); kept != nil {
		return kept.QueryContext(ctx, args...)
	}
	return s.DB.QueryContext(ctx, query, args...)
}

// QueryRowContext does as QueryContext.
func (s *statements) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if kept := s.prepared(ctx, query); kept != nil {
		return kept.QueryRowContext(ctx, args...)
	}
	return s.DB.QueryRowContext(ctx, query, args...)
}

// prepared returns nil for a text that is not kept, is being prepared by somebody else, or
// is faulty: running it tells why. A caller who gives up leaves it to the next.
func (s *statements) prepared(ctx context.Context, query string) *prepared {
	s.mu.Lock()
	kept := s.byText[query]
	if kept == nil && len(s.byText) < mostStatements {
		kept = &statement{}
		s.byText[query] = kept
	}
	s.mu.Unlock()
	if kept == nil || kept.faulty.Load() {
		return nil
	}
	if ready := kept.ready.Load(); ready != nil {
		return ready
	}
	if !kept.preparing.TryLock() {
		return nil
	}
	defer kept.preparing.Unlock()
	if ready := kept.ready.Load(); ready != nil { // by who held the lock just before
		return ready
	}
	var ready prepared
	var err error
	if ready.Stmt, err = s.PrepareContext(ctx, query); err == nil {
		kept.ready.Store(&ready)
		return &ready
	}
	kept.faulty.Store(ctx.Err() == nil)
	return nil
}

// Close ends the statements, then the connections.
func (s *statements) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	errs := []error{}
	for _, kept := range s.byText {
		if ready := kept.ready.Load(); ready != nil {
			errs = append(errs, ready.Close())
		}
	}
	return errors.Join(append(errs, s.DB.Close())...)
}
