package money_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/money/debt"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/statement"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// drawn is a payment provider that answers as is drawn, or not at all.
type drawn struct {
	payment.Provider
	t *rapid.T
}

func (d drawn) Minimum() money.Cents { return 1 }

func (d drawn) Collect(_ context.Context, charge payment.Order) (payment.Answer, error) {
	outcome := rapid.SampledFrom([]payment.Status{
		payment.Paid, payment.Unpaid, payment.Unpaid, payment.Failed, payment.CardUnusable, payment.Invalid,
		payment.InProgress,
	}).Draw(d.t, "outcome")
	if outcome == payment.InProgress {
		return payment.Answer{}, errors.New("no answer")
	}
	return payment.Answer{Outcome: outcome, Ref: "ref-" + charge.UUID}, nil
}

func (d drawn) Refund(_ context.Context, refund payment.Order) (payment.Answer, error) {
	return payment.Answer{Outcome: payment.Paid, Ref: "ref-" + refund.UUID}, nil
}

// debtors owe operator 1; their payments go through the service of payments.
type debtors struct {
	t          *rapid.T
	s          *store.Store
	clock      *storetest.Clock
	books      *ledger.Service
	statements *statement.Service
	debts      *debt.Service
	stays      int
	bought     subscription.Bought
	unbilled   map[int64]bool // the bill of the payment is in no ledger
}

func newDebtors(t testing.TB, s *store.Store) *debtors {
	t.Helper()
	storetest.NewTariff(t, s)
	for i := range 3 {
		storetest.Must(t)(s.CreateAccount(t.Context(),
			account.Account{LastName: "Noël", FirstName: fmt.Sprint("P", i), Email: fmt.Sprint(i, "@b.test"), Active: true},
			storetest.Now))
	}
	for id := range int64(4) {
		storetest.Check(t, s.KnowAccount(t.Context(), id+1, 1))
		storetest.Check(t, s.SaveCard(t.Context(), id+1, 1, payment.Card{Reference: "c"}, storetest.Now))
	}
	monthly := tariff.Tariff{
		OperatorID: 1, Version: 1, AdminLabel: "Mois", PublicLabel: "Abonnement",
		Terms: pricing.Terms{Subscription: true, Unit: pricing.Month, Amount: 900},
	}
	monthly.ID = storetest.Must(t)(s.CreateTariff(t.Context(), monthly, storetest.Now))
	id := storetest.Must(t)(s.CreateSubscription(t.Context(), subscription.Subscription{
		OperatorID: 1, AccountID: 2, TariffID: monthly.ID, TariffVersion: 1, StartsAt: storetest.Now,
	}))
	bought, err := s.SubscriptionsByID(t.Context(), []int64{id})
	storetest.Check(t, err)
	d := &debtors{s: s, clock: &storetest.Clock{Time: storetest.Now}, bought: bought[0], unbilled: map[int64]bool{}}
	d.books = ledger.NewService(s, d.clock, keysOf(t, "a"), receipts{})
	d.statements = statement.NewService(s, d.clock, d.books, nil)
	d.debts = debt.NewService(s, d.clock, d.statements)
	return d
}

func (d *debtors) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// refusable fails the test unless an act succeeds or is refused for the state of its payment.
func (d *debtors) refusable(_ payment.Details, err error) {
	d.t.Helper()
	if !fault.Is(err, fault.KindConflict) && !fault.Is(err, fault.KindInvalid) {
		d.must(err)
	}
}

func (d *debtors) payments() *payment.Service { return payment.NewService(d.s, d.clock, drawn{t: d.t}) }

// any draws a payment.
func (d *debtors) any(ctx context.Context) payment.Payment {
	all, err := d.s.PaymentsAfter(ctx, 0, 100_000)
	d.must(err)
	if len(all) == 0 {
		d.t.Skip("there is none")
	}
	return all[rapid.IntRange(max(0, len(all)-40), len(all)-1).Draw(d.t, "payment")]
}

// stay bills a stay; formerly: as a former system did, of which no ledger hears.
func (d *debtors) stay(ctx context.Context, formerly bool) {
	d.stays++
	ended := d.clock.Add(-time.Duration(rapid.IntRange(0, 100*24).Draw(d.t, "hours ago")) * time.Hour)
	o := stay.Stay{
		OperatorID: 1, LockerID: 1, AccountID: rapid.Int64Range(1, 4).Draw(d.t, "account"), Place: d.stays,
		StartedAt: ended.Add(-time.Hour), Test: rapid.Bool().Draw(d.t, "test"),
		Tariff: &tariff.Tariff{ID: 1, OperatorID: 1, Version: 1},
	}
	var err error
	d.must(d.s.Atomically(ctx, func(ctx context.Context) error {
		if o.ID, err = d.s.StartStay(ctx, o); err != nil {
			return err
		}
		bill, err := d.payments().OpenStay(ctx, o)
		if err != nil {
			return err
		}
		o.EndedAt, o.Price = &ended, money.Cents(rapid.IntRange(0, 900).Draw(d.t, "price"))
		if _, err = d.payments().BillStay(ctx, o); err != nil || !formerly {
			return err
		}
		d.unbilled[bill.PaymentID] = true
		return errors.Join( // as an import leaves it
			d.s.Exec(ctx, "forget the bill", `DELETE FROM ledger_waiting WHERE payment_id = $1`, bill.PaymentID),
			d.s.Exec(ctx, "attempt", `UPDATE payments SET first_at = ended_at WHERE id = $1`, bill.PaymentID))
	}))
}

// agree checks that debts are what payments say, and their sum what the statement says.
func (d *debtors) agree(ctx context.Context) {
	report, page, total, err := d.debts.Page(ctx, 1, "", 0, 100)
	d.must(err)
	month, err := d.statements.Of(ctx, 1, clock.MonthOf(d.clock.Time))
	d.must(err)
	if owed := report.Whole.Total() - report.Whole.BeforeLedger; owed != month.Closing || report.SettledUnentered() != 0 {
		d.t.Fatalf("%s are owed, of which %s from before the ledger; the statement says %s", report.Whole.Total(),
			report.Whole.BeforeLedger, month.Closing)
	}
	all, err := d.s.PaymentsAfter(ctx, 0, 100_000)
	d.must(err)
	bounds, want := debt.BoundsOn(clock.DayOf(d.clock.Time)), map[int64]debt.Debt{}
	for _, p := range all {
		switch p.Status {
		case payment.Running, payment.Paid, payment.Manual, payment.Free, payment.Cancelled:
			continue
		}
		if p.Amount == 0 {
			continue
		}
		due, one := p.EndedAt, want[p.AccountID]
		if p.SubscriptionID != 0 {
			due = &p.StartedAt
		}
		one.ByAge[bounds.AgeOf(*due)] += p.Amount
		one.Payments++
		if d.unbilled[p.ID] {
			one.BeforeLedger += p.Amount
		}
		if one.Since.IsZero() || due.Before(one.Since) {
			one.Since = *due
		}
		want[p.AccountID] = one
	}
	got, last := map[int64]debt.Debt{}, page
	for i, one := range page {
		if i > 0 && one.Total() > last[i-1].Total() {
			d.t.Fatalf("not the largest first: %+v", page)
		}
		d.agreeWithPayments(ctx, one)
		id := one.Account.ID
		one.Account = stay.Account{}
		got[id] = one
	}
	if total != len(want) || report.People != total || !maps.Equal(got, want) {
		d.t.Fatalf("%+v are owed, want %+v", got, want)
	}
}

// agreeWithPayments checks that a debt is the sum of the payments that make it.
func (d *debtors) agreeWithPayments(ctx context.Context, one debt.Debt) {
	list, total, err := d.debts.PaymentsOf(ctx, 1, one.Account.ID, 0, 100_000)
	d.must(err)
	sum, before := money.Cents(0), money.Cents(0)
	for i, p := range list {
		sum += p.Amount
		if p.BeforeLedger {
			before += p.Amount
		}
		if !p.DueSince.Equal(*p.BilledAt()) || i > 0 && p.DueSince.Before(list[i-1].DueSince) {
			d.t.Fatalf("payment %d is due since %s", p.ID, p.DueSince)
		}
	}
	if sum != one.Total() || before != one.BeforeLedger || int64(total) != one.Payments ||
		!list[0].DueSince.Equal(one.Since) {
		d.t.Fatalf("%+v, its %d payments make %s, %s of them from before the ledger", one, total, sum, before)
	}
}

// Whatever happens to payments, what people owe adds up to the balance due of the statement, but for what no ledger
// has billed.
func TestDebtsAreTheBalanceDue(t *testing.T) {
	checks := flag.Lookup("rapid.checks").Value
	before := checks.String()
	storetest.Check(t, checks.Set("12")) // each of some thirty steps
	t.Cleanup(func() { _ = checks.Set(before) })
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d, ctx, term, actor := newDebtors(t, s), t.Context(), 0, manager
		rapid.MakeCheck(func(t *rapid.T) {
			d.t = t
			t.Repeat(map[string]func(*rapid.T){
				"":                                  func(*rapid.T) { d.agree(ctx) },
				"a stay ends":                       func(*rapid.T) { d.stay(ctx, false) },
				"another stay ends":                 func(*rapid.T) { d.stay(ctx, false) },
				"a former system has billed a stay": func(*rapid.T) { d.stay(ctx, true) },
				"a term begins": func(*rapid.T) {
					due := d.bought
					due.NextTerm = term
					d.must(s.Atomically(ctx, func(ctx context.Context) error { return d.payments().BillTerm(ctx, due, false) }))
					term++
				},
				"time passes": func(t *rapid.T) {
					d.clock.Time = d.clock.Add(time.Duration(rapid.IntRange(1, 20*24).Draw(t, "hours")) * time.Hour)
				},
				"present": func(*rapid.T) { _ = d.payments().Present(ctx, d.any(ctx).ID) },
				"answer": func(t *rapid.T) {
					made, err := s.AttemptsOf(ctx, d.any(ctx).ID)
					d.must(err)
					for _, a := range made {
						outcome := rapid.SampledFrom([]payment.Status{payment.Paid, payment.Unpaid}).Draw(t, "outcome")
						_ = d.payments().Settle(ctx, a.UUID, payment.Answer{Outcome: outcome, Ref: "ref-" + a.UUID})
					}
				},
				"mark as paid": func(*rapid.T) {
					d.refusable(d.payments().MarkAsPaid(ctx, actor, d.any(ctx).ID, payment.MeansOfPayment[0], "payé"))
				},
				"reduce a term": func(t *rapid.T) {
					if p := d.any(ctx); p.SubscriptionID != 0 {
						open := rapid.IntRange(0, 30).Draw(t, "open")
						d.refusable(payment.Details{}, s.Atomically(ctx, func(ctx context.Context) error {
							_, err := d.payments().ReduceTerm(ctx, actor, p.ID, open, 30)
							return err
						}))
					}
				},
				"cancel":    func(*rapid.T) { d.refusable(d.payments().Cancel(ctx, actor, d.any(ctx).ID, "annulé")) },
				"order":     func(*rapid.T) { d.refusable(d.payments().GenerateOrder(ctx, actor, d.any(ctx).ID, "encore")) },
				"make free": func(*rapid.T) { d.refusable(d.payments().MakeFree(ctx, actor, d.any(ctx).ID)) },
				"refund": func(*rapid.T) {
					p := d.any(ctx)
					var means payment.Means
					if p.Status == payment.Manual {
						means = payment.MeansOfPayment[0]
					}
					d.refusable(d.payments().Refund(ctx, actor, p.ID, nil, means, "geste"))
				},
				"chain":  func(*rapid.T) { d.must(d.books.Chain(ctx)) },
				"add up": func(*rapid.T) { d.must(d.statements.AddUp(ctx)) },
				"close a month": func(*rapid.T) {
					months, err := d.statements.Months(ctx, 1)
					d.must(err)
					for _, m := range months {
						if _, err := d.statements.Close(ctx, actor, 1, m.Month, ""); !fault.Is(err, fault.KindConflict) {
							d.must(err)
						}
					}
				},
			})
		})(t)
	})
}

// Between two spans of the past, the statement counts as owed what was settled after the first, whose settlement is not
// entered yet. What is told apart is exactly that.
func TestDebtsWhileThePastIsNumbered(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		pastOf(t, s, 30*24)
		service, _ := backfillOn(t, s, noon)
		debts := debt.NewService(s, fixedClock{noon}, statement.NewService(s, fixedClock{noon}, nil, nil))
		for i, span := range [][2]clock.Day{{}, {firstDay, firstDay + 3}, {firstDay + 4, today}} {
			if i > 0 {
				_, err := service.Run(t.Context(), 1, span[0], span[1])
				storetest.Check(t, err)
			}
			report, _, _, err := debts.Page(t.Context(), 1, "", 0, 10)
			storetest.Check(t, err)
			unentered, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM payments p WHERE settled_at IS NOT NULL
				AND EXISTS (SELECT 1 FROM ledger l WHERE l.payment_id = p.id AND l.kind = 'facture')
				AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.payment_id = p.id AND l.kind LIKE 'encaisse%')`)
			storetest.Check(t, err)
			billed := report.Whole.Total() - report.Whole.BeforeLedger
			if report.SettledUnentered() != money.Cents(500*unentered) || (unentered > 0) != (i == 1) ||
				(billed > 0) != (i == 2) || report.Whole.Total() != 500*5 {
				t.Errorf("after %d spans: %+v, %d are settled without an entry", i, report, unentered)
			}
		}
	})
}
