package db

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
)

// mostStatements bounds the memory for prepared statements, since filters make ever new texts.
const mostStatements = 256

// statements is a SQLite pool that keeps its queries prepared, up to mostStatements texts: parsing
// a query takes as long as running many of them. (pgx does this by itself for PostgreSQL.)
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

// prepared is a statement that stays open as long as the pool.
type prepared struct{ *sql.Stmt }

func newStatements(pool *sql.DB) *statements {
	return &statements{DB: pool, byText: map[string]*statement{}}
}

// QueryContext runs the prepared statement for the text, if there is one.
func (s *statements) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if kept := s.prepared(ctx, query); kept != nil {
		return kept.QueryContext(ctx, args...)
	}
	return s.DB.QueryContext(ctx, query, args...)
}

// QueryRowContext does the same as QueryContext.
func (s *statements) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if kept := s.prepared(ctx, query); kept != nil {
		return kept.QueryRowContext(ctx, args...)
	}
	return s.DB.QueryRowContext(ctx, query, args...)
}

// prepared returns the prepared statement for the text. It returns nil when the text is not kept,
// is just being prepared by another caller, or is faulty; running it as text then gives the error.
// When a caller's context ends during preparation, the next caller prepares it.
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
	if ready := kept.ready.Load(); ready != nil { // prepared by the caller that held the lock just before
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

// Close closes the statements, then the connections.
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
