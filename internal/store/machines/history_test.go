package machines_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/machines/imports"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/money/backfill"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// withDebts returns the documented files with two stays that are due, and one without cost by staff.
func withDebts(t *testing.T) files {
	t.Helper()
	of := documented(t)
	of[imports.Stays] = strings.Replace(of[imports.Stays], "regle_le\n", "regle_le;test\n", 1)
	of[imports.Stays] = strings.ReplaceAll(of[imports.Stays], "gratuit;\n", "gratuit;;\n")
	of[imports.Stays] = strings.Replace(of[imports.Stays], "03:00:00+02:00\n", "03:00:00+02:00;\n", 1)
	of[imports.Stays] += "O4;C2;U1;2026-09-03T08:00:00Z;2026-09-05T08:00:00Z;450;du;;\n" +
		"O5;C2;U1;2026-10-03T08:00:00Z;2026-10-03T09:00:00Z;50;du;;\n" +
		"O6;C1;U2;2026-10-04T08:00:00Z;2026-10-04T09:00:00Z;70;paye;;oui\n"
	return of
}

// The totals of lists and statistics after an import are those that a rebuild finds, whatever was there before.
func TestImportedStaysAreRolledUp(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		site, of := newSite(t, s), withDebts(t)
		all, few := of[imports.Stays], strings.SplitAfter(of[imports.Stays], "\n")
		of[imports.Stays] = strings.Join(slices.Concat(few[:1], few[3:5]), "")
		site.apply(of)
		of[imports.Stays] = all // some are older than those before
		site.apply(of)
		kept, err := storetest.Rollups(t.Context(), s)
		storetest.Check(t, err)
		storetest.Check(t, s.RebuildRollups(t.Context()))
		rebuilt, err := storetest.Rollups(t.Context(), s)
		storetest.Check(t, err)
		if !slices.Equal(kept, rebuilt) || len(kept) < 50 {
			t.Errorf("%d rollups differ from the rebuilt %d:\n%s\n\n%s", len(kept), len(rebuilt), strings.Join(kept, "\n"),
				strings.Join(rebuilt, "\n"))
		}
		if n := site.count(`SELECT COALESCE(SUM(total), 0) FROM rollups WHERE dimension = 'income' AND is_test = FALSE
			AND of_stay = TRUE AND period > 0`); n != 100 {
			t.Errorf("the income of stays is %d", n)
		}
	})
}

// No job has anything to do for what was taken over, however much later, and numbering the past leaves it out. The
// ledger brings forward what is due of it.
func TestJobsLeaveImportsAlone(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		site := newSite(t, s)
		site.apply(withDebts(t))
		later := site.clock.AddDate(10, 0, 0)
		for _, kind := range []queue.Kind{
			queue.Payments, queue.Attempts, queue.Terms, queue.Limits, queue.Mails,
			queue.Refunds,
		} {
			items, err := s.ClaimWork(t.Context(),
				queue.Claim{Kind: kind, DueBy: later, Until: later, Longest: time.Hour, Holder: "test", Most: 10})
			if err != nil || len(items) > 0 {
				t.Errorf("%s: %+v, %v", kind, items, err)
			}
		}
		books := newBooks(t, site)
		past := backfill.NewService(s, site.clock, books)
		report, err := past.Run(t.Context(), 1, clock.DayOn(2025, 1, 1), clock.DayOn(2026, 11, 23))
		if err != nil || report != (backfill.Report{}) {
			t.Errorf("numbered: %+v, %v", report, err)
		}
		for _, table := range []string{"mails", "ledger", "ledger_waiting WHERE kind <> 'reprise'", "documents"} {
			if n := site.count(`SELECT COUNT(*) FROM ` + table); n != 0 {
				t.Errorf("%s: %d rows", table, n)
			}
		}
		if n := site.count(`SELECT SUM(amount) FROM ledger_waiting`); n != 500 {
			t.Errorf("%d are brought forward", n)
		}
		if n := site.count(`SELECT COUNT(*) FROM payment_attempts WHERE kind <> 'manuel'`); n != 0 {
			t.Errorf("%d attempts", n)
		}
	})
}

// A debt that was taken over may be settled as any that the former system could not collect: it is entered then, has a
// receipt, and lowers what the statement brings forward, so that nothing remains due.
func TestAnImportedDebtIsSettled(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		site, ctx := newSite(t, s), t.Context()
		site.apply(withDebts(t))
		manager := access.Actor{Admin: true}
		payments := payment.NewService(s, site.clock, nil)
		for query, act := range map[string]func(id int64) error{
			`SELECT id FROM payments WHERE amount = 450`: func(id int64) error {
				_, err := payments.MarkAsPaid(ctx, manager, id, "Espèces", "Au guichet")
				return err
			},
			`SELECT id FROM payments WHERE amount = 50`: func(id int64) error {
				_, err := payments.Cancel(ctx, manager, id, "Geste commercial")
				return err
			},
		} {
			storetest.Check(t, act(int64(site.count(query))))
		}
		storetest.ChainAll(t, s, newBooks(t, site))
		if n := site.count(`SELECT COUNT(*) FROM documents WHERE total = 450`); n != 1 {
			t.Errorf("%d receipts", n)
		}
		statements := statement.NewService(s, site.clock, nil, nil)
		storetest.Check(t, statements.AddUp(ctx))
		report, err := statements.Of(ctx, 1, clock.MonthOf(site.clock.Time))
		storetest.Check(t, err)
		carried, _ := report.Figure("repris")
		forward, _ := report.Figure("reprise")
		if carried.Amount != 0 || forward.Amount != 500 || report.Opening != 500 || report.Closing != 0 {
			t.Errorf("carried over: %d, brought forward: %d, due: from %d to %d", carried.Amount, forward.Amount, report.Opening,
				report.Closing)
		}
	})
}

func newBooks(t *testing.T, site *site) *ledger.Service {
	t.Helper()
	keys, err := ledger.KeysFrom([]byte(strings.Repeat("a", 32)), nil)
	storetest.Check(t, err)
	return ledger.NewService(site, site.clock, keys, document.NewService(site, site.clock, nil))
}
