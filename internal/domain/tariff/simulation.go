package tariff

import (
	"cmp"
	"context"
	"slices"
	"time"

	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// Simulation is what a stay would cost, and how its price grows.
type Simulation struct {
	pricing.Quote
	Curve   []pricing.Point
	Horizon int64 // how many minutes the curve goes on
}

const msgEndFirst = "La fin de l'occupation ne peut précéder son début"

// Simulate prices an imagined stay. fault.Invalid: it ends before it starts.
func Simulate(terms pricing.Terms, start, end time.Time) (Simulation, error) {
	quote, err := pricing.Price(terms, start, end)
	if err != nil {
		return Simulation{}, fault.At("dateFinSimulation", msgEndFirst)
	}
	minutes := horizon(terms, quote.Total)
	return Simulation{quote, pricing.Curve(terms, minutes), minutes}, nil
}

// horizon shows the whole stay, and goes no further than the removal.
func horizon(terms pricing.Terms, total time.Duration) int64 {
	if terms.RemovalAfter != nil {
		return terms.Horizon()
	}
	return max(terms.Horizon(), int64(total/time.Minute)+1)
}

// Stay is a stay that ended, as far as a comparison needs.
type Stay struct {
	ID          int64
	StationName string
	LockerName  string
	StartedAt   time.Time
	EndedAt     time.Time
	Price       money.Cents
}

// Change is what a stay cost and would have cost.
type Change struct {
	Stay
	Then money.Cents
}

// Comparison is what the last stays under a tariff cost, and would have cost
// under other terms.
type Comparison struct {
	Stays   int
	Now     money.Cents
	Then    money.Cents
	Largest []Change // the largest differences first
}

const (
	comparedStays  = 100
	largestChanges = 5
)

// Compare tells what the last 100 stays under the tariff would have cost under the
// terms. Nothing is changed.
func (s *Service) Compare(ctx context.Context, id int64, terms pricing.Terms) (Comparison, error) {
	valid, err := ValidateTerms(terms)
	if err != nil {
		return Comparison{}, err
	}
	stays, err := s.store.LastStays(ctx, id, comparedStays)
	if err != nil {
		return Comparison{}, err
	}
	result := Comparison{Stays: len(stays)}
	changes := []Change{}
	for _, stay := range stays {
		quote, err := pricing.Price(valid, stay.StartedAt, stay.EndedAt)
		if err != nil {
			return Comparison{}, err
		}
		result.Now += stay.Price
		result.Then += quote.Amount()
		if quote.Amount() != stay.Price {
			changes = append(changes, Change{stay, quote.Amount()})
		}
	}
	slices.SortStableFunc(changes, func(a, b Change) int { return cmp.Compare(b.size(), a.size()) })
	result.Largest = changes[:min(largestChanges, len(changes))]
	return result, nil
}

func (c Change) size() money.Cents { return max(c.Then-c.Price, c.Price-c.Then) }
