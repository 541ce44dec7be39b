package tariff

import (
	"cmp"
	"context"
	"fmt"
	"maps"
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

// Choices are the lockers of a station in the natural order of their names, and the quota of a tariff there.
type Choices struct {
	Lockers []LockerChoice
	Quota   *int64
}

// LockersAt lists the lockers of a station in the natural order of their names, each with whether the
// tariff applies to it. fault.NotFound: the station belongs to another operator.
func (s *Service) LockersAt(ctx context.Context, id, stationID int64) (Choices, error) {
	t, err := s.tariffAndStation(ctx, id, stationID)
	if err != nil {
		return Choices{}, err
	}
	lockers, err := s.store.LockersOf(ctx, stationID)
	if err != nil {
		return Choices{}, err
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
	return Choices{choices, t.QuotaAt(stationID)}, nil
}

// QuotaAt returns the quota of a tariff at a station; nil: any number of subscriptions is sold there.
func (t Tariff) QuotaAt(stationID int64) *int64 {
	for _, site := range t.Sites {
		if site.StationID == stationID {
			return site.Quota
		}
	}
	return nil
}

const (
	msgHeld    = "Le casier «\u00a0%s\u00a0» est attribué à un abonné : veuillez d'abord le lui retirer."
	msgQuota   = "Le quota doit être compris entre 0 et 10 000"
	msgNoQuota = "Seul un abonnement a un quota"
	mostQuota  = 10_000
)

// quota returns the quota of the tariff at a station after a change. Without lockers there is none.
func (t Tariff) quota(at StationLockers) (*int64, error) {
	var broken fault.Broken
	switch {
	case len(at.LockerIDs) == 0:
		return nil, nil
	case at.Quota == nil:
		return t.QuotaAt(at.StationID), nil
	case *at.Quota != nil:
		broken.Unless(t.Subscription, "quota", msgNoQuota)
		broken.Unless(**at.Quota >= 0 && **at.Quota <= mostQuota, "quota", msgQuota)
	}
	return *at.Quota, broken.Err()
}

// Apply makes the tariff apply to exactly these lockers of the station, with that quota. Without lockers, the tariff no
// longer applies at the station. fault.NotFound: a locker belongs to another station. fault.Conflict: one that is taken
// off is the place of a subscriber. audit.Overwrite: the choice
// there was changed after the revision of the tariff that the actor saw; 0: not told.
func (s *Service) Apply(
	ctx context.Context, actor access.Actor, id int64, at StationLockers, seen int64,
) (Choices, error) {
	stationID := at.StationID
	var choices Choices
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
		chosen := slices.Compact(slices.Sorted(slices.Values(at.LockerIDs)))
		if slices.ContainsFunc(chosen, func(lockerID int64) bool { return !there[lockerID] }) {
			return fault.NotFound()
		}
		for _, l := range lockers {
			if l.Holder != nil && l.Holder.TariffID == id && !slices.Contains(chosen, l.ID) {
				return fault.Conflict(fmt.Sprintf(msgHeld, l.Name))
			}
		}
		quota, err := t.quota(at)
		if err != nil {
			return err
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
		if err := s.store.SetQuota(ctx, id, stationID, quota); err != nil {
			return err
		}
		if choices, err = s.LockersAt(ctx, id, stationID); err != nil {
			return err
		}
		changes := map[string]any{"libelle": t.AdminLabel, stationFact: stationID, "casiers": len(chosen)}
		before := map[string]any{quotaFact: value(t.QuotaAt(stationID))}
		maps.Copy(changes, audit.Differences(before, map[string]any{quotaFact: value(quota)}))
		return s.record(ctx, audit.TariffLockers, actor, t, changes)
	})
	return choices, err
}

// stationFact names, in the audit log, the number of the station at which a tariff was given its lockers.
const stationFact = "station"

const quotaFact = "quota"

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
