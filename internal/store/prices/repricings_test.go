package prices_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/repricing"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

var manager = access.Actor{AccountID: 1}

const overcharged = 3500 // read in four chunks

// fill adds stays of an hour that cost 5 € and are paid: thirty at the same instant, so that a chunk ends among them.
func fill(t *testing.T, s *store.Store) {
	t.Helper()
	ctx, now := t.Context(), time.Now().UTC().Truncate(time.Millisecond)
	_, err := s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, now)
	storetest.Check(t, err)
	_, err = s.CreateAccount(ctx,
		account.Account{Email: "a@exemple.test", FirstName: "Ada", LastName: "Byron", Active: true}, now)
	storetest.Check(t, err)
	_, err = s.CreateStation(ctx, station.Station{OperatorID: 1, Name: "Gare", Kind: station.Individual, Active: true},
		now)
	storetest.Check(t, err)
	_, err = s.CreateLocker(ctx, station.Locker{StationID: 1, Name: "A1", Type: station.Bike, Active: true, Capacity: 1},
		now)
	storetest.Check(t, err)
	hourly := tariff.Tariff{
		OperatorID: 1, Version: 1, AdminLabel: "À l'heure", PublicLabel: "Casier",
		Terms: pricing.Terms{Unit: pricing.Hour, Amount: 500},
	}
	hourly.ID, err = s.CreateTariff(ctx, hourly, now)
	storetest.Check(t, err)
	billed := make([]payment.Billed, overcharged)
	for i := range billed {
		ended := now.Add(-time.Duration(1+i/30) * time.Minute)
		o := stay.Stay{
			OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: ended.Add(-time.Hour), EndedAt: &ended,
			Price: 500, Tariff: &hourly,
		}
		p := payment.NewForStay(o)
		p.Status, p.DueAt, p.SettledAt = payment.Paid, nil, &ended
		billed[i] = payment.Billed{Stay: o, Payment: p}
	}
	storetest.Check(t, s.ImportStays(ctx, billed))
}

func ask(t *testing.T, replays *repricing.Service) int64 {
	t.Helper()
	today := clock.DayOf(time.Now())
	id, err := replays.Ask(t.Context(), manager, 1,
		repricing.Request{From: today - 10, To: today, Terms: pricing.Terms{Unit: pricing.Hour, Amount: 50}})
	storetest.Check(t, err)
	return id
}

func service(s *store.Store) *repricing.Service {
	return repricing.NewService(s, clock.System{}, nil)
}

// dying is the store of a node that dies when it reads stays for the third time.
type dying struct {
	*store.Store
	reads atomic.Int32
}

var errDead = errors.New("the node is dead")

func (d *dying) StaysAfter(
	ctx context.Context, scope repricing.Scope, after repricing.Cursor, most int,
) (repricing.Chunk, error) {
	if d.reads.Add(1) == 3 {
		return repricing.Chunk{}, errDead
	}
	return d.Store.StaysAfter(ctx, scope, after, most)
}

// dies returns the service of such a node.
func dies(s *store.Store) *repricing.Service {
	return repricing.NewService(&dying{Store: s}, clock.System{}, nil)
}

// together runs act on three nodes at once.
func together(t *testing.T, s *store.Store, act func(node *repricing.Service) error) {
	t.Helper()
	var nodes sync.WaitGroup
	for range 3 {
		nodes.Go(func() {
			if err := act(service(s)); err != nil {
				t.Error(err)
			}
		})
	}
	nodes.Wait()
}

var found = repricing.Figure{Count: overcharged, Sum: 450 * overcharged}

// A node dies in the middle of a replay, and others go on from there: each stay is counted once.
func TestReplayGoesOnAfterAKill(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		fill(t, s)
		replays := service(s)
		id := ask(t, replays)
		if err := dies(s).Work(t.Context(), id); !errors.Is(err, errDead) {
			t.Fatalf("the node lives: %v", err)
		}
		half, err := replays.ByID(t.Context(), id)
		storetest.Check(t, err)
		if half.State != repricing.Running || half.Totals.More.Count != 2000 || half.Percent() < 1 || half.Percent() > 99 {
			t.Errorf("after its death: %s, %d %%, %+v", half.State, half.Percent(), half.Totals)
		}
		together(t, s, func(node *repricing.Service) error { return node.Work(t.Context(), id) })
		storetest.Check(t, replays.Work(t.Context(), id))
		done, err := replays.ByID(t.Context(), id)
		storetest.Check(t, err)
		if done.State != repricing.Done || done.Percent() != 100 ||
			done.Totals.Old != (repricing.Figure{Count: overcharged, Sum: 500 * overcharged}) ||
			done.Totals.More != found || done.Totals.Refundable != found || done.Totals.Same.Count != 0 ||
			len(done.Largest) != 20 || done.AskerName != "Ada Byron" {
			t.Errorf("done: %+v", done)
		}
		lines, sum, seen := 0, money.Cents(0), map[int64]bool{}
		storetest.Check(t, replays.Lines(t.Context(), id, func(batch []repricing.Line) error {
			for _, line := range batch {
				lines, sum, seen[line.ID] = lines+1, sum+line.Gap(), true
			}
			return nil
		}))
		if lines != overcharged || len(seen) != overcharged || sum != -found.Sum {
			t.Errorf("%d lines of %d stays with gaps of %d", lines, len(seen), sum)
		}
	})
}

// A node dies while it prepares a batch, and others go on: each stay has one line. No stay has a second one, ever.
func TestBatchGoesOnAfterAKill(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		fill(t, s)
		replays := service(s)
		id := ask(t, replays)
		storetest.Check(t, replays.Work(t.Context(), id))
		batch, err := replays.Refund(t.Context(), manager, id, repricing.Agreement{Figure: found, Comment: "Tarif mal saisi"})
		storetest.Check(t, err)
		if err := dies(s).Prepare(t.Context(), batch.ID); !errors.Is(err, errDead) {
			t.Fatalf("the node lives: %v", err)
		}
		together(t, s, func(node *repricing.Service) error { return node.Prepare(t.Context(), batch.ID) })
		storetest.Check(t, replays.Prepare(t.Context(), batch.ID))
		batch, err = replays.BatchByID(t.Context(), batch.ID)
		storetest.Check(t, err)
		figures, err := replays.Figures(t.Context(), batch.ID)
		storetest.Check(t, err)
		if batch.State != repricing.Working || batch.Found != found || figures[repricing.ToDo] != found || len(figures) != 1 {
			t.Errorf("prepared: %+v, %+v", batch, figures)
		}
		lines, err := replays.LinesAfter(t.Context(), batch.ID, repricing.ToDo, 0, 1)
		storetest.Check(t, err)
		again := lines[0]
		if err := s.CreateLines(t.Context(), []repricing.BatchLine{again}); !db.Duplicate(err) {
			t.Errorf("a second line of a stay: %v", err)
		}
		again.State, again.Reason = repricing.Refused, "essai"
		if first, err := s.ChangeLine(t.Context(), repricing.ToDo, again); err != nil || !first {
			t.Fatal(first, err)
		}
		again.State = repricing.ToDo
		if err := s.CreateLines(t.Context(), []repricing.BatchLine{again}); err != nil {
			t.Errorf("after a refusal: %v", err)
		}
		if n, err := s.LinesBefore(t.Context(), again.PaymentID, 1<<40); err != nil || n != 2 {
			t.Errorf("%d lines of the payment, %v", n, err)
		}
	})
}

// A batch of which one stay is no longer to be refunded is rejected, and all of its lines go.
func TestRejectedBatchLeavesNothing(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		fill(t, s)
		replays := service(s)
		id := ask(t, replays)
		storetest.Check(t, replays.Work(t.Context(), id))
		batch, err := replays.Refund(t.Context(), manager, id, repricing.Agreement{Figure: found, Comment: "Tarif mal saisi"})
		storetest.Check(t, err)
		storetest.Check(t, s.Exec(t.Context(), "test", fmt.Sprintf(`UPDATE payments SET status = '%s'
			WHERE id = (SELECT MAX(id) FROM payments)`, payment.Manual)))
		storetest.Check(t, replays.Prepare(t.Context(), batch.ID))
		batch, err = replays.BatchByID(t.Context(), batch.ID)
		storetest.Check(t, err)
		figures, err := replays.Figures(t.Context(), batch.ID)
		storetest.Check(t, err)
		if batch.State != repricing.Rejected || batch.Found.Count != overcharged-1 || len(figures) != 0 ||
			batch.EndedAt == nil {
			t.Errorf("rejected: %+v, %+v", batch, figures)
		}
	})
}
