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
