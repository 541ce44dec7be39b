package money_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/money/backfill"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// pastOf is what was billed before the ledger: one stay an hour, which is nearly always paid at once, over days that
// end at noon.
func pastOf(t testing.TB, s *store.Store, stays int) {
	t.Helper()
	tariff := storetest.NewTariff(t, s)
	storetest.Check(t, s.KnowAccount(t.Context(), 1, 1))
	billed := []payment.Billed{}
	for i := range stays {
		ended := noon.Add(-time.Duration(stays-i) * time.Hour)
		o := stay.Stay{
			OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: ended.Add(-time.Hour), EndedAt: &ended,
			Price: 500, Tariff: &tariff,
		}
		p := payment.NewForStay(o)
		b := payment.Billed{Stay: o, Payment: p}
		attempt := func(kind payment.Kind, outcome payment.Status, at time.Time) *payment.Attempt {
			made := payment.Attempt{
				UUID: fmt.Sprintf("%s-%d-%d", kind, i, len(b.Attempts)), Kind: kind, Amount: 500,
				Outcome: outcome, At: at, AnsweredAt: &at, ActorID: 1,
			}
			if kind == payment.Charge {
				made.ActorID = 0
			}
			b.Attempts = append(b.Attempts, made)
			return &b.Attempts[len(b.Attempts)-1]
		}
		b.Payment.DueAt = nil
		switch i % 10 {
		case 3: // declined, then paid at the desk two days later
			attempt(payment.Charge, payment.Unpaid, ended)
			later := ended.Add(50 * time.Hour)
			attempt(payment.PaidByHand, payment.Manual, later).Means = "Espèces"
			b.Payment.Status, b.Payment.SettledAt = payment.Manual, &later
			if later.After(noon) { // it is still owed
				b.Attempts, b.Payment.Status, b.Payment.SettledAt = b.Attempts[:1], payment.PermanentError, nil
			}
		case 5:
			attempt(payment.Cancellation, payment.Cancelled, ended)
			b.Payment.Status = payment.Cancelled
		case 7: // refunded in the same instant
			b.Payment.Status, b.Payment.SettledAt, b.Payment.Refunded = payment.Paid, &ended, 500
			attempt(payment.Charge, payment.Paid, ended)
			attempt(payment.Refund, payment.Paid, ended).Of = b.Attempts[0].UUID
		case 9:
			b.Payment.Status, b.Payment.Amount, b.Stay.MadeFree = payment.Free, 0, true
		default:
			b.Payment.Status, b.Payment.SettledAt = payment.Paid, &ended
			attempt(payment.Charge, payment.Paid, ended)
		}
		billed = append(billed, b)
	}
	storetest.Check(t, s.ImportStays(t.Context(), billed))
	stored, err := s.PaymentsAfter(t.Context(), 0, stays)
	storetest.Check(t, err)
	for _, p := range stored {
		if p.Status == payment.Free {
			storetest.Check(t, s.Record(t.Context(), audit.Entry{
				At: p.EndedAt.Add(time.Minute), ActorID: 1, OperatorID: 1, Action: audit.PaymentMadeFree,
				Object: audit.Object{Kind: audit.KindPayment, ID: p.ID}, Changes: map[string]any{"montant": money.Cents(500)},
			}))
		}
	}
}

// backfillOn returns the services of a node at an instant, with real documents.
func backfillOn(t testing.TB, s *store.Store, now time.Time) (*backfill.Service, *ledger.Service) {
	t.Helper()
	issuer := document.NewService(s, fixedClock{now}, nil)
	books := ledger.NewService(s, fixedClock{now}, keysOf(t, "a"), issuer)
	return backfill.NewService(s, fixedClock{now}, books), books
}

var (
	firstDay = clock.DayOf(noon) - 9
	today    = clock.DayOf(noon)
)

// faultsOfNumbers lists what is wrong of the ledger and documents of operator 1: what was entered or numbered twice or
// not at all, and whether numbers follow the order of settlement.
func faultsOfNumbers(ctx context.Context, s *store.Store) ([]string, error) {
	faults := []string{}
	for what, query := range map[string]string{
		"twice": `SELECT kind || ' ' || payment_id FROM ledger WHERE kind NOT IN ('document')
			GROUP BY payment_id, kind, attempt HAVING COUNT(*) > 1`,
		"waits": `SELECT kind || ' ' || payment_id FROM ledger_waiting`,
		"no document": `SELECT e.kind || ' ' || e.payment_id FROM ledger e
			WHERE e.kind IN ('encaisse', 'encaisse_autrement', 'rembourse')
			AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.attempt = e.attempt AND d.operator_id = e.operator_id)`,
		"a gap": `SELECT kind FROM documents GROUP BY operator_id, kind, year HAVING MAX(rank) <> COUNT(*)`,
		"not in order": `SELECT a.number FROM documents a JOIN documents b ON b.operator_id = a.operator_id
			AND b.kind = a.kind AND b.year = a.year AND b.rank = a.rank + 1 WHERE b.settled_at < a.settled_at`,
		"not in the chain": `SELECT number FROM documents d WHERE NOT EXISTS (SELECT 1 FROM ledger e
			WHERE e.operator_id = d.operator_id AND e.document = d.number)`,
	} {
		bad, err := storetest.Lines(ctx, s, query)
		if err != nil {
			return nil, err
		}
		for _, line := range bad {
			faults = append(faults, what+": "+line)
		}
	}
	return faults, nil
}

// A span of the past is entered once, in order; what was billed before it and settled in it too.
func TestASpanOfThePastIsNumbered(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		const stays = 30 * 24
		pastOf(t, s, stays)
		service, books := backfillOn(t, s, noon)
		foreseen, err := service.Preview(t.Context(), 1, firstDay, today)
		storetest.Check(t, err)
		if n, err := s.Count(t.Context(), "test", `SELECT (SELECT COUNT(*) FROM ledger_waiting) + (SELECT COUNT(*)
			FROM ledger_backfills)`); err != nil || n != 0 {
			t.Errorf("a preview wrote %d rows: %v", n, err)
		}
		done, err := service.Run(t.Context(), 1, firstDay, today)
		storetest.Check(t, err)
		if done != foreseen || done.Events < 400 || done.Receipts < 170 || done.CreditNotes < 20 {
			t.Errorf("%+v, foreseen were %+v", done, foreseen)
		}
		if faults, err := faultsOfNumbers(t.Context(), s); err != nil || len(faults) > 0 {
			t.Error(faults, err)
		}
		if got := verify(t, books)[1]; got != done.Events+done.Receipts+done.CreditNotes {
			t.Errorf("%d entries of %+v", got, done)
		}
		kinds, err := storetest.Lines(t.Context(), s, `SELECT DISTINCT kind FROM ledger ORDER BY 1`)
		storetest.Check(t, err)
		if want := []string{
			"annule", "document", "encaisse", "encaisse_autrement", "facture", "rembourse",
			"remboursement_demande", "rendu_gratuit",
		}; !slices.Equal(kinds, want) {
			t.Error(kinds)
		}
		owed, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM ledger
			WHERE kind IN ('encaisse', 'encaisse_autrement', 'annule', 'rendu_gratuit') AND payment_id NOT IN
			(SELECT payment_id FROM ledger WHERE kind = 'facture')`)
		if err != nil || owed != 0 {
			t.Errorf("%d were settled and never billed: %v", owed, err)
		}
		before, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM ledger WHERE kind = 'facture'
			AND at < CAST($1 AS BIGINT)`, firstDay.Begins().UnixMilli())
		if err != nil || before == 0 {
			t.Errorf("%d were billed before the span: %v", before, err)
		}
		later, books := backfillOn(t, s, noon.AddDate(0, 1, 0))
		if again, err := later.Run(t.Context(), 1, firstDay, today); err != nil || again != (backfill.Report{}) {
			t.Errorf("a second run: %+v, %v", again, err)
		}
		verify(t, books)
	})
}

// What has an entry of its own gets no other, and spans follow one another up to the first of them.
func TestWhichSpansAreNumbered(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		pastOf(t, s, 30*24)
		last, err := s.AttemptByUUID(t.Context(), "presentation-710-0")
		storetest.Check(t, err)
		storetest.Check(t, s.AppendEntry(t.Context(), ledger.Entry{
			OperatorID: 1, At: last.AnsweredAt.Add(2 * time.Millisecond), Kind: ledger.Settled, PaymentID: last.PaymentID,
			Attempt: last.UUID, Amount: 500, VATRate: 1000, VAT: 45,
		}))
		service, books := backfillOn(t, s, noon.Add(time.Hour))
		storetest.ChainAll(t, s, books)
		refused := func(from, to clock.Day, part string) {
			t.Helper()
			for _, run := range []func(context.Context, int64, clock.Day, clock.Day) (backfill.Report, error){
				service.Preview,
				service.Run,
			} {
				if _, err := run(t.Context(), 1, from, to); !fault.Is(err, fault.KindConflict) ||
					!strings.Contains(fault.Of(err).Detail, part) {
					t.Errorf("%s to %s: %v", from, to, err)
				}
			}
		}
		own := clock.DayOf(*last.AnsweredAt)
		refused(firstDay, firstDay-1, "Le premier jour doit précéder")
		refused(firstDay, own+1, "ses propres écritures")
		if _, err := service.Run(t.Context(), 2, firstDay, own); !fault.Is(err, fault.KindNotFound) {
			t.Error(err)
		}
		numbered, err := service.Run(t.Context(), 1, firstDay, firstDay+3)
		storetest.Check(t, err)
		refused(firstDay+3, own, "jusqu'au "+(firstDay+3).Begins().Format("02/01/2006")+" compris")
		refused(firstDay-5, firstDay-1, "suivent l'ordre des règlements")
		rest, err := service.Run(t.Context(), 1, firstDay+4, own)
		storetest.Check(t, err)
		if numbered.Receipts == 0 || rest.Receipts == 0 {
			t.Errorf("%+v, then %+v", numbered, rest)
		}
		if n, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM ledger WHERE kind = 'encaisse'
			AND attempt = $1`, last.UUID); err != nil || n != 1 {
			t.Errorf("%d entries of what had its own: %v", n, err)
		}
		verify(t, books)

		waiting := func() int {
			backlogs, err := s.Backlogs(t.Context(), noon.Add(time.Hour))
			storetest.Check(t, err)
			return backlogs[slices.IndexFunc(backlogs, func(b queue.Backlog) bool { return b.Name == "ledger" })].Waiting
		}
		old, recent := event(1, 0), event(1, 0)
		old.At, recent.At = firstDay.Begins(), noon
		storetest.Check(t, s.AppendEntry(t.Context(), old))
		if n := waiting(); n != 0 {
			t.Errorf("%d events of the past count as late", n)
		}
		storetest.Check(t, s.AppendEntry(t.Context(), recent))
		if n := waiting(); n != 1 {
			t.Errorf("%d events wait, want 1", n)
		}
	})
}

// dyingMarks fails at a random store of the mark, before or after it.
type dyingMarks struct {
	*store.Store
	left *int
}

func (d dyingMarks) SaveMark(ctx context.Context, before, after backfill.Mark) (bool, error) {
	first, err := d.Store.SaveMark(ctx, before, after)
	if *d.left--; *d.left < 0 {
		return first, errKilled
	}
	return first, err
}

// Runs that are killed again and again, two at once, end with the same entries as one that is not.
func TestNumberingIsKilled(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		pastOf(t, s, 20*24)
		service, books := backfillOn(t, s, noon)
		foreseen, err := service.Preview(t.Context(), 1, firstDay, today)
		storetest.Check(t, err)
		random := testenv.Random(t)
		var lefts [2]int
		for over := false; !over; {
			var runs sync.WaitGroup
			var ends [2]error
			for i := range ends {
				lefts[i] = random.IntN(12)
				_, books := backfillOn(t, s, noon)
				runs.Go(func() {
					_, ends[i] = backfill.NewService(dyingMarks{s, &lefts[i]}, fixedClock{noon}, books).Run(t.Context(), 1, firstDay,
						today)
				})
			}
			runs.Wait()
			for _, err := range ends {
				over = over || err == nil
				if err != nil && !errors.Is(err, errKilled) && !fault.Is(err, fault.KindConflict) {
					t.Fatal(err)
				}
			}
		}
		if faults, err := faultsOfNumbers(t.Context(), s); err != nil || len(faults) > 0 {
			t.Error(faults, err)
		}
		if got := verify(t, books)[1]; got != foreseen.Events+foreseen.Receipts+foreseen.CreditNotes {
			t.Errorf("%d entries, foreseen were %+v", got, foreseen)
		}
		if rest, err := service.Resume(t.Context()); err != nil || rest != (backfill.Report{}) {
			t.Error(rest, err)
		}
	})
}
