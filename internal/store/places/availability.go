package places

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/places/availability"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// ContractsOf implements availability.ContractStore.
func (s *Store) ContractsOf(ctx context.Context, operatorID int64) ([]availability.Contract, error) {
	return s.contracts(ctx, `operator_id = $1 ORDER BY from_month DESC, id DESC`, operatorID)
}

// ContractFor implements availability.ContractStore.
func (s *Store) ContractFor(
	ctx context.Context, operatorID int64, month clock.Month,
) (availability.Contract, error) {
	return db.First(s.contracts(ctx, `operator_id = $1 AND from_month <= $2 ORDER BY from_month DESC, id DESC LIMIT 1`,
		operatorID, int64(month)))
}

func (s *Store) contracts(ctx context.Context, where string, args ...any) ([]availability.Contract, error) {
	type row struct {
		availability.Contract
		typed int64
		terms string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list contracts of availability", func(r *row) []any {
		return []any{&r.ID, &r.OperatorID, (*int64)(&r.From), &r.typed, &r.ActorID, &r.terms}
	}, `SELECT id, operator_id, from_month, typed_at, actor_id, terms FROM availability_contracts WHERE `+where, args...)
	list := make([]availability.Contract, len(rows))
	for i, r := range rows {
		list[i] = r.Contract
		list[i].At = db.Instant(r.typed)
		if err := json.Unmarshal([]byte(r.terms), &list[i].Terms); err != nil {
			return nil, fmt.Errorf("read the terms of contract %d: %w", r.ID, err)
		}
	}
	return list, err
}

// AddContract implements availability.ContractStore.
func (s *Store) AddContract(ctx context.Context, c availability.Contract) (int64, error) {
	terms, err := json.Marshal(c.Terms)
	if err != nil {
		return 0, fmt.Errorf("write the terms of a contract: %w", err)
	}
	return s.db.Insert(ctx, "add contract of availability", `INSERT INTO availability_contracts
		(operator_id, from_month, terms, typed_at, actor_id) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
		c.OperatorID, int64(c.From), string(terms), db.Millis(c.At), c.ActorID)
}

// SpanOperator implements ownership.SpanStore.
func (s *Store) SpanOperator(ctx context.Context, id int64) (int64, error) {
	var operatorID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT u.operator_id FROM unavailable_spans u
		JOIN operators o ON o.id = u.operator_id WHERE u.id = $1 AND o.archived_at IS NULL`, id).Scan(&operatorID)
	return operatorID, db.Found(err)
}

// SpanByID implements availability.SpanStore.
func (s *Store) SpanByID(ctx context.Context, id int64) (availability.Span, error) {
	return db.First(s.spans(ctx, `SELECT id FROM unavailable_spans WHERE id = $1`, id))
}

// SpansWithin implements availability.SpanStore.
func (s *Store) SpansWithin(
	ctx context.Context, operatorID, stationID int64, from, to time.Time,
) ([]availability.Span, error) {
	touching, args := `SELECT id FROM unavailable_spans WHERE operator_id = $1`,
		[]any{operatorID, db.Millis(from), db.Millis(to)}
	if stationID != 0 {
		touching, args = touching+` AND station_id = $4`, append(args, stationID)
	}
	touching += ` AND began_at < $3 AND ended_at `
	return s.spans(ctx, touching+`> $2 UNION ALL `+touching+`IS NULL`, args...)
}

// spans reads the spans whose ids a query lists, with their rulings.
func (s *Store) spans(ctx context.Context, ids string, args ...any) ([]availability.Span, error) {
	type row struct {
		availability.Span
		locker, ended *int64
		began         int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list spans of unavailability", func(r *row) []any {
		return []any{
			&r.ID, &r.OperatorID, &r.StationID, &r.locker, &r.Kind, &r.began, &r.ended, &r.Cause, &r.Attribution,
		}
	}, `SELECT u.id, u.operator_id, u.station_id, u.locker_id, u.kind, u.began_at, u.ended_at, u.cause, u.attribution
		FROM unavailable_spans u WHERE u.id IN (`+ids+`) ORDER BY u.id`, args...)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	later, err := s.rulings(ctx, ids, args...)
	list := make([]availability.Span, len(rows))
	for i, r := range rows {
		list[i] = r.Span
		list[i].LockerID, list[i].From, list[i].To = db.IdOrZero(r.locker), db.Instant(r.began), db.InstantOrNil(r.ended)
		list[i].Later = later[r.ID]
	}
	return list, err
}

func (s *Store) rulings(ctx context.Context, ids string, args ...any) (map[int64][]availability.Ruling, error) {
	type row struct {
		availability.Ruling
		span, since, ruled int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list rulings", func(r *row) []any {
		return []any{
			&r.ID, &r.span, &r.since, &r.ruled, &r.ActorID, &r.ActorName, &r.Cause, &r.Attribution, &r.Comment,
		}
	}, `SELECT r.id, r.span_id, r.since, r.ruled_at, r.actor_id, COALESCE(a.first_name || ' ' || a.last_name, ''), r.cause,
		  r.attribution, r.comment
		FROM span_rulings r LEFT JOIN accounts a ON a.id = r.actor_id WHERE r.span_id IN (`+ids+`) ORDER BY r.id`, args...)
	of := map[int64][]availability.Ruling{}
	for _, r := range rows {
		r.Since, r.At = db.Instant(r.since), db.Instant(r.ruled)
		of[r.span] = append(of[r.span], r.Ruling)
	}
	return of, err
}

// ImportSpan implements demo.SpanStore.
func (s *Store) ImportSpan(ctx context.Context, span availability.Span) error {
	var ended *int64
	if span.To != nil {
		ended = new(db.Millis(*span.To))
	}
	id, err := s.db.Insert(ctx, "import span", `INSERT INTO unavailable_spans
		(operator_id, station_id, locker_id, kind, began_at, ended_at, cause, attribution)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`, span.OperatorID, span.StationID, db.OrNull(span.LockerID),
		span.Kind, db.Millis(span.From), ended, span.Cause, span.Attribution)
	for _, ruling := range span.Later {
		if err == nil {
			err = s.AddRuling(ctx, id, ruling)
		}
	}
	return err
}

// AddRuling implements availability.SpanStore.
func (s *Store) AddRuling(ctx context.Context, spanID int64, r availability.Ruling) error {
	return s.db.Exec(ctx, "rule on a span", `INSERT INTO span_rulings
		(span_id, since, ruled_at, actor_id, cause, attribution, comment) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		spanID, db.Millis(r.Since), db.Millis(r.At), r.ActorID, r.Cause, r.Attribution, r.Comment)
}

// PlacesWithin implements availability.SpanStore.
func (s *Store) PlacesWithin(
	ctx context.Context, operatorID, stationID int64, from, to time.Time,
) ([]availability.Place, error) {
	type row struct {
		availability.Place
		created         int64
		archived, ended *int64 // of the locker, of the station
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list lockers of a month", func(r *row) []any {
		return []any{&r.ID, &r.Name, &r.StationID, &r.StationName, &r.created, &r.archived, &r.ended}
	}, `SELECT l.id, l.name, s.id, s.name, l.created_at, l.archived_at, s.archived_at
		FROM lockers l JOIN stations s ON s.id = l.station_id
		WHERE s.operator_id = $1 AND ($2 = 0 OR s.id = $2) AND l.created_at < $4
		  AND COALESCE(l.archived_at, $3) >= $3 AND COALESCE(s.archived_at, $3) >= $3
		ORDER BY s.name_folded, s.id, l.id`, operatorID, stationID, db.Millis(from), db.Millis(to))
	list := make([]availability.Place, len(rows))
	for i, r := range rows {
		list[i] = r.Place
		list[i].Since = db.Instant(r.created)
		if list[i].Until = db.InstantOrNil(r.archived); list[i].Until == nil {
			list[i].Until = db.InstantOrNil(r.ended)
		}
	}
	return list, err
}

// MeasuredFrom implements availability.SpanStore.
func (s *Store) MeasuredFrom(ctx context.Context) (*time.Time, error) {
	began, err := db.Collect(ctx, s.db.Reader(ctx), "read from when on spans are written",
		func(at *int64) []any { return []any{at} }, `SELECT began_at FROM availability_start`)
	if err != nil || len(began) == 0 {
		return nil, err
	}
	return new(db.Instant(began[0])), nil
}

// LastClosing implements availability.SealStore.
func (s *Store) LastClosing(ctx context.Context, operatorID int64) (time.Time, error) {
	last, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read the last closing",
		func(at **int64) []any { return []any{at} },
		`SELECT MAX(closed_at) FROM statement_closings WHERE operator_id = $1`, operatorID))
	if err != nil || last == nil {
		return time.Time{}, err
	}
	return db.Instant(*last), nil
}

// MonthClosedAt implements availability.SealStore.
func (s *Store) MonthClosedAt(ctx context.Context, operatorID int64, month clock.Month) (*time.Time, error) {
	at, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read when a month was closed",
		func(at *int64) []any { return []any{at} },
		`SELECT closed_at FROM statement_closings WHERE operator_id = $1 AND month = $2`, operatorID, int64(month)))
	if fault.Is(err, fault.KindNotFound) {
		return nil, nil
	}
	return new(db.Instant(at)), err
}

// SealSpans returns the digest of what is known of the availability of an operator in a month, as it was at an instant.
func (s *Store) SealSpans(
	ctx context.Context, operatorID int64, month clock.Month, at time.Time,
) (digest string, err error) {
	sealed := availability.Sealed{OperatorID: operatorID, Month: month, At: at}
	from, to := month.Begins(), (month + 1).Begins()
	sealed.Contract, err = s.ContractFor(ctx, operatorID, month)
	if err != nil && !fault.Is(err, fault.KindNotFound) {
		return "", err
	}
	if sealed.Spans, err = s.SpansWithin(ctx, operatorID, 0, from, to); err != nil {
		return "", err
	}
	if sealed.Unheard, err = s.unheard(ctx, from, to); err != nil {
		return "", err
	}
	return sealed.Digest()
}
