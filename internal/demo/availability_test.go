package demo_test

import (
	"testing"

	"consigne/internal/domain/places/availability"
)

// What is out of service has a cause, and one span that goes on; no stay lasted into it.
func TestWhatIsOutOfServiceHasASpan(t *testing.T) {
	m := &memory{}
	load(t, m, 1, 1000)
	since := map[int64]availability.Span{}
	for _, span := range m.Spans {
		switch {
		case span.Cause == "" || span.Attribution == "":
			t.Errorf("without a cause: %+v", span)
		case span.To != nil && !span.To.Before(now):
			t.Errorf("over in the future: %+v", span)
		case span.To == nil && span.LockerID != 0:
			since[span.LockerID] = span
		}
	}
	out := 0
	for _, l := range m.Lockers {
		span, has := since[l.ID]
		switch {
		case l.Active:
			if has {
				t.Errorf("locker %d is in service", l.ID)
			}
			continue
		case !has || l.Outage == nil || !l.Outage.Since.Equal(span.From) || l.Outage.Cause != span.Cause:
			t.Errorf("locker %d: %+v of %+v", l.ID, span, l.Outage)
		}
		out++
	}
	if out == 0 || out != len(since) {
		t.Errorf("%d lockers out of service, %d spans", out, len(since))
	}
	for _, stay := range m.Stays {
		if span, has := since[stay.LockerID]; has && (stay.EndedAt == nil || stay.EndedAt.After(span.From)) {
			t.Errorf("a stay in locker %d, which is out of service", stay.LockerID)
		}
	}
	if len(m.Contracts) != 1 {
		t.Errorf("contracts: %+v", m.Contracts)
	}
}
