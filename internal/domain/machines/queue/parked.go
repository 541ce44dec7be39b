package queue

import (
	"context"
	"slices"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
)

// Shown is the maximum number of parked items listed; all are counted.
const Shown = 50

// Parked is an item that is not tried again until an administrator retries it. It holds no names: its
// numbers refer to the objects concerned, which each reader sees within their own rights.
type Parked struct {
	Kind         Kind
	ID           int64
	OperatorID   int64 // 0: none
	OperatorName string
	PaymentID    int64     // 0: none
	AccountID    int64     // 0: none
	StationID    int64     // 0: none
	Since        time.Time // time of the first failure
	LastAt       time.Time // time of the last failure
	Tries        int
	Cause        Cause
}

// Object returns the object of the item for the audit log.
func (p Parked) Object() audit.Object {
	switch p.Kind {
	case Payments, Attempts:
		return audit.Object{Kind: audit.KindPayment, ID: p.PaymentID}
	case Terms:
		return audit.Object{Kind: audit.KindSubscription, ID: p.ID}
	case Limits:
		return audit.Object{Kind: audit.KindStay, ID: p.ID}
	case Silences:
		return audit.Object{Kind: audit.KindStation, ID: p.ID}
	case Webhooks:
		return audit.Object{Kind: audit.KindWebhook, ID: p.ID}
	case Mails, Retention:
		if p.AccountID != 0 {
			return audit.Object{Kind: audit.KindAccount, ID: p.AccountID}
		}
	}
	return audit.Object{Kind: audit.KindPlatform}
}

// DeskStore is the storage that ParkedService needs.
type DeskStore interface {
	transaction.Runner
	audit.Recorder
	ParkedStore
}

// ParkedStore stores parked items.
type ParkedStore interface {
	// ParkedWork lists parked items that are not abandoned, longest failing first and up to the number
	// most, and returns the number of all of them.
	ParkedWork(ctx context.Context, most int) ([]Parked, int, error)
	// ParkedItem finds a parked item. fault.NotFound: the item is not parked.
	ParkedItem(ctx context.Context, kind Kind, id int64) (Parked, error)
	// RetryWork makes a parked item available to claims; it returns false when the item is not parked.
	RetryWork(ctx context.Context, kind Kind, id int64) (bool, error)
	// AbandonWork hides a parked item for good; it returns false when the item is not parked.
	AbandonWork(ctx context.Context, kind Kind, id int64, at time.Time) (bool, error)
}

// AttemptStopper changes a payment whose next attempt is given up.
type AttemptStopper interface {
	// StopAttempts leaves a payment between two attempts to staff, within the caller's transaction. Other
	// payments stay as they are.
	StopAttempts(ctx context.Context, actor access.Actor, paymentID int64) error
}

// ParkedService lets administrators handle parked items.
type ParkedService struct {
	store    DeskStore
	clock    clock.Clock
	payments AttemptStopper
}

// NewParkedService returns a ParkedService on the stores.
func NewParkedService(store DeskStore, clock clock.Clock, debts AttemptStopper) *ParkedService {
	return &ParkedService{store, clock, debts}
}

const (
	msgNotParked   = "Cette tâche n'est plus en échec."
	msgMustBeKnown = "Cette tâche ne peut être abandonnée : l'issue de la présentation doit être connue du prestataire de paiement. Veuillez la relancer."
)

// Parked lists at most [Shown] parked items, longest failing first, and returns the number of all of
// them.
func (d *ParkedService) Parked(ctx context.Context) ([]Parked, int, error) {
	return d.store.ParkedWork(ctx, Shown)
}

// Retry makes a parked item run once more, in the next round of its kind; if that fails, it is parked
// again. fault.Conflict: the item is no longer parked.
func (d *ParkedService) Retry(ctx context.Context, actor access.Actor, kind Kind, id int64) error {
	return d.act(ctx, actor, kind, id, audit.WorkRetried, func(ctx context.Context) (bool, error) {
		return d.store.RetryWork(ctx, kind, id)
	})
}

// Abandon gives a parked item up: it is not tried and not shown any more. Its object stays as it is, except
// that a payment between two attempts is left to staff. fault.Conflict: the item is not parked any more, or
// is an attempt, of which it has to be known whether the money was taken.
func (d *ParkedService) Abandon(ctx context.Context, actor access.Actor, kind Kind, id int64) error {
	return d.act(ctx, actor, kind, id, audit.WorkAbandoned, func(ctx context.Context) (bool, error) {
		switch kind {
		case Attempts:
			return false, fault.Conflict(msgMustBeKnown)
		case Payments:
			if err := d.payments.StopAttempts(ctx, actor, id); err != nil {
				return false, err
			}
		}
		return d.store.AbandonWork(ctx, kind, id, d.clock.Now())
	})
}

func (d *ParkedService) act(
	ctx context.Context, actor access.Actor, kind Kind, id int64, line audit.Action,
	do func(ctx context.Context) (bool, error),
) error {
	if !slices.Contains(Kinds, kind) {
		return fault.NotFound()
	}
	return d.store.Atomically(ctx, func(ctx context.Context) error {
		item, err := d.store.ParkedItem(ctx, kind, id)
		if fault.Is(err, fault.KindNotFound) {
			return fault.Conflict(msgNotParked)
		}
		if err != nil {
			return err
		}
		first, err := do(ctx)
		if err != nil {
			return err
		}
		if !first {
			return fault.Conflict(msgNotParked)
		}
		return d.store.Record(ctx, audit.Entry{
			At: d.clock.Now(), ActorID: actor.AccountID, OperatorID: item.OperatorID, StationID: item.StationID,
			Action: line, Object: item.Object(),
			Changes: map[string]any{"genre": kind, "tentatives": item.Tries, "cause": item.Cause},
		})
	})
}
