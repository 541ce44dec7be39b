package payment

import (
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// UseStatus is what a stay is, as the filters name it.
type UseStatus string

// The statuses of a stay. One past its limits is so whether it has ended or not.
const (
	UseRunning UseStatus = "en_cours"
	UseEnded   UseStatus = "terminee"
	UseOverrun UseStatus = "temps_depasse" // those removed as well
	UseRemoved UseStatus = "velo_enleve"
)

// Span is a range of instants, [From, Before); nil: no bound.
type Span struct{ From, Before *time.Time }

// WholeDays tells that its bounds are midnights of Paris.
func (s Span) WholeDays() bool {
	for _, bound := range []*time.Time{s.From, s.Before} {
		if bound != nil && !bound.Equal(clock.DayOf(*bound).Begins()) {
			return false
		}
	}
	return true
}

// LeastOfUUID is how many characters of a searched word may begin a uuid: fewer would
// find payments of nobody in particular.
const LeastOfUUID = 3

// Filter picks payments; zero values pick all, several narrow together. What is
// asked of a stay (its end, duration, locker, status) leaves subscriptions out, and
// what only its end tells (duration, cost) those in progress. Texts match any part,
// without case or accents.
type Filter struct {
	OperatorID   int64
	WithoutTests bool
	StaysOnly    bool   // leaves subscriptions out
	Search       string // each word in a name, the e-mail, or (LeastOfUUID) the beginning of the uuid
	LastName     string
	FirstName    string
	Email        string
	UUID         string // its beginning
	Started      Span   // of the stay or term
	Ended        Span
	Settled      Span // when it was collected or marked as paid
	Presented    Span // when it was last presented
	MinMinutes   *int64
	MaxMinutes   *int64
	MinAmount    *money.Cents
	MaxAmount    *money.Cents
	StationIDs   []int64
	LockerIDs    []int64
	LockerTypes  []int
	Statuses     []Status
	UseStatuses  []UseStatus
	StopReasons  []UseStatus // UseOverrun or UseRemoved, beside UseStatuses
}
