package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
)

// Payers is a small set of accounts, lockers and payments, with a naive implementation of the filter.
type Payers struct {
	Accounts map[int64]account.Account
	Lockers  map[int64]station.Locker
}

var PayerNames = []struct{ last, first, email string }{
	{"Éluard", "Zoé", "zoe.eluard@exemple.test"},
	{"ELUARD", "Paul", "paul@exemple.test"},
	{"d'Aubigné", "Ada", "ada@facade.test"},
	{"Müller-Œuf", "Bé", "dec%ade@exemple.test"},
	{"Abbé", "Jean_Luc", "jl@face.test"},
	{"Nguyễn", "Anh", "a.b@exemple.test"},
}

func NewPayers(t testing.TB, s *store.Store) Payers {
	t.Helper()
	ctx := context.Background()
	w := Payers{map[int64]account.Account{}, map[int64]station.Locker{}}
	for _, name := range []string{"Élan", "Brume"} {
		Must(t)(s.CreateOperator(ctx, operator.Operator{Name: name}, Now))
	}
	for _, name := range PayerNames {
		a := account.Account{LastName: name.last, FirstName: name.first, Email: name.email, Active: true}
		w.Accounts[Must(t)(s.CreateAccount(ctx, a, Now))] = a
	}
	for i, operatorID := range []int64{1, 1, 2} {
		stationID := Must(t)(s.CreateStation(ctx,
			station.Station{OperatorID: operatorID, Name: "Gare", Kind: station.Individual, Active: true}, Now))
		for j, kind := range []station.LockerType{station.CargoBike, station.Bike, station.Bike, station.Scooter}[:4-i] {
			l := station.Locker{StationID: stationID, Name: fmt.Sprint("A", j), Type: kind, Active: true, Capacity: 1}
			w.Lockers[Must(t)(s.CreateLocker(ctx, l, Now))] = l
		}
	}
	Must(t)(s.CreateTariff(ctx, tariff.Tariff{
		OperatorID: 1, Version: 1, AdminLabel: "Mois", PublicLabel: "Abonnement",
		Terms: pricing.Terms{Subscription: true, Unit: pricing.Month, Amount: 900},
	}, Now))
	Must(t)(s.CreateSubscription(ctx,
		subscription.Subscription{OperatorID: 1, AccountID: 1, TariffID: 1, TariffVersion: 1, StartsAt: Now}))
	return w
}

// Draw returns a random payment of a stay, or of a subscription term, around a night on which the
// clocks change.
func (w Payers) Draw(draw *rand.Rand, term int) payment.Payment {
	midnight := time.Date(2026, 10, 24+draw.IntN(3), 0, 0, 0, 0, clock.Paris)
	if draw.IntN(4) == 0 {
		midnight = midnight.AddDate(0, draw.IntN(7)-3, 0)
	}
	at := func(from time.Time) *time.Time {
		return new(from.Add(time.Duration(draw.IntN(40*60*60*1000)) * time.Millisecond).UTC())
	}
	started := at(midnight.Add(-20 * time.Hour))
	if draw.IntN(5) == 0 {
		started = new(midnight.UTC())
	}
	p := payment.Payment{
		UUID: uuid.NewString(), OperatorID: 1, AccountID: 1 + draw.Int64N(int64(len(PayerNames))),
		Test: draw.IntN(4) == 0, StartedAt: *started,
	}
	statuses := []payment.Status{
		payment.Paid, payment.Paid, payment.Paid, payment.Free, payment.PermanentError, payment.Manual, payment.Unpaid,
		payment.NotPresented, payment.InProgress,
	}
	p.Status = statuses[draw.IntN(len(statuses))]
	if term == 0 {
		p.LockerID = 1 + draw.Int64N(int64(len(w.Lockers)))
		if w.Lockers[p.LockerID].StationID == 3 {
			p.OperatorID = 2
		}
		p.Overrun, p.Removed = draw.IntN(4) == 0, draw.IntN(8) == 0
		p.EndedAt = at(p.StartedAt)
		if draw.IntN(3) == 0 {
			p.EndedAt = new(p.StartedAt.Add(time.Duration(draw.IntN(4)) * time.Minute))
		}
	} else {
		p.SubscriptionID, p.Term, p.AccountID = 1, term, 1
	}
	if p.Status != payment.Free {
		p.Amount = money.Cents(draw.IntN(5) * 50)
	}
	if p.Status != payment.Free && p.Status != payment.NotPresented {
		p.Attempts, p.PresentedAt = 1, at(p.StartedAt)
	}
	if p.Status == payment.Paid || p.Status == payment.Manual {
		p.SettledAt = at(p.StartedAt)
	}
	if p.Status == payment.Paid && draw.IntN(3) == 0 {
		p.Refunded = money.Cents(draw.IntN(int(p.Amount) + 1))
		p.RefundPending = []money.Cents{0, p.Refunded, p.Refunded / 2}[draw.IntN(3)]
	}
	return p
}
