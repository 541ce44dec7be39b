// Package operator holds the organisations that run stations (exploitants): the
// tenants of the platform, and the people to call there (référents).
package operator

import (
	"context"
	"time"

	"consigne/internal/domain/journal"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// Operator is one exploitant.
type Operator struct {
	ID          int64
	Name        string
	Email       string
	Street      string
	StreetExtra string
	PostalCode  string
	City        string
	MetabaseID  *int64 // nil: no dashboard in Metabase
	OpenData    bool   // its stations are published
}

// Counters says how an operator's stations are doing. Lockers are counted in
// lockers at individual stations and in places at collective ones.
type Counters struct {
	Stations         int
	InactiveStations int
	Free             int
	Occupied         int
	Inactive         int
	OpenStays        int
}

// Store is what the package needs kept. What is not found is fault.NotFound.
type Store interface {
	journal.Recorder
	Atomically(ctx context.Context, act func(ctx context.Context) error) error

	// Operators lists those in service by name; ids nil: all of them.
	Operators(ctx context.Context, ids []int64) ([]Operator, error)
	// OperatorByID finds an operator in service.
	OperatorByID(ctx context.Context, id int64) (Operator, error)
	OperatorCounters(ctx context.Context, id int64) (Counters, error)
	CreateOperator(ctx context.Context, o Operator, at time.Time) (int64, error)
	UpdateOperator(ctx context.Context, o Operator) error
	ArchiveOperator(ctx context.Context, id int64, at time.Time) error
	// SetOpenData publishes the stations of an operator, or withdraws them.
	SetOpenData(ctx context.Context, id int64, open bool) error

	// ContactsOf lists an operator's contacts by name.
	ContactsOf(ctx context.Context, operatorID int64) ([]Contact, error)
	ContactByID(ctx context.Context, id int64) (Contact, error)
	CreateContact(ctx context.Context, c Contact) (int64, error)
	UpdateContact(ctx context.Context, c Contact) error
	DeleteContact(ctx context.Context, id int64) error
}

// Service is the way in for every caller.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns the service on that store.
func NewService(store Store, clock clock.Clock) *Service { return &Service{store: store, clock: clock} }

// List returns, by name, every operator to an administrator and theirs to the others.
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
	valid.MetabaseID = nil // set later, by those who make the dashboard
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		if valid.ID, err = s.store.CreateOperator(ctx, valid, s.clock.Now()); err != nil {
			return err
		}
		return s.record(ctx, journal.OperatorCreated, actor, valid.ID, map[string]any{"nom": valid.Name})
	})
	return valid.ID, err
}

// Change replaces what was typed of an operator.
func (s *Service) Change(ctx context.Context, actor access.Actor, typed Operator) (Operator, error) {
	valid, err := typed.Validate()
	if err != nil {
		return valid, err
	}
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.OperatorByID(ctx, typed.ID)
		if err != nil {
			return err
		}
		valid.OpenData = before.OpenData
		if err := s.store.UpdateOperator(ctx, valid); err != nil {
			return err
		}
		return s.record(ctx, journal.OperatorChanged, actor, valid.ID, journal.Differences(before.facts(), valid.facts()))
	})
	return valid, err
}

// SwitchOpenData publishes the stations of an operator, or withdraws them.
func (s *Service) SwitchOpenData(ctx context.Context, actor access.Actor, id int64) (Operator, error) {
	var o Operator
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		var err error
		if o, err = s.store.OperatorByID(ctx, id); err != nil {
			return err
		}
		o.OpenData = !o.OpenData
		if err := s.store.SetOpenData(ctx, id, o.OpenData); err != nil {
			return err
		}
		return s.record(ctx, journal.OperatorChanged, actor, id, map[string]any{"donneesOuvertes": []any{!o.OpenData, o.OpenData}})
	})
	return o, err
}

const msgInUse = "Cet exploitant ne peut être supprimé : une utilisation est en cours dans l'une de ses stations."

// Archive deletes an operator for its users and keeps its history.
// fault.Conflict: a stay is in progress there.
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
			return fault.Refused(msgInUse)
		}
		if err := s.store.ArchiveOperator(ctx, id, s.clock.Now()); err != nil {
			return err
		}
		return s.record(ctx, journal.OperatorArchived, actor, id, map[string]any{"nom": o.Name})
	})
}

// facts are what the journal tells of a change, by the names on the wire.
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

func (s *Service) record(ctx context.Context, action journal.Action, actor access.Actor, operatorID int64, changes map[string]any) error {
	return s.store.Record(ctx, journal.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: operatorID,
		Action: action, Object: journal.Object{Kind: journal.KindOperator, ID: operatorID}, Changes: changes,
	})
}
