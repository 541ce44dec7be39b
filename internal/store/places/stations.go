package places

import (
	"context"
	"slices"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/text"
	"consigne/internal/store/prices"
)

// StationsOf implements station.StationStore.
func (s *Store) StationsOf(ctx context.Context, operatorID int64) ([]station.Station, error) {
	return s.stations(ctx, `s.operator_id = $1`, operatorID)
}

// StationsWithoutCommune implements station.StationStore.
func (s *Store) StationsWithoutCommune(ctx context.Context, operatorID int64) ([]station.Station, error) {
	return s.stations(ctx, `s.commune_code = '' AND ($1 = 0 OR s.operator_id = $1)`, operatorID)
}

// StationByID implements station.StationStore.
func (s *Store) StationByID(ctx context.Context, id int64) (station.Station, error) {
	return db.First(s.stations(ctx, `s.id = $1`, id))
}

// stations reads the stations s that match a condition, with their counters and tags.
func (s *Store) stations(ctx context.Context, where string, arg any) ([]station.Station, error) {
	counters, err := s.Counters(ctx, where, arg)
	if err != nil {
		return nil, err
	}
	tags, err := s.stationTags(ctx, where, arg)
	if err != nil {
		return nil, err
	}
	type row struct {
		station          station.Station
		description      station.Description
		outage           station.Outage
		outSince, backOn *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list stations", func(r *row) []any {
		st, d := &r.station, &r.description
		return []any{
			&st.ID, &st.Revision, &st.OperatorID, &st.OperatorName, &st.AdminLabel, &st.Name, &st.Kind, &st.CountingSystem,
			&st.Active, &st.Street, &st.PostalCode, &st.City, &st.Latitude, &st.Longitude,
			&d.CommuneCode, &d.OSMID, &d.Furniture, &d.Covered, &d.Watched, &d.Lit, &d.Owner, &d.ServiceYear, &d.InfoURL,
			&r.outSince, &r.outage.Cause, &r.outage.Reason, &r.backOn,
		}
	}, `SELECT s.id, s.revision, s.operator_id, o.name, s.admin_label, s.name, s.kind, COALESCE(s.counting_system, ''),
		s.is_active, s.street, s.postal_code, s.city, s.latitude, s.longitude,
		       s.commune_code, s.osm_id, s.furniture, s.is_covered, s.is_watched, s.is_lit, s.owner, COALESCE(s.service_year,
		0), s.info_url, s.out_since, s.out_cause, s.out_reason, s.back_on
		FROM stations s JOIN operators o ON o.id = s.operator_id
		WHERE `+where+` AND s.archived_at IS NULL AND o.archived_at IS NULL ORDER BY s.name_folded, s.id`, arg)
	if err != nil {
		return nil, err
	}
	list := make([]station.Station, len(rows))
	for i, r := range rows {
		list[i] = r.station
		list[i].Description, list[i].Counters, list[i].Tags = &rows[i].description, counters[r.station.ID], tags[r.station.ID]
		if !r.station.Active {
			list[i].Outage = outageOf(r.outSince, r.outage, r.backOn)
		}
	}
	return list, nil
}

// Counters counts lockers, or places, by station. In a counted space, the last count
// received is the occupancy; elsewhere it is the number of open stays.
func (s *Store) Counters(ctx context.Context, where string, arg any) (map[int64]station.Counters, error) {
	type row struct {
		stationID      int64
		active         bool
		capacity, used int
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "count lockers", func(r *row) []any {
		return []any{&r.stationID, &r.active, &r.capacity, &r.used}
	}, `
		SELECT l.station_id, l.is_active, SUM(l.capacity),
		       SUM(CASE WHEN l.used > l.capacity THEN l.capacity ELSE l.used END)
		FROM (
		  SELECT l.station_id, l.is_active, l.capacity,
		         CASE WHEN s.kind = 'collec-comptage' AND l.counted IS NOT NULL THEN l.counted
		         WHEN o.stays IS NULL AND EXISTS (SELECT 1 FROM subscriptions u WHERE u.id = l.subscription_id AND `+
		prices.Running(`$2`)+`) THEN 1
		ELSE COALESCE(o.stays, 0) END AS used
		  FROM lockers l
		  JOIN stations s ON s.id = l.station_id
		  LEFT JOIN (
		    SELECT o.locker_id, COUNT(*) AS stays FROM stays o
		    JOIN lockers l ON l.id = o.locker_id JOIN stations s ON s.id = l.station_id
		    WHERE `+where+` AND o.ended_at IS NULL GROUP BY o.locker_id
		  ) o ON o.locker_id = l.id
		  WHERE `+where+` AND s.archived_at IS NULL AND l.archived_at IS NULL
		) l GROUP BY l.station_id, l.is_active`, arg, db.Millis(s.Clock.Now()))
	if err != nil {
		return nil, err
	}
	counters := map[int64]station.Counters{}
	for _, r := range rows {
		c := counters[r.stationID]
		if r.active {
			c.Free, c.Occupied = r.capacity-r.used, r.used
		} else {
			c.Inactive = r.capacity
		}
		counters[r.stationID] = c
	}
	return counters, nil
}

// stationTags lists the distinct tags of the lockers of each station.
func (s *Store) stationTags(ctx context.Context, where string, arg any) (map[int64][]string, error) {
	type row struct {
		stationID int64
		label     string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list tags", func(r *row) []any { return []any{&r.stationID, &r.label} }, `
		SELECT DISTINCT l.station_id, t.label
		FROM locker_tags t JOIN lockers l ON l.id = t.locker_id JOIN stations s ON s.id = l.station_id
		WHERE `+where+` AND s.archived_at IS NULL AND l.archived_at IS NULL`, arg)
	if err != nil {
		return nil, err
	}
	tags := map[int64][]string{}
	for _, r := range rows {
		tags[r.stationID] = append(tags[r.stationID], r.label)
	}
	for _, labels := range tags {
		slices.Sort(labels)
	}
	return tags, nil
}

// StationOperator implements ownership.StationStore.
func (s *Store) StationOperator(ctx context.Context, id int64) (int64, error) {
	var operatorID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT s.operator_id FROM stations s JOIN operators o ON o.id = s.operator_id
		WHERE s.id = $1 AND s.archived_at IS NULL AND o.archived_at IS NULL`, id).Scan(&operatorID)
	return operatorID, db.Found(err)
}

// StationMade implements controller.StationStore.
func (s *Store) StationMade(ctx context.Context, id int64) (time.Time, error) {
	var created int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT created_at FROM stations WHERE id = $1`, id).Scan(&created)
	return db.Instant(created), db.Found(err)
}

// CountOpenStays implements station.StationStore.
func (s *Store) CountOpenStays(ctx context.Context, stationID int64) (int, error) {
	return s.db.Count(ctx, "count open stays", `
		SELECT COUNT(*) FROM stays o JOIN lockers l ON l.id = o.locker_id
		WHERE l.station_id = $1 AND o.ended_at IS NULL`, stationID)
}

// ArchiveStation implements station.StationStore.
func (s *Store) ArchiveStation(ctx context.Context, id int64, at time.Time) (bool, error) {
	archived, err := s.db.CompareAndSet(ctx, "archive station",
		`UPDATE stations SET archived_at = $2 WHERE id = $1 AND archived_at IS NULL`, id, db.Millis(at))
	if err != nil || !archived {
		return false, err
	}
	return true, s.db.Exec(ctx, "archive lockers",
		`UPDATE lockers SET archived_at = $2 WHERE station_id = $1 AND archived_at IS NULL`, id, db.Millis(at))
}

// CreateStation implements station.StationStore.
func (s *Store) CreateStation(ctx context.Context, st station.Station, at time.Time) (int64, error) {
	return s.db.Insert(ctx, "create station", `
		INSERT INTO stations (operator_id, admin_label, admin_label_folded, name, name_folded, kind, counting_system,
		is_active,
		  street, postal_code, city, latitude, longitude, commune_code, osm_id, furniture, is_covered, is_watched, is_lit,
		owner, service_year, info_url, out_since, out_cause, out_reason, back_on, created_at, changed_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
		  $24, $25, $26, $27, $27)
		RETURNING id`,
		append(append([]any{st.OperatorID}, columns(st)...), db.Millis(at))...)
}

// UpdateStation implements station.StationStore.
func (s *Store) UpdateStation(ctx context.Context, st station.Station) error {
	return s.db.Exec(ctx, "update station", `
		UPDATE stations SET admin_label = $2, admin_label_folded = $3, name = $4, name_folded = $5, kind = $6,
		counting_system = $7,
		  is_active = $8, street = $9, postal_code = $10, city = $11, latitude = $12, longitude = $13, commune_code = $14,
		osm_id = $15,
		  furniture = $16, is_covered = $17, is_watched = $18, is_lit = $19, owner = $20, service_year = $21, info_url = $22,
		  out_since = $23, out_cause = $24, out_reason = $25, back_on = $26
		WHERE id = $1 AND archived_at IS NULL`, append([]any{st.ID}, columns(st)...)...)
}

// SetStationOutage implements station.StationStore.
func (s *Store) SetStationOutage(ctx context.Context, id int64, outage *station.Outage) error {
	return s.db.Exec(ctx, "switch station", `UPDATE stations SET is_active = $2, out_since = $3, out_cause = $4,
		out_reason = $5, back_on = $6 WHERE id = $1 AND archived_at IS NULL`,
		append([]any{id, outage == nil}, outageColumns(outage)...)...)
}

// columns returns the values of the columns from admin_label to info_url, and of the outage.
func columns(st station.Station) []any {
	d := station.Description{}
	if st.Description != nil {
		d = *st.Description
	}
	return append([]any{
		st.AdminLabel, text.Fold(st.AdminLabel), st.Name, text.Fold(st.Name), st.Kind, db.TextOrNull(st.CountingSystem),
		st.Active, st.Street, st.PostalCode, st.City, st.Latitude, st.Longitude,
		d.CommuneCode, d.OSMID, d.Furniture, d.Covered, d.Watched, d.Lit, d.Owner, db.OrNull(int64(d.ServiceYear)), d.InfoURL,
	}, outageColumns(st.Outage)...)
}
