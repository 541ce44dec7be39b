// Package pricing is the price of a stay (domain.md § 2): one pure function of
// what the tariff says, the start and an instant. Simulation, live price, final
// bill and explanation all come out of it; nothing else multiplies an amount.
//
// It counts elapsed time in whole numbers, so that a change of clocks costs nobody
// anything, and amounts in cents.
package pricing

import (
	"errors"
	"time"

	"consigne/internal/kernel/money"
)

// Unit is what a price is for, as it stands on the wire.
type Unit string

// The units. A stay is priced by the hour or the day, a subscription by the
// month or the year.
const (
	Hour  Unit = "heure"
	Day   Unit = "jour"
	Month Unit = "mois"
	Year  Unit = "an"
)

// Length is how long a unit of a stay lasts; 0 for a unit of subscriptions.
func (u Unit) Length() time.Duration {
	switch u {
	case Hour:
		return time.Hour
	case Day:
		return 24 * time.Hour
	}
	return 0
}

// Terms are what a tariff says of the price of a stay. Durations are whole
// minutes; nil: none.
type Terms struct {
	Subscription  bool // its term pays for stays, but for their overrun and removal
	Unit          Unit
	Amount        money.Cents  // for each unit begun
	PromoAmount   *money.Cents // instead of Amount
	Ceiling       *money.Cents // of the price before overrun; Hour only
	CeilingWindow *int64       // the ceiling applies to each window of that long; nil: to the whole
	FreeMinutes   *int64       // a stay at most that long costs nothing
	FreeDeducted  bool         // a longer one is billed without them (franchise)
	OverrunAfter  *int64
	OverrunAmount *money.Cents // for each OverrunUnit begun
	OverrunUnit   Unit
	RemovalAfter  *int64
	RemovalAmount *money.Cents // once
}

// UnitPrice is the price of one unit: the promotional one when there is one.
func (t Terms) UnitPrice() money.Cents {
	if t.PromoAmount != nil {
		return *t.PromoAmount
	}
	return t.Amount
}

// Quote is the price of a stay at an instant, and where it comes from.
type Quote struct {
	Start   time.Time
	At      time.Time
	Total   time.Duration
	Normal  time.Duration // before overrun
	Overrun time.Duration // past the overrun limit, up to the removal limit

	OverrunStart time.Time // when the overrun begins or would; zero: never
	RemovalStart time.Time // when the removal is due or would be; zero: never
	OverLimit    bool      // the overrun limit has passed
	Removed      bool      // the removal is due

	BeforeOverrun money.Cents
	OverrunPrice  money.Cents
	RemovalPrice  money.Cents

	terms        Terms
	free         bool        // the whole stay is within the free minutes
	waived       bool        // staff made it free
	units        int64       // billed before overrun
	cut          money.Cents // what the ceiling takes off
	overrunUnits int64
}

// Amount is what the stay costs.
func (q Quote) Amount() money.Cents { return q.BeforeOverrun + q.OverrunPrice + q.RemovalPrice }

// Waived is the quote of a stay that staff made free: the same times, no amount.
func (q Quote) Waived() Quote {
	q.BeforeOverrun, q.OverrunPrice, q.RemovalPrice = 0, 0, 0
	q.waived = true
	return q
}

// ErrEndsBeforeStart is a stay whose instant comes before its start.
var ErrEndsBeforeStart = errors.New("the stay ends before it starts")

// Price tells what a stay begun at start costs at an instant.
func Price(t Terms, start, at time.Time) (Quote, error) {
	total := at.Sub(start)
	if total < 0 {
		return Quote{}, ErrEndsBeforeStart
	}
	q := Quote{Start: start, At: at, Total: total, Normal: total, terms: t}
	present := total // the part before removal
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

// priceNormal prices the time before overrun, under the ceiling.
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

// begun counts the units of which some part is due.
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
