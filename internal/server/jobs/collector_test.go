package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/app"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/money"
	"consigne/internal/server/jobs"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// unreliableProvider collects every charge, but often returns an error instead of the answer.
type unreliableProvider struct {
	*simulator.Provider
	random  *rand.Rand
	mutex   sync.Mutex
	charges map[string]money.Cents // by uuid of the attempt
}

var errLost = errors.New("the answer was lost")

func (p *unreliableProvider) Collect(ctx context.Context, order payment.Order) (payment.Answer, error) {
	answer, err := p.Provider.Collect(ctx, order)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.charges[order.UUID] = order.Amount
	if err == nil && p.random.IntN(3) == 0 {
		return payment.Answer{}, errLost
	}
	return answer, err
}

// movableClock is a clock that tests move.
type movableClock struct {
	mutex sync.Mutex
	now   time.Time
}

func (c *movableClock) Now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.now
}

func (c *movableClock) advance(by time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.now = c.now.Add(by)
}

// newCollector returns the collector of a node of its own.
func newCollector(t *testing.T, s *store.Store, clock *movableClock, provider payment.Provider) *jobs.Collector {
	t.Helper()
	node, err := app.New(app.Config{Store: s, Clock: clock, Secret: bytes.Repeat([]byte("secret"), 6), Provider: provider})
	storetest.Check(t, err)
	return node.Collector()
}

// Four nodes collect from the same database, and a third of the answers is lost: every stay is charged once, at
// exactly its price.
func TestNodesSideBySideCollectOnce(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		const stays = 60
		ctx := context.Background()
		clock := &movableClock{now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
		fill(ctx, t, s, stays, clock.Now())
		provider := &unreliableProvider{
			Provider: simulator.New(), random: testenv.Random(t),
			charges: map[string]money.Cents{},
		}
		for range 12 {
			var nodes sync.WaitGroup
			for range 4 {
				nodes.Go(func() {
					if err := newCollector(t, s, clock, provider).CollectDue(ctx); err != nil {
						t.Error(err)
					}
				})
			}
			nodes.Wait()
			clock.advance(2 * time.Minute)
		}
		payments := newCollector(t, s, clock, provider).Payments
		var owed money.Cents
		for id := range int64(stays) {
			details, err := payments.Details(ctx, id+1)
			if err != nil {
				t.Fatal(err)
			}
			if details.Status != payment.Paid || len(details.Attempts) != 1 ||
				provider.charges[details.Attempts[0].UUID] != details.Amount {
				t.Errorf("payment %d: %+v", id+1, details)
			}
			owed += details.Amount
		}
		var charged money.Cents
		for _, amount := range provider.charges {
			charged += amount
		}
		if len(provider.charges) != stays || charged != owed {
			t.Errorf("%d charges of %d in all, for %d stays that cost %d", len(provider.charges), charged, stays, owed)
		}
	})
}

// hangingProvider is a provider that lets each call run out of time until it is back, and counts what it
// is asked of each attempt. Eight calls at once take twenty seconds.
type hangingProvider struct {
	payment.Provider
	clock *movableClock
	back  time.Time
	mutex sync.Mutex
	calls map[string]int
}

func (h *hangingProvider) Minimum() money.Cents { return 1 }

func (h *hangingProvider) Collect(_ context.Context, o payment.Order) (payment.Answer, error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.calls[o.UUID]++
	if h.clock.Now().After(h.back) {
		return payment.Answer{Outcome: payment.Paid, Ref: o.UUID}, nil
	}
	h.clock.advance(20 * time.Second / 8)
	return payment.Answer{}, errLost
}

func (h *hangingProvider) Charge(ctx context.Context, o payment.Order) (payment.Answer, error) {
	return h.Collect(ctx, o)
}

// An attempt was asked about by a node whose clock was a year ahead: it is asked again
// once the clock is right. A refund that waits for its day waits.
func TestAClockAheadHidesNoAttempt(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, start := t.Context(), time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
		clock := &movableClock{now: start.AddDate(1, 0, 0)}
		fill(ctx, t, s, 1, start)
		provider := &hangingProvider{clock: clock, back: start.AddDate(2, 0, 0), calls: map[string]int{}}
		collector := newCollector(t, s, clock, provider)
		check := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		check(collector.CollectDue(ctx))
		waits := start.AddDate(0, 0, 7)
		check(s.CreateAttempt(ctx, payment.Attempt{
			UUID: "rendu", PaymentID: 1, Kind: payment.Refund, Amount: 1, Outcome: payment.InProgress, At: start, AskAt: &waits,
		}))
		clock.advance(start.Sub(clock.Now()))
		provider.back = start.Add(-time.Hour)
		check(collector.CollectDue(ctx))
		if p, err := s.PaymentByID(ctx, 1); err != nil || p.Status != payment.Paid {
			t.Errorf("%+v, %v", p, err)
		}
		if refund, err := s.AttemptByUUID(ctx, "rendu"); err != nil || refund.AskCount != 0 {
			t.Errorf("%+v, %v", refund, err)
		}
	})
}

// failures counts what went wrong with items.
type failures struct{ atomic.Int64 }

func (f *failures) ItemWorked(_ queue.Kind, outcome queue.Outcome) {
	if outcome != queue.Done {
		f.Add(1)
	}
}

// While the provider lets every call run out of time, a round ends with what was due when it
// began: nothing is asked about twice in it, nothing fails for the silence, and what came due
// meanwhile is presented in the next.
func TestAnOutageEndsNoRoundLate(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		const stays = 100
		ctx, start := t.Context(), time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
		clock := &movableClock{now: start}
		fill(ctx, t, s, stays, start)
		provider := &hangingProvider{clock: clock, back: start.Add(30 * time.Minute), calls: map[string]int{}}
		log, failed := slog.New(slog.DiscardHandler), &failures{}
		runner := queue.NewRunner(s, clock, log, failed)
		collector := &jobs.Collector{
			Queue: runner, Payments: payment.NewService(s, clock, provider), Log: jobs.Log{Logger: log},
		}
		for clock.Now().Before(start.Add(100 * time.Minute)) {
			for _, round := range []func(context.Context) error{collector.PresentDue, collector.AskDue, runner.Tidy} {
				clear(provider.calls)
				if err := round(ctx); err != nil {
					t.Fatal(err)
				}
				for uuid, times := range provider.calls {
					if times > 1 {
						t.Fatalf("%s was asked %d times in a round", uuid, times)
					}
				}
			}
			clock.advance(5 * time.Second)
		}
		if n := failed.Load(); n != 0 {
			t.Errorf("%d items failed for the silence of the provider", n)
		}
		for id := range int64(stays) {
			if p, err := s.PaymentByID(ctx, id+1); err != nil || p.Status != payment.Paid || p.Attempts != 1 {
				t.Errorf("payment %d: %+v, %v", id+1, p, err)
			}
		}
	})
}

// fill creates ended stays that cost 1, 2, 3… cents, of an account with a card.
func fill(ctx context.Context, t *testing.T, s *store.Store, stays int, now time.Time) {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, now)
	check(err)
	_, err = s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, now)
	check(err)
	_, err = s.CreateStation(ctx, station.Station{OperatorID: 1, Name: "Gare", Kind: station.Individual, Active: true},
		now)
	check(err)
	_, err = s.CreateLocker(ctx, station.Locker{StationID: 1, Name: "A1", Type: station.Bike, Active: true, Capacity: 1},
		now)
	check(err)
	check(s.SaveCard(ctx, 1, 1, payment.Card{Reference: simulator.Accepted, PAN: "**** **** **** 4242", Expires: "12/30"},
		now))
	list := make([]stay.Stay, stays)
	for i := range list {
		ended := now.Add(-time.Duration(i) * time.Minute)
		list[i] = stay.Stay{
			OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: ended.Add(-30 * time.Second), EndedAt: &ended,
			Price: money.Cents(i + 1),
		}
	}
	if err := s.ImportUnbilledStays(ctx, list); err != nil {
		t.Fatal(fmt.Errorf("fill: %w", err))
	}
}
