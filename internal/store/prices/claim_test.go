package prices_test

import (
	"fmt"
	"testing"
	"time"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/prices/repricing"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// The lines of a batch that is paused are passed over at once, however many they are: whoever looks for the next refund
// holds up the writes of SQLite.
func TestTheNextRefundIsFoundBesideAPausedBatch(t *testing.T) {
	const paused, working = 100_000, 100
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		manager, err := s.CreateAccount(t.Context(),
			account.Account{Email: "ada@exemple.test", FirstName: "Ada", LastName: "Byron", Active: true}, storetest.Now)
		storetest.Check(t, err)
		one := storetest.NewTariff(t, s)
		other := one
		other.Sites = nil
		other.ID, err = s.CreateTariff(t.Context(), other, storetest.Now)
		storetest.Check(t, err)
		batch := func(tariffID int64, state repricing.BatchState, lines, stays int) {
			id, err := s.CreateReplay(t.Context(),
				repricing.Replay{OperatorID: 1, TariffID: tariffID, State: repricing.Done, AskedBy: manager})
			storetest.Check(t, err)
			id, _, err = s.CreateBatch(t.Context(),
				repricing.Batch{OperatorID: 1, TariffID: tariffID, ReplayID: id, State: state, AskedBy: manager})
			storetest.Check(t, err)
			storetest.Check(t, s.Exec(t.Context(), "test", fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1
				FROM n WHERE i < %d)
				INSERT INTO refund_batch_lines (batch_id, stay_id, payment_id, started_at, ended_at, old_price, new_price, amount,
				state, reason, attempt)
				SELECT %d, i + %[3]d, i + %[3]d, 0, 0, 5, 1, 4, 'a_faire', '', '' FROM n`, lines, id, stays)))
		}
		claim := func() (items []queue.Item, took time.Duration) {
			began := time.Now()
			items, err := s.ClaimWork(t.Context(), queue.Claim{
				Kind: queue.Refunds, Holder: "node", DueBy: storetest.Now, Until: storetest.Now.Add(time.Minute),
				Longest: time.Hour, Most: 1,
			})
			storetest.Check(t, err)
			return items, time.Since(began)
		}
		batch(one.ID, repricing.Paused, paused, 0)
		if items, _ := claim(); len(items) != 0 {
			t.Errorf("claimed of a paused batch: %+v", items)
		}
		batch(other.ID, repricing.Working, working, paused)
		least := time.Hour
		for i := range 20 {
			items, took := claim()
			if len(items) != 1 || items[0].ID != int64(paused+1+i) {
				t.Fatalf("claimed %+v", items)
			}
			least = min(least, took)
		}
		if least > 30*time.Millisecond {
			t.Errorf("it takes %s to find the next refund", least)
		}
	})
}
