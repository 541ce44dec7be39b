package storetest

import (
	"context"
	"testing"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
)

// NewLocker creates operator 1, account 1 and station 1 with one locker.
func NewLocker(t testing.TB, s *store.Store) int64 {
	t.Helper()
	ctx := context.Background()
	operatorID := Must(t)(s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, Now))
	Must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, Now))
	stationID := Must(t)(s.CreateStation(ctx,
		station.Station{OperatorID: operatorID, Name: "Gare", Kind: station.Individual, Active: true}, Now))
	return Must(t)(s.CreateLocker(ctx,
		station.Locker{StationID: stationID, Name: "A1", Type: station.Bike, Active: true, Capacity: 1}, Now))
}

// NewTariff creates tariff 1, which applies to the locker of NewLocker.
func NewTariff(t testing.TB, s *store.Store) tariff.Tariff {
	t.Helper()
	made := tariff.Tariff{
		OperatorID: 1, Version: 1, AdminLabel: "Été", PublicLabel: "Casier",
		Terms: pricing.Terms{
			Unit: pricing.Hour, Amount: 50, PromoAmount: new(money.Cents(0)), Ceiling: new(money.Cents(300)),
			CeilingWindow: new(int64(1440)),
			FreeMinutes:   new(int64(15)), FreeDeducted: true, OverrunAfter: new(int64(1440)),
			OverrunAmount: new(money.Cents(100)),
			OverrunUnit:   pricing.Day, RemovalAfter: new(int64(2880)), RemovalAmount: new(money.Cents(2000)),
		},
		Periods:       []tariff.Period{{Label: "Nuit", Weekdays: tariff.Day(7), From: "2026-01-01", Opens: new(1200)}},
		Beneficiaries: []tariff.Beneficiary{{Email: "*@Ville.fr"}},
		Sites:         []tariff.Site{{Lockers: []tariff.LockerRef{{ID: NewLocker(t, s)}}}},
	}
	made.ID = Must(t)(s.CreateTariff(context.Background(), made, Now))
	return made
}

func TariffOrNew(t testing.TB, s *store.Store) int64 {
	t.Helper()
	if list, err := s.TariffsOf(context.Background(), 1); err == nil && len(list) > 0 {
		return list[0].ID
	}
	return NewTariff(t, s).ID
}

// NewDueStay creates an ended stay of one hour that costs 50 c, and returns its payment.
func NewDueStay(t testing.TB, s *store.Store) payment.Payment {
	t.Helper()
	ctx := context.Background()
	made := NewTariff(t, s)
	Check(t, s.KnowAccount(ctx, 1, 1))
	ended := Now
	Check(t, s.ImportUnbilledStays(ctx, []stay.Stay{{
		OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: Now.Add(-time.Hour), EndedAt: &ended, Price: 50,
		Tariff: &made,
	}}))
	due, err := s.PaymentByID(ctx, 1)
	Check(t, err)
	return due
}
