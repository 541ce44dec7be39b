package hotline

import (
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/stays/stay"
)

func TestAStayWithoutALineTellsItsBeginning(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 23, 2, 0, 0, time.UTC)
	r := &reading{after: now.Add(-24 * time.Hour)}
	for id, ago := range map[int64]time.Duration{1: time.Hour, 2: 2 * time.Hour, 3: 25 * time.Hour} {
		open := stay.Details{}
		open.ID, open.StartedAt = id, now.Add(-ago)
		r.call.Open = append(r.call.Open, open)
	}
	logged := Event{now.Add(-2 * time.Hour), string(audit.StayStarted), "", audit.Object{Kind: audit.KindStay, ID: 2}}
	got := r.unlogged([]Event{logged})
	if len(got) != 1 || got[0].Object.ID != 1 || !got[0].At.Equal(now.Add(-time.Hour)) || got[0].Kind != string(audit.StayStarted) {
		t.Errorf("got %+v: want the beginning of stay 1 alone: 2 has a line, 3 is older than what is told", got)
	}
}
