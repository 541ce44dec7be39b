package ledger

import (
	"context"
	"fmt"
	"time"

	"consigne/internal/kernel/clock"
)

// Dated returns the instant of which an event is entered: its own or, if it fell into a month that was closed
// meanwhile, the first of the month that is open. So nothing that comes later is dated in a closed month. open is the
// first instant that is not closed; the zero Time: no month is.
func Dated(at, open time.Time) time.Time {
	if at.Before(open) {
		return open
	}
	return at
}

// ClosedMonth is what the database has of a month that was closed.
type ClosedMonth struct {
	Month  string // « 2026-10 »
	Digest string // SHA-256 of its statement, as it is stored now
	After  int64  // the last entry before it was closed
}

const (
	whyStatementChanged = "la reddition de %s a été changée depuis sa clôture"
	whyStatementMissing = "la reddition de %s manque"
	whySpansChanged     = "les indisponibilités de %s ont été changées depuis sa clôture"
	whyStatementForged  = "la reddition de %s n'est pas inscrite au registre"
)

// checkClosed returns the first entry of a closed month whose statement is not the one that was sealed, or that stands
// for a statement without entry; nil: each statement is. closings are the entries of closed months, chained and
// waiting.
func checkClosed(operatorID int64, months []ClosedMonth, closings []Entry) *Broken {
	stored := map[string]ClosedMonth{}
	for _, m := range months {
		stored[m.Month] = m
	}
	for _, e := range closings {
		switch m, is := stored[e.Document]; {
		case !is:
			return &Broken{OperatorID: operatorID, Sequence: e.Sequence, Reason: fmt.Sprintf(whyStatementMissing, e.Document)}
		case m.Digest != e.Attempt:
			return &Broken{OperatorID: operatorID, Sequence: e.Sequence, Reason: fmt.Sprintf(whyStatementChanged, e.Document)}
		}
		delete(stored, e.Document)
	}
	for _, m := range months {
		if _, left := stored[m.Month]; left {
			return &Broken{OperatorID: operatorID, Sequence: m.After + 1, Reason: fmt.Sprintf(whyStatementForged, m.Month)}
		}
	}
	return nil
}

// verifyClosed checks the statements of closed months, and what was known of the availability of lockers then, against
// their entries.
func (s *Service) verifyClosed(ctx context.Context, operatorID int64, chained, waiting []Entry) (*Broken, error) {
	months, err := s.store.ClosedMonths(ctx, operatorID)
	if err != nil {
		return nil, err
	}
	for _, e := range waiting {
		if e.Kind == MonthClosed {
			chained = append(chained, e)
		}
	}
	if broken := checkClosed(operatorID, months, chained); broken != nil {
		return broken, nil
	}
	return s.verifySpans(ctx, operatorID, chained)
}

// verifySpans returns the first entry of a closed month whose spans of unavailability are not those that were sealed.
// Months that were closed by an earlier release have no seal of them.
func (s *Service) verifySpans(ctx context.Context, operatorID int64, closings []Entry) (*Broken, error) {
	for _, e := range closings {
		month, err := clock.ParseMonth(e.Document)
		if e.Means == "" || err != nil {
			continue
		}
		digest, err := s.store.SealSpans(ctx, operatorID, month, e.At)
		if err != nil {
			return nil, err
		}
		if digest != e.Means {
			reason := fmt.Sprintf(whySpansChanged, month)
			return &Broken{OperatorID: operatorID, Sequence: e.Sequence, Reason: reason}, nil
		}
	}
	return nil, nil
}
