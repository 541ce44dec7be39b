package ledger

import (
	"context"
	"errors"
	"fmt"

	"consigne/internal/kernel/clock"
)

// batch is how many events are chained in one transaction. Other writes of the node wait for it meanwhile.
const batch = 100

// Service chains, seals, exports and verifies the ledger.
type Service struct {
	store  Store
	clock  clock.Clock
	keys   *Keys
	issuer Issuer
}

// NewService returns a Service on the stores, which seals with the keys and has documents numbered by the issuer; nil:
// none are.
func NewService(store Store, clock clock.Clock, keys *Keys, issuer Issuer) *Service {
	return &Service{store: store, clock: clock, keys: keys, issuer: issuer}
}

// ErrForeignHead reports that a chain is not continued, because its end is not signed by a known key: it was changed in
// the database, or the secret of the installation was changed without telling its old key.
var ErrForeignHead = errors.New(
	"the head of the ledger is not signed by a known key: run « consigne ledger verify », and see docs/operations.md#entries-of-the-ledger-wait",
)

// Chain chains every event that waits. The failure of one operator's keeps no other's.
func (s *Service) Chain(ctx context.Context) error {
	waiting, err := s.store.OperatorsWaiting(ctx)
	errs := []error{err}
	for _, operatorID := range waiting {
		errs = append(errs, s.ChainOf(ctx, operatorID))
	}
	return errors.Join(errs...)
}

// ChainOf chains every event of an operator that waits.
func (s *Service) ChainOf(ctx context.Context, operatorID int64) error {
	for chained := batch; chained == batch; {
		var err error
		if chained, err = s.chainSome(ctx, operatorID); err != nil {
			return fmt.Errorf("chain the ledger of operator %d: %w", operatorID, err)
		}
	}
	return nil
}

// chainSome chains a batch of events of an operator, with the documents that they ask for, and returns how many there
// were.
func (s *Service) chainSome(ctx context.Context, operatorID int64) (events int, err error) {
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.TakeHead(ctx, operatorID)
		if err != nil {
			return err
		}
		if before.Sequence > 0 && !s.keys.signed(before.message(), before.Signature) {
			return ErrForeignHead
		}
		waiting, err := s.store.Waiting(ctx, operatorID, batch)
		events = len(waiting)
		if err != nil || events == 0 {
			return err
		}
		open, err := s.store.OpenFrom(ctx, operatorID)
		if err != nil {
			return err
		}
		head, chained := before, make([]Entry, 0, 2*len(waiting))
		add := func(e Entry) error {
			e.At = Dated(e.At, open)
			e, after, err := head.chain(e)
			if err != nil {
				return fmt.Errorf("event %d: %w", e.ID, err)
			}
			head, chained = after, append(chained, e)
			return nil
		}
		for _, event := range waiting {
			if event.changed() {
				return fmt.Errorf("event %d: %w", event.ID, errChanged)
			}
			if err := add(event); err != nil {
				return err
			}
			settled := chained[len(chained)-1]
			settled.At = event.At // a document tells when it was settled, be it in a month that is closed
			document, issued, err := s.issue(ctx, settled)
			if err != nil {
				return fmt.Errorf("document of event %d: %w", event.ID, err)
			}
			if issued {
				if err := add(document); err != nil {
					return err
				}
			}
		}
		if err := s.store.SaveEntries(ctx, chained); err != nil {
			return err
		}
		if head, err = s.keys.signedHead(head); err != nil {
			return err
		}
		first, err := s.store.SaveHead(ctx, before, head)
		if err == nil && !first {
			err = errHeadMoved
		}
		return err
	})
	return events, err
}

// errChanged reports that an event is not chained, because somebody changed it in the database.
var errChanged = errors.New("it was changed while it waited: run « consigne ledger verify », and see docs/operations.md#entries-of-the-ledger-wait")

var errHeadMoved = errors.New("the head of the ledger was taken and has moved")

func (s *Service) issue(ctx context.Context, settled Entry) (Entry, bool, error) {
	if s.issuer == nil {
		return Entry{}, false, nil
	}
	return s.issuer.Issue(ctx, settled)
}

// Seal seals the days that are over and all of whose events are chained. The failure of one operator's keeps no
// other's.
func (s *Service) Seal(ctx context.Context) error {
	operators, err := s.store.BookedOperators(ctx)
	errs := []error{err}
	for _, operatorID := range operators {
		for sealed := true; sealed; {
			if sealed, err = s.sealNext(ctx, operatorID); err != nil {
				errs, sealed = append(errs, fmt.Errorf("seal the ledger of operator %d: %w", operatorID, err)), false
			}
		}
	}
	return errors.Join(errs...)
}

// sealNext seals the next day of an operator, and reports whether there was one. What is not valid since the last seal
// is never sealed.
func (s *Service) sealNext(ctx context.Context, operatorID int64) (sealed bool, err error) {
	var seal Seal
	err = s.store.Snapshot(ctx, func(ctx context.Context) error {
		last, err := s.store.LastSeal(ctx, operatorID)
		if err != nil {
			return err
		}
		next, err := s.store.EntriesAfter(ctx, operatorID, last.Sequence, 1)
		if err != nil || len(next) == 0 {
			return err
		}
		day := nextSealed(last.Day, next[0].At)
		end := (day + 1).Begins()
		oldest, waits, err := s.store.OldestWaiting(ctx, operatorID)
		if err != nil || !mayBeSealed(day, s.clock.Now()) || waits && oldest.Before(end) {
			return err
		}
		seal = Seal{OperatorID: operatorID, Day: day}
		if seal.Sequence, err = s.store.LastBefore(ctx, operatorID, end); err != nil {
			return err
		}
		head, err := s.store.HeadOf(ctx, operatorID)
		if err != nil {
			return err
		}
		since := NewVerifier(Head{OperatorID: operatorID, Sequence: last.Sequence, Hash: last.Hash}, head, nil, s.keys)
		_, broken, err := s.walk(ctx, since, func(page []Entry) (*Broken, error) {
			for _, e := range page {
				if e.Sequence == seal.Sequence {
					seal.Hash = e.Hash
				}
			}
			return nil, nil
		})
		if err == nil && broken != nil {
			err = broken
		}
		return err
	})
	if err != nil || seal.Sequence == 0 {
		return false, err
	}
	if seal, err = s.keys.sealed(seal); err != nil {
		return false, err
	}
	return true, s.store.SaveSeal(ctx, seal)
}
