package rollups_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/readmodel/rollups"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// Whatever concurrent writes do to payments, and while changes are folded in or all are counted again, the rollups
// equal a count of the payments.
func TestRollupsFollowPayments(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		w := storetest.NewPayers(t, s)
		stays := make([]payment.Billed, 40)
		for i := range stays {
			stays[i].Stay = stay.Stay{
				OperatorID: 1, LockerID: 1, AccountID: 1 + int64(i)%5, Place: i + 1,
				StartedAt: storetest.Now,
			}
			stays[i].Payment = payment.NewForStay(stays[i].Stay)
		}
		storetest.Check(t, s.ImportStays(ctx, stays))
		draw := testenv.Random(t)
		storetest.Race(8, func() bool {
			for range 20 {
				if act := draw.IntN(40); act < 4 {
					fold := s.Fold
					if act == 0 {
						fold = s.RebuildRollups
					}
					if err := fold(ctx); err != nil {
						t.Error(err)
					}
					continue
				}
				if err := s.Atomically(ctx, func(ctx context.Context) error {
					before, err := s.PaymentByID(ctx, 1+draw.Int64N(int64(len(stays))))
					if err != nil {
						return err
					}
					after := w.Draw(draw, 0)
					after.ID, after.OperatorID, after.StayID, after.LockerID = before.ID, before.OperatorID, before.StayID,
						before.LockerID
					after.UUID, after.AccountID, after.Test, after.StartedAt = before.UUID, before.AccountID, before.Test,
						before.StartedAt
					if after.EndedAt != nil {
						after.EndedAt = new(before.StartedAt.Add(time.Duration(draw.IntN(90)) * time.Minute))
					}
					_, err = s.SavePayment(ctx, before, after)
					return err
				}); err != nil {
					t.Error(err)
				}
			}
			return true
		})
		followed, err := storetest.Rollups(ctx, s)
		storetest.Check(t, err)
		storetest.Check(t, s.RebuildRollups(ctx))
		rebuilt, err := storetest.Rollups(ctx, s)
		storetest.Check(t, err)
		if len(rebuilt) < 10 || !slices.Equal(followed, rebuilt) {
			t.Errorf("followed\n%v\nrebuilt\n%v", followed, rebuilt)
		}
	})
}

// A controller with a stopped clock may report the year 1970, or any other.
func TestStaysOfAnyYearAreRolledUp(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		storetest.NewPayers(t, s)
		year := func(year int) time.Time { return time.Date(year, time.January, 1, 0, 0, 5, 0, clock.Paris) }
		years := []int{1, 1903, 1969, 1970, 1971, storetest.Now.Year()}
		stays := []stay.Stay{}
		for place, began := range years {
			stays = append(stays, stay.Stay{
				OperatorID: 1, LockerID: 1, AccountID: 1, Place: place + 1, StartedAt: year(began),
				EndedAt: new(year(began).Add(time.Hour)),
			})
		}
		storetest.Check(t, s.ImportUnbilledStays(ctx, stays))
		ended := payment.Filter{StayStatuses: []payment.StayStatus{payment.StayEnded}}
		if _, total, err := s.Payments(ctx, ended, 0, 10); err != nil || total != len(years) {
			t.Errorf("at any time: %d, %v", total, err)
		}
		service := statistics.NewService(s, stillClock{storetest.Now})
		for _, began := range years {
			ended.Started = payment.Span{
				From:   new(clock.DayOf(year(began)).Begins()),
				Before: new((clock.DayOf(year(began)) + 1).Begins()),
			}
			if _, total, err := s.Payments(ctx, ended, 0, 10); err != nil || total != 1 {
				t.Errorf("on the first day of %d: %d, %v", began, total, err)
			}
			for _, days := range []clock.Day{1, 365} {
				first := clock.DayOf(year(began))
				report, err := service.Report(ctx, 0, statistics.Period{First: first, Last: first + days - 1})
				if err != nil || report.Summary.Stays.Value != 1 {
					t.Errorf("%d days of %d: %d, %v", days, began, report.Summary.Stays.Value, err)
				}
			}
		}
	})
}

// Every status has its number, once.
func TestStatusesAreNumbered(t *testing.T) {
	for _, status := range payment.Statuses() {
		if !slices.Contains(rollups.Statuses, status) {
			t.Error(status)
		}
	}
	if len(rollups.Statuses) != len(payment.Statuses()) {
		t.Errorf("%d numbers", len(rollups.Statuses))
	}
}

// A rebuild takes minutes, beside nodes that write. On PostgreSQL it must hold none of the locks by which serializable
// transactions are told apart: they would be kept for every transaction until it ends, and fill the server's memory for
// them.
func TestARebuildKeepsNoPredicateLocks(t *testing.T) {
	s := storetest.Open(t, storetest.PostgresURL(t))
	storetest.Check(t, s.Rebuild(t.Context(), locksOf{t, s}))
}

// locksOf has no payments, and looks at the locks of the transaction that asks for them.
type locksOf struct {
	t *testing.T
	*store.Store
}

func (l locksOf) PaymentsAfter(ctx context.Context, _ int64, _ int) ([]payment.Payment, error) {
	kept, err := l.Count(ctx, "test", `SELECT COUNT(*) FROM pg_locks WHERE pid = pg_backend_pid() AND mode = 'SIReadLock'`)
	if kept > 0 {
		l.t.Errorf("%d locks", kept)
	}
	return nil, err
}

func (locksOf) Refunds(context.Context) ([]payment.Attempt, error) { return nil, nil }
