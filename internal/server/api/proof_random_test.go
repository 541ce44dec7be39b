package api_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/db"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// moneyTable is a table that holds money or documents, and what of it is sealed.
type moneyTable struct {
	name string
	key  string // its columns
	copy string // SET … of a copy of a row
	// sealed is a query of what an edit that is not found must leave as it is; empty: every column but those of unsealed.
	sealed   string
	unsealed []string
	less     bool // the last rows may be missing: what is left attests to all before it
}

const owed = `CASE WHEN status IN ('PAID', 'MANUAL', 'CANCELLED', 'RUNNING', 'FREE') THEN status ELSE 'owed' END`

var moneyTables = []moneyTable{
	{
		name: "ledger", key: "operator_id, sequence",
		copy: "sequence = (SELECT MAX(sequence) + 1 FROM ledger WHERE operator_id = 1)",
	},
	{
		name: "ledger_waiting", key: "id", copy: "id = (SELECT MAX(id) + 1 FROM ledger_waiting)",
		unsealed: []string{"id", "hash"}, // without which an event is one of the release before
	},
	{name: "ledger_heads", key: "operator_id", copy: "operator_id = operator_id + 1"},
	{name: "ledger_seals", key: "operator_id, day", copy: "day = day + 1", less: true},
	{name: "statement_totals", key: "operator_id, month, kind, means, vat_rate, mark", copy: "month = month + 1"},
	{name: "statement_positions", key: "operator_id", copy: "operator_id = operator_id + 1"},
	{name: "statement_marks", key: "operator_id, mark, kind, at, sequence", copy: "sequence = sequence + 1"},
	{
		name: "statement_closings", key: "operator_id, month", copy: "month = month + 1",
		sealed: `SELECT operator_id, month, closed_at, actor_id, COALESCE(key_id, 0), balance, sequence, record
			FROM statement_closings`,
	},
	{
		name: "documents", key: "id", unsealed: []string{"id", "customer", "card", "company"}, // which an erasure replaces
		copy: `id = (SELECT MAX(id) + 1 FROM documents), rank = rank + 1000, number = number || '9',
			attempt = attempt || 'x'`,
	},
	{name: "document_counters", key: "operator_id, kind", copy: "operator_id = operator_id + 1"},
	{
		name: "payments", key: "id",
		copy: `id = (SELECT MAX(id) + 1 FROM payments), uuid = uuid || 'x', term = term + 1000,
			stay_id = CASE WHEN stay_id IS NOT NULL THEN -id END`,
		sealed: `SELECT id, operator_id, is_test, ` + owed + `, amount, refunded, refund_pending, reduced FROM payments
			WHERE status NOT IN ('RUNNING', 'FREE') OR EXISTS (SELECT 1 FROM ledger l WHERE l.payment_id = payments.id)`,
	},
	{
		name: "payment_attempts", key: "id", copy: "id = (SELECT MAX(id) + 1 FROM payment_attempts), uuid = uuid || 'x'",
		// The provider knows a part of a charge by the uuid of the charge, so what was not collected has none that matters.
		sealed: `SELECT payment_id, CASE WHEN kind <> 'presentation' OR outcome = 'PAID' THEN uuid END, kind, amount,
			CASE WHEN kind <> 'remboursement' OR outcome IN ('PAID', 'ATTEMPT_PROCESS') THEN outcome END,
			CASE WHEN kind IN ('manuel', 'remboursement') THEN means END, group_uuid,
			CASE WHEN group_uuid IS NOT NULL THEN group_amount END FROM payment_attempts
			WHERE kind <> 'presentation' OR outcome = 'PAID' OR group_uuid IS NOT NULL`,
	},
	{
		name: "subscriptions", key: "id", copy: "id = (SELECT MAX(id) + 1 FROM subscriptions), next_term = 0",
		sealed: `SELECT u.id, u.operator_id, u.next_term, v.amount FROM subscriptions u
			LEFT JOIN tariff_versions v ON v.tariff_id = u.tariff_id AND v.version = u.tariff_version WHERE u.next_term > 0`,
	},
}

// moneyEditor makes random edits of the money of a site.
type moneyEditor struct {
	*site
	random  *rand.Rand
	columns map[string][][2]string // name and type, by table
	row     string                 // names a row of any table
}

func newMoneyEditor(s *site) *moneyEditor {
	e := &moneyEditor{site: s, random: testenv.Random(s.t), columns: map[string][][2]string{}, row: "rowid"}
	query := `SELECT name || ' ' || LOWER(type) FROM pragma_table_info('%s') ORDER BY cid`
	if !s.store.OnSQLite() {
		e.row = "ctid"
		query = `SELECT column_name || ' ' || data_type FROM information_schema.columns WHERE table_schema = current_schema()
			AND table_name = '%s' AND column_name <> 'written_by' ORDER BY ordinal_position`
	}
	for _, table := range moneyTables {
		columns, err := storetest.Lines(s.t.Context(), s.store, fmt.Sprintf(query, table.name))
		s.check(err)
		for _, column := range columns {
			name, kind, _ := strings.Cut(column, " ")
			e.columns[table.name] = append(e.columns[table.name], [2]string{name, kind})
		}
	}
	return e
}

// names lists the columns of a table, each as told by of.
func (e *moneyEditor) names(table string, of func(name string) string) string {
	list := []string{}
	for _, c := range e.columns[table] {
		list = append(list, of(c[0]))
	}
	return strings.Join(list, ", ")
}

func itself(name string) string { return name }

// keepOld copies the tables as they are now.
func (e *moneyEditor) keepOld() {
	for _, table := range moneyTables {
		e.check(e.store.Exec(e.t.Context(), "test", fmt.Sprintf(`CREATE TABLE old_%s AS SELECT %s FROM %[1]s`, table.name,
			e.names(table.name, itself))))
	}
}

func (e *moneyEditor) count(table string) int {
	n, err := e.store.Count(e.t.Context(), "test", "SELECT COUNT(*) FROM "+table)
	e.check(err)
	return n
}

// one names a random row of a table.
func (e *moneyEditor) one(table string) string {
	return fmt.Sprintf("(SELECT %s FROM %s ORDER BY %[1]s LIMIT 1 OFFSET %[3]d)", e.row, table,
		e.random.IntN(e.count(table)))
}

// pick returns one of several.
func pick[T any](random *rand.Rand, of ...T) T { return of[random.IntN(len(of))] }

// value returns another value of a column.
func (e *moneyEditor) value(table string, column [2]string) string {
	name := column[0]
	another := fmt.Sprintf("(SELECT %s FROM %s WHERE %s = %s)", name, table, e.row, e.one(table))
	switch {
	case strings.HasPrefix(column[1], "bool"):
		return "NOT " + name
	case column[1] == "text":
		return pick(e.random, another, another, name+" || 'x'", "''", "REPLACE("+name+", '1', '2')", "NULL")
	}
	return pick(e.random, another, another, name+" + 1", name+" - 1", name+" + 100", "-"+name, "0", "NULL")
}

// edit returns what somebody who owns the database may do to a table, and its name.
func (e *moneyEditor) edit(table moneyTable) (kind string, statements []string) {
	column := pick(e.random, e.columns[table.name]...)
	old := "old_" + table.name
	switch e.random.IntN(8) {
	case 0:
		statements = []string{fmt.Sprintf("DELETE FROM %s WHERE %s = %s", table.name, e.row, e.one(table.name))}
		if table.name == "payments" && e.random.IntN(2) == 0 {
			statements = []string{
				"DELETE FROM payment_attempts WHERE payment_id = (SELECT id" + strings.TrimPrefix(statements[0], "DELETE") + ")",
				statements[0],
			}
		}
		return "suppression", statements
	case 1:
		set := map[string]string{}
		for _, part := range strings.Split(table.copy, ", ") {
			name, value, _ := strings.Cut(strings.TrimSpace(part), " = ")
			set[name] = value
		}
		return "insertion", []string{fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %[1]s WHERE %[4]s = %[5]s", table.name,
			e.names(table.name, itself), e.names(table.name, func(name string) string {
				if value, is := set[name]; is {
					return value
				}
				return name
			}), e.row, e.one(table.name))}
	case 2:
		a, b := e.one(table.name), e.one(table.name)
		// The values are read before any is written: subqueries of SET would have SQLite read what it wrote.
		return "échange", []string{fmt.Sprintf(
			"UPDATE %s SET %s = s.value FROM (SELECT a.%[3]s AS at, b.%[2]s AS value FROM %[1]s a JOIN %[1]s b "+
				"ON a.%[3]s = %[4]s AND b.%[3]s = %[5]s OR a.%[3]s = %[5]s AND b.%[3]s = %[4]s) s WHERE %[1]s.%[3]s = s.at",
			table.name, column[0], e.row, a, b)}
	case 3:
		if e.count(old) == 0 {
			break
		}
		if e.random.IntN(4) == 0 {
			return "table ancienne", []string{
				"DELETE FROM " + table.name, fmt.Sprintf("INSERT INTO %s (%s) SELECT %[2]s FROM %[3]s", table.name,
					e.names(table.name, itself), old),
			}
		}
		at := e.random.IntN(e.count(old))
		return "ligne ancienne", []string{
			fmt.Sprintf("DELETE FROM %s WHERE (%s) IN (SELECT %[2]s FROM %[3]s ORDER BY %[2]s LIMIT 1 OFFSET %[4]d)",
				table.name, table.key, old, at),
			fmt.Sprintf("INSERT INTO %s (%s) SELECT %[2]s FROM %[3]s ORDER BY %[4]s LIMIT 1 OFFSET %[5]d", table.name,
				e.names(table.name, itself), old, table.key, at),
		}
	}
	return "valeur", []string{fmt.Sprintf("UPDATE %s SET %s = %s WHERE %s = %s", table.name, column[0],
		e.value(table.name, column), e.row, e.one(table.name))}
}

// sealed returns what is sealed of a table, a line a row.
func (e *moneyEditor) sealed(ctx context.Context, table moneyTable) []string {
	query := table.sealed
	if query == "" {
		names := []string{}
		for _, c := range e.columns[table.name] {
			if !slices.Contains(table.unsealed, c[0]) {
				names = append(names, c[0])
			}
		}
		query = "SELECT " + strings.Join(names, ", ") + " FROM " + table.name
	}
	columns, from, _ := strings.Cut(strings.TrimPrefix(strings.Join(strings.Fields(query), " "), "SELECT "), " FROM ")
	row := "json_array(" + columns + ")"
	if !e.store.OnSQLite() {
		row = "ROW(" + columns + ")"
	}
	rows, err := db.Collect(ctx, e.store.Reader(ctx), "test", func(line *string) []any { return []any{line} },
		"SELECT CAST("+row+" AS TEXT) FROM "+from+" ORDER BY 1")
	e.check(err)
	return rows
}

// unchanged reports whether nothing of what was sealed is lost or altered.
func (t moneyTable) unchanged(before, after []string) bool {
	if t.less && len(after) < len(before) {
		before = before[:len(after)]
	}
	return slices.Equal(before, after)
}

// editCount counts what became of edits.
type editCount struct{ tried, found, nothing, refused int }

// Whatever somebody who owns the database does to what holds money or documents, by value, deletion, insertion, swap
// or older copy, is found, or has changed nothing that was sealed. `make drill-edits` makes 10,000 edits on each engine.
func TestRandomEditsOfMoneyAreFound(t *testing.T) {
	rounds, on := 200, onSQLite
	if given := os.Getenv("CONSIGNE_DRILL_EDITS"); given != "" {
		on = onEachEngine
		var err error
		if rounds, err = strconv.Atoi(given); err != nil {
			t.Fatal(err)
		}
	}
	on(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		var e *moneyEditor
		m.twoMonths(func() { e = newMoneyEditor(s); e.keepOld() })
		counts, by := map[string]*editCount{}, map[string]int{}
		for range rounds {
			table := pick(e.random, moneyTables...)
			kind, statements := e.edit(table)
			var broken *ledger.Broken
			unchanged := false
			err := s.store.Atomically(t.Context(), func(ctx context.Context) error {
				if err := s.unlock(ctx); err != nil {
					return err
				}
				before := e.sealed(ctx, table)
				for _, statement := range statements {
					if err := s.store.Exec(ctx, "test", statement); err != nil {
						return err
					}
				}
				broken = s.verified(ctx)
				unchanged = broken != nil || table.unchanged(before, e.sealed(ctx, table))
				return errUndone
			})
			name := fmt.Sprintf("%-20s %s", table.name, kind)
			if counts[name] == nil {
				counts[name] = &editCount{}
			}
			one := counts[name]
			one.tried++
			switch {
			case !errors.Is(err, errUndone):
				one.refused++ // by a constraint of the database
			case broken != nil:
				one.found++
				subject, _, _ := strings.Cut(broken.Subject, " ")
				if subject == "" {
					subject = "écriture"
				}
				by[name+"\t"+subject]++
			case unchanged:
				one.nothing++
			default:
				t.Errorf("not found: %s", strings.Join(statements, "; "))
			}
		}
		if broken := s.verified(t.Context()); broken != nil {
			t.Errorf("after edits that were undone: %v", broken)
		}
		for _, name := range slices.Sorted(maps.Keys(counts)) {
			one, found := *counts[name], []string{}
			for _, key := range slices.Sorted(maps.Keys(by)) {
				if of, subject, _ := strings.Cut(key, "\t"); of == name {
					found = append(found, fmt.Sprintf("%s %d", subject, by[key]))
				}
			}
			t.Logf("%-38s %5d: found %5d (%s), nothing sealed %d, refused by the database %d", name, one.tried, one.found,
				strings.Join(found, ", "), one.nothing, one.refused)
		}
	})
}

// While callers sell, collect, cancel and give back, and nodes chain and add up, verifying never blames anybody.
// `make drill-edits` verifies 1,000 times on each engine.
func TestVerifyBesideCallers(t *testing.T) {
	times, callers, on := 5, 5, onSQLite
	if given := os.Getenv("CONSIGNE_DRILL_VERIFIES"); given != "" {
		on, callers = onEachEngine, 20
		var err error
		if times, err = strconv.Atoi(given); err != nil {
			t.Fatal(err)
		}
	}
	on(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		m.twoMonths(func() {})
		tariff, manager, ctx := m.monthly(nil), m.manager(), t.Context()
		var busy sync.WaitGroup
		var sold atomic.Int64
		done := make(chan struct{})
		loop := func(act func(round int)) {
			busy.Go(func() {
				for round := 0; ; round++ {
					select {
					case <-done:
						return
					default:
						act(round)
					}
				}
			})
		}
		for caller := range callers {
			loop(func(round int) {
				s.clock.advance(time.Second) // no more than 300 customers a minute are made
				c := m.another(fmt.Sprintf("appel-%d-%d@exemple.test", caller, round))
				c.card(pick(testenv.Random(t), simulator.Accepted, simulator.Accepted, simulator.Declined))
				if c.subscribe(tariff, nil).Status != http.StatusCreated {
					return // the database was too busy for too long
				}
				id, err := s.store.Count(ctx, "test", `SELECT MAX(id) FROM payments WHERE account_id = $1`, int64(c.accountID))
				s.check(err)
				path, told := fmt.Sprintf("/api/admin/paiement/%d", id), map[string]any{"commentaire": "Essai", "type": "Espèces"}
				switch round % 4 {
				case 0:
					s.call("PATCH", path+"/annuler", manager, told)
				case 1:
					s.call("PATCH", path+"/manual", manager, told)
				default:
					s.check(s.collector.CollectDue(ctx))
				}
				for _, amount := range []int{70, 300} {
					told["montant"] = amount
					s.call("PATCH", path+"/rembourser", manager, told)
				}
				sold.Add(1)
			})
		}
		loop(func(int) { s.check(s.parts.Ledger.Chain(ctx)) })
		loop(func(int) { s.check(s.parts.Statements.AddUp(ctx)) })
		for i := range times {
			if broken := s.verified(ctx); broken != nil {
				t.Errorf("the %dth time: %v", i+1, broken)
				break
			}
		}
		close(done)
		busy.Wait()
		m.addUp()
		if broken := s.verified(ctx); broken != nil || sold.Load() == 0 {
			t.Errorf("at last, after %d sales: %v", sold.Load(), broken)
		}
		t.Logf("verified %d times beside %d sales", times, sold.Load())
	})
}
