package queue

import (
	"context"
	"slices"
	"time"

	"consigne/internal/domain/journal"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// Shown is how many parked items are listed; all are counted.
const Shown = 50

// Parked is an item that is tried no more until a person says so. It names nobody: the
// numbers lead to what it is about, within the rights of who follows them.
type Parked struct {
	Kind         Kind
	ID           int64
	OperatorID   int64 // 0: of none
	OperatorName string
	PaymentID    int64     // 0: it is about none
	AccountID    int64     // likewise
	StationID    int64     // likewise
	Since        time.Time // of the first failure
	LastAt       time.Time // of the last
	Tries        int
	Cause        Cause
}

// Object is what the item is about, as the journal names it.
func (p Parked) Object() journal.Object {
	switch p.Kind {
	case Payments, Presentations:
		return journal.Object{Kind: journal.KindPayment, ID: p.PaymentID}
	case Terms:
		return journal.Object{Kind: journal.KindSubscribed, ID: p.ID}
	case Limits:
		return journal.Object{Kind: journal.KindOccupation, ID: p.ID}
	case Silences:
		return journal.Object{Kind: journal.KindStation, ID: p.ID}
	case Mails, Retention:
		if p.AccountID != 0 {
			return journal.Object{Kind: journal.KindAccount, ID: p.AccountID}
		}
	}
	return journal.Object{Kind: journal.KindPlatform}
}

// DeskStore is what people at work on parked items need kept.
type DeskStore interface {
	journal.Recorder
	Atomically(ctx context.Context, act func(ctx context.Context) error) error

	// ParkedWork lists parked items that nobody has abandoned, longest failing first, at most
	// so many, and counts them all.
	ParkedWork(ctx context.Context, most int) ([]Parked, int, error)
	// ParkedItem finds one of them. fault.NotFound: it is none.
	ParkedItem(ctx context.Context, kind Kind, id int64) (Parked, error)
	// RetryWork makes a parked item free to be claimed; false: it is none.
	RetryWork(ctx context.Context, kind Kind, id int64) (bool, error)
	// AbandonWork has a parked item shown no more; false: it is none.
	AbandonWork(ctx context.Context, kind Kind, id int64, at time.Time) (bool, error)
}

// Desk is where administrators deal with parked items.
type Desk struct {
	store DeskStore
	clock clock.Clock
}

// NewDesk returns the desk on that store.
func NewDesk(store DeskStore, clock clock.Clock) *Desk { return &Desk{store, clock} }

const msgNotParked = "Cette tâche n'est plus en échec."

// Parked lists the items that wait for a person, longest failing first, at most [Shown], and
// counts them all.
func (d *Desk) Parked(ctx context.Context) ([]Parked, int, error) {
	return d.store.ParkedWork(ctx, Shown)
}

// Retry has a parked item tried once more, at the next round of its kind; if that fails it is
// parked again. fault.Conflict: it is not parked any more.
func (d *Desk) Retry(ctx context.Context, actor access.Actor, kind Kind, id int64) error {
	return d.act(ctx, actor, kind, id, journal.WorkRetried, func(ctx context.Context) (bool, error) {
		return d.store.RetryWork(ctx, kind, id)
	})
}

// Abandon gives a parked item up: it stays as it is, is not tried and not shown any more.
// fault.Conflict: it is not parked any more.
func (d *Desk) Abandon(ctx context.Context, actor access.Actor, kind Kind, id int64) error {
	return d.act(ctx, actor, kind, id, journal.WorkAbandoned, func(ctx context.Context) (bool, error) {
		return d.store.AbandonWork(ctx, kind, id, d.clock.Now())
	})
}

func (d *Desk) act(ctx context.Context, actor access.Actor, kind Kind, id int64, line journal.Action, do func(ctx context.Context) (bool, error)) error {
	if !slices.Contains(Kinds, kind) {
		return fault.Missing()
	}
	return d.store.Atomically(ctx, func(ctx context.Context) error {
		item, err := d.store.ParkedItem(ctx, kind, id)
		if fault.Is(err, fault.NotFound) {
			return fault.Refused(msgNotParked)
		}
		if err != nil {
			return err
		}
		first, err := do(ctx)
		if err != nil {
			return err
		}
		if !first {
			return fault.Refused(msgNotParked)
		}
		return d.store.Record(ctx, journal.Entry{
			At: d.clock.Now(), ActorID: actor.AccountID, OperatorID: item.OperatorID, StationID: item.StationID,
			Action: line, Object: item.Object(),
			Changes: map[string]any{"genre": kind, "tentatives": item.Tries, "cause": item.Cause},
		})
	})
}
