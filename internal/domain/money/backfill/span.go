// Package backfill enters into the ledger events of money of before it, a span of days at a time, so that their
// documents are numbered (docs/adr/0068).
package backfill

import (
	"fmt"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// Span is what is entered of an operator's past.
type Span struct {
	From   time.Time
	Before time.Time // excluded
}

func (s Span) is(other Span) bool { return s.From.Equal(other.From) && s.Before.Equal(other.Before) }

// Cursor is a place in the order in which events are entered.
type Cursor struct {
	At        time.Time
	PaymentID int64
}

func (c Cursor) before(other Cursor) bool {
	return c.At.Before(other.At) || c.At.Equal(other.At) && c.PaymentID < other.PaymentID
}

// Mark is how far an operator's past was entered.
type Mark struct {
	OperatorID int64
	OwnFrom    time.Time // the ledger has entries of its own from this instant on
	Span       Span      // the last one; the zero Span: none was entered yet
	Cursor     Cursor    // what comes before is entered
}

// Over reports whether the last span is entered as a whole.
func (m Mark) Over() bool { return !m.Cursor.At.Before(m.Span.Before) }

// Start returns from when on the ledger tells everything: of its own entries, or of a span that is entered up to them.
func (m Mark) Start() time.Time {
	if m.Over() && m.Span.Before.Equal(m.OwnFrom) {
		return m.Span.From
	}
	return m.OwnFrom
}

const (
	msgClosed   = "Des mois de cette période sont clôturés\u00a0: elle doit commencer le %s au plus tôt."
	msgOrder    = "Le premier jour doit précéder le dernier."
	msgOwn      = "Depuis le %s, le registre contient ses propres écritures\u00a0: la période doit finir ce jour-là au plus tard."
	msgGoesOn   = "La numérotation du %s au %s n'est pas terminée\u00a0: relancez la commande avec ces jours."
	msgNumbered = "Les événements sont inscrits jusqu'au %s compris, et les numéros suivent l'ordre des règlements\u00a0: la période doit commencer après ce jour."
)

// spanOf returns the span of some days of Paris, both included, as the next of an operator: of the day from which the
// ledger has entries of its own, it holds what was before them. open is the first instant that is in no closed month;
// the zero Time: no month is closed. fault.Conflict: the days cannot be entered.
func spanOf(m Mark, open time.Time, from, to clock.Day) (Span, error) {
	own := clock.DayOf(m.OwnFrom)
	span := Span{From: from.Begins().UTC(), Before: (to + 1).Begins().UTC()}
	switch {
	case to < from:
		return span, fault.Conflict(msgOrder)
	case to > own:
		return span, refused(msgOwn, own)
	case to == own:
		span.Before = m.OwnFrom
	}
	last := m.Span
	switch {
	case last.is(span): // again, or on from where it ended
	case span.From.Before(open):
		return span, refused(msgClosed, clock.DayOf(open))
	case last.Before.IsZero(): // the first
	case !m.Over():
		return span, refused(msgGoesOn, clock.DayOf(last.From), lastDay(last))
	case span.From.Before(last.Before):
		return span, refused(msgNumbered, lastDay(last))
	}
	return span, nil
}

func refused(sentence string, days ...clock.Day) error {
	written := make([]any, len(days))
	for i, day := range days {
		written[i] = day.Begins().Format("02/01/2006")
	}
	return fault.Conflict(fmt.Sprintf(sentence, written...))
}

// lastDay returns the last day of a span.
func lastDay(s Span) clock.Day { return clock.DayOf(s.Before.Add(-time.Millisecond)) }
