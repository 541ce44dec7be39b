package backfill

import (
	"strings"
	"testing"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// Days of a closed month are not entered, but for a span that was begun before the month was closed.
func TestDaysOfAClosedMonth(t *testing.T) {
	day := func(month time.Month, day int) clock.Day {
		return clock.DayOf(time.Date(2026, month, day, 12, 0, 0, 0, clock.Paris))
	}
	open := day(time.October, 1).Begins()
	m := Mark{OperatorID: 1, OwnFrom: day(time.November, 20).Begins()}
	_, err := spanOf(m, open, day(time.September, 30), day(time.October, 31))
	if !fault.Is(err, fault.KindConflict) || !strings.Contains(fault.Of(err).Detail, "le 01/10/2026 au plus tôt") {
		t.Errorf("a day of September: %v", err)
	}
	if _, err := spanOf(m, open, day(time.October, 1), day(time.October, 31)); err != nil {
		t.Errorf("October: %v", err)
	}
	begun, err := spanOf(m, time.Time{}, day(time.September, 1), day(time.October, 31))
	if err != nil {
		t.Fatal(err)
	}
	m.Span, m.Cursor = begun, Cursor{At: begun.From}
	if again, err := spanOf(m, open, day(time.September, 1), day(time.October, 31)); err != nil || !again.is(begun) {
		t.Errorf("on from where it ended: %v, %v", again, err)
	}
}

// A ledger tells everything since its own first entry, or since a span that was entered up to it.
func TestStartOfALedger(t *testing.T) {
	september := clock.DayOf(time.Date(2026, time.September, 1, 12, 0, 0, 0, clock.Paris)).Begins()
	own := september.AddDate(0, 2, 20)
	span := func(before time.Time) Span { return Span{From: september, Before: before} }
	for name, c := range map[string]struct {
		mark Mark
		want time.Time
	}{
		"nothing numbered":         {Mark{OwnFrom: own}, own},
		"numbered up to it":        {Mark{OwnFrom: own, Span: span(own), Cursor: Cursor{At: own}}, september},
		"not yet":                  {Mark{OwnFrom: own, Span: span(own), Cursor: Cursor{At: september}}, own},
		"numbered with a gap left": {Mark{OwnFrom: own, Span: span(own.AddDate(0, -1, 0)), Cursor: Cursor{At: own}}, own},
	} {
		if got := c.mark.Start(); !got.Equal(c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
