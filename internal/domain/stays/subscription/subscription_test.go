package subscription_test

import (
	"testing"
	"time"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/pricing"
)

func day(text string) time.Time {
	at, err := time.ParseInLocation("2006-01-02 15:04", text, clock.Paris)
	if err != nil {
		panic(err)
	}
	return at
}

func TestTerms(t *testing.T) {
	for _, c := range []struct {
		unit  pricing.Unit
		start string
		terms []string
	}{
		{
			pricing.Month, "2026-01-31 08:15",
			[]string{"2026-01-31 08:15", "2026-02-28 08:15", "2026-03-31 08:15", "2026-04-30 08:15"},
		},
		{pricing.Month, "2028-01-30 00:00", []string{"2028-01-30 00:00", "2028-02-29 00:00", "2028-03-30 00:00"}},
		{pricing.Month, "2026-11-15 23:30", []string{"2026-11-15 23:30", "2026-12-15 23:30", "2027-01-15 23:30"}},
		{
			pricing.Year, "2028-02-29 12:00",
			[]string{"2028-02-29 12:00", "2029-02-28 12:00", "2030-02-28 12:00", "2031-02-28 12:00", "2032-02-29 12:00"},
		},
	} {
		bought := subscription.Bought{
			Subscription: subscription.Subscription{StartsAt: day(c.start).UTC(), Renewed: true},
			Tariff:       tariff.Tariff{Terms: pricing.Terms{Subscription: true, Unit: c.unit}},
		}
		for i, want := range c.terms {
			if got := bought.Term(i); !got.Equal(day(want)) {
				t.Errorf("%s, term %d: %s, want %s", c.start, i, got, want)
			}
			if i > 0 {
				if bought = bought.Began(); bought.NextAt == nil || !bought.NextAt.Equal(day(want)) || bought.EndsAt != nil {
					t.Errorf("%s: next is %v, want %s", c.start, bought.NextAt, want)
				}
			}
		}
	}
}

func TestWhatIsNotRenewedEndsWithItsTerm(t *testing.T) {
	bought := subscription.Bought{
		Subscription: subscription.Subscription{StartsAt: day("2026-01-31 08:15")},
		Tariff:       tariff.Tariff{Terms: pricing.Terms{Unit: pricing.Month}},
	}.Began()
	if bought.NextAt != nil || bought.EndsAt == nil || !bought.EndsAt.Equal(day("2026-02-28 08:15")) {
		t.Errorf("%+v", bought.Subscription)
	}
}
