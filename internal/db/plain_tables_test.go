package db_test

import (
	"slices"
	"testing"

	"consigne/internal/db"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// What lies in partitions of months keeps its ids in the plain tables, under their unique indexes; the next ids follow the largest.
func TestMonthsBecomePlainTables(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s, err := store.Open(storetest.EmptyPostgresURL(t))
	storetest.Check(t, err)
	t.Cleanup(func() { _ = s.Close() })
	storetest.Check(t, s.MigrateTo(ctx, 61))
	storetest.NewLocker(t, s)
	const stay = ` INTO occupations (id, operator_id, locker_id, account_id, place, is_test, started_at, ended_at) `
	const payment = ` INTO payments (id, uuid, operator_id, account_id, occupation_id, locker_id, is_test, started_at, amount, status, attempts) `
	const attempt = ` INTO presentations (id, uuid, payment_id, kind, attempt, amount, outcome, at) `
	for _, statement := range []string{
		`INSERT` + stay + `VALUES (nextval('occupations_id_seq'), 1, 1, 1, 1, FALSE, 5, 6),
			(first_id_of_month(months_begin()) + nextval('occupations_id_seq'), 1, 1, 1, 1, FALSE, months_begin(), NULL)`,
		`INSERT` + payment + `SELECT first_id_beside(id) + nextval('payments_id_seq'), 'p' || id, 1, 1, id, 1, FALSE, started_at, 0, 'RUNNING', 0
			FROM occupations ORDER BY id`,
		`INSERT` + attempt + `SELECT first_id_beside(id) + nextval('presentations_id_seq'), 'a' || id, id, 'presentation', 1, 0, 'ATTEMPT_PROCESS', 7
			FROM payments ORDER BY id`,
		`DELETE FROM presentations WHERE id = (SELECT MAX(id) FROM presentations)`, // its id is not given again either
		`INSERT` + attempt + `SELECT first_id_beside(id) + nextval('presentations_id_seq') - 2, 'b' || id, id, 'presentation', 2, 0, 'UNPAID', 8
			FROM payments WHERE id = (SELECT MAX(id) FROM payments)`,
		`INSERT INTO journal (at, action, object_kind, object_id, changes)
			VALUES (5, 'x', 'casier', 1, '{}'), (months_begin(), 'x', 'casier', 1, '{}')`,
	} {
		storetest.Check(t, s.Exec(ctx, "fill", statement))
	}
	rows := func() (all []string) {
		for _, table := range []string{"occupations", "payments", "presentations", "journal"} {
			list, err := storetest.Lines(ctx, s, `SELECT r::text FROM `+table+` r ORDER BY id`)
			storetest.Check(t, err)
			all = append(all, list...)
		}
		return all
	}
	before := rows()
	storetest.Check(t, s.Migrate(ctx))
	if after := rows(); len(after) < 8 || !slices.Equal(before, after) {
		t.Errorf("%v\nbecame\n%v", before, after)
	}
	for what, twice := range map[string]string{
		"a second open stay in a place": `INSERT` + stay + `SELECT id + 10, 1, 1, 1, 1, FALSE, 9, NULL
			FROM occupations WHERE ended_at IS NULL`,
		"a second payment of a stay": `INSERT` + payment + `SELECT id + 10, 'other', 1, 1, occupation_id, 1, FALSE, 9, 0, 'RUNNING', 0
			FROM payments LIMIT 1`,
		"a second attempt under way": `INSERT` + attempt + `SELECT id + 10, 'other', payment_id, kind, 2, 0, outcome, 9
			FROM presentations WHERE outcome = 'ATTEMPT_PROCESS'`,
		"an id of the audit log": `INSERT INTO journal (id, at, action, object_kind, object_id, changes)
			SELECT id, 9, 'x', 'casier', 1, '{}' FROM journal LIMIT 1`,
		"a uuid": `UPDATE payments SET uuid = 'p'`,
	} {
		if err := s.Exec(ctx, "repeat", twice); !db.Duplicate(err) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := s.Exec(ctx, "change", `UPDATE journal SET action = 'y'`); err == nil {
		t.Error("a line of the audit log was changed")
	}
	next, err := s.Count(ctx, "next id", `SELECT nextval(pg_get_serial_sequence('presentations', 'id')) - MAX(id) FROM presentations`)
	if err != nil || next != 3 {
		t.Errorf("the next attempt is %d after the last, %v", next, err)
	}
}
