package people_test

import (
	"context"
	"slices"
	"testing"

	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestAccounts(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		operatorID := storetest.Must(t)(s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, storetest.Now))
		id := storetest.Must(t)(s.CreateAccount(ctx, account.Account{
			Email: "Zoe@Exemple.test", LastName: "Zola", FirstName: "Zoé", Active: true,
			Roles: map[int64][]access.Role{operatorID: {access.Manager, access.Customer}},
		}, storetest.Now))

		got, err := s.AccountByEmail(ctx, " zoe@exemple.TEST ")
		if err != nil || got.ID != id || got.Email != "Zoe@Exemple.test" || !got.Active || got.Admin {
			t.Fatalf("by e-mail, without case: %+v, %v", got, err)
		}
		if !slices.Equal(got.Roles[operatorID], []access.Role{access.Manager, access.Customer}) {
			t.Errorf("roles: %v", got.Roles)
		}
		if _, err := s.CreateAccount(ctx, account.Account{Email: "ZOE@exemple.test"},
			storetest.Now); !fault.Is(err, fault.KindInvalid) {
			t.Errorf("the same e-mail in other case: got %v, want a refusal", err)
		}
		for _, missing := range []func() error{
			func() error { _, err := s.AccountByEmail(ctx, "personne@exemple.test"); return err },
			func() error { _, err := s.AccountByID(ctx, id+1); return err },
		} {
			if err := missing(); !fault.Is(err, fault.KindNotFound) {
				t.Errorf("unknown account: got %v", err)
			}
		}
	})
}
