package stays

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/stays/waiting"
	"consigne/internal/store/prices"
)

const waitColumns = `w.id, w.operator_id, w.account_id, w.tariff_id, w.position, w.asked_at, w.confirmed_at,
	w.questioned_at, w.lapsed_at, w.offered_station_id, w.offered_locker_id, w.offered_at, w.offered_until,
	w.rank_comment, w.ended_at, w.ending`

// waitRow is a row of waits.
type waitRow struct {
	waiting.Wait
	began, confirmed           int64
	questioned, lapsed         *int64
	station, locker, at, until *int64
	ended                      *int64
}

func (r *waitRow) fields() []any {
	return []any{
		&r.ID, &r.OperatorID, &r.AccountID, &r.TariffID, &r.Position, &r.began, &r.confirmed, &r.questioned, &r.lapsed,
		&r.station, &r.locker, &r.at, &r.until, &r.RankComment, &r.ended, &r.Ending,
	}
}

func (r *waitRow) wait() waiting.Wait {
	e := r.Wait
	e.AskedAt, e.ConfirmedAt = db.Instant(r.began), db.Instant(r.confirmed)
	e.QuestionedAt, e.LapsedAt, e.EndedAt = db.InstantOrNil(r.questioned), db.InstantOrNil(r.lapsed),
		db.InstantOrNil(r.ended)
	if r.until != nil {
		e.Offer = &waiting.Offer{
			StationID: db.IdOrZero(r.station), LockerID: db.IdOrZero(r.locker), MadeAt: db.Instant(db.IdOrZero(r.at)),
			Until: db.Instant(*r.until),
		}
	}
	return e
}

// WaitByID implements waiting.WaitStore.
func (s *Store) WaitByID(ctx context.Context, id int64) (waiting.Wait, error) {
	return db.First(s.waits(ctx, `w.id = $1`, id))
}

// OpenWait implements waiting.WaitStore.
func (s *Store) OpenWait(ctx context.Context, accountID, tariffID int64) (waiting.Wait, error) {
	return db.First(s.waits(ctx, `w.account_id = $1 AND w.tariff_id = $2 AND w.ended_at IS NULL`, accountID, tariffID))
}

// InOrder implements waiting.WaitStore.
func (s *Store) WaitsInOrder(ctx context.Context, tariffID int64) ([]waiting.Wait, error) {
	return s.waits(ctx, `w.tariff_id = $1 AND w.ended_at IS NULL ORDER BY w.position, w.id`, tariffID)
}

func (s *Store) waits(ctx context.Context, where string, args ...any) ([]waiting.Wait, error) {
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read waits", func(r *waitRow) []any { return r.fields() },
		`SELECT `+waitColumns+` FROM waits w WHERE `+where, args...)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	list, ids := make([]waiting.Wait, len(rows)), make([]int64, len(rows))
	for i := range rows {
		list[i], ids[i] = rows[i].wait(), rows[i].ID
	}
	stations, err := s.stationsWaitedFor(ctx, ids)
	for i := range list {
		for _, st := range stations[list[i].ID] {
			list[i].StationIDs = append(list[i].StationIDs, st.ID)
		}
	}
	return list, err
}

// AddWait implements waiting.WaitStore.
func (s *Store) AddWait(ctx context.Context, e waiting.Wait) (int64, error) {
	id, err := s.db.Insert(ctx, "add wait", `
		INSERT INTO waits (operator_id, account_id, tariff_id, position, asked_at, confirmed_at, due_at)
		VALUES ($1, $2, $3, (SELECT COALESCE(MAX(position), 0) + 1 FROM waits
		  WHERE tariff_id = $3 AND ended_at IS NULL), $4, $5, $6) RETURNING id`,
		e.OperatorID, e.AccountID, e.TariffID, db.Millis(e.AskedAt), db.Millis(e.ConfirmedAt), db.MillisOrNull(e.DueAt()))
	if err != nil {
		return 0, err
	}
	return id, s.setStations(ctx, id, e.StationIDs)
}

// SaveWait implements waiting.WaitStore.
func (s *Store) SaveWait(ctx context.Context, e waiting.Wait) error {
	var station, locker, at, until *int64
	if o := e.Offer; o != nil {
		station, locker, at, until = db.OrNull(o.StationID), db.OrNull(o.LockerID), new(db.Millis(o.MadeAt)),
			new(db.Millis(o.Until))
	}
	if err := s.db.Exec(ctx, "save wait", `
		UPDATE waits SET confirmed_at = $2, questioned_at = $3, lapsed_at = $4, due_at = $5,
		offered_station_id = $6, offered_locker_id = $7, offered_at = $8, offered_until = $9, ended_at = $10, ending = $11
		WHERE id = $1`,
		e.ID, db.Millis(e.ConfirmedAt), db.MillisOrNull(e.QuestionedAt), db.MillisOrNull(e.LapsedAt),
		db.MillisOrNull(e.DueAt()), station, locker, at, until, db.MillisOrNull(e.EndedAt), e.Ending); err != nil {
		return err
	}
	return s.setStations(ctx, e.ID, e.StationIDs)
}

func (s *Store) setStations(ctx context.Context, id int64, stations []int64) error {
	if err := s.db.Exec(ctx, "remove stations waited for", `DELETE FROM wait_stations WHERE wait_id = $1`,
		id); err != nil {
		return err
	}
	for i, stationID := range stations {
		if err := s.db.Exec(ctx, "add station waited for",
			`INSERT INTO wait_stations (wait_id, station_id, preference) VALUES ($1, $2, $3)`, id, stationID,
			i); err != nil {
			return err
		}
	}
	return nil
}

// MoveWait implements waiting.WaitStore.
func (s *Store) MoveWait(ctx context.Context, e waiting.Wait, makeRoom bool) error {
	if makeRoom {
		if err := s.db.Exec(ctx, "make room in a waiting list", `UPDATE waits SET position = position + 1
			WHERE tariff_id = $1 AND ended_at IS NULL AND position >= $2`, e.TariffID, e.Position); err != nil {
			return err
		}
	}
	return s.db.Exec(ctx, "move wait", `UPDATE waits SET position = $2, rank_comment = $3 WHERE id = $1`,
		e.ID, e.Position, e.RankComment)
}

// TariffsWaitedFor implements waiting.WaitStore.
func (s *Store) TariffsWaitedFor(ctx context.Context) ([]int64, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "list tariffs waited for", func(id *int64) []any { return []any{id} },
		`SELECT DISTINCT tariff_id FROM waits
		WHERE ended_at IS NULL AND offered_until IS NULL AND lapsed_at IS NULL ORDER BY tariff_id`)
}

// LockerOffered implements subscription.PlaceStore.
func (s *Store) LockerOffered(ctx context.Context, lockerID int64, at time.Time) (bool, error) {
	n, err := s.db.Count(ctx, "look for an offer of a locker",
		`SELECT COUNT(*) FROM waits WHERE offered_locker_id = $1 AND offered_until > $2`, lockerID, db.Millis(at))
	return n > 0, err
}

// FreeLockers implements waiting.Store and subscription.PlaceStore. A locker in which somebody else has a stay is not
// free before it ends.
func (s *Store) FreeLockers(ctx context.Context, tariffID, accountID int64, at time.Time) (map[int64][]int64, error) {
	type row struct{ stationID, lockerID int64 }
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list free lockers",
		func(r *row) []any { return []any{&r.stationID, &r.lockerID} }, `
		SELECT l.station_id, l.id FROM tariff_lockers x JOIN lockers l ON l.id = x.locker_id
		JOIN stations s ON s.id = l.station_id
		WHERE x.tariff_id = $1 AND l.archived_at IS NULL AND l.is_active = TRUE AND s.archived_at IS NULL AND s.kind = 'indiv'
		  AND NOT EXISTS (SELECT 1 FROM subscriptions u WHERE u.id = l.subscription_id AND `+prices.Running(`$2`)+`)
		  AND NOT EXISTS (SELECT 1 FROM waits w WHERE w.offered_locker_id = l.id)
		  AND NOT EXISTS (SELECT 1 FROM stays o WHERE o.locker_id = l.id AND o.ended_at IS NULL
		    AND o.account_id <> $3)
		ORDER BY l.station_id, l.name, l.id`, tariffID, db.Millis(at), accountID)
	free := map[int64][]int64{}
	for _, r := range rows {
		free[r.stationID] = append(free[r.stationID], r.lockerID)
	}
	return free, err
}

// WaitOperator implements ownership.WaitStore.
func (s *Store) WaitOperator(ctx context.Context, id int64) (int64, error) {
	var operatorID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT operator_id FROM waits WHERE id = $1`,
		id).Scan(&operatorID)
	return operatorID, db.Found(err)
}
