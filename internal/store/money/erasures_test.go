package money_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// A thousand people who paid are erased: the ledger stays valid to its last byte, and documents keep all but their
// names.
func TestAThousandErasuresLeaveTheLedgerValid(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		const people = 1000
		tariff := storetest.NewTariff(t, s)
		billed, ids := []payment.Billed{}, []int64{}
		storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
			for i := range people {
				id, err := s.CreateAccount(ctx,
					account.Account{LastName: "Zwingelstein", Email: fmt.Sprintf("p%d@exemple.test", i), Active: true}, noon)
				if err != nil {
					return err
				}
				ids = append(ids, id)
				ended := noon.Add(-time.Duration(people-i) * time.Minute)
				o := stay.Stay{
					OperatorID: 1, LockerID: 1, AccountID: id, Place: 1, StartedAt: ended.Add(-time.Hour),
					EndedAt: &ended, Price: 500, Tariff: &tariff,
				}
				p := payment.NewForStay(o)
				p.Status, p.SettledAt, p.DueAt = payment.Paid, &ended, nil
				billed = append(billed, payment.Billed{Stay: o, Payment: p, Attempts: []payment.Attempt{{
					UUID: fmt.Sprint("charge-", i), Kind: payment.Charge, Amount: 500, Outcome: payment.Paid, At: ended,
					AnsweredAt: &ended, Card: &payment.Card{PAN: "**** 4711"},
				}}})
			}
			return s.ImportStays(ctx, billed)
		}))
		past, books := backfillOn(t, s, noon)
		_, err := past.Run(t.Context(), 1, today-1, today)
		storetest.Check(t, err)
		before := verify(t, books)[1]
		if before != 3*people {
			t.Fatalf("%d entries of %d payments", before, people)
		}
		ledger := func() []string {
			lines, err := storetest.Lines(t.Context(), s, `SELECT sequence || ' ' || hash || ' ' || attempt || ' ' || document
				FROM ledger ORDER BY sequence`)
			storetest.Check(t, err)
			return lines
		}
		was := ledger()
		for i, id := range ids {
			kind := account.Anonymisation
			if i%2 == 1 {
				kind = account.Deletion
			}
			storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
				_, err := s.Erase(ctx, id, kind, noon)
				return err
			}))
		}
		if after := verify(t, books)[1]; after != before || fmt.Sprint(ledger()) != fmt.Sprint(was) {
			t.Errorf("%d entries, before the erasures %d", after, before)
		}
		for what, query := range map[string]string{
			"documents": `SELECT COUNT(*) FROM documents WHERE customer = 'Usager anonymisé' AND card = '' AND total = 500
				AND number <> ''`,
			"of one operator":  `SELECT MAX(rank) FROM documents`,
			"people not named": `SELECT COUNT(*) FROM accounts WHERE last_name = 'Utilisateur anonymisé'`,
		} {
			if n, err := s.Count(t.Context(), "test", query); err != nil || n != people {
				t.Errorf("%s: %d of %d, %v", what, n, people, err)
			}
		}
	})
}
