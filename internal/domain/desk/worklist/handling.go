package worklist

import (
	"context"
	"fmt"
	"slices"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that Service needs.
type Store interface {
	transaction.Runner
	audit.Recorder
	Reader
	HandlingStore
}

// HandlingStore stores what staff do with lines.
type HandlingStore interface {
	// LineOf finds the line of an object, and its station (0: none). fault.NotFound: the object is not on the
	// worklist of the operator.
	LineOf(ctx context.Context, operatorID int64, kind Kind, objectID int64, now time.Time) (Line, int64, error)
	// SaveHandling replaces the handling of a line that is on the worklist.
	SaveHandling(ctx context.Context, operatorID int64, kind Kind, objectID int64, handling Handling, now time.Time) error
	// Colleagues lists the staff of an operator who may sign in, by name.
	Colleagues(ctx context.Context, operatorID int64) ([]Colleague, error)
}

// Colleague is a member of an operator's staff.
type Colleague struct {
	Account
	Roles []access.Role
}

// Sees reports whether the colleague finds lines of the kind on the worklist.
func (c Colleague) Sees(kind Kind) bool { return access.Grants(c.Roles, rightOver(kind)) }

// readers holds the right that it takes to read who has a role.
var readers = map[access.Role]access.Right{
	access.Manager: access.ManagersRead, access.Hotline: access.HotlineRead, access.Technician: access.TechniciansRead,
}

// readBy returns the roles of the colleague that the actor may read of, at an operator: all of their own.
func (c Colleague) readBy(actor access.Actor, operatorID int64) []access.Role {
	if c.ID == actor.AccountID {
		return c.Roles
	}
	return slices.DeleteFunc(slices.Clone(c.Roles),
		func(role access.Role) bool { return !actor.Can(readers[role], operatorID) })
}

// OwnWork holds the kinds of line that are the work of technicians, with their right over what stands on site. To
// change what staff do with a line takes the right to write events, or, for these kinds, that right.
var OwnWork = map[Kind]access.Right{
	KindSpace: access.LockersWrite, KindSilent: access.LockersWrite, KindIntervention: access.LockersWrite,
}

// rightOver returns the right that it takes to see lines of a kind. To settle a card one contacts its holder, and
// not every member of staff may read about accounts; differences, closings, refunds and left bicycles are for managers,
// who alone may write tariffs.
func rightOver(kind Kind) access.Right {
	switch kind {
	case KindCard:
		return access.HotlineRead
	case KindDifference, KindClosing, KindLeftBike, KindRefund:
		return access.TariffsWrite
	}
	return access.EventsRead
}

// Ref names a line as somebody has seen it.
type Ref struct {
	OperatorID int64
	Kind       Kind
	ObjectID   int64
	Since      time.Time
}

// objects are the kinds of object of the lines, in the audit log.
var objects = map[Kind]string{
	KindPayment: audit.KindPayment, KindOverrun: audit.KindStay, KindRemoved: audit.KindStay,
	KindSpace: audit.KindLocker, KindSilent: audit.KindStation, KindCard: audit.KindAccount,
	KindDifference: audit.KindDifference, KindUnpaid: audit.KindSubscription, KindOffer: audit.KindWait,
	KindClosing: audit.KindOperator, KindIntervention: audit.KindIntervention, KindLeftBike: audit.KindLeftBike,
	KindRefund: audit.KindPayment,
}

const (
	msgGone     = "Cette ligne n'est plus à traiter."
	msgRenewed  = "Cette ligne a changé depuis son affichage. Veuillez relire la liste."
	msgTaken    = "%s s'occupe de cette ligne depuis le %s."
	msgReleased = "Plus personne ne s'occupe de cette ligne. Veuillez relire la liste."
	msgUnseen   = "Cette personne ne peut pas prendre en charge cette ligne."
	msgDay      = "Choisissez un jour à venir, dans l'année."
)

// Assign makes a colleague deal with a line, or nobody (to: 0), if the account before (0: nobody) still does.
// fault.NotFound: the line is gone. fault.Conflict: it is another line by now, or somebody else deals with it.
// fault.Invalid: the colleague does not see it.
func (s *Service) Assign(ctx context.Context, actor access.Actor, ref Ref, to, before int64) (Line, error) {
	return s.handle(ctx, actor, ref, func(
		ctx context.Context, line *Line, now time.Time,
	) (audit.Action, map[string]any, error) {
		h := &line.Handling
		switch {
		case h.holder() != before && h.Assignee != nil:
			return "", nil, fault.Conflict(fmt.Sprintf(msgTaken, h.Assignee.Name,
				h.AssignedAt.In(clock.Paris).Format("02/01/2006 à 15h04")))
		case h.holder() != before:
			return "", nil, fault.Conflict(msgReleased)
		case to == before:
			return "", nil, nil
		case to == 0:
			h.Assignee, h.AssignedAt = nil, time.Time{}
			return audit.LineReleased, map[string]any{"responsable": []any{before, nil}}, nil
		}
		if to != actor.AccountID {
			colleagues, err := s.store.Colleagues(ctx, ref.OperatorID)
			if err != nil {
				return "", nil, err
			}
			if !slices.ContainsFunc(colleagues, func(c Colleague) bool {
				return c.ID == to && c.Sees(ref.Kind) && len(c.readBy(actor, ref.OperatorID)) > 0
			}) {
				return "", nil, fault.Invalid("responsable", msgUnseen)
			}
		}
		was := any(before)
		if before == 0 {
			was = nil
		}
		h.Assignee, h.AssignedAt = &Account{ID: to}, now
		return audit.LineTaken, map[string]any{"responsable": []any{was, to}}, nil
	})
}

// Postpone hides a line until a day of Paris, from its first hour; nil shows it again. fault.NotFound: the line
// is gone. fault.Conflict: it is another line by now. fault.Invalid: the day is past, or more than a year ahead.
func (s *Service) Postpone(ctx context.Context, actor access.Actor, ref Ref, until *time.Time) (Line, error) {
	return s.handle(ctx, actor, ref, func(
		_ context.Context, line *Line, now time.Time,
	) (audit.Action, map[string]any, error) {
		h := &line.Handling
		if until == nil {
			if h.PostponedUntil == nil {
				return "", nil, nil
			}
			h.PostponedUntil, h.PostponedBy, h.PostponedKey = nil, nil, 0
			return audit.LineResumed, nil, nil
		}
		if err := checkDay(until, now); err != nil {
			return "", nil, err
		}
		h.PostponedUntil, h.PostponedBy, h.PostponedKey = until, nil, actor.KeyID()
		if actor.Key == nil {
			h.PostponedBy = &Account{ID: actor.AccountID}
		}
		return audit.LinePostponed, map[string]any{"jusquAu": until.In(clock.Paris).Format("02/01/2006")}, nil
	})
}

// checkDay refuses a day to which no line is postponed. nil: a line is shown again.
func checkDay(until *time.Time, now time.Time) error {
	if until != nil && (!until.After(now) || until.After(now.AddDate(1, 0, 0))) {
		return fault.Invalid("jusquAu", msgDay)
	}
	return nil
}

// holder returns who deals with the line, or 0.
func (h Handling) holder() int64 {
	if h.Assignee == nil {
		return 0
	}
	return h.Assignee.ID
}

// handle changes what staff do with a line and adds a line to the audit log, unless the change returns no action.
func (s *Service) handle(
	ctx context.Context, actor access.Actor, ref Ref,
	change func(ctx context.Context, line *Line, now time.Time) (audit.Action, map[string]any, error),
) (line Line, err error) {
	// Who may change lines (OwnWork) sees those that every reader of events sees.
	if right := rightOver(ref.Kind); right != access.EventsRead && !actor.Can(right, ref.OperatorID) {
		return Line{}, fault.NotFound()
	}
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		now := s.clock.Now()
		found, stationID, err := s.store.LineOf(ctx, ref.OperatorID, ref.Kind, ref.ObjectID, now)
		if fault.Is(err, fault.KindNotFound) {
			return &fault.Error{Kind: fault.KindNotFound, Detail: msgGone}
		}
		if err != nil {
			return err
		}
		if !found.Since.Equal(ref.Since) {
			return fault.Conflict(msgRenewed)
		}
		line = found
		action, changes, err := change(ctx, &found, now)
		if err != nil || action == "" {
			return err
		}
		if err := s.store.SaveHandling(ctx, ref.OperatorID, ref.Kind, ref.ObjectID, found.Handling, now); err != nil {
			return err
		}
		if ref.Kind == KindSilent {
			stationID = ref.ObjectID
		}
		if err := s.store.Record(ctx, audit.Entry{
			At: now, ActorID: actor.AccountID, OperatorID: ref.OperatorID, StationID: stationID,
			Action: action, Object: audit.Object{Kind: objects[ref.Kind], ID: ref.ObjectID}, Changes: changes,
		}); err != nil {
			return err
		}
		line, _, err = s.store.LineOf(ctx, ref.OperatorID, ref.Kind, ref.ObjectID, now) // with the names
		return err
	})
	return line, err
}

// Colleagues lists, by name, the actor and the staff of an operator whom the actor may read of.
func (s *Service) Colleagues(ctx context.Context, actor access.Actor, operatorID int64) ([]Colleague, error) {
	staff, err := s.store.Colleagues(ctx, operatorID)
	list := []Colleague{}
	for _, one := range staff {
		if one.Roles = one.readBy(actor, operatorID); len(one.Roles) > 0 {
			list = append(list, one)
		}
	}
	return list, err
}
