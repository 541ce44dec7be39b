package store_test

import (
	"fmt"
	"testing"
	"time"

	"consigne/internal/domain/account"
	"consigne/internal/domain/journal"
	"consigne/internal/domain/occupation"
	"consigne/internal/domain/operator"
	"consigne/internal/domain/payment"
	"consigne/internal/domain/station"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// A card belongs to one operator: saving or replacing one changes no card at another operator.
func TestCardsAreKeptByOperator(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		for _, name := range []string{"Ici", "Là"} {
			must(t)(s.CreateOperator(ctx, operator.Operator{Name: name}, now))
		}
		id := must(t)(s.CreateAccount(ctx, account.Account{Email: "a@x.test", Active: true}, now))
		for _, saved := range []struct {
			operatorID int64
			pan        string
		}{{1, "premier"}, {2, "ailleurs"}, {1, "second"}} {
			check(t, s.SaveCard(ctx, id, saved.operatorID, payment.Card{Reference: saved.pan, PAN: saved.pan}, now))
		}
		for operatorID, want := range map[int64]string{1: "second", 2: "ailleurs"} {
			if card, err := s.CardOf(ctx, id, operatorID); err != nil || card.PAN != want {
				t.Errorf("at %d: %+v, %v", operatorID, card, err)
			}
		}
	})
}

// Cards from before they had an operator go to the operator to which the person gave them, as far
// as the data shows.
func TestCardsFindTheirOperator(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		for n := range 3 {
			must(t)(s.CreateOperator(ctx, operator.Operator{Name: fmt.Sprint("Exploitant ", n+1)}, now))
			site := must(t)(s.CreateStation(ctx, station.Station{OperatorID: int64(n + 1), Name: "Gare", Kind: station.Individual, Active: true}, now))
			must(t)(s.CreateLocker(ctx, station.Locker{StationID: site, Name: "A1", Type: station.Bike, Active: true, Capacity: 1}, now))
		}
		person := func(name string, knownTo ...int64) int64 {
			id := must(t)(s.CreateAccount(ctx, account.Account{Email: name + "@x.test", Active: true}, now))
			for _, operatorID := range knownTo {
				check(t, s.KnowAccount(ctx, id, operatorID))
			}
			return id
		}
		owes := func(id, operatorID int64, ago time.Duration) {
			started, ended := now.Add(-ago), now.Add(-ago+time.Hour)
			check(t, s.ImportOccupations(ctx, []occupation.Occupation{{
				OperatorID: operatorID, LockerID: operatorID, AccountID: id, Place: 1, StartedAt: started, EndedAt: &ended, Price: 100,
			}}))
		}
		gave := func(id, operatorID int64, at time.Time) {
			check(t, s.Record(ctx, journal.Entry{At: at, OperatorID: operatorID, Action: journal.CardChanged, Object: journal.Object{Kind: journal.KindAccount, ID: id}}))
		}
		charged := func(id int64, reference string, operatorID int64) {
			list, _, err := s.PaymentsOf(ctx, id, 0, 10)
			check(t, err)
			for _, p := range list {
				if p.OperatorID == operatorID {
					check(t, s.CreatePresentation(ctx, payment.Presentation{
						UUID: fmt.Sprint(reference, operatorID), PaymentID: p.ID, Kind: payment.Charge, Outcome: payment.Paid, At: now, Card: &payment.Card{Reference: reference},
					}))
				}
			}
		}
		journalled := person("confiée", 1, 2, 3)
		owes(journalled, 3, 9*time.Hour)
		charged(journalled, "a", 3)
		gave(journalled, 1, now.Add(-2*time.Hour))
		gave(journalled, 2, now.Add(-time.Hour))
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
		check(t, s.Downgrade(ctx, 15))
		for id, reference := range map[int64]string{journalled: "a", first: "b", oldest: "c", known: "d", stranger: "e"} {
			check(t, s.Exec(ctx, fmt.Sprintf(`INSERT INTO cards (account_id, reference, brand, pan, expires, created_at) VALUES (%d, '%s', 'Visa', '**** 4242', '12/30', 5)`, id, reference)))
		}
		check(t, s.Migrate(ctx))
		for id, want := range map[int64]int64{journalled: 2, first: 3, oldest: 2, known: 1, stranger: 0} {
			for operatorID := range int64(3) {
				card, err := s.CardOf(ctx, id, operatorID+1)
				if operatorID+1 == want && (err != nil || card.Expires != "12/30") || operatorID+1 != want && !fault.Is(err, fault.NotFound) {
					t.Errorf("card of %d at %d: %+v, %v; it belongs to %d", id, operatorID+1, card, err, want)
				}
			}
		}
	})
}
