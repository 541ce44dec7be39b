package demo

import (
	"context"
	"iter"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
)

// batchSize is the largest number of stays held in memory at a time, whatever the total.
const batchSize = 20_000

// addStays writes the ended stays first, so that the stays in progress have the highest ids.
func (l *loader) addStays(ctx context.Context) error {
	rhythms := make([]rhythm, len(l.fleets))
	open := []stay.Stay{}
	for i, f := range l.fleets {
		rhythms[i] = newRhythm(l.options.Now, f.plan.season)
		open = append(open, l.openStays(f, rhythms[i])...)
	}
	if err := l.addEndedStays(ctx, rhythms); err != nil {
		return err
	}
	l.summary.OpenStays = len(open)
	billed := make([]payment.Billed, len(open))
	for i, stay := range open {
		billed[i] = l.bill(stay)
	}
	if err := l.store.ImportStays(ctx, billed); err != nil {
		return err
	}
	return l.addCallNotes(ctx, open)
}

// openStays starts a stay in each occupied place of the fleet, and makes the place's ended stays end before it.
// Customers are taken in turn, so that few have two open stays.
func (l *loader) openStays(f *fleet, r rhythm) []stay.Stay {
	now := l.options.Now
	day, week := now.Add(-20*time.Hour), now.Add(-6*24*time.Hour)
	stays := []stay.Stay{}
	for i := range f.places {
		p := &f.places[i]
		if !p.occupied {
			continue
		}
		from, to := r.before(day), r.before(now)
		if l.percent(7) {
			from, to = r.before(week), from // left for some days
		}
		p.until = r.at(from + l.draw.Int64N(to-from))
		newStay := stay.Stay{OperatorID: f.id, LockerID: p.lockerID, Place: p.number, StartedAt: p.until}
		if turn := len(stays) - len(f.testers); turn < 0 {
			newStay.AccountID, newStay.Test = f.testers[len(stays)], true
		} else {
			newStay.AccountID = f.customers[turn%len(f.customers)]
		}
		l.price(f, &newStay)
		stays = append(stays, newStay)
	}
	return stays
}

// addEndedStays distributes the ended stays over the places in proportion to their demand.
func (l *loader) addEndedStays(ctx context.Context, rhythms []rhythm) error {
	total, before := 0, 0
	for _, f := range l.fleets {
		for _, p := range f.places {
			total += p.demand
		}
	}
	batch := make([]payment.Billed, 0, min(batchSize, l.options.Stays))
	flush := func() error {
		l.summary.EndedStays += len(batch)
		err := l.store.ImportStays(ctx, batch)
		batch = batch[:0]
		return err
	}
	for i, f := range l.fleets {
		for _, p := range f.places {
			n := l.options.Stays*(before+p.demand)/total - l.options.Stays*before/total
			before += p.demand
			for stay := range l.past(f, p, rhythms[i], n) {
				billed := l.bill(stay)
				l.askForRefund(f, &billed)
				if batch = append(batch, billed); len(batch) == batchSize {
					if err := flush(); err != nil {
						return err
					}
				}
			}
		}
	}
	return flush()
}

// past yields n ended stays of a place, in order. The demand is cut into n equal shares; each stay starts in the
// first four fifths of its share, so that there is time between two stays however many there are.
func (l *loader) past(f *fleet, p place, r rhythm, n int) iter.Seq[stay.Stay] {
	return func(yield func(stay.Stay) bool) {
		if n == 0 {
			return
		}
		share := r.before(p.until) / int64(n)
		start := r.at(l.draw.Int64N(share * 4 / 5))
		for i := range n {
			next := p.until
			if i+1 < n {
				next = r.at(int64(i+1)*share + l.draw.Int64N(share*4/5))
			}
			end := start.Add(min(l.duration(start), next.Sub(start)*9/10)).Truncate(time.Second)
			newStay := stay.Stay{
				OperatorID: f.id, LockerID: p.lockerID, Place: p.number, StartedAt: start, EndedAt: &end,
			}
			if len(f.testers) > 0 && l.percent(1) {
				newStay.AccountID, newStay.Test = pick(l, f.testers), true
			} else {
				newStay.AccountID = f.customers[l.draw.IntN(l.between(1, len(f.customers)))] // favours the first: regulars
			}
			l.price(f, &newStay)
			if !yield(newStay) {
				return
			}
			start = next
		}
	}
}

// duration draws how long a stay that starts at that time lasts.
func (l *loader) duration(start time.Time) time.Duration {
	hour, chance := start.In(clock.Paris).Hour(), l.draw.IntN(100)
	switch {
	case chance < 3: // away for some days
		return l.minutes(24*60, 5*24*60)
	case hour < 10 && chance < 70: // a day's work
		return l.minutes(7*60, 10*60)
	case hour >= 17 && chance < 55: // until the morning
		return l.minutes(11*60, 15*60)
	default: // an errand
		return l.minutes(10, 3*60)
	}
}

// minutes draws a duration between two numbers of minutes, to the second.
func (l *loader) minutes(low, high int) time.Duration {
	return time.Duration(l.between(low*60, high*60)) * time.Second
}
