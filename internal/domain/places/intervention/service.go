package intervention

import (
	"context"
	"fmt"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	webhook.Announcer
	ListStore
	// StationOperator and LockerOperator return the operator of what is not archived.
	StationOperator(ctx context.Context, id int64) (int64, error)
	LockerByID(ctx context.Context, id int64) (station.Locker, error)
	// IsStaffAt reports whether the account is of the staff of the operator.
	IsStaffAt(ctx context.Context, accountID, operatorID int64) (bool, error)

	InterventionByID(ctx context.Context, id int64) (Intervention, error)
	// LastIntervention finds the last one at a station as a whole (locker 0), or at a locker, of that cause.
	LastIntervention(ctx context.Context, stationID, lockerID int64, cause station.OutageCause) (Intervention, error)
	// OpenThatTookOut lists those for which the locker is out of service.
	OpenThatTookOut(ctx context.Context, lockerID int64) ([]Intervention, error)
	// AddIntervention gives an intervention the next number of its operator and stores it. A race for its place and cause,
	// which a unique index decides, makes the transaction run again.
	AddIntervention(ctx context.Context, i Intervention) (Intervention, error)
	// SaveIntervention replaces an intervention that the transaction has read.
	SaveIntervention(ctx context.Context, i Intervention) error
	AddInterventionLine(ctx context.Context, interventionID int64, line Line) error
	// Sights lists what Consigne sees by itself at places in service.
	Sights(ctx context.Context, look Look) ([]Sight, error)
	// Returned lists the open interventions whose awaited event has ended.
	Returned(ctx context.Context) ([]Return, error)
}

// Lockers takes lockers out of service, puts them back, and moves their expected return.
type Lockers interface {
	SwitchLocker(ctx context.Context, actor access.Actor, id, seen int64, typed station.Outage) (station.Locker, error)
	MoveReturn(ctx context.Context, actor access.Actor, id int64, was *clock.Day, due clock.Day) error
}

// Service implements the package's operations for all callers.
type Service struct {
	store   Store
	clock   clock.Clock
	lockers Lockers
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock, lockers Lockers) *Service {
	return &Service{store: store, clock: clock, lockers: lockers}
}

// actions holds the line of the audit log that goes with a line of time.
var actions = map[LineKind]audit.Action{
	LineOpened: audit.InterventionOpened, LineAgain: audit.InterventionAgain, LineSeen: audit.InterventionAgain,
	LineReturned: audit.InterventionReturned, LineTaken: audit.InterventionTaken,
	LineReleased: audit.InterventionReleased, LineChanged: audit.InterventionChanged,
	LineComment: audit.InterventionComment, LinePhoto: audit.InterventionPhoto,
	LineResolved: audit.InterventionResolved, LineReopened: audit.InterventionReopened,
}

// Report opens an intervention, or adds to the open one of the same place and cause: added is false then.
// fault.NotFound: the place is not the operator's.
func (s *Service) Report(ctx context.Context, actor access.Actor, typed Report) (listed Listed, added bool, err error) {
	if typed, err = typed.validate(s.clock.Now()); err != nil {
		return Listed{}, false, err
	}
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		placed, err := s.placed(ctx, typed)
		if err != nil {
			return err
		}
		var i Intervention
		if i, added, err = s.addOrJoin(ctx, actor, placed, LineAgain); err != nil {
			return err
		}
		if err := s.takeOut(ctx, actor, i, placed); err != nil {
			return err
		}
		if added {
			if err := s.announce(ctx, i); err != nil {
				return err
			}
		}
		listed, err = s.store.ListedIntervention(ctx, i.ID)
		return err
	})
	return listed, added, err
}

// placed checks that the place of a report is the operator's, and adds the station of its locker.
func (s *Service) placed(ctx context.Context, r Report) (Report, error) {
	if r.LockerID != 0 {
		locker, err := s.store.LockerByID(ctx, r.LockerID)
		if err != nil {
			return r, err
		}
		if r.StationID != 0 && r.StationID != locker.StationID {
			return r, fault.Invalid("idStation", msgElsewhere)
		}
		r.StationID = locker.StationID
	}
	operatorID, err := s.store.StationOperator(ctx, r.StationID)
	if err == nil && operatorID != r.OperatorID {
		err = fault.NotFound()
	}
	return r, err
}

// addOrJoin opens an intervention, or adds a line of that kind to the open one.
func (s *Service) addOrJoin(
	ctx context.Context, actor access.Actor, r Report, again LineKind,
) (i Intervention, added bool, err error) {
	i, err = s.store.LastIntervention(ctx, r.StationID, r.LockerID, r.Cause)
	if err != nil && !fault.Is(err, fault.KindNotFound) {
		return i, false, err
	}
	if err == nil && i.ResolvedAt == nil {
		i = i.again(r)
		if err := s.store.SaveIntervention(ctx, i); err != nil {
			return i, false, err
		}
		return i, false, s.tell(ctx, actor, i, Line{Kind: again, Note: r.Description}, actions[again], nil)
	}
	if i, err = s.store.AddIntervention(ctx, r.opened(s.clock.Now())); err != nil {
		return i, false, err
	}
	changes := map[string]any{"cause": string(r.Cause), "numero": i.Number}
	return i, true, s.tell(ctx, actor, i, Line{Kind: LineOpened, Note: r.Description}, audit.InterventionOpened, changes)
}

// takeOut takes the locker out of service, if that was asked for and it is in service.
func (s *Service) takeOut(ctx context.Context, actor access.Actor, i Intervention, r Report) error {
	if !r.Out {
		return nil
	}
	locker, err := s.store.LockerByID(ctx, r.LockerID)
	if err != nil || !locker.Active {
		return err
	}
	if _, err := s.lockers.SwitchLocker(ctx, actor, r.LockerID, 0, r.outage()); err != nil {
		return err
	}
	// The switch has its own line of the audit log.
	return s.addLine(ctx, actor, i.ID, Line{Kind: LineOut})
}

// Take puts the caller, or a colleague whom they name, in charge. fault.Conflict: it is resolved, or somebody else is
// in charge and the caller named nobody.
func (s *Service) Take(ctx context.Context, actor access.Actor, id, colleague int64) (Listed, error) {
	return s.change(ctx, id, func(ctx context.Context, i Intervention) error {
		to := colleague
		if to == 0 {
			if to = actor.AccountID; to == 0 {
				return fault.Invalid("responsable", msgNobody)
			}
			if i.AssigneeID != 0 && i.AssigneeID != to {
				other, err := s.store.ListedIntervention(ctx, id)
				if err != nil {
					return err
				}
				return fault.Conflict(fmt.Sprintf(msgTaken, other.Assignee))
			}
		}
		return s.putInCharge(ctx, actor, i, to)
	})
}

func (s *Service) putInCharge(ctx context.Context, actor access.Actor, i Intervention, to int64) error {
	after, err := i.inCharge(to)
	if err != nil || to == i.AssigneeID {
		return err
	}
	if to != 0 && to != actor.AccountID {
		staff, err := s.store.IsStaffAt(ctx, to, i.OperatorID)
		if err != nil {
			return err
		}
		if !staff {
			return fault.Invalid("responsable", msgStranger)
		}
	}
	line := Line{Kind: LineTaken, AssigneeID: to}
	if to == 0 {
		line.Kind = LineReleased
	}
	if err := s.store.SaveIntervention(ctx, after); err != nil {
		return err
	}
	return s.tell(ctx, actor, after, line, actions[line.Kind], audit.Differences(i.facts(), after.facts()))
}

// Change changes what was told of an open intervention.
type Change struct {
	Cause    *station.OutageCause // nil: unchanged
	DueOn    *clock.Day
	Due      bool   // DueOn is told; nil then takes it away
	Assignee *int64 // nil: unchanged; 0: nobody
}

// Change does so. fault.Conflict: it is resolved, or another one is open of that cause.
func (s *Service) Change(ctx context.Context, actor access.Actor, id int64, typed Change) (Listed, error) {
	return s.change(ctx, id, func(ctx context.Context, i Intervention) error {
		if i.ResolvedAt != nil {
			return fault.Conflict(msgResolved)
		}
		if typed.Assignee != nil {
			if err := s.putInCharge(ctx, actor, i, *typed.Assignee); err != nil {
				return err
			}
			var err error
			if i, err = s.store.InterventionByID(ctx, id); err != nil {
				return err
			}
		}
		after := i
		if typed.Cause != nil {
			after.Cause = *typed.Cause
		}
		if typed.Due {
			after.DueOn = typed.DueOn
		}
		var broken fault.Broken
		broken.Unless(after.Cause.French() != "", "cause", msgCause)
		broken.Unless(!typed.Due || dueIn(after.DueOn, s.clock.Now()), "echeance", msgDue)
		if err := broken.Err(); err != nil {
			return err
		}
		differences := audit.Differences(i.facts(), after.facts())
		if len(differences) == 0 {
			return nil
		}
		if after.Cause != i.Cause {
			if err := s.alone(ctx, after); err != nil {
				return err
			}
		}
		if err := s.store.SaveIntervention(ctx, after); err != nil {
			return err
		}
		if after.due() != i.due() && after.DueOn != nil && after.LockerID != 0 {
			if err := s.lockers.MoveReturn(ctx, actor, after.LockerID, i.DueOn, *after.DueOn); err != nil {
				return err
			}
		}
		line := Line{Kind: LineChanged, Note: after.changed(i)}
		return s.tell(ctx, actor, after, line, audit.InterventionChanged, differences)
	})
}

// alone refuses an intervention that is to be open beside another one of the same place and cause.
func (s *Service) alone(ctx context.Context, i Intervention) error {
	last, err := s.store.LastIntervention(ctx, i.StationID, i.LockerID, i.Cause)
	if fault.Is(err, fault.KindNotFound) {
		return nil
	}
	if err == nil && last.ID != i.ID && last.ResolvedAt == nil {
		err = fault.Conflict(fmt.Sprintf(msgTwin, last.Number))
	}
	return err
}

// Resolve ends an intervention, and puts its locker back into service if that is asked for. fault.Conflict: it is
// resolved.
func (s *Service) Resolve(ctx context.Context, actor access.Actor, id int64, typed Resolution) (Listed, error) {
	valid, err := typed.validate()
	if err != nil {
		return Listed{}, err
	}
	return s.change(ctx, id, func(ctx context.Context, i Intervention) error {
		if err := s.resolve(ctx, actor, i, valid); err != nil || !valid.BackInService || i.LockerID == 0 {
			return err
		}
		locker, err := s.store.LockerByID(ctx, i.LockerID)
		if err != nil || locker.Active {
			return err
		}
		_, err = s.lockers.SwitchLocker(ctx, actor, i.LockerID, 0, station.Outage{})
		return err
	})
}

// BackInService implements station.Repairs: it resolves the interventions for which the locker was out of service.
func (s *Service) BackInService(ctx context.Context, actor access.Actor, lockerID int64) error {
	list, err := s.store.OpenThatTookOut(ctx, lockerID)
	for _, i := range list {
		if err := s.resolve(ctx, actor, i, Resolution{Note: "Le casier est remis en service."}); err != nil {
			return err
		}
	}
	return err
}

func (s *Service) resolve(ctx context.Context, actor access.Actor, i Intervention, r Resolution) error {
	after, err := i.resolved(r, s.clock.Now())
	if err != nil {
		return err
	}
	if err := s.store.SaveIntervention(ctx, after); err != nil {
		return err
	}
	line := Line{Kind: LineResolved, Note: r.Note, Parts: r.Parts, Minutes: r.Minutes}
	if err := s.tell(ctx, actor, after, line, audit.InterventionResolved, nil); err != nil {
		return err
	}
	return s.announce(ctx, after)
}

// Reopen opens a resolved intervention again. fault.Conflict: it is open, or another one of its place and cause is.
func (s *Service) Reopen(ctx context.Context, actor access.Actor, id int64, note string) (Listed, error) {
	var broken fault.Broken
	if broken.Lines("commentaire", &note); broken.Err() != nil {
		return Listed{}, broken.Err()
	}
	return s.change(ctx, id, func(ctx context.Context, i Intervention) error {
		after, err := i.reopened()
		if err != nil {
			return err
		}
		if err := s.alone(ctx, after); err != nil {
			return err
		}
		if err := s.store.SaveIntervention(ctx, after); err != nil {
			return err
		}
		line := Line{Kind: LineReopened, Note: note}
		if err := s.tell(ctx, actor, after, line, audit.InterventionReopened, nil); err != nil {
			return err
		}
		return s.announce(ctx, after)
	})
}

// Comment adds a comment, whatever the state.
func (s *Service) Comment(ctx context.Context, actor access.Actor, id int64, note string) (Listed, error) {
	var broken fault.Broken
	broken.Lines("commentaire", &note)
	broken.Unless(note != "", "commentaire", msgComment)
	if err := broken.Err(); err != nil {
		return Listed{}, err
	}
	return s.change(ctx, id, func(ctx context.Context, i Intervention) error {
		return s.tell(ctx, actor, i, Line{Kind: LineComment, Note: note}, audit.InterventionComment, nil)
	})
}

// change changes an intervention and returns it as it is then.
func (s *Service) change(
	ctx context.Context, id int64, change func(ctx context.Context, i Intervention) error,
) (Listed, error) {
	var listed Listed
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		i, err := s.store.InterventionByID(ctx, id)
		if err != nil {
			return err
		}
		if err := change(ctx, i); err != nil {
			return err
		}
		listed, err = s.store.ListedIntervention(ctx, id)
		return err
	})
	return listed, err
}

// tell adds a line of time, with its line of the audit log, which holds nothing that was typed.
func (s *Service) tell(
	ctx context.Context, actor access.Actor, i Intervention, line Line, action audit.Action, changes map[string]any,
) error {
	if err := s.addLine(ctx, actor, i.ID, line); err != nil {
		return err
	}
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: i.OperatorID, StationID: i.StationID, Action: action,
		Object: audit.Object{Kind: audit.KindIntervention, ID: i.ID}, Changes: changes,
	})
}

func (s *Service) addLine(ctx context.Context, actor access.Actor, id int64, line Line) error {
	line.At, line.AccountID = s.clock.Now(), actor.AccountID
	if line.AccountID == 0 {
		line.KeyID = access.KeyIn(ctx)
	}
	return s.store.AddInterventionLine(ctx, id, line)
}

// announce tells the systems of the operator that the intervention is open, or resolved.
func (s *Service) announce(ctx context.Context, i Intervention) error {
	event := webhook.InterventionOpened
	if i.ResolvedAt != nil {
		event = webhook.InterventionResolved
	}
	data := webhook.InterventionData{
		IDExploitant: i.OperatorID, IDIntervention: i.ID, Numero: i.Number, IDStation: i.StationID,
		Cause: string(i.Cause), Etat: string(i.State), Ouverture: webhook.InParis(i.OpenedAt),
		Resolution: webhook.InParisOrNil(i.ResolvedAt),
	}
	if i.LockerID != 0 {
		data.IDCasier = &i.LockerID
	}
	return s.store.Announce(ctx, webhook.OfIntervention(event, data, s.clock.Now()))
}
