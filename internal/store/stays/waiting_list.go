package stays

import (
	"context"
	"strings"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/domain/stays/waiting"
	"consigne/internal/kernel/paging"
)

// ListedWait implements waiting.ListStore.
func (s *Store) ListedWait(ctx context.Context, id int64) (waiting.Listed, error) {
	return db.First(s.listedWaits(ctx, `w.id = $1`, id))
}

// WaitsOf implements waiting.ListStore.
func (s *Store) WaitsOf(ctx context.Context, accountID int64) ([]waiting.Listed, error) {
	return s.listedWaits(ctx, `w.account_id = $1 ORDER BY w.asked_at, w.id`, accountID)
}

// Entries implements waiting.ListStore.
func (s *Store) ListedWaits(
	ctx context.Context, filter waiting.Filter, offset, limit int,
) (list []waiting.Listed, total int, err error) {
	err = paging.Within(ctx, s.ListTimeout, func(ctx context.Context) error {
		return s.db.Snapshot(ctx, func(ctx context.Context) error {
			q, err := s.waitsMatching(ctx, filter)
			if err != nil {
				return err
			}
			if total, err = s.db.Count(ctx, "count waits", `SELECT COUNT(*) FROM waits w WHERE `+q.SQL(),
				q.Args...); err != nil {
				return err
			}
			list, err = s.listedWaits(ctx, q.SQL()+` ORDER BY w.tariff_id, w.position, w.id`+db.Page(q.Args, limit),
				append(q.Args, offset)...)
			return err
		})
	})
	return list, total, err
}

// waitsMatching returns the conditions of a filter on waits w.
func (s *Store) waitsMatching(ctx context.Context, f waiting.Filter) (*db.Where, error) {
	q := &db.Where{}
	q.Is(`w.operator_id`, f.OperatorID)
	q.Only(`w.ended_at IS NULL`)
	if f.AccountID != 0 {
		q.Is(`w.account_id`, f.AccountID)
	}
	if words := (account.Filter{Search: f.Search}); words.ByWords() {
		ids, many, err := s.people.IDs(ctx, words, mostPeople)
		switch {
		case err != nil:
			return nil, err
		case many:
			q.Only(s.people.Matching(&q.Args, `w.account_id`, words))
		default:
			q.Only(s.db.AmongIDs(&q.Args, `w.account_id`, ids))
		}
	}
	if len(f.TariffIDs) > 0 {
		q.Only(`w.tariff_id IN (` + db.Marks(&q.Args, f.TariffIDs) + `)`)
	}
	if len(f.StationIDs) > 0 {
		q.Only(`w.id IN (SELECT x.wait_id FROM wait_stations x WHERE x.station_id IN (` + db.Marks(&q.Args, f.StationIDs) +
			`))`)
	}
	if len(f.States) > 0 {
		now := q.Arg(db.Millis(f.Now))
		conditions := map[waiting.State]string{
			waiting.Offered: `w.offered_until > ` + now,
			waiting.Lapsed:  `(w.lapsed_at IS NOT NULL OR w.offered_until <= ` + now + `) AND COALESCE(w.offered_until, 0) <= ` + now,
			waiting.InLine:  `w.offered_until IS NULL AND w.lapsed_at IS NULL`,
			waiting.Over:    `FALSE`,
		}
		states := make([]string, len(f.States))
		for i, state := range f.States {
			states[i] = `(` + conditions[state] + ` AND CAST(` + now + ` AS BIGINT) IS NOT NULL)`
		}
		q.Only(`(` + strings.Join(states, ` OR `) + `)`)
	}
	return q, nil
}

// listedWaits reads waits w with their ranks, people, tariffs and stations.
func (s *Store) listedWaits(ctx context.Context, where string, args ...any) ([]waiting.Listed, error) {
	type row struct {
		waitRow
		rank                    int
		tariff, public          string
		stationName, lockerName *string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list waits", func(r *row) []any {
		return append(r.fields(), &r.rank, &r.tariff, &r.public, &r.stationName, &r.lockerName)
	}, `SELECT `+waitColumns+`, CASE WHEN w.ended_at IS NULL THEN (SELECT COUNT(*) FROM waits b
		WHERE b.tariff_id = w.tariff_id AND b.ended_at IS NULL AND (b.position, b.id) <= (w.position, w.id)) ELSE 0 END,
		v.admin_label, v.public_label, s.name, l.name
		FROM waits w JOIN tariffs t ON t.id = w.tariff_id
		JOIN tariff_versions v ON v.tariff_id = t.id AND v.version = t.version
		LEFT JOIN stations s ON s.id = w.offered_station_id LEFT JOIN lockers l ON l.id = w.offered_locker_id
		WHERE `+where, args...)
	if err != nil || len(rows) == 0 {
		return []waiting.Listed{}, err
	}
	ids, accounts := make([]int64, len(rows)), make([]int64, len(rows))
	for i, r := range rows {
		ids[i], accounts[i] = r.ID, r.AccountID
	}
	stations, err := s.stationsWaitedFor(ctx, ids)
	if err != nil {
		return nil, err
	}
	people, err := s.PeopleByID(ctx, distinct(accounts))
	list := make([]waiting.Listed, len(rows))
	for i, r := range rows {
		l := waiting.Listed{
			Wait: r.wait(), Rank: r.rank, Account: people[r.AccountID], Tariff: r.tariff, PublicLabel: r.public,
			Stations: stations[r.ID], Locker: db.TextOf(r.lockerName),
		}
		for _, st := range l.Stations {
			l.StationIDs = append(l.StationIDs, st.ID)
		}
		if l.Offer != nil {
			l.OfferedAt = &subscription.Station{ID: l.Offer.StationID, Name: db.TextOf(r.stationName)}
		}
		list[i] = l
	}
	return list, err
}

// stationsWaitedFor reads the stations of waits, by wait, the preferred one first.
func (s *Store) stationsWaitedFor(ctx context.Context, waits []int64) (map[int64][]subscription.Station, error) {
	type row struct {
		waitID int64
		subscription.Station
	}
	args := []any{}
	among := s.db.AmongIDs(&args, `x.wait_id`, waits)
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read stations waited for", func(r *row) []any {
		return []any{&r.waitID, &r.ID, &r.Name}
	}, `SELECT x.wait_id, s.id, s.name FROM wait_stations x JOIN stations s ON s.id = x.station_id
		WHERE `+among+` ORDER BY x.wait_id, x.preference`, args...)
	byWait := map[int64][]subscription.Station{}
	for _, r := range rows {
		byWait[r.waitID] = append(byWait[r.waitID], r.Station)
	}
	return byWait, err
}

// Demands implements waiting.ListStore.
func (s *Store) Demands(ctx context.Context, operatorID int64) ([]waiting.Demand, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "count demand", func(d *waiting.Demand) []any {
		return []any{&d.Commune, &d.CommuneCode, &d.Station, &d.Tariff, &d.People, &d.Offers}
	}, `SELECT s.city, s.commune_code, s.name, v.admin_label, n.people, n.offers FROM (
		SELECT w.tariff_id, x.station_id, COUNT(*) AS people,
		  SUM(CASE WHEN w.offered_station_id = x.station_id THEN 1 ELSE 0 END) AS offers
		FROM waits w JOIN wait_stations x ON x.wait_id = w.id
		WHERE w.operator_id = $1 AND w.ended_at IS NULL GROUP BY w.tariff_id, x.station_id) n
		JOIN stations s ON s.id = n.station_id JOIN tariffs t ON t.id = n.tariff_id
		JOIN tariff_versions v ON v.tariff_id = t.id AND v.version = t.version
		ORDER BY s.city, s.commune_code, s.name_folded, s.id, v.admin_label, t.id`, operatorID)
}
