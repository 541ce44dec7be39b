package money_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// A card belongs to one operator: saving or replacing one changes no card at another operator.
func TestCardsAreKeptByOperator(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		for _, name := range []string{"Ici", "Là"} {
			storetest.Must(t)(s.CreateOperator(ctx, operator.Operator{Name: name}, storetest.Now))
		}
		id := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "a@x.test", Active: true}, storetest.Now))
		for _, saved := range []struct {
			operatorID int64
			pan        string
		}{{1, "premier"}, {2, "ailleurs"}, {1, "second"}} {
			storetest.Check(t, s.SaveCard(ctx, id, saved.operatorID, payment.Card{Reference: saved.pan, PAN: saved.pan},
				storetest.Now))
		}
		for operatorID, want := range map[int64]string{1: "second", 2: "ailleurs"} {
			if card, err := s.CardOf(ctx, id, operatorID); err != nil || card.PAN != want {
				t.Errorf("at %d: %+v, %v", operatorID, card, err)
			}
		}
	})
}

// countingProvider counts the charges that it accepted.
type countingProvider struct {
	*simulator.Provider
	mutex    sync.Mutex
	accepted map[string]bool // by uuid of the attempt
}

func (p *countingProvider) Collect(ctx context.Context, charge payment.Order) (payment.Answer, error) {
	answer, err := p.Provider.Collect(ctx, charge)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if answer.Outcome == payment.Paid {
		p.accepted[charge.UUID] = true
	}
	return answer, err
}

// Several cards are saved while nodes present the same payment: it is charged once, by one attempt at a time.
func TestNewCardsAtOnceChargeOnce(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		due := storetest.NewDueStay(t, s)
		provider := &countingProvider{Provider: simulator.New(), accepted: map[string]bool{}}
		payments := payment.NewService(s, storetest.Fixed(storetest.Now.Add(time.Hour)), provider)
		_, err := payments.SetCard(ctx, due.OperatorID, due.AccountID, simulator.Declined)
		storetest.Check(t, err)
		storetest.Check(t, payments.Present(ctx, due.ID))
		var calls sync.WaitGroup
		for i := range 24 {
			calls.Go(func() {
				if i%3 == 0 {
					if _, err := payments.SetCard(ctx, due.OperatorID, due.AccountID, simulator.Accepted); err != nil {
						t.Errorf("card: %v", err)
					}
				} else if err := payments.Present(ctx, due.ID); err != nil {
					t.Errorf("present: %v", err)
				}
			})
		}
		calls.Wait()
		storetest.Check(t, payments.Present(ctx, due.ID))
		got, err := payments.Details(ctx, due.ID)
		storetest.Check(t, err)
		if got.Status != payment.Paid || len(provider.accepted) != 1 || got.DueAt != nil {
			t.Errorf("%d charges: %+v", len(provider.accepted), got)
		}
		for i, made := range got.Attempts {
			if last := i == len(got.Attempts)-1; (made.Outcome == payment.Paid) != last || made.Number != i+1 {
				t.Errorf("attempt %d: %+v", i+1, made)
			}
		}
	})
}
