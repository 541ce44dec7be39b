package lists_test

import (
	"testing"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// The example of docs/rules.md#lists, by the rows, by the rollups of days, and by an absurd span of days.
func TestSumsOfPayments(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		storetest.NewPayers(t, s)
		stays := make([]payment.Billed, 3)
		for i, p := range []payment.Payment{
			{Status: payment.Paid, Amount: 400, Refunded: 150, RefundPending: 50, SettledAt: &storetest.Now},
			{Status: payment.PermanentError, Amount: 250},
			{Status: payment.Cancelled, Amount: 900},
		} {
			stays[i].Stay = stay.Stay{
				OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: storetest.Now.Add(time.Duration(i) * time.Hour),
			}
			stays[i].Stay.EndedAt = &stays[i].Stay.StartedAt
			made := payment.NewForStay(stays[i].Stay)
			made.Status, made.Amount, made.Refunded, made.RefundPending = p.Status, p.Amount, p.Refunded, p.RefundPending
			made.SettledAt = p.SettledAt
			stays[i].Payment = made
		}
		storetest.Check(t, s.ImportStays(ctx, stays))
		year := func(n int) *time.Time { return new(time.Date(n, 1, 1, 0, 0, 0, 0, time.UTC)) }
		long := payment.Span{From: year(1), Before: year(9999)}
		for name, filter := range map[string]payment.Filter{
			"all": {}, "of an operator": {OperatorID: 1}, "without tests": {WithoutTests: true},
			"of stays": {WithoutTests: true, StaysOnly: true}, "a long span": {WithoutTests: true, Started: long},
		} {
			if got, err := s.PaymentSums(ctx, filter); err != nil || got != (payment.Sums{Collected: 300, Owed: 250}) {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
		}
		if got, err := s.PaymentSums(ctx, payment.Filter{OperatorID: 2}); err != nil || got != (payment.Sums{}) {
			t.Errorf("of another: %+v, %v", got, err)
		}
	})
}
