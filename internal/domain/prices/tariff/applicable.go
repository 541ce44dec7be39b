package tariff

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Customer holds what the choice of a tariff needs to know about the customer.
type Customer struct {
	Email      string  // empty: unknown
	Subscribed []int64 // the tariffs to which the customer holds a subscription valid at the start
}

// Choose returns the tariff of a stay (docs/rules.md#which-tariff): one to which the customer has
// subscribed, else one reserved to the customer, else one for everybody; among those, the one with the
// cheapest unit, then the smallest id. False: none applies.
func Choose(candidates []Tariff, customer Customer, start time.Time) (Tariff, bool) {
	rank := func(t Tariff) int {
		switch {
		case t.Subscription:
			return 0
		case t.reserved():
			return 1
		}
		return 2
	}
	applicable := []Tariff{}
	for _, t := range candidates {
		if t.Within(start) && t.Admits(customer.Email) && (!t.Subscription || slices.Contains(customer.Subscribed, t.ID)) {
			applicable = append(applicable, t)
		}
	}
	if len(applicable) == 0 {
		return Tariff{}, false
	}
	return slices.MinFunc(applicable, func(a, b Tariff) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.UnitPrice(), b.UnitPrice()), cmp.Compare(a.ID, b.ID))
	}), true
}

// OfLocker holds the tariffs that may apply to a locker.
type OfLocker struct {
	Applied *Tariff  // the tariff for an unknown customer who comes now; nil: none
	Others  []Tariff // sorted by admin label
}

// All returns all these tariffs by admin label.
func (o OfLocker) All() []Tariff {
	all := slices.Clone(o.Others)
	if o.Applied != nil {
		all = append(all, *o.Applied)
	}
	slices.SortFunc(all, ByLabel)
	return all
}

// AtStation returns, by locker id, the tariffs that may apply to each locker of a station, with periods
// and beneficiaries.
func (s *Service) AtStation(ctx context.Context, stationID int64) (map[int64]OfLocker, error) {
	tariffs, ofLockers, err := s.store.TariffsAtStation(ctx, stationID)
	if err != nil {
		return nil, err
	}
	byID := map[int64]Tariff{}
	for _, t := range tariffs {
		byID[t.ID] = t
	}
	now, result := s.clock.Now(), map[int64]OfLocker{}
	for lockerID, ids := range ofLockers {
		candidates := []Tariff{}
		for _, id := range ids {
			if t, listed := byID[id]; listed { // a tariff created between the two reads is not in byID
				candidates = append(candidates, t)
			}
		}
		result[lockerID] = split(candidates, now)
	}
	return result, nil
}

// AtLocker returns the tariffs that may apply to one locker, with periods and beneficiaries.
func (s *Service) AtLocker(ctx context.Context, lockerID int64) (OfLocker, error) {
	candidates, err := s.store.TariffsOfLocker(ctx, lockerID)
	return split(candidates, s.clock.Now()), err
}

func split(candidates []Tariff, now time.Time) OfLocker {
	result := OfLocker{Others: []Tariff{}}
	applied, found := Choose(candidates, Customer{}, now)
	if found {
		result.Applied = &applied
	}
	for _, t := range candidates {
		if !found || t.ID != applied.ID {
			result.Others = append(result.Others, t)
		}
	}
	slices.SortFunc(result.Others, ByLabel)
	return result
}
