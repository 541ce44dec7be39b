package intervention

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

func TestUrgency(t *testing.T) {
	for _, c := range []struct {
		whole, occupied bool
		want            Urgency
	}{{false, false, Normal}, {false, true, Urgent}, {true, false, Urgent}} {
		if got := UrgencyOf(c.whole, c.occupied); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	resolved := Listed{Intervention: Intervention{LockerID: 1, ResolvedAt: &noon}, Occupied: true}
	if got := resolved.Urgency(); got != "" {
		t.Errorf("resolved: %s", got)
	}
}

func TestReportRules(t *testing.T) {
	yesterday, today, far := clock.DayOf(noon)-1, clock.DayOf(noon), clock.DayOf(noon)+367
	for _, c := range []struct {
		name  string
		typed Report
		field string
	}{
		{"a locker", Report{LockerID: 1, Cause: "serrure", DueOn: &today, Out: true}, ""},
		{"a station", Report{StationID: 1, Cause: station.OtherCause, Description: "Deux\nlignes"}, ""},
		{"no place", Report{Cause: "serrure"}, "idCasier"},
		{"no cause", Report{LockerID: 1}, "cause"},
		{"a cause that nobody knows", Report{LockerID: 1, Cause: "pluie"}, "cause"},
		{"due yesterday", Report{LockerID: 1, Cause: "porte", DueOn: &yesterday}, "echeance"},
		{"due in a year and more", Report{LockerID: 1, Cause: "porte", DueOn: &far}, "echeance"},
		{"a station out of service", Report{StationID: 1, Cause: "porte", Out: true}, "horsService"},
		{"a long story", Report{LockerID: 1, Cause: "porte", Description: strings.Repeat("a", 256)}, "description"},
	} {
		_, err := c.typed.validate(noon)
		got := ""
		if refusal := fault.Of(err); refusal != nil {
			got = refusal.Violations[0].Field
		}
		if got != c.field {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Opened, taken, resolved, opened again: only what the state allows, and minutes and parts add up.
func TestStates(t *testing.T) {
	i := Report{OperatorID: 1, LockerID: 2, Cause: "serrure", Out: true}.opened(noon)
	if i.State != Open || i.Times != 1 || !i.TookOut {
		t.Fatalf("opened: %+v", i)
	}
	if _, err := i.reopened(); !fault.Is(err, fault.KindConflict) {
		t.Errorf("opened twice: %v", err)
	}
	i, err := i.inCharge(7)
	if err != nil || i.State != Taken || i.AssigneeID != 7 {
		t.Fatalf("taken: %+v, %v", i, err)
	}
	i, err = i.resolved(Resolution{Parts: "pêne", Minutes: 20}, noon)
	if err != nil || i.State != Resolved || i.ResolvedAt == nil || i.TookOut || i.AssigneeID != 7 {
		t.Fatalf("resolved: %+v, %v", i, err)
	}
	if _, err := i.inCharge(8); !fault.Is(err, fault.KindConflict) {
		t.Errorf("taken when it is resolved: %v", err)
	}
	if _, err := i.resolved(Resolution{}, noon); !fault.Is(err, fault.KindConflict) {
		t.Errorf("resolved twice: %v", err)
	}
	i, err = i.reopened()
	if err != nil || i.State != Reopened || i.ResolvedAt != nil || i.AssigneeID != 0 || i.Times != 2 {
		t.Fatalf("opened again: %+v, %v", i, err)
	}
	i, err = i.resolved(Resolution{Parts: "gâche", Minutes: 15}, noon)
	if err != nil || i.Minutes != 35 || i.Parts != "pêne, gâche" {
		t.Fatalf("resolved again: %+v, %v", i, err)
	}
	released, err := Intervention{State: Taken, AssigneeID: 7}.inCharge(0)
	if err != nil || released.State != Open || released.AssigneeID != 0 {
		t.Errorf("released: %+v, %v", released, err)
	}
}

func TestWhatAChangeIsToldAs(t *testing.T) {
	twelfth, fifteenth := clock.DayOf(noon)+2, clock.DayOf(noon)+5
	before := Intervention{Cause: "serrure", DueOn: &twelfth}
	for _, c := range []struct {
		after Intervention
		want  string
	}{
		{Intervention{Cause: "porte", DueOn: &twelfth}, "Cause\u00a0: Serrure → Porte"},
		{Intervention{Cause: "serrure", DueOn: &fifteenth}, "Échéance\u00a0: 12/03/2026 → 15/03/2026"},
		{Intervention{Cause: "porte"}, "Cause\u00a0: Serrure → Porte. Échéance\u00a0: 12/03/2026 → aucune"},
	} {
		if got := c.after.changed(before); got != c.want {
			t.Errorf("%+v: %s", c.after, got)
		}
	}
}

// An event is told once, however often it is looked at, and not again by who has seen it resolved.
func TestWhatIsNews(t *testing.T) {
	at := func(minutes int) *time.Time { return new(noon.Add(time.Duration(minutes) * time.Minute)) }
	for _, c := range []struct {
		name  string
		first *time.Time
		last  Intervention
		want  bool
	}{
		{"reported by a person before", at(0), Intervention{}, true},
		{"seen before", at(0), Intervention{SeenAt: at(0)}, false},
		{"another one", at(5), Intervention{SeenAt: at(0)}, true},
		{"resolved while it lasts", at(0), Intervention{ResolvedAt: at(10)}, false},
		{"since it was resolved", at(11), Intervention{SeenAt: at(0), ResolvedAt: at(10)}, true},
	} {
		if got := (Sight{First: *c.first, At: *c.first}).isNews(c.last); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		first := noon.Add(time.Duration(rapid.Int64Range(0, 1e6).Draw(t, "first")) * time.Second)
		s := Sight{
			Event: rapid.SampledFrom([]Event{Refusing, Silent, DoorOpen, Unreceived}).Draw(t, "event"), First: first,
			At: first.Add(time.Duration(rapid.Int64Range(0, 3600).Draw(t, "length")) * time.Second),
		}
		known := Intervention{}.saw(s)
		if s.isNews(known) {
			t.Fatalf("told twice: %+v", s)
		}
		if (known.Awaited != "") != (s.Event == Silent || s.Event == DoorOpen) {
			t.Fatalf("awaits %q after %q", known.Awaited, s.Event)
		}
		if s.sentence() == "" || s.report().Cause != s.Cause {
			t.Fatalf("%+v", s)
		}
	})
}
