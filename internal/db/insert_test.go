package db_test

import (
	"context"
	"testing"

	"consigne/internal/db"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// Insert returns the id of its own row, even when a trigger has inserted another elsewhere, and a refused row leaves
// the rest of the transaction as it is.
func TestInsertReturnsTheID(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		id := `BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY`
		copies := []string{
			`CREATE FUNCTION copy_row() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN INSERT INTO copied_rows (n)
				VALUES (NEW.n); RETURN NEW; END $$`,
			`CREATE TRIGGER copy_row AFTER INSERT ON some_rows FOR EACH ROW EXECUTE FUNCTION copy_row()`,
		}
		if s.OnSQLite() {
			id = `INTEGER PRIMARY KEY AUTOINCREMENT`
			copies = []string{`CREATE TRIGGER copy_row AFTER INSERT ON some_rows BEGIN INSERT INTO copied_rows (n)
				VALUES (NEW.n); END`}
		}
		for _, ddl := range append([]string{
			`CREATE TABLE some_rows (id ` + id + `, n BIGINT NOT NULL UNIQUE)`,
			`CREATE TABLE copied_rows (id ` + id + `, n BIGINT NOT NULL)`,
			`INSERT INTO copied_rows (n) VALUES (7), (8), (9)`,
		}, copies...) {
			storetest.Check(t, s.Exec(ctx, "make", ddl))
		}
		insert := func(ctx context.Context, n int) (int64, error) {
			return s.Insert(ctx, "insert", `INSERT INTO some_rows (n) VALUES ($1) RETURNING id`, n)
		}
		storetest.Check(t, s.Atomically(ctx, func(ctx context.Context) error {
			for n := range 3 {
				got, err := insert(ctx, n)
				storetest.Check(t, err)
				if stored, err := s.Count(ctx, "read", `SELECT id FROM some_rows WHERE n = $1`, n); err != nil ||
					int64(stored) != got {
					t.Errorf("row %d has the id %d, not %d: %v", n, stored, got, err)
				}
			}
			if err := s.Atomically(transaction.WithSavepoints(ctx),
				func(ctx context.Context) error { _, err := insert(ctx, 1); return err }); !db.Duplicate(err) {
				t.Errorf("a row that is there already: %v", err)
			}
			return nil
		}))
		for _, table := range []string{"some_rows", "copied_rows WHERE n < 7"} {
			if n, err := s.Count(ctx, "count", `SELECT COUNT(*) FROM `+table); err != nil || n != 3 {
				t.Errorf("%s: %d rows, %v", table, n, err)
			}
		}
		if _, err := s.Insert(ctx, "insert", `INSERT INTO some_rows (n) VALUES (5)`); err == nil ||
			fault.Is(err, fault.KindNotFound) {
			t.Errorf("a statement that returns no id: %v", err)
		}
	})
}
