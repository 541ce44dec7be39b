package places

import (
	"context"
	"fmt"

	"consigne/internal/db"
	"consigne/internal/domain/places/station"
	"consigne/internal/store/prices"
)

// PublishedStations implements station.Publisher. It reads from the primary, as PublishedVersion
// does, so that the version matches the data.
func (s *Store) PublishedStations(ctx context.Context) ([]station.Published, error) {
	const published = `s.is_active = TRUE AND s.operator_id IN (SELECT p.id FROM operators p WHERE p.is_open = $1)`
	stations, err := s.stations(ctx, published, true)
	if err != nil {
		return nil, err
	}
	type row struct {
		stationID, cargo, free, changed int64
		counted                         *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read published stations", func(r *row) []any {
		return []any{&r.stationID, &r.cargo, &r.free, &r.changed, &r.counted}
	}, `SELECT s.id,
		  (SELECT COUNT(*) FROM lockers l WHERE l.station_id = s.id AND l.archived_at IS NULL AND l.is_active = TRUE
		AND l.type_id = $2),
		  (SELECT COUNT(*) FROM lockers l JOIN tariff_lockers a ON a.locker_id = l.id JOIN tariffs t ON t.id = a.tariff_id
		    JOIN tariff_versions v ON v.tariff_id = t.id AND v.version = t.version
		    WHERE l.station_id = s.id AND l.archived_at IS NULL AND t.archived_at IS NULL AND v.is_subscription = FALSE
		      AND COALESCE(v.promo_amount, v.amount) = 0
		      AND NOT EXISTS (SELECT 1 FROM tariff_periods q WHERE q.tariff_id = t.id)
		      AND NOT EXISTS (SELECT 1 FROM tariff_beneficiaries b WHERE b.tariff_id = t.id)),
		  CASE WHEN s.changed_at < s.created_at THEN s.created_at ELSE s.changed_at END,
		  CASE WHEN s.kind = 'collec-comptage' THEN (SELECT MIN(l.counted_at) FROM lockers l
		    WHERE l.station_id = s.id AND l.archived_at IS NULL AND l.is_active = TRUE AND l.counted IS NOT NULL) END
		FROM stations s WHERE `+published, true, station.CargoBike)
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
		list[i] = station.Published{
			Station: st, CargoBikes: int(f.cargo), Free: f.free > 0, ChangedAt: db.Instant(f.changed),
			CountedAt: db.InstantOrNil(f.counted),
		}
	}
	return list, nil
}

// PublishedVersion implements station.Publisher. It returns a text of numbers that is never the
// same again after a change. Revision, changes and counts only grow. For open stays, a stay that
// begins has a greater id than any that ends, so that their number and the sum of their ids
// together never repeat. The lockers that are held change by an act that is told, or become fewer as their
// subscriptions end.
func (s *Store) PublishedVersion(ctx context.Context) (string, error) {
	var revision, changed, open, openIDs, counted, held int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT
		(SELECT revision FROM publication),
		(SELECT CAST(COALESCE(SUM(changed_at), 0) AS BIGINT) FROM stations),
		(SELECT COUNT(*) FROM stays WHERE ended_at IS NULL),
		(SELECT CAST(COALESCE(SUM(id % 10000000000), 0) AS BIGINT) FROM stays WHERE ended_at IS NULL),
		(SELECT CAST(COALESCE(SUM(counted_at), 0) AS BIGINT) FROM lockers WHERE counted_at IS NOT NULL),
		(SELECT COUNT(*) FROM lockers l JOIN subscriptions u ON u.id = l.subscription_id WHERE `+prices.Running(`$1`)+`)`,
		db.Millis(s.Clock.Now())).Scan(&revision, &changed, &open, &openIDs, &counted, &held)
	if err != nil {
		return "", fmt.Errorf("read the version of what is published: %w", db.Unavailable(err))
	}
	return fmt.Sprint(revision, changed, open, openIDs, counted, held), nil
}
