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

// Simulation is the price of an imagined stay, with the curve of prices by duration.
type Simulation struct {
	pricing.Quote
	Curve   []pricing.Point
	Horizon int64 // the last minute that the curve covers
}

const msgEndFirst = "La fin de l'occupation ne peut précéder son début"

// Simulate computes the price of an imagined stay. fault.Invalid: it ends before it starts.
func Simulate(terms pricing.Terms, start, end time.Time) (Simulation, error) {
	quote, err := pricing.Price(terms, start, end)
	if err != nil {
		return Simulation{}, fault.Invalid("dateFinSimulation", msgEndFirst)
	}
	minutes := horizon(terms, quote.Total)
	return Simulation{quote, pricing.Curve(terms, minutes), minutes}, nil
}

// horizon returns how many minutes the curve must cover: the whole stay, but not beyond the removal
// limit.
func horizon(terms pricing.Terms, total time.Duration) int64 {
	if terms.RemovalAfter != nil {
		return terms.Horizon()
	}
	return max(terms.Horizon(), int64(total/time.Minute)+1)
}

// Stay is a stay that ended, with the data that a comparison needs.
type Stay struct {
	ID          int64
	StationName string
	LockerName  string
	StartedAt   time.Time
	EndedAt     time.Time
	Price       money.Cents
}

// Change is a stay with the price that it would have had under other terms.
type Change struct {
	Stay
	Then money.Cents
}

// Comparison compares the total price of the last stays under a tariff with their total under other
// terms.
type Comparison struct {
	Stays   int
	Now     money.Cents
	Then    money.Cents
	Largest []Change // largest differences first
}

const (
	comparedStays  = 100
	largestChanges = 5
)

// Compare computes what the last 100 ended stays under the tariff would have cost under the given
// terms, without stays made free. It changes nothing.
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
