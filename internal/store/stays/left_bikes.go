package stays

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/stays/leftbike"
	"consigne/internal/kernel/paging"
)

// LeftBike implements leftbike.FileStore.
func (s *Store) LeftBike(ctx context.Context, id int64) (leftbike.Listed, error) {
	return db.First(s.leftBikes(ctx, `b.id = $1`, id))
}

// LeftBikeOfStay implements leftbike.FileStore.
func (s *Store) LeftBikeOfStay(ctx context.Context, stayID int64) (leftbike.Listed, error) {
	return db.First(s.leftBikes(ctx, `b.stay_id = $1 AND b.ended_at IS NULL`, stayID))
}

// LeftBikesOf implements leftbike.FileStore.
func (s *Store) LeftBikesOf(ctx context.Context, accountID int64) ([]leftbike.Listed, error) {
	return s.leftBikes(ctx, `b.account_id = $1 ORDER BY b.opened_at, b.id`, accountID)
}

// LeftBikes implements leftbike.FileStore.
func (s *Store) LeftBikes(
	ctx context.Context, f leftbike.Filter, offset, limit int,
) (list []leftbike.Listed, total int, err error) {
	q := &db.Where{}
	q.Is(`b.operator_id`, f.OperatorID)
	if len(f.Steps) > 0 {
		q.Only(`b.step IN (` + db.Marks(&q.Args, f.Steps) + `)`)
	}
	if len(f.StationIDs) > 0 {
		q.Only(`b.station_id IN (` + db.Marks(&q.Args, f.StationIDs) + `)`)
	}
	if f.AccountID != 0 {
		q.Is(`b.account_id`, f.AccountID)
	}
	if f.StayID != 0 {
		q.Is(`b.stay_id`, f.StayID)
	}
	if f.Tag != "" {
		q.Is(`b.tag`, f.Tag)
	}
	err = paging.Within(ctx, s.ListTimeout, func(ctx context.Context) error {
		return s.db.Snapshot(ctx, func(ctx context.Context) error {
			if total, err = s.db.Count(ctx, "count left bikes", `SELECT COUNT(*) FROM left_bikes b WHERE `+q.SQL(),
				q.Args...); err != nil {
				return err
			}
			list, err = s.leftBikes(ctx, q.SQL()+` ORDER BY b.opened_at DESC, b.id DESC`+db.Page(q.Args, limit),
				append(q.Args, offset)...)
			return err
		})
	})
	return list, total, err
}

// leftBikeRow is a file b with its place and its customer.
type leftBikeRow struct {
	leftbike.Listed
	lockerID, stayID, accountID *int64
	opened                      int64
	noticed, removed, ended     *int64
	step                        leftbike.Step
}

func (r *leftBikeRow) fields() []any {
	return []any{
		&r.ID, &r.OperatorID, &r.StationID, &r.lockerID, &r.stayID, &r.accountID, &r.step, &r.opened,
		&r.Description, &r.Mark, &r.Tag, &r.Bylaw.NoticeDays, &r.Bylaw.RemovalDays, &r.Bylaw.KeepingDays,
		&r.Bylaw.EndDays, &r.Bylaw.NoticeText, &r.noticed, &r.Posted, &r.removed, &r.Depot, &r.Shelf, &r.ended,
		&r.Recipient, &r.Proof, &r.Station.Name, &r.Locker.Name, &r.Locker.Complement, &r.Locker.Type,
		&r.Account.LastName, &r.Account.FirstName, &r.Account.Email, &r.Account.Phone,
	}
}

func (r *leftBikeRow) listed() leftbike.Listed {
	l := r.Listed
	l.LockerID, l.StayID, l.AccountID = db.IdOrZero(r.lockerID), db.IdOrZero(r.stayID), db.IdOrZero(r.accountID)
	l.Station.ID, l.Locker.ID, l.Account.ID = l.StationID, l.LockerID, l.AccountID
	l.OpenedAt, l.NoticedAt = db.Instant(r.opened), db.InstantOrNil(r.noticed)
	l.RemovedAt, l.EndedAt = db.InstantOrNil(r.removed), db.InstantOrNil(r.ended)
	if l.EndedAt != nil {
		l.Ending = r.step
	}
	return l
}

func (s *Store) leftBikes(ctx context.Context, where string, args ...any) ([]leftbike.Listed, error) {
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read left bikes",
		func(r *leftBikeRow) []any { return r.fields() }, `
		SELECT b.id, b.operator_id, b.station_id, b.locker_id, b.stay_id, b.account_id, b.step, b.opened_at,
		  b.description, b.mark, b.tag, b.notice_days, b.removal_days, b.keeping_days, b.end_days, b.notice_text,
		  b.noticed_at, b.is_posted, b.removed_at, b.depot, b.shelf, b.ended_at, b.recipient, b.proof,
		  s.name, COALESCE(l.name, ''), COALESCE(l.complement, ''), COALESCE(l.type_id, 0),
		  COALESCE(a.last_name, ''), COALESCE(a.first_name, ''), COALESCE(a.email, ''), COALESCE(a.phone, '')
		FROM left_bikes b JOIN stations s ON s.id = b.station_id
		LEFT JOIN lockers l ON l.id = b.locker_id LEFT JOIN accounts a ON a.id = b.account_id
		WHERE `+where, args...)
	list := make([]leftbike.Listed, len(rows))
	for i := range rows {
		list[i] = rows[i].listed()
	}
	return list, err
}

// AddLeftBike implements leftbike.FileStore.
func (s *Store) AddLeftBike(ctx context.Context, f leftbike.File) (int64, error) {
	b := f.Bylaw
	id, err := s.db.InsertRow(ctx, "add left bike", "left_bikes", `operator_id, station_id, locker_id, stay_id, account_id,
		step, opened_at, description, mark, tag, notice_days, removal_days, keeping_days, end_days, notice_text, noticed_at,
		is_posted, removed_at, depot, shelf, ended_at, recipient, proof, due_on`, []any{
		f.OperatorID, f.StationID, db.OrNull(f.LockerID), db.OrNull(f.StayID), db.OrNull(f.AccountID), f.Step(),
		db.Millis(f.OpenedAt), f.Description, f.Mark, f.Tag, b.NoticeDays, b.RemovalDays, b.KeepingDays, b.EndDays,
		b.NoticeText, db.MillisOrNull(f.NoticedAt), f.Posted, db.MillisOrNull(f.RemovedAt), f.Depot, f.Shelf,
		db.MillisOrNull(f.EndedAt), f.Recipient, f.Proof, (*int64)(f.DueOn()),
	})
	if db.Duplicate(err) {
		err = leftbike.AlreadyOpen()
	}
	return id, err
}

// SaveLeftBike implements leftbike.FileStore.
func (s *Store) SaveLeftBike(ctx context.Context, f leftbike.File) error {
	err := s.db.Exec(ctx, "save left bike", `
		UPDATE left_bikes SET step = $2, description = $3, mark = $4, tag = $5, noticed_at = $6, is_posted = $7,
		removed_at = $8, depot = $9, shelf = $10, ended_at = $11, recipient = $12, proof = $13, due_on = $14 WHERE id = $1`,
		f.ID, f.Step(), f.Description, f.Mark, f.Tag, db.MillisOrNull(f.NoticedAt), f.Posted,
		db.MillisOrNull(f.RemovedAt), f.Depot, f.Shelf, db.MillisOrNull(f.EndedAt), f.Recipient, f.Proof, (*int64)(f.DueOn()))
	if db.Duplicate(err) {
		err = leftbike.AlreadyOpen()
	}
	return err
}

// TrimLeftBikes implements retention.OldLeftBikeStore.
func (s *Store) TrimLeftBikes(ctx context.Context, before time.Time) error {
	return s.db.Exec(ctx, "trim left bikes", `UPDATE left_bikes SET account_id = NULL, recipient = '', mark = '',
		description = 'Description effacée' WHERE ended_at < $1 AND description <> 'Description effacée'`, db.Millis(before))
}

// LeftBikeOperator implements ownership.LeftBikeStore.
func (s *Store) LeftBikeOperator(ctx context.Context, id int64) (int64, error) {
	var operatorID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT operator_id FROM left_bikes WHERE id = $1`, id).Scan(&operatorID)
	return operatorID, db.Found(err)
}
