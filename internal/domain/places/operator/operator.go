// Package operator holds the operators that run stations (exploitants), which are the tenants of the
// platform, and the persons to call there (référents).
package operator

import (
	"context"
	"fmt"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/text"
	"consigne/internal/kernel/transaction"
)

// Operator is an exploitant.
type Operator struct {
	ID int64
	// counts its changes (docs/rules.md#versions); typed data: the one that its author saw, 0 if not told
	Revision    int64
	Name        string
	Email       string
	Street      string
	StreetExtra string
	PostalCode  string
	City        string
	MetabaseID  *int64 // nil: no dashboard in Metabase
	OpenData    bool   // whether its stations are published as open data
	NeedsFactor bool   // whether its staff must have a second factor
	Identity    Identity
	Settings    Settings
}

// Counters are the live counters of an operator: the lockers of its individual stations, and the places of its
// collective ones.
type Counters struct {
	Stations         int
	InactiveStations int
	Lockers          station.Counters
	Places           station.Counters
	OpenStays        int
}

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	audit.Revisions
	OperatorStore
	IdentityStore
	SettingsStore
	ContactStore
	SubscriptionStore
}

// OperatorStore stores operators.
type OperatorStore interface {
	// OperatorEver finds an operator, in service or archived.
	OperatorEver(ctx context.Context, id int64) (Operator, error)
	// Operators lists operators in service by name; ids nil: all of them.
	Operators(ctx context.Context, ids []int64) ([]Operator, error)
	// OperatorByID finds an operator in service.
	OperatorByID(ctx context.Context, id int64) (Operator, error)
	// OperatorNames returns the names of all operators by id, archived ones included.
	OperatorNames(ctx context.Context) (map[int64]string, error)
	OperatorCounters(ctx context.Context, id int64) (Counters, error)
	CreateOperator(ctx context.Context, o Operator, at time.Time) (int64, error)
	UpdateOperator(ctx context.Context, o Operator) error
	ArchiveOperator(ctx context.Context, id int64, at time.Time) error
	// SetOpenData starts or stops publishing the operator's stations as open data.
	SetOpenData(ctx context.Context, id int64, open bool) error
	// SetNeedsFactor starts or stops asking the operator's staff for a second factor.
	SetNeedsFactor(ctx context.Context, id int64, needed bool) error
}

// SubscriptionStore counts subscriptions.
type SubscriptionStore interface {
	// RunningAt counts the subscriptions at the operator that are not over at the instant.
	RunningAt(ctx context.Context, operatorID int64, at time.Time) (int, error)
}

// ContactStore stores the contacts of operators.
type ContactStore interface {
	// ContactsOf lists an operator's contacts by name.
	ContactsOf(ctx context.Context, operatorID int64) ([]Contact, error)
	ContactByID(ctx context.Context, id int64) (Contact, error)
	CreateContact(ctx context.Context, c Contact) (int64, error)
	UpdateContact(ctx context.Context, c Contact) error
	DeleteContact(ctx context.Context, id int64) error
}

// Service implements the package's operations for all callers.
type Service struct {
	store Store
	clock clock.Clock
	least money.Cents
}

// NewService returns a Service on the store. least is the smallest amount that the payment provider takes.
func NewService(store Store, clock clock.Clock, least money.Cents) *Service {
	return &Service{store: store, clock: clock, least: least}
}

// List returns operators by name: all of them for an administrator, those with a staff role for other
// callers.
func (s *Service) List(ctx context.Context, actor access.Actor) ([]Operator, error) {
	if actor.Admin {
		return s.store.Operators(ctx, nil)
	}
	return s.store.Operators(ctx, actor.Operators())
}

// ByID returns one operator.
func (s *Service) ByID(ctx context.Context, id int64) (Operator, error) {
	return s.store.OperatorByID(ctx, id)
}

// Ever returns one operator, in service or archived.
func (s *Service) Ever(ctx context.Context, id int64) (Operator, error) {
	return s.store.OperatorEver(ctx, id)
}

// Names returns the names of all operators by id, archived ones included.
func (s *Service) Names(ctx context.Context) (map[int64]string, error) {
	return s.store.OperatorNames(ctx)
}

// Counters returns the operator's live counters.
func (s *Service) Counters(ctx context.Context, id int64) (Counters, error) {
	return s.store.OperatorCounters(ctx, id)
}

// Add creates an operator and returns its id.
func (s *Service) Add(ctx context.Context, actor access.Actor, typed Operator) (int64, error) {
	valid, err := typed.Validate()
	if err != nil {
		return 0, err
	}
	valid.MetabaseID = nil // set later, once a dashboard exists
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		if valid.ID, err = s.store.CreateOperator(ctx, valid, s.clock.Now()); err != nil {
			return err
		}
		return s.record(ctx, audit.OperatorCreated, actor, valid.ID, map[string]any{"nom": valid.Name})
	})
	return valid.ID, err
}

// Change replaces the typed data of an operator. audit.Overwrite: it was changed after typed.Revision.
func (s *Service) Change(ctx context.Context, actor access.Actor, typed Operator) (Operator, error) {
	valid, err := typed.Validate()
	if err != nil {
		return valid, err
	}
	var changed Operator
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.OperatorByID(ctx, typed.ID)
		if err != nil {
			return err
		}
		if err := audit.Unchanged(ctx, s.store, object(typed.ID), typed.Revision, nil); err != nil {
			return err
		}
		differences := audit.Differences(before.facts(), valid.facts())
		if len(differences) == 0 {
			changed = before
			return nil
		}
		if err := s.store.UpdateOperator(ctx, valid); err != nil {
			return err
		}
		if err := s.record(ctx, audit.OperatorChanged, actor, valid.ID, differences); err != nil {
			return err
		}
		changed, err = s.store.OperatorByID(ctx, typed.ID)
		return err
	})
	return changed, err
}

// SwitchOpenData starts publishing the operator's stations as open data, or stops it. audit.Overwrite: somebody
// switched it after the revision that the actor saw; 0: not told.
func (s *Service) SwitchOpenData(ctx context.Context, actor access.Actor, id, seen int64) (Operator, error) {
	return s.flip(ctx, actor, id, seen, "donneesOuvertes", s.store.SetOpenData,
		func(o Operator) bool { return o.OpenData })
}

// SwitchNeedsFactor starts asking the operator's staff for a second factor, from their next sign-in on, or stops it.
// audit.Overwrite: somebody switched it after the revision that the actor saw; 0: not told.
func (s *Service) SwitchNeedsFactor(ctx context.Context, actor access.Actor, id, seen int64) (Operator, error) {
	return s.flip(ctx, actor, id, seen, "doubleAuthentification", s.store.SetNeedsFactor,
		func(o Operator) bool { return o.NeedsFactor })
}

// flip switches a setting of an operator, which the audit log tells under the name of the fact.
func (s *Service) flip(
	ctx context.Context, actor access.Actor, id, seen int64, fact string,
	set func(ctx context.Context, id int64, on bool) error, isOn func(Operator) bool,
) (Operator, error) {
	var o Operator
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		var err error
		if o, err = s.store.OperatorByID(ctx, id); err != nil {
			return err
		}
		switches := func(line audit.Line) bool { return line.Changes[fact] != nil }
		if err := audit.Unchanged(ctx, s.store, object(id), seen, switches); err != nil {
			return err
		}
		on := isOn(o)
		if err := set(ctx, id, !on); err != nil {
			return err
		}
		if err := s.record(ctx, audit.OperatorChanged, actor, id, map[string]any{fact: []any{on, !on}}); err != nil {
			return err
		}
		o, err = s.store.OperatorByID(ctx, id)
		return err
	})
	return o, err
}

const (
	msgInUse  = "Cet exploitant ne peut être supprimé : une utilisation est en cours dans l'une de ses stations."
	msgBought = "Cet exploitant ne peut être supprimé : %s."
)

// Archive deletes an operator from all lists and keeps its history (docs/rules.md#deletion).
// fault.Conflict: a stay is in progress at one of its stations, or a subscription is running.
func (s *Service) Archive(ctx context.Context, actor access.Actor, id int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		o, err := s.store.OperatorByID(ctx, id)
		if err != nil {
			return err
		}
		counters, err := s.store.OperatorCounters(ctx, id)
		if err != nil {
			return err
		}
		if counters.OpenStays > 0 {
			return fault.Conflict(msgInUse)
		}
		running, err := s.store.RunningAt(ctx, id, s.clock.Now())
		if err != nil {
			return err
		}
		if running > 0 {
			return fault.Conflict(fmt.Sprintf(msgBought, text.RunningSubscriptions(running)))
		}
		if err := s.store.ArchiveOperator(ctx, id, s.clock.Now()); err != nil {
			return err
		}
		return s.record(ctx, audit.OperatorArchived, actor, id, map[string]any{"nom": o.Name})
	})
}

// facts returns the fields that the audit log compares, by their names on the wire.
func (o Operator) facts() map[string]any {
	facts := map[string]any{
		"nom": o.Name, "mail": o.Email, "adresse": o.Street, "complement": o.StreetExtra,
		"codePostal": o.PostalCode, "ville": o.City, "metabaseId": nil,
	}
	if o.MetabaseID != nil {
		facts["metabaseId"] = *o.MetabaseID
	}
	return facts
}

func (s *Service) record(
	ctx context.Context, action audit.Action, actor access.Actor, operatorID int64, changes map[string]any,
) error {
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: operatorID,
		Action: action, Object: object(operatorID), Changes: changes,
	})
}

func object(id int64) audit.Object { return audit.Object{Kind: audit.KindOperator, ID: id} }
