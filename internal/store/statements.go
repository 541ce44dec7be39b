package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
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
	*sql.Stmt // nil: it is faulty
	once      sync.Once
}

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

// prepared returns nil for a text that is not kept, or is faulty: running it tells why.
func (s *statements) prepared(ctx context.Context, query string) *statement {
	s.mu.Lock()
	kept := s.byText[query]
	if kept == nil && len(s.byText) < mostStatements {
		kept = &statement{}
		s.byText[query] = kept
	}
	s.mu.Unlock()
	if kept == nil {
		return nil
	}
	kept.once.Do(func() { // for every caller to come: not only while this one waits
		kept.Stmt, _ = s.PrepareContext(context.WithoutCancel(ctx), query)
	})
	if kept.Stmt == nil {
		return nil
	}
	return kept
}

// Close ends the statements, then the connections.
func (s *statements) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	errs := []error{}
	for _, kept := range s.byText {
		if kept.Stmt != nil {
			errs = append(errs, kept.Close())
		}
	}
	return errors.Join(append(errs, s.DB.Close())...)
}
