// Package payment holds what is owed for stays and subscription terms, and how it
// is collected: once, whatever is killed when (domain.md § 5).
//
// A payment is due, a presentation of it is written down, and only then is the
// provider called, with the presentation's uuid as idempotency key. What the
// provider answered, or a webhook, or a later question, settles the presentation
// once: the database decides who comes first.
package payment

import (
	"context"
	"time"

	"consigne/internal/domain/journal"
	"consigne/internal/domain/occupation"
	"consigne/internal/domain/subscription"
	"consigne/internal/kernel/money"
)

// Payment is what one user owes for one stay, or for one term of a subscription.
type Payment struct {
	ID             int64
	UUID           string // uuidReservation
	OperatorID     int64
	AccountID      int64
	OccupationID   int64 // 0: of a subscription
	LockerID       int64 // that of the stay
	SubscriptionID int64 // 0: of a stay
	Term           int   // the first is 0
	Test           bool  // by a member of the staff
	StartedAt      time.Time
	EndedAt        *time.Time // of the stay
	Overrun        bool       // of the stay
	Removed        bool       // of the stay
	Amount         money.Cents
	Refunded       money.Cents // given back, or being given back
	Status         Status
	Attempts       int        // presentations made
	DueAt          *time.Time // when the next presentation is to be made
	FirstAt        *time.Time // when the first was made
	PresentedAt    *time.Time // when the last was made
	SettledAt      *time.Time // collected, or marked as paid
}

// Kind says what happened to a payment.
type Kind string

// The kinds of what a payment's details list.
const (
	Charge       Kind = "presentation"
	Refund       Kind = "remboursement"
	PaidByHand   Kind = "manuel"
	Cancellation Kind = "annulation"
)

// Presentation is one attempt to collect a payment from the card, or to give some
// of it back; or what staff did in their place.
type Presentation struct {
	ID          int64
	UUID        string // the provider's idempotency key
	PaymentID   int64
	Kind        Kind
	Attempt     int // of a charge, from 1
	Amount      money.Cents
	Outcome     Status // InProgress: not known yet
	Card        *Card  // nil: no card, or none was needed
	Means       Means  // of what was paid by hand
	Comment     string // of staff
	ActorID     int64  // 0: the platform
	At          time.Time
	AnsweredAt  *time.Time
	AskAt       *time.Time // when to ask the provider next; nil: the outcome is known
	Asked       int        // how often the provider was called for it
	ProviderRef string     // the provider's name for the charge
	Of          string     // the uuid of the charge that a refund gives back
}

// ofDouble tells a refund that the platform makes, because money was taken twice.
func (p Presentation) ofDouble() bool { return p.Kind == Refund && p.ActorID == 0 }

// refunding tells a refund by staff whose outcome is not known yet.
func (p Presentation) refunding() bool {
	return p.Kind == Refund && !p.ofDouble() && p.Outcome == InProgress
}

// Card is a means of payment as far as anybody may hold it: never its number.
type Card struct {
	Reference string // the provider's
	Brand     string
	PAN       string // masked, all but the last four digits
	Expires   string // MM/YY
}

// Holder is whose card it is: a person has one at each operator, which alone charges it.
type Holder struct{ AccountID, OperatorID int64 }

// Means is how a payment was made by hand (specification § 5).
type Means string

// MeansOfPayment are those that staff may name.
var MeansOfPayment = []Means{"Espèces", "Chèque", "Virement", "Carte bancaire"}

// Details is a payment with what a screen shows beside it.
type Details struct {
	Payment
	User          occupation.User
	Use           *occupation.Use      // of a stay
	Subscription  *subscription.Bought // of a subscription
	Presentations []Presentation       // oldest first
}

// Store is what the package needs kept. What is not found is fault.NotFound.
type Store interface {
	journal.Recorder
	Atomically(ctx context.Context, act func(ctx context.Context) error) error

	CreatePayment(ctx context.Context, p Payment) (int64, error)
	PaymentByID(ctx context.Context, id int64) (Payment, error)
	PaymentOfStay(ctx context.Context, occupationID int64) (Payment, error)
	// SavePayment keeps what a payment has become, if its status and attempts are
	// still those of before; false when somebody else came first.
	SavePayment(ctx context.Context, before, after Payment) (bool, error)
	PaymentDetails(ctx context.Context, id int64) (Details, error)
	// PaymentsOf lists a page of what a user owes or owed, newest stay or term first,
	// and counts all.
	PaymentsOf(ctx context.Context, accountID int64, offset, limit int) ([]Details, int, error)
	// Payments lists a page of payments, newest stay or term first, and counts all.
	Payments(ctx context.Context, filter Filter, offset, limit int) ([]Details, int, error)
	// History lists a page of the stays of those payments, newest first, and counts all.
	History(ctx context.Context, filter Filter, offset, limit int) ([]occupation.Use, int, error)
	// ExportPayments hands over the payments of the filter, newest first, a batch at a time.
	ExportPayments(ctx context.Context, filter Filter, batch func([]Row) error) error

	CreatePresentation(ctx context.Context, p Presentation) error
	PresentationByUUID(ctx context.Context, uuid string) (Presentation, error)
	PresentationByID(ctx context.Context, id int64) (Presentation, error)
	// PresentationsOf lists what happened to a payment, oldest first.
	PresentationsOf(ctx context.Context, paymentID int64) ([]Presentation, error)
	// ClaimPresentation takes one until the given instant, counting the question;
	// false when it was answered, or is somebody else's to ask.
	ClaimPresentation(ctx context.Context, p Presentation, until time.Time) (bool, error)
	// AnswerPresentation keeps the outcome of one whose outcome was that; false when
	// it is another by now.
	AnswerPresentation(ctx context.Context, was Status, p Presentation) (bool, error)

	// CardOf finds the card of an account at an operator. fault.NotFound: it has none
	// there, whatever it has at others.
	CardOf(ctx context.Context, accountID, operatorID int64) (Card, error)
	// SaveCard replaces the card of an account at an operator; those at others stay.
	SaveCard(ctx context.Context, accountID, operatorID int64, card Card, at time.Time) error
	// Guest finds a living account as that operator knows it.
	Guest(ctx context.Context, accountID, operatorID int64) (occupation.Guest, error)

	// WaiveStay makes a stay, in progress or ended, cost nothing.
	WaiveStay(ctx context.Context, occupationID int64) error
	// StationOfStay is where a stay is.
	StationOfStay(ctx context.Context, occupationID int64) (int64, error)
	// EndSubscription ends a subscription at its next term, or then if it has none.
	EndSubscription(ctx context.Context, id int64, at time.Time) error

	// KeepTicket keeps the hash of an export ticket with what it is for.
	KeepTicket(ctx context.Context, t Ticket) error
	// TicketBy returns the ticket of that hash. fault.NotFound: unknown, or spent.
	TicketBy(ctx context.Context, hash string) (Ticket, error)
	// SpendTicket forgets a ticket. fault.NotFound: it is unknown, or spent.
	SpendTicket(ctx context.Context, hash string) error
}
