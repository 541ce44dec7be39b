package tariff

import (
	"context"

	"consigne/internal/kernel/paging"
)

// Offer is a tariff as an operator's application shows it: who its beneficiaries are is not told.
type Offer struct {
	Tariff
	Reserved bool // it has beneficiaries
}

// OfferStore reads offers, without those that are archived, by id and with their periods.
type OfferStore interface {
	// OffersOf lists those of an operator, with sites.
	OffersOf(ctx context.Context, operatorID int64) ([]Offer, error)
	// OffersAt lists those that apply to a locker.
	OffersAt(ctx context.Context, lockerID int64) ([]Offer, error)
}

// Offers returns the tariffs of the operator that apply to a locker, after a key (nil: the first), by id. An operator
// has few tariffs: they are read whole.
func (s *Service) Offers(
	ctx context.Context, operatorID int64, after *paging.Key, limit int,
) (paging.Page[Offer], error) {
	list, err := s.store.OffersOf(ctx, operatorID)
	return offersAfter(list, after, limit), err
}

// offersAfter returns a page of the offers that apply somewhere. The others wait for somebody to finish them.
func offersAfter(list []Offer, after *paging.Key, limit int) paging.Page[Offer] {
	page := paging.Page[Offer]{Items: []Offer{}}
	for _, offer := range list {
		switch {
		case len(offer.Sites) == 0, after != nil && offer.ID <= after.ID:
		case len(page.Items) == limit:
			page.Next = &paging.Key{ID: page.Items[limit-1].ID}
			return page
		default:
			page.Items = append(page.Items, offer)
		}
	}
	return page
}

// OffersAt lists the tariffs that apply to a locker, by id.
func (s *Service) OffersAt(ctx context.Context, lockerID int64) ([]Offer, error) {
	return s.store.OffersAt(ctx, lockerID)
}
