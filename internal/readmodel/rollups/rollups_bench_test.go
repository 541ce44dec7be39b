package rollups_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// visitor is an account of a benchmark that begins and ends one stay after another, each on a later day.
type visitor struct {
	store     *store.Store
	visits    int  // of the account, besides the stays made
	elsewhere bool // they were at another operator, and the stays made began before all of them
	made      int
	person    int64
	now       payment.Payment
}

// comes stores a stay without its payment. With few visits it is the stay of a new account, so that it always has few.
func (v *visitor) comes(ctx context.Context) error {
	v.made++
	var err error
	if v.person == 0 || v.visits < 10 {
		a := account.Account{Email: fmt.Sprintf("%d-%v-%d@exemple.test", v.visits, v.elsewhere, v.made), Active: true}
		if v.person, err = v.store.CreateAccount(ctx, a, storetest.Now); err != nil {
			return err
		}
		past := make([]stay.Stay, v.visits)
		for i := range past {
			started := storetest.Now.AddDate(0, 0, i-v.visits)
			past[i] = stay.Stay{
				OperatorID: 1, LockerID: 1, AccountID: v.person, Place: 1, StartedAt: started,
				EndedAt: new(started.Add(time.Hour)),
			}
			if v.elsewhere {
				past[i].OperatorID, past[i].LockerID = 2, 8
			}
		}
		if err := v.store.ImportUnbilledStays(ctx, past); err != nil {
			return err
		}
	}
	open := stay.Stay{
		OperatorID: 1, LockerID: 1, AccountID: v.person, Place: 1_000_000*v.visits + v.made,
		StartedAt: storetest.Now.AddDate(0, 0, v.made%1000),
	}
	if v.elsewhere {
		open.LockerID, open.StartedAt = 2, open.StartedAt.AddDate(0, 0, -5000)
	}
	ids, err := v.store.Import(ctx, []stay.Stay{open})
	if err != nil {
		return err
	}
	open.ID = ids[0]
	v.now = payment.NewForStay(open)
	return nil
}

// begins stores the payment of the stay.
func (v *visitor) begins(ctx context.Context) (err error) {
	v.now.ID, err = v.store.CreatePayment(ctx, v.now)
	return err
}

// ends stores the price of the stay.
func (v *visitor) ends(ctx context.Context) error {
	after := v.now
	after.EndedAt, after.Amount, after.Status = new(v.now.StartedAt.Add(time.Hour)), 100, payment.Unpaid
	_, err := v.store.SavePayment(ctx, v.now, after)
	return err
}

// changeRows counts the rows that writes have recorded and no fold has taken.
func changeRows(ctx context.Context, s *store.Store) (int, error) {
	return s.Count(ctx, "test", `SELECT COUNT(*) FROM payment_changes`)
}

// BenchmarkWrite measures storing the payment of a new stay, and its end, at an account with few and with many visits.
func BenchmarkWrite(b *testing.B) {
	for engine, address := range storetest.URLs(b) {
		s := storetest.Open(b, address)
		storetest.NewPayers(b, s)
		for _, v := range []*visitor{{visits: 1}, {visits: 1000}, {visits: 1000, elsewhere: true}} {
			v.store = s
			name := fmt.Sprintf("%s/%d visits", engine, v.visits)
			if v.elsewhere {
				name += " elsewhere"
			}
			steps := []func(ctx context.Context) error{v.comes, v.begins, v.ends}
			for i, step := range []string{1: "begin", 2: "end"} {
				if i == 0 {
					continue
				}
				b.Run(name+"/"+step, func(b *testing.B) {
					ctx, rows, n := b.Context(), 0, 0
					storetest.MeasureProcessor(b, s, func() error {
						for _, step := range steps[:i] {
							if err := step(ctx); err != nil {
								return err
							}
						}
						was, err := changeRows(ctx, s)
						rows -= was
						return err
					}, func() error { return steps[i](ctx) }, func() error {
						is, err := changeRows(ctx, s)
						rows, n = rows+is, n+1
						return err
					})
					b.ReportMetric(float64(rows)/float64(n), "rows")
				})
			}
		}
	}
}

// BenchmarkPending measures the total of a list, and a figure of 30 days, while changes wait to be folded.
func BenchmarkPending(b *testing.B) {
	for engine, address := range storetest.URLs(b) {
		s := storetest.Open(b, address)
		storetest.NewPayers(b, s)
		v := &visitor{store: s}
		today := clock.DayOf(storetest.Now)
		written := 0
		for _, changes := range []int{0, 200, 5000} {
			for ; written < changes; written += 2 {
				for _, step := range []func(ctx context.Context) error{v.comes, v.begins, v.ends} {
					storetest.Check(b, step(b.Context()))
				}
			}
			for name, read := range map[string]func(ctx context.Context) error{
				"total": func(ctx context.Context) error {
					_, _, err := s.Payments(ctx, payment.Filter{}, 1<<30, 10)
					return err
				},
				"statistic": func(ctx context.Context) error {
					return s.Together(ctx, func(ctx context.Context, sums statistics.Sums) error {
						_, err := sums.Durations(ctx, 0, []statistics.Period{{First: today, Last: today + 29}})
						return err
					})
				},
			} {
				b.Run(fmt.Sprintf("%s/%s/%d changes", engine, name, changes), func(b *testing.B) {
					storetest.MeasureProcessor(b, s, func() error { return nil }, func() error { return read(b.Context()) },
						func() error { return nil })
				})
			}
		}
	}
}

// BenchmarkFold measures a fold of 200 changes: a hundred customers come and go.
func BenchmarkFold(b *testing.B) {
	for engine, address := range storetest.URLs(b) {
		s := storetest.Open(b, address)
		storetest.NewPayers(b, s)
		v := &visitor{store: s}
		b.Run(engine, func(b *testing.B) {
			storetest.MeasureProcessor(b, s, func() error {
				for range 100 {
					for _, step := range []func(ctx context.Context) error{v.comes, v.begins, v.ends} {
						if err := step(b.Context()); err != nil {
							return err
						}
					}
				}
				return nil
			}, func() error { return s.Fold(b.Context()) }, func() error { return nil })
		})
	}
}
