package proof

import (
	"context"
	"fmt"
	"slices"
	"time"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
)

// page is how many payments or documents are read at once.
const page = 1000

const (
	whyNoPayment     = "il manque, ses écritures l'attestent"
	whyOtherOperator = "il n'est pas de l'exploitant de ses écritures"
)

// payments compares every payment with its entries, and tells what is not so, by operator.
func (s *Service) payments(ctx context.Context, followers map[int64]*follower) (map[int64]*ledger.Broken, error) {
	found, began := map[int64]*ledger.Broken{}, map[int64]time.Time{}
	for operatorID := range followers {
		mark, _, err := s.store.Mark(ctx, operatorID) // the zero Time, if nothing was entered later
		if err != nil {
			return nil, err
		}
		began[operatorID] = mark.OwnFrom
	}
	for after, more := int64(0), true; more; {
		list, err := s.store.PastAfter(ctx, after, page)
		if err != nil {
			return nil, err
		}
		more = len(list) == page
		ids := make([]int64, len(list))
		for i, p := range list {
			ids[i], after = p.ID, p.ID
		}
		former, err := s.store.FormerPayments(ctx, ids)
		if err != nil {
			return nil, err
		}
		entries, err := s.store.EntriesOf(ctx, ids)
		if err != nil {
			return nil, err
		}
		of := map[int64][]ledger.Entry{}
		for _, e := range entries {
			of[e.PaymentID] = append(of[e.PaymentID], e)
		}
		for _, p := range list {
			if follower := followers[p.OperatorID]; follower != nil {
				delete(follower.payments, p.ID)
			}
			if found[p.OperatorID] != nil {
				continue
			}
			if why := disagrees(p, of[p.ID], began[p.OperatorID], former[p.ID]); why != "" {
				found[p.OperatorID] = ofPayment(p.OperatorID, p.ID, why)
			}
		}
	}
	for operatorID, follower := range followers {
		for id := range follower.payments {
			if found[operatorID] == nil {
				found[operatorID] = ofPayment(operatorID, id, whyNoPayment)
			}
		}
	}
	return found, nil
}

func disagrees(p payment.Past, entries []ledger.Entry, began time.Time, former bool) string {
	if slices.ContainsFunc(entries, func(e ledger.Entry) bool { return e.OperatorID != p.OperatorID }) {
		return whyOtherOperator
	}
	return p.Disagrees(entries, began, former)
}

func ofPayment(operatorID, id int64, why string) *ledger.Broken {
	return &ledger.Broken{OperatorID: operatorID, Subject: fmt.Sprintf("paiement n° %d", id), Reason: why}
}
