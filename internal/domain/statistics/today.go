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
	failed := []error{}
	counts := func(measure Measure, period Period) []Count {
		list, err := s.store.Counts(ctx, measure, operatorID, period, ByDay)
		failed = append(failed, err)
		return list
	}
	both := Period{today.Before, today.Day}
	today.add(counts(Stays, both), counts(Hours, Period{today.Before, today.Before}), counts(Incomes, both), counts(Refunds, both))
	if err := errors.Join(failed...); err != nil {
		return Today{}, fmt.Errorf("today: %w", err)
	}
	return today, nil
}

// add counts what began or was paid on the two days; the days between them are left out.
func (t *Today) add(stays, hours, incomes, refunds []Count) {
	for _, c := range stays {
		overruns, _ := pastLimits(c)
		addOn(t, c.From, &t.Stays, c.N)
		addOn(t, c.From, &t.Overruns, overruns)
	}
	for _, c := range hours {
		if c.From == t.Before && c.Value < int64(t.Hour) {
			t.StaysByHour += c.N
		}
	}
	for _, c := range incomes {
		addOn(t, c.From, &t.Revenue, money.Cents(c.Total))
	}
	for _, c := range refunds {
		addOn(t, c.From, &t.Revenue, -money.Cents(c.Total))
	}
}

func addOn[N int64 | money.Cents](t *Today, day clock.Day, figure *Compared[N], n N) {
	switch day {
	case t.Day:
		figure.Value += n
	case t.Before:
		figure.Before += n
	}
}
