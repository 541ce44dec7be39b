package station

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maruel/natural"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
)

// The messages of refusals that depend on the current state.
const (
	msgLockerInUse   = "Ce casier ne peut être supprimé : une utilisation y est en cours."
	msgStationInUse  = "Cette station ne peut être supprimée : une utilisation y est en cours."
	msgLockerServes  = "Ce casier ne peut être supprimé : %s."
	msgStationServes = "Cette station ne peut être supprimée : %s."
	msgLockerHeld    = "Ce casier ne peut être supprimé : il est attribué à une personne."
	msgStationHeld   = "Cette station ne peut être supprimée : un de ses casiers est attribué à une personne."
	msgKindFixed     = "Le type de la station ne peut plus être modifié : elle contient des casiers."
	msgTooFewPlaces  = "Le nombre de places ne peut être inférieur au nombre d'utilisations en cours."
)

// Lockers returns the lockers of a station in the natural order of their names: A2 before A10.
func (s *Service) Lockers(ctx context.Context, stationID int64) ([]Locker, error) {
	list, err := s.store.LockersOf(ctx, stationID)
	if err != nil {
		return nil, err
	}
	SortByName(list)
	return list, nil
}

// LockerByID returns a locker. fault.NotFound: no such locker.
func (s *Service) LockerByID(ctx context.Context, id int64) (Locker, error) {
	return s.store.LockerByID(ctx, id)
}

// LockerOf returns a locker of the operator, with its station. fault.NotFound: it is not the operator's.
func (s *Service) LockerOf(ctx context.Context, operatorID, id int64) (Locker, Station, error) {
	locker, err := s.store.LockerByID(ctx, id)
	if err != nil {
		return locker, Station{}, err
	}
	st, err := s.store.StationByID(ctx, locker.StationID)
	if err == nil && st.OperatorID != operatorID {
		err = fault.NotFound()
	}
	return locker, st, err
}

// SortByName sorts lockers in the natural order of their names.
func SortByName(list []Locker) {
	slices.SortStableFunc(list, func(a, b Locker) int { return CompareNames(a.Name, b.Name) })
}

// CompareNames compares the names of lockers in natural order, A2 before A10, without case or accents.
func CompareNames(a, b string) int { return natural.Compare(text.Fold(a), text.Fold(b)) }

// AddLocker creates a locker in a station and returns its id.
func (s *Service) AddLocker(ctx context.Context, actor access.Actor, stationID int64, typed Locker) (int64, error) {
	var id int64
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		st, err := s.store.StationByID(ctx, stationID)
		if err != nil {
			return err
		}
		valid, err := typed.Validate(st.Kind)
		if err != nil {
			return err
		}
		others, err := s.store.LockersOf(ctx, stationID)
		if err != nil {
			return err
		}
		if err := takenAt(st, others, 0).check(valid).Err(); err != nil {
			return err
		}
		if id, err = s.createLocker(ctx, st, valid); err != nil {
			return err
		}
		return s.recordLocker(ctx, audit.LockerCreated, actor, st, id, map[string]any{"nom": valid.Name})
	})
	return id, err
}

// maxImport limits an import, so that it fits one short transaction.
const maxImport = 1000

// CheckLockers validates the lockers of an import and creates none. Each violation names its line
// (`casiers.0.nom`).
func (s *Service) CheckLockers(ctx context.Context, stationID int64, typed []Locker) ([]fault.Violation, error) {
	st, err := s.store.StationByID(ctx, stationID)
	if err != nil {
		return nil, err
	}
	others, err := s.store.LockersOf(ctx, stationID)
	if err != nil {
		return nil, err
	}
	_, broken := validateAll(st, others, typed)
	return broken, nil
}

// ImportLockers creates all the lockers, or none. fault.Invalid lists the violations, as CheckLockers
// does.
func (s *Service) ImportLockers(
	ctx context.Context, actor access.Actor, stationID int64, typed []Locker,
) ([]int64, error) {
	if len(typed) == 0 || len(typed) > maxImport {
		return nil, fault.Invalid("casiers", "Un import compte de 1 à 1 000 casiers.")
	}
	var ids []int64
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		st, err := s.store.StationByID(ctx, stationID)
		if err != nil {
			return err
		}
		others, err := s.store.LockersOf(ctx, stationID)
		if err != nil {
			return err
		}
		valid, broken := validateAll(st, others, typed)
		if err := broken.Err(); err != nil {
			return err
		}
		ids = make([]int64, len(valid))
		for i, l := range valid {
			if ids[i], err = s.createLocker(ctx, st, l); err != nil {
				return err
			}
		}
		return s.store.Record(ctx, audit.Entry{
			At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: st.OperatorID, StationID: st.ID,
			Action: audit.LockersImported, Object: audit.Object{Kind: audit.KindStation, ID: st.ID},
			Changes: map[string]any{"ajout": len(valid), "casiers": firstNames(valid)},
		})
	})
	return ids, err
}

// mostNamed is how many lockers of an import its line of the audit log names.
const mostNamed = 20

// firstNames returns « B1, B2 », or the first names and how many others there are.
func firstNames(lockers []Locker) string {
	names := []string{}
	for _, l := range lockers[:min(len(lockers), mostNamed)] {
		names = append(names, l.Name)
	}
	if others := len(lockers) - len(names); others > 0 {
		names = append(names, fmt.Sprintf("et %d de plus", others))
	}
	return strings.Join(names, ", ")
}

// validateAll checks the lines of an import, each against the lockers that the station has and the lines before it.
func validateAll(st Station, others, typed []Locker) ([]Locker, fault.Broken) {
	valid, broken := make([]Locker, len(typed)), fault.Broken{}
	taken := takenAt(st, others, 0)
	for i, l := range typed {
		var violations fault.Broken
		var err error
		if valid[i], err = l.Validate(st.Kind); err != nil {
			violations = fault.Of(err).Violations
		} else {
			violations = taken.check(valid[i])
			taken.add(valid[i], fmt.Sprintf("de la ligne %d", i+1))
		}
		for _, v := range violations {
			broken = append(broken, fault.Violation{Field: fmt.Sprintf("casiers.%d.%s", i, v.Field), Message: v.Message})
		}
	}
	return valid, broken
}

func (s *Service) createLocker(ctx context.Context, st Station, l Locker) (int64, error) {
	now := s.clock.Now()
	l.StationID, l.Outage = st.ID, switched(l.Outage, l.Active, now)
	return s.store.CreateLocker(ctx, l, now)
}

// ChangeLocker replaces the typed data of a locker; active nil leaves that flag unchanged. audit.Overwrite: it was
// changed after typed.Revision.
func (s *Service) ChangeLocker(ctx context.Context, actor access.Actor, typed Locker, active *bool) (Locker, error) {
	var changed Locker
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		before, st, err := s.lockerAndStation(ctx, typed.ID)
		if err != nil {
			return err
		}
		typed.StationID = before.StationID
		valid, err := typed.Validate(st.Kind)
		if err != nil {
			return err
		}
		if err := audit.Unchanged(ctx, s.store, lockerObject(typed.ID), typed.Revision, nil); err != nil {
			return err
		}
		if valid.Active = before.Active; active != nil {
			valid.Active = *active
		}
		valid.Outage = switched(before.Outage, valid.Active, s.clock.Now())
		differences := audit.Differences(before.facts(), valid.facts())
		if len(differences) == 0 {
			changed = before
			return nil
		}
		if valid.takesOther(before) {
			others, err := s.store.LockersOf(ctx, st.ID)
			if err != nil {
				return err
			}
			if err := takenAt(st, others, typed.ID).check(valid).Err(); err != nil {
				return err
			}
		}
		if valid.Capacity < before.HighestPlace {
			return fault.Conflict(msgTooFewPlaces)
		}
		if err := s.store.UpdateLocker(ctx, valid); err != nil {
			return err
		}
		if err := s.recordLocker(ctx, audit.LockerChanged, actor, st, typed.ID, differences); err != nil {
			return err
		}
		if err := s.backInService(ctx, actor, before, valid.Active); err != nil {
			return err
		}
		changed, err = s.store.LockerByID(ctx, typed.ID)
		return err
	})
	return changed, err
}

// SwitchLocker takes an active locker out of service, or an inactive one back into service, of which the reason alone
// is kept. audit.Overwrite: it was changed after the revision that the actor saw; 0: not told.
func (s *Service) SwitchLocker(ctx context.Context, actor access.Actor, id, seen int64, typed Outage) (Locker, error) {
	now := s.clock.Now()
	told, err := typed.validate(now)
	if err != nil {
		return Locker{}, err
	}
	var changed Locker
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		before, st, err := s.lockerAndStation(ctx, id)
		if err != nil {
			return err
		}
		if err := audit.Unchanged(ctx, s.store, lockerObject(id), seen, nil); err != nil {
			return err
		}
		action, event, changes := audit.LockerSwitchedOn, webhook.LockerActivated, map[string]any{}
		data := webhook.LockerData{IDExploitant: st.OperatorID, IDStation: st.ID, IDCasier: id}
		var outage *Outage
		if before.Active {
			outage, changes = &told, told.facts()
			action, event, data.Cause = audit.LockerSwitchedOff, webhook.LockerDeactivated, string(told.Cause)
			if told.BackOn != nil {
				data.RetourPrevu = told.BackOn.String()
			}
		} else if told.Reason != "" {
			changes["motif"] = told.Reason
		}
		if err := s.store.SetOutage(ctx, id, outage); err != nil {
			return err
		}
		if err := s.store.Announce(ctx, webhook.OfLocker(event, data, now)); err != nil {
			return err
		}
		if err := s.recordLocker(ctx, action, actor, st, id, changes); err != nil {
			return err
		}
		if err := s.backInService(ctx, actor, before, !before.Active); err != nil {
			return err
		}
		changed, err = s.store.LockerByID(ctx, id)
		return err
	})
	return changed, err
}

// MoveReturn lets the expected return of a locker follow the due day of the work on it, which was moved: when the
// return was the former due day, or is before the new one.
func (s *Service) MoveReturn(ctx context.Context, actor access.Actor, id int64, was *clock.Day, due clock.Day) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		l, st, err := s.lockerAndStation(ctx, id)
		if err != nil || l.Outage == nil || !l.Outage.follows(was, due) {
			return err
		}
		moved := *l.Outage
		moved.BackOn = &due
		if err := s.store.SetOutage(ctx, id, &moved); err != nil {
			return err
		}
		differences := audit.Differences(l.Outage.facts(), moved.facts())
		return s.recordLocker(ctx, audit.LockerChanged, actor, st, id, differences)
	})
}

// backInService tells of a locker that was out of service and is active now.
func (s *Service) backInService(ctx context.Context, actor access.Actor, before Locker, active bool) error {
	if s.Repairs == nil || before.Active || !active {
		return nil
	}
	return s.Repairs.BackInService(ctx, actor, before.ID)
}

// ArchiveLocker deletes a locker from all lists and keeps its history (docs/rules.md#deletion).
// fault.Conflict: a stay is in progress there, or it is somebody's place, or the last one of a running subscription.
func (s *Service) ArchiveLocker(ctx context.Context, actor access.Actor, id int64) error {
	now := s.clock.Now()
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		before, st, err := s.lockerAndStation(ctx, id)
		if err != nil {
			return err
		}
		if before.OpenStays > 0 {
			return fault.Conflict(msgLockerInUse)
		}
		if before.Holder != nil {
			return fault.Conflict(msgLockerHeld)
		}
		served, err := s.store.ServedByLocker(ctx, id, now)
		if err != nil {
			return err
		}
		if served > 0 {
			return fault.Conflict(fmt.Sprintf(msgLockerServes, text.RunningSubscriptions(served)))
		}
		if err := s.store.ArchiveLocker(ctx, id, now); err != nil {
			return err
		}
		return s.recordLocker(ctx, audit.LockerArchived, actor, st, id, map[string]any{"nom": before.Name})
	})
}

// Count stores the count that a counting system saw in the space with that reference. A count older than the last one
// is ignored. An instant that cannot be true counts as now; misdated: the clock of the counting system is wrong.
// fault.NotFound: the operator has no such space.
func (s *Service) Count(
	ctx context.Context, operatorID int64, reference string, seen Count,
) (misdated bool, err error) {
	if seen.Occupied < 0 {
		return false, fault.Invalid("occupees", "Le nombre de places occupées ne peut être négatif.")
	}
	if seen.Occupied > maxCapacity {
		return false, fault.Invalid("occupees", "Le nombre de places occupées ne peut dépasser 10 000.")
	}
	now := s.clock.Now()
	if seen.At.After(now.Add(maxClockDrift)) {
		return false, fault.Invalid("instant", "Cet instant est dans le futur.")
	}
	id, made, err := s.store.CountedSpace(ctx, operatorID, reference)
	if err != nil {
		return false, err
	}
	seen.At, misdated = clock.Told(now, seen.At, made)
	return misdated, s.store.SetCount(ctx, id, seen)
}

// maxClockDrift is how far ahead the clock of a counting system may be.
const maxClockDrift = time.Minute

func (s *Service) lockerAndStation(ctx context.Context, id int64) (Locker, Station, error) {
	l, err := s.store.LockerByID(ctx, id)
	if err != nil {
		return l, Station{}, err
	}
	st, err := s.store.StationByID(ctx, l.StationID)
	return l, st, err
}

func (s *Service) recordLocker(
	ctx context.Context, action audit.Action, actor access.Actor, st Station, id int64, changes map[string]any,
) error {
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: st.OperatorID, StationID: st.ID,
		Action: action, Object: lockerObject(id), Changes: changes,
	})
}

func lockerObject(id int64) audit.Object { return audit.Object{Kind: audit.KindLocker, ID: id} }
