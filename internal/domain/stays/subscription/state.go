package subscription

import (
	"slices"
	"time"
)

// State is where a subscription is in its life, as written on the wire.
type State string

// The states. Unpaid: the payment of its last term has failed and is not settled.
const (
	ToCome    State = "a_venir"
	Running   State = "en_cours"
	Unpaid    State = "impaye"
	Cancelled State = "resilie" // somebody ended it, and it runs until its term
	Over      State = "termine"
)

// unpaidForGood is the status of a payment whose attempts are used up, paidByHand that of one that staff marked as
// paid; failed are those of one that has failed.
const (
	unpaidForGood = "PERMANENT_ERROR"
	paidByHand    = "MANUAL"
)

var (
	failed  = []string{"UNPAID", "ERROR", "PAYMENT_ERROR_MEANT_OF_PAYMENT", unpaidForGood, "INVALID_PAYMENT"}
	settled = []string{"PAID", "FREE", "MANUAL", "CANCELLED"}
)

// unpaid reports whether the payment of the last term has failed, or had no card to begin with, and is not settled. One
// that failed and is being presented again still is.
func (b Bought) unpaid() bool {
	return slices.Contains(failed, b.PaymentStatus) || b.ClosesAt != nil && !slices.Contains(settled, b.PaymentStatus)
}

// UnpaidSince returns when the first attempt at the last term failed, or the start of one without a card; nil: it is
// not unpaid.
func (b Bought) UnpaidSince() *time.Time {
	switch {
	case !b.unpaid():
		return nil
	case b.FirstAt == nil || b.ClosesAt != nil && b.ClosesAt.Before(*b.FirstAt):
		return b.ClosesAt
	}
	return b.FirstAt
}

// AccessUntil returns from when on an unpaid subscription opens nothing; nil: it is not unpaid.
func (b Bought) AccessUntil() *time.Time {
	if !b.unpaid() {
		return nil
	}
	return b.ClosesAt
}

// ClosedSince returns since when the subscription, which has begun, opens nothing: it is over, or was not paid. False:
// it opens at the instant.
func (b Bought) ClosedSince(at time.Time) (time.Time, bool) {
	since := b.EndsAt
	if closes := b.AccessUntil(); closes != nil && (since == nil || closes.Before(*since)) {
		since = closes
	}
	if since == nil || since.After(at) {
		return time.Time{}, false
	}
	return *since, true
}

// NeverBegan reports whether the subscription was ended before its first term.
func (b Bought) NeverBegan() bool {
	return b.NextTerm == 0 && b.NextAt == nil && b.EndsAt != nil && !b.EndsAt.After(b.StartsAt.Add(time.Millisecond))
}

// State returns the state at an instant.
func (b Bought) State(at time.Time) State {
	switch {
	case !b.Runs(at):
		return Over
	case b.StartsAt.After(at):
		return ToCome
	case b.unpaid():
		return Unpaid
	case b.CancelledAt != nil:
		return Cancelled
	}
	return Running
}

// Action is an act on a subscription, as written on the wire.
type Action string

// The acts: end it, or take its end back.
const (
	Cancel Action = "resilier"
	Resume Action = "reprendre"
)

// Actions lists what its state allows at an instant.
func (b Bought) Actions(at time.Time) []Action {
	actions := []Action{}
	if b.Runs(at) {
		actions = append(actions, Cancel)
	}
	if b.resumable(at) && b.PaymentStatus != unpaidForGood {
		actions = append(actions, Resume)
	}
	return actions
}

// CustomerActions lists what the customer may do at an instant through the operator's application.
func (b Bought) CustomerActions(at time.Time) []Action {
	actions := []Action{}
	if _, err := b.endedBy(b.customerEnding(at), at); err == nil {
		actions = append(actions, Cancel)
	}
	if _, err := b.resumed(at); err == nil {
		actions = append(actions, Resume)
	}
	return actions
}

// End returns when the subscription ends or ended; nil: it would be renewed.
func (b Bought) End() *time.Time {
	if b.NeverBegan() && b.CancelledAt != nil {
		return b.CancelledAt
	}
	return b.EndsAt
}

// PlannedEnd returns when the term under way, or the first one, ends; of what has ended, when it did.
func (b Bought) PlannedEnd() *time.Time {
	switch {
	case b.EndsAt != nil:
		return b.End()
	case b.NextTerm == 0:
		return new(b.Term(1))
	}
	return b.NextAt
}
