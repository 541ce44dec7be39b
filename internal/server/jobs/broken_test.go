package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/retention"
	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/server/jobs"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// failingStore is a store in which one item of each kind cannot be read until the fault is removed.
type failingStore struct {
	*store.Store
	things map[queue.Kind]int64
	answer int64 // the payment of which no answer is kept
	mended bool
}

var errCrack = errors.New("this row is broken")

func (c *failingStore) hits(kind queue.Kind, id int64) bool { return !c.mended && c.things[kind] == id }

func (c *failingStore) PaymentByID(ctx context.Context, id int64) (payment.Payment, error) {
	if c.hits(queue.Payments, id) {
		panic("nobody thought of this payment")
	}
	return c.Store.PaymentByID(ctx, id)
}

func (c *failingStore) SubscriptionByID(ctx context.Context, id int64) (subscription.Bought, error) {
	if c.hits(queue.Terms, id) {
		return subscription.Bought{}, errCrack
	}
	return c.Store.SubscriptionByID(ctx, id)
}

func (c *failingStore) StayByID(ctx context.Context, id int64) (stay.Details, error) {
	if c.hits(queue.Limits, id) {
		return stay.Details{}, errCrack
	}
	return c.Store.StayByID(ctx, id)
}

func (c *failingStore) MailByID(ctx context.Context, id int64) (outbox.Mail, error) {
	if c.hits(queue.Mails, id) {
		return outbox.Mail{}, errCrack
	}
	return c.Store.MailByID(ctx, id)
}

func (c *failingStore) StandingOf(ctx context.Context, accountID int64, now time.Time) (retention.Standing, error) {
	if c.hits(queue.Retention, accountID) {
		return retention.Standing{}, errCrack
	}
	return c.Store.StandingOf(ctx, accountID, now)
}

func (c *failingStore) AnswerAttempt(ctx context.Context, was payment.Status, p payment.Attempt) (bool, error) {
	if !c.mended && c.answer == p.PaymentID {
		return false, errCrack
	}
	return c.Store.AnswerAttempt(ctx, was, p)
}

func (c *failingStore) StationOperator(ctx context.Context, id int64) (int64, error) {
	if c.hits(queue.Silences, id) {
		return 0, errCrack
	}
	return c.Store.StationOperator(ctx, id)
}

// Of three items of each kind the one in the middle is broken. The others are done; the broken one is retried,
// parked, shown to an administrator, and done when it is retried after the fault is removed.
func TestOneBrokenThingOfEachKind(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		check := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		made := newSite(t, s, time.Date(2023, 3, 1, 12, 0, 0, 0, time.UTC))
		inactive := made.account(t, "a")
		made.account(t, "b")
		made.account(t, "c")
		made.clock.advance(36 * 31 * 24 * time.Hour)
		now := made.clock.Now()
		active := made.account(t, "d")
		for range 3 {
			made.stay(t, active, 100)
		}
		hourly := tariff.Tariff{
			OperatorID: 1, Version: 1, AdminLabel: "Heure",
			Terms: pricing.Terms{
				Unit: pricing.Hour, Amount: 50, OverrunAfter: new(int64(60)),
				OverrunAmount: new(money.Cents(100)), OverrunUnit: pricing.Hour,
			},
		}
		var err error
		hourly.ID, err = s.CreateTariff(ctx, hourly, now)
		check(err)
		for place := range 3 {
			check(s.ImportUnbilledStays(ctx, []stay.Stay{
				{
					OperatorID: 1, LockerID: 1, AccountID: active, Place: place + 1, StartedAt: now.Add(-2 * time.Hour),
					Tariff: &hourly,
				},
			}))
			begins := now.Add(-time.Hour)
			check(s.ClearBeneficiaries(ctx, 1, now))
			check(s.Exec(ctx, "test", `INSERT INTO tariff_lockers (tariff_id, locker_id) VALUES (1, 1) ON CONFLICT DO NOTHING`))
			_, err := s.CreateSubscription(ctx, subscription.Subscription{
				OperatorID: 1, AccountID: active, TariffID: 1, TariffVersion: 1, StartsAt: begins, Renewed: true, NextAt: &begins,
			})
			check(err)
			check(s.QueueMail(ctx, outbox.Banned, active, now))
		}
		payer := made.account(t, "e")
		check(s.SaveCard(ctx, payer, 1,
			payment.Card{Reference: simulator.Accepted, PAN: "**** **** **** 4242", Expires: "12/30"}, now))
		for range 3 {
			made.stay(t, payer, 100) // payments 7 to 9
		}
		for id := range int64(3) {
			if id > 0 {
				_, err := s.CreateStation(ctx, station.Station{OperatorID: 1, Name: "Gare", Kind: station.Individual, Active: true},
					now)
				check(err)
			}
			check(controller.NewService(s, made.clock).Present(ctx, id+1, "1.0"))
		}
		made.clock.advance(10 * time.Minute) // they are silent
		now = made.clock.Now()

		broken := &failingStore{Store: s, answer: 8, things: map[queue.Kind]int64{
			queue.Payments: 2, queue.Terms: 2, queue.Limits: 5, queue.Mails: 2, queue.Retention: inactive + 1, queue.Silences: 2,
		}}
		log := slog.New(slog.DiscardHandler)
		payments := payment.NewService(broken, made.clock, simulator.New())
		stays := stay.NewService(broken, made.clock, payments, nil)
		collector := &jobs.Collector{
			Queue: made.runner, Payments: payments,
			Subscriptions: subscription.NewService(broken, made.clock, payments), Log: jobs.Log{Logger: log},
		}
		made.mailer.Mails = outbox.NewService(broken, made.clock)
		kept := retention.NewService(broken, made.accounts, made.clock, keeping)
		kept.Pause = 0
		round := func() {
			t.Helper()
			check(collector.BillTerms(ctx))
			check(collector.CollectDue(ctx))
			check(made.runner.Run(ctx, jobs.Limits(stays)))
			check(jobs.RetainNow(ctx, made.runner, kept, jobs.Log{Logger: log}))
			check(made.mailer.SendDue(ctx))
			check(jobs.MarkSilent(ctx, made.runner, controller.NewService(broken, made.clock), now.Add(-time.Hour)))
		}

		round()
		presented, err := s.AttemptsOf(ctx, broken.answer)
		check(err)
		broken.things[queue.Attempts] = presented[0].ID
		for id, want := range map[int64]payment.Status{7: payment.Paid, 8: payment.InProgress, 9: payment.Paid} {
			if p, err := s.PaymentByID(ctx, id); err != nil || p.Status != want {
				t.Errorf("payment %d: %+v, %v", id, p, err)
			}
		}
		if silent, err := s.SilentStations(ctx, worklist.Query{OperatorID: 1}); err != nil || silent.Total != 2 {
			t.Errorf("silent: %+v, %v", silent, err)
		}
		for id, want := range map[int64]payment.Status{
			1: payment.CardUnusable, 2: payment.NotPresented,
			3: payment.CardUnusable,
		} {
			if p, err := s.PaymentByID(ctx, id); err != nil || p.Status != want {
				t.Errorf("payment %d: %+v, %v", id, p, err)
			}
		}
		for id := range int64(3) {
			sub, err := s.SubscriptionByID(ctx, id+1)
			check(err)
			stay, err := s.StayByID(ctx, id+4)
			check(err)
			if middle := id == 1; (sub.NextTerm == 0) != middle || stay.Overrun == middle {
				t.Errorf("%d: subscription %+v, stay %+v", id+1, sub.Subscription, stay.Stay)
			}
			if standing, err := s.StandingOf(ctx, inactive+id, now); err != nil || (standing.Warning == nil) != (id == 1) {
				t.Errorf("account %d: %+v, %v", inactive+id, standing, err)
			}
		}
		if _, err := s.MailByID(ctx, 2); err != nil {
			t.Errorf("the broken mail: %v", err)
		}

		desk := queue.NewParkedService(s, made.clock, payments)
		for range 9 {
			made.clock.advance(7 * time.Hour)
			check(made.runner.Tidy(ctx))
			round()
		}
		parked, total, err := desk.Parked(ctx)
		check(err)
		if total != len(broken.things) { // replays and batches of refunds end by themselves
			t.Errorf("%d are parked: %+v", total, parked)
		}
		for _, item := range parked {
			if item.ID != broken.things[item.Kind] || item.Since.Sub(now) > 7*time.Hour || item.Tries < 6 ||
				(item.Cause == queue.CausePanic) != (item.Kind == queue.Payments) {
				t.Errorf("%+v", item)
			}
			if item.Kind == queue.Payments && (item.PaymentID != 2 || item.OperatorName != "Élan") ||
				item.Kind == queue.Limits && item.StationID != 1 ||
				item.Kind == queue.Retention && item.AccountID != inactive+1 ||
				item.Kind == queue.Terms && (item.AccountID != active || item.OperatorID != 1) {
				t.Errorf("leads to nothing: %+v", item)
			}
		}

		broken.mended = true
		round()
		if _, total, _ := desk.Parked(ctx); total != len(broken.things) { // replays and batches of refunds end by themselves
			t.Error("a parked thing was tried by itself")
		}
		for _, item := range parked {
			check(desk.Retry(ctx, access.Actor{AccountID: active}, item.Kind, item.ID))
		}
		round()
		for kind, id := range broken.things {
			claim := queue.Claim{Kind: kind, Holder: "essai", DueBy: made.clock.Now(), Until: made.clock.Now()}
			if item, claimed, err := s.ClaimItem(ctx, claim, id); err != nil || !claimed || item.Tries != 0 {
				t.Errorf("what is kept of %s %d, which is done: %+v, %v", kind, id, item, err)
			}
		}
		if _, total, _ := desk.Parked(ctx); total != 0 {
			t.Errorf("%d are parked when all is done", total)
		}
		for id, want := range map[int64]payment.Status{2: payment.CardUnusable, 8: payment.Paid} {
			if p, err := s.PaymentByID(ctx, id); err != nil || p.Status != want {
				t.Errorf("payment %d: %+v, %v", id, p, err)
			}
		}
	})
}

// silentProvider takes the money, and panics when it is asked about it.
type silentProvider struct{ *simulator.Provider }

func (silentProvider) Collect(context.Context, payment.Order) (payment.Answer, error) {
	panic("an answer of a form that nobody thought of")
}

func (p silentProvider) Charge(ctx context.Context, o payment.Order) (payment.Answer, error) {
	return p.Collect(ctx, o)
}

// At the pace at which the jobs run, while tries are tidied: what became of a payment and can
// not be worked is parked within hours, whether it fails or panics.
func TestAnAttemptThatCannotBeWorkedIsParked(t *testing.T) {
	for cause, breaks := range map[queue.Cause]func(s *store.Store, c *movableClock) *payment.Service{
		queue.CauseError: func(s *store.Store, c *movableClock) *payment.Service {
			return payment.NewService((&failingStore{Store: s, answer: 1}), c, simulator.New())
		},
		queue.CausePanic: func(s *store.Store, c *movableClock) *payment.Service {
			return payment.NewService(s, c, silentProvider{simulator.New()})
		},
	} {
		t.Run(string(cause), func(t *testing.T) {
			storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				ctx := t.Context()
				clock := &movableClock{now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
				fill(ctx, t, s, 1, clock.Now())
				log := slog.New(slog.DiscardHandler)
				runner := queue.NewRunner(s, clock, log, nil)
				collector := &jobs.Collector{Queue: runner, Payments: breaks(s, clock), Log: jobs.Log{Logger: log}}
				for range 12 * 60 {
					for _, err := range []error{collector.CollectDue(ctx), runner.Tidy(ctx)} {
						if err != nil {
							t.Fatal(err)
						}
					}
					clock.advance(time.Minute)
				}
				parked, total, err := s.ParkedWork(ctx, 10)
				if err != nil || total != 1 || parked[0].Kind != queue.Attempts || parked[0].PaymentID != 1 ||
					parked[0].Tries != 8 || parked[0].Cause != cause {
					t.Errorf("%+v, %v", parked, err)
				}
			})
		})
	}
}
