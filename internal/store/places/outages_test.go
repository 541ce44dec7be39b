package places_test

import (
	"testing"

	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

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
