package subscription

import (
	"context"
	"time"

	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/pricing"
)

// Filter selects subscriptions of an operator. Other zero values select all, and several conditions narrow together.
type Filter struct {
	OperatorID   int64
	WithoutTests bool
	Search       string // each word must match a name or the e-mail of the person
	States       []State
	TariffIDs    []int64
	StationIDs   []int64 // whose tariff has a locker there today
	Renewed      *bool   // whether another term follows the one under way; nil: either
	StartsFrom   *time.Time
	StartsBefore *time.Time
	NextFrom     *time.Time // when the next term begins
	NextBefore   *time.Time
	Now          time.Time // at which the states are those of the filter
}

// Shown returns the total to show, and whether there are more than paging.MostCounted.
func (f Filter) Shown(total int) (shown int, capped bool) {
	return min(total, paging.MostCounted), total > paging.MostCounted
}

// Listed is a subscription as lists show it.
type Listed struct {
	Bought
	Account  stay.Account
	Stations []Station // where its tariff applies today, by name
}

// Station is a station that a tariff opens.
type Station struct {
	ID   int64
	Name string
}

// ListStore finds the subscriptions of a filter.
type ListStore interface {
	// Subscriptions returns a page of them, newest first, and the number of all: paging.MostCounted + 1 if there are
	// more.
	Subscriptions(ctx context.Context, filter Filter, offset, limit int) ([]Listed, int, error)
	// ListedSubscription finds one; fault.NotFound.
	ListedSubscription(ctx context.Context, id int64) (Listed, error)
	// Renewing counts, by the version of their tariff, those that renew, without tests.
	Renewing(ctx context.Context, filter Filter) ([]Renewing, error)
	// ExportSubscriptions passes all of them to batch, newest first.
	ExportSubscriptions(ctx context.Context, filter Filter, batch func([]Listed) error) error
}

// Renewing counts subscriptions that have begun and renew, of one price.
type Renewing struct {
	Terms pricing.Terms
	Count int64
}

// MonthlyPrice returns the price of a month of a subscription tariff: of one by the year, its twelfth, rounded half up.
func MonthlyPrice(terms pricing.Terms) money.Cents {
	if terms.Unit == pricing.Year {
		return (terms.UnitPrice() + 6) / 12
	}
	return terms.UnitPrice()
}

// Page is a page of the subscriptions of a filter.
type Page struct {
	Items   []Listed
	Total   int         // as Filter.Shown expects it
	Revenue money.Cents // monthly, of those of the filter that renew
}

// List returns a page of the subscriptions of a filter, newest first.
func (s *Service) List(ctx context.Context, filter Filter, offset, limit int) (page Page, err error) {
	filter.Now = s.clock.Now()
	if page.Items, page.Total, err = s.store.Subscriptions(ctx, filter, offset, limit); err != nil {
		return Page{}, err
	}
	renewing, err := s.store.Renewing(ctx, filter)
	for _, r := range renewing {
		page.Revenue += MonthlyPrice(r.Terms) * money.Cents(r.Count)
	}
	return page, err
}

// Listed returns a subscription as lists show it. fault.NotFound: there is none.
func (s *Service) Listed(ctx context.Context, id int64) (Listed, error) {
	return s.store.ListedSubscription(ctx, id)
}

// Export passes the subscriptions of a filter to batch, newest first.
func (s *Service) Export(ctx context.Context, filter Filter, batch func([]Listed) error) error {
	filter.Now = s.clock.Now()
	return s.store.ExportSubscriptions(ctx, filter, batch)
}
