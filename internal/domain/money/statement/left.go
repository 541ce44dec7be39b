package statement

import (
	"context"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// Left is what is left to do about a month (docs/rules.md#statement). Only open months before it, and documents that
// are not numbered, keep it from being closed.
type Left struct {
	Differences    int64       `json:"differences,omitempty"`    // from the provider's statements, that nobody explained
	DifferencesSum money.Cents `json:"differencesSum,omitempty"` // how far apart both sides are, each difference above 0
	UnderWay       int64       `json:"underWay,omitempty"`       // payments whose attempt is with the provider
	UnderWaySum    money.Cents `json:"underWaySum,omitempty"`
	Unnumbered     int64       `json:"-"` // documents that wait for their number
	OpenMonths     []string    `json:"-"` // before it, in order
}

// leftOf returns what is left to do about a month that is over. waiting is dated in open months.
func (s *Service) leftOf(
	ctx context.Context, operatorID int64, month clock.Month, known months, waiting []ledger.Entry,
) (left Left, err error) {
	for open := known.closed + 1; open < month; open++ {
		left.OpenMonths = append(left.OpenMonths, open.String())
	}
	for _, e := range waiting {
		if _, numbered := document.Asked(e.Kind); numbered && e.Amount != 0 && span(month).contains(e.At) {
			left.Unnumbered++
		}
	}
	if left.Differences, left.DifferencesSum, err = s.store.Unexplained(ctx, operatorID, month); err != nil {
		return left, err
	}
	left.UnderWay, left.UnderWaySum, err = s.store.UnderWay(ctx, operatorID, span(month).Before)
	return left, err
}

// checkComment checks what the person who closes a month says of it, which differences that nobody explained need.
func (l Left) checkComment(comment *string) error {
	if *comment == "" && l.Differences == 0 {
		return nil
	}
	return payment.CheckComment(comment)
}

// tellLeft adds to the statement of a month that is being closed what is left to do about it, and the comment.
func (s *Service) tellLeft(ctx context.Context, st *Statement, month clock.Month, comment string) error {
	left, err := s.leftOf(ctx, st.OperatorID, month, months{closed: month - 1}, nil)
	if err != nil {
		return err
	}
	st.Left, st.Comment = &left, comment
	return left.checkComment(&st.Comment)
}

// closingFacts returns what the audit log tells of a closing.
func (s Statement) closingFacts() map[string]any {
	facts := map[string]any{"mois": s.Month, "montantDu": s.Closing}
	if s.Left.Differences > 0 {
		facts["ecartsInexpliques"], facts["montantEcarts"] = s.Left.Differences, s.Left.DifferencesSum
	}
	if s.Comment != "" {
		facts["commentaire"] = s.Comment
	}
	return facts
}
