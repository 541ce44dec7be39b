package hotline

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/diagnosis"
	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/intervention"
	"consigne/internal/domain/places/opening"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	NoteStore
	AccountStore
	LockerStore
	StayStore
	SubscriptionStore
	TariffStore
	PaymentStore
	ListStore
	NumberStore
	RefusalStore
	CodeStore
	Reader
}

// AccountStore reads customers.
type AccountStore interface {
	Accounts(ctx context.Context, filter account.Filter, offset, limit int) ([]account.Details, int, error)
	AccountDetails(ctx context.Context, id, operatorID int64) (account.Details, error)
}

// LockerStore reads lockers.
type LockerStore interface {
	LockerByID(ctx context.Context, id int64) (station.Locker, error)
}

// StayStore reads stays in progress.
type StayStore interface {
	OpenStaysIn(ctx context.Context, lockerID int64) ([]stay.Details, error)
	// OpenStaysOf lists the stays of an account in progress at an operator, oldest first.
	OpenStaysOf(ctx context.Context, accountID, operatorID int64) ([]stay.Details, error)
}

// SubscriptionStore reads subscriptions.
type SubscriptionStore interface {
	SubscriptionsOf(ctx context.Context, accountID, operatorID int64, offset, limit int) ([]subscription.Bought, int,
		error)
	// SpansOf is that of package stay.
	SpansOf(ctx context.Context, accountID int64, after time.Time, ended bool) ([]stay.Span, error)
	SubscribedTariffs(ctx context.Context, accountID int64, at time.Time) ([]int64, error)
}

// TariffStore reads tariffs.
type TariffStore interface {
	TariffsOfLocker(ctx context.Context, lockerID int64) ([]tariff.Tariff, error)
}

// PaymentStore reads payments and cards.
type PaymentStore interface {
	CardOf(ctx context.Context, accountID, operatorID int64) (payment.Card, error)
	DetailsByID(ctx context.Context, ids []int64) ([]payment.Details, error)
}

// ListStore finds payments by their uuid.
type ListStore interface {
	Payments(ctx context.Context, filter payment.Filter, offset, limit int) ([]payment.Details, int, error)
}

// NumberStore finds what has a number of the operator.
type NumberStore interface {
	DocumentNumbered(ctx context.Context, operatorID int64, kind document.Kind, year int, rank int64) (
		document.Document, error)
	InterventionNumbered(ctx context.Context, operatorID, number int64) (intervention.Listed, error)
}

// RefusalStore reads what doors refused; both lists are newest first.
type RefusalStore interface {
	RefusalsAt(ctx context.Context, lockerID int64, after time.Time, limit int) ([]refusal.Refusal, error)
	RefusalsTo(ctx context.Context, accountID, operatorID int64, after time.Time, limit int) ([]refusal.Refusal, error)
}

// CodeStore reads the codes that were given.
type CodeStore interface {
	// GivenAfter lists those of a locker, newest first.
	GivenAfter(ctx context.Context, lockerID int64, after time.Time, limit int) ([]opening.Given, error)
}

// Reader reads what only a call asks for.
type Reader interface {
	// DoorOf returns a door of the operator; its Locker is not set. fault.NotFound: the operator has none by that number.
	DoorAt(ctx context.Context, operatorID, lockerID int64) (Door, error)
	// Places returns the names of lockers, by id.
	Places(ctx context.Context, lockerIDs []int64) (map[int64]diagnosis.Place, error)
	// Find lists the operator's lockers and stations that match all the folded words: first lockers of exactly that name,
	// then by name.
	FindPlaces(ctx context.Context, operatorID int64, words []string, limit int) (lockers, stations []Spot, err error)
	// LastPayments lists the ids of an account's payments at an operator, those last attempted or begun first.
	LastPayments(ctx context.Context, accountID, operatorID int64, limit int) ([]int64, error)
	// UnsettledPayments lists, in the same order, the ids of those that are neither collected, free nor cancelled.
	UnsettledPayments(ctx context.Context, accountID, operatorID int64, limit int) ([]int64, error)
	// Acts lists the lines of the audit log about objects of one kind after the instant, newest first: those of the
	// operator and those of the platform.
	Acts(ctx context.Context, operatorID int64, kind string, ids []int64, after time.Time, limit int) ([]audit.Line, error)
	// LastAct returns when something was last done to an object; nil: never, or it is forgotten.
	LastAct(ctx context.Context, object audit.Object, action audit.Action) (*time.Time, error)
	// MailsTo lists the mails to an account that were queued after the instant and are still known, newest first.
	MailsTo(ctx context.Context, accountID int64, after time.Time, limit int) ([]Mail, error)
}
