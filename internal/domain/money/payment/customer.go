package payment

import (
	"context"
	"time"

	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/pricing"
)

// Customer returns a customer whom the operator's application may read, with their card there; nil: they have none.
// fault.NotFound: there is no such customer.
func (s *Service) Customer(ctx context.Context, operatorID, accountID int64) (stay.Customer, *Card, error) {
	customer, err := stay.ReadableCustomer(ctx, s.store, accountID, operatorID)
	if err != nil {
		return customer, nil, err
	}
	card, err := s.store.CardOf(ctx, customer.ID, operatorID)
	switch {
	case fault.Is(err, fault.KindNotFound):
		return customer, nil, nil
	case err != nil:
		return customer, nil, err
	}
	return customer, &card, nil
}

// OfCustomer returns the payments at the operator of a customer whom its application may read, after a key (nil: the
// first), newest stay or term first. fault.NotFound: there is no such customer.
func (s *Service) OfCustomer(
	ctx context.Context, operatorID, accountID int64, after *paging.Key, limit int,
) (paging.Page[Details], error) {
	customer, err := stay.ReadableCustomer(ctx, s.store, accountID, operatorID)
	if err != nil {
		return paging.Page[Details]{}, err
	}
	return s.store.PaymentsOfCustomer(ctx, customer.ID, operatorID, after, limit)
}

// Owed returns what the payment comes to at an instant: during a stay, its price until then.
func (d Details) Owed(at time.Time) money.Cents {
	if d.Status == Running && d.Stay != nil {
		return d.Stay.PriceAt(at).Amount()
	}
	return d.Amount
}

// Lines explains an amount by the price of what is paid for, at an instant if it is under way. When they do not add up
// to it, as for a stay that was billed elsewhere, one line tells the amount.
func (d Details) Lines(amount money.Cents, at time.Time) []pricing.Line {
	single := func(label string) []pricing.Line {
		return []pricing.Line{{Label: label, Quantity: 1, UnitPrice: amount, Amount: amount}}
	}
	if d.Stay == nil {
		return single("Abonnement")
	}
	lines, sum := d.Stay.PriceAt(at).Lines(), money.Cents(0)
	for _, line := range lines {
		sum += line.Amount
	}
	if sum != amount {
		return single("Stationnement")
	}
	return lines
}
