package hotline

import (
	"testing"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/subscription"
)

func TestACardIsGoodToTheEndOfItsMonth(t *testing.T) {
	for instant, want := range map[string]bool{ // of a card « 11/26 »
		"2026-10-01T00:00:00Z": false, "2026-11-30T22:59:59.999Z": false, "2026-11-30T23:00:00Z": true,
		"2027-01-01T00:00:00Z": true,
	} {
		at, err := time.Parse(time.RFC3339, instant)
		if err != nil {
			t.Fatal(err)
		}
		if got := expired("11/26", at); got != want {
			t.Errorf("at %s: expired: %t", instant, got)
		}
	}
	for _, unknown := range []string{"", "13/26", "2026-11"} {
		if expired(unknown, now) {
			t.Errorf("%q counts as expired", unknown)
		}
	}
}

func TestTheSubscriptionThatEndedLast(t *testing.T) {
	const day = 24 * time.Hour
	bought := func(id int64, begun time.Duration, ended *time.Time) subscription.Bought {
		return subscription.Bought{Subscription: subscription.Subscription{ID: id, StartsAt: ago(begun), EndsAt: ended}}
	}
	for name, c := range map[string]struct {
		list []subscription.Bought
		want int64 // 0: none
	}{
		"none": {nil, 0},
		"one":  {[]subscription.Bought{bought(1, 90*day, new(ago(day)))}, 1},
		"the later of two": {[]subscription.Bought{
			bought(1, 90*day, new(ago(3*day))),
			bought(2, 90*day, new(ago(2*day))), bought(3, 90*day, new(ago(4*day))),
		}, 2},
		"at this instant": {[]subscription.Bought{bought(1, 90*day, new(now))}, 1},
		"sixty days ago":  {[]subscription.Bought{bought(1, 90*day, new(ago(60*day)))}, 1},
		"longer ago":      {[]subscription.Bought{bought(1, 90*day, new(ago(60*day+time.Second)))}, 0},
		"another runs":    {[]subscription.Bought{bought(1, 90*day, new(ago(day))), bought(2, day, nil)}, 0},
		"another ends soon": {
			[]subscription.Bought{bought(2, day, new(ago(-day))), bought(1, 90*day, new(ago(day)))},
			0,
		},
		"another has not begun yet": {[]subscription.Bought{bought(2, -day, nil), bought(1, 90*day, new(ago(day)))}, 1},
	} {
		if got, _, found := lastClosed(c.list, now); got.ID != c.want || found != (c.want != 0) {
			t.Errorf("%s: %d, %t; want %d", name, got.ID, found, c.want)
		}
	}
}

// The last charge whose outcome is known says whether the card is at fault.
func TestTheChargeThatFailed(t *testing.T) {
	charge := func(before time.Duration, outcome payment.Status) payment.Attempt {
		return payment.Attempt{
			Kind: payment.Charge, At: ago(before), Outcome: outcome, Amount: 445,
			Card: &payment.Card{PAN: "•••• 4242"},
		}
	}
	refund := charge(time.Minute, payment.Failed)
	refund.Kind = payment.Refund
	for name, c := range map[string]struct {
		attempts []payment.Attempt
		want     payment.Status // empty: none
	}{
		"none":    {nil, ""},
		"refused": {[]payment.Attempt{charge(time.Hour, payment.Unpaid)}, payment.Unpaid},
		"refused, then accepted": {[]payment.Attempt{
			charge(time.Hour, payment.Unpaid),
			charge(time.Minute, payment.Paid),
		}, ""},
		"accepted, then refused": {[]payment.Attempt{
			charge(time.Hour, payment.Paid),
			charge(time.Minute, payment.Failed),
		}, payment.Failed},
		"whatever their order": {[]payment.Attempt{
			charge(time.Minute, payment.CardUnusable),
			charge(time.Hour, payment.Paid),
		}, payment.CardUnusable},
		"refused, and one under way": {[]payment.Attempt{
			charge(time.Hour, payment.Unpaid),
			charge(time.Minute, payment.InProgress),
		}, payment.Unpaid},
		"accepted, a refund has none": {[]payment.Attempt{charge(time.Hour, payment.Paid), refund}, ""},
	} {
		payments := []payment.Details{}
		for _, a := range c.attempts { // each of another payment
			payments = append(payments, payment.Details{Attempts: []payment.Attempt{a}})
		}
		got := failed(payments)
		if (got != nil) != (c.want != "") ||
			got != nil && (got.Outcome != c.want || got.PAN != "•••• 4242" || got.Amount == "") {
			t.Errorf("%s: %+v, want %q", name, got, c.want)
		}
	}
}
