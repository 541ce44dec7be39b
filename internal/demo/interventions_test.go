package demo_test

import (
	"testing"

	"consigne/internal/domain/places/intervention"
	"consigne/internal/kernel/clock"
)

// What has to be seen to is of every state, each with the lines that led there, one a place and cause at most; the due
// day of what keeps a locker out of service is the day on which it is thought to be back.
func TestInterventions(t *testing.T) {
	m := &memory{}
	load(t, m, 1, 1000)
	type place struct {
		station, locker int64
		cause           string
	}
	open, states, byItself := map[place]bool{}, map[intervention.State]int{}, 0
	for _, i := range m.Repairs {
		lines := m.Lines[i.ID]
		if len(lines) == 0 || lines[0].Kind != intervention.LineOpened || !lines[0].At.Equal(i.OpenedAt) {
			t.Fatalf("intervention %d: %+v", i.Number, lines)
		}
		if lines[0].AccountID == 0 {
			byItself++
		}
		for n, line := range lines {
			if line.At.After(now) || n > 0 && line.At.Before(lines[n-1].At) {
				t.Errorf("intervention %d, line %d at %v", i.Number, n, line.At)
			}
			if line.AccountID != 0 && !m.staff(line.AccountID, i.OperatorID) {
				t.Errorf("intervention %d, line %d by %d", i.Number, n, line.AccountID)
			}
		}
		states[i.State]++
		if i.ResolvedAt != nil {
			if i.State != intervention.Resolved || i.Minutes == 0 || i.Parts == "" {
				t.Errorf("%+v", i)
			}
			continue
		}
		at := place{i.StationID, i.LockerID, string(i.Cause)}
		if open[at] {
			t.Errorf("two are open: %+v", at)
		}
		open[at] = true
		if i.TookOut != (i.LockerID != 0 && !m.locker(i.LockerID).Active) {
			t.Errorf("%+v of %+v", i, m.locker(i.LockerID))
		}
		if i.State == intervention.Taken {
			back := m.locker(i.LockerID).Outage.BackOn
			if i.AssigneeID == 0 || i.DueOn == nil || *i.DueOn <= clock.DayOf(now) || back == nil || *back != *i.DueOn {
				t.Errorf("%+v", i)
			}
		}
	}
	if states[intervention.Open] != 3 || states[intervention.Taken] != 1 || states[intervention.Resolved] != 1 ||
		byItself != 1 {
		t.Errorf("%v, %d by itself", states, byItself)
	}
}
