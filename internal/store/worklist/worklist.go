// Package worklist reads what waits for the staff of an operator.
package worklist

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/station"
	"consigne/internal/domain/worklist"
	"consigne/internal/kernel/clock"
)

// Store reads and writes them.
type Store struct{ db *db.DB }

// New returns the store in a database.
func New(d *db.DB) *Store { return &Store{db: d} }

// Each list of the worklist is one query: the first items of a kind, each row with the total count.

// accountName is the SQL expression for the name under which a list shows the account a.
const accountName = `CASE WHEN a.first_name <> '' OR a.last_name <> '' THEN TRIM(a.first_name || ' ' || a.last_name) ELSE a.email END`

const placeColumns = `s.id, s.name, l.id, l.name, l.complement, l.type_id`

func placeFields(p *worklist.Place) []any {
	return []any{&p.StationID, &p.StationName, &p.LockerID, &p.LockerName, &p.Complement, &p.Type}
}

// FailedPayments implements worklist.Reader.
func (s *Store) FailedPayments(ctx context.Context, operatorID int64) (worklist.Section[worklist.Payment], error) {
	ctx = s.db.FromReplica(ctx)
	type row struct {
		worklist.Payment
		total                           int
		at                              int64
		stationID, lockerID, lockerType *int64
		station, locker, complement     *string
		label                           *string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list failed payments", func(r *row) []any {
		return []any{
			&r.total, &r.ID, &r.Amount, &r.Status, &r.at, &r.Account.ID, &r.Account.Name,
			&r.stationID, &r.station, &r.lockerID, &r.locker, &r.complement, &r.lockerType, &r.label,
		}
	}, `SELECT listed.total, p.id, p.amount, p.status, p.presented_at, a.id, `+accountName+`, `+placeColumns+`, v.public_label
		FROM (SELECT id, COUNT(*) OVER () AS total FROM payments
		  WHERE operator_id = $1 AND status IN ('PERMANENT_ERROR', 'INVALID_PAYMENT') AND is_test = FALSE
		  ORDER BY presented_at, id LIMIT $2) listed
		JOIN payments p ON p.id = listed.id JOIN accounts a ON a.id = p.account_id
		LEFT JOIN lockers l ON l.id = p.locker_id LEFT JOIN stations s ON s.id = l.station_id
		LEFT JOIN subscriptions u ON u.id = p.subscription_id
		LEFT JOIN tariff_versions v ON v.tariff_id = u.tariff_id AND v.version = u.tariff_version
		ORDER BY p.presented_at, p.id`, operatorID, worklist.Shown)
	return section(rows, func(r row) (int, worklist.Payment) {
		r.At, r.Label = db.Instant(r.at), db.TextOf(r.label)
		if r.lockerID != nil {
			r.Place = &worklist.Place{
				StationID: db.IdOrZero(r.stationID), StationName: db.TextOf(r.station), LockerID: *r.lockerID, LockerName: db.TextOf(r.locker),
				Complement: db.TextOf(r.complement), Type: station.LockerType(db.IdOrZero(r.lockerType)),
			}
		}
		return r.total, r.Payment
	}), err
}

// OverrunStays implements worklist.Reader.
func (s *Store) OverrunStays(ctx context.Context, operatorID int64, now time.Time) (worklist.Section[worklist.Stay], error) {
	ctx = s.db.FromReplica(ctx)
	return s.stays(ctx, `overrun_at`, `overrun_at < $2 AND (removal_at IS NULL OR removal_at > $2)`, operatorID, now)
}

// RemovedStays implements worklist.Reader.
func (s *Store) RemovedStays(ctx context.Context, operatorID int64, now time.Time) (worklist.Section[worklist.Stay], error) {
	ctx = s.db.FromReplica(ctx)
	return s.stays(ctx, `removal_at`, `removal_at <= $2`, operatorID, now)
}

// stays lists the open stays that are past a limit, longest past first.
func (s *Store) stays(ctx context.Context, limit, past string, operatorID int64, now time.Time) (worklist.Section[worklist.Stay], error) {
	type row struct {
		worklist.Stay
		total            int
		started, limitAt int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list stays past a limit", func(r *row) []any {
		return append([]any{&r.total, &r.ID, &r.started, &r.limitAt, &r.Account.ID, &r.Account.Name}, placeFields(&r.Place)...)
	}, `SELECT listed.total, o.id, o.started_at, listed.limit_at, a.id, `+accountName+`, `+placeColumns+`
		FROM (SELECT id, `+limit+` AS limit_at, COUNT(*) OVER () AS total FROM occupations
		  WHERE operator_id = $1 AND ended_at IS NULL AND `+past+` ORDER BY `+limit+`, id LIMIT $3) listed
		JOIN occupations o ON o.id = listed.id JOIN accounts a ON a.id = o.account_id
		JOIN lockers l ON l.id = o.locker_id JOIN stations s ON s.id = l.station_id
		ORDER BY listed.limit_at, o.id`, operatorID, db.Millis(now), worklist.Shown)
	return section(rows, func(r row) (int, worklist.Stay) {
		r.StartedAt, r.LimitAt = db.Instant(r.started), db.Instant(r.limitAt)
		return r.total, r.Stay
	}), err
}

// FullSpaces implements worklist.Reader.
func (s *Store) FullSpaces(ctx context.Context, operatorID int64) (worklist.Section[worklist.Space], error) {
	ctx = s.db.FromReplica(ctx)
	type row struct {
		worklist.Space
		total int
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list full spaces", func(r *row) []any {
		return append([]any{&r.total, &r.Capacity, &r.Occupied}, placeFields(&r.Place)...)
	}, `SELECT COUNT(*) OVER (), l.capacity, l.used, `+placeColumns+`
		FROM stations s JOIN (
		  SELECT l.id, l.name, l.complement, l.type_id, l.station_id, l.capacity,
		         CASE WHEN s.kind = 'collec-comptage' AND l.counted IS NOT NULL THEN l.counted ELSE COALESCE(o.stays, 0) END AS used
		  FROM stations s JOIN lockers l ON l.station_id = s.id
		  LEFT JOIN (SELECT locker_id, COUNT(*) AS stays FROM occupations WHERE operator_id = $1 AND ended_at IS NULL GROUP BY locker_id) o
		    ON o.locker_id = l.id
		  WHERE s.operator_id = $1 AND s.kind <> 'indiv' AND s.is_active = TRUE AND s.archived_at IS NULL
		    AND l.is_active = TRUE AND l.archived_at IS NULL
		) l ON l.station_id = s.id
		WHERE l.used >= l.capacity ORDER BY l.capacity DESC, s.name_folded, l.id LIMIT $2`, operatorID, worklist.Shown)
	return section(rows, func(r row) (int, worklist.Space) { return r.total, r.Space }), err
}

// ExpiringCards implements worklist.Reader. A card is valid until the end of its month, which is
// stored as written on the card: MM/YY.
func (s *Store) ExpiringCards(ctx context.Context, operatorID int64, now time.Time) (worklist.Section[worklist.Card], error) {
	ctx = s.db.FromReplica(ctx)
	type row struct {
		worklist.Card
		total int
		next  *int64
	}
	year, month, _ := now.In(clock.Paris).Date()
	last := time.Date(year, month+1, 1, 0, 0, 0, 0, clock.Paris).Format("0601")
	const expires = `SUBSTR(c.expires, 4, 2) || SUBSTR(c.expires, 1, 2)`
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list expiring cards", func(r *row) []any {
		return []any{&r.total, &r.Account.ID, &r.Account.Name, &r.PAN, &r.Expires, &r.next}
	}, `SELECT COUNT(*) OVER (), a.id, `+accountName+`, c.pan, c.expires, u.next_at
		FROM (SELECT account_id, MIN(next_at) AS next_at FROM subscriptions
		  WHERE operator_id = $1 AND is_test = FALSE AND starts_at <= $2 AND (ends_at IS NULL OR ends_at > $2) GROUP BY account_id) u
		JOIN cards c ON c.account_id = u.account_id AND c.operator_id = $1 JOIN accounts a ON a.id = u.account_id
		WHERE `+expires+` <= $3 ORDER BY `+expires+`, u.next_at NULLS LAST, a.id LIMIT $4`, operatorID, db.Millis(now), last, worklist.Shown)
	return section(rows, func(r row) (int, worklist.Card) {
		r.NextAt = db.InstantOrNil(r.next)
		return r.total, r.Card
	}), err
}

// section builds a section from rows that each carry the total count.
func section[R, T any](rows []R, read func(R) (total int, item T)) worklist.Section[T] {
	list := worklist.Section[T]{First: make([]T, len(rows))}
	for i, row := range rows {
		list.Total, list.First[i] = read(row)
	}
	return list
}

// SilentStations implements worklist.Reader.
func (s *Store) SilentStations(ctx context.Context, operatorID int64) (worklist.Section[worklist.SilentStation], error) {
	type row struct {
		worklist.SilentStation
		total int
		since int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list silent stations", func(r *row) []any {
		return []any{&r.total, &r.StationID, &r.StationName, &r.since}
	}, `SELECT COUNT(*) OVER (), s.id, s.name, c.silent_since FROM controllers c JOIN stations s ON s.id = c.station_id
		WHERE c.silent_since IS NOT NULL AND s.operator_id = $1 AND s.is_active = TRUE AND s.archived_at IS NULL
		ORDER BY c.silent_since, s.id LIMIT $2`, operatorID, worklist.Shown)
	return section(rows, func(r row) (int, worklist.SilentStation) {
		r.Since = db.Instant(r.since)
		return r.total, r.SilentStation
	}), err
}
