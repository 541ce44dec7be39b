package subscription

import (
	"testing"
	"time"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/pricing"
)

func TestASubscriptionOfAFormerSystemGoesOn(t *testing.T) {
	day := func(month time.Month, d int) time.Time { return time.Date(2026, month, d, 9, 0, 0, 0, clock.Paris) }
	now := day(11, 24)
	for _, c := range []struct {
		name    string
		starts  time.Time
		ends    *time.Time
		renewed bool
		held    []int64
		terms   int // that have begun
		next    *time.Time
		over    *time.Time
		says    string
	}{
		{name: "renewed each month", starts: day(1, 31), renewed: true, terms: 10, next: new(day(11, 30))},
		{name: "not renewed", starts: day(11, 1), terms: 1, over: new(day(12, 1))},
		{name: "over since its first term", starts: day(1, 31), ends: new(day(2, 28)), terms: 1, over: new(day(2, 28))},
		{name: "over in the middle of its second", starts: day(1, 1), ends: new(day(2, 15)), terms: 2, over: new(day(2, 15))},
		{name: "ends with the term under way", starts: day(11, 1), ends: new(day(12, 1)), terms: 1, over: new(day(12, 1))},
		{name: "ends later", starts: day(11, 1), ends: new(day(12, 2)), says: msgLaterEnd},
		{name: "renewed, with an end", starts: day(11, 1), ends: new(day(11, 20)), renewed: true, says: msgRenewsEnd},
		{name: "ends first", starts: day(11, 1), ends: new(day(10, 1)), says: msgEndFirst},
		{name: "begins later", starts: day(11, 25), says: msgFuture},
		{name: "held already", starts: day(11, 1), held: []int64{7}, says: msgSubscribed},
		{
			name: "held already, but over", starts: day(1, 1), ends: new(day(2, 1)), held: []int64{7}, terms: 1,
			over: new(day(2, 1)),
		},
	} {
		b := Bought{
			Subscription: Subscription{TariffID: 7, StartsAt: c.starts, Renewed: c.renewed},
			Tariff:       tariff.Tariff{Terms: pricing.Terms{Subscription: true, Unit: pricing.Month}},
		}
		got, err := b.TakenOver(c.ends, c.held, now)
		if c.says != "" {
			if err == nil || err.Error() != c.says {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		same := func(a, b *time.Time) bool { return a == nil && b == nil || a != nil && b != nil && a.Equal(*b) }
		if err != nil || got.NextTerm != c.terms || !same(got.NextAt, c.next) || !same(got.EndsAt, c.over) {
			t.Errorf("%s: %d terms, next %v, end %v, %v", c.name, got.NextTerm, got.NextAt, got.EndsAt, err)
		}
	}
}
