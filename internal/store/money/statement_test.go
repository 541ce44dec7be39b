package money_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/statement"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// Whether an entry is carried over is looked up by payment, however many were: each addition to the totals asks, with
// the writer of SQLite held.
func TestFirstEntriesAreLookedUp(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		storetest.Check(t, s.Exec(t.Context(), "test", `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
			INSERT INTO ledger (operator_id, sequence, at, kind, payment_id, attempt, document, amount, vat_rate, vat, means,
			previous, hash)
			SELECT 1, i, i, CASE WHEN i % 2 = 0 THEN 'encaisse' ELSE 'facture' END, (i + 1) / 2, '', '', 5, 2000, 1, '', '', '' FROM n`))
		if !s.OnSQLite() {
			storetest.Check(t, s.Exec(t.Context(), "test", `ANALYZE ledger`))
		}
		least := time.Hour
		for range 10 {
			began := time.Now()
			firsts, err := s.FirstsOf(t.Context(), []int64{35_000, 35_001, 80_000})
			least = min(least, time.Since(began))
			if err != nil || len(firsts) != 2 || firsts[35_000] != (statement.Firsts{Billed: 69_999, Settled: 70_000}) {
				t.Fatal(firsts, err)
			}
		}
		if least > 20*time.Millisecond {
			t.Errorf("it takes %s to look three payments up", least)
		}
	})
}

// What is left to do about a month: differences that nobody explained, each above 0, and payments under way.
func TestWhatIsLeftToDo(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		withOperator(t, s)
		for i, d := range []struct {
			operator, here, there int64
			month, state          string
			explained             *int64
		}{
			{1, 500, 0, "2026-10", "manque_chez_le_prestataire", nil},
			{1, 500, 800, "2026-10", "autre_montant", nil},
			{1, 500, 900, "2026-10", "autre_montant", new(int64(1))},
			{1, 500, 0, "2026-10", "en_attente", nil},
			{1, 500, 0, "2026-09", "en_double", nil},
			{2, 500, 0, "2026-10", "en_double", nil},
		} {
			storetest.Check(t, s.Exec(t.Context(), "test", `INSERT INTO reconciliation_items (matched_by, operator_id,
				payment_id, month, state, kind, here, there, at, reference, found_at, explained_at)
				VALUES ($1, $2, 0, $3, $4, 'encaissement', $5, $6, 1, '', 1, $7)`,
				fmt.Sprint(i), d.operator, d.month, d.state, d.here, d.there, d.explained))
		}
		number, sum, err := s.Unexplained(t.Context(), 1, october)
		if err != nil || number != 2 || sum != 800 {
			t.Errorf("%d differences of %s, %v", number, sum, err)
		}
		if number, sum, err = s.UnderWay(t.Context(), 1, inNovember); err != nil || number != 0 || sum != 0 {
			t.Errorf("%d payments under way of %s, %v", number, sum, err)
		}
	})
}

// The bills of yearly terms of an operator, and what lowers them, in the order of their entries: no other term, no
// stay, nothing that a bill does not owe.
func TestYearlyTerms(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		stay := storetest.NewDueStay(t, s).ID
		person := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "annee@b.test", Active: true}, storetest.Now))
		begins := october.Begins().Add(9 * time.Hour)
		term := func(unit pricing.Unit) int64 {
			sold := tariff.Tariff{
				OperatorID: 1, Version: 1, AdminLabel: string(unit), PublicLabel: string(unit),
				Terms: pricing.Terms{Subscription: true, Unit: unit, Amount: 12000},
			}
			sold.ID = storetest.Must(t)(s.CreateTariff(ctx, sold, storetest.Now))
			sub := storetest.Must(t)(s.CreateSubscription(ctx, subscription.Subscription{
				OperatorID: 1, AccountID: person, TariffID: sold.ID, TariffVersion: 1, StartsAt: begins,
			}))
			return storetest.Must(t)(s.CreatePayment(ctx, payment.Payment{
				UUID: uuid.NewString(), OperatorID: 1, AccountID: person, SubscriptionID: sub, StartedAt: begins,
				Amount: 12000, Status: payment.Unpaid,
			}))
		}
		yearly, monthly := term(pricing.Year), term(pricing.Month)
		for i, e := range []struct {
			operator, payment int64
			kind              ledger.Kind
			days              int // after the term began
			amount            int64
		}{
			{1, yearly, ledger.Billed, 0, 12000},
			{1, monthly, ledger.Billed, 0, 1200},
			{1, stay, ledger.Billed, 0, 50},
			{1, yearly, ledger.Settled, 1, 12000},
			{1, yearly, ledger.Reduced, 40, 7000},
			{1, yearly, ledger.MadeFree, 40, 2000},
			{1, yearly, ledger.Cancelled, 50, 3000},
			{2, yearly, ledger.Billed, 0, 12000},
			{1, yearly, ledger.Billed, -1, 1},
			{1, yearly, ledger.Billed, 61, 1},
		} {
			storetest.Check(t, s.Exec(ctx, "test", `INSERT INTO ledger (operator_id, sequence, at, kind, payment_id, attempt,
				document, amount, vat_rate, vat, means, previous, hash)
				VALUES ($1, $2, $3, $4, $5, '', '', $6, 2000, 0, '', '', '')`,
				e.operator, i+1, begins.AddDate(0, 0, e.days).UnixMilli(), e.kind, e.payment, e.amount))
		}
		got, err := s.YearlyTerms(ctx, 1, statement.Span{From: begins, Before: begins.AddDate(0, 0, 61)})
		storetest.Check(t, err)
		told := []string{}
		for _, one := range got {
			if one.PaymentID != yearly || !one.Begins.Equal(begins) {
				t.Errorf("%+v", one)
			}
			told = append(told, fmt.Sprint(one.At.Sub(begins).Round(24*time.Hour).Hours()/24, " ", int64(one.Amount)))
		}
		if want := []string{"0 12000", "40 -7000", "40 -2000", "50 -3000"}; !slices.Equal(told, want) {
			t.Errorf("%q, want %q", told, want)
		}
	})
}
