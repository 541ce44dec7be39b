package store_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"consigne/internal/domain/account"
	"consigne/internal/domain/occupation"
	"consigne/internal/domain/operator"
	"consigne/internal/domain/payment"
	"consigne/internal/domain/station"
	"consigne/internal/domain/statistics"
	"consigne/internal/domain/subscription"
	"consigne/internal/domain/tariff"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/kernel/text"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// payers is a small set of accounts, lockers and payments, with a naive implementation of the filter.
type payers struct {
	accounts map[int64]account.Account
	lockers  map[int64]station.Locker
}

var payersNames = []struct{ last, first, email string }{
	{"Éluard", "Zoé", "zoe.eluard@exemple.test"},
	{"ELUARD", "Paul", "paul@exemple.test"},
	{"d'Aubigné", "Ada", "ada@facade.test"},
	{"Müller-Œuf", "Bé", "dec%ade@exemple.test"},
	{"Abbé", "Jean_Luc", "jl@face.test"},
	{"Nguyễn", "Anh", "a.b@exemple.test"},
}

func newPayers(t *testing.T, s *store.Store) payers {
	t.Helper()
	ctx := context.Background()
	w := payers{map[int64]account.Account{}, map[int64]station.Locker{}}
	for _, name := range []string{"Élan", "Brume"} {
		must(t)(s.CreateOperator(ctx, operator.Operator{Name: name}, now))
	}
	for _, name := range payersNames {
		a := account.Account{LastName: name.last, FirstName: name.first, Email: name.email, Active: true}
		w.accounts[must(t)(s.CreateAccount(ctx, a, now))] = a
	}
	for i, operatorID := range []int64{1, 1, 2} {
		stationID := must(t)(s.CreateStation(ctx, station.Station{OperatorID: operatorID, Name: "Gare", Kind: station.Individual, Active: true}, now))
		for j, kind := range []station.LockerType{station.CargoBike, station.Bike, station.Bike, station.Scooter}[:4-i] {
			l := station.Locker{StationID: stationID, Name: fmt.Sprint("A", j), Type: kind, Active: true, Capacity: 1}
			w.lockers[must(t)(s.CreateLocker(ctx, l, now))] = l
		}
	}
	must(t)(s.CreateTariff(ctx, tariff.Tariff{
		OperatorID: 1, Version: 1, AdminLabel: "Mois", PublicLabel: "Abonnement", Terms: pricing.Terms{Subscription: true, Unit: pricing.Month, Amount: 900},
	}, now))
	must(t)(s.CreateSubscription(ctx, subscription.Subscription{OperatorID: 1, AccountID: 1, TariffID: 1, TariffVersion: 1, StartsAt: now}))
	return w
}

// draw returns a random payment of a stay, or of a subscription term, around a night on which the
// clocks change.
func (w payers) draw(draw *rand.Rand, term int) payment.Payment {
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
	p := payment.Payment{UUID: uuid.NewString(), OperatorID: 1, AccountID: 1 + draw.Int64N(int64(len(payersNames))), Test: draw.IntN(4) == 0, StartedAt: *started}
	statuses := []payment.Status{
		payment.Paid, payment.Paid, payment.Paid, payment.Free, payment.PermanentError, payment.Manual, payment.Unpaid, payment.NotPresented, payment.InProgress,
	}
	p.Status = statuses[draw.IntN(len(statuses))]
	if term == 0 {
		p.LockerID = 1 + draw.Int64N(int64(len(w.lockers)))
		if w.lockers[p.LockerID].StationID == 3 {
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
	return p
}

// fits implements the definitions of payment.Filter literally.
func (w payers) fits(f payment.Filter, p payment.Payment) bool {
	within := func(at *time.Time, span payment.Span) bool {
		return span == payment.Span{} || (at != nil && (span.From == nil || !at.Before(*span.From)) && (span.Before == nil || at.Before(*span.Before)))
	}
	a, stay := w.accounts[p.AccountID], p.OccupationID != 0
	last, first, email := text.Fold(a.LastName), text.Fold(a.FirstName), text.Fold(a.Email)
	holds := func(typed string, held ...string) bool {
		for _, word := range strings.Fields(text.Fold(typed)) {
			if !slices.ContainsFunc(held, func(text string) bool { return strings.Contains(text, word) }) {
				return false
			}
		}
		return true
	}
	for _, word := range strings.Fields(text.Fold(f.Search)) {
		if !holds(word, last, first, email) && (len(word) < payment.LeastOfUUID || !strings.HasPrefix(p.UUID, word)) {
			return false
		}
	}
	if f.MinMinutes != nil || f.MaxMinutes != nil {
		if !stay || p.EndedAt == nil {
			return false
		}
		minutes := int64(p.EndedAt.Sub(p.StartedAt) / time.Minute)
		if (f.MinMinutes != nil && minutes < *f.MinMinutes) || (f.MaxMinutes != nil && minutes > *f.MaxMinutes) {
			return false
		}
	}
	if (f.MinAmount != nil && p.Amount < *f.MinAmount) || (f.MaxAmount != nil && p.Amount > *f.MaxAmount) ||
		((f.MinAmount != nil || f.MaxAmount != nil) && p.Status == payment.Running) {
		return false
	}
	is := map[payment.UseStatus]bool{
		payment.UseRunning: p.EndedAt == nil, payment.UseEnded: p.EndedAt != nil, payment.UseOverrun: p.Overrun || p.Removed, payment.UseRemoved: p.Removed,
	}
	return (f.OperatorID == 0 || f.OperatorID == p.OperatorID) && (!f.WithoutTests || !p.Test) &&
		holds(f.LastName, last) && holds(f.FirstName, first) && holds(f.Email, email) && strings.HasPrefix(p.UUID, strings.ToLower(f.UUID)) &&
		within(&p.StartedAt, f.Started) && within(p.EndedAt, f.Ended) && within(p.SettledAt, f.Settled) && within(p.PresentedAt, f.Presented) &&
		(len(f.StationIDs) == 0 || (stay && slices.Contains(f.StationIDs, w.lockers[p.LockerID].StationID))) &&
		(len(f.LockerIDs) == 0 || slices.Contains(f.LockerIDs, p.LockerID)) &&
		(len(f.LockerTypes) == 0 || (stay && slices.Contains(f.LockerTypes, int(w.lockers[p.LockerID].Type)))) &&
		(len(f.Statuses) == 0 || slices.Contains(f.Statuses, p.Status)) &&
		(!f.StaysOnly || stay) &&
		(len(f.StopReasons) == 0 || (stay && slices.ContainsFunc(f.StopReasons, func(s payment.UseStatus) bool { return is[s] }))) &&
		(len(f.UseStatuses) == 0 || (stay && slices.ContainsFunc(f.UseStatuses, func(s payment.UseStatus) bool { return is[s] })))
}

// drawFilter returns a random filter with one criterion in most cases, else with two or three.
func drawFilter(t *rapid.T, all []payment.Payment) payment.Filter {
	f := payment.Filter{OperatorID: rapid.SampledFrom([]int64{0, 0, 1, 2, 9}).Draw(t, "operator"), WithoutTests: rapid.Bool().Draw(t, "without tests")}
	span := func() payment.Span {
		day := func(name string) *time.Time {
			at := time.Date(2026, 10, rapid.IntRange(22, 29).Draw(t, name), 0, 0, 0, 0, clock.Paris)
			if rapid.IntRange(0, 2).Draw(t, "months away") == 0 {
				at = time.Date(2026, time.Month(rapid.IntRange(6, 15).Draw(t, "month")), rapid.SampledFrom([]int{1, 1, 2, 28}).Draw(t, "day"), 0, 0, 0, 0, clock.Paris)
			}
			if rapid.IntRange(0, 4).Draw(t, "part of a day") == 0 {
				at = at.Add(7*time.Hour + 23*time.Minute)
			}
			return &at
		}
		switch rapid.IntRange(0, 2).Draw(t, "bounds") {
		case 0:
			return payment.Span{From: day("from")}
		case 1:
			return payment.Span{Before: day("before")}
		}
		return payment.Span{From: day("from"), Before: day("before")}
	}
	words := rapid.SampledFrom([]string{
		"eluard", "É", "zo", "exemple", "ad", "ada", "dec", "fac", "abbe", "éluard zoé", "facade ada", "œu", "%", "_", "'", `"`, `\`, "nguyen", "@", "rien", "  ", "\u0301",
	})
	prefix := func(least int) string {
		return rapid.SampledFrom(all).Draw(t, "payment").UUID[:rapid.IntRange(least, 9).Draw(t, "digits")]
	}
	minutes := rapid.OneOf(rapid.Int64Range(0, 5), rapid.Int64Range(200, 2400))
	cents := rapid.Custom(func(t *rapid.T) money.Cents { return money.Cents(rapid.IntRange(0, 4).Draw(t, "cents") * 50) })
	ids := func(most int64) []int64 { return rapid.SliceOfN(rapid.Int64Range(1, most), 1, 2).Draw(t, "ids") }
	ask := map[string]func(){
		"search": func() {
			which := rapid.IntRange(0, 2).Draw(t, "words and uuid")
			if which != 1 {
				f.Search = words.Draw(t, "search")
			}
			if which != 0 {
				f.Search += " " + prefix(2)
			}
		},
		"last name": func() { f.LastName = words.Draw(t, "last") }, "first name": func() { f.FirstName = words.Draw(t, "first") },
		"e-mail": func() { f.Email = words.Draw(t, "email") },
		"uuid":   func() { f.UUID = strings.ToUpper(prefix(1)) }, "no uuid": func() { f.UUID = "zz" },
		"started": func() { f.Started = span() }, "ended": func() { f.Ended = span() },
		"settled": func() { f.Settled = span() }, "presented": func() { f.Presented = span() },
		"least minutes": func() { f.MinMinutes = new(minutes.Draw(t, "least")) }, "most minutes": func() { f.MaxMinutes = new(minutes.Draw(t, "most")) },
		"least amount": func() { f.MinAmount = new(cents.Draw(t, "least")) }, "most amount": func() { f.MaxAmount = new(cents.Draw(t, "most")) },
		"stations": func() { f.StationIDs = ids(4) }, "lockers": func() { f.LockerIDs = ids(10) },
		"types": func() { f.LockerTypes = rapid.SliceOfN(rapid.IntRange(1, 4), 1, 2).Draw(t, "types") },
		"statuses": func() {
			f.Statuses = rapid.SliceOfN(rapid.SampledFrom([]payment.Status{
				payment.Running, payment.Paid, payment.Free, payment.PermanentError, payment.Manual, payment.Cancelled, payment.Unpaid,
			}), 1, 3).Draw(t, "statuses")
		},
		"uses": func() {
			f.UseStatuses = rapid.SliceOfN(rapid.SampledFrom([]payment.UseStatus{
				payment.UseRunning, payment.UseEnded, payment.UseOverrun, payment.UseRemoved,
			}), 1, 2).Draw(t, "uses")
		},
		"reasons": func() {
			f.StopReasons = []payment.UseStatus{rapid.SampledFrom([]payment.UseStatus{payment.UseOverrun, payment.UseRemoved}).Draw(t, "reason")}
		},
	}
	f.StaysOnly = rapid.Bool().Draw(t, "stays only")
	names := []string{"search", "search", "search", "started"} // drawn more often, because the store has the most ways to answer them
	for name := range ask {
		names = append(names, name)
	}
	slices.Sort(names)
	for range rapid.SampledFrom([]int{1, 1, 1, 0, 2, 3}).Draw(t, "asked") {
		ask[rapid.SampledFrom(names).Draw(t, "what")]()
	}
	return f
}

// Lists, totals and exports agree with a literal reading of the filter, whichever way the store takes. They are
// compared with rollup changes as recorded, then folded in, then with rebuilt rollups.
func TestPaymentsAgreeWithTheirFilter(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		w := newPayers(t, s)
		draw := testenv.Random(t)
		stays, terms := make([]payment.Billed, 1500), make([]payment.Billed, 60)
		for i := range stays {
			p := w.draw(draw, 0)
			stays[i] = payment.Billed{Payment: p, Stay: occupation.Occupation{
				OperatorID: p.OperatorID, LockerID: p.LockerID, AccountID: p.AccountID, Place: i + 1, Test: p.Test, StartedAt: p.StartedAt, EndedAt: p.EndedAt,
			}}
			switch draw.IntN(20) {
			case 0: // open stays, the newest among them
				stays[i].Stay.EndedAt = nil
				stays[i].Payment = payment.OfStay(stays[i].Stay)
			case 1: // free ones
				stays[i].Stay.EndedAt, stays[i].Stay.MadeFree = nil, true
				stays[i].Payment = payment.OfStay(stays[i].Stay)
			}
		}
		for i := range terms {
			terms[i] = payment.Billed{Payment: w.draw(draw, i+1)}
		}
		check(t, s.ImportStays(ctx, stays))
		check(t, s.ImportTerms(ctx, terms))
		all := []payment.Payment{}
		check(t, s.ExportPayments(ctx, payment.Filter{}, func(rows []payment.Row) error {
			for _, row := range rows {
				p, err := s.PaymentByID(ctx, row.ID)
				if err != nil {
					return err
				}
				all = append(all, p)
			}
			return nil
		}))
		if len(all) != len(stays)+len(terms) {
			t.Fatalf("%d payments", len(all))
		}
		slices.SortFunc(all, func(a, b payment.Payment) int {
			return cmp.Or(b.StartedAt.Compare(a.StartedAt), cmp.Compare(b.ID, a.ID))
		})

		agree := rapid.MakeCheck(func(t *rapid.T) {
			filter := drawFilter(t, all)
			want := []int64{}
			for _, p := range all {
				if w.fits(filter, p) {
					want = append(want, p.ID)
				}
			}
			offset, limit := rapid.SampledFrom([]int{0, 0, 10, 100, 400, 2000}).Draw(t, "offset"), 10
			list, total, err := s.Payments(ctx, filter, offset, limit)
			if err != nil {
				t.Fatal(err)
			}
			got := make([]int64, len(list))
			for i, p := range list {
				got[i] = p.ID
			}
			if shown := want[min(offset, len(want)):min(offset+limit, len(want))]; total != len(want) || !slices.Equal(got, shown) {
				t.Fatalf("%+v: %d in all, want %d; from %d on %v, want %v", filter, total, len(want), offset, got, shown)
			}
			if rapid.IntRange(0, 3).Draw(t, "export") > 0 {
				return
			}
			exported := []int64{}
			if err := s.ExportPayments(ctx, filter, func(rows []payment.Row) error {
				for _, row := range rows {
					exported = append(exported, row.ID)
				}
				return nil
			}); err != nil || !slices.Equal(exported, want) {
				t.Fatalf("%+v: exported %d, want %d: %v", filter, len(exported), len(want), err)
			}
		})
		agree(t)
		check(t, s.ReadPeople(ctx)) // from here on, words are searched in memory
		check(t, s.FoldTallies(ctx))
		for id, l := range w.lockers {
			l.ID = id
			if l.Type != station.Bike {
				l.Type = station.Scooter
				check(t, s.UpdateLocker(ctx, l))
				w.lockers[id] = l
			}
		}
		agree(t)
		check(t, s.RebuildTallies(ctx))
		agree(t)
	})
}

// Whatever concurrent writes do to payments, and while changes are folded in, the rollups equal a
// count of the payments.
func TestTalliesFollowPayments(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		w := newPayers(t, s)
		stays := make([]payment.Billed, 40)
		for i := range stays {
			stays[i].Stay = occupation.Occupation{OperatorID: 1, LockerID: 1, AccountID: 1 + int64(i)%5, Place: i + 1, StartedAt: now}
			stays[i].Payment = payment.OfStay(stays[i].Stay)
		}
		check(t, s.ImportStays(ctx, stays))
		draw := testenv.Random(t)
		race(8, func() bool {
			for range 20 {
				if draw.IntN(10) == 0 {
					if err := s.FoldTallies(ctx); err != nil {
						t.Error(err)
					}
					continue
				}
				if err := s.Atomically(ctx, func(ctx context.Context) error {
					before, err := s.PaymentByID(ctx, 1+draw.Int64N(int64(len(stays))))
					if err != nil {
						return err
					}
					after := w.draw(draw, 0)
					after.ID, after.OperatorID, after.OccupationID, after.LockerID = before.ID, before.OperatorID, before.OccupationID, before.LockerID
					after.UUID, after.AccountID, after.Test, after.StartedAt = before.UUID, before.AccountID, before.Test, before.StartedAt
					if after.EndedAt != nil {
						after.EndedAt = new(before.StartedAt.Add(time.Duration(draw.IntN(90)) * time.Minute))
					}
					_, err = s.SavePayment(ctx, before, after)
					return err
				}); err != nil {
					t.Error(err)
				}
			}
			return true
		})
		followed, err := s.Tallies(ctx)
		check(t, err)
		check(t, s.RebuildTallies(ctx))
		rebuilt, err := s.Tallies(ctx)
		check(t, err)
		if len(rebuilt) < 10 || !slices.Equal(followed, rebuilt) {
			t.Errorf("followed\n%v\nrebuilt\n%v", followed, rebuilt)
		}
	})
}

// A payment that does not change while an export runs is in the export exactly once.
func TestExportWhilePaymentsChange(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		newPayers(t, s)
		bring := func(n int, from time.Time) {
			stays := make([]payment.Billed, n)
			for i := range stays {
				stays[i].Stay = occupation.Occupation{
					OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: from.Add(time.Duration(i/3) * time.Hour), Price: 50,
				}
				stays[i].Stay.EndedAt = &stays[i].Stay.StartedAt
				stays[i].Payment = payment.OfStay(stays[i].Stay)
			}
			check(t, s.ImportStays(ctx, stays))
		}
		bring(450, now)
		seen, batches := map[int64]int{}, 0
		check(t, s.ExportPayments(ctx, payment.Filter{Statuses: []payment.Status{payment.NotPresented}}, func(rows []payment.Row) error {
			for _, row := range rows {
				seen[row.ID]++
			}
			for _, id := range []int64{5, 449 - int64(batches)} { // one that is not exported yet, one that already is
				before, err := s.PaymentByID(ctx, id)
				if err != nil {
					return err
				}
				after := before
				after.Attempts++
				if batches == 0 {
					after.Status = payment.Cancelled
				}
				if _, err := s.SavePayment(ctx, before, after); err != nil {
					return err
				}
			}
			bring(10, now.Add(time.Duration(batches)*40*time.Hour))
			batches++
			return nil
		}))
		if batches < 4 || seen[5] != 0 {
			t.Errorf("%d batches, the cancelled one %d times", batches, seen[5])
		}
		for id := int64(1); id <= 450; id++ {
			if id != 5 && seen[id] != 1 {
				t.Errorf("payment %d is there %d times", id, seen[id])
			}
		}
	})
}

// The payments that the migration creates for older stays are in the rollups.
func TestOlderPaymentsAreTallied(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		newPayers(t, s)
		ended := now.Add(90*time.Minute + 59*time.Second)
		check(t, s.ImportOccupations(ctx, []occupation.Occupation{
			{OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: now},
			{OperatorID: 2, LockerID: 8, AccountID: 2, Place: 1, StartedAt: now, EndedAt: &ended, Overrun: true, Price: 50, Test: true},
		}))
		check(t, s.Downgrade(ctx, 6))
		check(t, s.Migrate(ctx))
		for name, filter := range map[string]payment.Filter{
			"minutes": {MinMinutes: new(int64(90)), MaxMinutes: new(int64(90))}, "use": {UseStatuses: []payment.UseStatus{payment.UseOverrun}},
			"no test": {WithoutTests: true}, "operator": {OperatorID: 2}, "status": {Statuses: []payment.Status{payment.NotPresented}},
		} {
			if list, total, err := s.Payments(ctx, filter, 0, 10); err != nil || total != 1 || len(list) != 1 {
				t.Errorf("%s: %d of %d, %v", name, len(list), total, err)
			}
		}
	})
}

// A controller with a stopped clock may report the year 1970, or any other.
func TestStaysOfAnyYearAreTallied(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		newPayers(t, s)
		year := func(year int) time.Time { return time.Date(year, time.January, 1, 0, 0, 5, 0, clock.Paris) }
		years := []int{1, 1903, 1969, 1970, 1971, now.Year()}
		stays := []occupation.Occupation{}
		for place, began := range years {
			stays = append(stays, occupation.Occupation{OperatorID: 1, LockerID: 1, AccountID: 1, Place: place + 1, StartedAt: year(began), EndedAt: new(year(began).Add(time.Hour))})
		}
		check(t, s.ImportOccupations(ctx, stays))
		ended := payment.Filter{UseStatuses: []payment.UseStatus{payment.UseEnded}}
		if _, total, err := s.Payments(ctx, ended, 0, 10); err != nil || total != len(years) {
			t.Errorf("at any time: %d, %v", total, err)
		}
		service := statistics.NewService(s.ForStatistics(), stillClock{now})
		for _, began := range years {
			ended.Started = payment.Span{From: new(clock.DayOf(year(began)).Begins()), Before: new((clock.DayOf(year(began)) + 1).Begins())}
			if _, total, err := s.Payments(ctx, ended, 0, 10); err != nil || total != 1 {
				t.Errorf("on the first day of %d: %d, %v", began, total, err)
			}
			for _, days := range []clock.Day{1, 365} {
				first := clock.DayOf(year(began))
				report, err := service.Report(ctx, 0, statistics.Period{First: first, Last: first + days - 1})
				if err != nil || report.Summary.Uses.Value != 1 {
					t.Errorf("%d days of %d: %d, %v", days, began, report.Summary.Uses.Value, err)
				}
			}
		}
	})
}
