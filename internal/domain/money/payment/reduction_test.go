package payment

import (
	"testing"
	"time"

	"consigne/internal/kernel/money"
)

func TestAnUnpaidTermIsReduced(t *testing.T) {
	now := time.Date(2027, 6, 8, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name       string
		status     Status
		amount     money.Cents
		reduced    money.Cents // before
		open, days int
		left       money.Cents
		becomes    Status
	}{
		{"7 of 30 days", PermanentError, 1500, 0, 7, 30, 350, PermanentError},
		{"half a cent is rounded up", Unpaid, 45, 0, 1, 30, 2, Unpaid},
		{"less than half is not", Unpaid, 44, 0, 1, 30, 1, Unpaid},
		{"a whole term", PermanentError, 1500, 0, 30, 30, 1500, PermanentError},
		{"no day", NotPresented, 1500, 0, 0, 30, 0, Free},
		{"no day, after attempts", PermanentError, 1500, 0, 0, 30, 0, Free},
		{"reduced already", PermanentError, 350, 1150, 7, 30, 350, PermanentError},
		{"paid", Paid, 1500, 0, 7, 30, 1500, Paid},
		{"marked as paid", Manual, 1500, 0, 7, 30, 1500, Manual},
		{"cancelled", Cancelled, 1500, 0, 7, 30, 1500, Cancelled},
		{"refused for its amount", Invalid, 1500, 0, 7, 30, 350, Invalid},
	} {
		before := Payment{Status: c.status, Amount: c.amount, Reduced: c.reduced, DueAt: &now}
		if c.reduced > 0 {
			before.ReducedAt = new(now.Add(-time.Hour))
		}
		after := before.reducedTo(c.open, c.days, now)
		if after.Amount != c.left || after.Status != c.becomes || after.Billed() != before.Billed() ||
			(after.ReducedAt != before.ReducedAt) != (after.Amount != before.Amount) ||
			(after.DueAt == nil) != (c.becomes == Free) {
			t.Errorf("%s: %d, %s, billed %d, at %v, due %v", c.name, after.Amount, after.Status, after.Billed(), after.ReducedAt,
				after.DueAt)
		}
	}
}
