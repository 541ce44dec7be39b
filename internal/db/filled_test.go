package db_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/account"
	"consigne/internal/domain/audit"
	"consigne/internal/domain/operator"
	"consigne/internal/domain/payment"
	"consigne/internal/domain/station"
	"consigne/internal/domain/stay"
	"consigne/internal/domain/subscription"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// Columns that later schemas fill in from older rows.

// Cards from before they had an operator go to the operator to which the person gave them, as far
// as the data shows.
func TestCardsFindTheirOperator(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		for n := range 3 {
			storetest.Must(t)(s.Operators.CreateOperator(ctx, operator.Operator{Name: fmt.Sprint("Exploitant ", n+1)}, storetest.Now))
			site := storetest.Must(t)(s.Stations.CreateStation(ctx, station.Station{OperatorID: int64(n + 1), Name: "Gare", Kind: station.Individual, Active: true}, storetest.Now))
			storetest.Must(t)(s.Stations.CreateLocker(ctx, station.Locker{StationID: site, Name: "A1", Type: station.Bike, Active: true, Capacity: 1}, storetest.Now))
		}
		person := func(name string, knownTo ...int64) int64 {
			id := storetest.Must(t)(s.Accounts.CreateAccount(ctx, account.Account{Email: name + "@x.test", Active: true}, storetest.Now))
			for _, operatorID := range knownTo {
				storetest.Check(t, s.Accounts.KnowAccount(ctx, id, operatorID))
			}
			return id
		}
		owes := func(id, operatorID int64, ago time.Duration) {
			started, ended := storetest.Now.Add(-ago), storetest.Now.Add(-ago+time.Hour)
			storetest.Check(t, s.Payments.ImportUnbilledStays(ctx, []stay.Stay{{
				OperatorID: operatorID, LockerID: operatorID, AccountID: id, Place: 1, StartedAt: started, EndedAt: &ended, Price: 100,
			}}))
		}
		gave := func(id, operatorID int64, at time.Time) {
			storetest.Check(t, s.Audit.Record(ctx, audit.Entry{At: at, OperatorID: operatorID, Action: audit.CardChanged, Object: audit.Object{Kind: audit.KindAccount, ID: id}}))
		}
		charged := func(id int64, reference string, operatorID int64) {
			list, _, err := s.Payments.PaymentsOf(ctx, id, 0, 10)
			storetest.Check(t, err)
			for _, p := range list {
				if p.OperatorID == operatorID {
					storetest.Check(t, s.Payments.CreateAttempt(ctx, payment.Attempt{
						UUID: fmt.Sprint(reference, operatorID), PaymentID: p.ID, Kind: payment.Charge, Outcome: payment.Paid, At: storetest.Now, Card: &payment.Card{Reference: reference},
					}))
				}
			}
		}
		journalled := person("confiée", 1, 2, 3)
		owes(journalled, 3, 9*time.Hour)
		charged(journalled, "a", 3)
		gave(journalled, 1, storetest.Now.Add(-2*time.Hour))
		gave(journalled, 2, storetest.Now.Add(-time.Hour))
		first := person("débitée", 1, 2, 3)
		owes(first, 1, 9*time.Hour)
		owes(first, 2, 7*time.Hour)
		owes(first, 3, 5*time.Hour)
		charged(first, "another", 1)
		charged(first, "b", 3)
		charged(first, "b", 2)
		oldest := person("ancienne", 1, 2)
		owes(oldest, 1, 3*time.Hour)
		owes(oldest, 2, 8*time.Hour)
		known := person("connue", 3, 2, 1)
		stranger := person("inconnue")
		storetest.Check(t, s.Downgrade(ctx, 15))
		for id, reference := range map[int64]string{journalled: "a", first: "b", oldest: "c", known: "d", stranger: "e"} {
			storetest.Check(t, s.Exec(ctx, "test", fmt.Sprintf(`INSERT INTO cards (account_id, reference, brand, pan, expires, created_at) VALUES (%d, '%s', 'Visa', '**** 4242', '12/30', 5)`, id, reference)))
		}
		storetest.Check(t, s.Migrate(ctx))
		for id, want := range map[int64]int64{journalled: 2, first: 3, oldest: 2, known: 1, stranger: 0} {
			for operatorID := range int64(3) {
				card, err := s.Payments.CardOf(ctx, id, operatorID+1)
				if operatorID+1 == want && (err != nil || card.Expires != "12/30") || operatorID+1 != want && !fault.Is(err, fault.NotFound) {
					t.Errorf("card of %d at %d: %+v, %v; it belongs to %d", id, operatorID+1, card, err, want)
				}
			}
		}
	})
}

// The migration fills in the last activity from what is stored: the last session, the last line of
// the audit log with the account as its actor, or else the creation of the account.
func TestActivityIsFilledInAfterwards(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		made := storetest.Now.AddDate(-5, 0, 0)
		for _, email := range []string{"a@exemple.test", "b@exemple.test", "c@exemple.test"} {
			storetest.Must(t)(s.Accounts.CreateAccount(ctx, account.Account{Email: email, Active: true}, made))
		}
		storetest.Check(t, s.Downgrade(ctx, 12))
		seen, did := storetest.Now.AddDate(0, -1, 0), storetest.Now.AddDate(-2, 0, 0)
		// As that schema's code did.
		storetest.Check(t, s.Exec(ctx, "write session", `
			INSERT INTO sessions (id, account_id, generation, created_at, rotated_at, expires_at) VALUES ('s', 1, 1, $1, $2, $3)`,
			db.Millis(made), db.Millis(seen), db.Millis(storetest.Now)))
		for _, at := range []time.Time{made, did} {
			storetest.Check(t, s.Exec(ctx, "write audit line", `
				INSERT INTO journal (at, actor_id, action, object_kind, object_id, changes) VALUES ($1, 2, $2, $3, 2, '{}')`,
				db.Millis(at), audit.LoggedIn, audit.KindAccount))
		}
		storetest.Check(t, s.Migrate(ctx))
		for id, want := range map[int64]time.Time{1: seen, 2: did, 3: made} {
			if got, err := s.Retention.StandingOf(ctx, id, storetest.Now); err != nil || !got.Noted.Equal(want) {
				t.Errorf("%d: %s, want %s: %v", id, got.Noted, want, err)
			}
		}
	})
}

// The migration links idempotency records kept before it to the persons whom they name.
func TestKeptAnswersFindTheirPersons(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		made := storetest.NewTariff(t, s)
		customerID := storetest.Must(t)(s.Accounts.CreateAccount(ctx, account.Account{Email: "guest@exemple.test"}, storetest.Now))
		subscriber := storetest.Must(t)(s.Accounts.CreateAccount(ctx, account.Account{Email: "subscriber@exemple.test"}, storetest.Now))
		bought := storetest.Must(t)(s.Subscriptions.CreateSubscription(ctx, subscription.Subscription{OperatorID: 1, AccountID: subscriber, TariffID: made.ID, TariffVersion: made.Version, StartsAt: storetest.Now}))
		storetest.Check(t, s.Downgrade(ctx, 16))
		answers := []struct {
			body    string
			account int64
		}{
			{fmt.Sprintf(`{"id":7,"user":{"id":%d,"nom":"Zoé"},"casier":{"id":1}}`, customerID), customerID},
			{fmt.Sprintf(`{"id":%d,"debut":"2026-11-22T10:00:00+01:00","date_prochain_paiement":null,"libelle":"Mois"}`, bought), subscriber},
			{`{"id":9999,"date_prochain_paiement":"2026-12-22T10:00:00+01:00"}`, 0}, // a subscription that does not exist
			{`{"id":1}`, 0},
			{`{"detail":"de \"user\":{\"id\":2,"}`, 0},
			{`no JSON`, 0},
			{``, 0},
		}
		for i, a := range answers {
			storetest.Check(t, s.Exec(ctx, "test", fmt.Sprintf(`INSERT INTO idempotent_answers (caller, key, request_hash, status, body, created_at)
				VALUES ('c', '%d', 'h', 201, '%s', %d)`, i, a.body, storetest.Now.UnixMilli())))
		}
		storetest.Check(t, s.Migrate(ctx))
		for i, a := range answers {
			kept, err := s.Idempotency.IdempotencyRecord(ctx, "c", fmt.Sprint(i), storetest.Now.Add(-time.Hour))
			if err != nil || kept.AccountID != a.account || kept.Body != a.body {
				t.Errorf("%s: of %d, want %d, %v", a.body, kept.AccountID, a.account, err)
			}
		}
	})
}
