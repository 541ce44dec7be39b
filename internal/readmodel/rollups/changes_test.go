package rollups_test

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"consigne/internal/db"
	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/readmodel/rollups"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// newStay stores a stay with its payment and returns the payment. Lockers 1 to 7 belong to operator 1, others to
// operator 2.
func newStay(
	ctx context.Context, s *store.Store, accountID, lockerID int64, test bool, started time.Time,
) (payment.Payment, error) {
	o := stay.Stay{OperatorID: 1, LockerID: lockerID, AccountID: accountID, Test: test, StartedAt: started}
	if lockerID > 7 {
		o.OperatorID = 2
	}
	o.Place = int(uuid.New().ID() >> 1)
	var p payment.Payment
	err := s.Atomically(ctx, func(ctx context.Context) error {
		ids, err := s.Import(ctx, []stay.Stay{o})
		if err != nil {
			return err
		}
		o.ID = ids[0]
		p = payment.NewForStay(o)
		p.ID, err = s.CreatePayment(ctx, p)
		return err
	})
	return p, err
}

// visitsIn computes the visits of a period from the stays: how many there are on each day, by the day of the visit
// before.
func visitsIn(
	t interface{ Fatal(...any) }, ctx context.Context, s *store.Store, operatorID int64, period statistics.Period,
) map[[2]int64]int64 {
	type row struct{ accountID, started int64 }
	rows, err := db.Collect(ctx, s.Committed(), "test", func(r *row) []any { return []any{&r.accountID, &r.started} },
		`SELECT account_id, started_at FROM payments WHERE is_test = FALSE AND stay_id IS NOT NULL AND ($1 = 0
			OR operator_id = $1) ORDER BY account_id, started_at`, operatorID)
	if err != nil {
		t.Fatal(err)
	}
	visits, before := map[[2]int64]int64{}, row{}
	for _, r := range rows {
		day, since := clock.DayOf(db.Instant(r.started)), int64(0)
		if before.accountID == r.accountID {
			since = int64(clock.DayOf(db.Instant(before.started)))
		}
		if since != int64(day) && period.Has(day) {
			visits[[2]int64{int64(day), since}]++
		}
		before = r
	}
	return visits
}

// Whatever is written, folded and read in whatever order, totals and visits are those of the rows.
func TestTotalsAreThoseOfTheRows(t *testing.T) {
	testenv.Checks(t, "30")
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		storetest.NewPayers(t, s)
		const days, pace = 120, 3 // every third day of several months
		first := clock.DayOf(storetest.Now)
		period := statistics.Period{First: first, Last: first + days}
		all := []payment.Payment{}
		rapid.MakeCheck(func(t *rapid.T) {
			check := func(err error) {
				if err != nil {
					t.Fatal(err)
				}
			}
			t.Repeat(map[string]func(*rapid.T){
				"begin": func(t *rapid.T) {
					at := (first + pace*clock.Day(rapid.IntRange(0, days/pace).Draw(t,
						"day"))).Begins().Add(time.Duration(rapid.IntRange(0, 23).Draw(t, "hour")) * time.Hour)
					p, err := newStay(ctx, s, rapid.Int64Range(1, 4).Draw(t, "account"), rapid.Int64Range(1, 9).Draw(t, "locker"),
						rapid.IntRange(0, 5).Draw(t, "test") == 0, at)
					check(err)
					all = append(all, p)
				},
				"save": func(t *rapid.T) {
					if len(all) == 0 {
						t.Skip("there is none")
					}
					i := rapid.IntRange(0, len(all)-1).Draw(t, "payment")
					after := all[i]
					after.Status = rapid.SampledFrom([]payment.Status{payment.Unpaid, payment.Paid, payment.Free}).Draw(t, "status")
					after.EndedAt, after.Attempts = new(after.StartedAt.Add(time.Duration(rapid.IntRange(0, 3000).Draw(t,
						"minutes"))*time.Minute)), after.Attempts+1
					after.Amount = money.Cents(rapid.IntRange(0, 5).Draw(t, "amount"))
					if after.Status.Collected() {
						after.SettledAt = after.EndedAt
					}
					_, err := s.SavePayment(ctx, all[i], after)
					check(err)
					all[i] = after
				},
				"fold": func(*rapid.T) { check(s.Fold(ctx)) },
				"make blocks": func(t *rapid.T) {
					check(s.MakeBlocks(ctx, period.First+clock.Day(rapid.IntRange(0, period.Days()).Draw(t, "today"))))
				},
				"": func(t *rapid.T) {
					filter := payment.Filter{
						OperatorID:   rapid.Int64Range(0, 2).Draw(t, "operator"),
						WithoutTests: rapid.Bool().Draw(t, "tests"),
					}
					from, before := first, first+2*days
					if rapid.Bool().Draw(t, "days") {
						from += clock.Day(rapid.IntRange(0, days).Draw(t, "from"))
						before = from + clock.Day(rapid.IntRange(1, days).Draw(t, "more"))
						filter.Started = payment.Span{From: new(from.Begins()), Before: new(before.Begins())}
					}
					want := 0
					for _, p := range all {
						day := clock.DayOf(p.StartedAt)
						if from <= day && day < before && (!p.Test || !filter.WithoutTests) &&
							(filter.OperatorID == 0 || filter.OperatorID == p.OperatorID) {
							want++
						}
					}
					if _, total, err := s.Payments(ctx, filter, 0, 10); err != nil || total != want {
						t.Fatalf("%+v: %d instead of %d, %v", filter, total, want, err)
					}
					each := []statistics.Period{}
					for day := period.First; day <= period.Last; day += pace {
						each = append(each, statistics.Period{First: day, Last: day})
					}
					var counts []statistics.Count
					check(s.Together(ctx, func(ctx context.Context, sums statistics.Sums) (err error) {
						counts, err = sums.Counts(ctx, statistics.Measure(rollups.ByVisit), filter.OperatorID, each)
						return err
					}))
					got := map[[2]int64]int64{}
					for _, c := range counts {
						got[[2]int64{int64(each[c.Period].First), c.Value}] = c.N
					}
					if want := visitsIn(t, ctx, s, filter.OperatorID, period); !maps.Equal(got, want) {
						t.Fatalf("visits at %d: %v instead of %v", filter.OperatorID, got, want)
					}
				},
			})
		})(t)
		checkRebuilt(t, s)
	})
}

// checkRebuilt compares the rollups with rebuilt ones.
func checkRebuilt(t *testing.T, s *store.Store) {
	t.Helper()
	followed, err := storetest.Rollups(t.Context(), s)
	storetest.Check(t, err)
	storetest.Check(t, s.RebuildRollups(t.Context()))
	rebuilt, err := storetest.Rollups(t.Context(), s)
	storetest.Check(t, err)
	if len(rebuilt) < 10 || !slices.Equal(followed, rebuilt) {
		t.Errorf("followed\n%v\nrebuilt\n%v", followed, rebuilt)
	}
}

// Stays of one customer that begin at once count each visit once, while nodes fold and rebuild beside them.
func TestVisitsOfConcurrentStays(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		storetest.NewPayers(t, s)
		draw := testenv.Random(t)
		storetest.Race(8, func() bool {
			for range 15 {
				beside := func(context.Context) error { return nil }
				switch draw.IntN(20) {
				case 0:
					beside = s.RebuildRollups
				case 1, 2, 3, 4:
					beside = s.Fold
				}
				if err := beside(t.Context()); err != nil {
					t.Error(err)
				}
				if _, err := newStay(t.Context(), s, 1+draw.Int64N(2), 1+draw.Int64N(9), false,
					storetest.Now.AddDate(0, 0, draw.IntN(30))); err != nil {
					t.Error(err)
				}
			}
			return true
		})
		checkRebuilt(t, s)
	})
}
