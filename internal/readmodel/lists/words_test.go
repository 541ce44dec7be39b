package lists_test

import (
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/paging"
	"consigne/internal/readmodel/lists"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// A total is exact up to the cap, and beyond it where the filter asks for days alone. Pages go on behind it.
func TestTotalsStop(t *testing.T) {
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.SQLiteURL,
		"postgres": storetest.PostgresURL,
	} {
		t.Run(engine, func(t *testing.T) {
			const stays = 120_000
			url := address(t)
			s, now := storetest.Open(t, url), time.Now()
			s.Timeout = time.Minute
			storetest.FillPayments(t, s, url, storetest.Size{
				Stays: stays, Terms: 100, Running: 50, Days: 100, Accounts: 1000, Lockers: 60, Stations: 10,
			}, now)
			for _, c := range []struct {
				filter payment.Filter
				shown  int
				capped bool
			}{
				{payment.Filter{}, stays + 100, false},
				// within a day
				{
					payment.Filter{StaysOnly: true, Started: payment.Span{From: new(storetest.Now.AddDate(-9, 0, 0))}},
					paging.MostCounted, true,
				},
				{payment.Filter{StayStatuses: []payment.StayStatus{payment.StayEnded}}, paging.MostCounted, true},
				{payment.Filter{StayStatuses: []payment.StayStatus{payment.StayRunning}}, 50, false},
				{payment.Filter{Email: ".test"}, paging.MostCounted, true},
				{payment.Filter{Search: "introuvable"}, 0, false},
			} {
				list, total, err := s.Payments(t.Context(), c.filter, 0, 10)
				storetest.Check(t, err)
				shown, capped := c.filter.Shown(total)
				if shown != c.shown || capped != c.capped || len(list) != min(10, c.shown) {
					t.Errorf("%+v: %d, capped %v, %d shown", c.filter, shown, capped, len(list))
				}
				if sums, err := s.PaymentSums(t.Context(), c.filter); err != nil ||
					sums.Capped != (c.shown >= paging.MostCounted) {
					t.Errorf("%+v: sums %+v, %v", c.filter, sums, err)
				}
				if list, _, err = s.Payments(t.Context(), c.filter, paging.MostCounted+5, 10); err != nil ||
					(len(list) == 10) != (c.shown >= paging.MostCounted) {
					t.Errorf("%+v: %d behind the cap, %v", c.filter, len(list), err)
				}
			}
			alongAndLookedUp(t, s)
		})
	}
}

// alongAndLookedUp compares the pages of filters with those that are read in the other way, and searches that everybody
// matches with lists without them.
func alongAndLookedUp(t *testing.T, s *store.Store) {
	t.Helper()
	for _, filter := range []payment.Filter{
		{OperatorID: 3},
		{OperatorID: 3, Statuses: []payment.Status{payment.Unpaid, payment.PermanentError}},
		{StaysOnly: true, Statuses: []payment.Status{payment.Invalid}},
	} {
		for _, offset := range []int{0, 40, 9990} {
			want, total, err := s.Payments(t.Context(), filter, offset, 10)
			storetest.Check(t, err)
			searched := filter
			searched.Email = ".test"
			for _, beyond := range [][2]int{{0, 50_000}, {0, 50}, {1_000_000, 50_000}, {1_000_000, 50}} {
				for _, filter := range []payment.Filter{filter, searched} {
					lists.ManyBeyond(t, beyond[0], beyond[1])
					got, gotTotal, err := s.Payments(t.Context(), filter, offset, 10)
					storetest.Check(t, err)
					if !slices.EqualFunc(got, want, func(a, b payment.Details) bool { return a.ID == b.ID }) || gotTotal != total {
						t.Errorf("%+v from %d, beyond %v: %d of %d, want %d of %d", filter, offset, beyond, len(got), gotTotal, len(want),
							total)
					}
				}
			}
		}
	}
}

// A search that takes too long asks for narrower filters. Nothing has failed that people must look at.
func TestSearchesTimeOut(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		storetest.NewPayers(t, s)
		s.Timeout = 1
		_, _, err := s.Payments(t.Context(), payment.Filter{}, 0, 10)
		refused := fault.Of(err)
		if refused == nil || refused.Kind != fault.KindUnavailable || !refused.Expected ||
			refused.Detail != "La recherche est trop longue. Précisez les filtres, puis réessayez." {
			t.Errorf("%+v, %v", refused, err)
		}
		if _, _, err = s.Stays(t.Context(), payment.Filter{}, 0, 10); !fault.Is(err, fault.KindUnavailable) {
			t.Error(err)
		}
		s.Timeout = paging.Timeout
		if _, _, err = s.Payments(t.Context(), payment.Filter{}, 0, 10); err != nil {
			t.Error(err)
		}
	})
}
