package lists_test

import (
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/payment"
	"consigne/internal/domain/worklist"
	"consigne/internal/kernel/paging"
	"consigne/internal/readmodel/lists"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// The payments of people are counted exactly up to the cap, however many people there are, and beyond it known to be more.
func TestPaymentsOfPeopleAreCountedToTheCap(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		const people = 12
		for _, each := range []int{500, 3000} {
			storetest.Check(t, s.Exec(t.Context(), "test", `DELETE FROM payment_tallies`))
			storetest.Check(t, s.Exec(t.Context(), "test", `DELETE FROM accounts`))
			for range people {
				storetest.Check(t, s.Exec(t.Context(), "test", `INSERT INTO accounts (email, email_key, email_folded, last_name, last_folded, first_name, first_folded, created_at)
					SELECT 'm' || n, 'm' || n, 'm' || n, 'Martin', 'martin', 'A', 'a', 0 FROM (SELECT COUNT(*) AS n FROM accounts) c`))
			}
			storetest.Check(t, s.Exec(t.Context(), "test", `INSERT INTO payment_tallies (dimension, period, value, operator_id, is_test, of_stay, n, total)
				SELECT 'account', 0, id, 1, FALSE, TRUE, $1, 0 FROM accounts`, each))
			filter := payment.Filter{LastName: "martin"}
			_, total, err := s.Lists.Payments(t.Context(), filter, 0, 10)
			storetest.Check(t, err)
			shown, capped := filter.Shown(total)
			if want := min(people*each, paging.MostCounted); shown != want || capped != (people*each > paging.MostCounted) {
				t.Errorf("%d payments of each: %d shown, capped %v", each, shown, capped)
			}
		}
	})
}

// A search that everybody matches lists the payments that a list without it does, however many people there are, and whether the
// operator knows them or not.
func TestSearchThatEverybodyMatches(t *testing.T) {
	for engine, address := range map[string]func(testing.TB) string{"sqlite": storetest.SQLiteURL, "postgres": storetest.PostgresURL} {
		for who, known := range map[string]bool{"known": true, "unknown": false} {
			t.Run(engine+"/"+who, func(t *testing.T) {
				url := address(t)
				s := storetest.Open(t, url)
				storetest.FillPayments(t, s, url, storetest.Size{
					Stays: 25_000, Terms: 100, Running: 50, Days: 100, Accounts: 1000, Lockers: 60, Stations: 10, Known: known,
				}, time.Now())
				for _, filter := range []payment.Filter{
					{OperatorID: 1},
					{OperatorID: 1, Statuses: []payment.Status{payment.Paid}},
					{StaysOnly: true, Started: payment.Span{From: new(time.Now().AddDate(0, 0, -80))}, Statuses: []payment.Status{payment.Paid, payment.Free}},
				} {
					for _, offset := range []int{0, 9990, 9995} {
						want, total, err := s.Lists.Payments(t.Context(), filter, offset, 10)
						storetest.Check(t, err)
						searched := filter
						searched.Email = ".test"
						for _, beyond := range [][2]int{{50, 10_000}, {500, 10_000}, {500, 600}} {
							lists.ManyBeyond(t, beyond[0], beyond[1])
							got, gotTotal, err := s.Lists.Payments(t.Context(), searched, offset, 10)
							storetest.Check(t, err)
							same := slices.EqualFunc(got, want, func(a, b payment.Details) bool { return a.ID == b.ID })
							shown, capped := searched.Shown(gotTotal)
							if !same || shown != min(total, paging.MostCounted) || capped != (total > paging.MostCounted) {
								t.Errorf("%+v from %d, beyond %v: %d of %d, capped %v, the same %v; want %d of %d", searched, offset, beyond, len(got), shown, capped, same, len(want), total)
							}
						}
					}
				}
				storetest.Check(t, s.Exec(t.Context(), "test", `INSERT INTO worklist_handlings (operator_id, kind, object_id, since, postponed_until)
					SELECT operator_id, '`+string(worklist.KindPayment)+`', id, presented_at, presented_at + 1000 FROM payments WHERE presented_at IS NOT NULL AND id % 2 = 0`))
				totals := []int{}
				for _, many := range []int{1000, 50} {
					lists.ManyBeyond(t, many, 10_000)
					_, total, err := s.Lists.Payments(t.Context(), payment.Filter{OperatorID: 1, Email: "@gmail.test", NotPostponed: true}, 0, 10)
					storetest.Check(t, err)
					totals = append(totals, total)
				}
				if totals[0] == 0 || totals[0] >= paging.MostCounted || totals[1] != totals[0] {
					t.Errorf("without what was put off, of few people and of many: %v", totals)
				}
			})
		}
	}
}
