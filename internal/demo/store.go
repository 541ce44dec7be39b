package demo

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/hotline"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/availability"
	"consigne/internal/domain/places/intervention"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/leftbike"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/domain/stays/waiting"
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
	WaitStore
	LeftBikeStore
	SpanStore
	InterventionStore
	NoteStore
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
	// SetQuota stores how many subscriptions of a tariff are sold at a station.
	SetQuota(ctx context.Context, id, stationID int64, places *int64) error
}

// SubscriptionStore stores subscriptions.
type SubscriptionStore interface {
	CreateSubscription(ctx context.Context, sub subscription.Subscription) (int64, error)
	// SetSubscriptionStation stores where a subscription counts in the quota.
	SetSubscriptionStation(ctx context.Context, subscriptionID, stationID int64) error
	// GiveLocker makes a locker the place of a subscription; false: it is that of another one.
	GiveLocker(ctx context.Context, lockerID, subscriptionID int64, at time.Time) (bool, error)
}

// WaitStore stores who waits for a subscription.
type WaitStore interface {
	// AddWait stores who waits after all others.
	AddWait(ctx context.Context, wait waiting.Wait) (int64, error)
	// SaveWait replaces a wait, but for its position.
	SaveWait(ctx context.Context, wait waiting.Wait) error
}

// LeftBikeStore stores files about bicycles that were left.
type LeftBikeStore interface {
	AddLeftBike(ctx context.Context, file leftbike.File) (int64, error)
}

// SpanStore stores what could not be used, and what was promised of it.
type SpanStore interface {
	// ImportSpan stores a span with its rulings.
	ImportSpan(ctx context.Context, span availability.Span) error
	AddContract(ctx context.Context, contract availability.Contract) (int64, error)
}

// InterventionStore stores what has to be seen to.
type InterventionStore interface {
	// AddIntervention gives an intervention the next number of its operator and stores it.
	AddIntervention(ctx context.Context, i intervention.Intervention) (intervention.Intervention, error)
	AddInterventionLine(ctx context.Context, interventionID int64, line intervention.Line) error
}

// NoteStore stores notes of calls.
type NoteStore interface {
	CreateNote(ctx context.Context, note hotline.Note) (int64, error)
}

// CardStore stores cards.
type CardStore interface {
	SaveCard(ctx context.Context, accountID, operatorID int64, card payment.Card, at time.Time) error
}
