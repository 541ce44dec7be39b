// Package ownership says which operator an object belongs to, and whether a caller may know of the
// object or name the operator (docs/rules.md#rights).
package ownership

import (
	"context"
	"fmt"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Kind is a kind of object that belongs to an operator.
type Kind int

// The kinds of object. Periods and beneficiaries belong to the operator of their tariff.
const (
	Station Kind = iota + 1
	Locker
	Stay
	Tariff
	Period
	Beneficiary
	Contact
	Payment
	Subscription
	Wait
	LeftBike
	Document
	Replay
	Batch
	Webhook
	WebhookDelivery
	Span
	Intervention
)

// Store is the storage that the service needs. Methods that return the operator of an object return
// fault.NotFound for an object that does not exist.
type Store interface {
	OperatorStore
	StationStore
	LockerStore
	StayStore
	TariffStore
	ContactStore
	PaymentStore
	SubscriptionStore
	WaitStore
	LeftBikeStore
	DocumentStore
	ReplayStore
	WebhookStore
	SpanStore
	InterventionStore
}

// OperatorStore reads operators.
type OperatorStore interface {
	// OperatorExists reports whether the operator is in service.
	OperatorExists(ctx context.Context, id int64) (bool, error)
}

// StationStore reads the operators of stations.
type StationStore interface {
	StationOperator(ctx context.Context, id int64) (int64, error)
}

// LockerStore reads the operators of lockers.
type LockerStore interface {
	LockerOperator(ctx context.Context, id int64) (int64, error)
}

// StayStore reads the operators of stays.
type StayStore interface {
	StayOperator(ctx context.Context, id int64) (int64, error)
}

// TariffStore reads the operators of tariffs, by tariff, period or beneficiary.
type TariffStore interface {
	TariffOperator(ctx context.Context, id int64) (int64, error)
	PeriodOperator(ctx context.Context, id int64) (int64, error)
	BeneficiaryOperator(ctx context.Context, id int64) (int64, error)
}

// SpanStore reads the operators of spans of unavailability.
type SpanStore interface {
	SpanOperator(ctx context.Context, id int64) (int64, error)
}

// ContactStore reads the operators of contacts.
type ContactStore interface {
	ContactOperator(ctx context.Context, id int64) (int64, error)
}

// PaymentStore reads the operators of payments.
type PaymentStore interface {
	PaymentOperator(ctx context.Context, id int64) (int64, error)
}

// SubscriptionStore reads the operators of subscriptions.
type SubscriptionStore interface {
	SubscriptionOperator(ctx context.Context, id int64) (int64, error)
}

// WaitStore reads the operators of waits.
type WaitStore interface {
	WaitOperator(ctx context.Context, id int64) (int64, error)
}

// LeftBikeStore reads the operators of files about bicycles that were left.
type LeftBikeStore interface {
	LeftBikeOperator(ctx context.Context, id int64) (int64, error)
}

// DocumentStore reads the operators of receipts and credit notes.
type DocumentStore interface {
	DocumentOperator(ctx context.Context, id int64) (int64, error)
}

// ReplayStore reads the operators of replays and batches of refunds.
type ReplayStore interface {
	ReplayOperator(ctx context.Context, id int64) (int64, error)
	BatchOperator(ctx context.Context, id int64) (int64, error)
}

// WebhookStore reads the operators of endpoints of webhooks and of their deliveries.
type WebhookStore interface {
	EndpointOperator(ctx context.Context, id int64) (int64, error)
	DeliveryOperator(ctx context.Context, id int64) (int64, error)
}

// InterventionStore reads the operators of interventions.
type InterventionStore interface {
	InterventionOperator(ctx context.Context, id int64) (int64, error)
}

// Service finds operators and applies the scope of a caller.
type Service struct{ store Store }

// NewService returns a Service on the store.
func NewService(store Store) *Service { return &Service{store: store} }

// Of returns the operator of an object. fault.NotFound: the object does not exist, or the actor is no
// staff of its operator and must not learn that it exists.
func (s *Service) Of(ctx context.Context, actor access.Actor, kind Kind, id int64) (int64, error) {
	operatorID, err := s.find(ctx, kind, id)
	if err != nil {
		return 0, err
	}
	if !actor.StaffAt(operatorID) {
		return 0, fault.NotFound()
	}
	return operatorID, nil
}

func (s *Service) find(ctx context.Context, kind Kind, id int64) (int64, error) {
	switch kind {
	case Station:
		return s.store.StationOperator(ctx, id)
	case Locker:
		return s.store.LockerOperator(ctx, id)
	case Stay:
		return s.store.StayOperator(ctx, id)
	case Tariff:
		return s.store.TariffOperator(ctx, id)
	case Period:
		return s.store.PeriodOperator(ctx, id)
	case Beneficiary:
		return s.store.BeneficiaryOperator(ctx, id)
	case Contact:
		return s.store.ContactOperator(ctx, id)
	case Payment:
		return s.store.PaymentOperator(ctx, id)
	case Subscription:
		return s.store.SubscriptionOperator(ctx, id)
	case Wait:
		return s.store.WaitOperator(ctx, id)
	case LeftBike:
		return s.store.LeftBikeOperator(ctx, id)
	case Document:
		return s.store.DocumentOperator(ctx, id)
	case Replay:
		return s.store.ReplayOperator(ctx, id)
	case Batch:
		return s.store.BatchOperator(ctx, id)
	case Webhook:
		return s.store.EndpointOperator(ctx, id)
	case WebhookDelivery:
		return s.store.DeliveryOperator(ctx, id)
	case Span:
		return s.store.SpanOperator(ctx, id)
	case Intervention:
		return s.store.InterventionOperator(ctx, id)
	}
	return 0, fmt.Errorf("no operator of an object of kind %d", kind)
}

// CheckNamed checks an operator that the actor named. fault.Forbidden: the actor is no staff there.
// fault.NotFound: the operator does not exist or has been archived.
func (s *Service) CheckNamed(ctx context.Context, actor access.Actor, operatorID int64) error {
	if !actor.StaffAt(operatorID) {
		return fault.Forbidden()
	}
	return s.CheckInService(ctx, operatorID)
}

// CheckInService returns fault.NotFound if the operator does not exist or has been archived.
func (s *Service) CheckInService(ctx context.Context, operatorID int64) error {
	exists, err := s.store.OperatorExists(ctx, operatorID)
	if err == nil && !exists {
		return fault.NotFound()
	}
	return err
}
