package db_test

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// beforeMonths opens a PostgreSQL database of schema 25 with stays, each with a payment, an attempt and a line of the audit log.
func beforeMonths(t *testing.T, stays int) (s *store.Store, direct *sql.DB) {
	t.Helper()
	address := storetest.EmptyPostgresURL(t)
	s = storetest.Open(t, address)
	storetest.NewLocker(t, s)
	storetest.Check(t, s.Downgrade(t.Context(), 25))
	direct, err := sql.Open("pgx", address)
	storetest.Check(t, err)
	t.Cleanup(func() { _ = direct.Close() })
	direct.SetMaxOpenConns(1) // so that the setting holds: the checks of references would take most of the time
	const large = `schemaname = current_schema() AND tablename IN ('occupations', 'payments', 'presentations', 'journal')
		AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = indexname)`
	made := query(t, s, `SELECT indexdef FROM pg_indexes WHERE `+large) // faster at the end
	for _, drop := range query(t, s, `SELECT 'DROP INDEX ' || indexname FROM pg_indexes WHERE `+large) {
		_, err := direct.ExecContext(t.Context(), drop)
		storetest.Check(t, err)
	}
	for _, statement := range append([]string{
		`SET session_replication_role = replica`,
		`INSERT INTO occupations (operator_id, locker_id, account_id, place, is_test, started_at, ended_at, price)
			SELECT 1, 1, 1, 1, FALSE, 1700000000000 + i * 60000, 1700000030000 + i * 60000, 50 FROM generate_series(CAST(1 AS BIGINT), ` + fmt.Sprint(stays) + `) i`,
		`INSERT INTO payments (uuid, operator_id, account_id, occupation_id, locker_id, is_test, started_at, ended_at, amount, status, minutes)
			SELECT 'p' || id, 1, 1, id, 1, FALSE, started_at, ended_at, 50, 'PAID', 1 FROM occupations`,
		`INSERT INTO presentations (uuid, payment_id, kind, attempt, amount, outcome, at)
			SELECT 'a' || id, id, 'presentation', 1, 50, 'PAID', ended_at FROM payments`,
		`INSERT INTO journal (at, action, object_kind, object_id, changes) SELECT ended_at, 'x', 'x', id, '{}' FROM occupations`,
		`SET session_replication_role = DEFAULT`,
	}, made...) {
		_, err := direct.ExecContext(t.Context(), statement)
		storetest.Check(t, err)
	}
	direct.SetMaxOpenConns(4)
	return s, direct
}

// writeAsBefore writes as a node of schema 25 does, again and again until the context ends, and returns how often it did and the
// longest time that it took.
func writeAsBefore(ctx context.Context, direct *sql.DB) (writes int, longest time.Duration, err error) {
	for ; ctx.Err() == nil; time.Sleep(2 * time.Millisecond) {
		began := time.Now()
		if _, err := direct.Exec(`WITH o AS (
			  INSERT INTO occupations (operator_id, locker_id, account_id, place, is_test, started_at, ended_at, price)
			  VALUES (1, 1, 1, 1, FALSE, 1900000000, 1900000000, 50) RETURNING id),
			j AS (INSERT INTO journal (at, action, object_kind, object_id, changes) SELECT 1900000000, 'x', 'x', id, '{}' FROM o)
			SELECT id FROM o`); err != nil {
			return writes, longest, err
		}
		longest = max(longest, time.Since(began))
		began = time.Now()
		if _, err := direct.Exec(`INSERT INTO payments (uuid, operator_id, account_id, occupation_id, locker_id, is_test, started_at, ended_at, amount, status, minutes)
			SELECT gen_random_uuid(), 1, 1, MAX(id), 1, FALSE, 1900000000, 1900000000, 50, 'RUNNING', 1 FROM occupations`); err != nil {
			return writes, longest, err
		}
		longest = max(longest, time.Since(began))
		began = time.Now()
		if _, err := direct.Exec(`INSERT INTO presentations (uuid, payment_id, kind, attempt, amount, outcome, at)
			SELECT gen_random_uuid(), MAX(id), 'presentation', 1, 50, 'PAID', 1900000000 FROM payments`); err != nil {
			return writes, longest, err
		}
		longest = max(longest, time.Since(began))
		writes++
	}
	return writes, longest, nil
}

// Nodes of the release before the months go on writing while a database is migrated whose rows take longer to check than a call
// may wait.
func TestMonthsBeginBesideWrites(t *testing.T) {
	s, direct := beforeMonths(t, 200_000)
	migrating, stop := context.WithCancel(t.Context())
	var writer sync.WaitGroup
	writer.Go(func() {
		writes, longest, err := writeAsBefore(migrating, direct)
		t.Logf("%d writes, the longest took %v", writes, longest)
		if err != nil || writes < 20 || longest > time.Second {
			t.Errorf("%d writes, the longest took %v: %v", writes, longest, err)
		}
	})
	time.Sleep(100 * time.Millisecond)
	began := time.Now()
	storetest.Check(t, s.DB.Migrate(t.Context()))
	t.Logf("migrated in %v", time.Since(began))
	stop()
	writer.Wait()
	checkMonthsComplete(t, s)
}

// checkMonthsComplete compares rules and references of the partitioned tables with those of a new database.
func checkMonthsComplete(t *testing.T, s *store.Store) {
	t.Helper()
	const rules = `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated || ' ' || coninhcount FROM pg_constraint
		WHERE connamespace = current_schema()::regnamespace AND conrelid::regclass::text ~ '^(occupations|payments|presentations|journal)'`
	fresh := storetest.Open(t, storetest.EmptyPostgresURL(t))
	got, want := query(t, s, rules), query(t, fresh, rules)
	slices.Sort(got)
	slices.Sort(want)
	if len(want) < 40 || !slices.Equal(got, want) {
		t.Errorf("rules\n%v\nwant\n%v", got, want)
	}
	if n, err := s.BrokenReferences(t.Context()); err != nil || n > 0 {
		t.Errorf("%d rules were not checked: %v", n, err)
	}
	for _, reference := range []string{
		`INSERT INTO payments (uuid, operator_id, account_id, occupation_id, locker_id, is_test, started_at, amount, status) VALUES ('none', 1, 1, 9999999999, 1, FALSE, 1, 1, 'PAID')`,
		`INSERT INTO presentations (uuid, payment_id, kind, attempt, amount, outcome, at) VALUES ('none', 9999999999, 'presentation', 1, 50, 'PAID', 1)`,
		`DELETE FROM occupations WHERE id = (SELECT MAX(occupation_id) FROM payments)`,
		`DELETE FROM payments WHERE id = (SELECT MAX(payment_id) FROM presentations)`,
	} {
		if err := s.Exec(t.Context(), "test", reference); err == nil {
			t.Errorf("not refused: %s", reference)
		}
	}
}

// A migration that was interrupted before or after its own transaction goes on where it was; an instant that was chosen too long ago
// for the months to begin is chosen again.
func TestMonthsBeginAfterAnInterruptedUpgrade(t *testing.T) {
	for name, interrupt := range map[string]string{
		"rules not checked": `ALTER TABLE payments ADD CONSTRAINT payments_month CHECK (started_at < 5) NOT VALID`,
		"begun too long ago": `CREATE FUNCTION months_begin() RETURNS BIGINT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT CAST(1700100000000 AS BIGINT)';` +
			`ALTER TABLE occupations ADD CONSTRAINT occupations_bound CHECK (id < 5000), ADD CONSTRAINT occupations_month CHECK (started_at < 1700100000000);` +
			`ALTER TABLE payments ADD CONSTRAINT payments_bound CHECK (id < 5000), ADD CONSTRAINT payments_month CHECK (started_at < 1700100000000);` +
			`ALTER TABLE presentations ADD CONSTRAINT presentations_bound CHECK (id < 5000), ADD CONSTRAINT presentations_month CHECK (payment_id < 5000);` +
			`ALTER TABLE journal ADD CONSTRAINT journal_bound CHECK (at < 1700100000000)`,
	} {
		t.Run(name, func(t *testing.T) {
			s, direct := beforeMonths(t, 3)
			_, err := direct.ExecContext(t.Context(), interrupt)
			storetest.Check(t, err)
			storetest.Check(t, s.DB.Migrate(t.Context()))
			checkMonthsComplete(t, s)
		})
	}
}
