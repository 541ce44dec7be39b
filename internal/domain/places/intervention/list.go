package intervention

import (
	"context"
	"time"

	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/fault"
)

// Listed is an intervention as lists show it.
type Listed struct {
	Intervention
	Station  string
	Locker   *Locker // nil: the whole station
	Assignee string  // who is in charge; empty: nobody
	Occupied bool    // a stay is in progress in the locker
}

// Locker is the locker of an intervention.
type Locker struct {
	ID         int64
	Name       string
	Complement string
	Active     bool
}

// Urgency returns the urgency; empty: it is resolved.
func (l Listed) Urgency() Urgency {
	if l.ResolvedAt != nil {
		return ""
	}
	return UrgencyOf(l.LockerID == 0, l.Occupied)
}

// Told is a line of time as it is shown.
type Told struct {
	Line
	Author   string // of an account, or « clé LABEL »; empty: Consigne
	Assignee string // of LineTaken
}

// Filter selects interventions of an operator. Other zero values select all, and several conditions narrow together.
type Filter struct {
	OperatorID int64
	States     []State
	Causes     []station.OutageCause
	StationIDs []int64
	LockerID   int64
	Whole      bool // those of stations as a whole
	AssigneeID int64
}

// ListStore finds interventions.
type ListStore interface {
	ListedIntervention(ctx context.Context, id int64) (Listed, error)
	// ListedInterventions returns a page of those that match, and the number of all: open ones first, urgent ones before
	// the others, then the longest open; then the last resolved.
	ListedInterventions(ctx context.Context, filter Filter, offset, limit int) ([]Listed, int, error)
	// InterventionLines returns the lines of time, oldest first.
	InterventionLines(ctx context.Context, id int64) ([]Told, error)
	// InterventionOperator returns the operator of an intervention.
	InterventionOperator(ctx context.Context, id int64) (int64, error)
	// TrimInterventions deletes those resolved before the instant.
	TrimInterventions(ctx context.Context, before time.Time) error
}

// List returns a page of interventions, and the number of all.
func (s *Service) List(ctx context.Context, filter Filter, offset, limit int) ([]Listed, int, error) {
	return s.store.ListedInterventions(ctx, filter, offset, limit)
}

// ByID returns an intervention with its lines of time, oldest first.
func (s *Service) ByID(ctx context.Context, id int64) (Listed, []Told, error) {
	listed, err := s.store.ListedIntervention(ctx, id)
	if err != nil {
		return listed, nil, err
	}
	lines, err := s.store.InterventionLines(ctx, id)
	return listed, lines, err
}

// OfOperator returns an intervention of the operator. fault.NotFound: there is none.
func (s *Service) OfOperator(ctx context.Context, operatorID, id int64) (Listed, error) {
	listed, err := s.store.ListedIntervention(ctx, id)
	if err == nil && listed.OperatorID != operatorID {
		err = fault.NotFound()
	}
	return listed, err
}
