package places_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/intervention"
	"consigne/internal/domain/places/opening"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// newPark creates an operator with a station of four lockers in service.
func newPark(t *testing.T, s *store.Store) {
	t.Helper()
	ctx, must := t.Context(), storetest.Must(t)
	must(s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, storetest.Now))
	must(s.CreateStation(ctx, station.Station{
		OperatorID: 1, Name: "Gare", AdminLabel: "G", Kind: station.Individual, Active: true,
	}, storetest.Now))
	for i := range 4 {
		must(s.CreateLocker(ctx, station.Locker{
			StationID: 1, Name: fmt.Sprint("A", i+1), Type: station.Bike, Capacity: 1, Active: true,
		}, storetest.Now))
	}
}

// An intervention is read as it was stored; those resolved long ago go with their lines.
func TestInterventionsAreStored(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, now := t.Context(), storetest.Now
		newPark(t, s)
		due := clock.DayOf(now) + 3
		i, err := s.AddIntervention(ctx, intervention.Intervention{
			OperatorID: 1, StationID: 1, LockerID: 2, Cause: "serrure", Description: "Pêne tordu", State: intervention.Open,
			OpenedAt: now, Times: 1, DueOn: &due, TookOut: true,
		})
		storetest.Check(t, err)
		whole, err := s.AddIntervention(ctx, intervention.Intervention{
			OperatorID: 1, StationID: 1, Cause: "serrure", State: intervention.Open, OpenedAt: now, Times: 1,
		})
		storetest.Check(t, err)
		if i.Number != 1 || whole.Number != 2 {
			t.Errorf("numbers %d and %d", i.Number, whole.Number)
		}
		i.State, i.Minutes, i.Parts, i.ResolvedAt, i.SeenAt = intervention.Resolved, 20, "pêne", &now, &now
		storetest.Check(t, s.SaveIntervention(ctx, i))
		storetest.Check(t, s.AddInterventionLine(ctx, i.ID, intervention.Line{
			At: now, Kind: intervention.LineResolved, Note: "Changé", Parts: "pêne", Minutes: 20,
		}))
		got, err := s.LastIntervention(ctx, 1, 2, "serrure")
		storetest.Check(t, err)
		if got.DueOn == nil || *got.DueOn != due || got.ResolvedAt == nil || !got.ResolvedAt.Equal(now) ||
			got.LockerID != 2 || got.Description != "Pêne tordu" || got.Minutes != 20 || !got.TookOut || got.SeenAt == nil {
			t.Errorf("%+v", got)
		}
		lines, err := s.InterventionLines(ctx, i.ID)
		if err != nil || len(lines) != 1 || lines[0].Note != "Changé" || lines[0].Minutes != 20 || !lines[0].At.Equal(now) {
			t.Errorf("%+v, %v", lines, err)
		}
		list, total, err := s.ListedInterventions(ctx, intervention.Filter{OperatorID: 1}, 0, 10)
		if err != nil || total != 2 || list[0].ID != whole.ID || list[1].Locker.Name != "A2" || list[1].Station != "Gare" {
			t.Errorf("%+v, %v", list, err)
		}
		only := intervention.Filter{OperatorID: 1, Whole: true}
		if list, total, err = s.ListedInterventions(ctx, only, 0, 10); err != nil || total != 1 || list[0].ID != whole.ID {
			t.Errorf("of stations as a whole: %+v, %v", list, err)
		}
		storetest.Check(t, s.TrimInterventions(ctx, now.Add(time.Second)))
		if _, total, err = s.ListedInterventions(ctx, intervention.Filter{OperatorID: 1}, 0, 10); err != nil || total != 1 {
			t.Errorf("%d are left, %v", total, err)
		}
	})
}

// What doors and controllers do opens one intervention for each, however often it is looked at and by however many
// nodes; what ends is told and resolves nothing.
func TestPlacesAreWatched(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, now := t.Context(), &storetest.Clock{Time: storetest.Now}
		newPark(t, s)
		watch := intervention.NewService(s, now, nil)
		heard := func() {
			t.Helper()
			_, err := s.KeepPresence(ctx, 1, "Cadenas", now.Time)
			storetest.Check(t, err)
		}
		refuse := func(locker int64, kind refusal.Kind, times int) {
			t.Helper()
			for range times {
				now.Time = now.Add(time.Second)
				storetest.Check(t, s.KeepRefusal(ctx, refusal.Refusal{
					At: now.Time, OperatorID: 1, LockerID: locker, Kind: kind,
				}, 10, now.Add(-time.Minute)))
			}
		}
		is := func(what string, want ...string) {
			t.Helper()
			storetest.Race(2, func() bool {
				if err := watch.Watch(ctx, true); err != nil {
					t.Errorf("%s: %v", what, err)
				}
				return true
			})
			storetest.Check(t, watch.Watch(ctx, true))
			list, _, err := s.ListedInterventions(ctx, intervention.Filter{OperatorID: 1}, 0, 20)
			storetest.Check(t, err)
			got := []string{}
			for _, i := range list {
				place := i.Station
				if i.Locker != nil {
					place = i.Locker.Name
				}
				got = append(got, fmt.Sprint(place, " ", i.Cause, " ", i.State, " ", i.Times))
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s:\n%q, want\n%q", what, got, want)
			}
		}
		heard()
		refuse(1, refusal.WrongCode, 2)
		refuse(2, refusal.Banned, 3)
		refuse(3, refusal.WrongCode, 3)
		storetest.Check(t, s.SaveCode(ctx, opening.Code{LockerID: 3, Digits: "123456", ExpiresAt: now.Add(opening.CodeLife)}))
		if used, err := s.UseCode(ctx, 3, "123456", now.Time); err != nil || !used {
			t.Fatal(used, err)
		}
		storetest.Check(t, s.KeepDoor(ctx, controller.Door{LockerID: 4, Open: true, MovedAt: now.Time}))
		is("a customer who mistypes and gets in, one who is banned, a door that was just opened")
		refuse(1, refusal.WrongCode, 1)
		is("a third refusal", "A1 clavier ouverte 1")
		storetest.Check(t, s.SaveCode(ctx, opening.Code{LockerID: 2, Digits: "123456", ExpiresAt: now.Add(opening.CodeLife)}))
		now.Time = now.Add(10 * time.Minute)
		heard()
		is("a door left open, and a code that no controller has", "A1 clavier ouverte 1", "A2 controleur ouverte 1",
			"A4 porte ouverte 1")
		silent := now.Time
		storetest.Check(t, s.KeepDoor(ctx, controller.Door{LockerID: 4, MovedAt: now.Time}))
		is("the door is closed", "A1 clavier ouverte 1", "A2 controleur ouverte 1", "A4 porte ouverte 1")
		door, err := s.LastIntervention(ctx, 1, 4, "porte")
		storetest.Check(t, err)
		lines, err := s.InterventionLines(ctx, door.ID)
		if err != nil || len(lines) != 2 || lines[1].Kind != intervention.LineReturned {
			t.Errorf("the door is closed: %+v, %v", lines, err)
		}
		now.Time = now.Add(30 * time.Minute)
		if marked, err := s.MarkSilent(ctx, 1, silent, now.Time); err != nil || !marked {
			t.Fatal(marked, err)
		}
		all := []string{"A1 clavier ouverte 1", "A2 controleur ouverte 1", "A4 porte ouverte 1", "Gare controleur ouverte 1"}
		is("the controller is silent", all...)
		heard()
		is("and heard again", all...)
		storetest.Check(t, s.KeepDoor(ctx, controller.Door{LockerID: 4, Open: true, MovedAt: now.Time}))
		now.Time = now.Add(11 * time.Minute)
		heard()
		all[2] = "A4 porte ouverte 2"
		is("the door is open again", all...)
		if door, err = s.LastIntervention(ctx, 1, 4, "porte"); err != nil || door.Awaited != intervention.DoorOpen {
			t.Errorf("the door is open again: %+v, %v", door, err)
		}
		door.State, door.ResolvedAt, door.Awaited = intervention.Resolved, &now.Time, ""
		storetest.Check(t, s.SaveIntervention(ctx, door))
		all[2] = "A4 porte resolue 2"
		is("resolved though the door is open", all...)
	})
}
