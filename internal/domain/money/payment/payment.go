// Package payment holds the payments for stays and subscription terms, and collects each of them
// exactly once, even if a node is killed at any moment (docs/rules.md#payments, docs/rules.md#once).
//
// For a payment that is due, an attempt (Attempt) is stored first. Only then is the provider
// called, with the attempt's uuid as idempotency key. The provider's answer, a webhook or a later
// question settles the attempt once; the database decides which of them is first.
package payment

import (
	"time"

	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/money"
)

// Payment is what one customer owes for one stay, or for one term of a subscription.
type Payment struct {
	ID             int64
	UUID           string // uuidReservation
	OperatorID     int64
	AccountID      int64
	StayID         int64 // 0: the payment is for a subscription
	LockerID       int64 // the locker of the stay
	SubscriptionID int64 // 0: the payment is for a stay
	Term           int   // the first is 0
	Test           bool  // the customer was staff when the stay or subscription began
	StartedAt      time.Time
	EndedAt        *time.Time // end of the stay
	Overrun        bool       // flag of the stay
	Removed        bool       // flag of the stay
	Amount         money.Cents
	Refunded       money.Cents // refunded, or asked to be
	RefundPending  money.Cents // the part of Refunded whose outcome is not known yet
	Status         Status
	Attempts       int         // number of attempts made
	DueAt          *time.Time  // when the next attempt is to be made
	FirstAt        *time.Time  // when the first attempt was made
	PresentedAt    *time.Time  // when the last attempt was made
	SettledAt      *time.Time  // when it was collected or marked as paid
	ClosesAt       *time.Time  // from when on a term that is not settled opens nothing; nil: no attempt has failed
	Reduced        money.Cents // of a term that ended early: what it was billed for and is not owed
	ReducedAt      *time.Time
	WaitsFor       money.Cents // the sum that it waited for before its first attempt; 0: it did not
	Dispute        *Dispute    // nil: the holder of the card has not disputed it
}

// Dispute is that the holder of a card disputed the charge that collected a payment.
type Dispute struct {
	At       time.Time
	Outcome  DisputeOutcome
	ClosedAt *time.Time // nil: it is under way
}

// DisputeOutcome is how a dispute ended; empty: it is under way.
type DisputeOutcome string

// The outcomes of disputes, by their names on the wire.
const (
	DisputeWon  DisputeOutcome = "gagnee"
	DisputeLost DisputeOutcome = "perdue"
)

// RefundDone returns what has been refunded, without the refund that waits for the provider.
func (p Payment) RefundDone() money.Cents { return p.Refunded - p.RefundPending }

// Kind is the kind of an Attempt.
type Kind string

// The kinds listed in a payment's details.
const (
	Charge       Kind = "presentation"
	Refund       Kind = "remboursement"
	PaidByHand   Kind = "manuel"
	Cancellation Kind = "annulation"
	Reduction    Kind = "reduction" // of a term that ended early; not stored as an attempt
)

// Attempt is one attempt to charge the card or to refund a part of the payment, or the act of
// staff that replaces an attempt.
type Attempt struct {
	ID          int64
	UUID        string // also the provider's idempotency key
	PaymentID   int64
	Kind        Kind
	Number      int // number of the charge, from 1
	Amount      money.Cents
	Outcome     Status // InProgress: not known yet
	Card        *Card  // nil: there was no card, or none was needed
	Means       Means  // set for PaidByHand, and for a Refund of what was paid so
	Comment     string // typed by staff, or noteTwice
	ActorID     int64  // 0: the platform, or a key
	KeyID       int64  // the key that acted; 0: an account or the platform
	At          time.Time
	AnsweredAt  *time.Time
	AskAt       *time.Time // when to ask the provider next; nil: the outcome is known, or another part of the group tells
	AskCount    int        // how often the provider was called for it
	ProviderRef string     // the provider's name for the charge or refund
	Of          string     // uuid of the charge, or of the act of staff, that a refund gives back
	Group       *Group     // the charge that this is a part of; nil: it is on its own
}

// ofDouble reports whether this is a refund made by the platform because money was taken twice.
func (p Attempt) ofDouble() bool {
	return p.Kind == Refund && p.Means == "" && p.ActorID == 0 && p.KeyID == 0
}

// refunding reports whether this is a refund by staff whose outcome is not known yet.
func (p Attempt) refunding() bool {
	return p.Kind == Refund && !p.ofDouble() && p.Outcome == InProgress
}

// RefundedAt returns when this refund by staff was done. It returns false for other attempts, and while a refund
// waits or when it was refused. A refund of money that was taken twice gives back nothing that was counted.
func (p Attempt) RefundedAt() (time.Time, bool) {
	if p.Kind != Refund || p.ofDouble() || p.Outcome != Paid || p.AnsweredAt == nil {
		return time.Time{}, false
	}
	return *p.AnsweredAt, true
}

// Card is a means of payment without its number.
type Card struct {
	Reference string // the provider's reference
	Brand     string
	PAN       string // masked except for the last four digits
	Expires   string // MM/YY
}

// Holder identifies the owner of a card: a person has one card at each operator, and only that operator
// charges it.
type Holder struct{ AccountID, OperatorID int64 }

// Means is how a payment was made by hand.
type Means string

// MeansOfPayment lists the means that staff may choose.
var MeansOfPayment = []Means{"Espèces", "Chèque", "Virement", byCard}

// MeansOfRefund lists those by which staff may give back what was marked as paid.
var MeansOfRefund = []Means{"Espèces", "Chèque", "Virement"}

// Details is a payment with the data that a screen shows with it.
type Details struct {
	Payment
	Account      stay.Account
	Stay         *stay.Details        // nil: the payment is for a subscription
	Subscription *subscription.Bought // nil: the payment is for a stay
	Attempts     []Attempt            // oldest first
	Waiting      *Waiting             // nil: it does not wait for other small sums
	Request      *RefundRequest       // the last for its refund; nil: there was none
}
