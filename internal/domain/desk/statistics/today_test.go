package statistics_test

import (
	"context"
	"testing"
	"time"

	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
)

type dayCount struct {
	From            clock.Day
	Value, N, Total int64
}

type counted map[statistics.Measure][]dayCount

func (c counted) Counts(
	_ context.Context, measure statistics.Measure, _ int64, periods []statistics.Period,
) ([]statistics.Count, error) {
	list := []statistics.Count{}
	for i, period := range periods {
		for _, one := range c[measure] {
			if period.Has(one.From) {
				list = append(list, statistics.Count{Period: i, Value: one.Value, N: one.N, Total: one.Total})
			}
		}
	}
	return list, nil
}

type at time.Time

func (a at) Now() time.Time { return time.Time(a) }

// Today is compared with the same weekday a week before: the whole day, and for stays the hours that have passed.
// Sunday 25 October 2026 has 25 hours.
func TestToday(t *testing.T) {
	sunday := day(t, "2026-11-01")
	before, between := sunday-7, sunday-1
	store := counted{
		statistics.Stays: {
			{From: sunday, Value: 0, N: 4},
			{From: sunday, Value: payment.OverrunBit | payment.EndedBit, N: 1},
			{From: before, Value: payment.EndedBit, N: 7},
			{From: before, Value: payment.RemovedBit, N: 2},
			{From: between, Value: payment.EndedBit, N: 50},
		},
		statistics.Hours: {
			{From: before, Value: 2, N: 3},
			{From: before, Value: 13, N: 2},
			{From: before, Value: 14, N: 4},
		},
		statistics.Incomes: {
			{From: sunday, N: 2, Total: 350},
			{From: before, Value: 9, N: 1, Total: 900},
			{From: before, N: 1, Total: 100},
			{From: between, N: 1, Total: 7000},
		},
		statistics.Refunds: {{From: sunday, N: 1, Total: 500}},
	}
	now := sunday.Begins().Add(14*time.Hour + 30*time.Minute)
	got, err := statistics.NewService(onlyCounts{counted: store}, at(now)).Today(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	want := statistics.Today{
		Day: sunday, Before: before, Hour: 14,
		Stays: statistics.Compared[int64]{Value: 5, Before: 9}, StaysByHour: 5,
		Overruns: statistics.Compared[int64]{Value: 1, Before: 2},
		Revenue:  statistics.Compared[money.Cents]{Value: -150, Before: 1000},
	}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// onlyCounts has none of the methods that the figures of a day do not need.
type onlyCounts struct {
	statistics.Store
	statistics.Sums
	counted
}

func (c onlyCounts) Counts(
	ctx context.Context, measure statistics.Measure, operatorID int64, periods []statistics.Period,
) ([]statistics.Count, error) {
	return c.counted.Counts(ctx, measure, operatorID, periods)
}

func (c onlyCounts) Together(
	ctx context.Context, read func(ctx context.Context, sums statistics.Sums) error,
) error {
	return read(ctx, c)
}
