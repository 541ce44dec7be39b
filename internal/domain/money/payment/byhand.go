package payment

import (
	"context"
	"slices"

	"consigne/internal/kernel/fault"
)

// byHand makes note a refund of a payment that staff marked as paid, by the means. The provider has no part in it: it
// is done at once.
func (s *Service) byHand(ctx context.Context, note *Attempt, means Means) error {
	if means == "" {
		return fault.Invalid("type", msgMeans)
	}
	mark, err := s.markOf(ctx, note.PaymentID)
	note.Of, note.Means, note.Outcome = mark.UUID, means, Paid
	return err
}

// markOf returns the act of staff that marked a payment as paid.
func (s *Service) markOf(ctx context.Context, id int64) (Attempt, error) {
	made, err := s.store.AttemptsOf(ctx, id)
	if at := slices.IndexFunc(made, func(a Attempt) bool { return a.Kind == PaidByHand }); at >= 0 {
		return made[at], err
	}
	return Attempt{}, err
}
