// Package worklist is the worklist of an operator's staff (« À traiter »): what neither time nor the
// jobs will settle without a person, and who deals with it (docs/rules.md#worklist).
package worklist

import (
	"context"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/leftbike"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// Kind is a kind of line, by its name on the wire.
type Kind string

// The kinds of line.
const (
	KindPayment      Kind = "paiements"
	KindOverrun      Kind = "depassements"
	KindRemoved      Kind = "enlevements"
	KindSpace        Kind = "espaces"
	KindSilent       Kind = "muettes"
	KindCard         Kind = "cartes"
	KindDifference   Kind = "ecarts"
	KindUnpaid       Kind = "abonnements"
	KindOffer        Kind = "offres"
	KindClosing      Kind = "clotures"
	KindIntervention Kind = "interventions"
	KindLeftBike     Kind = "velos"
	KindRefund       Kind = "remboursements" // that somebody asks for
)

// Shown is the number of lines listed of each kind unless more are asked for; all lines are counted.
const Shown = 20

// MaxShown is the maximum number of lines listed of each kind.
const MaxShown = 100

// Order is the order of the lines of each kind.
type Order string

// The orders.
const (
	MostUrgent Order = ""        // the order of the kind
	Oldest     Order = "age"     // longest waiting first
	Largest    Order = "montant" // greatest amount first, then longest waiting
)

// Query selects the lines of an operator's worklist.
type Query struct {
	OperatorID int64
	Now        time.Time
	Postponed  bool // lists the postponed lines instead of the others
	Order      Order
	Limit      int           // of each kind; 0: Shown
	Holder     *int64        // only what this account deals with; nil: all
	Age        time.Duration // only what has waited so long
}

// Narrowed reports whether the query leaves lines out.
func (q Query) Narrowed() bool { return q.Holder != nil || q.Age > 0 }

// Section is the part of the worklist for one kind.
type Section[T any] struct {
	Total     int // lines that are not postponed
	Postponed int
	Picked    int // of those, or of the postponed, that the query selects
	First     []T // the first of these
}

// counts returns the counts of a section; none of nil, which the actor may not see.
func (s *Section[T]) counts() (total, postponed int) {
	if s == nil {
		return 0, 0
	}
	return s.Total, s.Postponed
}

// Line is what the lines of all kinds have in common.
type Line struct {
	Since    time.Time // since when it waits; with the object it identifies the line
	Handling Handling
}

// Handling is what staff do with a line.
type Handling struct {
	Assignee       *Account // who deals with it; nil: nobody
	AssignedAt     time.Time
	PostponedUntil *time.Time // nil: not postponed, or that is past
	PostponedBy    *Account   // nil: not postponed, or that account is gone; by a key: no ID, and its name
	PostponedKey   int64      // the key that postponed it; 0: an account
}

// Account is the customer whom a line is about, or a member of staff. Name is the person's name, or the
// e-mail if no name was given.
type Account struct {
	ID   int64
	Name string
}

// Place is a locker with its station.
type Place struct {
	StationID   int64
	StationName string
	LockerID    int64
	LockerName  string
	Complement  string
	Type        station.LockerType
}

// Payment is a payment that will not be attempted again: its attempts are used up, or the provider
// refuses the amount. It waits since its last attempt. Payments of test stays are left out.
type Payment struct {
	Line
	ID      int64
	Amount  money.Cents
	Status  payment.Status
	Account Account
	Place   *Place // the place of the stay; nil: the payment is for a subscription
	Label   string // the label of the subscription

	AnsweredAt *time.Time // the last answer to a charge; nil: none is known
}

// Actions lists the actions that staff may take on the payment.
func (p Payment) Actions() []payment.Action { return payment.Payment{Status: p.Status}.Actions() }

// NextOrder returns from when on an order may be generated for the payment.
func (p Payment) NextOrder() time.Time {
	return payment.NextOrder(payment.Payment{PresentedAt: &p.Since},
		[]payment.Attempt{{Kind: payment.Charge, AnsweredAt: p.AnsweredAt}})
}

// Stay is a stay in progress that has passed a limit, since when it waits.
type Stay struct {
	Line
	ID        int64
	StartedAt time.Time
	Account   Account
	Place     Place
}

// Space is a space without a free place. It waits since its last place was taken.
type Space struct {
	Line
	Place    Place
	Capacity int
	Occupied int
}

// Card is a card that pays for a running subscription and has expired or is about to. It waits since
// the month before its last, or since it was saved if that was later.
type Card struct {
	Line
	Account Account
	PAN     string     // masked
	Expires string     // MM/YY
	NextAt  *time.Time // when the card will be charged next; nil: unknown
}

// SilentStation is a station in service whose controller is not heard.
type SilentStation struct {
	Line
	StationID   int64
	StationName string
}

// Difference is a difference from the statements of the payment provider that nobody has explained. It waits since it
// was found. Amounts are signed: what is given back is below zero.
type Difference struct {
	Line
	ID        int64
	State     reconciliation.State
	Kind      reconciliation.Kind
	Month     string // « 2026-10 »
	Here      money.Cents
	There     money.Cents
	PaymentID int64            // 0: none is known
	Dispute   *payment.Dispute // of the payment, if the difference is one
}

// Unpaid is a subscription whose last term is unpaid, since the first attempt that failed, and that is not over.
type Unpaid struct {
	Line
	ID       int64
	Account  Account
	Label    string // of its tariff
	Amount   money.Cents
	ClosesAt *time.Time // from when on it opens nothing; nil: not told
}

// Offer is an offer of a place that ran out without an answer. It waits since then, until the person says that they
// still wait, or leaves the list.
type Offer struct {
	Line
	ID      int64 // of the entry of the waiting list
	Account Account
	Label   string // of the subscription
}

// Closing is a month that was not closed, because what would have been sealed does not follow from the ledger. It waits
// since the first refusal, until a month is closed.
type Closing struct {
	Line
	OperatorID int64
	Month      string // « 2026-10 »
	Reason     string // a part of a French sentence
}

// Refund is a refund that is asked for by who may not refund. It waits since then; its object is the payment.
type Refund struct {
	Line
	PaymentID int64
	Amount    money.Cents
	Price     money.Cents  // that was paid
	Right     *money.Cents // worked out; nil: no price follows from the cause
	Cause     payment.RefundCause
	Comment   string
	Account   Account
	Asker     *Account // nil: a key, or nobody that is known
	Place     *Place   // the place of the stay; nil: the payment is for a subscription
	Label     string   // the label of the subscription
}

// Intervention is an open intervention whose due day is past. It waits since the end of that day.
type Intervention struct {
	Line
	ID       int64
	Number   int64 // of the operator
	Cause    station.OutageCause
	DueOn    clock.Day
	Assignee string // who is in charge; empty: nobody
	Place    Place  // no locker: the whole station
}

// LeftBike is a file about a bicycle that was left. It waits since the first day of its next step.
type LeftBike struct {
	Line
	ID          int64
	Step        leftbike.Step // how far it has come
	Description string
	Place       Place // no locker: a collective park
}

// DaySince returns when a day began in Paris, of a line that waits since a day, by its midnight in UTC.
func DaySince(midnight time.Time) time.Time { return clock.DayOf(midnight).Begins() }

// Reader reads the sections of an operator's worklist.
type Reader interface {
	// FailedPayments are those with PERMANENT_ERROR or INVALID_PAYMENT, longest failed first.
	FailedPayments(ctx context.Context, q Query) (Section[Payment], error)
	// UnpaidSubscriptions have begun, are not over, and their last term has failed, longest unpaid first. No tests.
	UnpaidSubscriptions(ctx context.Context, q Query) (Section[Unpaid], error)
	// OverrunStays are past their overrun limit and not past their removal limit, longest past first.
	OverrunStays(ctx context.Context, q Query) (Section[Stay], error)
	// RemovedStays are past their removal limit, so their locker is blocked; longest past first.
	RemovedStays(ctx context.Context, q Query) (Section[Stay], error)
	// SilentStations are the stations counted as silent, longest silent first.
	SilentStations(ctx context.Context, q Query) (Section[SilentStation], error)
	// FullSpaces are spaces in service without a free place, largest first.
	FullSpaces(ctx context.Context, q Query) (Section[Space], error)
	// ExpiringCards are no longer valid after the month that follows now, one for each person, first to
	// expire first.
	ExpiringCards(ctx context.Context, q Query) (Section[Card], error)
	// UnansweredOffers are those after which the person has said nothing, longest ago first.
	UnansweredOffers(ctx context.Context, q Query) (Section[Offer], error)
	// Differences are those that nobody has explained, longest known first.
	OpenDifferences(ctx context.Context, q Query) (Section[Difference], error)
	// OverdueInterventions are open and their due day is past, longest past first.
	OverdueInterventions(ctx context.Context, q Query) (Section[Intervention], error)
	// DueLeftBikes are files whose next step may be taken, longest due first.
	DueLeftBikes(ctx context.Context, q Query) (Section[LeftBike], error)
	// RefusedClosings are at most one an operator.
	RefusedClosings(ctx context.Context, q Query) (Section[Closing], error)
	// RefundRequests are those that nobody has decided, first asked first.
	RefundRequests(ctx context.Context, q Query) (Section[Refund], error)
}
