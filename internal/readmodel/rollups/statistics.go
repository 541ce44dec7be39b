package rollups

import (
	"cmp"
	"context"
	"slices"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/places/availability"
	"consigne/internal/kernel/money"
)

// Together implements statistics.Store.
func (s *Rollups) Together(ctx context.Context, read func(ctx context.Context, sums statistics.Sums) error) error {
	return s.atOneInstant(ctx, func(ctx context.Context, now instant) error { return read(ctx, now) })
}

// Counts implements statistics.Sums.
func (s instant) Counts(
	ctx context.Context, measure statistics.Measure, operatorID int64, periods []statistics.Period,
) ([]statistics.Count, error) {
	rows, err := s.sums(ctx, sumQuery{dimension: string(measure), operatorID: operatorID, periods: periods})
	list := make([]statistics.Count, len(rows))
	for i, r := range rows {
		list[i] = statistics.Count{Period: r.period, Value: r.value, N: r.n, Total: r.total}
	}
	return list, err
}

// Bills implements statistics.Sums.
func (s instant) Bills(ctx context.Context, operatorID int64, periods []statistics.Period) ([]statistics.Bill, error) {
	rows, err := s.sums(ctx, sumQuery{dimension: ByStatus, operatorID: operatorID, periods: periods})
	list := make([]statistics.Bill, len(rows))
	for i, r := range rows {
		list[i] = statistics.Bill{Period: r.period, Status: statuses[r.value], N: r.n, Amount: money.Cents(r.total)}
	}
	return list, err
}

// Visitors implements statistics.Sums. A customer counts at the first visit in a period: its visit before lies before
// the period, or there is none.
func (s instant) Visitors(
	ctx context.Context, operatorID int64, periods []statistics.Period,
) ([]statistics.Visitors, error) {
	within := make([]values, len(periods))
	for i, period := range periods {
		within[i] = values{-anyValue, int64(period.First)}
	}
	rows, err := s.sums(ctx, sumQuery{
		dimension: ByVisit, operatorID: operatorID, periods: periods, within: within,
		group: `CASE WHEN m.value = 0 THEN 0 ELSE 1 END`,
	})
	list := make([]statistics.Visitors, len(periods))
	for _, r := range rows {
		if r.value == 0 {
			list[r.period].New = r.n
		} else {
			list[r.period].Returning = r.n
		}
	}
	return list, err
}

// Durations implements statistics.Sums. It reads how many stays lasted how long by ranges of durations first, and then
// the single durations of the range that the median is in.
func (s instant) Durations(
	ctx context.Context, operatorID int64, periods []statistics.Period,
) ([]statistics.Durations, error) {
	ranges, err := s.sums(ctx, sumQuery{dimension: ByMinutes, operatorID: operatorID, periods: periods})
	if err != nil {
		return nil, err
	}
	list, shorter := make([]statistics.Durations, len(periods)), make([]int64, len(periods))
	of := make([][]sumRow, len(periods))
	for _, r := range ranges {
		list[r.period].N += r.n
		list[r.period].Sum += r.total
		of[r.period] = append(of[r.period], r)
	}
	within := make([]values, len(periods))
	for i, ranges := range of {
		within[i], shorter[i] = rangeOfMedian(ranges, list[i].N)
	}
	rows, err := s.sums(ctx,
		sumQuery{dimension: ByMinutes, operatorID: operatorID, periods: periods, within: within, single: true})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(rows, func(a, b sumRow) int { return cmp.Compare(a.value, b.value) })
	for _, r := range rows {
		before := shorter[r.period]
		shorter[r.period] += r.n
		if n := list[r.period].N; 2*before < n && 2*shorter[r.period] >= n {
			list[r.period].Median = r.value
		}
	}
	return list, nil
}

// anyValue is beyond any day and any duration.
const anyValue = int64(1) << 40

// rangeOfMedian returns the range of durations that holds the median of n stays, and how many are shorter than all of
// it.
func rangeOfMedian(ranges []sumRow, n int64) (within values, shorter int64) {
	slices.SortFunc(ranges, func(a, b sumRow) int { return cmp.Compare(a.value, b.value) })
	for i, r := range ranges {
		if 2*(shorter+r.n) >= n {
			within = values{r.value, anyValue}
			if i+1 < len(ranges) {
				within.below = ranges[i+1].value
			}
			return within, shorter
		}
		shorter += r.n
	}
	return within, shorter
}

// OpenStays implements statistics.Store.
func (s *Rollups) OpenStays(ctx context.Context, operatorID int64) ([]statistics.OpenStay, error) {
	type row struct {
		statistics.OpenStay
		started int64
		status  payment.Status
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read open stays",
		func(r *row) []any { return []any{&r.ID, &r.LockerID, &r.started, &r.status} },
		`SELECT p.stay_id, p.locker_id, p.started_at, p.status FROM payments p
		WHERE p.stay_bits IN (0, 2, 4, 6) AND p.is_test = FALSE AND ($1 = 0
		OR p.operator_id = $1)`, operatorID) // as the index payments_open says
	list := make([]statistics.OpenStay, len(rows))
	for i, r := range rows {
		list[i] = statistics.OpenStay{
			ID: r.ID, LockerID: r.LockerID, StartedAt: db.Instant(r.started),
			Billed: r.status == payment.Running,
		}
	}
	return list, err
}

// PlacedLockers implements statistics.Store. Looking for the first stay of every locker would take longer than all the
// rest.
func (s *Rollups) PlacedLockers(ctx context.Context, operatorID int64, from time.Time) ([]statistics.Locker, error) {
	type row struct {
		statistics.Locker
		created          int64
		firstStay, until *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read lockers in place", func(r *row) []any {
		return []any{
			&r.ID, &r.Name, &r.StationID, &r.StationName, &r.Operator, &r.Capacity, &r.Active, &r.created,
			&r.firstStay, &r.until,
		}
	}, `SELECT l.id, l.name, s.id, s.name, o.name, l.capacity, l.is_active, l.created_at,
		  CASE WHEN l.created_at > $2 THEN (SELECT MIN(p.started_at) FROM payments p
		WHERE p.locker_id = l.id) END, COALESCE(l.archived_at, s.archived_at)
		FROM lockers l JOIN stations s ON s.id = l.station_id JOIN operators o ON o.id = s.operator_id
		WHERE $1 = 0 OR s.operator_id = $1`, operatorID, db.Millis(from))
	list := make([]statistics.Locker, len(rows))
	for i, r := range rows {
		list[i] = r.Locker
		list[i].Since, list[i].Until = db.Instant(r.created), db.InstantOrNil(r.until)
		if r.firstStay != nil && *r.firstStay < r.created {
			list[i].Since = db.Instant(*r.firstStay)
		}
	}
	return list, err
}

// Outages implements statistics.Store: the spans of what is not « free » in the open data either. Nothing is known of
// before spans were written.
func (s *Rollups) Outages(ctx context.Context, operatorID int64, from, to time.Time) ([]statistics.Outage, error) {
	type row struct {
		statistics.Outage
		locker       *int64
		began, ended int64
	}
	const touching = `SELECT u.station_id, u.locker_id,
		  CASE WHEN u.began_at < m.since THEN m.since ELSE u.began_at END, COALESCE(u.ended_at, $3)
		FROM unavailable_spans u, (SELECT COALESCE(MAX(began_at), 0) AS since FROM availability_start) m
		WHERE u.operator_id IN (SELECT o.id FROM operators o WHERE $1 = 0 OR o.id = $1) AND u.began_at < $3
		  AND u.kind IN ('` + string(availability.OutOfService) + `', '` + string(availability.InactiveStation) + `')
		  AND u.ended_at `
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read what was out of service",
		func(r *row) []any { return []any{&r.StationID, &r.locker, &r.began, &r.ended} },
		touching+`> $2 UNION ALL `+touching+`IS NULL`, operatorID, db.Millis(from), db.Millis(to))
	list := make([]statistics.Outage, len(rows))
	for i, r := range rows {
		list[i] = r.Outage
		list[i].LockerID, list[i].From, list[i].To = db.IdOrZero(r.locker), db.Instant(r.began), db.Instant(r.ended)
	}
	return list, err
}

// TariffLabels implements statistics.Store.
func (s *Rollups) TariffLabels(ctx context.Context, operatorID int64) (map[int64]string, error) {
	type row struct {
		id    int64
		label string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read labels of tariffs",
		func(r *row) []any { return []any{&r.id, &r.label} },
		`SELECT t.id, CASE WHEN $1 = 0 THEN v.admin_label || ' – ' || o.name ELSE v.admin_label END
		FROM tariffs t JOIN tariff_versions v ON v.tariff_id = t.id AND v.version = t.version
		JOIN operators o ON o.id = t.operator_id
		WHERE $1 = 0 OR t.operator_id = $1`, operatorID)
	labels := map[int64]string{}
	for _, r := range rows {
		labels[r.id] = r.label
	}
	return labels, err
}
