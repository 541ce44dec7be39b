package store

import (
	"context"

	"consigne/internal/station"
)

// PublishedStations implements station.Publisher.
func (s *Store) PublishedStations(ctx context.Context, operatorID int64) ([]station.Published, error) {
	ctx = s.lists(ctx)
	const published = `s.is_active = TRUE AND s.operator_id IN (SELECT p.id FROM operators p WHERE p.is_open = TRUE AND ($1 = 0 OR p.id = $1))`
	stations, err := s.stations(ctx, published, operatorID)
	if err != nil {
		return nil, err
	}
	type row struct {
		stationID, cargo, free, changed int64
	}
	rows, err := collect(ctx, s.reader(ctx), "read published stations", func(r *row) []any {
		return []any{&r.stationID, &r.cargo, &r.free, &r.changed}
	}, `SELECT s.id,
		  (SELECT COUNT(*) FROM lockers l WHERE l.station_id = s.id AND l.archived_at IS NULL AND l.is_active = TRUE AND l.type_id = $2),
		  (SELECT COUNT(*) FROM lockers l JOIN tariff_lockers a ON a.locker_id = l.id JOIN tariffs t ON t.id = a.tariff_id
		    JOIN tariff_versions v ON v.tariff_id = t.id AND v.version = t.version
		    WHERE l.station_id = s.id AND l.archived_at IS NULL AND t.archived_at IS NULL AND v.is_subscription = FALSE
		      AND COALESCE(v.promo_amount, v.amount) = 0
		      AND NOT EXISTS (SELECT 1 FROM tariff_periods q WHERE q.tariff_id = t.id)
		      AND NOT EXISTS (SELECT 1 FROM tariff_beneficiaries b WHERE b.tariff_id = t.id)),
		  COALESCE((SELECT MAX(j.at) FROM journal j WHERE j.station_id = s.id
		    AND j.action IN ('station.creation', 'station.modification', 'casier.creation', 'casier.modification', 'casier.suppression',
		      'casier.activation', 'casier.desactivation')), s.created_at)
		FROM stations s WHERE `+published, operatorID, station.CargoBike)
	if err != nil {
		return nil, err
	}
	facts := map[int64]row{}
	for _, r := range rows {
		facts[r.stationID] = r
	}
	list := make([]station.Published, len(stations))
	for i, st := range stations {
		f := facts[st.ID]
		list[i] = station.Published{Station: st, CargoBikes: int(f.cargo), Free: f.free > 0, ChangedAt: instant(f.changed)}
	}
	return list, nil
}
