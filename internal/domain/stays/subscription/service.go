package subscription

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	webhook.Announcer
	SubscriptionStore
	NoticeStore
	EffectStore
	ListStore
	PlaceStore
	CustomerStore
	TariffStore
	CustomerMailStore
}

// SubscriptionStore stores subscriptions.
type SubscriptionStore interface {
	// SubscriptionsOf returns a page of an account's subscriptions at an operator (0: at all), newest
	// first, and the number of all of them.
	SubscriptionsOf(ctx context.Context, accountID, operatorID int64, offset, limit int) ([]Bought, int, error)
	// SubscriptionsOfCustomer returns the subscriptions of an account at an operator after a key (nil: the first), newest
	// first.
	SubscriptionsOfCustomer(
		ctx context.Context, accountID, operatorID int64, after *paging.Key, limit int,
	) (paging.Page[Bought], error)
	SubscriptionByID(ctx context.Context, id int64) (Bought, error)
	// CreateSubscription returns the new id.
	CreateSubscription(ctx context.Context, sub Subscription) (int64, error)
	// AdvanceSubscription stores the next term, the price and the end of a subscription, if its stored next term
	// is still before.NextTerm. It returns false when another call was first.
	AdvanceSubscription(ctx context.Context, before, after Subscription) (bool, error)
	// SaveEnd stores the end and the next term of a subscription that the transaction has read.
	SaveEnd(ctx context.Context, sub Subscription) error
	// HeldTariffs lists the tariffs to which the account holds a subscription, begun or to come, that is valid at some
	// time from the first instant on and before the second one (nil: ever).
	HeldTariffs(ctx context.Context, accountID int64, from time.Time, until *time.Time) ([]int64, error)
}

// CustomerStore stores what an operator knows of its customers.
type CustomerStore interface {
	// CustomerOf finds an account that is not erased, with what the operator knows of it.
	CustomerOf(ctx context.Context, accountID, operatorID int64) (stay.Customer, error)
	RememberCustomer(ctx context.Context, accountID, operatorID int64) error
}

// CustomerMailStore queues letters.
type CustomerMailStore interface {
	// QueueCustomerMail queues a mail to an account.
	QueueCustomerMail(ctx context.Context, m outbox.Mail) error
}

// TariffStore reads tariffs.
type TariffStore interface {
	// TariffByID finds a tariff that is not archived, with its beneficiaries.
	TariffByID(ctx context.Context, id int64) (tariff.Tariff, error)
}

// Bills makes the payments of terms. It is called in the transaction of what happens to the subscription.
type Bills interface {
	// BillTerm bills the next term. Whoever has no card at the first one has no days of grace.
	BillTerm(ctx context.Context, bought Bought, first bool) error
	// ReduceTerm lowers what is due for a term that is not settled to open of its days, and returns by how much.
	// fault.Conflict: the outcome of an attempt is not known yet.
	ReduceTerm(ctx context.Context, actor access.Actor, paymentID int64, open, days int) (money.Cents, error)
	// GiveBackTerm asks for the refund of left of the days of a term, of what was collected and not given back, and
	// returns how much that is.
	GiveBackTerm(ctx context.Context, actor access.Actor, paymentID int64, left, days int, comment string) (money.Cents,
		error)
	// CheckComment cleans a comment. fault.Invalid: there is none, or it holds what it must not.
	CheckComment(comment *string) error
}

// Service implements the package's operations for all callers.
type Service struct {
	store Store
	clock clock.Clock
	bills Bills

	// Waits is the waiting list of what is sold. It must be set before the service sells.
	Waits Waits
}

// Waits is the waiting list of tariffs. It is called in the transaction of a purchase.
type Waits interface {
	// Offer offers the free places of a tariff to those who wait first, so that nobody buys one before them.
	Offer(ctx context.Context, tariffID int64) error
	// Bought takes a buyer off the list of a tariff, with the place that was offered to them.
	Bought(ctx context.Context, accountID, tariffID int64) error
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock, bills Bills) *Service {
	return &Service{store: store, clock: clock, bills: bills}
}

const (
	msgFuture     = "Cet instant est dans le futur."
	msgTooFar     = "Un abonnement commence dans un an au plus tard."
	msgTooLate    = "Cet abonnement serait déjà échu."
	msgBanned     = "Cet utilisateur est banni."
	msgNoTerms    = "Cette condition tarifaire n'est pas un abonnement."
	msgReserved   = "Cet abonnement est réservé à d'autres usagers."
	msgNowhere    = "Cet abonnement ne donne accès à aucun casier."
	msgSubscribed = "Cet utilisateur a déjà cet abonnement."
	fieldStart    = "debut"
	fieldTariff   = "idTarif"
)

// OfAccount returns a page of an account's subscriptions at an operator (0: at all), newest first, and the
// number of all of them.
func (s *Service) OfAccount(
	ctx context.Context, accountID, operatorID int64, offset, limit int,
) ([]Bought, int, error) {
	return s.store.SubscriptionsOf(ctx, accountID, operatorID, offset, limit)
}

// ByID finds a subscription. fault.NotFound: there is none.
func (s *Service) ByID(ctx context.Context, id int64) (Bought, error) {
	return s.store.SubscriptionByID(ctx, id)
}

// OfCustomer returns the subscriptions at the operator of a customer whom its application may read, after a key (nil:
// the first), newest first. fault.NotFound: there is no such customer.
func (s *Service) OfCustomer(
	ctx context.Context, operatorID, accountID int64, after *paging.Key, limit int,
) (paging.Page[Bought], error) {
	customer, err := stay.ReadableCustomer(ctx, s.store, accountID, operatorID)
	if err != nil {
		return paging.Page[Bought]{}, err
	}
	return s.store.SubscriptionsOfCustomer(ctx, customer.ID, operatorID, after, limit)
}

// Order is what somebody buys.
type Order struct {
	AccountID, TariffID int64
	StationID           int64      // where it counts in the quota; 0: not told
	LockerID            int64      // the place of one's own; 0: none
	StartsAt            *time.Time // nil: now
	Renewed             bool
}

// Subscribe sells a subscription tariff of the operator to a customer that it knows. Its start may be in the past but
// by less than a term, or within a year; the first term is billed then. fault.Conflict: the customer is banned, has a
// subscription to the tariff at the same time, or is not among its beneficiaries, or no locker has the tariff, or it is
// sold out, or its locker is not free. It may be part of the caller's transaction.
func (s *Service) Subscribe(ctx context.Context, operatorID int64, order Order) (Bought, error) {
	now := s.clock.Now()
	starts := now
	if order.StartsAt != nil {
		starts = order.StartsAt.UTC().Truncate(time.Millisecond)
	}
	if starts.After(now.In(clock.Paris).AddDate(1, 0, 0)) {
		return Bought{}, fault.Invalid(fieldStart, msgTooFar)
	}
	var bought Bought
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		customer, err := s.store.CustomerOf(ctx, order.AccountID, operatorID)
		if err != nil {
			return err
		}
		sold, err := s.store.TariffByID(ctx, order.TariffID)
		if err != nil {
			return err
		}
		if !customer.Known || sold.OperatorID != operatorID {
			return fault.NotFound()
		}
		bought = Bought{Tariff: sold, Subscription: Subscription{
			OperatorID: operatorID, AccountID: customer.ID, TariffID: sold.ID, TariffVersion: sold.Version,
			Test:     customer.Staff,
			StartsAt: starts, Renewed: order.Renewed, NextAt: &starts,
		}}
		until := bought.unlessRenewed()
		if starts.After(now) {
			bought.EndsAt = until
		}
		held, err := s.store.HeldTariffs(ctx, customer.ID, starts, until)
		if err != nil {
			return err
		}
		if err := maySubscribe(bought, customer, held, now); err != nil {
			return err
		}
		if err := s.place(ctx, &bought, order, now); err != nil {
			return err
		}
		if bought.ID, err = s.store.CreateSubscription(ctx, bought.Subscription); err != nil {
			return err
		}
		if order.LockerID != 0 {
			if err := s.giveLocker(ctx, access.Actor{}, bought, order.LockerID); err != nil {
				return err
			}
		}
		if err := s.store.RememberCustomer(ctx, customer.ID, operatorID); err != nil {
			return err
		}
		if err := s.record(ctx, audit.Subscribed, 0, bought,
			map[string]any{"tarif": sold.ID, "debut": clock.Written(starts), "reconductible": order.Renewed}); err != nil {
			return err
		}
		if !starts.After(now) {
			if err := s.begin(ctx, bought, bought, webhook.SubscriptionStarted); err != nil {
				return err
			}
		}
		bought, err = s.store.SubscriptionByID(ctx, bought.ID)
		return err
	})
	return bought, err
}

// unlessRenewed returns the end of a subscription to be bought, which is that of its first term; nil: it is renewed.
func (b Bought) unlessRenewed() *time.Time {
	if b.Renewed {
		return nil
	}
	return new(b.Term(1).UTC())
}

func maySubscribe(b Bought, customer stay.Customer, held []int64, now time.Time) error {
	if !b.Tariff.Subscription {
		return fault.Invalid(fieldTariff, msgNoTerms)
	}
	if !b.Term(1).After(now) {
		return fault.Invalid(fieldStart, msgTooLate)
	}
	switch {
	case !customer.Active:
		return fault.Conflict(msgBanned)
	case !b.Tariff.Admits(customer.Email):
		return fault.Conflict(msgReserved)
	case len(b.Tariff.Sites) == 0:
		return fault.Conflict(msgNowhere)
	}
	for _, id := range held {
		if id == b.TariffID {
			return fault.Conflict(msgSubscribed)
		}
	}
	return nil
}
