package ledger

import (
	"context"
	"math"
)

// pageSize is how many entries are read at once.
const pageSize = 2000

// walk passes the entries after those of the verifier to it, then to also, and returns how many are valid. broken is
// the first that is not; nil: all are.
func (s *Service) walk(
	ctx context.Context, v *Verifier, also func(Entry) error,
) (valid int64, broken *Broken, err error) {
	last := v.before.Sequence
	if last == 0 {
		last = math.MinInt64 // an entry may have been put before the first
	}
	for {
		page, err := s.store.EntriesAfter(ctx, v.head.OperatorID, last, pageSize)
		if err != nil {
			return valid, nil, err
		}
		for _, e := range page {
			if broken := v.Check(e); broken != nil {
				return valid, broken, nil
			}
			if also != nil {
				if err := also(e); err != nil {
					return valid, nil, err
				}
			}
			last = e.Sequence
			valid++
		}
		if len(page) < pageSize {
			return valid, v.End(), nil
		}
	}
}

// Verified is what verifying found of the ledger of one operator.
type Verified struct {
	OperatorID int64
	Entries    int64   // valid ones, up to the first that is not
	Seals      int     // that were compared
	Broken     *Broken // nil: the ledger is valid
}

// Verify checks the whole ledger of each operator, as the database has it: its chain, its own seals, those that were
// published before and kept elsewhere, and the statements of closed months.
func (s *Service) Verify(ctx context.Context, published []Seal) ([]Verified, error) {
	var found []Verified
	err := s.store.Snapshot(ctx, func(ctx context.Context) error {
		operators, err := s.store.BookedOperators(ctx)
		if err != nil {
			return err
		}
		found = make([]Verified, 0, len(operators))
		for _, operatorID := range withSealed(operators, published) {
			one, err := s.verify(ctx, operatorID, published)
			if err != nil {
				return err
			}
			found = append(found, one)
		}
		return nil
	})
	return found, err
}

func (s *Service) verify(ctx context.Context, operatorID int64, published []Seal) (Verified, error) {
	head, err := s.store.HeadOf(ctx, operatorID)
	if err != nil {
		return Verified{}, err
	}
	seals, err := s.store.SealsOf(ctx, operatorID)
	if err != nil {
		return Verified{}, err
	}
	for _, seal := range published {
		if seal.OperatorID == operatorID {
			seals = append(seals, seal)
		}
	}
	v := NewVerifier(Head{OperatorID: operatorID}, head, seals, s.keys)
	one := Verified{OperatorID: operatorID, Seals: len(seals)}
	var closings []Entry
	one.Entries, one.Broken, err = s.walk(ctx, v, func(e Entry) error {
		if e.Kind == MonthClosed {
			closings = append(closings, e)
		}
		return nil
	})
	if err == nil && one.Broken == nil {
		one.Broken, err = s.verifyClosed(ctx, operatorID, closings)
	}
	return one, err
}

// withSealed adds the operators of seals that the database does not know at all.
func withSealed(operators []int64, seals []Seal) []int64 {
	known := map[int64]bool{}
	for _, id := range operators {
		known[id] = true
	}
	for _, seal := range seals {
		if !known[seal.OperatorID] {
			known[seal.OperatorID] = true
			operators = append(operators, seal.OperatorID)
		}
	}
	return operators
}
