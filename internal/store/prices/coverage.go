package prices

import (
	"context"
	"slices"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
)

// addFollowed adds the types that each tariff follows.
func (s *Store) addFollowed(ctx context.Context, byID map[int64]*tariff.Tariff, where string, arg any) error {
	type row struct {
		tariffID int64
		kind     station.LockerType
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list followed types", func(r *row) []any { return []any{&r.tariffID, &r.kind} }, `
		SELECT f.tariff_id, f.type_id FROM tariff_followed_types f JOIN tariffs t ON t.id = f.tariff_id
		WHERE `+where+` ORDER BY f.tariff_id, f.type_id`, arg)
	for _, r := range rows {
		if t, listed := byID[r.tariffID]; listed {
			t.Follows = append(t.Follows, r.kind)
		}
	}
	return err
}

// addSites adds the lockers where each tariff applies. The condition is the one that picked the list.
func (s *Store) addSites(ctx context.Context, list []tariff.Tariff, where string, arg any) error {
	type row struct {
		tariffID int64
		tariff.Site
		locker tariff.LockerRef
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list sites of tariffs", func(r *row) []any {
		return []any{&r.tariffID, &r.StationID, &r.AdminLabel, &r.Name, &r.Kind, &r.Quota, &r.locker.ID, &r.locker.Name}
	}, `SELECT x.tariff_id, s.id, s.admin_label, s.name, s.kind, q.places, l.id, l.name
		FROM tariff_lockers x JOIN tariffs t ON t.id = x.tariff_id JOIN lockers l ON l.id = x.locker_id
		JOIN stations s ON s.id = l.station_id
		LEFT JOIN tariff_quotas q ON q.tariff_id = x.tariff_id AND q.station_id = s.id
		WHERE `+current(where)+` AND l.archived_at IS NULL AND s.archived_at IS NULL
		ORDER BY x.tariff_id, s.name_folded, s.id, l.id`, arg)
	if err != nil {
		return err
	}
	byID := tariffsByID(list)
	for _, r := range rows {
		t, listed := byID[r.tariffID]
		if !listed {
			continue
		}
		if n := len(t.Sites); n == 0 || t.Sites[n-1].StationID != r.StationID {
			t.Sites = append(t.Sites, r.Site)
		}
		site := &t.Sites[len(t.Sites)-1]
		site.Lockers = append(site.Lockers, r.locker)
	}
	for _, t := range list {
		for _, site := range t.Sites {
			slices.SortStableFunc(site.Lockers, func(a, b tariff.LockerRef) int { return station.CompareNames(a.Name, b.Name) })
		}
	}
	return nil
}

// SetTariffLockers implements tariff.TariffStore.
func (s *Store) SetTariffLockers(ctx context.Context, id, stationID int64, lockerIDs []int64, at time.Time) error {
	args := []any{id, stationID}
	where := `tariff_id = $1 AND locker_id IN (SELECT id FROM lockers WHERE station_id = $2)`
	if len(lockerIDs) > 0 { // those that stay keep the instant since which the tariff applies to them
		where += ` AND locker_id NOT IN (` + db.Marks(&args, lockerIDs) + `)`
	}
	if err := s.end(ctx, "tariff_lockers", lockerColumns, where, at, args...); err != nil {
		return err
	}
	for _, lockerID := range lockerIDs {
		if err := s.applyTariff(ctx, id, lockerID, at); err != nil {
			return err
		}
	}
	return nil
}

// SetQuota implements tariff.TariffStore.
func (s *Store) SetQuota(ctx context.Context, id, stationID int64, places *int64) error {
	if places == nil {
		return s.db.Exec(ctx, "remove quota", `DELETE FROM tariff_quotas WHERE tariff_id = $1 AND station_id = $2`, id,
			stationID)
	}
	return s.db.Exec(ctx, "set quota", `INSERT INTO tariff_quotas (tariff_id, station_id, places) VALUES ($1, $2, $3)
		ON CONFLICT (tariff_id, station_id) DO UPDATE SET places = excluded.places`, id, stationID, *places)
}

// CoverLockers implements tariff.TariffStore.
func (s *Store) CoverLockers(ctx context.Context, id int64, c tariff.Coverage, at time.Time) (int, error) {
	added := 0
	for _, stationID := range orAll(c.StationIDs) {
		for _, kind := range orAll(c.Types) {
			n, err := s.db.CountChanged(ctx, "cover lockers", `
				INSERT INTO tariff_lockers (tariff_id, locker_id, since)
				SELECT t.id, l.id, $4 FROM tariffs t JOIN stations s ON s.operator_id = t.operator_id
				JOIN lockers l ON l.station_id = s.id
				WHERE t.id = $1 AND s.archived_at IS NULL AND l.archived_at IS NULL AND ($2 = 0 OR s.id = $2) AND ($3 = 0
				OR l.type_id = $3)
				ON CONFLICT DO NOTHING`, id, stationID, kind, db.Millis(at))
			if err != nil {
				return 0, err
			}
			added += n
		}
	}
	return added, nil
}

// FollowTypes implements tariff.TariffStore.
func (s *Store) FollowTypes(ctx context.Context, id int64, types []station.LockerType) error {
	if err := s.db.Exec(ctx, "unfollow types", `DELETE FROM tariff_followed_types WHERE tariff_id = $1`, id); err != nil {
		return err
	}
	return s.followTypes(ctx, id, types)
}

func (s *Store) followTypes(ctx context.Context, id int64, types []station.LockerType) error {
	for _, kind := range types {
		if err := s.db.Exec(ctx, "follow type", `
			INSERT INTO tariff_followed_types (tariff_id, type_id) VALUES ($1, $2)
			ON CONFLICT DO NOTHING`, id, kind); err != nil {
			return err
		}
	}
	return nil
}

// orAll returns the list, or one 0 in place of an empty one, which means all.
func orAll[N ~int64](list []N) []N {
	if len(list) == 0 {
		return []N{0}
	}
	return list
}

func (s *Store) applyTariff(ctx context.Context, id, lockerID int64, at time.Time) error {
	return s.db.Exec(ctx, "apply tariff", `INSERT INTO tariff_lockers (tariff_id, locker_id, since) VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`,
		id, lockerID, db.Millis(at))
}
