package statistics

import (
	"context"
	"errors"
	"fmt"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

// Today holds the figures of the present day beside those of the same weekday a week before, which is whole.
type Today struct {
	Day, Before clock.Day
	Hour        int // of Paris, that has begun
	Stays       Compared[int64]
	StaysByHour int64 // of the day before that began before Hour
	Overruns    Compared[int64]
	Revenue     Compared[money.Cents] // collected less refunded on the day
}

const week = 7

// Today computes the figures of today at one operator. It reads rollups only, a row or a few for each day and value.
func (s *Service) Today(ctx context.Context, operatorID int64) (Today, error) {
	now := s.clock.Now()
	today := Today{Day: clock.DayOf(now), Hour: now.In(clock.Paris).Hour()}
	today.Before = today.Day - week
	days := []Period{{today.Day, today.Day}, {today.Before, today.Before}}
	err := s.store.Together(ctx, func(ctx context.Context, sums Sums) error {
		failed := []error{}
		counts := func(measure Measure) []Count {
			list, err := sums.Counts(ctx, measure, operatorID, days)
			failed = append(failed, err)
			return list
		}
		stays, hours, incomes, refunds := counts(Stays), counts(Hours), counts(Incomes), counts(Refunds)
		if err := errors.Join(failed...); err != nil {
			return err
		}
		today.add(stays, hours, incomes, refunds)
		return nil
	})
	if err != nil {
		return Today{}, fmt.Errorf("today: %w", err)
	}
	return today, nil
}

// add counts what began or was paid on the two days: today is period 0 of the counts.
func (t *Today) add(stays, hours, incomes, refunds []Count) {
	for _, c := range stays {
		overruns, _ := pastLimits(c)
		addOn(c, &t.Stays, c.N)
		addOn(c, &t.Overruns, overruns)
	}
	for _, c := range hours {
		if c.Period == 1 && c.Value%24 < int64(t.Hour) {
			t.StaysByHour += c.N
		}
	}
	for _, c := range incomes {
		addOn(c, &t.Revenue, money.Cents(c.Total))
	}
	for _, c := range refunds {
		addOn(c, &t.Revenue, -money.Cents(c.Total))
	}
}

func addOn[N int64 | money.Cents](c Count, figure *Compared[N], n N) {
	if c.Period == 0 {
		figure.Value += n
	} else {
		figure.Before += n
	}
}
