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

// unpaidForGood is the status of a payment whose attempts are used up; failed are those of one that has failed.
const unpaidForGood = "PERMANENT_ERROR"

var failed = []string{"UNPAID", "ERROR", "PAYMENT_ERROR_MEANT_OF_PAYMENT", unpaidForGood, "INVALID_PAYMENT"}

// State returns the state at an instant.
func (b Bought) State(at time.Time) State {
	switch {
	case !b.Runs(at):
		return Over
	case b.StartsAt.After(at):
		return ToCome
	case slices.Contains(failed, b.PaymentStatus):
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

// CustomerActions lists what the customer may do at an instant through the operator's application, where a subscription
// ends with its term.
func (b Bought) CustomerActions(at time.Time) []Action {
	actions := []Action{}
	if _, err := b.endedBy(Ending{When: AtTerm}, at); err == nil {
		actions = append(actions, Cancel)
	}
	if _, err := b.resumed(at); err == nil {
		actions = append(actions, Resume)
	}
	return actions
}

// PlannedEnd returns when the term under way ends; of what has ended, when it did.
func (b Bought) PlannedEnd() *time.Time {
	if b.EndsAt != nil {
		return b.EndsAt
	}
	return b.NextAt
}
