package places

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/live"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/store/prices"
)

// LockersOf implements station.LockerStore.
func (s *Store) LockersOf(ctx context.Context, stationID int64) ([]station.Locker, error) {
	return s.lockers(ctx, `l.station_id = $1`, stationID)
}

// LockerByID implements station.LockerStore.
func (s *Store) LockerByID(ctx context.Context, id int64) (station.Locker, error) {
	return db.First(s.lockers(ctx, `l.id = $1`, id))
}

// lockers reads the lockers l that match a condition.
func (s *Store) lockers(ctx context.Context, where string, arg any) ([]station.Locker, error) {
	type row struct {
		station.Locker
		counted, countedAt *int64
		kind               station.Kind
		outSince, backOn   *int64
		outage             station.Outage
		subscriptionID     *int64
		holder             station.Holder
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list lockers", func(r *row) []any {
		return []any{
			&r.ID, &r.Revision, &r.StationID, &r.StationName, &r.kind, &r.Name, &r.Type, &r.Complement, &r.Active,
			&r.CardAddress, &r.CardPorts,
			&r.Capacity, &r.CounterReference, &r.outSince, &r.outage.Cause, &r.outage.Reason, &r.backOn,
			&r.counted, &r.countedAt, &r.OpenStays, &r.HighestPlace,
			&r.subscriptionID, &r.holder.TariffID, &r.holder.AccountID, &r.holder.LastName, &r.holder.FirstName,
			&r.holder.Email, &r.holder.Phone,
		}
	}, `SELECT l.id, l.revision, l.station_id, s.name, s.kind, l.name, l.type_id, l.complement, l.is_active,
		l.card_address, l.card_ports,
		       l.capacity, l.counter_reference, l.out_since, l.out_cause, l.out_reason, l.back_on,
		       l.counted, l.counted_at, COALESCE(o.stays, 0), COALESCE(o.highest, 0),
		       u.id, COALESCE(u.tariff_id, 0), COALESCE(u.account_id, 0), COALESCE(a.last_name, ''),
		       COALESCE(a.first_name, ''), COALESCE(a.email, ''), COALESCE(a.phone, '')
		FROM lockers l JOIN stations s ON s.id = l.station_id
		LEFT JOIN subscriptions u ON u.id = l.subscription_id AND `+prices.Running(`$2`)+`
		LEFT JOIN accounts a ON a.id = u.account_id
		LEFT JOIN (
		  SELECT o.locker_id, COUNT(*) AS stays, MAX(o.place) AS highest FROM stays o JOIN lockers l ON l.id = o.locker_id
		  WHERE `+where+` AND o.ended_at IS NULL GROUP BY o.locker_id
		) o ON o.locker_id = l.id
		WHERE `+where+` AND l.archived_at IS NULL AND s.archived_at IS NULL ORDER BY l.id`, arg, db.Millis(s.Clock.Now()))
	if err != nil {
		return nil, err
	}
	tags, err := s.lockerTags(ctx, where, arg)
	if err != nil {
		return nil, err
	}
	list := make([]station.Locker, len(rows))
	for i, r := range rows {
		l := r.Locker
		l.Tags, l.Occupied = tags[l.ID], l.OpenStays
		if !l.Active {
			l.Outage = outageOf(r.outSince, r.outage, r.backOn)
		}
		if r.subscriptionID != nil {
			r.holder.SubscriptionID = *r.subscriptionID
			l.Holder, l.Occupied = &r.holder, max(l.Occupied, 1)
		}
		if r.counted != nil && r.countedAt != nil {
			l.Count = &station.Count{Occupied: int(*r.counted), At: db.Instant(*r.countedAt)}
			if r.kind == station.CountedCollective {
				l.Occupied = l.Count.Occupied
			}
		}
		list[i] = l
	}
	return list, nil
}

func (s *Store) lockerTags(ctx context.Context, where string, arg any) (map[int64][]string, error) {
	type row struct {
		lockerID int64
		label    string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list tags", func(r *row) []any { return []any{&r.lockerID, &r.label} }, `
		SELECT t.locker_id, t.label FROM locker_tags t JOIN lockers l ON l.id = t.locker_id
		WHERE `+where+` ORDER BY t.locker_id, t.position`, arg)
	if err != nil {
		return nil, err
	}
	tags := map[int64][]string{}
	for _, r := range rows {
		tags[r.lockerID] = append(tags[r.lockerID], r.label)
	}
	return tags, nil
}

// CreateLocker implements station.LockerStore.
func (s *Store) CreateLocker(ctx context.Context, l station.Locker, at time.Time) (int64, error) {
	var counted, countedAt *int64
	if l.Count != nil {
		occupied, instant := int64(l.Count.Occupied), db.Millis(l.Count.At)
		counted, countedAt = &occupied, &instant
	}
	id, err := s.db.Insert(ctx, "create locker", `
		INSERT INTO lockers (station_id, name, type_id, complement, is_active, card_address, card_ports, capacity,
		  counter_reference, counted, counted_at, created_at, out_since, out_cause, out_reason, back_on)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING id`,
		append([]any{
			l.StationID, l.Name, l.Type, l.Complement, l.Active, l.CardAddress, l.CardPorts, l.Capacity,
			l.CounterReference, counted, countedAt, db.Millis(at),
		}, outageColumns(l.Outage)...)...)
	if err != nil {
		return 0, err
	}
	if err := s.db.Exec(ctx, "apply tariffs that follow", `
		INSERT INTO tariff_lockers (tariff_id, locker_id, since)
		SELECT t.id, $1, $4 FROM tariff_followed_types f JOIN tariffs t ON t.id = f.tariff_id
		JOIN stations s ON s.operator_id = t.operator_id
		WHERE s.id = $2 AND f.type_id = $3 AND t.archived_at IS NULL`, id, l.StationID, l.Type, db.Millis(at)); err != nil {
		return 0, err
	}
	return id, s.tagLocker(ctx, id, l.Tags)
}

// UpdateLocker implements station.LockerStore.
func (s *Store) UpdateLocker(ctx context.Context, l station.Locker) error {
	err := s.db.Exec(ctx, "update locker", `
		UPDATE lockers SET name = $2, type_id = $3, complement = $4, is_active = $5, card_address = $6, card_ports = $7,
		  capacity = $8, counter_reference = $9, out_since = $10, out_cause = $11, out_reason = $12, back_on = $13
		WHERE id = $1 AND archived_at IS NULL`,
		append([]any{
			l.ID, l.Name, l.Type, l.Complement, l.Active, l.CardAddress, l.CardPorts, l.Capacity, l.CounterReference,
		}, outageColumns(l.Outage)...)...)
	if err != nil {
		return err
	}
	if err := s.db.Exec(ctx, "untag locker", `DELETE FROM locker_tags WHERE locker_id = $1`, l.ID); err != nil {
		return err
	}
	return s.tagLocker(ctx, l.ID, l.Tags)
}

func (s *Store) tagLocker(ctx context.Context, id int64, labels []string) error {
	for i, label := range labels {
		if err := s.db.Exec(ctx, "tag locker",
			`INSERT INTO locker_tags (locker_id, position, label) VALUES ($1, $2, $3)`, id, i+1, label); err != nil {
			return err
		}
	}
	return nil
}

// SetOutage implements station.LockerStore.
func (s *Store) SetOutage(ctx context.Context, id int64, outage *station.Outage) error {
	return s.db.Exec(ctx, "switch locker", `UPDATE lockers SET is_active = $2, out_since = $3, out_cause = $4,
		out_reason = $5, back_on = $6 WHERE id = $1 AND archived_at IS NULL`,
		append([]any{id, outage == nil}, outageColumns(outage)...)...)
}

// outageColumns returns the values of out_since, out_cause, out_reason and back_on.
func outageColumns(o *station.Outage) []any {
	if o == nil {
		return []any{nil, "", "", nil}
	}
	return []any{db.MillisOrNull(o.Since), o.Cause, o.Reason, (*int64)(o.BackOn)}
}

// outageOf returns the outage of these columns.
func outageOf(since *int64, told station.Outage, backOn *int64) *station.Outage {
	told.Since, told.BackOn = db.InstantOrNil(since), (*clock.Day)(backOn)
	if told.Cause == "" { // by a node of the release before
		told.Cause = station.OtherCause
	}
	return &told
}

// ArchiveLocker implements station.LockerStore.
func (s *Store) ArchiveLocker(ctx context.Context, id int64, at time.Time) error {
	return s.db.Exec(ctx, "archive locker", `UPDATE lockers SET archived_at = $2 WHERE id = $1
		AND archived_at IS NULL`, id, db.Millis(at))
}

// CountedSpace implements station.LockerStore.
func (s *Store) CountedSpace(
	ctx context.Context, operatorID int64, reference string,
) (id int64, made time.Time, err error) {
	var created int64
	err = s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT l.id, s.created_at FROM lockers l JOIN stations s ON s.id = l.station_id
		WHERE s.operator_id = $1 AND s.kind = $2 AND l.counter_reference = $3 AND l.counter_reference <> ''
		  AND l.archived_at IS NULL AND s.archived_at IS NULL ORDER BY l.id LIMIT 1`,
		operatorID, station.CountedCollective, reference).Scan(&id, &created)
	return id, db.Instant(created), db.Found(err)
}

// SetCount implements station.LockerStore.
func (s *Store) SetCount(ctx context.Context, lockerID int64, seen station.Count) error {
	return s.db.Atomically(ctx, func(ctx context.Context) error {
		changed, err := s.db.CompareAndSet(ctx, "set count", `
			UPDATE lockers SET counted = $2, counted_at = $3,
			  full_since = CASE WHEN $2 >= capacity THEN CASE WHEN counted >= capacity THEN COALESCE(full_since, counted_at)
			ELSE $3 END END
			WHERE id = $1 AND (counted_at IS NULL OR counted_at < $3)`,
			lockerID, seen.Occupied, db.Millis(seen.At))
		if err != nil || !changed {
			return err
		}
		return s.facts.AtLocker(ctx, live.Stations, lockerID, seen.At)
	})
}

// LockerOperator returns the operator of a locker that is not archived.
func (s *Store) LockerOperator(ctx context.Context, id int64) (int64, error) {
	var operatorID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT s.operator_id FROM lockers l JOIN stations s ON s.id = l.station_id JOIN operators o ON o.id = s.operator_id
		WHERE l.id = $1 AND l.archived_at IS NULL AND o.archived_at IS NULL`, id).Scan(&operatorID)
	return operatorID, db.Found(err)
}
