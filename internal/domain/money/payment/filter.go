package payment

import (
	"slices"
	"strings"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/paging"
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

// RefundState is the state of a payment's refunds, as the filters name it. A payment may be in both.
type RefundState string

// The states of refunds.
const (
	RefundMade    RefundState = "fait"
	RefundWaiting RefundState = "en_attente"
)

// The bits of the states of a payment's refunds.
const (
	RefundMadeBit    int64 = 1
	RefundWaitingBit int64 = 2
)

// RefundBits returns the set of bits of the states of the payment's refunds.
func (p Payment) RefundBits() (bits int64) {
	if p.RefundDone() > 0 {
		bits |= RefundMadeBit
	}
	if p.RefundPending > 0 {
		bits |= RefundWaitingBit
	}
	return bits
}

// RefundBitsOf lists the bit sets that have one of the states.
func RefundBitsOf(states []RefundState) []int64 {
	among := int64(0)
	for _, state := range states {
		among |= map[RefundState]int64{RefundMade: RefundMadeBit, RefundWaiting: RefundWaitingBit}[state]
	}
	list := []int64{}
	for bits := range RefundMadeBit + RefundWaitingBit + 1 {
		if bits&among != 0 {
			list = append(list, bits)
		}
	}
	return list
}

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

// ShortUUIDEnd is what follows the beginning of a uuid in lists: « d9af9xxxxx ».
const ShortUUIDEnd = "xxxxx"

// Filter selects payments. Zero values select all, and several conditions narrow together. A condition
// on a stay (end, duration, locker, status) leaves subscriptions out, and one on its duration or cost
// leaves out stays in progress. Texts match any part of the field, without case or accents.
type Filter struct {
	OperatorID   int64
	WithoutTests bool
	StaysOnly    bool // leaves subscriptions out
	NotPostponed bool // leaves out failed payments that staff put off on the worklist beyond Now
	ToFollow     bool // payments that are to be followed at Now, see Payment.ToFollow
	Now          time.Time
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
	Refunds      []RefundState // refunds in one of these states; empty: any payment
	StayStatuses []StayStatus
	StopReasons  []StayStatus // StayOverrun or StayRemoved; applies in addition to StayStatuses
}

// LongWithProvider is how long an attempt may be with the provider before a person looks at it.
const LongWithProvider = time.Hour

// FollowedStatuses lists the statuses of what was presented in vain, whether or not it is presented again by itself.
func FollowedStatuses() []Status {
	return []Status{Unpaid, Failed, CardUnusable, PermanentError, Invalid}
}

// ToFollow reports whether a person looks after the payment: it was presented in vain, its attempt has been with the
// provider for long, or it is disputed and the bank has not decided.
func (p Payment) ToFollow(now time.Time) bool {
	return slices.Contains(FollowedStatuses(), p.Status) ||
		(p.Status == InProgress && p.PresentedAt != nil && !p.PresentedAt.After(now.Add(-LongWithProvider))) ||
		(p.Dispute != nil && p.Dispute.Outcome == "")
}

// ByWords reports whether the filter searches for words.
func (f Filter) ByWords() bool {
	return strings.TrimSpace(f.Search+f.LastName+f.FirstName+f.Email) != ""
}

// IsOfWholeDays reports whether the filter asks for nothing but an operator, stays, no tests, and whole days of the
// start.
func (f Filter) IsOfWholeDays() bool {
	return f.Started.WholeDays() && !f.ByWords() && f.UUID == "" && !f.NotPostponed && !f.ToFollow && f.Ended == Span{} &&
		f.Settled == Span{} && f.Attempted == Span{} &&
		f.MinMinutes == nil && f.MaxMinutes == nil && f.MinAmount == nil && f.MaxAmount == nil &&
		len(f.StationIDs)+len(f.LockerIDs)+len(f.LockerTypes)+len(f.Statuses)+len(f.Refunds)+len(f.StayStatuses)+
			len(f.StopReasons) == 0
}

// Sums are the amounts of the payments of a filter, less the refunds that are done.
type Sums struct {
	Collected money.Cents // of what is paid, see Status.Collected
	Owed      money.Cents // of what is billed and not settled, see Status.Owed
	Capped    bool        // the filter finds too many to add them up
}

// Shown returns the total to show, and whether there are more: it is exact of days alone, and else up to
// paging.MostCounted.
func (f Filter) Shown(total int) (shown int, capped bool) {
	if total > paging.MostCounted && !f.IsOfWholeDays() {
		return paging.MostCounted, true
	}
	return total, false
}
