package statement

import (
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// State is that of a month.
type State string

// The states, by their names on the wire.
const (
	Current State = "ouvert"     // the month is not over
	ToClose State = "a_cloturer" // it is over
	Closed  State = "cloture"
)

// MonthState is a month of an operator.
type MonthState struct {
	Month    clock.Month
	State    State
	Balance  money.Cents // due at its end, or now
	ClosedAt *time.Time
}

const (
	msgCurrent = "Le mois en cours ne peut pas être clôturé."
	msgClosed  = "Ce mois est déjà clôturé."
	msgWaiting = "Des événements de ce mois attendent d'être inscrits au registre. Veuillez réessayer dans une minute."
	msgBefore  = "Les mois se clôturent dans l'ordre\u00a0: clôturez d'abord "
	msgEarlier = "Ce mois est d'avant le registre, qui commence en "
)

// span returns the part of time that is a month.
func span(month clock.Month) Span { return Span{month.Begins(), (month + 1).Begins()} }

// months is what is known of the months of an operator.
type months struct {
	first, current clock.Month // first: in which it was begun, else that of the first entry; current, if there is none
	closed         clock.Month // the last closed one; first - 1: none is
}

// monthsOf returns the months of an operator. Those before its ledger began have no statement, whatever was
// entered of them later, unless they were closed.
func monthsOf(totals Totals, closings []Closing, beginning *Beginning, now time.Time) months {
	m := months{current: clock.MonthOf(now)}
	m.first = m.current
	if first, _, some := totals.Months(); beginning != nil {
		m.first = min(beginning.Month, m.current)
	} else if some {
		m.first = min(first, m.current)
	}
	m.closed = m.first - 1
	for _, c := range closings {
		m.first, m.closed = min(m.first, c.Month), max(m.closed, c.Month)
	}
	return m
}

// check returns why there is no statement of a month, or nil.
func (m months) check(month clock.Month) error {
	switch {
	case month < m.first:
		return &fault.Error{Kind: fault.KindNotFound, Detail: msgEarlier + m.first.French() + "."}
	case month > max(m.current, m.closed):
		return fault.NotFound()
	}
	return nil
}

func (m months) state(month clock.Month) State {
	switch {
	case month <= m.closed:
		return Closed
	case month < m.current:
		return ToClose
	}
	return Current
}

// refusal returns why a month cannot be closed now (docs/rules.md#statement); nil: it can. oldest is the instant of the
// first event that waits to be chained; nil: none does.
func (m months) refusal(month clock.Month, oldest *time.Time) error {
	switch {
	case m.state(month) == Closed:
		return fault.Conflict(msgClosed)
	case m.state(month) == Current:
		return fault.Conflict(msgCurrent)
	case month > m.closed+1:
		return fault.Conflict(msgBefore + (m.closed + 1).French() + ".")
	case oldest != nil && oldest.Before((month + 1).Begins()):
		return fault.Conflict(msgWaiting)
	}
	return nil
}
