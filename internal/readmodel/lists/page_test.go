package lists_test

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/text"
	"consigne/internal/readmodel/lists"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// fits implements the definitions of payment.Filter literally.
func fits(w storetest.Payers, f payment.Filter, p payment.Payment) bool {
	within := func(at *time.Time, span payment.Span) bool {
		return span == payment.Span{} ||
			(at != nil && (span.From == nil || !at.Before(*span.From)) && (span.Before == nil || at.Before(*span.Before)))
	}
	a, stay := w.Accounts[p.AccountID], p.StayID != 0
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
	is := map[payment.StayStatus]bool{
		payment.StayRunning: p.EndedAt == nil, payment.StayEnded: p.EndedAt != nil,
		payment.StayOverrun: p.Overrun || p.Removed, payment.StayRemoved: p.Removed,
	}
	return (f.OperatorID == 0 || f.OperatorID == p.OperatorID) && (!f.WithoutTests || !p.Test) &&
		holds(f.LastName, last) && holds(f.FirstName, first) && holds(f.Email, email) &&
		strings.HasPrefix(p.UUID, strings.ToLower(f.UUID)) &&
		within(&p.StartedAt, f.Started) && within(p.EndedAt, f.Ended) && within(p.SettledAt, f.Settled) &&
		within(p.PresentedAt, f.Attempted) &&
		(len(f.StationIDs) == 0 || (stay && slices.Contains(f.StationIDs, w.Lockers[p.LockerID].StationID))) &&
		(len(f.LockerIDs) == 0 || slices.Contains(f.LockerIDs, p.LockerID)) &&
		(len(f.LockerTypes) == 0 || (stay && slices.Contains(f.LockerTypes, int(w.Lockers[p.LockerID].Type)))) &&
		(len(f.Refunds) == 0 || slices.Contains(f.Refunds, payment.RefundMade) && p.Refunded > p.RefundPending ||
			slices.Contains(f.Refunds, payment.RefundWaiting) && p.RefundPending > 0) &&
		(!f.ToFollow || p.ToFollow(f.Now)) &&
		(len(f.Statuses) == 0 || slices.Contains(f.Statuses, p.Status)) &&
		(!f.StaysOnly || stay) &&
		(len(f.StopReasons) == 0 ||
			(stay && slices.ContainsFunc(f.StopReasons, func(s payment.StayStatus) bool { return is[s] }))) &&
		(len(f.StayStatuses) == 0 ||
			(stay && slices.ContainsFunc(f.StayStatuses, func(s payment.StayStatus) bool { return is[s] })))
}

// drawFilter returns a random filter with one criterion in most cases, else with two or three.
func drawFilter(t *rapid.T, all []payment.Payment) payment.Filter {
	f := payment.Filter{
		OperatorID:   rapid.SampledFrom([]int64{0, 0, 1, 2, 9}).Draw(t, "operator"),
		WithoutTests: rapid.Bool().Draw(t, "without tests"),
	}
	span := func() payment.Span {
		day := func(name string) *time.Time {
			at := time.Date(2026, 10, rapid.IntRange(22, 29).Draw(t, name), 0, 0, 0, 0, clock.Paris)
			if rapid.IntRange(0, 2).Draw(t, "months away") == 0 {
				at = time.Date(2026, time.Month(rapid.IntRange(6, 15).Draw(t, "month")),
					rapid.SampledFrom([]int{1, 1, 2, 28}).Draw(t, "day"), 0, 0, 0, 0, clock.Paris)
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
		"eluard", "É", "zo", "exemple", "ad", "ada", "dec", "fac", "abbe", "éluard zoé", "facade ada", "œu", "%", "_", "'",
		`"`, `\`, "nguyen", "@", "rien", "  ", "\u0301",
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
		"last name":  func() { f.LastName = words.Draw(t, "last") },
		"first name": func() { f.FirstName = words.Draw(t, "first") },
		"e-mail":     func() { f.Email = words.Draw(t, "email") },
		"uuid":       func() { f.UUID = strings.ToUpper(prefix(1)) }, "no uuid": func() { f.UUID = "zz" },
		"started": func() { f.Started = span() }, "ended": func() { f.Ended = span() },
		"settled": func() { f.Settled = span() }, "presented": func() { f.Attempted = span() },
		"least minutes": func() { f.MinMinutes = new(minutes.Draw(t, "least")) },
		"most minutes":  func() { f.MaxMinutes = new(minutes.Draw(t, "most")) },
		"least amount":  func() { f.MinAmount = new(cents.Draw(t, "least")) },
		"most amount":   func() { f.MaxAmount = new(cents.Draw(t, "most")) },
		"stations":      func() { f.StationIDs = ids(4) }, "lockers": func() { f.LockerIDs = ids(10) },
		"types": func() { f.LockerTypes = rapid.SliceOfN(rapid.IntRange(1, 4), 1, 2).Draw(t, "types") },
		"statuses": func() {
			f.Statuses = rapid.SliceOfN(rapid.SampledFrom([]payment.Status{
				payment.Running, payment.Paid, payment.Free, payment.PermanentError, payment.Manual, payment.Cancelled,
				payment.Unpaid,
			}), 1, 3).Draw(t, "statuses")
		},
		"refunds": func() {
			f.Refunds = rapid.SliceOfN(rapid.SampledFrom([]payment.RefundState{payment.RefundMade, payment.RefundWaiting}), 1,
				2).Draw(t, "refunds")
		},
		"to follow": func() {
			f.ToFollow = true
			f.Now = storetest.Now.Add(time.Duration(rapid.IntRange(-72, 72).Draw(t, "hours")) * time.Hour)
		},
		"uses": func() {
			f.StayStatuses = rapid.SliceOfN(rapid.SampledFrom([]payment.StayStatus{
				payment.StayRunning, payment.StayEnded, payment.StayOverrun, payment.StayRemoved,
			}), 1, 2).Draw(t, "uses")
		},
		"reasons": func() {
			f.StopReasons = []payment.StayStatus{rapid.SampledFrom([]payment.StayStatus{
				payment.StayOverrun,
				payment.StayRemoved,
			}).Draw(t, "reason")}
		},
	}
	f.StaysOnly = rapid.Bool().Draw(t, "stays only")
	// drawn more often, because the store answers them in several ways
	names := []string{"search", "search", "search", "started"}
	for name := range ask {
		names = append(names, name)
	}
	slices.Sort(names)
	for range rapid.SampledFrom([]int{1, 1, 1, 0, 2, 3}).Draw(t, "asked") {
		ask[rapid.SampledFrom(names).Draw(t, "what")]()
	}
	return f
}

// Lists, totals and exports agree with a literal reading of the filter, whether payments are looked up or read along
// the list. They are compared with rollup changes as recorded, then folded in, then with rebuilt rollups.
func TestPaymentsAgreeWithTheirFilter(t *testing.T) {
	testenv.Checks(t, "40")
	lists.ManyBeyond(t, 40, 3) // so that both ways of both are taken
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		w := storetest.NewPayers(t, s)
		draw := testenv.Random(t)
		stays, terms := make([]payment.Billed, 1500), make([]payment.Billed, 60)
		for i := range stays {
			p := w.Draw(draw, 0)
			stays[i] = payment.Billed{Payment: p, Stay: stay.Stay{
				OperatorID: p.OperatorID, LockerID: p.LockerID, AccountID: p.AccountID, Place: i + 1, Test: p.Test,
				StartedAt: p.StartedAt, EndedAt: p.EndedAt,
			}}
			switch draw.IntN(20) {
			case 0: // open stays, the newest among them
				stays[i].Stay.EndedAt = nil
				stays[i].Payment = payment.NewForStay(stays[i].Stay)
			case 1: // free ones
				stays[i].Stay.EndedAt, stays[i].Stay.MadeFree = nil, true
				stays[i].Payment = payment.NewForStay(stays[i].Stay)
			}
		}
		for i := range terms {
			terms[i] = payment.Billed{Payment: w.Draw(draw, i+1)}
		}
		storetest.Check(t, s.ImportStays(ctx, stays))
		storetest.Check(t, s.ImportTerms(ctx, terms))
		for _, dispute := range []string{
			`UPDATE payments SET disputed_at = started_at WHERE id % 11 = 0`,
			`UPDATE payments SET dispute_outcome = 'gagnee' WHERE id % 33 = 0`,
		} {
			storetest.Check(t, s.Exec(ctx, "dispute", dispute))
		}
		all := []payment.Payment{}
		storetest.Check(t, s.ExportPayments(ctx, payment.Filter{}, func(rows []payment.Row) error {
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
				if fits(w, filter, p) {
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
			if shown := want[min(offset, len(want)):min(offset+limit, len(want))]; total != len(want) ||
				!slices.Equal(got, shown) {
				t.Fatalf("%+v: %d in all, want %d; from %d on %v, want %v", filter, total, len(want), offset, got, shown)
			}
			sums := payment.Sums{}
			for _, p := range all {
				switch amount := p.Amount - p.RefundDone(); {
				case !slices.Contains(want, p.ID):
				case p.Status == payment.Paid || p.Status == payment.Manual:
					sums.Collected += amount
				case p.Status.Owed():
					sums.Owed += amount
				}
			}
			if got, err := s.PaymentSums(ctx, filter); err != nil || got != sums {
				t.Fatalf("%+v: sums %+v, want %+v: %v", filter, got, sums, err)
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
		storetest.Check(t, s.Fold(ctx))
		for id, l := range w.Lockers {
			l.ID = id
			if l.Type != station.Bike {
				l.Type = station.Scooter
				storetest.Check(t, s.UpdateLocker(ctx, l))
				w.Lockers[id] = l
			}
		}
		agree(t)
		storetest.Check(t, s.RebuildRollups(ctx))
		agree(t)
	})
}

// A payment that does not change while an export runs is in the export exactly once.
func TestExportWhilePaymentsChange(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		storetest.NewPayers(t, s)
		bring := func(n int, from time.Time) {
			stays := make([]payment.Billed, n)
			for i := range stays {
				stays[i].Stay = stay.Stay{
					OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: from.Add(time.Duration(i/3) * time.Hour), Price: 50,
				}
				stays[i].Stay.EndedAt = &stays[i].Stay.StartedAt
				stays[i].Payment = payment.NewForStay(stays[i].Stay)
			}
			storetest.Check(t, s.ImportStays(ctx, stays))
		}
		bring(450, storetest.Now)
		seen, batches := map[int64]int{}, 0
		storetest.Check(t, s.ExportPayments(ctx, payment.Filter{
			Statuses: []payment.Status{payment.NotPresented},
		}, func(rows []payment.Row) error {
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
			bring(10, storetest.Now.Add(time.Duration(batches)*40*time.Hour))
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
