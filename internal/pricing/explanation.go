package pricing

import (
	"fmt"
	"time"

	"consigne/internal/money"
)

// Line is one line of the explanation of a price.
type Line struct {
	Label     string
	Quantity  int64
	UnitPrice money.Cents
	Amount    money.Cents // Quantity × UnitPrice
}

// Lines explains the price: a line for each component, one that takes off what
// is above the ceiling, and one that says why nothing is due. They add up to
// Amount. A stay that has not lasted has none.
func (q Quote) Lines() []Line {
	lines := []Line{}
	add := func(quantity int64, unitPrice money.Cents, label string) {
		lines = append(lines, Line{label, quantity, unitPrice, money.Cents(quantity) * unitPrice})
	}
	t := q.terms
	if q.waived {
		add(1, 0, "Utilisation rendue gratuite")
		return lines
	}
	switch {
	case q.Total == 0:
	case q.free:
		add(1, 0, "Stationnement gratuit jusqu'à "+duration(*t.FreeMinutes))
	case t.Subscription:
		add(1, 0, "Stationnement compris dans l'abonnement")
	default:
		if t.FreeDeducted && t.FreeMinutes != nil {
			add(1, 0, "Franchise de "+duration(*t.FreeMinutes))
		}
		label := "Stationnement, " + t.Unit.each()
		if t.PromoAmount != nil {
			label += ", tarif promotionnel"
		}
		if q.units > 0 {
			add(q.units, t.UnitPrice(), label)
		}
		if q.cut > 0 {
			add(1, -q.cut, q.terms.ceilingLabel())
		}
	}
	if q.overrunUnits > 0 && t.OverrunAmount != nil {
		add(q.overrunUnits, *t.OverrunAmount, "Dépassement, "+t.OverrunUnit.each())
	}
	if q.Removed && t.RemovalAmount != nil && !q.free {
		add(1, *t.RemovalAmount, "Enlèvement")
	}
	return lines
}

func (t Terms) ceilingLabel() string {
	if t.CeilingWindow == nil {
		return fmt.Sprintf("Plafond de %s", *t.Ceiling)
	}
	return fmt.Sprintf("Plafond de %s par période de %s", *t.Ceiling, duration(*t.CeilingWindow))
}

func (u Unit) each() string {
	if u == Day {
		return "par jour commencé"
	}
	return "par heure commencée"
}

// duration words minutes: in days beyond one, else in hours, when they are whole.
func duration(minutes int64) string {
	const hour, day = 60, 24 * 60
	switch {
	case minutes > day && minutes%day == 0:
		return counted(minutes/day, "jour")
	case minutes >= hour && minutes%hour == 0:
		return counted(minutes/hour, "heure")
	}
	return counted(minutes, "minute")
}

func counted(n int64, word string) string {
	if n > 1 {
		word += "s"
	}
	return fmt.Sprintf("%d\u00a0%s", n, word)
}

// Point is where the price changes: what a stay costs once it has lasted longer
// than After minutes.
type Point struct {
	After int64
	Price money.Cents
}

// maxSteps bounds the work of a curve: beyond, it is read at whole steps.
const maxSteps = 10_000

// Curve tells how the price grows with the duration: by minutes up to about a
// week, more coarsely beyond, until the minutes of the horizon.
func Curve(t Terms, horizon int64) []Point {
	step := max(1, (horizon+maxSteps-1)/maxSteps)
	start := time.Unix(0, 0)
	points := []Point{}
	note := func(after int64, lasted time.Duration) {
		q, err := Price(t, start, start.Add(lasted))
		if err == nil && (len(points) == 0 || points[len(points)-1].Price != q.Amount()) {
			points = append(points, Point{after, q.Amount()})
		}
	}
	for at := int64(0); at < horizon; at += step {
		note(at, minutes(at)+time.Second) // any part of a minute counts: a unit begun is due
	}
	note(horizon, minutes(horizon)) // exactly then the removal is due
	return points
}

// Horizon is how many minutes a curve needs to show all that the terms say: up to
// the removal limit, or else twice as long as the other limits, a day at least.
func (t Terms) Horizon() int64 {
	const day = 24 * 60
	if t.RemovalAfter != nil {
		return *t.RemovalAfter
	}
	horizon := int64(day)
	if t.Unit == Day {
		horizon = 7 * day
	}
	for _, limit := range []*int64{t.OverrunAfter, t.CeilingWindow, t.FreeMinutes} {
		if limit != nil {
			horizon = max(horizon, 2**limit)
		}
	}
	return horizon
}
