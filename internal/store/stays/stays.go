package stays

import (
	"context"
	"slices"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/paging"
	"consigne/internal/store/keyed"
	"consigne/internal/store/prices"
)

// LockerForStay implements stay.StayStore.
func (s *Store) LockerForStay(ctx context.Context, id int64) (stay.Locker, error) {
	l := stay.Locker{ID: id}
	var holder, until *int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT s.id, s.operator_id, s.kind, l.capacity, l.is_active, s.is_active, s.name, l.name, l.complement, l.type_id,
		  u.account_id, u.ends_at
		FROM lockers l JOIN stations s ON s.id = l.station_id JOIN operators o ON o.id = s.operator_id
		LEFT JOIN subscriptions u ON u.id = l.subscription_id AND (u.ends_at IS NULL OR u.ends_at > u.starts_at + 1)
		WHERE l.id = $1 AND l.archived_at IS NULL AND o.archived_at IS NULL`, id,
	).Scan(&l.StationID, &l.OperatorID, &l.Kind, &l.Capacity, &l.Active, &l.StationActive, &l.Station.Name, &l.Shown.Name,
		&l.Shown.Complement, &l.Shown.Type, &holder, &until)
	l.HolderID, l.HeldUntil = db.IdOrZero(holder), db.InstantOrNil(until)
	l.Station.ID, l.Shown.ID = l.StationID, id
	return l, db.Found(err)
}

// TakenPlaces implements stay.StayStore.
func (s *Store) TakenPlaces(ctx context.Context, lockerID int64, after time.Time) ([]int, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "list taken places", func(place *int) []any { return []any{place} }, `
		SELECT place FROM stays WHERE locker_id = $1 AND ended_at IS NULL
		UNION SELECT place FROM stays WHERE locker_id = $1 AND ended_at > $2
		AND ended_at > started_at`, lockerID, db.Millis(after))
}

// TakenBetween implements stay.StayStore.
func (s *Store) TakenBetween(ctx context.Context, lockerID int64, from, to time.Time) ([]int, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "list places taken between", func(place *int) []any { return []any{place} }, `
		SELECT place FROM stays WHERE locker_id = $1 AND ended_at IS NULL AND started_at < $3
		UNION SELECT place FROM stays WHERE locker_id = $1 AND ended_at > $2 AND ended_at > started_at AND started_at < $3`,
		lockerID, db.Millis(from), db.Millis(to))
}

// SpansOf implements stay.StayStore.
func (s *Store) SpansOf(ctx context.Context, accountID int64, after time.Time, ended bool) ([]stay.Span, error) {
	type row struct {
		stay.Span
		from int64
		to   *int64
	}
	query, args := `SELECT tariff_id, started_at, ended_at FROM stays WHERE account_id = $1 AND ended_at IS NULL AND tariff_id IS NOT NULL`,
		[]any{accountID}
	if ended {
		query += ` UNION ALL SELECT tariff_id, started_at, ended_at FROM stays
			WHERE account_id = $1 AND ended_at > $2 AND tariff_id IS NOT NULL`
		args = append(args, db.Millis(after))
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list spans of stays", func(r *row) []any {
		return []any{&r.TariffID, &r.from, &r.to}
	}, query, args...)
	spans := make([]stay.Span, len(rows))
	for i, r := range rows {
		spans[i] = stay.Span{TariffID: r.TariffID, From: db.Instant(r.from), To: db.InstantOrNil(r.to)}
	}
	return spans, err
}

// StartStay implements stay.StayStore.
func (s *Store) StartStay(ctx context.Context, o stay.Stay) (int64, error) {
	return s.db.InsertRow(ctx, "start stay", "stays", stayColumns, stayValues(o))
}

const stayColumns = `started_at, operator_id, locker_id, account_id, place, is_test, ended_at, made_free, overrun,
	removed, price, tariff_id, tariff_version, overrun_at, removal_at, remind_at`

// stayValues lists the values of the stay's columns. The instants at which its limits pass
// are stored with the stay, so that an index finds the stays past a limit.
func stayValues(o stay.Stay) []any {
	var tariffID, version, overrunAt, removalAt *int64
	if t := o.Tariff; t != nil {
		tariffID, version = &t.ID, &t.Version
		overrunAt, removalAt = limitAt(o.StartedAt, t.OverrunAfter), limitAt(o.StartedAt, t.RemovalAfter)
	}
	return []any{
		db.Millis(o.StartedAt), o.OperatorID, o.LockerID, o.AccountID, o.Place, o.Test, db.MillisOrNull(o.EndedAt),
		o.MadeFree, o.Overrun, o.Removed, o.Price, tariffID, version, overrunAt, removalAt,
		db.MillisOrNull(o.RemindAt()),
	}
}

// Import inserts stays and returns their ids, in the order of the list.
func (s *Store) Import(ctx context.Context, stays []stay.Stay) ([]int64, error) {
	return db.InsertAll(ctx, s.db, "import stays", "stays", stayColumns, stays, stayValues)
}

func limitAt(start time.Time, minutes *int64) *int64 {
	if minutes == nil {
		return nil
	}
	at := db.Millis(start.Add(time.Duration(*minutes) * time.Minute))
	return &at
}

// FlagStay implements stay.StayStore.
func (s *Store) FlagStay(ctx context.Context, o stay.Stay) (bool, error) {
	return s.db.CompareAndSet(ctx, "flag stay",
		`UPDATE stays SET overrun = $2, removed = $3 WHERE id = $1 AND ended_at IS NULL`, o.ID, o.Overrun, o.Removed)
}

// RemindStay implements stay.StayStore.
func (s *Store) RemindStay(ctx context.Context, id int64) (bool, error) {
	return s.db.CompareAndSet(ctx, "note reminder of stay",
		`UPDATE stays SET reminded = TRUE WHERE id = $1 AND ended_at IS NULL AND reminded = FALSE`, id)
}

// StayByID implements stay.StayStore.
func (s *Store) StayByID(ctx context.Context, id int64) (stay.Details, error) {
	return db.First(s.details(ctx, `o.id = $1`, id))
}

// OpenStaysIn implements stay.StayStore.
func (s *Store) OpenStaysIn(ctx context.Context, lockerID int64) ([]stay.Details, error) {
	return s.open(ctx, `o.locker_id = $1`, lockerID)
}

// OpenStaysOf implements hotline.StayStore.
func (s *Store) OpenStaysOf(ctx context.Context, accountID, operatorID int64) ([]stay.Details, error) {
	return s.open(ctx, `o.account_id = $1 AND o.operator_id = $2`, accountID, operatorID)
}

// OpenStaysAt lists the open stays at a station, oldest first.
func (s *Store) OpenStaysAt(ctx context.Context, stationID int64) ([]stay.Details, error) {
	return s.open(ctx, `o.locker_id IN (SELECT id FROM lockers WHERE station_id = $1)`, stationID)
}

// open lists open stays, oldest first.
func (s *Store) open(ctx context.Context, where string, args ...any) ([]stay.Details, error) {
	return s.details(ctx, `o.ended_at IS NULL AND `+where, args...)
}

// StaysOf implements stay.StayStore.
func (s *Store) StaysOf(
	ctx context.Context, accountID, operatorID int64, offset, limit int,
) ([]stay.Details, int, error) {
	where, args := OfAccount("o", accountID, operatorID)
	total, err := s.db.Count(ctx, "count stays", `SELECT COUNT(*) FROM stays o WHERE `+where, args...)
	if err != nil {
		return nil, 0, err
	}
	stays, err := s.details(ctx,
		`o.id IN (SELECT o.id FROM stays o WHERE `+where+` ORDER BY o.started_at DESC, o.id DESC`+db.Page(args, limit)+`)`,
		append(args, offset)...)
	slices.Reverse(stays)
	return stays, total, err
}

// StaysOfCustomer implements stay.StayStore.
func (s *Store) StaysOfCustomer(
	ctx context.Context, accountID, operatorID int64, after *paging.Key, limit int,
) (paging.Page[stay.Details], error) {
	page, err := keyed.PageAfter(ctx, s.db, "list stays of customer",
		keyed.OfCustomer("stays", "o", "started_at", accountID, operatorID), after, limit)
	if err != nil || len(page.Items) == 0 {
		return paging.Of(page, []stay.Details{}), err
	}
	stays, err := s.StaysByID(ctx, paging.IDs(page))
	slices.Reverse(stays)
	return paging.Of(page, stays), err
}

// ByID reads the stays with these ids, in the order of their starts.
func (s *Store) StaysByID(ctx context.Context, ids []int64) ([]stay.Details, error) {
	args := []any{}
	among := s.db.AmongIDs(&args, `o.id`, ids)
	return s.details(ctx, among, args...)
}

// OfPayments reads the stays that these payments are for, in the order of their starts.
func (s *Store) OfPayments(ctx context.Context, paymentIDs []int64) ([]stay.Details, error) {
	args := []any{}
	among := `p.id IN (` + db.Marks(&args, paymentIDs) + `)`
	return s.details(ctx, among, args...)
}

func (s *Store) details(ctx context.Context, where string, args ...any) ([]stay.Details, error) {
	type row struct {
		stay.Details
		tariff  tariff.Tariff
		started int64
		ended   *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read stays", func(r *row) []any {
		return append([]any{
			&r.ID, &r.OperatorID, &r.LockerID, &r.AccountID, &r.Place, &r.Test, &r.started, &r.ended,
			&r.MadeFree, &r.Overrun, &r.Removed, &r.Reminded, &r.Price, &r.EndComment,
			&r.Station.ID, &r.Station.Name, &r.Locker.ID, &r.Locker.Name, &r.Locker.Complement, &r.Locker.Type,
			&r.Account.ID, &r.Account.LastName, &r.Account.FirstName, &r.Account.Email, &r.Account.Phone, &r.PaymentID,
			&r.PaymentStatus,
		}, prices.VersionFields(&r.tariff)...)
	}, `SELECT o.id, o.operator_id, o.locker_id, o.account_id, o.place, o.is_test, o.started_at, o.ended_at,
		       o.made_free, o.overrun, o.removed, o.reminded, o.price, o.end_comment,
		       s.id, s.name, l.id, l.name, l.complement, l.type_id,
		       a.id, a.last_name, a.first_name, a.email, a.phone, p.id, p.status, `+prices.VersionColumns+`
		FROM stays o JOIN payments p ON p.stay_id = o.id
		JOIN lockers l ON l.id = o.locker_id JOIN stations s ON s.id = l.station_id
		JOIN accounts a ON a.id = o.account_id
		LEFT JOIN tariff_versions v ON v.tariff_id = o.tariff_id AND v.version = o.tariff_version
		WHERE `+where+` ORDER BY o.started_at, o.id`, args...)
	if err != nil {
		return nil, err
	}
	stays := make([]stay.Details, len(rows))
	for i, r := range rows {
		stays[i] = r.Details
		stays[i].StartedAt = db.Instant(r.started)
		stays[i].EndedAt = db.InstantOrNil(r.ended)
		if r.tariff.ID != 0 {
			applied := r.tariff
			applied.OperatorID = r.OperatorID
			stays[i].Tariff = &applied
		}
	}
	return stays, nil
}

// EndStay implements stay.StayStore.
func (s *Store) EndStay(ctx context.Context, o stay.Stay) (bool, error) {
	return s.db.CompareAndSet(ctx, "end stay",
		`UPDATE stays SET ended_at = $2, price = $3, overrun = $4, removed = $5, end_comment = $6
		WHERE id = $1 AND ended_at IS NULL`,
		o.ID, db.MillisOrNull(o.EndedAt), o.Price, o.Overrun, o.Removed, o.EndComment)
}

// MakeStayFree implements stay.StayStore.
func (s *Store) MakeStayFree(ctx context.Context, id int64) (bool, error) {
	return s.db.CompareAndSet(ctx, "make stay free",
		`UPDATE stays SET made_free = $2, price = 0 WHERE id = $1 AND ended_at IS NULL AND made_free = $3`, id, true, false)
}

// StayOperator returns the operator of a stay.
func (s *Store) StayOperator(ctx context.Context, id int64) (int64, error) {
	var operatorID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT operator_id FROM stays WHERE id = $1`, id).Scan(&operatorID)
	return operatorID, db.Found(err)
}
