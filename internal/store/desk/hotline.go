package desk

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/diagnosis"
	"consigne/internal/domain/desk/hotline"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/text"
	"consigne/internal/store/money"
)

// DoorOf implements hotline.Reader. The silence of a controller counts while its station is in service: else it may be
// without power.
func (s *Store) DoorAt(ctx context.Context, operatorID, lockerID int64) (hotline.Door, error) {
	type row struct {
		hotline.Door
		software         *string
		silent, moved    *int64
		outage           station.Outage
		outSince, backOn *int64
	}
	r, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read door", func(r *row) []any {
		return []any{
			&r.StationActive, &r.software, &r.silent, &r.Open, &r.moved, &r.Misdated,
			&r.outSince, &r.outage.Cause, &r.outage.Reason, &r.backOn,
		}
	}, `SELECT s.is_active, c.software, CASE WHEN s.is_active THEN c.silent_since END, d.is_open, d.moved_at,
		COALESCE(d.is_misdated, FALSE), s.out_since, s.out_cause, s.out_reason, s.back_on
		FROM lockers l JOIN stations s ON s.id = l.station_id
		LEFT JOIN controllers c ON c.station_id = s.id LEFT JOIN doors d ON d.locker_id = l.id
		WHERE l.id = $1 AND s.operator_id = $2 AND l.archived_at IS NULL AND s.archived_at IS NULL`, lockerID, operatorID))
	if r.software != nil {
		r.Controller = &hotline.Controller{Software: *r.software, SilentSince: db.InstantOrNil(r.silent)}
	}
	if err == nil && !r.StationActive {
		r.StationOutage = outageOf(db.InstantOrNil(r.outSince), r.outage, r.backOn)
	}
	r.MovedAt = db.InstantOrNil(r.moved)
	return r.Door, err
}

// Places implements hotline.Reader.
func (s *Store) Places(ctx context.Context, lockerIDs []int64) (map[int64]diagnosis.Place, error) {
	places := map[int64]diagnosis.Place{}
	if len(lockerIDs) == 0 {
		return places, nil
	}
	type row struct {
		diagnosis.Place
		kind station.LockerType
	}
	args := []any{}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "name places", func(r *row) []any {
		return []any{&r.StationID, &r.Station, &r.LockerID, &r.Locker, &r.kind}
	}, `SELECT s.id, s.name, l.id, l.name, l.type_id FROM lockers l JOIN stations s ON s.id = l.station_id
		WHERE l.id IN (`+db.Marks(&args, lockerIDs)+`)`, args...)
	for _, r := range rows {
		r.Space = r.kind == station.Space
		places[r.LockerID] = r.Place
	}
	return places, err
}

// Find implements hotline.Reader. It reads the lockers of one operator, some thousands at most: their names are not
// kept folded.
func (s *Store) FindPlaces(
	ctx context.Context, operatorID int64, words []string, limit int,
) (lockers, stations []hotline.Spot, err error) {
	type row struct {
		hotline.Spot
		place, label, locker string // folded
	}
	all, err := db.Collect(ctx, s.db.Reader(ctx), "find lockers", func(r *row) []any {
		return []any{&r.StationID, &r.StationName, &r.place, &r.label, &r.LockerID, &r.LockerName, &r.Complement, &r.Type}
	}, `SELECT s.id, s.name, s.name_folded, s.admin_label_folded, COALESCE(l.id, 0), COALESCE(l.name, ''),
		COALESCE(l.complement, ''), COALESCE(l.type_id, 0)
		FROM stations s LEFT JOIN lockers l ON l.station_id = s.id AND l.archived_at IS NULL
		WHERE s.operator_id = $1 AND s.archived_at IS NULL ORDER BY s.name_folded, s.id, l.name, l.id`, operatorID)
	if err != nil {
		return nil, nil, err
	}
	found := []row{}
	for i, r := range all {
		r.locker = text.Fold(r.LockerName)
		at := func(word string) bool { return strings.Contains(r.place, word) || strings.Contains(r.label, word) }
		named := func(word string) bool { return r.LockerID != 0 && strings.Contains(" "+r.locker, " "+word) }
		if every(words, func(word string) bool { return at(word) || named(word) }) && slices.ContainsFunc(words, named) {
			found = append(found, r)
		}
		if every(words, at) && (i == 0 || all[i-1].StationID != r.StationID) && len(stations) < limit {
			stations = append(stations, hotline.Spot{StationID: r.StationID, StationName: r.StationName})
		}
	}
	exact := func(r row) bool { return r.locker == strings.Join(words, " ") || r.locker == words[len(words)-1] }
	slices.SortStableFunc(found, func(a, b row) int {
		if exact(a) != exact(b) {
			if exact(a) {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(len(a.locker), len(b.locker)), cmp.Compare(a.locker, b.locker))
	})
	for _, r := range found[:min(limit, len(found))] {
		lockers = append(lockers, r.Spot)
	}
	return lockers, stations, nil
}

func every(words []string, holds func(word string) bool) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !holds(word) })
}

// LastPayments implements hotline.Reader.
func (s *Store) LastPayments(ctx context.Context, accountID, operatorID int64, limit int) ([]int64, error) {
	return s.paymentsOf(ctx, accountID, operatorID, "TRUE", limit)
}

// UnsettledPayments implements hotline.Reader.
func (s *Store) UnsettledPayments(ctx context.Context, accountID, operatorID int64, limit int) ([]int64, error) {
	return s.paymentsOf(ctx, accountID, operatorID, `(`+money.Unsettled+` OR EXISTS (SELECT 1 FROM refund_requests q
		WHERE q.payment_id = p.id AND q.decided_at IS NULL))`, limit)
}

func (s *Store) paymentsOf(ctx context.Context, accountID, operatorID int64, where string, limit int) ([]int64, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "list payments of a call", func(id *int64) []any { return []any{id} }, `
		SELECT p.id FROM payments p WHERE p.account_id = $1 AND p.operator_id = $2 AND `+where+`
		ORDER BY COALESCE(p.presented_at, p.started_at) DESC, p.id DESC LIMIT $3`, accountID, operatorID, limit)
}

// Acts implements hotline.Reader. It reads each object by itself, so that a busy one costs no more than what is shown.
func (s *Store) Acts(
	ctx context.Context, operatorID int64, kind string, ids []int64, after time.Time, limit int,
) ([]audit.Line, error) {
	type row struct {
		audit.Line
		at       int64
		operator *int64
		changes  string
	}
	lines := []audit.Line{}
	for _, id := range ids {
		rows, err := db.Collect(ctx, s.db.Reader(ctx), "list acts", func(r *row) []any {
			return []any{&r.at, &r.operator, &r.Action, &r.changes, &r.ActorName}
		}, `SELECT j.at, j.operator_id, j.action, j.changes, COALESCE(a.first_name || ' ' || a.last_name, 'clé ' || k.label, '')
			FROM audit_log j LEFT JOIN accounts a ON a.id = j.actor_id LEFT JOIN service_keys k ON k.id = j.key_id
			WHERE j.object_kind = $1 AND j.object_id = $2 AND j.at > $3 AND (j.operator_id = $4 OR j.operator_id IS NULL)
			ORDER BY j.at DESC, j.id DESC LIMIT $5`, kind, id, db.Millis(after), operatorID, limit)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			r.At, r.OperatorID, r.Object = db.Instant(r.at), db.IdOrZero(r.operator), audit.Object{Kind: kind, ID: id}
			if r.Changes, err = changesOf(r.changes); err != nil {
				return nil, err
			}
			lines = append(lines, r.Line)
		}
	}
	return lines, nil
}

// LastAct implements hotline.Reader.
func (s *Store) LastAct(ctx context.Context, object audit.Object, action audit.Action) (*time.Time, error) {
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "look for act", func(at *int64) []any { return []any{at} }, `
		SELECT j.at FROM audit_log j WHERE j.object_kind = $1 AND j.object_id = $2 AND j.action = $3
		ORDER BY j.at DESC, j.id DESC LIMIT 1`,
		object.Kind, object.ID, action)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return db.InstantOrNil(&rows[0]), nil
}

// MailsTo implements hotline.Reader.
func (s *Store) MailsTo(ctx context.Context, accountID int64, after time.Time, limit int) ([]hotline.Mail, error) {
	type row struct {
		hotline.Mail
		created int64
		sent    *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list mails",
		func(r *row) []any { return []any{&r.Kind, &r.created, &r.sent} },
		`SELECT kind, created_at, sent_at FROM mails WHERE account_id = $1 AND created_at > $2
			ORDER BY created_at DESC, id DESC LIMIT $3`,
		accountID, db.Millis(after), limit)
	mails := make([]hotline.Mail, len(rows))
	for i, r := range rows {
		mails[i] = hotline.Mail{Kind: r.Kind, CreatedAt: db.Instant(r.created), SentAt: db.InstantOrNil(r.sent)}
	}
	return mails, err
}
