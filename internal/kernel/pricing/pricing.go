// Package pricing computes the price of a stay (docs/rules.md#price) with one pure function of the
// tariff's terms, the start and an instant. The simulation, the live price, the final bill and the
// explanation all use it; no other code multiplies an amount.
//
// Durations are elapsed time, so a change of clocks does not change a price. All arithmetic is on whole
// numbers, and amounts are in cents.
package pricing

import (
	"errors"
	"time"

	"consigne/internal/kernel/money"
)

// Unit is the unit of time of a price, as written on the wire.
type Unit string

// The units. A stay is priced by the hour or the day, a subscription by the month or the year.
const (
	Hour  Unit = "heure"
	Day   Unit = "jour"
	Month Unit = "mois"
	Year  Unit = "an"
)

// Length returns the duration of a unit of a stay, and 0 for a unit of subscriptions.
func (u Unit) Length() time.Duration {
	switch u {
	case Hour:
		return time.Hour
	case Day:
		return 24 * time.Hour
	}
	return 0
}

// Terms are the part of a tariff that determines the price of a stay. Durations are whole minutes; a
// nil limit or amount means there is none.
type Terms struct {
	Subscription  bool // the subscription pays for stays, except their overrun and removal
	Unit          Unit
	Amount        money.Cents  // for each started unit
	PromoAmount   *money.Cents // replaces Amount
	Ceiling       *money.Cents // maximum of the price before overrun; used with Hour only
	CeilingWindow *int64       // the ceiling applies to each window of this length; nil: to the whole stay
	FreeMinutes   *int64       // a stay of at most this length costs nothing
	FreeDeducted  bool         // a longer stay is billed without the free minutes (franchise)
	OverrunAfter  *int64
	OverrunAmount *money.Cents // for each started OverrunUnit
	OverrunUnit   Unit
	RemovalAfter  *int64
	RemovalAmount *money.Cents // charged once
}

// UnitPrice returns the price of one unit: the promotional price when there is one.
func (t Terms) UnitPrice() money.Cents {
	if t.PromoAmount != nil {
		return *t.PromoAmount
	}
	return t.Amount
}

// Quote is the price of a stay at an instant, with the components that make it up.
type Quote struct {
	Start   time.Time
	At      time.Time
	Total   time.Duration
	Normal  time.Duration // the time before overrun
	Overrun time.Duration // the time past the overrun limit, up to the removal limit

	OverrunStart time.Time // the instant of the overrun limit, reached or not; zero: no limit
	RemovalStart time.Time // the instant of the removal limit, reached or not; zero: no limit
	OverLimit    bool      // the overrun limit is exceeded
	Removed      bool      // the removal limit is reached

	BeforeOverrun money.Cents
	OverrunPrice  money.Cents
	RemovalPrice  money.Cents

	terms        Terms
	free         bool        // the whole stay is within the free minutes
	waived       bool        // staff made the stay free
	given        bool        // another system has computed the price
	units        int64       // units billed before overrun
	cut          money.Cents // the amount that the ceiling subtracts
	overrunUnits int64
}

// Amount returns the total price of the stay.
func (q Quote) Amount() money.Cents { return q.BeforeOverrun + q.OverrunPrice + q.RemovalPrice }

// Waived returns the quote of a stay that staff made free: the same times, with all amounts 0.
func (q Quote) Waived() Quote {
	q.BeforeOverrun, q.OverrunPrice, q.RemovalPrice = 0, 0, 0
	q.waived = true
	return q
}

// Given returns the quote of a stay of which another system has computed the price.
func Given(price money.Cents, start, end time.Time) Quote {
	total := max(0, end.Sub(start))
	return Quote{Start: start, At: end, Total: total, Normal: total, BeforeOverrun: price, given: price > 0}
}

// ErrEndsBeforeStart is returned by Price when the instant is before the start.
var ErrEndsBeforeStart = errors.New("the stay ends before it starts")

// Price computes what a stay that began at start costs at the instant at.
func Price(t Terms, start, at time.Time) (Quote, error) {
	total := at.Sub(start)
	if total < 0 {
		return Quote{}, ErrEndsBeforeStart
	}
	q := Quote{Start: start, At: at, Total: total, Normal: total, terms: t}
	present := total // the part before the removal limit
	if t.RemovalAfter != nil {
		limit := minutes(*t.RemovalAfter)
		q.RemovalStart, q.Removed = start.Add(limit), total >= limit
		present = min(total, limit)
	}
	q.Normal = present
	if t.OverrunAfter != nil {
		limit := minutes(*t.OverrunAfter)
		q.OverrunStart, q.OverLimit = start.Add(limit), total > limit
		q.Normal = min(present, limit)
		q.Overrun = max(0, present-limit)
	}
	if q.free = total > 0 && t.FreeMinutes != nil && total <= minutes(*t.FreeMinutes); q.free {
		return q, nil
	}
	if !t.Subscription {
		q.priceNormal()
	}
	q.overrunUnits = begun(q.Overrun, t.OverrunUnit.Length())
	q.OverrunPrice = times(q.overrunUnits, t.OverrunAmount)
	if q.Removed && t.RemovalAmount != nil {
		q.RemovalPrice = *t.RemovalAmount
	}
	return q, nil
}

// priceNormal computes the price of the time before overrun, limited by the ceiling.
func (q *Quote) priceNormal() {
	t, billable := q.terms, q.Normal
	if t.FreeDeducted && t.FreeMinutes != nil {
		billable = max(0, billable-minutes(*t.FreeMinutes))
	}
	price, unit := t.UnitPrice(), t.Unit.Length()
	q.units = begun(billable, unit)
	full := times(q.units, &price)
	q.BeforeOverrun = full
	if t.Ceiling != nil && t.Unit == Hour {
		if t.CeilingWindow == nil {
			q.BeforeOverrun = min(full, *t.Ceiling)
		} else {
			window := minutes(*t.CeilingWindow)
			whole, rest := int64(billable/window), billable%window
			perWindow := min(times(begun(window, unit), &price), *t.Ceiling)
			q.BeforeOverrun = times(whole, &perWindow) + min(times(begun(rest, unit), &price), *t.Ceiling)
		}
	}
	q.cut = full - q.BeforeOverrun
}

// begun returns the number of units of which at least a part has elapsed.
func begun(duration, unit time.Duration) int64 {
	if unit <= 0 {
		return 0
	}
	units := int64(duration / unit)
	if duration%unit > 0 {
		units++
	}
	return units
}

func times(units int64, amount *money.Cents) money.Cents {
	if amount == nil {
		return 0
	}
	return money.Cents(units) * *amount
}

func minutes(n int64) time.Duration { return time.Duration(n) * time.Minute }
