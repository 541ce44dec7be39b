package money_test

import (
	"context"
	"errors"
	"flag"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// cut is a provider whose calls are cut off as a kill cuts them: before they reach it, or before their answer is
// stored.
type cut struct {
	*simulator.Provider
	t      *rapid.T
	whole  bool                   // nothing is cut off any more
	orders map[string]money.Cents // amounts of the charges, by uuid
}

var errCut = errors.New("cut off")

func (c *cut) off() bool { return !c.whole && rapid.IntRange(0, 4).Draw(c.t, "cut off") == 0 }

func (c *cut) Collect(ctx context.Context, charge payment.Order) (payment.Answer, error) {
	if before, again := c.orders[charge.UUID]; again && before != charge.Amount {
		c.t.Fatalf("%s is ordered as %s, then as %s", charge.UUID, before, charge.Amount)
	}
	c.orders[charge.UUID] = charge.Amount
	return c.order(ctx, charge, c.Provider.Collect)
}

func (c *cut) Charge(ctx context.Context, charge payment.Order) (payment.Answer, error) {
	return c.order(ctx, charge, c.Provider.Charge)
}

func (c *cut) Refund(ctx context.Context, refund payment.Order) (payment.Answer, error) {
	return c.order(ctx, refund, c.Provider.Refund)
}

func (c *cut) order(ctx context.Context, order payment.Order,
	act func(context.Context, payment.Order) (payment.Answer, error),
) (payment.Answer, error) {
	if c.off() {
		return payment.Answer{}, errCut
	}
	answer, err := act(ctx, order)
	if c.off() {
		return payment.Answer{}, errCut
	}
	return answer, err
}

// savers are debtors who owe small sums.
type savers struct {
	*debtors
	provider *cut
	service  *payment.Service
}

func (v *savers) small(ctx context.Context) {
	v.stays++
	ended := v.clock.Add(-time.Duration(rapid.IntRange(0, 48).Draw(v.t, "hours ago")) * time.Hour)
	o := stay.Stay{
		OperatorID: 1, LockerID: 1, AccountID: rapid.Int64Range(1, 3).Draw(v.t, "account"), Place: v.stays,
		StartedAt: ended.Add(-time.Hour), Tariff: &tariff.Tariff{ID: 1, OperatorID: 1, Version: 1},
	}
	var err error
	v.must(v.s.Atomically(ctx, func(ctx context.Context) error {
		if o.ID, err = v.s.StartStay(ctx, o); err != nil {
			return err
		}
		if _, err := v.service.OpenStay(ctx, o); err != nil {
			return err
		}
		o.EndedAt, o.Price = &ended, money.Cents(rapid.IntRange(1, 60).Draw(v.t, "price"))
		_, err = v.service.BillStay(ctx, o)
		return err
	}))
}

func (v *savers) all(ctx context.Context) []payment.Payment {
	list, err := v.s.PaymentsAfter(ctx, 0, 100_000)
	v.must(err)
	return list
}

// collect runs the job once.
func (v *savers) collect(ctx context.Context) {
	for _, p := range v.all(ctx) {
		if p.DueAt != nil && !p.DueAt.After(v.clock.Time) {
			v.known(v.service.Present(ctx, p.ID))
		}
		made, err := v.s.AttemptsOf(ctx, p.ID)
		v.must(err)
		for _, a := range made {
			if a.AskAt != nil {
				v.known(v.service.Ask(ctx, a.ID))
			}
		}
	}
}

func (v *savers) known(err error) {
	if !errors.Is(err, payment.ErrNoAnswer) {
		v.must(err)
	}
}

// partsAgree checks that the parts of each charge are its amount, that no payment is collected twice, and that what
// waits is less than the sum that it waits for.
func (v *savers) partsAgree(ctx context.Context) {
	sums, told := map[string]money.Cents{}, map[string]payment.Group{}
	for _, p := range v.all(ctx) {
		made, err := v.s.AttemptsOf(ctx, p.ID)
		v.must(err)
		paid, doubles := 0, 0
		for _, a := range made {
			if a.Group != nil {
				sums[a.Group.UUID] += a.Amount
				told[a.Group.UUID] = *a.Group
			}
			if a.Kind == payment.Charge && a.Outcome == payment.Paid {
				paid++
			}
			if a.Kind == payment.Refund && a.ActorID == 0 {
				doubles++
			}
		}
		if (p.Status == payment.Paid) != (paid-doubles == 1) {
			v.t.Fatalf("payment %d is %s: %d charges, %d of them given back", p.ID, p.Status, paid, doubles)
		}
		if !p.Waits() {
			continue
		}
		details, err := v.s.PaymentDetails(ctx, p.ID)
		v.must(err)
		if w := details.Waiting; w == nil || w.Sum < p.Amount || w.For != p.WaitsFor {
			v.t.Fatalf("payment %+v waits: %+v", p, w)
		}
	}
	for uuid, group := range told {
		ordered, was := v.provider.orders[uuid]
		if group.Amount != sums[uuid] || was && ordered != group.Amount {
			v.t.Fatalf("a charge of %s has parts of %s, and is ordered as %s", group.Amount, sums[uuid], ordered)
		}
	}
}

// settle lets all open work finish, then checks what the provider holds, and that the reconciliation finds nothing to
// explain but answers that were cut off for days.
func (v *savers) settle(ctx context.Context) {
	v.provider.whole = true
	for range 45 {
		v.clock.Time = v.clock.Add(24 * time.Hour)
		v.collect(ctx)
	}
	v.provider.whole = false
	v.partsAgree(ctx)
	due := money.Cents(0)
	for _, p := range v.all(ctx) {
		switch p.Status {
		case payment.Paid:
			due += p.Amount - p.Refunded
		case payment.InProgress, payment.NotPresented, payment.Running:
			v.t.Fatalf("never settled: %+v", p)
		}
	}
	kept, now := money.Cents(0), v.clock.Time
	v.must(v.provider.Movements(ctx, storetest.Now.AddDate(-1, 0, 0), func(list []reconciliation.Movement) error {
		for _, m := range list {
			kept += m.Amount
		}
		return nil
	}))
	if kept != due {
		v.t.Fatalf("the provider holds %s, %s are due", kept, due)
	}
	v.must(reconciliation.NewService(v.s, v.clock, v.provider).Run(ctx))
	for month := clock.MonthOf(storetest.Now) - 1; month <= clock.MonthOf(now); month++ {
		figures, err := v.s.Figures(ctx, 1, month.String())
		v.must(err)
		for _, f := range figures {
			if f.State != reconciliation.Matched && f.State != reconciliation.Waiting && f.State != reconciliation.Late {
				v.t.Fatalf("to explain: %+v", f)
			}
		}
	}
}

// Whatever happens to small sums, the parts of a charge are its amount, nothing is collected twice, and debts are the
// balance due.
func TestSmallSumsAreCollectedOnce(t *testing.T) {
	checks := flag.Lookup("rapid.checks").Value
	before := checks.String()
	storetest.Check(t, checks.Set("6")) // each of some thirty steps
	t.Cleanup(func() { _ = checks.Set(before) })
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		v := &savers{debtors: newDebtors(t, s), provider: &cut{Provider: simulator.New(), orders: map[string]money.Cents{}}}
		v.provider.Least, v.provider.Now = 50, v.clock.Now
		v.service = payment.NewService(s, v.clock, v.provider)
		ctx := t.Context()
		do := func(act func(context.Context, int64) (payment.Details, error)) func(*rapid.T) {
			return func(*rapid.T) {
				_, err := act(ctx, v.any(ctx).ID)
				v.refusable(payment.Details{}, err)
			}
		}
		rapid.MakeCheck(func(t *rapid.T) {
			v.t, v.provider.t = t, t
			t.Repeat(map[string]func(*rapid.T){
				"": func(*rapid.T) {
					v.agree(ctx)
					v.partsAgree(ctx)
				},
				"a small stay ends": func(*rapid.T) { v.small(ctx) },
				"another ends":      func(*rapid.T) { v.small(ctx) },
				"and another":       func(*rapid.T) { v.small(ctx) },
				"time passes": func(t *rapid.T) {
					v.clock.Time = v.clock.Add(time.Duration(rapid.SampledFrom([]int{1, 25, 200, 800}).Draw(t, "hours")) * time.Hour)
				},
				"the job":       func(*rapid.T) { v.collect(ctx) },
				"the job again": func(*rapid.T) { v.collect(ctx) },
				"a card": func(t *rapid.T) {
					token := rapid.SampledFrom([]string{
						simulator.Accepted, simulator.Declined, simulator.Late, simulator.Broken,
					}).Draw(t, "card")
					_, err := v.service.SetCard(ctx, 1, rapid.Int64Range(1, 3).Draw(t, "account"), token)
					v.must(err)
				},
				"settings": func(t *rapid.T) {
					v.must(s.SetSettings(ctx, 1, operator.Settings{
						CollectFrom:   money.Cents(rapid.SampledFrom([]int{0, 80, 150}).Draw(t, "from")),
						CollectWithin: rapid.SampledFrom([]int{5, 30}).Draw(t, "days"),
						Receipts:      outbox.ReceiptsOfTerms,
					}))
					v.must(s.ReviewWaiting(ctx, 1, v.clock.Time))
				},
				"mark as paid": do(func(ctx context.Context, id int64) (payment.Details, error) {
					return v.service.MarkAsPaid(ctx, manager, id, payment.MeansOfPayment[0], "payé")
				}),
				"cancel": do(func(ctx context.Context, id int64) (payment.Details, error) {
					return v.service.Cancel(ctx, manager, id, "annulé")
				}),
				"order": do(func(ctx context.Context, id int64) (payment.Details, error) {
					return v.service.GenerateOrder(ctx, manager, id, "encore")
				}),
				"make free": do(func(ctx context.Context, id int64) (payment.Details, error) {
					return v.service.MakeFree(ctx, manager, id)
				}),
				"refund": do(func(ctx context.Context, id int64) (payment.Details, error) {
					cents := money.Cents(rapid.IntRange(1, 40).Draw(v.t, "cents"))
					return v.service.Refund(ctx, manager, id, &cents, "", "geste")
				}),
			})
			for range 6 { // whatever was drawn, there is something to collect
				v.small(ctx)
			}
			v.settle(ctx)
		})(t)
		if groups := slices.Collect(maps.Keys(v.provider.orders)); len(groups) < 10 {
			t.Errorf("%d charges: this test proves too little", len(groups))
		}
	})
}

// A charge made long before the first reading of the statements, and answered just before it, is found in them.
func TestAChargeAnsweredLongAfter(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d, provider, ctx := newDebtors(t, s), simulator.New(), t.Context()
		provider.Now = d.clock.Now
		service := payment.NewService(s, d.clock, provider)
		_, err := service.SetCard(ctx, 1, 1, simulator.Late)
		storetest.Check(t, err)
		o := stay.Stay{
			OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: d.clock.Add(-time.Hour),
			Tariff: &tariff.Tariff{ID: 1, OperatorID: 1, Version: 1}, EndedAt: &d.clock.Time, Price: 400,
		}
		storetest.Check(t, s.Atomically(ctx, func(ctx context.Context) (err error) {
			if o.ID, err = s.StartStay(ctx, o); err != nil {
				return err
			}
			if _, err := service.OpenStay(ctx, o); err != nil {
				return err
			}
			_, err = service.BillStay(ctx, o)
			return err
		}))
		_ = service.Present(ctx, 1)
		made, err := s.AttemptsOf(ctx, 1)
		storetest.Check(t, err)
		d.clock.Time = d.clock.Add(100 * 24 * time.Hour)
		storetest.Check(t, service.Ask(ctx, made[0].ID))
		month := clock.MonthOf(d.clock.Time).String()
		d.clock.Time = d.clock.Add(2 * reconciliation.Delay)
		storetest.Check(t, reconciliation.NewService(s, d.clock, provider).Run(ctx))
		figures, err := s.Figures(ctx, 1, month)
		if err != nil || len(figures) != 1 || figures[0].State != reconciliation.Late {
			t.Fatalf("%+v, %v", figures, err)
		}
	})
}
