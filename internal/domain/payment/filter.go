package payment

import (
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// StayStatus is the status of a stay, as the filters name it.
type StayStatus string

// The statuses of a stay. A stay past its limits has that status whether or not it has ended.
const (
	StayRunning StayStatus = "en_cours"
	StayEnded   StayStatus = "terminee"
	StayOverrun StayStatus = "temps_depasse" // includes removed stays
	StayRemoved StayStatus = "velo_enleve"
)

// Span is a range of instants, [From, Before); nil: no bound.
type Span struct{ From, Before *time.Time }

// WholeDays reports whether both bounds, where given, are midnights in Paris.
func (s Span) WholeDays() bool {
	for _, bound := range []*time.Time{s.From, s.Before} {
		if bound != nil && !bound.Equal(clock.DayOf(*bound).Begins()) {
			return false
		}
	}
	return true
}

// LeastOfUUID is the minimum length of a searched word that is also compared with the beginning of
// uuids. Shorter words would match the payments of arbitrary people.
const LeastOfUUID = 3

// Filter selects payments. Zero values select all, and several conditions narrow together. A condition
// on a stay (end, duration, locker, status) leaves subscriptions out, and one on its duration or cost
// leaves out stays in progress. Texts match any part of the field, without case or accents.
type Filter struct {
	OperatorID   int64
	WithoutTests bool
	StaysOnly    bool   // leaves subscriptions out
	Search       string // each word must match a name, the e-mail or (see LeastOfUUID) the beginning of the uuid
	LastName     string
	FirstName    string
	Email        string
	UUID         string // beginning of the uuid
	Started      Span   // start of the stay or term
	Ended        Span
	Settled      Span // when the payment was collected or marked as paid
	Attempted    Span // when the last attempt was made
	MinMinutes   *int64
	MaxMinutes   *int64
	MinAmount    *money.Cents
	MaxAmount    *money.Cents
	StationIDs   []int64
	LockerIDs    []int64
	LockerTypes  []int
	Statuses     []Status
	StayStatuses []StayStatus
	StopReasons  []StayStatus // StayOverrun or StayRemoved; applies in addition to StayStatuses
}
