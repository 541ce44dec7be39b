package db_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// withNames runs a test on a database of each engine with a table of names.
func withNames(t *testing.T, test func(t *testing.T, s *store.Store)) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		storetest.Check(t, s.Exec(t.Context(), "test", `CREATE TABLE names (id BIGINT, name TEXT NOT NULL UNIQUE)`))
		test(t, s)
	})
}

const addName = `INSERT INTO names (id, name) VALUES ((SELECT COUNT(*) FROM names), $1)`

func names(ctx context.Context, t interface{ Fatalf(string, ...any) }, s *store.Store) []string {
	list, err := db.Collect(ctx, s.Reader(ctx), "read names", func(name *string) []any { return []any{name} }, `SELECT name
		FROM names ORDER BY id, name`)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return list
}

// However many statements a connection runs, it keeps a bounded number of them prepared.
func TestPreparedStatementsAreBounded(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.PostgresURL(t))
	for i := range 600 {
		storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
			n, err := s.Count(ctx, "count", fmt.Sprintf(`SELECT COUNT(*) + %d FROM accounts WHERE id = $1`, i), 0)
			if err == nil && n != i {
				t.Errorf("%d instead of %d", n, i)
			}
			return err
		}))
	}
	n, err := s.Count(t.Context(), "count", `SELECT COUNT(*) FROM pg_prepared_statements`)
	if err != nil || n < 10 || n > 300 {
		t.Errorf("%d statements are prepared: %v", n, err)
	}
}

// A transaction whose context has ended leaves no lock behind until its connection is used again.
func TestATransactionThatIsCutLeavesNoLock(t *testing.T) {
	withNames(t, func(t *testing.T, s *store.Store) {
		const callers = 12
		for i := range callers {
			storetest.Check(t, s.Exec(t.Context(), "test", addName, fmt.Sprint(i)))
		}
		var all, begun sync.WaitGroup
		begun.Add(callers)
		for i := range callers {
			all.Go(func() {
				ctx, cut := context.WithCancel(t.Context())
				arrived := sync.OnceFunc(begun.Done)
				err := s.Atomically(db.ReadCommitted(ctx), func(ctx context.Context) error {
					err := s.Exec(ctx, "test", `UPDATE names SET id = id WHERE name = $1`, fmt.Sprint(i))
					arrived()
					if !s.OnSQLite() { // which has one writer
						begun.Wait()
					}
					cut()
					return err
				})
				if !errors.Is(err, context.Canceled) {
					t.Errorf("caller %d: %v", i, err)
				}
			})
		}
		all.Wait()
		// Read again for a while: the server learns a moment later that a connection was closed.
		free := 0
		for range 20 {
			var err error
			free, err = s.Count(t.Context(), "test", `SELECT COUNT(*) FROM (SELECT 1 FROM names`+s.SkipLocked()+`) f`)
			storetest.Check(t, err)
			if free == callers {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Errorf("%d of %d rows are free", free, callers)
	})
}

// Two transactions that write by what both have read are as if one after the other.
func TestDecisionsByAReadRace(t *testing.T) {
	withNames(t, func(t *testing.T, s *store.Store) {
		full := errors.New("full")
		if winners := storetest.Race(8, func() bool {
			err := s.Atomically(t.Context(), func(ctx context.Context) error {
				n, err := s.Count(ctx, "count", `SELECT COUNT(*) FROM names`)
				if err == nil && n > 0 {
					err = full
				}
				return errors.Join(err, s.Exec(ctx, "add", addName, fmt.Sprintf("%p", &n)))
			})
			if err != nil && !errors.Is(err, full) {
				t.Error(err)
			}
			return err == nil
		}); winners != 1 || len(names(t.Context(), t, s)) != 1 {
			t.Errorf("%d of the writers found none before them", winners)
		}
	})
}
