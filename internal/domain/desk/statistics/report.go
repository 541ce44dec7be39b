package statistics

import (
	"cmp"
	"slices"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// Compared is a figure with the same figure of the previous period.
type Compared[N any] struct{ Value, Before N }

// Report holds every figure of a period. Durations are in minutes, and rates are between 0 and 1. A nil
// figure has no data.
type Report struct {
	Period, Previous Period
	Summary          Summary
	Steps            []Step
	Hours            [7][24]int64   // by weekday, Monday first, and hour
	Stations         []Occupancy    // most occupied first
	Tariffs          []Revenue      // highest amount first
	Statuses         []Billed       // in the order of payment.StatusDisplays
	Lockers          []RankedLocker // most used first
}

// Summary holds the figures of the whole period.
type Summary struct {
	Stays, Overruns, Removals, NewCustomers, ReturningCustomers Compared[int64]
	Money                                                       Compared[Money]
	Mean                                                        Compared[*float64]
	Median                                                      Compared[*int64]
	Occupancy                                                   Compared[*float64]
}

// Step is one point of the series.
type Step struct {
	Period
	Stays                            Compared[int64]
	Overruns, Removals               int64
	Money                            Money
	Mean                             *float64
	Median                           *int64
	NewCustomers, ReturningCustomers int64
}

// Occupancy is the occupancy of a station, over the period and at each step.
type Occupancy struct {
	StationID int64
	Name      string
	Operator  string
	Rate      Compared[*float64]
	Rates     []*float64
}

// Money is what moved: amounts that came in, on the day on which they came in, and refunds, on the day on which they
// were done.
type Money struct{ Collected, Refunded money.Cents }

// Revenue is what came in less what was refunded. It is negative when more was refunded than came in.
func (m Money) Revenue() money.Cents { return m.Collected - m.Refunded }

// Revenue is the revenue of a tariff.
type Revenue struct {
	TariffID int64
	Label    string
	Payments int64 // collected in the period
	Money    Compared[Money]
}

// Billed is the number and amount of the payments with a status.
type Billed struct {
	Status   payment.Status
	Payments int64
	Amount   Compared[money.Cents]
}

// RankedLocker is the use of a locker over the period.
type RankedLocker struct {
	Locker
	Stays   int64
	Minutes int64
}

// Busiest returns the most used lockers.
func (r Report) Busiest(most int) []RankedLocker { return r.Lockers[:min(most, len(r.Lockers))] }

// Idlest returns the least used lockers in service, least used first.
func (r Report) Idlest(most int) []RankedLocker {
	list := []RankedLocker{}
	for _, l := range slices.Backward(r.Lockers) {
		if l.Active && len(list) < most {
			list = append(list, l)
		}
	}
	return list
}

// facts holds the data from which a report is computed. Where counts are by step, their period is the index of the
// step, and the next one the previous period.
type facts struct {
	period, previous Period
	now              time.Time
	stays            []Count     // by step, then the same days of the previous period by step
	hours, lockers   []Count     // of the period
	stations         []Count     // by step
	incomes, refunds []Count     // by step
	durations        []Durations // of each step, of the period, of the previous one
	visitors         []Visitors  // as durations
	bills            []Bill      // of the period and of the previous one
	placed           []Locker
	outages          []Outage
	open             []OpenStay
	running          []stay.Details // those of billedSoFar
	tariffLabels     map[int64]string
}

// build computes the report.
func build(f facts) Report {
	cuts := f.period.Steps()
	r := Report{Period: f.period, Previous: f.previous, Steps: make([]Step, len(cuts))}
	for i, cut := range cuts {
		r.Steps[i].Period = cut
	}
	f.countStays(&r)
	f.countCustomers(&r)
	f.measureDurations(&r)
	f.addUpStatuses(&r)
	f.addUpMoney(&r)
	f.rateOccupancy(&r, cuts)
	f.rankLockers(&r)
	return r
}

func (f facts) countStays(r *Report) {
	sum := &r.Summary
	for _, c := range f.stays {
		overruns, removals := pastLimits(c)
		if c.Period >= len(r.Steps) {
			r.Steps[c.Period-len(r.Steps)].Stays.Before += c.N
			sum.Stays.Before += c.N
			sum.Overruns.Before += overruns
			sum.Removals.Before += removals
			continue
		}
		step := &r.Steps[c.Period]
		step.Stays.Value += c.N
		step.Overruns += overruns
		step.Removals += removals
		sum.Stays.Value += c.N
		sum.Overruns.Value += overruns
		sum.Removals.Value += removals
	}
	for _, c := range f.hours {
		r.Hours[c.Value/24][c.Value%24] += c.N
	}
}

// pastLimits returns how many of the stays passed a limit, and how many passed the removal limit.
func pastLimits(c Count) (overruns, removals int64) {
	if c.Value&(payment.OverrunBit|payment.RemovedBit) != 0 {
		overruns = c.N
	}
	if c.Value&payment.RemovedBit != 0 {
		removals = c.N
	}
	return overruns, removals
}

// countCustomers counts each user once per step and once per period.
func (f facts) countCustomers(r *Report) {
	for i := range r.Steps {
		r.Steps[i].NewCustomers, r.Steps[i].ReturningCustomers = f.visitors[i].New, f.visitors[i].Returning
	}
	whole, before := f.visitors[len(r.Steps)], f.visitors[len(r.Steps)+1]
	r.Summary.NewCustomers = Compared[int64]{whole.New, before.New}
	r.Summary.ReturningCustomers = Compared[int64]{whole.Returning, before.Returning}
}

func (f facts) measureDurations(r *Report) {
	for i := range r.Steps {
		r.Steps[i].Mean, r.Steps[i].Median = f.durations[i].figures()
	}
	s := &r.Summary
	s.Mean.Value, s.Median.Value = f.durations[len(r.Steps)].figures()
	s.Mean.Before, s.Median.Before = f.durations[len(r.Steps)+1].figures()
}

// figures returns the mean and the median, nil without stays.
func (d Durations) figures() (mean *float64, median *int64) {
	if d.N == 0 {
		return nil, nil
	}
	return new(float64(d.Sum) / float64(d.N)), new(d.Median)
}

// addUpStatuses adds up what was billed for the stays and terms that began in the period.
func (f facts) addUpStatuses(r *Report) {
	statuses := map[payment.Status]*Billed{}
	of := func(status payment.Status) *Billed {
		status = status.FirstOfLabel()
		if statuses[status] == nil {
			statuses[status] = &Billed{Status: status}
		}
		return statuses[status]
	}
	for _, bill := range f.bills {
		if billed := of(bill.Status); bill.Period == 0 {
			billed.Payments += bill.N
			billed.Amount.Value += bill.Amount
		} else {
			billed.Amount.Before += bill.Amount
		}
	}
	// Nothing is due yet for a stay in progress: it counts with its price so far, as in the lists.
	for _, running := range f.running {
		soFar := running.PriceAt(f.now).Amount()
		if began := clock.DayOf(running.StartedAt); f.period.Has(began) {
			of(payment.Running).Amount.Value += soFar
		} else {
			of(payment.Running).Amount.Before += soFar
		}
	}
	for _, look := range payment.StatusDisplays {
		if billed := statuses[look.Status]; billed != nil {
			r.Statuses = append(r.Statuses, *billed)
		}
	}
}

// billedSoFar lists the stays in progress that began in the period or in the one before and have a price.
func (f facts) billedSoFar() (stays []int64) {
	for _, open := range f.open {
		began := clock.DayOf(open.StartedAt)
		if open.Billed && (f.period.Has(began) || f.previous.Has(began)) {
			stays = append(stays, open.ID)
		}
	}
	return stays
}

// addUpMoney adds up what came in and what was refunded in the period, in all and by tariff.
func (f facts) addUpMoney(r *Report) {
	tariffs := map[int64]*Revenue{}
	tariff := func(id int64) *Revenue {
		if tariffs[id] == nil {
			tariffs[id] = &Revenue{TariffID: id, Label: cmp.Or(f.tariffLabels[id], "Sans tarif")}
		}
		return tariffs[id]
	}
	s := &r.Summary.Money
	for _, c := range f.incomes {
		amount := money.Cents(c.Total)
		if c.Period == len(r.Steps) {
			s.Before.Collected += amount
			tariff(c.Value).Money.Before.Collected += amount
			continue
		}
		r.Steps[c.Period].Money.Collected += amount
		s.Value.Collected += amount
		tariff(c.Value).Payments += c.N
		tariff(c.Value).Money.Value.Collected += amount
	}
	for _, c := range f.refunds {
		amount := money.Cents(c.Total)
		if c.Period == len(r.Steps) {
			s.Before.Refunded += amount
			tariff(c.Value).Money.Before.Refunded += amount
			continue
		}
		r.Steps[c.Period].Money.Refunded += amount
		s.Value.Refunded += amount
		tariff(c.Value).Money.Value.Refunded += amount
	}
	for _, revenue := range tariffs {
		r.Tariffs = append(r.Tariffs, *revenue)
	}
	slices.SortFunc(r.Tariffs, func(a, b Revenue) int {
		return cmp.Or(cmp.Compare(b.Money.Value.Revenue(), a.Money.Value.Revenue()), cmp.Compare(a.Label, b.Label),
			cmp.Compare(a.TariffID, b.TariffID))
	})
}

func (f facts) rankLockers(r *Report) {
	stays, taken := map[int64]int64{}, map[int64]int64{}
	for _, c := range f.lockers {
		stays[c.Value], taken[c.Value] = c.N, c.Total
	}
	whole := spanOf(f.period)
	for _, stay := range f.open {
		taken[stay.LockerID] += overlap(stay.StartedAt, f.now, whole)
	}
	for _, l := range f.placed {
		if l.Until == nil {
			r.Lockers = append(r.Lockers, RankedLocker{l, stays[l.ID], taken[l.ID] / time.Minute.Milliseconds()})
		}
	}
	slices.SortFunc(r.Lockers, func(a, b RankedLocker) int {
		return cmp.Or(cmp.Compare(b.Stays, a.Stays), cmp.Compare(b.Minutes, a.Minutes), cmp.Compare(a.ID, b.ID))
	})
}

// span is the time of a period in epoch milliseconds, without before.
type span struct{ from, before int64 }

func spanOf(period Period) span {
	return span{period.First.Begins().UnixMilli(), (period.Last + 1).Begins().UnixMilli()}
}

// overlap returns for how many milliseconds of the span something lasted.
func overlap(from, before time.Time, within span) int64 {
	return max(0, min(before.UnixMilli(), within.before)-max(from.UnixMilli(), within.from))
}
