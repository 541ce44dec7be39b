// Package imports takes over what an operator's former system holds, from CSV files (docs/import.md), and compares the
// two systems (docs/adr/0073).
package imports

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/transaction"
)

// Kind is what the lines of a file are, as stored with their references.
type Kind string

// The kinds of file.
const (
	Stations      Kind = "station"
	Lockers       Kind = "casier"
	Tariffs       Kind = "tarif"
	Customers     Kind = "usager"
	Subscriptions Kind = "abonnement"
	Stays         Kind = "utilisation"
)

// Kinds lists the kinds of file in the order in which their lines may refer to those before.
var Kinds = []Kind{Stations, Lockers, Tariffs, Customers, Subscriptions, Stays}

// Reference is what an earlier line of a file became.
type Reference struct {
	ObjectID int64  // 0: there was no such line
	Digest   string // of its values
}

// Made is a line that was taken over, to be stored as a reference.
type Made struct {
	Text string // the reference in the former system
	Reference
}

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	ReferenceStore
	LockerStore
	PlaceStore
	TariffStore
	SubscriptionStore
	CustomerStore
	PaidStore
	payment.ImportStore
}

// ReferenceStore stores what the lines of files became.
type ReferenceStore interface {
	// LockOperator makes other imports of an operator in service wait until the end of the transaction.
	LockOperator(ctx context.Context, operatorID int64) error
	// References returns those of some references of an operator that are stored. Erased people have none.
	References(ctx context.Context, operatorID int64, kind Kind, texts []string) (map[string]Reference, error)
	// KeepReferences stores references, in place of those with the same text.
	KeepReferences(ctx context.Context, operatorID int64, kind Kind, made []Made) error
	// IsErased reports whether the reference is that of a customer whose data was erased.
	IsErased(ctx context.Context, operatorID int64, text string) (bool, error)
}

// LockerStore reads lockers.
type LockerStore interface {
	// LockerForStay finds a locker that is not archived.
	LockerForStay(ctx context.Context, id int64) (stay.Locker, error)
}

// PlaceStore reads which places of lockers are held.
type PlaceStore interface {
	// PlacesTaken lists the places of a locker that a stay holds at some instant between two.
	PlacesTaken(ctx context.Context, lockerID int64, from, to time.Time) ([]int, error)
	// HeldAfter reports whether a stay in the locker is open or ended after the instant.
	HeldAfter(ctx context.Context, lockerID int64, at time.Time) (bool, error)
}

// TariffStore reads tariffs.
type TariffStore interface {
	// TariffByID finds a tariff that is not archived, with its beneficiaries.
	TariffByID(ctx context.Context, id int64) (tariff.Tariff, error)
	// TariffsOfLocker lists the tariffs of a locker, with periods and beneficiaries.
	TariffsOfLocker(ctx context.Context, lockerID int64) ([]tariff.Tariff, error)
}

// SubscriptionStore stores subscriptions.
type SubscriptionStore interface {
	CreateSubscription(ctx context.Context, sub subscription.Subscription) (int64, error)
	// SubscribedTariffs lists the tariffs to which the account holds a subscription valid at the instant.
	SubscribedTariffs(ctx context.Context, accountID int64, at time.Time) ([]int64, error)
	// HeldTariffs is that of package subscription.
	HeldTariffs(ctx context.Context, accountID int64, from time.Time, until *time.Time) ([]int64, error)
}

// CustomerStore reads customers.
type CustomerStore interface {
	// CustomerOf finds an account that is not erased, with what the operator knows of it.
	CustomerOf(ctx context.Context, accountID, operatorID int64) (stay.Customer, error)
}

// PaidStore reads what was paid and what is due.
type PaidStore interface {
	// PaidStays returns stays with the status of their payments, by id.
	PaidStays(ctx context.Context, ids []int64) (map[int64]stay.Details, error)
	// DueOf returns what accounts owe an operator for stays; those that owe nothing are left out.
	DueOf(ctx context.Context, operatorID int64, accountIDs []int64) (map[int64]money.Cents, error)
	// VATRate returns the rate of an operator; 0: it is exempt.
	VATRate(ctx context.Context, operatorID int64) (money.Rate, error)
}

// Service takes over, and compares.
type Service struct {
	store    Store
	clock    clock.Clock
	stations *station.Service
	tariffs  *tariff.Service
	accounts *account.Service
}

// NewService returns a Service on the stores, whose lines are checked by the rules of the services.
func NewService(
	store Store, clock clock.Clock, stations *station.Service, tariffs *tariff.Service, accounts *account.Service,
) *Service {
	return &Service{store, clock, stations, tariffs, accounts}
}
