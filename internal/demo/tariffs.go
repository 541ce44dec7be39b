package demo

import (
	"context"
	"time"

	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// condition is a tariff of an operator; suits reports whether it applies to a kind of locker at a site.
type condition struct {
	tariff tariff.Tariff
	suits  func(site, station.LockerType) bool
}

const (
	hours = int64(60)
	days  = 24 * hours
)

func cents(amount money.Cents) *money.Cents { return &amount }
func last(minutes int64) *int64             { return &minutes }
func clockAt(hour int) *int                 { return new(hour * 60) }

func individual(s site, _ station.LockerType) bool { return s.kind == station.Individual }
func collective(s site, _ station.LockerType) bool { return s.kind != station.Individual }
func anywhere(site, station.LockerType) bool       { return true }
func cargo(_ site, kind station.LockerType) bool   { return kind == station.CargoBike }
func bikesAndScooters(_ site, kind station.LockerType) bool {
	return kind == station.Bike || kind == station.Scooter
}

// The tariffs cover every form that the price of a stay can have. At each locker one of them is for everybody at any
// time, so that no stay is refused.
var grandvalTariffs = []condition{
	{suits: bikesAndScooters, tariff: tariff.Tariff{
		AdminLabel: "Casier vélo et trottinette, à l'heure", PublicLabel: "Casier à l'heure",
		Terms: pricing.Terms{
			Unit: pricing.Hour, Amount: 50, Ceiling: cents(300),
			OverrunAfter: last(1 * days), OverrunAmount: cents(100), OverrunUnit: pricing.Hour,
			RemovalAfter: last(2 * days), RemovalAmount: cents(2000),
		},
	}},
	{suits: cargo, tariff: tariff.Tariff{
		AdminLabel: "Casier vélo cargo, plafonné par 24 heures", PublicLabel: "Casier vélo cargo",
		Terms: pricing.Terms{
			Unit: pricing.Hour, Amount: 89, Ceiling: cents(445), CeilingWindow: last(1 * days), FreeMinutes: last(15),
			OverrunAfter: last(3 * days), OverrunAmount: cents(500), OverrunUnit: pricing.Day,
			RemovalAfter: last(7 * days), RemovalAmount: cents(3000),
		},
	}},
	{suits: individual, tariff: tariff.Tariff{
		AdminLabel: "Abonnement mensuel casier", PublicLabel: "Abonnement mensuel",
		Terms: pricing.Terms{
			Subscription: true, Unit: pricing.Month, Amount: 1500,
			OverrunAfter: last(3 * days), OverrunAmount: cents(50), OverrunUnit: pricing.Hour,
			RemovalAfter: last(7 * days), RemovalAmount: cents(2000),
		},
	}},
	{suits: individual, tariff: tariff.Tariff{
		AdminLabel: "Agents de la métropole", PublicLabel: "Tarif employeur",
		Beneficiaries: []tariff.Beneficiary{{Email: "*@grandval.test"}, {Email: "usager@consigne.test"}},
		Terms: pricing.Terms{
			Unit: pricing.Hour, Amount: 50, PromoAmount: cents(10), Ceiling: cents(100),
			OverrunAfter: last(2 * days), OverrunAmount: cents(100), OverrunUnit: pricing.Hour,
			RemovalAfter: last(4 * days), RemovalAmount: cents(2000),
		},
	}},
	{suits: func(s site, kind station.LockerType) bool {
		return s.name == "Place Victor Hugo" && bikesAndScooters(s, kind)
	}, tariff: tariff.Tariff{
		AdminLabel: "Nuit gratuite, Victor Hugo", PublicLabel: "Nuit gratuite",
		Periods: []tariff.Period{{Label: "Nuit", Weekdays: tariff.EveryDay, Opens: clockAt(20), Closes: clockAt(7)}},
		Terms: pricing.Terms{
			Unit: pricing.Hour, OverrunAfter: last(15 * hours), OverrunAmount: cents(50), OverrunUnit: pricing.Hour,
			RemovalAfter: last(3 * days), RemovalAmount: cents(2000),
		},
	}},
	{suits: collective, tariff: tariff.Tariff{
		AdminLabel: "Parc collectif, 24 heures gratuites", PublicLabel: "Parc à vélos",
		Terms: pricing.Terms{
			Unit: pricing.Day, Amount: 135, FreeMinutes: last(1 * days), FreeDeducted: true,
			OverrunAfter: last(14 * days), OverrunAmount: cents(200), OverrunUnit: pricing.Day,
			RemovalAfter: last(28 * days), RemovalAmount: cents(4000),
		},
	}},
	{suits: collective, tariff: tariff.Tariff{
		AdminLabel: "Abonnement annuel parc", PublicLabel: "Abonnement annuel",
		Terms: pricing.Terms{
			Subscription: true, Unit: pricing.Year, Amount: 6000, RemovalAfter: last(60 * days),
			RemovalAmount: cents(4000),
		},
	}},
}

var littoralTariffs = []condition{
	{suits: individual, tariff: tariff.Tariff{
		AdminLabel: "Casier, toute l'année", PublicLabel: "Casier à l'heure",
		Terms: pricing.Terms{
			Unit: pricing.Hour, Amount: 100, Ceiling: cents(500), CeilingWindow: last(1 * days),
			OverrunAfter: last(3 * days), OverrunAmount: cents(300), OverrunUnit: pricing.Day,
			RemovalAfter: last(10 * days), RemovalAmount: cents(5000),
		},
	}},
	{suits: individual, tariff: tariff.Tariff{
		AdminLabel: "Casier, semaine hors vacances", PublicLabel: "Casier du quotidien",
		Periods: []tariff.Period{
			{Label: "Printemps", Weekdays: weekdays, From: "2026-03-01", To: "2026-06-30"},
			{Label: "Automne et hiver", Weekdays: weekdays, From: "2026-09-01", To: "2027-02-28"},
		},
		Terms: pricing.Terms{
			Unit: pricing.Hour, Amount: 40, Ceiling: cents(250), OverrunAfter: last(1 * days), OverrunAmount: cents(100),
			OverrunUnit:  pricing.Hour,
			RemovalAfter: last(5 * days), RemovalAmount: cents(5000),
		},
	}},
	{suits: collective, tariff: tariff.Tariff{
		AdminLabel: "Abri gratuit, limité à trois jours", PublicLabel: "Abri gratuit",
		Terms: pricing.Terms{
			Unit: pricing.Day, OverrunAfter: last(3 * days), OverrunAmount: cents(150), OverrunUnit: pricing.Day,
			RemovalAfter: last(30 * days), RemovalAmount: cents(3000),
		},
	}},
	{suits: anywhere, tariff: tariff.Tariff{
		AdminLabel: "Abonnement mensuel", PublicLabel: "Abonnement mensuel", MaxStays: 1, OwnPlace: true,
		Terms: pricing.Terms{
			Subscription: true, Unit: pricing.Month, Amount: 1200, RemovalAfter: last(30 * days),
			RemovalAmount: cents(5000),
		},
	}},
}

var brumeTariffs = []condition{
	{suits: individual, tariff: tariff.Tariff{
		AdminLabel: "Casier à l'heure", PublicLabel: "Casier", Terms: pricing.Terms{Unit: pricing.Hour, Amount: 10},
	}},
	{suits: collective, tariff: tariff.Tariff{
		AdminLabel: "Abri à la journée", PublicLabel: "Abri",
		Terms: pricing.Terms{Unit: pricing.Day, Amount: 100, FreeMinutes: last(2 * hours)},
	}},
	{suits: anywhere, tariff: tariff.Tariff{
		AdminLabel: "Abonnement annuel", PublicLabel: "Abonnement annuel",
		Terms: pricing.Terms{Subscription: true, Unit: pricing.Year, Amount: 4500},
	}},
}

var weekdays = tariff.Day(1) | tariff.Day(2) | tariff.Day(3) | tariff.Day(4) | tariff.Day(5)

// addTariffs creates the operator's tariffs on the lockers each is meant for.
func (l *loader) addTariffs(ctx context.Context, f *fleet, created time.Time) error {
	f.tariffs = map[int64][]tariff.Tariff{}
	for _, c := range f.plan.tariffs {
		t := c.tariff
		t.OperatorID, t.Version = f.id, 1
		for _, fitted := range f.fittings {
			place := tariff.Site{StationID: fitted.stationID}
			for _, locker := range fitted.lockers {
				if c.suits(fitted.site, locker.Type) {
					place.Lockers = append(place.Lockers, tariff.LockerRef{ID: locker.ID, Name: locker.Name})
				}
			}
			if len(place.Lockers) > 0 {
				t.Sites = append(t.Sites, place)
			}
		}
		id, err := l.store.CreateTariff(ctx, t, created)
		if err != nil {
			return err
		}
		t.ID = id
		l.summary.Tariffs++
		for _, place := range t.Sites {
			for _, locker := range place.Lockers {
				f.tariffs[locker.ID] = append(f.tariffs[locker.ID], t)
			}
		}
		if t.Subscription {
			f.subscriptions = append(f.subscriptions, t)
		}
	}
	return nil
}

// addSubscriptions makes one customer in eight a subscriber. One subscription in four is not renewed after its term.
func (l *loader) addSubscriptions(ctx context.Context) error {
	for _, f := range l.fleets {
		f.subscribed = map[int64][]subscription.Subscription{}
		for i, customer := range f.customers {
			if i%8 != 3 {
				continue
			}
			t := pick(l, f.subscriptions)
			sub := subscription.Subscription{
				OperatorID: f.id, AccountID: customer, TariffID: t.ID, TariffVersion: t.Version,
				StartsAt: l.daysAgo(l.between(40, 360)).Truncate(time.Hour),
			}
			sub.Renewed = !l.percent(25)
			bought, terms := l.billTerms(subscription.Bought{Subscription: sub, Tariff: t})
			sub = bought.Subscription
			id, err := l.store.CreateSubscription(ctx, sub)
			if err != nil {
				return err
			}
			for i := range terms {
				terms[i].Payment.SubscriptionID = id
			}
			if err := l.store.ImportTerms(ctx, terms); err != nil {
				return err
			}
			sub.ID = id
			l.summary.Subscriptions++
			f.subscribed[customer] = append(f.subscribed[customer], sub)
		}
	}
	return nil
}

// price gives a stay its tariff, and the price and limits that follow, as at its end or now.
func (l *loader) price(f *fleet, newStay *stay.Stay) {
	customer := tariff.Customer{Email: l.emails[newStay.AccountID]}
	for _, sub := range f.subscribed[newStay.AccountID] {
		if !newStay.StartedAt.Before(sub.StartsAt) && (sub.EndsAt == nil || newStay.StartedAt.Before(*sub.EndsAt)) {
			customer.Subscribed = append(customer.Subscribed, sub.TariffID)
		}
	}
	applied, found := tariff.Choose(f.tariffs[newStay.LockerID], customer, newStay.StartedAt)
	if !found {
		return
	}
	newStay.Tariff = &applied
	quote := newStay.PriceAt(l.options.Now)
	newStay.Overrun, newStay.Removed = quote.OverLimit, quote.Removed
	if newStay.EndedAt != nil {
		newStay.Price = quote.Amount()
	}
}
