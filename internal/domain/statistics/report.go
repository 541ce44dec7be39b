package statistics

import (
	"cmp"
	"slices"
	"time"

	"consigne/internal/domain/payment"
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
	Amount   Compared[money.Cents]
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

// facts holds the data from which a report is computed, with the grain of each list.
type facts struct {
	period, previous   Period
	now                time.Time
	stays, staysBefore []Count // by day
	hours              []Count // by day
	minutes            []Count // by step
	minutesBefore      []Count // whole
	stations           []Count // by step
	stationsBefore     []Count // whole
	lockers            []Count // whole
	visits             []Count // by day
	visitsBefore       []Count
	incomes, refunds   []Count // by step
	incomesBefore      []Count // whole
	refundsBefore      []Count // whole
	bills, billsBefore []Bill  // by step; whole
	placed             []Locker
	open               []OpenStay
	tariffLabels       map[int64]string
}

// build computes the report.
func build(f facts) Report {
	cuts := f.period.Steps()
	r := Report{Period: f.period, Previous: f.previous, Steps: make([]Step, len(cuts))}
	for i, cut := range cuts {
		r.Steps[i].Period = cut
	}
	f.countStays(&r, cuts)
	f.countCustomers(&r, cuts)
	f.measureDurations(&r, cuts)
	f.addUpStatuses(&r)
	f.addUpMoney(&r, cuts)
	f.rateOccupancy(&r, cuts)
	f.rankLockers(&r)
	return r
}

func (f facts) countStays(r *Report, cuts []Period) {
	s := &r.Summary
	for _, c := range f.stays {
		step := &r.Steps[stepOf(cuts, c.From)]
		overruns, removals := pastLimits(c)
		step.Stays.Value += c.N
		step.Overruns += overruns
		step.Removals += removals
		s.Stays.Value += c.N
		s.Overruns.Value += overruns
		s.Removals.Value += removals
	}
	for _, c := range f.staysBefore { // added to the step that contains the corresponding day of this period
		overruns, removals := pastLimits(c)
		r.Steps[stepOf(cuts, c.From+clock.Day(f.period.Days()))].Stays.Before += c.N
		s.Stays.Before += c.N
		s.Overruns.Before += overruns
		s.Removals.Before += removals
	}
	for _, c := range f.hours {
		r.Hours[c.From.Weekday()-1][c.Value] += c.N
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

// countCustomers counts each user once per step and once per period, at the user's first visit there.
func (f facts) countCustomers(r *Report, cuts []Period) {
	for _, c := range f.visits {
		step := &r.Steps[stepOf(cuts, c.From)]
		count(c, step.First, &step.NewCustomers, &step.ReturningCustomers)
		count(c, f.period.First, &r.Summary.NewCustomers.Value, &r.Summary.ReturningCustomers.Value)
	}
	for _, c := range f.visitsBefore {
		count(c, f.previous.First, &r.Summary.NewCustomers.Before, &r.Summary.ReturningCustomers.Before)
	}
}

// count adds the users of a count to the new ones if they had no earlier visit, or to the returning
// ones if their previous visit was before first. The others have already been counted.
func count(c Count, first clock.Day, newcomers, returning *int64) {
	switch {
	case c.Value == 0:
		*newcomers += c.N
	case clock.Day(c.Value) < first:
		*returning += c.N
	}
}

func (f facts) measureDurations(r *Report, cuts []Period) {
	byStep := make([][]Count, len(cuts))
	for _, c := range f.minutes {
		i := stepOf(cuts, c.From)
		byStep[i] = append(byStep[i], c)
	}
	for i, counts := range byStep {
		r.Steps[i].Mean, r.Steps[i].Median = durations(counts)
	}
	s := &r.Summary
	s.Mean.Value, s.Median.Value = durations(f.minutes)
	s.Mean.Before, s.Median.Before = durations(f.minutesBefore)
}

// durations returns the mean and the median: the shortest duration that half of the stays do not
// exceed.
func durations(counts []Count) (mean *float64, median *int64) {
	list, n, sum := slices.Clone(counts), int64(0), int64(0)
	for _, c := range list {
		n += c.N
		sum += c.N * c.Value
	}
	if n == 0 {
		return nil, nil
	}
	slices.SortFunc(list, func(a, b Count) int { return cmp.Compare(a.Value, b.Value) })
	seen := int64(0)
	for _, c := range list {
		if seen += c.N; 2*seen >= n {
			return new(float64(sum) / float64(n)), new(c.Value)
		}
	}
	return nil, nil // unreachable
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
		of(bill.Status).Payments += bill.N
		of(bill.Status).Amount.Value += bill.Amount
	}
	for _, bill := range f.billsBefore {
		of(bill.Status).Amount.Before += bill.Amount
	}
	for _, look := range payment.StatusDisplays {
		if billed := statuses[look.Status]; billed != nil {
			r.Statuses = append(r.Statuses, *billed)
		}
	}
}

// addUpMoney adds up what came in and what was refunded in the period, in all and by tariff.
func (f facts) addUpMoney(r *Report, cuts []Period) {
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
		r.Steps[stepOf(cuts, c.From)].Money.Collected += amount
		s.Value.Collected += amount
		tariff(c.Value).Payments += c.N
		tariff(c.Value).Amount.Value += amount
	}
	for _, c := range f.refunds {
		amount := money.Cents(c.Total)
		r.Steps[stepOf(cuts, c.From)].Money.Refunded += amount
		s.Value.Refunded += amount
		tariff(c.Value).Amount.Value -= amount
	}
	for _, c := range f.incomesBefore {
		s.Before.Collected += money.Cents(c.Total)
		tariff(c.Value).Amount.Before += money.Cents(c.Total)
	}
	for _, c := range f.refundsBefore {
		s.Before.Refunded += money.Cents(c.Total)
		tariff(c.Value).Amount.Before -= money.Cents(c.Total)
	}
	for _, revenue := range tariffs {
		r.Tariffs = append(r.Tariffs, *revenue)
	}
	slices.SortFunc(r.Tariffs, func(a, b Revenue) int {
		return cmp.Or(cmp.Compare(b.Amount.Value, a.Amount.Value), cmp.Compare(a.Label, b.Label), cmp.Compare(a.TariffID, b.TariffID))
	})
}

func (f facts) rankLockers(r *Report) {
	stays, taken := map[int64]int64{}, map[int64]int64{}
	for _, c := range f.lockers {
		stays[c.Value], taken[c.Value] = c.N, c.Total
	}
	for _, stay := range f.open {
		taken[stay.LockerID] += overlap(stay.StartedAt, f.now, f.period)
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

// overlap returns for how many milliseconds of the period something lasted.
func overlap(from, before time.Time, period Period) int64 {
	return max(0, min(before.UnixMilli(), (period.Last+1).Begins().UnixMilli())-max(from.UnixMilli(), period.First.Begins().UnixMilli()))
}
