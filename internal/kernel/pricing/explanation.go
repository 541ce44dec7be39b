package pricing

import (
	"fmt"

	"consigne/internal/kernel/money"
)

// Line is one line of the explanation of a price.
type Line struct {
	Label     string
	Quantity  int64
	UnitPrice money.Cents
	Amount    money.Cents // Quantity × UnitPrice
}

// Lines explains the price: one line for each component, one that subtracts what exceeds the ceiling,
// and one that says why nothing is due. The lines add up to Amount. A stay of zero duration has no
// lines.
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
	case q.given:
		add(1, q.BeforeOverrun, "Prix repris de l'ancien système")
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

// duration formats minutes in French: in days when it is a whole number of days above one, in hours
// when it is a whole number of hours, else in minutes.
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
