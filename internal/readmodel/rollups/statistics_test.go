package rollups_test

import (
	"cmp"
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

type stillClock struct{ at time.Time }

func (c stillClock) Now() time.Time { return c.at }

// After random writes, the figures of any period equal those computed from the rows one by one.
func TestStatisticsAreThoseOfTheRows(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		w := storetest.NewPayers(t, s)
		hourly := tariff.Tariff{
			OperatorID: 1, Version: 1, AdminLabel: "Heure", PublicLabel: "À l'heure",
			Terms: pricing.Terms{Unit: pricing.Hour, Amount: 50},
		}
		hourly.ID = storetest.Must(t)(s.CreateTariff(ctx, hourly, storetest.Now))
		draw := testenv.Random(t)
		tariffOf := map[int64]int64{} // by stay
		bring := func(n int) {
			stays := make([]payment.Billed, n)
			for i := range stays {
				p := w.Draw(draw, 0)
				newStay := stay.Stay{
					OperatorID: p.OperatorID, LockerID: p.LockerID, AccountID: p.AccountID, Place: draw.IntN(1 << 30), Test: p.Test,
					StartedAt: p.StartedAt, EndedAt: p.EndedAt,
				}
				if p.OperatorID == 1 && draw.IntN(2) == 0 {
					newStay.Tariff = &hourly
				}
				if draw.IntN(15) == 0 {
					newStay.EndedAt = nil
					p = payment.NewForStay(newStay)
				}
				stays[i] = payment.Billed{Payment: p, Stay: newStay}
			}
			storetest.Check(t, s.ImportStays(ctx, stays))
		}
		bring(600)
		terms := make([]payment.Billed, 40)
		for i := range terms {
			terms[i] = payment.Billed{Payment: w.Draw(draw, i+1)}
		}
		storetest.Check(t, s.ImportTerms(ctx, terms))
		bring(150) // some begin earlier than the stays before
		made, err := s.PaymentsAfter(ctx, 0, 700)
		storetest.Check(t, err)
		for range 300 {
			before, err := s.PaymentByID(ctx, made[draw.IntN(len(made))].ID)
			storetest.Check(t, err)
			if before.Refunded > 0 {
				continue
			}
			after := w.Draw(draw, 0)
			changed := before
			changed.Status, changed.Amount, changed.Overrun, changed.Removed = after.Status, after.Amount, after.Overrun,
				after.Removed
			if changed.IsForStay() && changed.EndedAt == nil {
				changed.EndedAt = new(changed.StartedAt.Add(time.Duration(draw.IntN(200)) * time.Hour))
			}
			changed.SettledAt = nil
			if changed.Status.Collected() {
				changed.SettledAt = new(changed.StartedAt.Add(time.Duration(draw.IntN(60*24)) * time.Hour))
			}
			if _, err := s.SavePayment(ctx, before, changed); err != nil {
				t.Fatal(err)
			}
			if changed.Amount > 0 && changed.Status == payment.Paid && draw.IntN(2) == 0 {
				refundSome(t, s, draw, changed)
			}
			if draw.IntN(50) == 0 {
				storetest.Check(t, s.Fold(ctx))
			}
			if draw.IntN(100) == 0 {
				storetest.Check(t, s.MakeBlocks(ctx, clock.DayOn(2026, 9, 1)+clock.Day(draw.IntN(90))))
			}
		}
		storetest.Check(t, s.ArchiveLocker(ctx, 1, time.Date(2026, 10, 26, 5, 0, 0, 0, time.UTC)))

		today := time.Date(2026, 11, 3, 15, 4, 5, 0, time.UTC)
		all, refunds := []payment.Payment{}, []payment.Attempt{}
		storetest.Check(t, s.ExportPayments(ctx, payment.Filter{}, func(rows []payment.Row) error {
			for _, row := range rows {
				p, err := s.PaymentByID(ctx, row.ID)
				storetest.Check(t, err)
				all = append(all, p)
				made, err := s.AttemptsOf(ctx, p.ID)
				storetest.Check(t, err)
				refunds = append(refunds, made...)
				if p.IsForStay() {
					stay, err := s.StayByID(ctx, p.StayID)
					storetest.Check(t, err)
					if p.Status == payment.Running && p.EndedAt == nil {
						all[len(all)-1].Amount = stay.PriceAt(today).Amount()
					}
					if stay.Tariff != nil {
						tariffOf[p.ID] = stay.Tariff.ID
					}
				} else {
					tariffOf[p.ID] = 1
				}
			}
			return nil
		}))
		placed, err := s.PlacedLockers(ctx, 0, time.Time{})
		storetest.Check(t, err)
		outages := drawOutages(t, s, draw, placed, today)
		service := statistics.NewService(s, stillClock{today})
		agree := rapid.MakeCheck(func(t *rapid.T) {
			operatorID := rapid.SampledFrom([]int64{0, 1, 2, 9}).Draw(t, "operator")
			first := clock.DayOn(2026, 10,
				rapid.OneOf(rapid.SampledFrom([]int{-120, -31, 1, 2, 22, 24, 25, 26, 27, 31, 33, 64}),
					rapid.IntRange(-400, 64)).Draw(t, "first"))
			more := rapid.OneOf(rapid.SampledFrom([]int{0, 1, 2, 6, 29, 30, 34, 35, 89, 130, 131, 200, 365}),
				rapid.IntRange(0, 3*366-1)).Draw(t, "more")
			period := statistics.Period{First: first, Last: first + clock.Day(more)}
			report, err := service.Report(ctx, operatorID, period)
			if err != nil {
				t.Fatal(err)
			}
			raw := newRawFigures(all, refunds, tariffOf, placed, operatorID, today)
			raw.outages = outages
			counted := raw.report(period)
			for _, lockers := range [][]statistics.RankedLocker{report.Lockers, counted.Lockers} {
				for i := range lockers { // Since may differ before the periods; rates show where it matters
					lockers[i].Since = time.Time{}
				}
			}
			got, _ := json.MarshalIndent(report, "", " ")
			want, _ := json.MarshalIndent(counted, "", " ")
			if string(got) != string(want) {
				t.Fatalf("%d, %v: got\n%s\nwant\n%s", operatorID, period, got, want)
			}
		})
		agree(t)
		storetest.Check(t, s.Fold(ctx))
		storetest.Check(t, s.MakeBlocks(ctx, clock.DayOf(today)))
		agree(t)
		storetest.Check(t, s.RebuildRollups(ctx))
		agree(t)
		storetest.Check(t, s.MakeBlocks(ctx, clock.DayOf(today)))
		agree(t)
	})
}

// refundSome asks for a refund of some of a payment. Most refunds are done some time later; some of these come back,
// some are refused, some wait, and some give back money that was taken twice, which was never counted.
func refundSome(t *testing.T, s *store.Store, draw *rand.Rand, before payment.Payment) {
	t.Helper()
	ctx := t.Context()
	amount := 1 + money.Cents(draw.IntN(int(before.Amount)))
	double := draw.IntN(5) == 0
	made := payment.Attempt{
		UUID: uuid.NewString(), PaymentID: before.ID, Kind: payment.Refund, Amount: amount,
		Outcome: payment.InProgress, ActorID: 1, At: *before.SettledAt,
	}
	if double {
		made.ActorID = 0
	}
	storetest.Check(t, s.CreateAttempt(ctx, made))
	made, err := s.AttemptByUUID(ctx, made.UUID)
	storetest.Check(t, err)
	save := func(refunded, waiting money.Cents) {
		if double {
			return
		}
		after := before
		after.Refunded, after.RefundPending = refunded, waiting
		if saved, err := s.SavePayment(ctx, before, after); err != nil || !saved {
			t.Fatal(saved, err)
		}
		before = after
	}
	answer := func(outcome payment.Status) {
		was := made.Outcome
		made.Outcome, made.AnsweredAt = outcome, new(made.At.Add(time.Duration(draw.IntN(30*24))*time.Hour))
		if answered, err := s.AnswerAttempt(ctx, was, made); err != nil || !answered {
			t.Fatal(answered, err)
		}
	}
	save(amount, amount)
	switch fate := draw.IntN(6); fate {
	case 0: // it waits
	case 1:
		answer(payment.Failed)
		save(0, 0)
	default:
		answer(payment.Paid)
		save(amount, 0)
		if fate == 2 {
			answer(payment.Failed)
			save(0, 0)
		}
	}
}

// rawFigures computes a report directly from the rows.
type rawFigures struct {
	all, stays []*payment.Payment // of the operator, without tests
	refunds    []payment.Attempt
	tariffOf   map[int64]int64
	placed     []statistics.Locker
	outages    []statistics.Outage
	operatorID int64
	now        time.Time
}

func newRawFigures(
	all []payment.Payment, refunds []payment.Attempt, tariffOf map[int64]int64, placed []statistics.Locker,
	operatorID int64, now time.Time,
) rawFigures {
	r := rawFigures{refunds: refunds, tariffOf: tariffOf, placed: placed, operatorID: operatorID, now: now}
	for i := range all {
		p := &all[i]
		if p.Test || (operatorID != 0 && p.OperatorID != operatorID) {
			continue
		}
		r.all = append(r.all, p)
		if p.IsForStay() {
			r.stays = append(r.stays, p)
		}
	}
	return r
}

func began(among []*payment.Payment, period statistics.Period) (in []*payment.Payment) {
	for _, p := range among {
		if period.Has(clock.DayOf(p.StartedAt)) {
			in = append(in, p)
		}
	}
	return in
}

func (r rawFigures) limits(period statistics.Period) (total, overruns, removals int64) {
	for _, p := range began(r.stays, period) {
		total++
		if p.Overrun || p.Removed {
			overruns++
		}
		if p.Removed {
			removals++
		}
	}
	return total, overruns, removals
}

func (r rawFigures) accounts(period statistics.Period) (newcomers, returning int64) {
	for accountID := range int64(len(storetest.PayerNames) + 1) {
		in, before := false, false
		for _, p := range r.stays {
			if p.AccountID == accountID {
				in = in || period.Has(clock.DayOf(p.StartedAt))
				before = before || clock.DayOf(p.StartedAt) < period.First
			}
		}
		if in && before {
			returning++
		} else if in {
			newcomers++
		}
	}
	return newcomers, returning
}

func (r rawFigures) durations(period statistics.Period) (mean *float64, median *int64) {
	list, sum := []int64{}, int64(0)
	for _, p := range began(r.stays, period) {
		if p.EndedAt != nil {
			list = append(list, int64(p.EndedAt.Sub(p.StartedAt)/time.Minute))
			sum += list[len(list)-1]
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	slices.Sort(list)
	return new(float64(sum) / float64(len(list))), new(list[(len(list)-1)/2])
}

// moved passes each payment collected in a period with its amount, and each payment refunded in it with the amount of
// the refund, below 0.
func (r rawFigures) moved(period statistics.Period, take func(p *payment.Payment, amount money.Cents)) {
	byID := map[int64]*payment.Payment{}
	for _, p := range r.all {
		byID[p.ID] = p
		if (p.Status == payment.Paid || p.Status == payment.Manual) && period.Has(clock.DayOf(*p.SettledAt)) {
			take(p, p.Amount)
		}
	}
	for _, made := range r.refunds {
		p, here := byID[made.PaymentID]
		if here && made.Outcome == payment.Paid && made.ActorID != 0 && period.Has(clock.DayOf(*made.AnsweredAt)) {
			take(p, -made.Amount)
		}
	}
}

func (r rawFigures) collected(period statistics.Period) (sum statistics.Money) {
	r.moved(period, func(_ *payment.Payment, amount money.Cents) {
		sum.Collected += max(amount, 0)
		sum.Refunded += max(-amount, 0)
	})
	return sum
}

// taken returns the total time of stays in the lockers that of accepts, to the millisecond.
func (r rawFigures) taken(period statistics.Period, of func(lockerID int64) bool) time.Duration {
	sum := time.Duration(0)
	for _, p := range r.stays {
		if !of(p.LockerID) {
			continue
		}
		until := r.now
		if p.EndedAt != nil {
			until = *p.EndedAt
		}
		sum += shared(p.StartedAt, until, period)
	}
	return sum
}

func shared(from, until time.Time, period statistics.Period) time.Duration {
	if begins := period.First.Begins(); from.Before(begins) {
		from = begins
	}
	if ends := (period.Last + 1).Begins(); until.After(ends) {
		until = ends
	}
	return max(0, until.Sub(from))
}

func (r rawFigures) rate(period statistics.Period, of func(l statistics.Locker) bool) *float64 {
	there, taken := time.Duration(0), time.Duration(0)
	for stationID := int64(1); stationID <= 3; stationID++ {
		placed, out, among := time.Duration(0), time.Duration(0), map[int64]bool{}
		for _, l := range r.placed {
			if l.StationID != stationID || !of(l) {
				continue
			}
			among[l.ID] = true
			until := r.now
			if l.Until != nil && l.Until.Before(until) {
				until = *l.Until
			}
			placed += time.Duration(l.Capacity) * shared(l.Since, until, period)
			out += time.Duration(l.Capacity) * r.out(l, until, period)
		}
		here := r.taken(period, func(lockerID int64) bool { return among[lockerID] })
		taken += here
		there += max(placed-out, min(placed, here))
	}
	if there == 0 {
		return nil
	}
	return new(min(1, float64(taken.Milliseconds())/float64(there.Milliseconds())))
}

// out returns how long a locker was out of service, between any two instants at which that may have changed.
func (r rawFigures) out(l statistics.Locker, until time.Time, period statistics.Period) (sum time.Duration) {
	instants := []time.Time{l.Since, until}
	for _, o := range r.outages {
		instants = append(instants, o.From, o.To)
	}
	slices.SortFunc(instants, time.Time.Compare)
	for i, from := range instants[1:] {
		from, to := instants[i], from
		within := !from.Before(l.Since) && !to.After(until)
		if within && slices.ContainsFunc(r.outages, func(o statistics.Outage) bool {
			return (o.LockerID == l.ID || o.LockerID == 0 && o.StationID == l.StationID) &&
				!o.From.After(from) && !o.To.Before(to)
		}) {
			sum += shared(from, to, period)
		}
	}
	return sum
}

func (r rawFigures) report(period statistics.Period) statistics.Report {
	before := period.Previous()
	report := statistics.Report{Period: period, Previous: before}
	sum := &report.Summary
	sum.Stays.Value, sum.Overruns.Value, sum.Removals.Value = r.limits(period)
	sum.Stays.Before, sum.Overruns.Before, sum.Removals.Before = r.limits(before)
	sum.NewCustomers.Value, sum.ReturningCustomers.Value = r.accounts(period)
	sum.NewCustomers.Before, sum.ReturningCustomers.Before = r.accounts(before)
	sum.Mean.Value, sum.Median.Value = r.durations(period)
	sum.Mean.Before, sum.Median.Before = r.durations(before)
	sum.Money.Value, sum.Money.Before = r.collected(period), r.collected(before)
	here := func(l statistics.Locker) bool {
		return r.operatorID == 0 || l.Operator == map[int64]string{1: "Élan", 2: "Brume"}[r.operatorID]
	}
	sum.Occupancy.Value, sum.Occupancy.Before = r.rate(period, here), r.rate(before, here)
	for _, cut := range period.Steps() {
		step := statistics.Step{Period: cut, Money: r.collected(cut)}
		step.Stays.Value, step.Overruns, step.Removals = r.limits(cut)
		away := clock.Day(period.Days())
		step.Stays.Before, _, _ = r.limits(statistics.Period{First: cut.First - away, Last: cut.Last - away})
		step.NewCustomers, step.ReturningCustomers = r.accounts(cut)
		step.Mean, step.Median = r.durations(cut)
		report.Steps = append(report.Steps, step)
	}
	for _, p := range began(r.stays, period) {
		at := p.StartedAt.In(clock.Paris)
		report.Hours[(int(at.Weekday())+6)%7][at.Hour()]++
	}
	for stationID, name := range map[int64]string{1: "Élan", 2: "Élan", 3: "Brume"} {
		at := func(l statistics.Locker) bool { return here(l) && l.StationID == stationID }
		of := statistics.Occupancy{StationID: stationID, Name: "Gare", Operator: name}
		if of.Rate.Value, of.Rate.Before = r.rate(period, at), r.rate(before, at); of.Rate.Value != nil {
			for _, cut := range period.Steps() {
				of.Rates = append(of.Rates, r.rate(cut, at))
			}
			report.Stations = append(report.Stations, of)
		}
	}
	slices.SortFunc(report.Stations, func(a, b statistics.Occupancy) int {
		return cmp.Or(cmp.Compare(*b.Rate.Value, *a.Rate.Value), cmp.Compare(a.StationID, b.StationID))
	})
	r.money(&report, period, before)
	for _, l := range r.placed {
		if here(l) && l.Until == nil {
			stay := statistics.RankedLocker{
				Locker:  l,
				Minutes: int64(r.taken(period, func(id int64) bool { return id == l.ID }) / time.Minute),
			}
			for _, p := range began(r.stays, period) {
				if p.LockerID == l.ID {
					stay.Stays++
				}
			}
			report.Lockers = append(report.Lockers, stay)
		}
	}
	slices.SortFunc(report.Lockers, func(a, b statistics.RankedLocker) int {
		return cmp.Or(cmp.Compare(b.Stays, a.Stays), cmp.Compare(b.Minutes, a.Minutes), cmp.Compare(a.ID, b.ID))
	})
	return report
}

func (r rawFigures) money(report *statistics.Report, period, before statistics.Period) {
	for _, look := range payment.StatusDisplays {
		if look.Status == payment.Invalid { // shown together with payment.Failed
			continue
		}
		billed, any := statistics.Billed{Status: look.Status}, false
		for _, p := range began(r.all, period) {
			if p.Status.Label() == look.Label {
				billed.Payments++
				billed.Amount.Value += p.Amount - p.RefundDone()
				any = true
			}
		}
		for _, p := range began(r.all, before) {
			if p.Status.Label() == look.Label {
				billed.Amount.Before += p.Amount - p.RefundDone()
				any = true
			}
		}
		if any {
			report.Statuses = append(report.Statuses, billed)
		}
	}
	for id, label := range map[int64]string{0: "Sans tarif", 1: "Mois", 2: "Heure"} {
		if r.operatorID == 0 && id != 0 {
			label += " – Élan"
		}
		of, any := statistics.Revenue{TariffID: id, Label: label}, false
		gather := func(within statistics.Period, n *int64, into *statistics.Money) {
			r.moved(within, func(p *payment.Payment, amount money.Cents) {
				if r.tariffOf[p.ID] == id {
					if amount >= 0 {
						*n++
						into.Collected += amount
					} else {
						into.Refunded -= amount
					}
					any = true
				}
			})
		}
		var ignored int64
		gather(period, &of.Payments, &of.Money.Value)
		gather(before, &ignored, &of.Money.Before)
		if any {
			report.Tariffs = append(report.Tariffs, of)
		}
	}
	slices.SortFunc(report.Tariffs, func(a, b statistics.Revenue) int {
		return cmp.Or(cmp.Compare(b.Money.Value.Revenue(), a.Money.Value.Revenue()), cmp.Compare(a.Label, b.Label))
	})
}
