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
	whyOtherCount    = "%d de ses écritures ont été écrites, il y en a %d"
	whyOddGroup      = "le prélèvement groupé dont il fait partie n'est pas la somme de ses parts"
	whyOddTerm       = "sa dernière échéance n'a pas de paiement, ou pas au prix qu'il a"
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
		beginning, err := s.store.BeginningOf(ctx, operatorID)
		if err != nil {
			return nil, err
		}
		if beginning != nil && beginning.OwnFrom.After(mark.OwnFrom) {
			began[operatorID] = beginning.OwnFrom
		}
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
		counts, err := s.store.EntryCounts(ctx, ids)
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
			why := disagrees(p, of[p.ID], began[p.OperatorID], former[p.ID])
			if count, counted := counts[p.ID]; counted && why == "" {
				why = missing(count, of[p.ID])
			}
			if why != "" {
				found[p.OperatorID] = ofPayment(p.OperatorID, p.ID, why)
			}
		}
	}
	if err := s.odd(ctx, found); err != nil {
		return nil, err
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

// missing returns why the entries of a payment are not as many as were written; empty: they are.
func missing(written int, entries []ledger.Entry) string {
	is := 0
	for _, e := range entries {
		if e.Kind != ledger.DocumentIssued {
			is++
		}
	}
	if is == written {
		return ""
	}
	return fmt.Sprintf(whyOtherCount, written, is)
}

// odd adds what joins several payments and is not so.
func (s *Service) odd(ctx context.Context, found map[int64]*ledger.Broken) error {
	groups, err := s.store.OddGroups(ctx)
	if err != nil {
		return err
	}
	terms, err := s.store.OddTerms(ctx)
	if err != nil {
		return err
	}
	for _, odd := range groups {
		if found[odd.OperatorID] == nil {
			found[odd.OperatorID] = ofPayment(odd.OperatorID, odd.ID, whyOddGroup)
		}
	}
	for _, odd := range terms {
		if found[odd.OperatorID] == nil {
			found[odd.OperatorID] = &ledger.Broken{
				OperatorID: odd.OperatorID, Subject: fmt.Sprintf("abonnement n° %d", odd.ID), Reason: whyOddTerm,
			}
		}
	}
	return nil
}

func ofPayment(operatorID, id int64, why string) *ledger.Broken {
	return &ledger.Broken{OperatorID: operatorID, Subject: fmt.Sprintf("paiement n° %d", id), Reason: why}
}
