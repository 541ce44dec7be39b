package ledger

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"consigne/internal/kernel/clock"
)

// pageSize is how many entries are read at once.
const pageSize = 2000

// walk passes the entries after those of the verifier to it, then each page to also, and returns how many are valid.
// broken is the first thing that is not; nil: all is.
func (s *Service) walk(
	ctx context.Context, v *Verifier, also func(page []Entry) (*Broken, error),
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
			last = e.Sequence
			valid++
		}
		if broken, err := also(page); err != nil || broken != nil {
			return valid, broken, err
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

// Follower checks what follows from the entries of an operator.
type Follower interface {
	// Page is passed the valid entries in order.
	Page(ctx context.Context, entries []Entry) (*Broken, error)
	// End is called after the last, with the events that wait to be chained.
	End(ctx context.Context, waiting []Entry) (*Broken, error)
}

type nothingElse struct{}

func (nothingElse) Page(context.Context, []Entry) (*Broken, error) { return nil, nil }
func (nothingElse) End(context.Context, []Entry) (*Broken, error)  { return nil, nil }

// Verify checks the whole ledger of each operator, as the database has it: its chain, its own seals, those that were
// published before and kept elsewhere, and the statements of closed months; then what follows from it. others are
// operators that have money, whether the ledger knows them or not. follower may be nil: nothing else is checked.
func (s *Service) Verify(
	ctx context.Context, published []Seal, others []int64, follower func(operatorID int64) Follower,
) ([]Verified, error) {
	var found []Verified
	err := s.store.Snapshot(ctx, func(ctx context.Context) error {
		operators, err := s.store.BookedOperators(ctx)
		if err != nil {
			return err
		}
		for _, seal := range published {
			others = append(others, seal.OperatorID)
		}
		operators = append(operators, others...)
		slices.Sort(operators)
		operators = slices.Compact(operators)
		found = make([]Verified, 0, len(operators))
		for _, operatorID := range operators {
			var also Follower = nothingElse{}
			if follower != nil {
				also = follower(operatorID)
			}
			one, err := s.verify(ctx, operatorID, published, also)
			if err != nil {
				return err
			}
			found = append(found, one)
		}
		return nil
	})
	return found, err
}

func (s *Service) verify(ctx context.Context, operatorID int64, published []Seal, follower Follower) (Verified, error) {
	head, err := s.store.HeadOf(ctx, operatorID)
	if err != nil {
		return Verified{}, err
	}
	seals, err := s.store.SealsOf(ctx, operatorID)
	if err != nil {
		return Verified{}, err
	}
	own := seals
	for _, seal := range published {
		if seal.OperatorID == operatorID {
			seals = append(seals, seal)
		}
	}
	v := NewVerifier(Head{OperatorID: operatorID}, head, seals, s.keys)
	one := Verified{OperatorID: operatorID, Seals: len(seals)}
	var closings []Entry
	one.Entries, one.Broken, err = s.walk(ctx, v, func(page []Entry) (*Broken, error) {
		for _, e := range page {
			if e.Kind == MonthClosed {
				closings = append(closings, e)
			}
		}
		return follower.Page(ctx, page)
	})
	if err == nil && one.Broken == nil {
		one.Broken, err = s.verifyEnd(ctx, operatorID, closings, follower)
	}
	if err == nil && one.Broken == nil {
		one.Broken = gone(own, seals[len(own):])
	}
	return one, err
}

// gone returns that a seal that was published is no longer stored, or nil.
func gone(own, published []Seal) *Broken {
	days := map[clock.Day]bool{}
	for _, seal := range own {
		days[seal.Day] = true
	}
	for _, seal := range published {
		if !days[seal.Day] {
			return &Broken{
				OperatorID: seal.OperatorID, Sequence: seal.Sequence, Reason: fmt.Sprintf(whySealGone, seal.Day),
			}
		}
	}
	return nil
}

const (
	waitingEvent = "événement « %s » du paiement n° %d"
	whyWaiting   = "il a été changé avant d'être inscrit au registre"
)

func (s *Service) verifyEnd(
	ctx context.Context, operatorID int64, closings []Entry, follower Follower,
) (*Broken, error) {
	waiting, err := s.store.AllWaiting(ctx, operatorID)
	if err != nil {
		return nil, err
	}
	for _, e := range waiting {
		if e.changed() {
			subject := fmt.Sprintf(waitingEvent, e.Kind, e.PaymentID)
			return &Broken{OperatorID: operatorID, Subject: subject, Reason: whyWaiting}, nil
		}
	}
	if broken, err := s.verifyClosed(ctx, operatorID, closings, waiting); err != nil || broken != nil {
		return broken, err
	}
	return follower.End(ctx, waiting)
}

// HeadBefore returns where the chain of an operator stood before the first entry from an instant on.
func (s *Service) HeadBefore(ctx context.Context, operatorID int64, from time.Time) (Head, error) {
	first, err := s.store.FirstFrom(ctx, operatorID, from)
	if err != nil {
		return Head{}, err
	}
	if first == 0 {
		return s.store.HeadOf(ctx, operatorID)
	}
	entries, err := s.store.EntriesAfter(ctx, operatorID, first-1, 1)
	if err != nil || len(entries) == 0 {
		return Head{}, err
	}
	return Head{OperatorID: operatorID, Sequence: first - 1, Hash: entries[0].Previous}, nil
}

// Follow verifies the entries after a head, passes them to page in order, and returns the head after them. *Broken: one
// is not valid.
func (s *Service) Follow(ctx context.Context, after Head, page func([]Entry) error) (Head, error) {
	head, err := s.store.HeadOf(ctx, after.OperatorID)
	if err != nil {
		return after, err
	}
	seals, err := s.store.SealsOf(ctx, after.OperatorID)
	if err != nil {
		return after, err
	}
	v := NewVerifier(after, head, seals, s.keys)
	_, broken, err := s.walk(ctx, v, func(entries []Entry) (*Broken, error) { return nil, page(entries) })
	if err == nil && broken != nil {
		err = broken
	}
	return v.before, err
}
