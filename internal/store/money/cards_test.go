package money_test

import (
	"testing"

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
