package proof

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"consigne/internal/domain/money/ledger"
)

// page is how many payments or documents are read at once.
const page = 1000

const (
	subjectPayment = "paiement n° %d"

	whyNoPayment     = "il manque, ses écritures l'attestent"
	whyOtherOperator = "il n'est pas de l'exploitant de ses écritures"
	whyOtherCount    = "%d de ses écritures ont été écrites, il y en a %d"
	whyOddGroup      = "le prélèvement groupé dont il fait partie n'est pas la somme de ses parts"
	whyOddTest       = "il est de test et son utilisation ou son abonnement ne l'est pas, ou l'inverse"
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
	for after, more := int64(math.MinInt64), true; more; { // whatever id somebody gave one
		list, err := s.store.StoredAfter(ctx, after, page)
		if err != nil {
			return nil, err
		}
		more = len(list) == page
		odd, ids := []Stored{}, []int64{}
		for _, p := range list {
			after = p.ID
			if follower := followers[p.OperatorID]; follower != nil {
				delete(follower.payments, p.ID)
			}
			if found[p.OperatorID] == nil && p.disagrees(began[p.OperatorID], false) != "" {
				odd, ids = append(odd, p), append(ids, p.ID)
			}
		}
		former, err := s.store.FormerPayments(ctx, ids) // few payments are, so only the odd ones are looked up
		if err != nil {
			return nil, err
		}
		for _, p := range odd {
			if why := p.disagrees(began[p.OperatorID], former[p.ID]); why != "" && found[p.OperatorID] == nil {
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

// disagrees returns in what a payment differs from its entries; empty: in nothing. former says that another system
// billed it.
func (p Stored) disagrees(began time.Time, former bool) string {
	if slices.ContainsFunc(p.Entries, func(e ledger.Entry) bool { return e.OperatorID != p.OperatorID }) {
		return whyOtherOperator
	}
	if why := p.Disagrees(p.Entries, began, former); why != "" || p.Written == nil {
		return why
	}
	is := 0
	for _, e := range p.Entries {
		if e.Kind != ledger.DocumentIssued {
			is++
		}
	}
	if is != *p.Written {
		return fmt.Sprintf(whyOtherCount, *p.Written, is)
	}
	return ""
}

// odd adds what joins several payments and is not so.
func (s *Service) odd(ctx context.Context, found map[int64]*ledger.Broken) error {
	for _, kind := range []struct {
		list         func(ctx context.Context) ([]Odd, error)
		subject, why string
	}{
		{s.store.OddGroups, subjectPayment, whyOddGroup},
		{s.store.OddTests, subjectPayment, whyOddTest},
		{s.store.OddTerms, "abonnement n° %d", whyOddTerm},
	} {
		list, err := kind.list(ctx)
		if err != nil {
			return err
		}
		for _, odd := range list {
			if found[odd.OperatorID] == nil {
				found[odd.OperatorID] = &ledger.Broken{
					OperatorID: odd.OperatorID, Subject: fmt.Sprintf(kind.subject, odd.ID), Reason: kind.why,
				}
			}
		}
	}
	return nil
}

func ofPayment(operatorID, id int64, why string) *ledger.Broken {
	return &ledger.Broken{OperatorID: operatorID, Subject: fmt.Sprintf(subjectPayment, id), Reason: why}
}
