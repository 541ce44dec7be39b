package desk_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// A line is a subscription that State calls unpaid, for as long as it is.
func TestUnpaidSubscriptions(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, now := t.Context(), storetest.Now
		w := newWaiting(t, s, "Ici")
		begun, hour, later := now.AddDate(0, 0, -10), now.Add(-time.Hour), now.AddDate(0, 0, 3)
		past := now.AddDate(0, 0, -1)
		want := []int64{}
		for _, c := range []struct {
			name   string
			status payment.Status
			first  *time.Time
			closes *time.Time
			ends   *time.Time
			test   bool
		}{
			{"in its days of grace", payment.Unpaid, &begun, &later, nil, false},
			{"no card", payment.NotPresented, nil, &begun, nil, false},
			{"presented again", payment.InProgress, &hour, &later, nil, false},
			{"ends at its term", payment.CardUnusable, &hour, &past, &later, false},
			{"first attempt", payment.InProgress, &hour, nil, nil, false},
			{"paid in the end", payment.Paid, &begun, &later, nil, false},
			{"over", payment.PermanentError, &begun, &past, &past, false},
			{"of staff", payment.Unpaid, &begun, &later, nil, true},
		} {
			sub := subscription.Subscription{
				OperatorID: w.operator, AccountID: w.people[0], TariffID: w.tariff, TariffVersion: 1, Test: c.test,
				StartsAt: begun, EndsAt: c.ends, NextTerm: 1, Renewed: true,
			}
			if c.ends == nil {
				sub.NextAt = &later
			}
			sub.ID = storetest.Must(t)(s.CreateSubscription(ctx, sub))
			storetest.Must(t)(s.CreatePayment(ctx, payment.Payment{
				UUID: uuid.NewString(), OperatorID: w.operator, AccountID: w.people[0], SubscriptionID: sub.ID, Test: c.test,
				StartedAt: begun, Amount: 1500, Status: c.status, FirstAt: c.first, ClosesAt: c.closes,
			}))
			bought, err := s.SubscriptionByID(ctx, sub.ID)
			storetest.Check(t, err)
			if bought.State(now) == subscription.Unpaid && !c.test {
				want = append(want, sub.ID)
			}
			line, _, err := s.LineOf(ctx, w.operator, worklist.KindUnpaid, sub.ID, now)
			if listed := err == nil; listed != slices.Contains(want, sub.ID) ||
				listed && !line.Since.Equal(*bought.UnpaidSince()) {
				t.Errorf("%s: %+v, %v", c.name, line, err)
			}
		}
		got, err := s.UnpaidSubscriptions(ctx, worklist.Query{OperatorID: w.operator, Now: now})
		storetest.Check(t, err)
		if len(want) != 4 || got.Total != 4 || len(got.First) != 4 || got.First[0].Amount != 1500 {
			t.Fatalf("want %v: %+v", want, got)
		}
		if u := got.First[0]; u.ClosesAt == nil || u.Account.ID != w.people[0] || u.Label == "" {
			t.Errorf("%+v", u)
		}
	})
}
