package rollups

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/payment"
	"consigne/internal/domain/statistics"
	"consigne/internal/kernel/money"
)

// Counts implements statistics.Store.
func (s *Rollups) Counts(ctx context.Context, measure statistics.Measure, operatorID int64, period statistics.Period, grain statistics.Grain) ([]statistics.Count, error) {
	ctx = s.db.FromReplica(ctx)
	rows, err := s.countsOf(ctx, []string{string(measure)}, operatorID, period, grain)
	list := make([]statistics.Count, len(rows))
	for i, r := range rows {
		list[i] = r.Count
	}
	return list, err
}

// Bills implements statistics.Store.
func (s *Rollups) Bills(ctx context.Context, operatorID int64, period statistics.Period, grain statistics.Grain) ([]statistics.Bill, error) {
	ctx = s.db.FromReplica(ctx)
	dimensions, statuses := []string{}, map[string]payment.Status{}
	for _, status := range payment.Statuses() {
		dimensions = append(dimensions, ByStatus(status))
		statuses[ByStatus(status)] = status
	}
	rows, err := s.countsOf(ctx, dimensions, operatorID, period, grain)
	list := make([]statistics.Bill, len(rows))
	for i, r := range rows {
		list[i] = statistics.Bill{From: r.From, Status: statuses[r.dimension], N: r.N, Amount: money.Cents(r.Total)}
	}
	return list, err
}

type countRow struct {
	statistics.Count
	dimension string
}

func (s *Rollups) countsOf(ctx context.Context, dimensions []string, operatorID int64, period statistics.Period, grain statistics.Grain) ([]countRow, error) {
	within := []Periods{{dayPeriod(period.First), dayPeriod(period.Last)}}
	if grain != statistics.ByDay && dimensions[0] != ByVisit {
		within = monthsAndDays(&period.First, &period.Last)
	}
	where := func(w *db.Where) {
		if operatorID != 0 || dimensions[0] == ByVisit {
			w.Only(`t.operator_id = ` + w.Arg(operatorID))
		}
		w.Only(`t.is_test = FALSE`)
	}
	when, by := `m.period`, `m.dimension, m.period, m.value`
	if grain == statistics.Whole {
		when, by = `CAST(0 AS BIGINT)`, `m.dimension, m.value`
	}
	var rows []countRow
	err := s.Snapshot(ctx, func(ctx context.Context) error {
		from, args, err := s.Within(ctx, nil, within, dimensions, where)
		if err != nil {
			return err
		}
		rows, err = db.Collect(ctx, s.db.Reader(ctx), "read statistics", func(r *countRow) []any {
			return []any{&r.dimension, &r.From, &r.Value, &r.N, &r.Total}
		}, `SELECT m.dimension, `+when+`, m.value, CAST(SUM(m.n) AS BIGINT), CAST(SUM(m.total) AS BIGINT) FROM `+from+`
			GROUP BY `+by+` HAVING SUM(m.n) <> 0 OR SUM(m.total) <> 0`, args...)
		return err
	})
	for i := range rows {
		rows[i].From = firstOf(int64(rows[i].From))
		if grain == statistics.Whole {
			rows[i].From = period.First
		}
	}
	return rows, err
}

// OpenStays implements statistics.Store.
func (s *Rollups) OpenStays(ctx context.Context, operatorID int64) ([]statistics.OpenStay, error) {
	ctx = s.db.FromReplica(ctx)
	type row struct {
		statistics.OpenStay
		started int64
	}
	args := []any{operatorID}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read open stays", func(r *row) []any { return []any{&r.LockerID, &r.started} },
		`SELECT p.locker_id, p.started_at FROM payments p
		WHERE p.use_bits IN (`+db.Marks(&args, payment.StayBitsOf([]payment.StayStatus{payment.StayRunning}, nil))+`) AND p.is_test = FALSE AND ($1 = 0 OR p.operator_id = $1)`, args...)
	list := make([]statistics.OpenStay, len(rows))
	for i, r := range rows {
		list[i] = statistics.OpenStay{LockerID: r.LockerID, StartedAt: db.Instant(r.started)}
	}
	return list, err
}

// PlacedLockers implements statistics.Store.
func (s *Rollups) PlacedLockers(ctx context.Context, operatorID int64) ([]statistics.Locker, error) {
	ctx = s.db.FromReplica(ctx)
	type row struct {
		statistics.Locker
		created          int64
		firstStay, until *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read lockers in place", func(r *row) []any {
		return []any{&r.ID, &r.Name, &r.StationID, &r.StationName, &r.Operator, &r.Capacity, &r.Active, &r.created, &r.firstStay, &r.until}
	}, `SELECT l.id, l.name, s.id, s.name, o.name, l.capacity, l.is_active, l.created_at,
		  (SELECT MIN(p.started_at) FROM payments p WHERE p.locker_id = l.id), COALESCE(l.archived_at, s.archived_at)
		FROM lockers l JOIN stations s ON s.id = l.station_id JOIN operators o ON o.id = s.operator_id
		WHERE $1 = 0 OR s.operator_id = $1`, operatorID)
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

// TariffLabels implements statistics.Store.
func (s *Rollups) TariffLabels(ctx context.Context, operatorID int64) (map[int64]string, error) {
	ctx = s.db.FromReplica(ctx)
	type row struct {
		id    int64
		label string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read labels of tariffs", func(r *row) []any { return []any{&r.id, &r.label} },
		`SELECT t.id, CASE WHEN $1 = 0 THEN v.admin_label || ' – ' || o.name ELSE v.admin_label END
		FROM tariffs t JOIN tariff_versions v ON v.tariff_id = t.id AND v.version = t.version JOIN operators o ON o.id = t.operator_id
		WHERE $1 = 0 OR t.operator_id = $1`, operatorID)
	labels := map[int64]string{}
	for _, r := range rows {
		labels[r.id] = r.label
	}
	return labels, err
}
