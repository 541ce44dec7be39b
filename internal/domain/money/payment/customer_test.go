package payment

import (
	"testing"
	"time"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

func TestWhatAPaymentComesTo(t *testing.T) {
	began := time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)
	hourly := tariff.Tariff{Terms: pricing.Terms{Unit: pricing.Hour, Amount: 50}}
	of := func(ended *time.Time, free bool) *stay.Details {
		return &stay.Details{Stay: stay.Stay{StartedAt: began, EndedAt: ended, MadeFree: free, Tariff: &hourly}}
	}
	hour := new(began.Add(time.Hour))
	for _, c := range []struct {
		name  string
		paid  Details
		owed  money.Cents
		first string
	}{
		{"under way", Details{Payment: Payment{Status: Running}, Stay: of(nil, false)}, 150, "Stationnement, par heure commencée"},
		{"under way and free", Details{Payment: Payment{Status: Running}, Stay: of(nil, true)}, 0, "Utilisation rendue gratuite"},
		{"over", Details{Payment: Payment{Status: Unpaid, Amount: 50}, Stay: of(hour, false)}, 50, "Stationnement, par heure commencée"},
		{"billed elsewhere", Details{Payment: Payment{Status: Paid, Amount: 70}, Stay: of(hour, false)}, 70, "Stationnement"},
		{"a term", Details{Payment: Payment{Status: Paid, Amount: 1500}, Subscription: &subscription.Bought{}}, 1500, "Abonnement"},
	} {
		now := began.Add(150 * time.Minute)
		owed := c.paid.Owed(now)
		lines, sum := c.paid.Lines(owed, now), money.Cents(0)
		for _, line := range lines {
			sum += line.Amount
		}
		if owed != c.owed || sum != owed || lines[0].Label != c.first {
			t.Errorf("%s: %d, %+v", c.name, owed, lines)
		}
	}
}
