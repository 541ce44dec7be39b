package store_test

import (
	"slices"
	"testing"

	"consigne/internal/domain/account"
	"consigne/internal/domain/operator"
	"consigne/internal/domain/station"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// What an earlier release folded is folded again at a start, and what a node of it writes beside, at the next.
func TestOldFormsAreFoldedAgain(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		storetest.Must(t)(s.Operators.CreateOperator(ctx, operator.Operator{Name: "Métropole d’Łódź"}, storetest.Now))
		storetest.Must(t)(s.Stations.CreateStation(ctx, station.Station{
			OperatorID: 1, AdminLabel: "Gare  1", Name: "L’Entrée", Kind: station.Individual, Active: true,
		}, storetest.Now))
		storetest.Must(t)(s.Operators.CreateContact(ctx, operator.Contact{OperatorID: 1, LastName: "N’Diaye", FirstName: "Awa"}))
		person := storetest.Must(t)(s.Accounts.CreateAccount(ctx, account.Account{
			Email: "strauß@exemple.test", LastName: "N’Diaye", FirstName: "Søren", Active: true,
		}, storetest.Now))
		plain := storetest.Must(t)(s.Accounts.CreateAccount(ctx, account.Account{Email: "z@exemple.test", LastName: "Владимир", Active: true}, storetest.Now))
		columns := `SELECT name_folded FROM operators UNION ALL SELECT name_folded || ', ' || admin_label_folded FROM stations
			UNION ALL SELECT name_folded FROM contacts UNION ALL SELECT last_folded || ', ' || first_folded || ', ' || email_folded FROM accounts`
		want := []string{"metropole d'lodz", "l'entree, gare 1", "n'diaye awa", "n'diaye, soren, strauss@exemple.test", "владимир, , z@exemple.test"}
		for start := range 2 {
			for _, query := range []string{
				`UPDATE operators SET name_folded = 'metropole d’łodz'`,
				`UPDATE stations SET name_folded = 'l’entree', admin_label_folded = 'gare  1'`,
				`UPDATE contacts SET name_folded = 'n’diaye awa'`,
				`UPDATE accounts SET last_folded = 'n’diaye', first_folded = 'søren', email_folded = 'strauß@exemple.test' WHERE email LIKE 'strau%'`,
			} {
				storetest.Check(t, s.Exec(ctx, "test", query))
			}
			storetest.Check(t, s.Migrate(ctx))
			got, err := storetest.Lines(ctx, s, columns)
			storetest.Check(t, err)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("start %d: %q", start, got)
			}
			for search, id := range map[string]int64{"n'diaye": person, "N’Diaye": person, "soren": person, "strauß": person, "владимир": plain} {
				list, _, err := s.Accounts.Accounts(ctx, account.Filter{Search: search}, 0, 10)
				if err != nil || len(list) != 1 || list[0].ID != id {
					t.Errorf("start %d, %q: %+v, %v", start, search, list, err)
				}
			}
		}
	})
}
