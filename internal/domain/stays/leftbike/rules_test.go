package leftbike

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

var terms = operator.Bylaw{NoticeDays: 30, KeepingDays: 90}

func on(month time.Month, day int) time.Time {
	return time.Date(2026, month, day, 15, 0, 0, 0, clock.Paris)
}

// at returns a file that is at a step, having taken the one before on the first day of a month.
func at(step Step) File {
	opened, noticed, removed, ended := on(3, 1), on(3, 1), on(4, 1), on(7, 1)
	f := File{OpenedAt: opened, AccountID: 7, Bylaw: terms}
	if step == Opened {
		return f
	}
	if step == Cancelled {
		f.EndedAt, f.Ending = &ended, Cancelled
		return f
	}
	f.NoticedAt = &noticed
	if step == Noticed {
		return f
	}
	if step != Reclaimed {
		f.RemovedAt, f.Depot = &removed, "Nord"
	}
	if step != Removed {
		f.EndedAt, f.Ending = &ended, step
	}
	return f
}

// A photo belongs to the step that the file was at when it was taken.
func TestStepAt(t *testing.T) {
	f := at(Returned)
	for day, want := range map[time.Time]Step{
		on(2, 28): Opened, on(3, 1): Noticed, on(3, 31): Noticed, on(4, 1): Removed, on(6, 30): Removed, on(7, 1): Returned,
	} {
		if got := f.StepAt(day); got != want {
			t.Errorf("on %v: %s, want %s", day, got, want)
		}
	}
	if f.Step() != Returned {
		t.Error("the file has changed")
	}
}

func TestSteps(t *testing.T) {
	for name, c := range map[string]struct {
		file File
		act  Act
		on   time.Time
		want string // the refusal; empty: the step is taken
	}{
		"a notice of thirty days": {
			at(Noticed), Act{Step: Removed, Depot: "Nord"}, on(3, 20), "Possible à partir du 31/03/2026",
		},
		"the last day of the notice": {
			at(Noticed), Act{Step: Removed, Depot: "Nord"}, on(3, 30), "Possible à partir du 31/03/2026",
		},
		"after the notice":          {at(Noticed), Act{Step: Removed, Depot: "Nord"}, on(3, 31), ""},
		"no depot":                  {at(Noticed), Act{Step: Removed}, on(3, 31), msgDepot},
		"no notice":                 {at(Opened), Act{Step: Removed, Depot: "Nord"}, on(5, 1), msgOrder},
		"the notice":                {at(Opened), Act{Step: Noticed}, on(3, 1), ""},
		"of nobody, not posted":     {File{OpenedAt: on(3, 1)}, Act{Step: Noticed}, on(3, 1), msgPosted},
		"of nobody, posted":         {File{OpenedAt: on(3, 1)}, Act{Step: Noticed, Posted: true}, on(3, 1), ""},
		"twice":                     {at(Noticed), Act{Step: Noticed}, on(3, 20), msgOrder},
		"taken back":                {at(Noticed), Act{Step: Reclaimed}, on(3, 2), ""},
		"taken back from the depot": {at(Removed), Act{Step: Reclaimed}, on(4, 2), msgOrder},
		"handed back at once": {
			at(Removed), Act{Step: Returned, Recipient: "Ada", Proof: Invoice}, on(4, 1), "",
		},
		"handed back to nobody":     {at(Removed), Act{Step: Returned, Proof: Invoice}, on(4, 2), msgRecipient},
		"handed back without proof": {at(Removed), Act{Step: Returned, Recipient: "Ada"}, on(4, 2), msgProof},
		"given too early": {
			at(Removed), Act{Step: Given, Recipient: "L'atelier"}, on(6, 29), "Possible à partir du 30/06/2026",
		},
		"given":             {at(Removed), Act{Step: Given, Recipient: "L'atelier"}, on(6, 30), ""},
		"destroyed by whom": {at(Removed), Act{Step: Destroyed}, on(6, 30), msgRecipient},
		"closed":            {at(Destroyed), Act{Step: Returned, Recipient: "Ada", Proof: Invoice}, on(8, 1), msgEnded},
	} {
		after, err := c.file.Take(c.act, c.on)
		switch refusal := fault.Of(err); {
		case c.want == "" && (err != nil || after.Step() != c.act.Step):
			t.Errorf("%s: %s, %v", name, after.Step(), err)
		case c.want != "" && (refusal == nil || refusal.Detail != c.want):
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// Days that are added before a step count from the one before.
func TestDaysOfTheBylawAddUp(t *testing.T) {
	f := at(Removed)
	f.Bylaw = operator.Bylaw{NoticeDays: 10, RemovalDays: 5, KeepingDays: 20, EndDays: 3}
	if day := f.KeptUntil().String(); day != "2026-04-24" || f.DueOn().String() != day {
		t.Errorf("kept until %s", day)
	}
	f.RemovedAt = nil
	if day := f.DueOn().String(); day != "2026-03-16" {
		t.Errorf("removed from %s on", day)
	}
	if f = at(Given); f.DueOn() != nil {
		t.Error("a closed file is due")
	}
}

func TestUndo(t *testing.T) {
	for step, want := range map[Step]Step{
		Opened: Cancelled, Noticed: Opened, Removed: Noticed, Reclaimed: Noticed,
		Returned: "", Given: "", Destroyed: "", Cancelled: "",
	} {
		after, err := at(step).Undone(on(8, 1))
		if want == "" != fault.Is(err, fault.KindConflict) || want != "" && after.Step() != want {
			t.Errorf("%s: %s, %v; want %q", step, after.Step(), err, want)
		}
	}
}

func TestMarks(t *testing.T) {
	for typed, want := range map[string]string{
		"": "", "bc1234567a": "BC1234567A", "BC 1234-567A": "BC1234567A", "BC1234567": "-", "BC12345678A": "-",
		"BCO234567A": "-", "BC1234567I": "-", "BC1234567É": "-",
	} {
		if mark, valid := markOf(typed); valid != (want != "-") || valid && mark != want {
			t.Errorf("%q: %q, %t", typed, mark, valid)
		}
	}
}

// Whatever staff try, and when: no step comes before its day, a file is due exactly as long as it is under way, and a
// step that is undone leaves the file as it was.
func TestAnyWalk(t *testing.T) {
	steps := []Step{Noticed, Removed, Returned, Given, Destroyed, Reclaimed}
	rapid.Check(t, func(t *rapid.T) {
		days := rapid.IntRange(0, 40)
		now := on(3, 1)
		f := File{OpenedAt: now, AccountID: 7, Bylaw: operator.Bylaw{
			NoticeDays: days.Draw(t, "notice"), RemovalDays: days.Draw(t, "removal"),
			KeepingDays: days.Draw(t, "keeping"), EndDays: days.Draw(t, "end"),
		}}
		for range rapid.IntRange(1, 12).Draw(t, "acts") {
			now = now.AddDate(0, 0, days.Draw(t, "later"))
			act := Act{
				Step: rapid.SampledFrom(steps).Draw(t, "step"), Depot: "Nord", Recipient: "Ada", Proof: Invoice,
			}
			after, err := f.Take(act, now)
			if err == nil {
				for _, n := range f.Next() {
					if n.Step == act.Step && clock.DayOf(now) < n.From {
						t.Fatalf("%s on %s, before %s", act.Step, clock.DayOf(now), n.From)
					}
				}
				back, err := after.Undone(now)
				if handed := act.Step == Returned || act.Step == Given || act.Step == Destroyed; handed != (err != nil) ||
					!handed && back != f {
					t.Fatalf("undone: %+v, %v", back, err)
				}
				f = after
			}
			if (f.DueOn() == nil) != (f.EndedAt != nil) || (len(f.Next()) == 0) != (f.EndedAt != nil) {
				t.Fatalf("due on %v, closed %v", f.DueOn(), f.EndedAt)
			}
		}
	})
}
