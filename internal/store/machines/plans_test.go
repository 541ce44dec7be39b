package machines_test

import (
	"testing"
	"time"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/store/storetest"
)

// Every node looks for work every second: however much is done, what is still to be done is found by an index.
func TestLookingForWorkReadsNoDoneWork(t *testing.T) {
	storetest.OnEachAddress(t, func(t *testing.T, address string) {
		s, witness := storetest.Witnessed(t, address)
		now := time.Now()
		storetest.FillPayments(t, s, address,
			storetest.Size{Stays: 5000, Terms: 1000, Running: 100, Days: 30, Accounts: 1000, Lockers: 300, Stations: 20}, now)
		for _, statement := range []string{
			`INSERT INTO payment_attempts (uuid, payment_id, kind, attempt, amount, outcome, at, answered_at)
				SELECT 'p' || id, id, 'presentation', 1, amount, status, presented_at, presented_at FROM payments
				WHERE presented_at IS NOT NULL`,
			`INSERT INTO mails (kind, created_at, due_at, sent_at, account_id)
				SELECT 'invitation', started_at, started_at, started_at, account_id FROM payments`,
			`ANALYZE`,
		} {
			storetest.Check(t, s.Exec(t.Context(), "fill", statement))
		}
		plans := storetest.PlansOf(t, address)
		witness.Seen()
		for _, kind := range queue.Kinds {
			claim := queue.Claim{Kind: kind, Holder: "essai", DueBy: now, Until: now.Add(time.Minute), Most: 10}
			if kind == queue.Silences {
				claim.Bounds = []time.Time{now, now}
			}
			_, err := s.ClaimWork(t.Context(), claim)
			storetest.Check(t, err)
		}
		_, err := s.Backlogs(t.Context(), now)
		storetest.Check(t, err)
		looked := witness.Seen()
		if len(looked) < len(queue.Kinds) {
			t.Fatalf("%d statements", len(looked))
		}
		for _, statement := range looked {
			faults, err := plans.Faults(t.Context(), statement)
			storetest.Check(t, err)
			for _, fault := range faults {
				t.Errorf("%s: %s", fault, statement.Text)
			}
		}
	})
}
