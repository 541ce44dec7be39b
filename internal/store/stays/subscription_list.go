package stays

import (
	"context"
	"slices"
	"strings"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/paging"
	"consigne/internal/store/prices"
)

const newestFirst = ` ORDER BY u.starts_at DESC, u.id DESC`

// Subscriptions implements subscription.ListStore. It reads the ids of a page first, then those subscriptions.
func (s *Store) Subscriptions(
	ctx context.Context, filter subscription.Filter, offset, limit int,
) (list []subscription.Listed, total int, err error) {
	err = paging.Within(ctx, s.ListTimeout, func(ctx context.Context) error {
		return s.db.Snapshot(ctx, func(ctx context.Context) error {
			q, err := s.matching(ctx, filter)
			if err != nil {
				return err
			}
			total, err = s.db.CountUpTo(ctx, "count listed subscriptions", paging.MostCounted,
				`FROM `+s.along()+` WHERE `+q.SQL(), q.Args...)
			if _, capped := filter.Shown(total); !capped {
				limit = min(limit, total-offset) // the last match ends the search
			}
			if list = []subscription.Listed{}; err != nil || limit <= 0 {
				return err
			}
			ids, err := db.Collect(ctx, s.db.Reader(ctx), "list subscriptions", func(id *int64) []any { return []any{id} },
				`SELECT u.id FROM `+s.along()+` WHERE `+q.SQL()+newestFirst+db.Page(q.Args, limit), append(q.Args, offset)...)
			if err != nil {
				return err
			}
			args := []any{}
			list, err = s.listed(ctx, `u.id IN (`+db.Marks(&args, ids)+`)`+newestFirst, args)
			return err
		})
	})
	return list, total, err
}

// ListedSubscription implements subscription.ListStore.
func (s *Store) ListedSubscription(ctx context.Context, id int64) (subscription.Listed, error) {
	return db.First(s.listed(ctx, `u.id = $1`, []any{id}))
}

// Renewing implements subscription.ListStore.
func (s *Store) Renewing(ctx context.Context, filter subscription.Filter) (list []subscription.Renewing, err error) {
	type row struct {
		tariff tariff.Tariff
		count  int64
	}
	err = paging.Within(ctx, s.ListTimeout, func(ctx context.Context) error {
		q, err := s.matching(ctx, filter)
		if err != nil {
			return err
		}
		now := q.Arg(db.Millis(filter.Now))
		q.Only(`u.next_at IS NOT NULL AND u.is_renewed = TRUE AND u.is_test = FALSE AND u.starts_at <= ` + now + ` AND ` +
			prices.Running(now))
		rows, err := db.Collect(ctx, s.db.Reader(ctx), "count renewing subscriptions", func(r *row) []any {
			return append([]any{&r.count}, prices.VersionFields(&r.tariff)...)
		}, `SELECT n.n, `+prices.VersionColumns+` FROM (
			SELECT u.tariff_id, u.tariff_version, COUNT(*) AS n FROM `+
			s.by(`subscriptions u`, `subscriptions_renewing`)+` WHERE `+q.SQL()+` GROUP BY u.tariff_id, u.tariff_version) n
			JOIN tariff_versions v ON v.tariff_id = n.tariff_id AND v.version = n.tariff_version`, q.Args...)
		list = make([]subscription.Renewing, len(rows))
		for i, r := range rows {
			list[i] = subscription.Renewing{Terms: r.tariff.Terms, Count: r.count}
		}
		return err
	})
	return list, err
}

// exportBatch is how many subscriptions of an export are held in memory at a time; tests lower it.
var exportBatch = 4000

// ExportSubscriptions implements subscription.ListStore. Each batch is a query of its own, so that a slow client holds
// no connection; the place of a subscription in the order never changes.
func (s *Store) ExportSubscriptions(
	ctx context.Context, filter subscription.Filter, batch func([]subscription.Listed) error,
) error {
	var last *subscription.Listed
	for {
		q, err := s.matching(ctx, filter)
		if err != nil {
			return err
		}
		if last != nil {
			q.Only(`(u.starts_at, u.id) < (` + q.Arg(db.Millis(last.StartsAt)) + `, ` + q.Arg(last.ID) + `)`)
		}
		rows, err := s.listed(ctx, `u.id IN (SELECT u.id FROM `+s.along()+` WHERE `+q.SQL()+newestFirst+
			` LIMIT `+q.Arg(exportBatch)+`)`+newestFirst, q.Args)
		if err != nil {
			return err
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

// listed reads subscriptions u with their people and the stations of their tariffs.
func (s *Store) listed(ctx context.Context, where string, args []any) ([]subscription.Listed, error) {
	bought, err := s.subscriptions(ctx, where, args...)
	if err != nil {
		return nil, err
	}
	tariffs, accounts := []int64{}, []int64{}
	for _, b := range bought {
		tariffs, accounts = append(tariffs, b.TariffID), append(accounts, b.AccountID)
	}
	stations, err := s.stationsOf(ctx, distinct(tariffs))
	if err != nil {
		return nil, err
	}
	people, err := s.PeopleByID(ctx, distinct(accounts))
	list := make([]subscription.Listed, len(bought))
	for i, b := range bought {
		list[i] = subscription.Listed{Bought: b, Account: people[b.AccountID], Stations: stations[b.TariffID]}
	}
	return list, err
}

func distinct(ids []int64) []int64 {
	slices.Sort(ids)
	return slices.Compact(ids)
}

// PeopleByID implements debt.Store.
func (s *Store) PeopleByID(ctx context.Context, accounts []int64) (map[int64]stay.Account, error) {
	byID := make(map[int64]stay.Account, len(accounts))
	if len(accounts) == 0 {
		return byID, nil
	}
	args := []any{}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "name people", func(a *stay.Account) []any {
		return []any{&a.ID, &a.LastName, &a.FirstName, &a.Email, &a.Phone}
	}, `SELECT id, last_name, first_name, email, phone FROM accounts WHERE `+s.db.AmongIDs(&args, `id`, accounts),
		args...)
	for _, a := range rows {
		byID[a.ID] = a
	}
	return byID, err
}

// stationsOf reads the stations where tariffs apply, by name.
func (s *Store) stationsOf(ctx context.Context, tariffs []int64) (map[int64][]subscription.Station, error) {
	type row struct {
		tariffID int64
		subscription.Station
	}
	args := []any{}
	among := s.db.AmongIDs(&args, `x.tariff_id`, tariffs)
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read stations of subscriptions", func(r *row) []any {
		return []any{&r.tariffID, &r.ID, &r.Name}
	}, `SELECT n.tariff_id, s.id, s.name FROM (
		SELECT DISTINCT x.tariff_id, l.station_id FROM tariff_lockers x JOIN lockers l ON l.id = x.locker_id
		WHERE `+among+` AND l.archived_at IS NULL) n
		JOIN stations s ON s.id = n.station_id WHERE s.archived_at IS NULL
		ORDER BY n.tariff_id, s.name_folded, s.id`, args...)
	byTariff := map[int64][]subscription.Station{}
	for _, r := range rows {
		byTariff[r.tariffID] = append(byTariff[r.tariffID], r.Station)
	}
	return byTariff, err
}

// mostPeople is how many people who match words are looked up by their ids; of more, the person of each subscription is
// checked. Tests lower it.
var mostPeople = 200_000

// along is a table expression of subscriptions u in the order of the list, whose index holds what filters compare.
func (s *Store) along() string { return s.by(`subscriptions u`, `subscriptions_in_order`) }

// by is a table, by an index on SQLite, which supposes that all conditions are equally rare. PostgreSQL knows better.
func (s *Store) by(table, index string) string {
	if s.db.OnSQLite() {
		table += ` INDEXED BY ` + index
	}
	return table
}

// matching returns the conditions of a filter on subscriptions u.
func (s *Store) matching(ctx context.Context, f subscription.Filter) (*db.Where, error) {
	q := &db.Where{}
	q.Is(`u.operator_id`, f.OperatorID)
	if f.WithoutTests {
		q.Only(`u.is_test = FALSE`)
	}
	if words := (account.Filter{Search: f.Search}); words.ByWords() {
		ids, many, err := s.people.IDs(ctx, words, mostPeople)
		switch {
		case err != nil:
			return nil, err
		case many:
			q.Only(s.people.Matching(&q.Args, `u.account_id`, words))
		default:
			q.Only(s.db.AmongIDs(&q.Args, `u.account_id`, ids))
		}
	}
	if len(f.TariffIDs) > 0 {
		q.Only(`u.tariff_id IN (` + db.Marks(&q.Args, f.TariffIDs) + `)`)
	}
	if len(f.StationIDs) > 0 {
		q.Only(`u.tariff_id IN (SELECT x.tariff_id FROM lockers l JOIN tariff_lockers x ON x.locker_id = l.id
			WHERE l.station_id IN (` + db.Marks(&q.Args, f.StationIDs) + `) AND l.archived_at IS NULL)`)
	}
	if f.Renewed != nil {
		follows := `(u.is_renewed = TRUE AND u.next_at IS NOT NULL)`
		if !*f.Renewed {
			follows = `NOT ` + follows
		}
		q.Only(follows)
	}
	within(q, `u.starts_at`, f.StartsFrom, f.StartsBefore)
	within(q, `u.next_at`, f.NextFrom, f.NextBefore)
	s.inStates(q, f)
	return q, nil
}

// within restricts a column of instants.
func within(q *db.Where, column string, from, before *time.Time) {
	if from != nil {
		q.Only(column + ` >= ` + q.Arg(db.Millis(*from)))
	}
	if before != nil {
		q.Only(column + ` < ` + q.Arg(db.Millis(*before)))
	}
}

// inStates restricts subscriptions u to those that are in one of the states: what subscription.Bought.State says of
// them (TestSubscriptionsAgreeWithTheirFilter).
func (s *Store) inStates(q *db.Where, f subscription.Filter) {
	if len(f.States) == 0 {
		return
	}
	now := q.Arg(db.Millis(f.Now))
	begun := prices.Running(now) + ` AND u.starts_at <= ` + now + ` AND `
	conditions := map[subscription.State]string{
		subscription.Over:      `NOT ` + prices.Running(now),
		subscription.ToCome:    prices.Running(now) + ` AND u.starts_at > ` + now,
		subscription.Unpaid:    begun + unpaidTerm,
		subscription.Cancelled: begun + `u.cancelled_at IS NOT NULL AND NOT ` + unpaidTerm,
		subscription.Running:   begun + `u.cancelled_at IS NULL AND NOT ` + unpaidTerm,
	}
	states := make([]string, len(f.States))
	for i, state := range f.States {
		states[i] = `(` + conditions[state] + `)`
	}
	q.Only(`(` + strings.Join(states, ` OR `) + `)`)
}

// unpaidTerm is the condition on subscriptions u whose last term is unpaid, as subscription.Bought has it.
const unpaidTerm = `EXISTS (SELECT 1 FROM payments p WHERE p.subscription_id = u.id AND p.term = u.next_term - 1
	AND (p.status IN ('UNPAID', 'ERROR', 'PAYMENT_ERROR_MEANT_OF_PAYMENT', 'PERMANENT_ERROR', 'INVALID_PAYMENT')
	  OR p.closes_at IS NOT NULL AND p.status NOT IN ('PAID', 'FREE', 'MANUAL', 'CANCELLED')))`
