package tariff

import (
	"context"
	"time"

	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// TermPrice is what a term of a subscription tariff costs in one of its versions.
type TermPrice struct {
	Version int64
	Unit    pricing.Unit
	Amount  money.Cents
}

// TermPrice returns that of the tariff.
func (t Tariff) TermPrice() TermPrice { return TermPrice{t.Version, t.Unit, t.UnitPrice()} }

// SubscriberStore writes to subscribers.
type SubscriberStore interface {
	// TellPrice queues a letter to each subscriber of a tariff whose subscription renews by the unit of the price, and
	// who was last told another one; subscriptionID: to that one alone, whether it renews yet or not. It returns to how
	// many.
	TellPrice(ctx context.Context, tariffID, subscriptionID int64, price TermPrice, at time.Time) (int, error)
}

// tell queues letters about the price of a version that has just been stored, if it differs from the one before, and
// returns how many.
func (s *Service) tell(ctx context.Context, before, after Tariff, at time.Time) (int, error) {
	is, was := after.TermPrice(), before.TermPrice()
	if !after.Subscription || is.Unit == was.Unit && is.Amount == was.Amount {
		return 0, nil
	}
	return s.store.TellPrice(ctx, after.ID, 0, is, at)
}
