package statistics

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"consigne/internal/kernel/clock"
)

// Service computes reports.
type Service struct {
	store Store
	clock clock.Clock
}

func NewService(store Store, clock clock.Clock) *Service { return &Service{store, clock} }

// Report computes the figures of a period, at one operator or at all (0).
func (s *Service) Report(ctx context.Context, operatorID int64, period Period) (Report, error) {
	f := facts{period: period, previous: period.Previous(), now: s.clock.Now()}
	err := s.store.Together(ctx, func(ctx context.Context, sums Sums) (err error) {
		steps, days := period.Steps(), clock.Day(period.Days())
		both := slices.Clone(steps) // and the days of the previous period that correspond to each step
		for _, step := range steps {
			both = append(both, Period{step.First - days, step.Last - days})
		}
		stepsAndPrevious := append(slices.Clone(steps), f.previous)
		all := append(slices.Clone(steps), f.period, f.previous)
		failed := []error{}
		counts := func(measure Measure, periods ...Period) []Count {
			list, err := sums.Counts(ctx, measure, operatorID, periods)
			failed = append(failed, err)
			return list
		}
		f.stays = counts(Stays, both...)
		f.hours, f.lockers = counts(Hours, period), counts(Lockers, period)
		f.stations, f.incomes, f.refunds = counts(Stations, stepsAndPrevious...), counts(Incomes, stepsAndPrevious...),
			counts(Refunds, stepsAndPrevious...)
		var errs [7]error
		f.durations, errs[0] = sums.Durations(ctx, operatorID, all)
		f.visitors, errs[1] = sums.Visitors(ctx, operatorID, all)
		f.bills, errs[2] = sums.Bills(ctx, operatorID, []Period{f.period, f.previous})
		f.open, errs[3] = s.store.OpenStays(ctx, operatorID)
		f.placed, errs[4] = s.store.PlacedLockers(ctx, operatorID, f.previous.First.Begins())
		f.tariffLabels, errs[5] = s.store.TariffLabels(ctx, operatorID)
		f.outages, errs[6] = s.store.Outages(ctx, operatorID, f.previous.First.Begins(), f.now)
		if err := errors.Join(append(failed, errs[:]...)...); err != nil {
			return err
		}
		f.running, err = s.store.StaysByID(ctx, f.billedSoFar())
		return err
	})
	if err != nil {
		return Report{}, fmt.Errorf("report: %w", err)
	}
	return build(f), nil
}
