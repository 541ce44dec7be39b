package facts

import (
	"context"
	"slices"
	"strconv"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/live"
	"consigne/internal/kernel/transaction"
)

// OnChange registers act, which is called after the commit of each change of this node. act must not block.
func (s *Store) OnChange(act func()) { s.wake.Store(&act) }

// tell adds the change that a fact is about. A change of an account at no operator is noted for each operator where the
// account has a role too.
func (s *Store) tell(ctx context.Context, entry audit.Entry) error {
	c, shown := live.Of(entry)
	if !shown {
		return nil
	}
	if err := s.Add(ctx, c); err != nil || c.Topic != live.Accounts || c.OperatorID != 0 {
		return err
	}
	return s.insert(ctx, `
		SELECT DISTINCT CAST($1 AS BIGINT), CAST($2 AS TEXT), r.operator_id, CAST(NULL AS BIGINT), r.account_id
		FROM account_roles r WHERE r.account_id = $3`, db.Millis(c.At), c.Topic, c.ObjectID)
}

// Add adds a change, in the transaction of the context if there is one.
func (s *Store) Add(ctx context.Context, c live.Change) error {
	return s.insert(ctx, `VALUES ($1, $2, $3, $4, $5)`,
		db.Millis(c.At), c.Topic, db.OrNull(c.OperatorID), db.OrNull(c.StationID), db.OrNull(c.ObjectID))
}

// AtLocker adds a change at a locker, whose operator and station are read here.
func (s *Store) AtLocker(ctx context.Context, topic live.Topic, lockerID int64, at time.Time) error {
	return s.insert(ctx, `
		SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), s.operator_id, s.id, l.id
		FROM lockers l JOIN stations s ON s.id = l.station_id WHERE l.id = $3`, db.Millis(at), topic, lockerID)
}

// OfPayment adds a change of a payment, whose operator is read here.
func (s *Store) OfPayment(ctx context.Context, paymentID int64, at time.Time) error {
	return s.insert(ctx, `
		SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), p.operator_id, CAST(NULL AS BIGINT), p.id FROM payments p
		WHERE p.id = $3`,
		db.Millis(at), live.Payments, paymentID)
}

func (s *Store) insert(ctx context.Context, rows string, args ...any) error {
	if err := s.db.Exec(ctx, "note a change", `INSERT INTO live_changes (at, topic, operator_id, station_id,
		object_id) `+rows, args...); err != nil {
		return err
	}
	if wake := s.wake.Load(); wake != nil {
		transaction.AfterCommit(ctx, *wake)
	}
	return nil
}

// LatestChanges implements live.Store.
func (s *Store) LatestChanges(ctx context.Context, limit int) ([]live.Change, error) {
	latest, err := s.list(ctx, `TRUE ORDER BY id DESC LIMIT `+strconv.Itoa(limit))
	slices.Reverse(latest)
	return latest, err
}

// ChangesAfter implements live.Store.
func (s *Store) ChangesAfter(ctx context.Context, after int64, missing []int64, limit int) ([]live.Change, error) {
	args := []any{after}
	where := `id > $1`
	if len(missing) > 0 {
		where = `(id > $1 OR ` + s.db.AmongIDs(&args, `id`, missing) + `)`
	}
	return s.list(ctx, where+` ORDER BY id LIMIT `+strconv.Itoa(limit), args...) // in the text: see db.Page
}

func (s *Store) list(ctx context.Context, where string, args ...any) ([]live.Change, error) {
	type row struct {
		live.Change
		at int64
	}
	rows, err := db.Collect(ctx, s.db.Committed(), "read changes", func(r *row) []any {
		return []any{&r.ID, &r.at, &r.Topic, &r.OperatorID, &r.StationID, &r.ObjectID}
	}, `SELECT id, at, topic, COALESCE(operator_id, 0), COALESCE(station_id, 0), COALESCE(object_id, 0) FROM live_changes
		WHERE `+where, args...)
	list := make([]live.Change, len(rows))
	for i, r := range rows {
		list[i] = r.Change
		list[i].At = db.Instant(r.at)
	}
	return list, err
}

// TrimChanges implements retention.OldChangeStore.
func (s *Store) TrimChanges(ctx context.Context, before time.Time) error {
	return s.db.Exec(ctx, "trim changes", `DELETE FROM live_changes WHERE at < $1`, db.Millis(before))
}
