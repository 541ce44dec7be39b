package payment

import (
	"context"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// Done is what one call did to one of several payments.
type Done struct {
	ID      int64
	Amount  money.Cents  // of the payment, if it was changed
	Refusal *fault.Error // why it was not changed; nil: it was
}

// ActOnMany cancels several payments, or generates an order for each, with one comment. Each is changed or refused
// on its own, by the rules of the single act; ids that stand twice count once. fault.Invalid: the comment, or an
// action for one payment at a time.
func (s *Service) ActOnMany(
	ctx context.Context, actor access.Actor, ids []int64, action Action, comment string,
) ([]Done, error) {
	var act func(context.Context, access.Actor, int64, string) (Details, error)
	switch action {
	case Cancel:
		act = s.Cancel
	case GenerateOrder:
		act = s.GenerateOrder
	case MarkAsPaid, MakeFree, GiveBack:
		return nil, fault.Invalid("action", msgNotNow)
	}
	if err := CheckComment(&comment); err != nil {
		return nil, err
	}
	done := make([]Done, 0, len(ids))
	seen := map[int64]bool{}
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		details, err := act(ctx, actor, id, comment)
		refusal := fault.Of(err)
		if err != nil && (refusal == nil || refusal.Kind != fault.KindConflict && refusal.Kind != fault.KindNotFound) {
			return nil, err
		}
		done = append(done, Done{ID: id, Amount: details.Amount, Refusal: refusal})
	}
	return done, nil
}
