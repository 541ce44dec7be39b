package payment

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	webhook.Announcer
	PaymentStore
	ListStore
	AttemptStore
	RequestStore
	CardStore
	CustomerStore
	StayStore
	SubscriptionStore
	TicketStore
	RateStore
	OperatorStore
	MailStore
	LedgerStore
}

// PaymentStore stores payments.
type PaymentStore interface {
	CreatePayment(ctx context.Context, p Payment) (int64, error)
	PaymentByID(ctx context.Context, id int64) (Payment, error)
	PaymentOfStay(ctx context.Context, stayID int64) (Payment, error)
	// SavePayment stores after, if the stored status, attempts and amounts are still those of before. It returns
	// false when another call was first.
	SavePayment(ctx context.Context, before, after Payment) (bool, error)
	PaymentDetails(ctx context.Context, id int64) (Details, error)
	// SmallSums lists the payments of an account at an operator that are due or wait, without an attempt, and are below an
	// amount, the oldest first.
	SmallSums(ctx context.Context, accountID, operatorID int64, below money.Cents) ([]Payment, error)
	// GroupedWith lists the payments whose last attempts were parts of the same charge as that of the payment, itself
	// among them; none: it was on its own.
	GroupedWith(ctx context.Context, p Payment) ([]Payment, error)
	// NotePayment tells open screens of a change that leaves no line in the audit log.
	NotePayment(ctx context.Context, id int64, at time.Time) error
	// PaymentsOf returns a page of an account's payments, newest stay or term first, and the number of all
	// of them.
	PaymentsOf(ctx context.Context, accountID int64, offset, limit int) ([]Details, int, error)
	// PaymentsOfCustomer returns the payments of an account at an operator after a key (nil: the first), newest stay or
	// term first.
	PaymentsOfCustomer(
		ctx context.Context, accountID, operatorID int64, after *paging.Key, limit int,
	) (paging.Page[Details], error)
}

// ListStore reads the lists of payments and their exports.
type ListStore interface {
	// Payments returns a page of payments, newest stay or term first, and the number of all matches.
	Payments(ctx context.Context, filter Filter, offset, limit int) ([]Details, int, error)
	// Stays returns a page of the stays of the payments, newest first, and the number of all matches.
	Stays(ctx context.Context, filter Filter, offset, limit int) ([]stay.Details, int, error)
	// PaymentSums adds up the payments of the filter.
	PaymentSums(ctx context.Context, filter Filter) (Sums, error)
	// ExportPayments passes the payments of the filter to batch, newest first.
	ExportPayments(ctx context.Context, filter Filter, batch func([]Row) error) error
}

// AttemptStore stores the attempts to collect payments, with refunds and acts of staff.
type AttemptStore interface {
	CreateAttempt(ctx context.Context, p Attempt) error
	AttemptByUUID(ctx context.Context, uuid string) (Attempt, error)
	AttemptByID(ctx context.Context, id int64) (Attempt, error)
	// AttemptsOfOrder returns the attempt or refund that the provider knows by the uuid, or the parts of the charge. None:
	// there is no such order.
	AttemptsOfOrder(ctx context.Context, uuid string) ([]Attempt, error)
	// AttemptsOf lists the attempts, refunds and acts of staff of a payment, oldest first.
	AttemptsOf(ctx context.Context, paymentID int64) ([]Attempt, error)
	// ClaimAttempt reserves an attempt for the caller until the given instant and counts the call
	// to the provider. It returns false when the attempt was answered or another caller has reserved
	// it.
	ClaimAttempt(ctx context.Context, p Attempt, until time.Time) (bool, error)
	// AnswerAttempt stores the outcome of an attempt, if its stored outcome is was; else it
	// returns false.
	AnswerAttempt(ctx context.Context, was Status, p Attempt) (bool, error)
}

// CardStore stores the cards of accounts.
type CardStore interface {
	// CardOf finds the card of an account at an operator. fault.NotFound: the account has no card
	// there, even if it has one at another operator.
	CardOf(ctx context.Context, accountID, operatorID int64) (Card, error)
	// SaveCard replaces the card of an account at an operator; its cards at other operators stay.
	SaveCard(ctx context.Context, accountID, operatorID int64, card Card, at time.Time) error
	// PresentByCard makes the payments of an account at an operator whose status is one of PresentedByACard due at the
	// instant, unless they already are, and returns how many there are.
	PresentByCard(ctx context.Context, accountID, operatorID int64, at time.Time) (int, error)
}

// CustomerStore reads what an operator knows of its customers.
type CustomerStore interface {
	// CustomerOf finds an account that is not erased, with what the operator knows of it.
	CustomerOf(ctx context.Context, accountID, operatorID int64) (stay.Customer, error)
}

// StayStore stores what payments need of stays.
type StayStore interface {
	// WaiveStay makes a stay, in progress or ended, free.
	WaiveStay(ctx context.Context, stayID int64) error
	// StationOfStay returns the station of a stay.
	StationOfStay(ctx context.Context, stayID int64) (int64, error)
}

// SubscriptionStore stores what payments need of subscriptions.
type SubscriptionStore interface {
	SubscriptionByID(ctx context.Context, id int64) (subscription.Bought, error)
	// SaveEnd stores the end and the next term of a subscription that the transaction has read.
	SaveEnd(ctx context.Context, sub subscription.Subscription) error
}

// OperatorStore reads operators.
type OperatorStore interface {
	// OperatorExists reports whether the operator is in service.
	OperatorExists(ctx context.Context, id int64) (bool, error)
	// GraceDays returns for how many days a subscription of an operator that is not paid still opens.
	GraceDays(ctx context.Context, id int64) (int, error)
	// GroupingOf returns when an operator has small sums collected, without what the provider demands. From 0: it did not
	// choose a sum.
	GroupingOf(ctx context.Context, id int64) (Grouping, error)
	// ReceiptsOf returns which receipts an operator, archived or not, sends by mail.
	ReceiptsOf(ctx context.Context, id int64) (outbox.Receipts, error)
}

// MailStore queues mails.
type MailStore interface {
	// QueueMailOf queues a mail to an account about a payment.
	QueueMailOf(ctx context.Context, kind outbox.Kind, accountID, paymentID int64, at time.Time) error
	// QueueCustomerMail queues a mail to an account.
	QueueCustomerMail(ctx context.Context, m outbox.Mail) error
}

// RateStore reads rates of VAT.
type RateStore interface {
	// VATRate returns the rate of an operator, archived or not; 0: it is exempt.
	VATRate(ctx context.Context, operatorID int64) (money.Rate, error)
}

// LedgerStore writes events of money into the ledger, and reads what it tells of payments.
type LedgerStore interface {
	ledger.Recorder
	// EntriesOf lists the events of payments that the ledger has, chained or not.
	EntriesOf(ctx context.Context, payments []int64) ([]ledger.Entry, error)
}

// TicketStore stores export tickets.
type TicketStore interface {
	// KeepTicket stores an export ticket, with the hash of its secret.
	KeepTicket(ctx context.Context, t Ticket) error
	// TicketBy returns the ticket with the hash. fault.NotFound: it is unknown or used.
	TicketBy(ctx context.Context, hash string) (Ticket, error)
	// SpendTicket deletes a ticket. fault.NotFound: it is unknown or used.
	SpendTicket(ctx context.Context, hash string) error
}

// ImportStore adds what was billed elsewhere. No service does: an import is no act of the product.
type ImportStore interface {
	// ImportStays adds stays with their payments and payment attempts. ImportTerms does the same for the
	// terms of subscriptions.
	ImportStays(ctx context.Context, billed []Billed) error
	ImportTerms(ctx context.Context, billed []Billed) error
}
