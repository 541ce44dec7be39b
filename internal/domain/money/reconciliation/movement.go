// Package reconciliation compares the settled attempts and refunds with what the payment provider says that it moved,
// and lists the differences until a person has explained each (docs/rules.md#reconciliation). It corrects nothing.
package reconciliation

import (
	"context"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/money"
)

// Kind is the kind of a movement of the provider.
type Kind string

// The kinds of movements.
const (
	Collected Kind = "encaissement"
	Refunded  Kind = "remboursement"
	Returned  Kind = "remboursement_revenu" // a refund that did not reach its card
	Disputed  Kind = "contestation"         // taken back or given again by the holder's bank
	Charged   Kind = "frais"                // of the platform's contract with the provider, for no single payment
	Other     Kind = "autre"
)

// Movement is one change of the balance that the platform has at the provider.
type Movement struct {
	ID       string // the provider's
	Kind     Kind
	UUID     string // of the attempt or refund that asked for it; empty: it names none
	Of       string // uuid of the charge that a refund or dispute is about; empty: it names none
	Operator int64  // that the provider's data names; 0: none
	Amount   money.Cents
	Fee      money.Cents // kept by the provider
	Net      money.Cents // Amount − Fee
	At       time.Time
}

// Key returns what the movement is matched by: the uuid that it names, else its own id.
func (m Movement) Key() string {
	if m.UUID != "" {
		return m.UUID
	}
	return m.ID
}

// Payout is one transfer from the provider's balance to the bank account of the platform.
type Payout struct {
	ID        string
	Amount    money.Cents
	Status    PayoutStatus
	CreatedAt time.Time
	ArrivesAt time.Time // at the bank; its day counts
}

// PayoutStatus is how far a payout has come.
type PayoutStatus string

// The statuses of payouts.
const (
	PayoutUnderWay PayoutStatus = "en_cours"
	PayoutArrived  PayoutStatus = "recu"
	PayoutFailed   PayoutStatus = "echoue"
)

// Dispute is that the holder of a card disputes a charge.
type Dispute struct {
	ID       string // the provider's
	Of       string // uuid of the charge; empty: it names none
	Amount   money.Cents
	Outcome  DisputeOutcome
	OpenedAt time.Time
	ClosedAt *time.Time // nil: it is under way, or the provider does not tell
}

// DisputeOutcome is how a dispute ended.
type DisputeOutcome = payment.DisputeOutcome

// Statements is what a payment provider tells of its balance. Every error means that it can be asked again.
type Statements interface {
	// Movements passes every movement since an instant to read, in batches of any order. Payouts are none.
	Movements(ctx context.Context, since time.Time, read func([]Movement) error) error
	// Payouts passes the payouts created since an instant to read.
	Payouts(ctx context.Context, since time.Time, read func([]Payout) error) error
	// Disputes passes the disputes opened since an instant to read.
	Disputes(ctx context.Context, since time.Time, read func([]Dispute) error) error
	// PaidOut passes the ids of the movements that a payout is the sum of to read.
	PaidOut(ctx context.Context, payoutID string, read func(ids []string) error) error
}

// Event is an attempt or refund as it is recorded here.
type Event struct {
	UUID       string
	OperatorID int64
	PaymentID  int64
	Refund     bool
	Amount     money.Cents
	Outcome    payment.Status
	At         time.Time // of the outcome, or of the attempt while it has none
}

// settled reports whether it moved money.
func (e Event) settled() bool { return e.Outcome == payment.Paid }

// moved returns what it adds to the balance.
func (e Event) moved() money.Cents {
	switch {
	case !e.settled():
		return 0
	case e.Refund:
		return -e.Amount
	}
	return e.Amount
}
