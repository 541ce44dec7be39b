package api_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/ledger"
)

// moneyEdit is what somebody who owns the database may do to a random row of a table.
type moneyEdit struct {
	table   string
	where   string
	changes []string // SET …; « gone » deletes the row
	also    []string // statements before, with %s for the row
}

// moneyEdits are of each table that holds money or documents, but for ledger itself (TestEditsBySQLAreFound)
// and seals, of which those that others keep tell.
var moneyEdits = []moneyEdit{
	{table: "ledger_waiting", changes: []string{
		"gone", "amount = amount + 1", "kind = 'annule'", "payment_id = payment_id + 1", "payment_id = 999999",
		"operator_id = 2",
	}},
	{table: "ledger_heads", where: "operator_id = 1", changes: []string{
		"gone", "sequence = sequence - 1", "sequence = sequence + 1", "hash = 'x'", "signature = 'x'", "public_key = 'x'",
	}},
	{table: "statement_totals", where: "amount <> 0", changes: []string{
		"gone", "amount = amount + 100", "vat = vat + 1", "entries = entries + 1", "month = month - 1", "kind = 'annulé'",
		"means = 'x'", "vat_rate = 1", "mark = 'tests '", "operator_id = 2",
	}},
	{table: "statement_totals", where: "kind = 'document'", changes: []string{
		"first_document = 'x'", "last_document = 'x'",
	}},
	{table: "statement_positions", where: "operator_id = 1", changes: []string{
		"gone", "sequence = sequence + 1", "sequence = sequence - 1", "sequence = 0",
	}},
	{table: "statement_marks", changes: []string{
		"gone", "mark = 'repris '", "kind = 'annule'", "at = at + 1", "sequence = sequence + 1000",
	}},
	{table: "statement_closings", changes: []string{
		"gone", "record = REPLACE(record, '\"amount\":', '\"amount\":1')", "balance = balance + 1",
		"closed_at = closed_at + 1",
		"month = month - 1", "sequence = 1", "sequence = sequence + 1000", "operator_id = 2",
	}},
	{table: "documents", changes: []string{
		"gone", "total = total + 1", "vat = vat + 1", "number = number || '0'", "rank = rank + 1000", "year = year - 9",
		"payment_id = payment_id + 1", "attempt = attempt || 'x'", "kind = 'x'", "operator_id = 2",
		"record = REPLACE(record, 'Grandval', 'Grandvol')", "issued_at = issued_at + 1", "settled_at = settled_at + 1",
	}},
	{table: "document_counters", changes: []string{
		"gone", "last = last + 1", "last = last - 1", "year = year + 1", "issued_at = 0",
	}},
	{
		table: "payments", where: "status <> 'RUNNING'", changes: []string{"gone"},
		also: []string{`DELETE FROM payment_attempts WHERE payment_id = (SELECT id FROM payments WHERE %s)`},
	},
	{table: "payments", where: "status IN ('PAID', 'MANUAL', 'CANCELLED', 'NOT_PRESENTED')", changes: []string{
		"amount = amount + 1", "operator_id = 2", "refund_pending = refund_pending + 1",
		"status = CASE status WHEN 'CANCELLED' THEN 'PAID' ELSE 'CANCELLED' END", "status = 'FREE'", "reduced = 5",
	}},
	{table: "payments", where: "status IN ('PAID', 'MANUAL') AND amount > refunded", changes: []string{
		"refunded = refunded + 1",
	}},
	{
		table: "payment_attempts", where: "kind <> 'presentation' OR outcome = 'PAID'",
		changes: []string{"gone", "amount = amount + 1", "uuid = uuid || 'x'", "payment_id = 1"},
	},
	{table: "payment_attempts", where: "outcome = 'PAID'", changes: []string{"outcome = 'UNPAID'"}},
	{table: "payment_attempts", where: "kind = 'manuel'", changes: []string{"means = 'Virement '", "kind = 'annulation'"}},
}

var errUndone = errors.New("undone")

// unlock lets the owner of the database change what is only added, as long as the transaction lasts.
func (s *site) unlock(ctx context.Context) error {
	if !s.store.OnSQLite() {
		return s.store.Exec(ctx, "test", `SET LOCAL session_replication_role = replica`)
	}
	for _, of := range []string{"ledger", "ledger_seals", "statement_closings"} {
		for _, never := range []string{"changed", "deleted"} {
			if err := s.store.Exec(ctx, "test", `DROP TRIGGER IF EXISTS `+of+`_is_never_`+never); err != nil {
				return err
			}
		}
	}
	return s.store.Exec(ctx, "test", `PRAGMA defer_foreign_keys = ON`)
}

// A month that is closed and one that is not, with payments of each kind; the last events wait to be chained.
// between is called once the first month is over.
func (m monthlySite) twoMonths(between func()) {
	m.t.Helper()
	subscriber := m.another("abonnee@exemple.test")
	subscriber.card(simulator.Accepted)
	m.want("subscribe", subscriber.subscribe(m.monthly(nil), nil), 201, "")
	month := func() {
		refunded := m.stay(3 * time.Hour)
		m.collect()
		m.stay(2 * time.Hour)
		m.collect()
		m.addUp()
		m.refund(refunded, 70)
		m.refund(refunded, 80)
		byHand := m.stay(time.Hour)
		m.act(byHand, "manual", map[string]string{"type": "Espèces", "commentaire": "Au guichet"})
		m.want("refund by hand", m.call("PATCH", byHand+"/rembourser", m.manager(),
			map[string]any{"type": "Chèque", "montant": 20, "commentaire": "Geste"}), 200, "")
		m.act(m.stay(2*time.Hour), "annuler", map[string]string{"commentaire": "Panne"})
		m.act(m.stay(4*time.Hour), "switch-gratuit", nil)
		m.addUp()
	}
	month()
	between()
	m.clockAt(m.site, m.month+1)
	m.check(m.parts.Ledger.Seal(m.t.Context()))
	month()
	m.want("close", m.call("POST", reddition+"/"+m.month.String()+"/cloture", m.manager(), nil), 200, "")
	m.addUp()
	m.settings(map[string]any{"montantMinimumEncaissement": 1000})
	for _, card := range []string{simulator.Accepted, simulator.Accepted, simulator.Declined} { // charges of equal parts
		m.card(card)
		for range 3 {
			m.stay(6 * time.Hour)
			m.collect()
		}
		m.stay(12 * time.Hour)
		m.collect()
	}
	m.card(simulator.Accepted)
	m.settings(map[string]any{"montantMinimumEncaissement": 100})
	m.addUp()
	m.clock.advance(24 * time.Hour)
	m.check(m.parts.Ledger.Seal(m.t.Context()))
	m.stay(5 * time.Hour)
	m.card(simulator.Declined)
	m.collect()
	m.act(m.stay(time.Hour), "manual", map[string]string{"type": "Chèque", "commentaire": "Au guichet"})
}

// verified returns the first thing that is not as the ledger says, or nil.
func (s *site) verified(ctx context.Context) *ledger.Broken {
	found, err := s.proof().Verify(ctx, nil)
	s.check(err)
	for _, one := range found {
		if one.Broken != nil {
			return one.Broken
		}
	}
	return nil
}

// Whatever somebody who owns the database changes of what holds money or documents is found, and the living database is
// never blamed.
func TestEveryEditOfMoneyIsFound(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		m.twoMonths(func() {})
		if broken := s.verified(t.Context()); broken != nil {
			t.Fatalf("before any edit: %v", broken)
		}
		row, random := "rowid", rand.New(rand.NewPCG(7, 8))
		if !s.store.OnSQLite() {
			row = "ctid"
		}
		tried := 0
		for _, edit := range moneyEdits {
			for _, change := range edit.changes {
				where := edit.table
				if edit.where != "" {
					where += " WHERE " + edit.where
				}
				count, err := s.store.Count(t.Context(), "test", "SELECT COUNT(*) FROM "+where)
				s.check(err)
				if count == 0 {
					t.Fatalf("no row of %s to edit", where)
				}
				this := fmt.Sprintf("%s = (SELECT %[1]s FROM %[2]s ORDER BY %[1]s LIMIT 1 OFFSET %[3]d)", row, where,
					random.IntN(count))
				statements := []string{}
				for _, before := range edit.also {
					statements = append(statements, fmt.Sprintf(before, this))
				}
				if change == "gone" {
					statements = append(statements, "DELETE FROM "+edit.table+" WHERE "+this)
				} else {
					statements = append(statements, "UPDATE "+edit.table+" SET "+change+" WHERE "+this)
				}
				var broken *ledger.Broken
				err = s.store.Atomically(t.Context(), func(ctx context.Context) error {
					if err := s.unlock(ctx); err != nil {
						return err
					}
					for _, statement := range statements {
						if err := s.store.Exec(ctx, "test", statement); err != nil {
							return err
						}
					}
					broken = s.verified(ctx)
					return errUndone
				})
				if !errors.Is(err, errUndone) {
					t.Errorf("%s: %v", strings.Join(statements, "; "), err)
				} else if broken == nil {
					t.Errorf("not found: %s", strings.Join(statements, "; "))
				} else {
					tried++
					t.Logf("%s, %s: %v", edit.table, change, broken)
				}
			}
		}
		if broken := s.verified(t.Context()); broken != nil || tried == 0 {
			t.Errorf("after %d edits that were undone: %v", tried, broken)
		}
	})
}

// A month is closed from the chain: what was changed beside it, or in it, refuses the closing, and is a line of the
// worklist of who may close until a month is closed.
func TestAClosingIsRefused(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		m.aMonth()
		m.clockAt(s, m.month+1)
		m.addUp()
		refused := func(is bool, why string) {
			t.Helper()
			list := s.call("GET", worklistAt, m.manager(), nil)
			if is != (dig(list.Body, "clotures", "total") == 1.0) || is &&
				(dig(list.Body, "clotures", "items", 0, "motif") != why ||
					dig(list.Body, "clotures", "items", 0, "mois") != m.month.String()) {
				t.Errorf("to deal with: %s", list.Raw)
			}
		}
		refused(false, "")
		closing := func() answer {
			return s.call("POST", reddition+"/"+m.month.String()+"/cloture", m.manager(), nil)
		}
		for _, c := range []struct{ edit, undo, why string }{
			{
				`UPDATE statement_totals SET amount = amount + 100 WHERE kind = 'encaisse_autrement' AND mark = ''`,
				`UPDATE statement_totals SET amount = amount - 100 WHERE kind = 'encaisse_autrement' AND mark = ''`,
				"les totaux ne suivent pas le registre («\u00a0Solde exigible\u00a0»)",
			},
			{
				`UPDATE ledger SET amount = amount + 100 WHERE operator_id = 1 AND sequence = 3`,
				`UPDATE ledger SET amount = amount - 100 WHERE operator_id = 1 AND sequence = 3`,
				"le registre n'est pas valide (écriture n°\u00a03)",
			},
		} {
			s.check(s.unlock(t.Context()))
			s.check(s.store.Exec(t.Context(), "test", c.edit))
			s.want(c.edit, closing(), 409, "Clôture refusée\u00a0: "+c.why+
				". L'administrateur du serveur trouvera ce qui diffère par «\u00a0consigne ledger verify\u00a0».")
			refused(true, c.why)
			s.check(s.store.Exec(t.Context(), "test", c.undo))
		}
		hotline := s.call("GET", worklistAt, s.login("hotline@exemple.test").token, nil)
		if hotline.Body["clotures"] != nil {
			t.Errorf("of who may not close: %s", hotline.Raw)
		}
		s.want("as it is chained", closing(), 200, "")
		refused(false, "")

		m.clockAt(s, m.month+2)
		m.addUp()
		s.check(s.store.Exec(t.Context(), "test",
			`UPDATE statement_closings SET record = REPLACE(record, '"closing":', '"closing":1')`))
		s.want("another balance", s.call("POST", reddition+"/"+(m.month+1).String()+"/cloture", m.manager(), nil), 409,
			"Clôture refusée\u00a0: la reddition de "+m.month.String()+" n'est pas celle qui a été scellée"+
				". L'administrateur du serveur trouvera ce qui diffère par «\u00a0consigne ledger verify\u00a0».")
	})
}
