package stay

import (
	"context"

	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/paging"
)

// readable reports whether the operator's application may show the customer what is theirs: the operator knows the
// person, and not merely as one of its team.
func (c Customer) readable() bool { return c.Known && (c.Remembered || !c.Staff) }

// ReadableCustomer finds a customer whom the operator's application may read. fault.NotFound: there is no such one.
func ReadableCustomer(
	ctx context.Context, customers interface {
		CustomerOf(ctx context.Context, accountID, operatorID int64) (Customer, error)
	}, accountID, operatorID int64,
) (Customer, error) {
	customer, err := customers.CustomerOf(ctx, accountID, operatorID)
	if err == nil && !customer.readable() {
		err = fault.NotFound()
	}
	return customer, err
}

// OfCustomer returns the stays at the operator of a customer whom its application may read, after a key (nil: the
// first), newest first. fault.NotFound: there is no such customer.
func (s *Service) OfCustomer(
	ctx context.Context, operatorID, accountID int64, after *paging.Key, limit int,
) (paging.Page[Details], error) {
	customer, err := ReadableCustomer(ctx, s.store, accountID, operatorID)
	if err != nil {
		return paging.Page[Details]{}, err
	}
	return s.store.StaysOfCustomer(ctx, customer.ID, operatorID, after, limit)
}
