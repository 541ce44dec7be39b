package desk_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/desk/fieldwork"
	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/intervention"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/leftbike"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// Each kind of task is listed at its operator, once, with its place; what is stored of stations and doors only when
// controllers are heard.
func TestFieldTasks(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, now := t.Context(), storetest.Now
		here, elsewhere := newWaiting(t, s, "Ici"), newWaiting(t, s, "Ailleurs")
		site := func(w *waiting) int64 {
			t.Helper()
			l, err := s.LockerByID(ctx, w.lockers[0])
			storetest.Check(t, err)
			return l.StationID
		}
		ago := func(d time.Duration) *time.Time { return new(now.Add(-d)) }
		heard := func(station int64, since time.Duration) {
			t.Helper()
			_, err := s.KeepPresence(ctx, station, "Cadenas", *ago(since))
			storetest.Check(t, err)
		}
		for _, w := range []*waiting{here, elsewhere} {
			heard(site(w), 0)
			w.park(0, 0, 3*time.Hour) // blocked for one
			back := clock.DayOf(now) + 3
			storetest.Check(t, s.SetOutage(ctx, w.lockers[1], &station.Outage{
				Since: ago(26 * time.Hour), Cause: "serrure", Reason: "Pêne tordu", BackOn: &back,
			}))
			for i, door := range []controller.Door{
				{Open: true, MovedAt: *ago(11 * time.Minute)}, {Open: true, MovedAt: now}, {MovedAt: *ago(time.Hour)},
			} {
				door.LockerID = w.lockers[2+i]
				storetest.Check(t, s.KeepDoor(ctx, door))
			}
		}
		mute := storetest.Must(t)(s.CreateStation(ctx, station.Station{
			OperatorID: here.operator, Name: "Abri", Kind: station.Individual, Active: true,
			Street: "1 quai", PostalCode: "44000", City: "Nantes", Latitude: "47.2", Longitude: "-1.5",
		}, now))
		old := storetest.Must(t)(s.CreateLocker(ctx, station.Locker{
			StationID: mute, Name: "B1", Type: station.Bike, Capacity: 1,
		}, now))
		storetest.Check(t, s.KeepDoor(ctx, controller.Door{LockerID: old, Open: true, MovedAt: *ago(time.Hour)}))
		closed := storetest.Must(t)(s.CreateStation(ctx, station.Station{
			OperatorID: here.operator, Name: "Dépôt", Kind: station.Individual, Active: true,
		}, now))
		storetest.Must(t)(s.CreateLocker(ctx, station.Locker{
			StationID: closed, Name: "C1", Type: station.Bike, Capacity: 1,
		}, now)) // not listed beside its station
		storetest.Check(t, s.SetStationOutage(ctx, closed, &station.Outage{
			Since: ago(2 * time.Hour), Cause: "alimentation", Reason: "Compteur coupé",
		}))
		heard(mute, time.Hour)
		silent, err := s.MarkSilent(ctx, mute, now, now.Add(-time.Minute))
		if err != nil || !silent {
			t.Fatal(silent, err)
		}

		notice := *ago(30 * 24 * time.Hour)
		due := leftbike.File{
			OperatorID: here.operator, StationID: site(here), LockerID: here.lockers[6],
			OpenedAt: notice, NoticedAt: &notice, Bylaw: operator.Bylaw{NoticeDays: 29},
		}
		here.park(6, 1, 3*time.Hour) // not listed as blocked beside its bicycle
		removed, err := s.RemovedStays(ctx, worklist.Query{OperatorID: here.operator, Now: now})
		storetest.Check(t, err)
		for _, one := range removed.First {
			if one.Place.LockerID == due.LockerID {
				due.StayID = one.ID
			}
		}
		early := leftbike.File{
			OperatorID: here.operator, StationID: site(here), OpenedAt: notice, NoticedAt: &now, Bylaw: due.Bylaw,
		}
		for _, file := range []leftbike.File{due, early} {
			storetest.Must(t)(s.AddLeftBike(ctx, file))
		}
		for _, locker := range []int64{here.lockers[0], here.lockers[7]} { // somebody's things are in the first
			_, err := s.AddIntervention(ctx, intervention.Intervention{
				OperatorID: here.operator, StationID: site(here), LockerID: locker, Cause: "porte", State: intervention.Open,
				OpenedAt: *ago(5 * time.Minute),
			})
			storetest.Check(t, err)
		}

		list := func(heard bool) (told []string) {
			t.Helper()
			tasks, total, err := s.FieldTasks(ctx, fieldwork.Query{
				OperatorID: here.operator, Now: now, OpenBefore: *ago(10 * time.Minute), Heard: heard,
			})
			storetest.Check(t, err)
			if total != len(tasks) {
				t.Errorf("%d tasks, of %d", len(tasks), total)
			}
			for _, task := range tasks {
				line := fmt.Sprint(task.Kind, " ", task.Station.Name)
				if task.Locker != nil {
					line += " " + task.Locker.Name
				}
				if task.Repair != nil && task.Repair.Urgent {
					line += " urgent"
				}
				if task.Since != nil {
					line += fmt.Sprint(" ", now.Sub(*task.Since))
				}
				if o := task.Outage; o != nil {
					line += fmt.Sprint(" ", o.InWords(), " ", o.Reason)
				}
				told = append(told, line)
			}
			return told
		}
		day := (clock.DayOf(now) + 3).Begins().Format("02/01/2006")
		urgent := []string{"intervention Gare A0 urgent 5m0s"}
		out := []string{
			"hors_service Dépôt 2h0m0s alimentation Compteur coupé",
			fmt.Sprint("velo_a_enlever Gare A6 ", now.Sub(time.UnixMilli(int64(clock.DayOf(now)-1)*86_400_000))),
			"hors_service Gare A1 26h0m0s serrure, retour prévu le " + day + " Pêne tordu",
			"bloque Gare A0 1h0m0s",
		}
		want := []string{"hors_service Abri B1  ", "muette Abri 1h0m0s"}
		if got := list(true); !slices.Equal(got, slices.Concat(urgent, want, out,
			[]string{"porte_ouverte Gare A2 11m0s", "intervention Gare A7 5m0s"})) {
			t.Errorf("controllers are heard:\n%q", got)
		}
		if got := list(false); !slices.Equal(got, slices.Concat(urgent, want[:1], out,
			[]string{"intervention Gare A7 5m0s"})) {
			t.Errorf("no controllers are heard:\n%q", got)
		}
	})
}
