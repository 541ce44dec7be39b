package payment

import (
	"testing"
	"time"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

func TestWhatAPaymentComesTo(t *testing.T) {
	began := time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)
	hourly := tariff.Tariff{Terms: pricing.Terms{Unit: pricing.Hour, Amount: 50}}
	of := func(ended *time.Time, free bool) *stay.Details {
		return &stay.Details{Stay: stay.Stay{StartedAt: began, EndedAt: ended, MadeFree: free, Tariff: &hourly}}
	}
	const byTheHour = "Stationnement, par heure commencée"
	hour := new(began.Add(time.Hour))
	for _, c := range []struct {
		name   string
		status Status
		amount money.Cents // stored
		stay   *stay.Details
		owed   money.Cents
		first  string
	}{
		{"under way", Running, 0, of(nil, false), 150, byTheHour},
		{"under way and free", Running, 0, of(nil, true), 0, "Utilisation rendue gratuite"},
		{"over", Unpaid, 50, of(hour, false), 50, byTheHour},
		{"billed elsewhere", Paid, 70, of(hour, false), 70, "Stationnement"},
		{"a term", Paid, 1500, nil, 1500, "Abonnement"},
	} {
		paid, now := Details{Payment: Payment{Status: c.status, Amount: c.amount}, Stay: c.stay}, began.Add(150*time.Minute)
		owed := paid.Owed(now)
		lines, sum := paid.Lines(owed, now), money.Cents(0)
		for _, line := range lines {
			sum += line.Amount
		}
		if owed != c.owed || sum != owed || lines[0].Label != c.first {
			t.Errorf("%s: %d, %+v", c.name, owed, lines)
		}
	}
}
