package subscription

import (
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/pricing"
)

func at(month time.Month, day, hour int) time.Time {
	return time.Date(2027, month, day, hour, 0, 0, 0, clock.Paris)
}

func TestDaysLeft(t *testing.T) {
	for _, c := range []struct {
		unit       pricing.Unit
		start, end time.Time
		left, days int
	}{
		{pricing.Year, at(1, 1, 0), at(7, 1, 12), 184, 365},
		{pricing.Year, at(1, 1, 9), at(1, 1, 9), 365, 365},
		{pricing.Month, at(3, 15, 23), at(3, 28, 1), 18, 31},  // the clocks change
		{pricing.Month, at(3, 15, 23), at(3, 28, 23), 18, 31}, // the day counts, whatever the hour
		{pricing.Month, at(1, 31, 8), at(2, 28, 7), 0, 28},    // the last hours
		{pricing.Month, at(1, 31, 8), at(3, 5, 8), 0, 28},     // a term that is over
	} {
		b := Bought{
			Subscription: Subscription{StartsAt: c.start, NextTerm: 1},
			Tariff:       tariff.Tariff{Terms: pricing.Terms{Subscription: true, Unit: c.unit}},
		}
		if left, days := b.DaysLeft(c.end); left != c.left || days != c.days {
			t.Errorf("%s from %s at %s: %d of %d days, want %d of %d", c.unit, c.start, c.end, left, days, c.left, c.days)
		}
	}
}

// Term 15 € from 1 June, last failure on 8 June: 7 of 30 days were open.
func TestOpenDays(t *testing.T) {
	b := Bought{
		Subscription: Subscription{StartsAt: at(6, 1, 0), NextTerm: 1},
		Tariff:       tariff.Tariff{Terms: pricing.Terms{Subscription: true, Unit: pricing.Month}},
	}
	for _, c := range []struct {
		term       int
		until      time.Time
		closes     *time.Time
		open, days int
	}{
		{0, at(6, 8, 0), nil, 7, 30},
		{0, at(6, 8, 23), nil, 7, 30}, // the day of the end is not one of them, whatever the hour
		{0, at(6, 1, 0), nil, 0, 30},
		{0, at(5, 1, 0), nil, 0, 30}, // a clock that went back
		{0, at(7, 1, 0), nil, 30, 30},
		{0, at(8, 9, 0), nil, 30, 30}, // a term that is over
		{1, at(7, 15, 0), nil, 14, 31},
		{0, at(6, 8, 0), new(at(6, 4, 12)), 3, 30}, // it closed before
		{0, at(6, 8, 0), new(at(6, 1, 0)), 0, 30},  // it never opened
		{0, at(6, 8, 0), new(at(6, 9, 0)), 7, 30},
	} {
		if open, days := b.OpenDays(c.term, c.until, c.closes); open != c.open || days != c.days {
			t.Errorf("term %d until %s: %d of %d days, want %d of %d", c.term, c.until, open, days, c.open, c.days)
		}
	}
}

func TestUnpaidSubscriptionsClose(t *testing.T) {
	failed, closes, now := at(6, 1, 0), at(6, 8, 0), at(6, 10, 0)
	for _, c := range []struct {
		name          string
		status        string
		first, closes *time.Time
		ends          *time.Time
		since         *time.Time // it has been unpaid
		closed        *time.Time // it has opened nothing
	}{
		{"paid", "PAID", &failed, nil, nil, nil, nil},
		{"paid after it failed", "PAID", &failed, &closes, nil, nil, nil},
		{"marked as paid", "MANUAL", &failed, &closes, nil, nil, nil},
		{"failed", "UNPAID", &failed, &closes, nil, &failed, &closes},
		{"failed, in its days of grace", "UNPAID", &failed, new(at(6, 11, 0)), nil, &failed, nil},
		{"failed, and presented again", "ATTEMPT_PROCESS", &failed, &closes, nil, &failed, &closes},
		{"presented for the first time", "ATTEMPT_PROCESS", &failed, nil, nil, nil, nil},
		{"no card", "NOT_PRESENTED", nil, &failed, nil, &failed, &failed},
		{"no card, presented", "PAYMENT_ERROR_MEANT_OF_PAYMENT", new(at(6, 1, 1)), &failed, nil, &failed, &failed},
		{"ended, and paid", "PAID", &failed, nil, new(at(6, 9, 0)), nil, new(at(6, 9, 0))},
		{"closed, then ended", "PERMANENT_ERROR", &failed, &closes, new(at(6, 9, 0)), &failed, &closes},
		{"ended, then it would have closed", "PERMANENT_ERROR", &failed, &closes, new(at(6, 7, 0)), &failed, new(at(6, 7, 0))},
	} {
		b := Bought{
			Subscription:  Subscription{StartsAt: at(6, 1, 0), EndsAt: c.ends, NextTerm: 1},
			PaymentStatus: c.status, FirstAt: c.first, ClosesAt: c.closes,
		}
		same := func(got, want *time.Time) bool {
			return got == nil && want == nil || got != nil && want != nil && got.Equal(*want)
		}
		if since := b.UnpaidSince(); !same(since, c.since) {
			t.Errorf("%s: unpaid since %v, want %v", c.name, since, c.since)
		}
		closed, is := b.ClosedSince(now)
		if is != (c.closed != nil) || is && !closed.Equal(*c.closed) {
			t.Errorf("%s: closed since %v %v, want %v", c.name, closed, is, c.closed)
		}
	}
}

// What was ended before its first term never began: it opens nothing and is over.
func TestWhatIsEndedBeforeItsStart(t *testing.T) {
	now, starts := at(6, 1, 0), at(6, 11, 0)
	for _, how := range []Ending{{When: AtTerm}, {When: AtOnce, Comment: "Erreur"}} {
		for _, ends := range []*time.Time{nil, new(at(7, 11, 0))} { // renewed, or for one term
			b := Bought{
				Subscription: Subscription{StartsAt: starts, NextAt: &starts, EndsAt: ends, Renewed: ends == nil},
				Tariff:       tariff.Tariff{Terms: pricing.Terms{Subscription: true, Unit: pricing.Month}},
			}
			if b.State(now) != ToCome || !b.PlannedEnd().Equal(at(7, 11, 0)) {
				t.Errorf("before: %s until %v", b.State(now), b.PlannedEnd())
			}
			b, err := b.endedBy(how, now)
			if err != nil || b.State(now) != Over || b.State(starts) != Over || b.NextAt != nil || len(b.Actions(now)) != 0 ||
				!b.End().Equal(now) {
				t.Errorf("%+v: %s, next %v, end %v, %v: %v", how, b.State(now), b.NextAt, b.End(), b.Actions(now), err)
			}
		}
	}
}

func TestStates(t *testing.T) {
	now, term := at(6, 10, 0), at(7, 1, 0)
	for _, c := range []struct {
		name      string
		starts    time.Time
		ends      *time.Time
		cancelled *time.Time
		payment   string
		state     State
		actions   []Action
	}{
		{"goes on", at(6, 1, 0), nil, nil, "PAID", Running, []Action{Cancel}},
		{"not renewed", at(6, 1, 0), &term, nil, "PAID", Running, []Action{Cancel}},
		{"begins later", at(6, 11, 0), nil, nil, "", ToCome, []Action{Cancel}},
		{"ended at the term", at(6, 1, 0), &term, &now, "PAID", Cancelled, []Action{Cancel, Resume}},
		{"ended at once", at(6, 1, 0), &now, &now, "PAID", Over, []Action{}},
		{"ended at once when it began", now, new(now.Add(time.Millisecond)), &now, "PAID", Cancelled, []Action{Cancel}},
		{"an attempt failed", at(6, 1, 0), nil, nil, "UNPAID", Unpaid, []Action{Cancel}},
		{"unpaid and ended", at(6, 1, 0), &term, &now, "UNPAID", Unpaid, []Action{Cancel, Resume}},
		{"unpaid for good", at(6, 1, 0), &term, &now, "PERMANENT_ERROR", Unpaid, []Action{Cancel}},
		{"over and unpaid", at(5, 1, 0), new(at(6, 1, 0)), nil, "PERMANENT_ERROR", Over, []Action{}},
	} {
		b := Bought{
			Subscription:  Subscription{StartsAt: c.starts, EndsAt: c.ends, CancelledAt: c.cancelled, NextTerm: 1},
			Tariff:        tariff.Tariff{Terms: pricing.Terms{Subscription: true, Unit: pricing.Month}},
			PaymentStatus: c.payment,
		}
		if state, actions := b.State(now), b.Actions(now); state != c.state || !slices.Equal(actions, c.actions) {
			t.Errorf("%s: %s %v, want %s %v", c.name, state, actions, c.state, c.actions)
		}
	}
}

func TestWhatCustomersMayDo(t *testing.T) {
	now, term := at(6, 10, 0), at(7, 1, 0)
	for _, c := range []struct {
		name                  string
		next, ends, cancelled *time.Time
		payment               string
		actions               []Action
	}{
		{"goes on", &term, nil, nil, "PAID", []Action{Cancel}},
		{"unpaid", &term, nil, nil, "UNPAID", []Action{Cancel}},
		{"not renewed", nil, &term, nil, "PAID", []Action{}},
		{"ended at the term", nil, &term, &now, "PAID", []Action{Resume}},
		{"ended, and unpaid for good", nil, &term, &now, "PERMANENT_ERROR", []Action{}},
		{"ended at once", nil, &now, &now, "PAID", []Action{}},
	} {
		b := Bought{
			Subscription: Subscription{
				StartsAt: at(6, 1, 0), NextTerm: 1, NextAt: c.next, EndsAt: c.ends, CancelledAt: c.cancelled,
			},
			Tariff:        tariff.Tariff{Terms: pricing.Terms{Subscription: true, Unit: pricing.Month}},
			PaymentStatus: c.payment,
		}
		if actions := b.CustomerActions(now); !slices.Equal(actions, c.actions) {
			t.Errorf("%s: %v, want %v", c.name, actions, c.actions)
		}
	}
}
