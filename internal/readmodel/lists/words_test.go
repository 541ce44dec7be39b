package lists_test

import (
	"testing"

	"consigne/internal/domain/payment"
	"consigne/internal/kernel/paging"
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
