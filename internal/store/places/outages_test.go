package places_test

import (
	"testing"

	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// That of a station is too, whether it is switched or its form is saved.
func TestStationOutages(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx, must := t.Context(), storetest.Must(t)
		must(s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, storetest.Now))
		id := must(s.CreateStation(ctx, station.Station{
			OperatorID: 1, Name: "Gare", AdminLabel: "G", Kind: station.Individual, Active: true,
		}, storetest.Now))
		read := func() station.Station {
			t.Helper()
			st, err := s.StationByID(ctx, id)
			storetest.Check(t, err)
			if (st.Outage == nil) != st.Active {
				t.Fatalf("active: %v, outage: %+v", st.Active, st.Outage)
			}
			return st
		}
		read()
		since, back := storetest.Now, clock.DayOf(storetest.Now)+3
		storetest.Check(t, s.SetStationOutage(ctx, id, &station.Outage{
			Since: &since, Cause: "alimentation", Reason: "Travaux", BackOn: &back,
		}))
		for range 2 {
			st := read()
			if o := st.Outage; o == nil || !o.Since.Equal(since) || o.Cause != "alimentation" || o.Reason != "Travaux" ||
				*o.BackOn != back {
				t.Fatalf("%+v", o)
			}
			st.Name = "Gare routière"
			storetest.Check(t, s.UpdateStation(ctx, st))
		}
		storetest.Check(t, s.SetStationOutage(ctx, id, nil))
		read()
	})
}

// An outage is read as it was stored, and is over with it; one of which nothing was kept has another cause.
func TestOutages(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		must := storetest.Must(t)
		must(s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, storetest.Now))
		must(s.CreateStation(ctx, station.Station{
			OperatorID: 1, Name: "Gare", AdminLabel: "G", Kind: station.Individual, Active: true,
		}, storetest.Now))
		must(s.CreateLocker(ctx, station.Locker{StationID: 1, Name: "A1", Type: station.Bike, Capacity: 1}, storetest.Now))
		is := func(what string, want *station.Outage) {
			t.Helper()
			l, err := s.LockerByID(ctx, 1)
			storetest.Check(t, err)
			got := l.Outage
			if (got == nil) != (want == nil) || l.Active != (want == nil) {
				t.Fatalf("%s: %+v, want %+v", what, got, want)
			}
			if want == nil {
				return
			}
			if got.Cause != want.Cause || got.Reason != want.Reason || (got.Since == nil) != (want.Since == nil) ||
				got.Since != nil && !got.Since.Equal(*want.Since) || (got.BackOn == nil) != (want.BackOn == nil) ||
				got.BackOn != nil && *got.BackOn != *want.BackOn {
				t.Errorf("%s: %+v, want %+v", what, got, want)
			}
		}
		is("made inactive without a word", &station.Outage{Cause: station.OtherCause})
		since, back := storetest.Now, clock.DayOf(storetest.Now)+3
		out := &station.Outage{Since: &since, Cause: "vandalisme", Reason: "Vitre brisée", BackOn: &back}
		storetest.Check(t, s.SetOutage(ctx, 1, out))
		is("out", out)
		l, err := s.LockerByID(ctx, 1)
		storetest.Check(t, err)
		l.Name = "A2"
		storetest.Check(t, s.UpdateLocker(ctx, l))
		is("changed", out)
		storetest.Check(t, s.SetOutage(ctx, 1, nil))
		is("back", nil)
	})
}
