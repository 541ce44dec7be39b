// Package demo builds the demonstration data set: three operators, their
// stations, the people who use them and a year of stays. The operators and the
// people are invented; the places are real. The same options give the same data.
package demo

import (
	"context"
	"math/rand/v2"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
)

// Options determine which data set is built.
type Options struct {
	Seed         uint64
	Stays        int // number of ended stays, over the year before Now
	Now          time.Time
	PasswordHash string // hash of Password, for the accounts of Logins
}

// Summary counts what was built.
type Summary struct {
	Operators     int
	Stations      int
	Lockers       int // collective spaces included
	Tariffs       int
	Accounts      int
	Subscriptions int
	OpenStays     int
	EndedStays    int
}

// Load fills an empty database in one transaction.
func Load(ctx context.Context, store Store, options Options) (Summary, error) {
	var summary Summary
	err := store.Atomically(ctx, func(ctx context.Context) error {
		l := &loader{
			store: store, options: options, draw: rand.New(rand.NewPCG(options.Seed, 0)), emails: map[int64]string{},
			cards: map[payment.Holder]payment.Card{},
		}
		for _, step := range []func(context.Context) error{
			l.addOperators, l.addLogins, l.addCustomers, l.addCards, l.addSubscriptions, l.addWaits,
			l.addLeftBikes, l.addAvailability, l.addInterventions, l.addStays, l.record,
		} {
			if err := step(ctx); err != nil {
				return err
			}
		}
		summary = l.summary
		return nil
	})
	return summary, err
}

// loader holds the state of one attempt to load. The random draws follow a fixed order, and no draw before the ended
// stays depends on their number.
type loader struct {
	store   Store
	options Options
	draw    *rand.Rand
	fleets  []*fleet
	emails  map[int64]string // by account id
	cards   map[payment.Holder]payment.Card
	summary Summary

	requests  []stay.Stay // whose payments are asked to be refunded
	collected int         // payments that were not free, those of the last month excepted
	recent    int         // payments of the last month
	out       int         // lockers that are out of service
}

// fleet holds what has been built of one operator so far.
type fleet struct {
	plan       plan
	id         int64
	fittings   []fitting
	places     []place
	customers  []int64 // accounts that may have stays here
	testers    []int64 // staff who test the lockers themselves
	manager    int64   // acts on payments; an administrator if the operator has no manager
	technician int64   // 0: the operator has none
	hotline    int64   // the same

	tariffs       map[int64][]tariff.Tariff // by locker id
	subscriptions []tariff.Tariff           // tariffs that are sold as subscriptions
	subscribed    map[int64][]subscription.Subscription
}

// fitting is a station with its lockers.
type fitting struct {
	site      site
	stationID int64
	lockers   []station.Locker
}

func (l *loader) addOperators(ctx context.Context) error {
	for i, plan := range plans {
		id, err := l.store.CreateOperator(ctx, plan.operator, l.daysAgo(1200-90*i))
		if err != nil {
			return err
		}
		if err := l.store.SetFiscalIdentity(ctx, id, plan.operator.Identity); err != nil {
			return err
		}
		if err := l.store.SetOpenData(ctx, id, plan.open); err != nil {
			return err
		}
		f := &fleet{plan: plan, id: id}
		l.fleets = append(l.fleets, f)
		l.summary.Operators++
		for _, contact := range plan.contacts {
			contact.OperatorID = id
			if _, err := l.store.CreateContact(ctx, contact); err != nil {
				return err
			}
		}
		for n, site := range plan.sites {
			if err := l.addStation(ctx, f, n+1, site); err != nil {
				return err
			}
		}
		if err := l.addTariffs(ctx, f, l.daysAgo(390)); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) record(ctx context.Context) error {
	return l.store.Record(ctx, audit.Entry{
		At:     l.options.Now,
		Action: audit.DemoLoaded,
		Object: audit.Object{Kind: audit.KindPlatform},
		Changes: map[string]any{
			"graine":                l.options.Seed,
			"exploitants":           l.summary.Operators,
			"stations":              l.summary.Stations,
			"casiers":               l.summary.Lockers,
			"tarifs":                l.summary.Tariffs,
			"personnes":             l.summary.Accounts,
			"abonnements":           l.summary.Subscriptions,
			"utilisationsEnCours":   l.summary.OpenStays,
			"utilisationsTerminees": l.summary.EndedStays,
		},
	})
}

func (l *loader) daysAgo(days int) time.Time { return l.options.Now.AddDate(0, 0, -days) }

// between draws a whole number from low to high, both included.
func (l *loader) between(low, high int) int { return low + l.draw.IntN(high-low+1) }

// percent returns true with a probability of chance percent.
func (l *loader) percent(chance int) bool { return l.draw.IntN(100) < chance }

func pick[T any](l *loader, list []T) T { return list[l.draw.IntN(len(list))] }
