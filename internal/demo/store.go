package demo

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/transaction"
)

// Store receives the data set, each part by the store of its concept. It is an import: what was created,
// sold and paid over years is stored as of its own instant, and adds one audit line in all. The services
// date everything now, record each write, queue mails, and ask the payment provider about each card.
// Methods that create something return its new id.
type Store interface {
	transaction.Runner
	audit.Recorder
	OperatorStore
	StationStore
	AccountStore
	TariffStore
	SubscriptionStore
	CardStore
	payment.ImportStore
}

// OperatorStore stores operators and their contacts.
type OperatorStore interface {
	CreateOperator(ctx context.Context, operator operator.Operator, at time.Time) (int64, error)
	SetFiscalIdentity(ctx context.Context, operatorID int64, identity operator.Identity) error
	SetOpenData(ctx context.Context, operatorID int64, open bool) error
	CreateContact(ctx context.Context, contact operator.Contact) (int64, error)
}

// StationStore stores stations and their lockers.
type StationStore interface {
	CreateStation(ctx context.Context, station station.Station, at time.Time) (int64, error)
	CreateLocker(ctx context.Context, locker station.Locker, at time.Time) (int64, error)
}

// AccountStore stores accounts.
type AccountStore interface {
	CreateAccount(ctx context.Context, account account.Account, at time.Time) (int64, error)
}

// TariffStore stores tariffs.
type TariffStore interface {
	// CreateTariff stores a tariff with its periods, beneficiaries and lockers.
	CreateTariff(ctx context.Context, tariff tariff.Tariff, at time.Time) (int64, error)
}

// SubscriptionStore stores subscriptions.
type SubscriptionStore interface {
	CreateSubscription(ctx context.Context, sub subscription.Subscription) (int64, error)
}

// CardStore stores cards.
type CardStore interface {
	SaveCard(ctx context.Context, accountID, operatorID int64, card payment.Card, at time.Time) error
}
