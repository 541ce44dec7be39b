package stays_test

import (
	"cmp"
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/kernel/text"
	"consigne/internal/store"
	"consigne/internal/store/stays"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// tariffStations are the stations of the lockers of each tariff.
var tariffStations = map[int64][]int64{1: {1}, 2: {1, 2}, 3: {3}, 4: {}}

var allStates = []subscription.State{
	subscription.ToCome, subscription.Running, subscription.Unpaid, subscription.Cancelled, subscription.Over,
}

// subscribers fills a database with drawn subscriptions, and returns them as they are stored.
func subscribers(t *testing.T, s *store.Store, draw *rand.Rand, w storetest.Payers) []subscription.Bought {
	t.Helper()
	ctx := context.Background()
	for _, terms := range []pricing.Terms{
		{Subscription: true, Unit: pricing.Year, Amount: 12_005},
		{Subscription: true, Unit: pricing.Month, Amount: 700, PromoAmount: new(money.Cents(650))},
		{Subscription: true, Unit: pricing.Month, Amount: 0},
	} {
		operator := int64(1)
		if terms.Amount == 700 {
			operator = 2
		}
		storetest.Must(t)(s.CreateTariff(ctx, tariff.Tariff{
			OperatorID: operator, Version: 1, AdminLabel: "Terme", PublicLabel: "Terme", Terms: terms,
		}, storetest.Now))
	}
	for tariffID, stations := range tariffStations {
		for lockerID, l := range w.Lockers {
			if slices.Contains(stations, l.StationID) {
				storetest.Check(t, s.Exec(ctx, "test", `INSERT INTO tariff_lockers (tariff_id, locker_id) VALUES ($1, $2)`,
					tariffID, lockerID))
			}
		}
	}
	hours := func(least, most int) *time.Time {
		return new(storetest.Now.Add(time.Duration(least+draw.IntN(most-least)) * time.Hour))
	}
	billed := []payment.Billed{}
	all := []subscription.Bought{}
	for range 250 {
		sub := subscription.Subscription{
			OperatorID: 1, AccountID: 1 + draw.Int64N(int64(len(w.Accounts))), TariffID: 1 + draw.Int64N(4), TariffVersion: 1,
			Test: draw.IntN(4) == 0, Renewed: draw.IntN(3) > 0, NextTerm: 1 + draw.IntN(3), StartsAt: *hours(-3000, 500),
		}
		if sub.TariffID == 3 {
			sub.OperatorID = 2
		}
		switch draw.IntN(4) {
		case 0:
			sub.EndsAt = new(sub.StartsAt.Add(time.Duration(1+draw.IntN(3500)) * time.Hour))
		case 1:
			sub.EndsAt = new(storetest.Now)
			if !sub.StartsAt.Before(*sub.EndsAt) {
				sub.StartsAt = storetest.Now.Add(-time.Hour)
			}
		default:
			sub.NextAt = hours(-200, 800)
		}
		if draw.IntN(3) == 0 {
			sub.CancelledAt = new(storetest.Now)
		}
		if draw.IntN(10) == 0 {
			sub.StartsAt, sub.EndsAt = storetest.Now, nil
		}
		sub.ID = storetest.Must(t)(s.CreateSubscription(ctx, sub))
		storetest.Check(t, s.SaveEnd(ctx, sub))
		for _, term := range []int{sub.NextTerm - 1, sub.NextTerm + 3} {
			statuses := append(payment.OwedStatuses(), payment.Paid, payment.Manual, payment.Cancelled, payment.Free)
			if draw.IntN(5) > 0 {
				term := payment.Payment{
					UUID: uuid.NewString(), OperatorID: sub.OperatorID, AccountID: sub.AccountID, SubscriptionID: sub.ID,
					Term: term, StartedAt: sub.StartsAt, Amount: 10, Status: statuses[draw.IntN(len(statuses))],
				}
				if draw.IntN(2) == 0 {
					term.ClosesAt = &sub.StartsAt
				}
				billed = append(billed, payment.Billed{Payment: term})
			}
		}
		all = append(all, subscription.Bought{Subscription: sub})
	}
	storetest.Check(t, s.ImportTerms(ctx, billed))
	for i := range all {
		var err error
		all[i], err = s.SubscriptionByID(ctx, all[i].ID)
		storetest.Check(t, err)
	}
	return all
}

// chosen implements the definitions of subscription.Filter literally.
func chosen(w storetest.Payers, f subscription.Filter, b subscription.Bought) bool {
	within := func(at, from, before *time.Time) bool {
		return from == nil && before == nil ||
			at != nil && (from == nil || !at.Before(*from)) && (before == nil || at.Before(*before))
	}
	a := w.Accounts[b.AccountID]
	for _, word := range strings.Fields(text.Fold(f.Search)) {
		if !slices.ContainsFunc([]string{a.LastName, a.FirstName, a.Email},
			func(held string) bool { return strings.Contains(text.Fold(held), word) }) {
			return false
		}
	}
	return f.OperatorID == b.OperatorID && (!f.WithoutTests || !b.Test) &&
		(len(f.States) == 0 || slices.Contains(f.States, b.State(f.Now))) &&
		(len(f.TariffIDs) == 0 || slices.Contains(f.TariffIDs, b.TariffID)) &&
		(len(f.StationIDs) == 0 || slices.ContainsFunc(f.StationIDs,
			func(id int64) bool { return slices.Contains(tariffStations[b.TariffID], id) })) &&
		(f.Renewed == nil || *f.Renewed == (b.Renewed && b.NextAt != nil)) &&
		within(&b.StartsAt, f.StartsFrom, f.StartsBefore) && within(b.NextAt, f.NextFrom, f.NextBefore)
}

// drawSubscriptions returns a random filter with one criterion in most cases, else with two or three.
func drawSubscriptions(t *rapid.T) subscription.Filter {
	f := subscription.Filter{
		OperatorID: rapid.SampledFrom([]int64{1, 1, 1, 2, 9}).Draw(t, "operator"), Now: storetest.Now,
		WithoutTests: rapid.Bool().Draw(t, "without tests"),
	}
	day := func() *time.Time {
		return new(storetest.Now.Add(time.Duration(rapid.IntRange(-120, 30).Draw(t, "days")) * 24 * time.Hour))
	}
	ids := func(most int64) []int64 { return rapid.SliceOfN(rapid.Int64Range(1, most), 1, 2).Draw(t, "ids") }
	ask := map[string]func(){
		"search": func() {
			words := []string{"eluard", "É", "zo", "exemple", "ada facade", "%", "rien", "  "}
			f.Search = rapid.SampledFrom(words).Draw(t, "words")
		},
		"states":        func() { f.States = rapid.SliceOfN(rapid.SampledFrom(allStates), 1, 3).Draw(t, "states") },
		"tariffs":       func() { f.TariffIDs = ids(5) },
		"stations":      func() { f.StationIDs = ids(4) },
		"renewed":       func() { f.Renewed = new(rapid.Bool().Draw(t, "renewed")) },
		"starts from":   func() { f.StartsFrom = day() },
		"starts before": func() { f.StartsBefore = day() },
		"next from":     func() { f.NextFrom = day() },
		"next before":   func() { f.NextBefore = day() },
	}
	names := append(slices.Sorted(maps.Keys(ask)), "states", "states")
	for range rapid.SampledFrom([]int{1, 1, 1, 0, 2, 3}).Draw(t, "asked") {
		ask[rapid.SampledFrom(names).Draw(t, "what")]()
	}
	return f
}

// Pages, totals, exports and the revenue agree with a literal reading of the filter.
func TestSubscriptionsAgreeWithTheirFilter(t *testing.T) {
	testenv.Checks(t, "60")
	stays.ManyBeyond(t, 40, 3) // so that there are batches, and people are found in both ways
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		w := storetest.NewPayers(t, s)
		storetest.Check(t, s.Exec(ctx, "test", `DELETE FROM subscriptions`))
		all := subscribers(t, s, testenv.Random(t), w)
		slices.SortFunc(all, func(a, b subscription.Bought) int {
			return cmp.Or(b.StartsAt.Compare(a.StartsAt), cmp.Compare(b.ID, a.ID))
		})
		for _, state := range allStates {
			if !slices.ContainsFunc(all, func(b subscription.Bought) bool { return b.State(storetest.Now) == state }) {
				t.Errorf("nothing is %s", state)
			}
		}
		rapid.Check(t, func(t *rapid.T) {
			filter := drawSubscriptions(t)
			want, revenue := []int64{}, money.Cents(0)
			for _, b := range all {
				if chosen(w, filter, b) {
					want = append(want, b.ID)
					if b.Runs(filter.Now) && !b.StartsAt.After(filter.Now) && b.Renewed && b.NextAt != nil && !b.Test {
						revenue += subscription.MonthlyPrice(b.Tariff.Terms)
					}
				}
			}
			offset, limit := rapid.SampledFrom([]int{0, 0, 10, 100, 400}).Draw(t, "offset"), 10
			list, total, err := s.Subscriptions(ctx, filter, offset, limit)
			if err != nil {
				t.Fatal(err)
			}
			if shown := want[min(offset, len(want)):min(offset+limit, len(want))]; total != len(want) ||
				!slices.Equal(idsOf(list), shown) {
				t.Fatalf("%+v: %d in all, want %d; from %d on %v, want %v", filter, total, len(want), offset, idsOf(list), shown)
			}
			for _, l := range list {
				if a := w.Accounts[l.AccountID]; l.Account.Email != a.Email || len(l.Stations) != len(tariffStations[l.TariffID]) {
					t.Fatalf("%d is shown with %+v and %v", l.ID, l.Account, l.Stations)
				}
			}
			renewing, err := s.Renewing(ctx, filter)
			sum := money.Cents(0)
			for _, r := range renewing {
				sum += subscription.MonthlyPrice(r.Terms) * money.Cents(r.Count)
			}
			if err != nil || sum != revenue {
				t.Fatalf("%+v: a revenue of %d, want %d: %v", filter, sum, revenue, err)
			}
			exported := []int64{}
			if err := s.ExportSubscriptions(ctx, filter, func(rows []subscription.Listed) error {
				exported = append(exported, idsOf(rows)...)
				return nil
			}); err != nil || !slices.Equal(exported, want) {
				t.Fatalf("%+v: exported %d, want %d: %v", filter, len(exported), len(want), err)
			}
		})
	})
}

func idsOf(list []subscription.Listed) []int64 {
	ids := make([]int64, len(list))
	for i, l := range list {
		ids[i] = l.ID
	}
	return ids
}
