package tariff

import (
	"cmp"
	"context"
	"slices"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
)

// LockerChoice is a locker of a station, and whether the tariff applies to it.
type LockerChoice struct {
	station.Locker
	Chosen bool
}

// LockersAt lists the lockers of a station in the natural order of their names, each with whether the
// tariff applies to it. fault.NotFound: the station belongs to another operator.
func (s *Service) LockersAt(ctx context.Context, id, stationID int64) ([]LockerChoice, error) {
	t, err := s.tariffAndStation(ctx, id, stationID)
	if err != nil {
		return nil, err
	}
	lockers, err := s.store.LockersOf(ctx, stationID)
	if err != nil {
		return nil, err
	}
	station.SortByName(lockers)
	chosen := map[int64]bool{}
	for _, site := range t.Sites {
		for _, l := range site.Lockers {
			chosen[l.ID] = true
		}
	}
	choices := make([]LockerChoice, len(lockers))
	for i, l := range lockers {
		choices[i] = LockerChoice{l, chosen[l.ID]}
	}
	return choices, nil
}

// Apply makes the tariff apply to exactly these lockers of the station. Without lockers, the tariff no
// longer applies at the station. fault.NotFound: a locker belongs to another station. audit.Overwrite: the choice
// there was changed after the revision of the tariff that the actor saw; 0: not told.
func (s *Service) Apply(
	ctx context.Context, actor access.Actor, id, stationID int64, lockerIDs []int64, seen int64,
) ([]LockerChoice, error) {
	var choices []LockerChoice
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		t, err := s.tariffAndStation(ctx, id, stationID)
		if err != nil {
			return err
		}
		lockers, err := s.store.LockersOf(ctx, stationID)
		if err != nil {
			return err
		}
		there := map[int64]bool{}
		for _, l := range lockers {
			there[l.ID] = true
		}
		chosen := slices.Compact(slices.Sorted(slices.Values(lockerIDs)))
		if slices.ContainsFunc(chosen, func(lockerID int64) bool { return !there[lockerID] }) {
			return fault.NotFound()
		}
		concerns := func(line audit.Line) bool {
			return line.Action == audit.TariffLockers && line.Number(stationFact) == stationID
		}
		if err := audit.Unchanged(ctx, s.store, object(id), seen, concerns); err != nil {
			return err
		}
		if err := s.store.SetTariffLockers(ctx, id, stationID, chosen, s.clock.Now()); err != nil {
			return err
		}
		if choices, err = s.LockersAt(ctx, id, stationID); err != nil {
			return err
		}
		return s.record(ctx, audit.TariffLockers, actor, t,
			map[string]any{"libelle": t.AdminLabel, stationFact: stationID, "casiers": len(chosen)})
	})
	return choices, err
}

// stationFact names, in the audit log, the number of the station at which a tariff was given its lockers.
const stationFact = "station"

// tariffAndStation returns the tariff, if the station belongs to the same operator.
func (s *Service) tariffAndStation(ctx context.Context, id, stationID int64) (Tariff, error) {
	t, err := s.store.TariffByID(ctx, id)
	if err != nil {
		return t, err
	}
	st, err := s.store.StationByID(ctx, stationID)
	if err == nil && st.OperatorID != t.OperatorID {
		err = fault.NotFound()
	}
	return t, err
}

// ByLabel compares tariffs by admin label, without case or accents, then by id.
func ByLabel(a, b Tariff) int {
	return cmp.Or(cmp.Compare(text.Fold(a.AdminLabel), text.Fold(b.AdminLabel)), cmp.Compare(a.ID, b.ID))
}
