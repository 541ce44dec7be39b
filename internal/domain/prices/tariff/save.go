package tariff

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Changes are the parts of a tariff that one save changes together. What they do not name stays as it is.
type Changes struct {
	General       *Tariff // labels and terms; nil: unchanged
	Periods       []PeriodChange
	Beneficiaries BeneficiaryChange
	Lockers       []StationLockers
	Coverage      *Coverage             // applied after Lockers; nil: none
	Follow        *[]station.LockerType // replaces the followed types; nil: unchanged
}

// PeriodChange adds a period (without an ID), replaces it or removes it.
type PeriodChange struct {
	Period
	Remove bool
}

// BeneficiaryChange removes beneficiaries, then adds e-mails.
type BeneficiaryChange struct {
	RemoveAll bool
	Remove    []int64 // ids; one that is gone already is left out
	Add       []string
}

func (c BeneficiaryChange) empty() bool { return !c.RemoveAll && len(c.Remove) == 0 && len(c.Add) == 0 }

// StationLockers are all lockers of one station to which a tariff is to apply; none removes the station.
type StationLockers struct {
	StationID int64
	LockerIDs []int64
	Quota     **int64 // nil: unchanged; of nil: none
}

// Coverage adds all lockers of some types at several stations to those to which a tariff applies.
type Coverage struct {
	StationIDs []int64              // empty: all stations of the operator
	Types      []station.LockerType // empty: all types
}

const msgType = "Ce type de casier n'existe pas"

// PeriodField returns the name of the part of a save that holds the period of that index.
func PeriodField(index int) string { return fmt.Sprintf("periodes[%d]", index) }

// Save applies all changes, or none when one of them is refused, and returns the tariff as it then is.
// It refuses what the calls on single parts refuse; a violation in a period is at « periodes[N].field ».
// fault.NotFound: a period belongs to another tariff, or a station to another operator. audit.Overwrite: what the
// changes replace was changed after the revision of the tariff that the actor saw; 0: not told.
func (s *Service) Save(ctx context.Context, actor access.Actor, id int64, changes Changes, seen int64) (Tariff, error) {
	var saved Tariff
	var revision int64
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.TariffByID(ctx, id)
		if err != nil {
			return err
		}
		revision = before.Revision
		if changes.General != nil {
			typed := *changes.General
			typed.ID, typed.Revision = id, seen
			if _, err := s.Change(ctx, actor, typed); err != nil {
				return err
			}
		}
		for i, p := range changes.Periods {
			if err := s.savePeriod(ctx, actor, before, p, seen); err != nil {
				return fault.Within(PeriodField(i), err)
			}
		}
		if err := s.saveBeneficiaries(ctx, actor, before, changes.Beneficiaries, seen); err != nil {
			return err
		}
		for _, at := range changes.Lockers {
			if _, err := s.Apply(ctx, actor, id, at, seen); err != nil {
				return err
			}
		}
		if changes.Coverage != nil {
			if err := s.cover(ctx, actor, before, *changes.Coverage); err != nil {
				return err
			}
		}
		if changes.Follow != nil {
			if err := s.follow(ctx, actor, before, *changes.Follow); err != nil {
				return err
			}
		}
		saved, err = s.store.TariffByID(ctx, id)
		return err
	})
	if overwrite, refused := errors.AsType[*audit.Overwrite](err); refused {
		overwrite.Revision = revision // the parts before the refused one had raised it, and are undone
	}
	return saved, err
}

func (s *Service) savePeriod(ctx context.Context, actor access.Actor, t Tariff, change PeriodChange, seen int64) error {
	change.TariffID = t.ID
	if change.ID == 0 {
		_, err := s.AddPeriod(ctx, actor, change.Period)
		return err
	}
	if !slices.ContainsFunc(t.Periods, func(p Period) bool { return p.ID == change.ID }) {
		return fault.NotFound()
	}
	if change.Remove {
		return s.RemovePeriod(ctx, actor, change.ID)
	}
	_, err := s.ChangePeriod(ctx, actor, change.Period, seen)
	return err
}

func (s *Service) saveBeneficiaries(
	ctx context.Context, actor access.Actor, t Tariff, change BeneficiaryChange, seen int64,
) error {
	if change.empty() {
		return nil
	}
	if change.RemoveAll {
		if err := audit.Unchanged(ctx, s.store, object(t.ID), seen, audit.By(audit.TariffBeneficiaries)); err != nil {
			return err
		}
	}
	removed := 0
	for _, b := range t.Beneficiaries {
		if !change.RemoveAll && !slices.Contains(change.Remove, b.ID) {
			continue
		}
		if err := s.store.DeleteBeneficiary(ctx, b.ID, s.clock.Now()); err != nil {
			return err
		}
		removed++
	}
	if removed > 0 {
		if err := s.recordBeneficiaries(ctx, actor, t, "suppression", removed); err != nil {
			return err
		}
	}
	if len(change.Add) == 0 {
		return nil
	}
	_, err := s.ChangeBeneficiaries(ctx, actor, t.ID, change.Add, Add, seen)
	return err
}

// cover makes the tariff apply to all lockers that the coverage names, beside those it already has.
func (s *Service) cover(ctx context.Context, actor access.Actor, t Tariff, c Coverage) error {
	if err := checkTypes("application", c.Types); err != nil {
		return err
	}
	for _, stationID := range c.StationIDs {
		if _, err := s.tariffAndStation(ctx, t.ID, stationID); err != nil {
			return err
		}
	}
	added, err := s.store.CoverLockers(ctx, t.ID, c, s.clock.Now())
	if err != nil || added == 0 {
		return err
	}
	return s.record(ctx, audit.TariffLockers, actor, t, map[string]any{"libelle": t.AdminLabel, "ajout": added})
}

// follow replaces the types of which a locker that is created later gets the tariff.
func (s *Service) follow(ctx context.Context, actor access.Actor, t Tariff, types []station.LockerType) error {
	if err := checkTypes("typesSuivis", types); err != nil {
		return err
	}
	types = slices.Compact(slices.Sorted(slices.Values(types)))
	if slices.Equal(types, t.Follows) {
		return nil
	}
	if err := s.store.FollowTypes(ctx, t.ID, types); err != nil {
		return err
	}
	return s.record(ctx, audit.TariffLockers, actor, t, map[string]any{
		"libelle": t.AdminLabel, "typesSuivis": []any{numbers(t.Follows), numbers(types)},
	})
}

// numbers writes the types by their numbers on the wire, as « 1, 2 ».
func numbers(types []station.LockerType) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(types), " ", ", "), "[]")
}

func checkTypes(field string, types []station.LockerType) error {
	for _, kind := range types {
		if kind < station.CargoBike || kind > station.Space {
			return fault.Invalid(field, msgType)
		}
	}
	return nil
}
