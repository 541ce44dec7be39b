package webhook

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	EndpointStore
	DeliveryStore
	security.EventStore
	MailStore
}

// EndpointStore stores endpoints.
type EndpointStore interface {
	// Endpoints lists the endpoints of an operator, oldest first, with their counts.
	Endpoints(ctx context.Context, operatorID int64) ([]Endpoint, error)
	// EndpointByID finds an endpoint, without its counts.
	EndpointByID(ctx context.Context, id int64) (Endpoint, error)
	// CountedEndpoint finds an endpoint, with its counts.
	CountedEndpoint(ctx context.Context, id int64) (Endpoint, error)
	// CountEndpoints counts the endpoints of an operator.
	CountEndpoints(ctx context.Context, operatorID int64) (int, error)
	// CreateEndpoint stores an endpoint and returns its id.
	CreateEndpoint(ctx context.Context, e Endpoint) (int64, error)
	// UpdateEndpoint stores what people set, the suspension and the secrets.
	UpdateEndpoint(ctx context.Context, e Endpoint) error
	// DeleteEndpoint deletes an endpoint for all other methods. Its deliveries are deleted later.
	DeleteEndpoint(ctx context.Context, id int64, at time.Time) error
	// SetHealth stores how the calls of an endpoint go; delivered: the last success, nil: unchanged.
	SetHealth(ctx context.Context, id int64, health Health, delivered *time.Time) error
	// SetDue ends a pause of an endpoint, and leaves the rest of its health.
	SetDue(ctx context.Context, id int64) error
	// Suspend suspends an active endpoint; it returns false when it is inactive or suspended already.
	Suspend(ctx context.Context, id int64, why Suspension, at time.Time) (bool, error)
	// DueEndpoints lists the endpoints of operators in service to which something may be sent now.
	DueEndpoints(ctx context.Context, now time.Time) ([]DueEndpoint, error)
}

// DeliveryStore stores deliveries.
type DeliveryStore interface {
	// AddDelivery stores a delivery that is due at once, whatever others of its object wait, and returns its id.
	AddDelivery(ctx context.Context, d Delivery) (int64, error)
	// Deliveries returns a page of the deliveries of an endpoint, newest first.
	Deliveries(ctx context.Context, filter Filter, window paging.Window) (paging.Page[Delivery], error)
	// DeliveryByID finds a delivery.
	DeliveryByID(ctx context.Context, id int64) (Delivery, error)
	// Attempts lists the attempts of a delivery, oldest first.
	Attempts(ctx context.Context, deliveryID int64) ([]Attempt, error)
	// DueDeliveries lists deliveries of an endpoint that are due and wait for no earlier one of their object, those that
	// have been due for longest first.
	DueDeliveries(ctx context.Context, endpointID int64, now time.Time, limit int) ([]Delivery, error)
	// SaveOutcomes stores the outcomes of calls. A delivery that is no longer pending keeps its state.
	SaveOutcomes(ctx context.Context, outcomes []Outcome) error
	// TellDelivered tells open screens that deliveries of an endpoint have changed.
	TellDelivered(ctx context.Context, e Endpoint, at time.Time) error
	// HurryDelivery makes a pending delivery due, ahead of its schedule, which does not advance; it returns false when it
	// is not pending.
	HurryDelivery(ctx context.Context, id int64, at time.Time) (bool, error)
	// HurryFailed makes the pending deliveries of an endpoint due that were last tried since the instant, as HurryDelivery
	// does.
	HurryFailed(ctx context.Context, endpointID int64, since, at time.Time) error
}

// MailStore queues mails.
type MailStore interface {
	// QueueWebhookMails queues a mail about an endpoint to each « Gestionnaire » of its operator and to who created it.
	QueueWebhookMails(ctx context.Context, kind outbox.Kind, endpointID int64, at time.Time) error
}

// Outcome is what became of a delivery by one call.
type Outcome struct {
	DeliveryID int64
	Attempt    Attempt
	State      State
	NextAt     *time.Time // nil: it is delivered or given up
}
