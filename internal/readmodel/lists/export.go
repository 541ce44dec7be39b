package lists

import (
	"context"
	"strconv"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/places/station"
)

// exportBatch is how many rows of an export are held in memory at a time; tests lower it.
var exportBatch = 4000

// ExportPayments implements payment.ListStore. Each batch is a query of its own, so that a slow client
// holds no connection. The position of a payment in the order never changes, so that no payment is
// lost or exported twice, whatever is written meanwhile.
func (s *Lists) ExportPayments(ctx context.Context, filter payment.Filter, batch func([]payment.Row) error) error {
	people, err := s.searchPeople(ctx, filter)
	if err != nil {
		return err
	}
	total, err := s.count(ctx, filter, people)
	if err != nil {
		return err
	}
	names := exportNames{
		lockers: map[int64][]string{}, accounts: map[int64][]string{},
		subscriptions: map[int64][]string{},
	}
	var last *payment.Row
	for {
		q, order := s.inOrder(filter, people, total)
		rows, err := s.exportedAfter(ctx, q, order, last)
		if err != nil {
			return err
		}
		if err := s.addNames(ctx, rows, names); err != nil {
			return err
		}
		if err := s.addOpenStays(ctx, rows); err != nil {
			return err
		}
		if filter.StaysOnly && len(rows) > 0 {
			if err := s.addTariffsOfStays(ctx, rows); err != nil {
				return err
			}
		}
		if len(rows) > 0 {
			if err := batch(rows); err != nil {
				return err
			}
		}
		if len(rows) < exportBatch {
			return nil
		}
		last = &rows[len(rows)-1]
	}
}

// exportedAfter reads the batch that follows a payment. A nil last reads the first batch.
func (s *Lists) exportedAfter(ctx context.Context, q *query, order string, last *payment.Row) ([]payment.Row, error) {
	type row struct {
		payment.Row
		stayID, lockerID, subscriptionID *int64
		started                          int64
		ended, settled                   *int64
		means, comment                   *string
	}
	if last != nil {
		q.Only(`(p.started_at, p.id) < (` + q.Arg(db.Millis(last.StartedAt)) + `, ` + q.Arg(last.ID) + `)`)
		q.started(payment.Span{Before: new(last.StartedAt.Add(time.Millisecond))})
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "export payments", func(r *row) []any {
		return []any{
			&r.ID, &r.UUID, &r.OperatorID, &r.AccountID, &r.stayID, &r.lockerID, &r.subscriptionID, &r.started, &r.ended,
			&r.settled, &r.Overrun, &r.Removed, &r.Amount, &r.Refunded, &r.RefundPending, &r.Status, &r.means, &r.comment,
		}
	}, `SELECT p.id, p.uuid, p.operator_id, p.account_id, p.stay_id, p.locker_id, p.subscription_id, p.started_at,
		p.ended_at, p.settled_at, p.overrun, p.removed, p.amount, p.refunded, p.refund_pending, p.status,
		  (SELECT n.means FROM payment_attempts n WHERE n.payment_id = p.id AND (n.means <> '' OR n.comment <> '')
		AND n.kind = 'manuel'),
		  (SELECT n.comment FROM payment_attempts n WHERE n.payment_id = p.id AND (n.means <> '' OR n.comment <> '')
		AND n.comment <> ''
		   ORDER BY n.id DESC LIMIT 1)
		FROM (SELECT p.* FROM `+q.from+` WHERE `+q.SQL()+order+` LIMIT `+q.Arg(exportBatch)+`) p`+newestFirst, q.Args...)
	given := make([]payment.Row, len(rows))
	for i, r := range rows {
		given[i] = r.Row
		given[i].StayID, given[i].LockerID, given[i].SubscriptionID = db.IdOrZero(r.stayID), db.IdOrZero(r.lockerID),
			db.IdOrZero(r.subscriptionID)
		given[i].StartedAt, given[i].EndedAt, given[i].SettledAt = db.Instant(r.started), db.InstantOrNil(r.ended),
			db.InstantOrNil(r.settled)
		given[i].Means, given[i].Comment = payment.Means(db.TextOf(r.means)), db.TextOf(r.comment)
	}
	return given, err
}

// exportNames caches the names of lockers, accounts and subscriptions by id. Each appears many times in an
// export, and joining them in every batch would take longer than the rest of the export.
type exportNames struct{ lockers, accounts, subscriptions map[int64][]string }

// mostNames is how many names of a kind an export keeps; above it, the cache is emptied.
const mostNames = 50_000

// addNames fills in the names of rows, and reads those that are not cached yet.
func (s *Lists) addNames(ctx context.Context, rows []payment.Row, names exportNames) error {
	for _, of := range []struct {
		known         map[int64][]string
		id            func(r payment.Row) int64
		query, column string
	}{
		{
			names.accounts, func(r payment.Row) int64 { return r.AccountID },
			`SELECT a.id, a.last_name, a.first_name, a.email FROM accounts a WHERE `, `a.id`,
		},
		{
			names.lockers, func(r payment.Row) int64 { return r.LockerID },
			`SELECT l.id, s.name, l.name, CAST(l.type_id AS TEXT) FROM lockers l JOIN stations s ON s.id = l.station_id WHERE `,
			`l.id`,
		},
		{
			names.subscriptions, func(r payment.Row) int64 { return r.SubscriptionID },
			`SELECT u.id, v.public_label, '', '' FROM subscriptions u
			JOIN tariff_versions v ON v.tariff_id = u.tariff_id AND v.version = u.tariff_version WHERE `, `u.id`,
		},
	} {
		if len(of.known) > mostNames {
			clear(of.known)
		}
		missing := []int64{}
		for _, r := range rows {
			if id := of.id(r); id != 0 && of.known[id] == nil {
				of.known[id] = []string{"", "", ""}
				missing = append(missing, id)
			}
		}
		type name struct {
			id    int64
			words [3]string
		}
		if len(missing) > 0 {
			args := []any{}
			among := s.db.AmongIDs(&args, of.column, missing)
			list, err := db.Collect(ctx, s.db.Reader(ctx), "name what is exported", func(n *name) []any {
				return []any{&n.id, &n.words[0], &n.words[1], &n.words[2]}
			}, of.query+among, args...)
			if err != nil {
				return err
			}
			for _, n := range list {
				copy(of.known[n.id], n.words[:])
			}
		}
	}
	for i := range rows {
		r := &rows[i]
		who := names.accounts[r.AccountID]
		r.LastName, r.FirstName, r.Email = who[0], who[1], who[2]
		if place := names.lockers[r.LockerID]; place != nil {
			kind, _ := strconv.Atoi(place[2]) // this was a number when it was read
			r.Station, r.Locker, r.Type = place[0], place[1], station.LockerType(kind)
		}
		if bought := names.subscriptions[r.SubscriptionID]; bought != nil {
			r.Tariff = bought[0]
		}
	}
	return nil
}

// addOpenStays reads the open stays among the rows: their price is computed at the time of the export.
func (s *Lists) addOpenStays(ctx context.Context, rows []payment.Row) error {
	open := []int64{}
	byID := map[int64]*payment.Row{}
	for i := range rows {
		if rows[i].Status == payment.Running {
			open = append(open, rows[i].StayID)
			byID[rows[i].StayID] = &rows[i]
		}
	}
	if len(open) == 0 {
		return nil
	}
	stays, err := s.stays.StaysByID(ctx, open)
	for _, stay := range stays {
		byID[stay.ID].Stay = &stay.Stay
	}
	return err
}

// addTariffsOfStays reads the label of each stay's tariff, in the version valid at the start of the stay.
func (s *Lists) addTariffsOfStays(ctx context.Context, rows []payment.Row) error {
	type named struct {
		id    int64
		label string
	}
	args := []any{}
	stays := make([]int64, len(rows))
	for i, r := range rows {
		stays[i] = r.StayID
	}
	among := s.db.AmongIDs(&args, `o.id`, stays)
	list, err := db.Collect(ctx, s.db.Reader(ctx), "name the tariffs of stays",
		func(n *named) []any { return []any{&n.id, &n.label} },
		`SELECT o.id, v.admin_label FROM stays o
		JOIN tariff_versions v ON v.tariff_id = o.tariff_id AND v.version = o.tariff_version WHERE `+among, args...)
	labels := make(map[int64]string, len(list))
	for _, n := range list {
		labels[n.id] = n.label
	}
	for i := range rows {
		rows[i].Tariff = labels[rows[i].StayID]
	}
	return err
}
