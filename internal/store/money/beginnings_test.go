package money_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/domain/money/backfill"
	"consigne/internal/domain/money/beginning"
	"consigne/internal/domain/money/debt"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/proof"
	"consigne/internal/domain/money/statement"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// office is all that has to do with the ledger of operator 1.
type office struct {
	t          *testing.T
	s          *store.Store
	clock      *storetest.Clock
	books      *ledger.Service
	beginnings *beginning.Service
	statements *statement.Service
	payments   *payment.Service
}

func newOffice(t *testing.T, s *store.Store) *office {
	t.Helper()
	o := &office{t: t, s: s, clock: &storetest.Clock{Time: noon}}
	o.books = ledger.NewService(s, o.clock, keysOf(t, "a"), document.NewService(s, o.clock, nil))
	o.beginnings = beginning.NewService(s, o.clock)
	o.statements = statement.NewService(s, o.clock, o.books, nil)
	o.payments = payment.NewService(s, o.clock, nil)
	return o
}

// owe has stays owed that ended in the days before noon, and returns their payments.
func (o *office) owe(amounts ...money.Cents) (ids []int64) {
	tariff := storetest.NewTariff(o.t, o.s)
	storetest.Check(o.t, o.s.KnowAccount(o.t.Context(), 1, 1))
	billed := []payment.Billed{}
	for i, amount := range amounts {
		ended := noon.AddDate(0, 0, i-40)
		b := payment.Billed{Stay: stay.Stay{
			OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: ended.Add(-time.Hour), EndedAt: &ended,
			Price: amount, Tariff: &tariff,
		}}
		b.Payment = payment.NewForStay(b.Stay)
		if b.Payment.DueAt = nil; i != 1 {
			b.Payment.Status = payment.PermanentError
		}
		billed = append(billed, b)
	}
	storetest.Check(o.t, o.s.ImportStays(o.t.Context(), billed))
	stored, err := o.s.PaymentsAfter(o.t.Context(), 0, 100)
	storetest.Check(o.t, err)
	for _, p := range stored {
		ids = append(ids, p.ID)
	}
	return ids
}

func (o *office) enter() {
	o.t.Helper()
	storetest.ChainAll(o.t, o.s, o.books)
	storetest.Check(o.t, o.statements.AddUp(o.t.Context()))
}

func (o *office) month(month clock.Month) statement.Report {
	o.t.Helper()
	report, err := o.statements.Of(o.t.Context(), 1, month)
	storetest.Check(o.t, err)
	return report
}

func (o *office) close(month clock.Month) statement.Report {
	o.t.Helper()
	report, err := o.statements.Close(o.t.Context(), manager, 1, month, "")
	storetest.Check(o.t, err)
	o.enter()
	return report
}

// valid checks all that is stored of money, and that debts are the balance due.
func (o *office) valid() {
	o.t.Helper()
	found, err := proof.NewService(o.s, o.books).Verify(o.t.Context(), nil)
	storetest.Check(o.t, err)
	for _, one := range found {
		if one.Broken != nil {
			o.t.Error(one.Broken)
		}
	}
	report, _, _, err := debt.NewService(o.s, o.clock, o.statements).Page(o.t.Context(), 1, "", 0, 10)
	storetest.Check(o.t, err)
	if report.Statement != report.Whole.Total() || report.SettledUnentered() != 0 {
		o.t.Errorf("the statement says %s, people owe %s", report.Statement, report.Whole.Total())
	}
}

func amounts(s statement.Statement, keys ...statement.Key) (list []money.Cents) {
	for _, key := range keys {
		f, _ := s.Figure(key)
		list = append(list, f.Amount)
	}
	return list
}

// The example of docs/rules.md#beginning: three debts of before are brought forward; one is paid, one made free, one
// left.
func TestAFirstMonth(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		o, november := newOffice(t, s), clock.MonthOf(noon)
		ids := o.owe(400, 250, 100)
		var nodes sync.WaitGroup
		for range 3 { // whichever node is first, once
			nodes.Go(func() {
				if err := o.beginnings.BeginAll(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		nodes.Wait()
		o.enter()
		if r := o.month(november); r.Opening != 750 || r.Closing != 750 {
			t.Errorf("from %s to %s", r.Opening, r.Closing)
		}
		o.valid()
		o.clock.Time = o.clock.AddDate(0, 0, 3)
		_, err := o.payments.MarkAsPaid(t.Context(), manager, ids[0], "Espèces", "Au guichet")
		storetest.Check(t, err)
		_, err = o.payments.MakeFree(t.Context(), manager, ids[1])
		storetest.Check(t, err)
		o.enter()
		o.valid()
		// What is numbered of before is no month, and changes no balance.
		numbered, err := backfill.NewService(s, o.clock, o.books).Run(t.Context(), 1, clock.DayOf(noon)-60, clock.DayOf(noon))
		storetest.Check(t, err)
		if numbered.Events != 0 {
			t.Errorf("%+v", numbered)
		}
		o.clock.Time = o.clock.AddDate(0, 1, 0)
		for _, early := range []clock.Month{november - 1, november - 2} {
			_, err := o.statements.Of(t.Context(), 1, early)
			_, closing := o.statements.Close(t.Context(), manager, 1, early, "")
			for _, err := range []error{err, closing} {
				if !fault.Is(err, fault.KindNotFound) ||
					fault.Of(err).Detail != "Ce mois est d'avant le registre, qui commence en novembre 2026." {
					t.Errorf("%s: %v", early, err)
				}
			}
		}
		months, err := o.statements.Months(t.Context(), 1)
		storetest.Check(t, err)
		if len(months) != 2 || months[1].Month != november {
			t.Errorf("%+v", months)
		}
		r := o.close(november)
		if got := amounts(r.Statement, "reprise", "facture", "repris", "rendu_gratuit", "encaisse_autrement.especes"); fmt.Sprint(got) != fmt.Sprint([]money.Cents{750, 0, 0, 250, 400}) ||
			r.Opening != 750 || r.Closing != 100 {
			t.Errorf("from %s to %s: %v", r.Opening, r.Closing, got)
		}
		var file bytes.Buffer
		storetest.Check(t, r.WriteFEC(&file))
		for _, line := range []string{
			"AN\tÀ-nouveaux\t202611-001\t20261130\t411000\tUsagers\t\t\tREDDITION-2026-11\t20261130\tReprise, dans le solde d'ouverture novembre 2026\t7,50\t0,00",
			"471000\tRepris d'avant le registre\t\t\tREDDITION-2026-11\t20261130\tReprise, dans le solde d'ouverture novembre 2026\t0,00\t7,50",
			"531000\tCaisse\t\t\tREDDITION-2026-11\t20261130\tEncaissé autrement\u00a0: espèces novembre 2026\t4,00\t0,00",
		} {
			if !strings.Contains(file.String(), line) {
				t.Errorf("no line %q:\n%s", line, file.String())
			}
		}
		o.valid()
		if next := o.month(november + 1); next.Opening != 100 || next.Closing != 100 {
			t.Errorf("December: from %s to %s", next.Opening, next.Closing)
		}
	})
}

// The ledger of a database of before began without its debts, and a month of it is closed: that stays as it was sealed,
// and the open month brings them forward. What was numbered of before it is no month.
func TestALedgerThatBeganBefore(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		o, november := newOffice(t, s), clock.MonthOf(noon)
		ids := o.owe(400, 250)
		storetest.Check(t, s.AppendEntry(t.Context(), ledger.Entry{
			OperatorID: 1, At: noon.AddDate(0, 0, -38), Kind: ledger.Billed, PaymentID: ids[1], Amount: 250,
		}))
		storetest.Check(t, s.Exec(t.Context(), "its stay ends when the ledger begins", `UPDATE payments SET ended_at = $2
			WHERE id = $1`, ids[1], noon.AddDate(0, 0, -38).UnixMilli()))
		o.enter()
		closed := o.close(november - 1)
		if closed.Opening != 0 || closed.Closing != 250 {
			t.Errorf("October: from %s to %s", closed.Opening, closed.Closing)
		}
		storetest.Check(t, o.beginnings.BeginAll(t.Context()))
		storetest.Check(t, o.beginnings.BeginAll(t.Context()))
		o.enter()
		if again := o.month(november - 1); again.Closing != 250 || again.State != statement.Closed {
			t.Errorf("October: %+v", again)
		}
		r := o.month(november)
		if f, _ := r.Figure("reprise"); f.Amount != 400 || f.Effect != 1 || r.Opening != 250 || r.Closing != 650 {
			t.Errorf("November: from %s to %s, %+v", r.Opening, r.Closing, f)
		}
		o.valid()
		o.clock.Time = o.clock.AddDate(0, 1, 0)
		if r := o.close(november); r.Closing != 650 {
			t.Errorf("November closes with %s", r.Closing)
		}
		o.valid()
		for edit, reason := range map[string]string{
			`UPDATE ledger_beginnings SET month = month + 1`:                      "il ne correspond pas à son écriture",
			`DELETE FROM ledger_beginnings`:                                       "il ne correspond pas à son écriture",
			fmt.Sprintf(`UPDATE payments SET amount = 300 WHERE id = %d`, ids[0]): "sa reprise de 4,00\u00a0€ n'est pas ce qui en était dû alors",
		} {
			rolledBack := s.Atomically(t.Context(), func(ctx context.Context) error {
				storetest.Check(t, s.Exec(ctx, "edit", edit))
				found, err := proof.NewService(s, o.books).Verify(ctx, nil)
				storetest.Check(t, err)
				if len(found) != 1 || found[0].Broken == nil || found[0].Broken.Reason != reason {
					t.Errorf("%s: %+v", edit, found)
				}
				return errKilled
			})
			if !errors.Is(rolledBack, errKilled) {
				t.Error(rolledBack)
			}
		}
	})
}
