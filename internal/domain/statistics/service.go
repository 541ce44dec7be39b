package statistics

import (
	"context"
	"errors"
	"fmt"

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
	bySteps := ByDay
	if period.Pace() == Monthly {
		bySteps = ByMonth
	}
	failed := []error{}
	counts := func(measure Measure, period Period, grain Grain) []Count {
		list, err := s.store.Counts(ctx, measure, operatorID, period, grain)
		failed = append(failed, err)
		return list
	}
	f.stays, f.staysBefore = counts(Stays, f.period, ByDay), counts(Stays, f.previous, ByDay)
	f.hours = counts(Hours, f.period, ByDay)
	f.minutes, f.minutesBefore = counts(Minutes, f.period, bySteps), counts(Minutes, f.previous, Whole)
	f.stations, f.stationsBefore = counts(Stations, f.period, bySteps), counts(Stations, f.previous, Whole)
	f.lockers = counts(Lockers, f.period, Whole)
	f.visits, f.visitsBefore = counts(Visits, f.period, ByDay), counts(Visits, f.previous, ByDay)
	f.incomes, f.incomesBefore = counts(Incomes, f.period, bySteps), counts(Incomes, f.previous, Whole)
	f.refunds, f.refundsBefore = counts(Refunds, f.period, bySteps), counts(Refunds, f.previous, Whole)
	var errs [5]error
	f.bills, errs[0] = s.store.Bills(ctx, operatorID, f.period, Whole)
	f.billsBefore, errs[1] = s.store.Bills(ctx, operatorID, f.previous, Whole)
	f.open, errs[2] = s.store.OpenStays(ctx, operatorID)
	f.placed, errs[3] = s.store.PlacedLockers(ctx, operatorID)
	f.tariffLabels, errs[4] = s.store.TariffLabels(ctx, operatorID)
	if err := errors.Join(append(failed, errs[:]...)...); err != nil {
		return Report{}, fmt.Errorf("report: %w", err)
	}
	return build(f), nil
}
