package desk

import (
	"context"
	"strconv"
	"strings"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/worklist"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
)

const placeColumns = `s.id, s.name, l.id, l.name, l.complement, l.type_id`

func placeFields(p *worklist.Place) []any {
	return []any{&p.StationID, &p.StationName, &p.LockerID, &p.LockerName, &p.Complement, &p.Type}
}

// FailedPayments implements worklist.Reader.
func (s *Store) FailedPayments(ctx context.Context, q worklist.Query) (worklist.Section[worklist.Payment], error) {
	type row struct {
		worklist.Payment
		common
		stationID, lockerID, lockerType *int64
		station, locker, complement     *string
		label                           *string
		answered                        *int64
	}
	return list(ctx, s, worklist.KindPayment, q, func(r *row) []any {
		return []any{
			&r.ID, &r.Amount, &r.Status, &r.Account.ID, &r.Account.Name,
			&r.stationID, &r.station, &r.lockerID, &r.locker, &r.complement, &r.lockerType, &r.label, &r.answered,
		}
	}, `listed.id, listed.amount, listed.status, a.id, `+nameOf("a")+`, `+placeColumns+`, v.public_label,
		(SELECT MAX(t.answered_at) FROM payment_attempts t WHERE t.payment_id = listed.id AND t.kind = 'presentation')`, `
		JOIN accounts a ON a.id = listed.account_id
		LEFT JOIN lockers l ON l.id = listed.locker_id LEFT JOIN stations s ON s.id = l.station_id
		LEFT JOIN subscriptions u ON u.id = listed.subscription_id
		LEFT JOIN tariff_versions v ON v.tariff_id = u.tariff_id AND v.version = u.tariff_version`,
		func(r *row) worklist.Payment {
			r.Label, r.AnsweredAt = db.TextOf(r.label), db.InstantOrNil(r.answered)
			if r.lockerID != nil {
				r.Place = &worklist.Place{
					StationID: db.IdOrZero(r.stationID), StationName: db.TextOf(r.station), LockerID: *r.lockerID,
					LockerName: db.TextOf(r.locker),
					Complement: db.TextOf(r.complement), Type: station.LockerType(db.IdOrZero(r.lockerType)),
				}
			}
			r.Line = r.line()
			return r.Payment
		})
}

// UnpaidSubscriptions implements worklist.Reader.
func (s *Store) UnpaidSubscriptions(ctx context.Context, q worklist.Query) (worklist.Section[worklist.Unpaid], error) {
	type row struct {
		worklist.Unpaid
		common
		closes *int64
	}
	return list(ctx, s, worklist.KindUnpaid, q, func(r *row) []any {
		return []any{&r.ID, &r.Account.ID, &r.Account.Name, &r.Label, &r.Amount, &r.closes}
	}, `listed.id, a.id, `+nameOf("a")+`, v.public_label, listed.amount, listed.closes_at`, `
		JOIN accounts a ON a.id = listed.account_id
		JOIN tariff_versions v ON v.tariff_id = listed.tariff_id AND v.version = listed.tariff_version`,
		func(r *row) worklist.Unpaid {
			r.ClosesAt, r.Line = db.InstantOrNil(r.closes), r.line()
			return r.Unpaid
		})
}

// OverrunStays implements worklist.Reader.
func (s *Store) OverrunStays(ctx context.Context, q worklist.Query) (worklist.Section[worklist.Stay], error) {
	return s.stays(ctx, worklist.KindOverrun, q)
}

// RemovedStays implements worklist.Reader.
func (s *Store) RemovedStays(ctx context.Context, q worklist.Query) (worklist.Section[worklist.Stay], error) {
	return s.stays(ctx, worklist.KindRemoved, q)
}

func (s *Store) stays(
	ctx context.Context, kind worklist.Kind, q worklist.Query,
) (worklist.Section[worklist.Stay], error) {
	type row struct {
		worklist.Stay
		common
		started int64
	}
	return list(ctx, s, kind, q, func(r *row) []any {
		return append([]any{&r.ID, &r.started, &r.Account.ID, &r.Account.Name}, placeFields(&r.Place)...)
	}, `o.id, o.started_at, a.id, `+nameOf("a")+`, `+placeColumns, `
		JOIN stays o ON o.id = listed.id JOIN accounts a ON a.id = o.account_id
		JOIN lockers l ON l.id = o.locker_id JOIN stations s ON s.id = l.station_id`,
		func(r *row) worklist.Stay {
			r.StartedAt, r.Line = db.Instant(r.started), r.line()
			return r.Stay
		})
}

// FullSpaces implements worklist.Reader.
func (s *Store) FullSpaces(ctx context.Context, q worklist.Query) (worklist.Section[worklist.Space], error) {
	type row struct {
		worklist.Space
		common
	}
	return list(ctx, s, worklist.KindSpace, q, func(r *row) []any {
		return append([]any{&r.Capacity, &r.Occupied}, placeFields(&r.Place)...)
	}, `listed.capacity, listed.used, `+placeColumns, `
		JOIN lockers l ON l.id = listed.id JOIN stations s ON s.id = l.station_id`,
		func(r *row) worklist.Space {
			r.Line = r.line()
			return r.Space
		})
}

// ExpiringCards implements worklist.Reader.
func (s *Store) ExpiringCards(ctx context.Context, q worklist.Query) (worklist.Section[worklist.Card], error) {
	type row struct {
		worklist.Card
		common
		next *int64
	}
	return list(ctx, s, worklist.KindCard, q, func(r *row) []any {
		return []any{&r.Account.ID, &r.Account.Name, &r.PAN, &r.Expires, &r.next}
	}, `a.id, `+nameOf("a")+`, listed.pan, listed.expires, listed.next_at`, ` JOIN accounts a ON a.id = listed.id`,
		func(r *row) worklist.Card {
			r.NextAt, r.Line = db.InstantOrNil(r.next), r.line()
			r.Since = worklist.CardSince(r.Expires, r.Since)
			return r.Card
		})
}

// SilentStations implements worklist.Reader.
func (s *Store) SilentStations(
	ctx context.Context, q worklist.Query,
) (worklist.Section[worklist.SilentStation], error) {
	type row struct {
		worklist.SilentStation
		common
	}
	return list(ctx, s, worklist.KindSilent, q, func(r *row) []any { return []any{&r.StationID, &r.StationName} },
		`s.id, s.name`, ` JOIN stations s ON s.id = listed.id`,
		func(r *row) worklist.SilentStation {
			r.Line = r.line()
			return r.SilentStation
		})
}

// UnansweredOffers implements worklist.Reader.
func (s *Store) UnansweredOffers(ctx context.Context, q worklist.Query) (worklist.Section[worklist.Offer], error) {
	type row struct {
		worklist.Offer
		common
	}
	return list(ctx, s, worklist.KindOffer, q, func(r *row) []any {
		return []any{&r.ID, &r.Account.ID, &r.Account.Name, &r.Label}
	}, `listed.id, a.id, `+nameOf("a")+`, v.public_label`, ` JOIN accounts a ON a.id = listed.account_id
		JOIN tariffs t ON t.id = listed.tariff_id JOIN tariff_versions v ON v.tariff_id = t.id AND v.version = t.version`,
		func(r *row) worklist.Offer {
			r.Line = r.line()
			return r.Offer
		})
}

// Differences implements worklist.Reader.
func (s *Store) OpenDifferences(ctx context.Context, q worklist.Query) (worklist.Section[worklist.Difference], error) {
	type row struct {
		worklist.Difference
		common
		disputed, closed *int64
		outcome          *payment.DisputeOutcome
	}
	return list(ctx, s, worklist.KindDifference, q, func(r *row) []any {
		return []any{&r.ID, &r.State, &r.Kind, &r.Month, &r.Here, &r.There, &r.PaymentID, &r.disputed, &r.outcome, &r.closed}
	}, `listed.id, listed.state, listed.kind, listed.month, listed.here, listed.there, listed.payment_id, p.disputed_at,
		p.dispute_outcome, p.dispute_closed_at`, ` LEFT JOIN payments p ON p.id = listed.payment_id
		AND listed.kind = 'contestation'`,
		func(r *row) worklist.Difference {
			r.Line = r.line()
			if r.disputed != nil {
				r.Dispute = &payment.Dispute{
					At: db.Instant(*r.disputed), Outcome: *r.outcome, ClosedAt: db.InstantOrNil(r.closed),
				}
			}
			return r.Difference
		})
}

// RefusedClosings implements worklist.Reader.
func (s *Store) RefusedClosings(ctx context.Context, q worklist.Query) (worklist.Section[worklist.Closing], error) {
	type row struct {
		worklist.Closing
		common
		month int64
	}
	return list(ctx, s, worklist.KindClosing, q, func(r *row) []any { return []any{&r.OperatorID, &r.month, &r.Reason} },
		`listed.id, listed.month, listed.reason`, ``,
		func(r *row) worklist.Closing {
			r.Month, r.Line = clock.Month(r.month).String(), r.line()
			return r.Closing
		})
}

// common are the columns of the lines of every kind.
type common struct {
	since                       int64
	assigned, until             *int64
	assigneeID, postponerID     *int64
	postponerKey                *int64
	assigneeName, postponerName *string
}

func (c *common) fields() []any {
	return []any{
		&c.since, &c.assigned, &c.until, &c.assigneeID, &c.assigneeName, &c.postponerID, &c.postponerKey, &c.postponerName,
	}
}

// commonColumns are the columns that fields reads, of the tables that commonTables joins to the lines.
func commonColumns() string {
	return `listed.since, listed.assigned_at, listed.put_off, ta.id, ` + nameOf("ta") + `, pa.id, pk.id,
		CASE WHEN pk.id IS NOT NULL THEN 'clé ' || pk.label ELSE ` + nameOf("pa") + ` END`
}

// commonTables joins the staff whom a line names. Whoever has left the operator deals with nothing there any more.
func commonTables(operator string) string {
	return ` LEFT JOIN accounts ta ON ta.id = listed.assignee_id AND ta.is_active = TRUE AND (ta.is_admin = TRUE
		OR EXISTS (
		  SELECT 1 FROM account_roles r WHERE r.account_id = ta.id AND r.operator_id = ` + operator + ` AND r.role <> 'Utilisateur'))
		LEFT JOIN accounts pa ON pa.id = listed.postponed_by LEFT JOIN service_keys pk ON pk.id = listed.postponed_key
		AND listed.postponed_by IS NULL`
}

func (c *common) line() worklist.Line {
	line := worklist.Line{Since: db.Instant(c.since)}
	line.Handling.PostponedUntil = db.InstantOrNil(c.until)
	if c.assigneeID != nil {
		line.Handling.Assignee = &worklist.Account{ID: *c.assigneeID, Name: db.TextOf(c.assigneeName)}
		line.Handling.AssignedAt = db.Instant(db.IdOrZero(c.assigned))
	}
	if c.until != nil && (c.postponerID != nil || c.postponerKey != nil) {
		line.Handling.PostponedBy = &worklist.Account{ID: db.IdOrZero(c.postponerID), Name: db.TextOf(c.postponerName)}
		line.Handling.PostponedKey = db.IdOrZero(c.postponerKey)
	}
	return line
}

// nameOf is the SQL expression for the name under which a list shows an account.
func nameOf(a string) string {
	return `CASE WHEN ` + a + `.first_name <> '' OR ` + a + `.last_name <> '' THEN TRIM(` + a + `.first_name || ' ' || ` +
		a + `.last_name) ELSE ` + a + `.email END`
}

// list reads the section of a kind: columns of the tables that are joined to the lines.
func list[R, T any, P interface {
	*R
	fields() []any
}](
	ctx context.Context, s *Store, kind worklist.Kind, q worklist.Query,
	fields func(*R) []any, columns, tables string, item func(*R) T,
) (worklist.Section[T], error) {
	var section worklist.Section[T]
	err := s.db.Snapshot(ctx, func(ctx context.Context) error {
		section = worklist.Section[T]{First: []T{}}
		lines, err := s.countLines(ctx, kind, q)
		if err != nil || lines == 0 {
			return err
		}
		if section.Postponed, err = s.countPostponed(ctx, kind, q); err != nil {
			return err
		}
		section.Total = lines - section.Postponed
		args, only := []any{}, waiting
		section.Picked = section.Total
		if q.Postponed {
			only, section.Picked = postponed, section.Postponed
		}
		operator := db.Mark(&args, q.OperatorID)
		picked := `FROM (` + handled(kind, q.Now, only, operator, &args) + `) j` + narrowed(kind, q, &args)
		if q.Narrowed() {
			if section.Picked, err = s.db.Count(ctx, "count picked "+string(kind), `SELECT COUNT(*) `+picked,
				args...); err != nil {
				return err
			}
		}
		listed := `SELECT j.* ` + picked + ` ORDER BY ` + orderOf(kind, q.Order, `j`) + ` LIMIT ` + limitOf(q)
		rows, err := db.Collect(ctx, s.db.Reader(ctx), "list "+string(kind)+" of the worklist", func(r *R) []any {
			return append(P(r).fields(), fields(r)...)
		}, `SELECT `+commonColumns()+`, `+columns+` FROM (`+listed+`) listed`+commonTables(operator)+tables+` ORDER BY `+
			orderOf(kind, q.Order, `listed`), args...)
		for i := range rows {
			section.First = append(section.First, item(&rows[i]))
		}
		return err
	})
	return section, err
}

// countLines counts the lines of a kind, postponed or not.
func (s *Store) countLines(ctx context.Context, kind worklist.Kind, q worklist.Query) (int, error) {
	args := []any{}
	operator, now := db.Mark(&args, q.OperatorID), db.Mark(&args, db.Millis(q.Now))
	return s.db.Count(ctx, "count "+string(kind)+" of the worklist",
		`SELECT COUNT(*) FROM (`+lines(kind, q.Now, operator, now, &args)+`) q WHERE CAST(`+now+` AS BIGINT) IS NOT NULL`,
		args...)
}

// countPostponed counts the postponed lines of a kind.
func (s *Store) countPostponed(ctx context.Context, kind worklist.Kind, q worklist.Query) (int, error) {
	args := []any{}
	operator := db.Mark(&args, q.OperatorID)
	return s.db.Count(ctx, "count postponed "+string(kind),
		`SELECT COUNT(*) FROM (`+handled(kind, q.Now, postponed, operator, &args)+`) j`, args...)
}

// narrowed is the condition on lines j that a query makes.
func narrowed(kind worklist.Kind, q worklist.Query, args *[]any) string {
	w := db.Where{Args: *args}
	if q.Holder != nil {
		w.Is(`j.assignee_id`, *q.Holder)
	}
	if q.Age > 0 {
		latest := q.Now.Add(-q.Age)
		switch kind {
		case worklist.KindCard:
			// Since when a card waits is told by its month too.
			w.Only(`j.since <= ` + w.Arg(db.Millis(latest)) + ` AND j.sorted <= ` + w.Arg(worklist.LastExpiry(latest)))
		case worklist.KindIntervention, worklist.KindLeftBike:
			w.Only(`j.since <= CAST(` + w.Arg(int64(clock.DayOf(latest))) + ` AS BIGINT) * ` + dayMillis)
		default:
			w.Only(`j.since <= ` + w.Arg(db.Millis(latest)))
		}
	}
	*args = w.Args
	return ` WHERE ` + w.SQL()
}

// dayMillis makes an instant of a day: its midnight in UTC. A line that waits since a day is kept by it.
const dayMillis = "86400000"

// limitOf is no argument: PostgreSQL would plan for a tenth of all lines, and read the tables joined to them as a
// whole.
func limitOf(q worklist.Query) string {
	if q.Limit == 0 {
		q.Limit = worklist.Shown
	}
	return strconv.Itoa(q.Limit)
}

// orderOf is the ORDER BY of the lines of a kind.
func orderOf(kind worklist.Kind, order worklist.Order, of string) string {
	columns := `{}.since, {}.id`
	switch {
	case (kind == worklist.KindPayment || kind == worklist.KindUnpaid || kind == worklist.KindRefund) &&
		order == worklist.Largest:
		columns = `{}.amount DESC, {}.since, {}.id`
	case kind == worklist.KindSpace && order == worklist.MostUrgent:
		columns = `{}.capacity DESC, {}.name_folded, {}.id`
	case kind == worklist.KindCard:
		columns = `{}.sorted, {}.next_at NULLS LAST, {}.id`
	}
	return strings.ReplaceAll(columns, `{}`, of)
}

// handlingState selects lines by what staff do with them.
type handlingState int

const (
	anyState  handlingState = iota
	waiting                 // not postponed, or not any longer
	postponed               // read from the handlings, which are few
)

// handled is a query of the lines of a kind with what staff do with them. put_off is null once the postponement has
// passed.
func handled(kind worklist.Kind, at time.Time, only handlingState, operator string, args *[]any) string {
	now, join, where := db.Mark(args, db.Millis(at)), ` LEFT JOIN`, ``
	switch only {
	case waiting:
		where = ` WHERE h.postponed_until IS NULL OR h.postponed_until <= ` + now
	case postponed:
		join, where = ` JOIN`, ` WHERE h.postponed_until > `+now
	case anyState:
	}
	return `SELECT q.*, h.assignee_id, h.assigned_at, CASE WHEN h.postponed_until > ` + now + ` THEN h.postponed_until END AS put_off, h.postponed_by, h.postponed_key
		FROM (` + lines(kind, at, operator, now, args) + `) q` + join + ` worklist_handlings h
		ON h.operator_id = ` + operator + ` AND h.kind = ` + db.Mark(args, string(kind)) + ` AND h.object_id = q.id AND h.since = q.since` + where
}

// lines is a query of the lines of a kind at an operator: id, since, locker_id, and what the kind is ordered by or
// shows of its own table, which has months on PostgreSQL: looking a line up again in each of them may cost more than
// reading all of them.
func lines(kind worklist.Kind, at time.Time, operator, now string, args *[]any) string {
	switch kind {
	case worklist.KindPayment:
		return `SELECT id, presented_at AS since, locker_id, amount, status, account_id, subscription_id FROM payments
			WHERE operator_id = ` + operator + ` AND status IN ('PERMANENT_ERROR', 'INVALID_PAYMENT') AND is_test = FALSE`
	case worklist.KindOverrun:
		return `SELECT id, overrun_at AS since, locker_id FROM stays
			WHERE operator_id = ` + operator + ` AND ended_at IS NULL AND overrun_at < ` + now + ` AND (removal_at IS NULL OR removal_at > ` + now + `)`
	case worklist.KindRemoved:
		return `SELECT id, removal_at AS since, locker_id FROM stays
			WHERE operator_id = ` + operator + ` AND ended_at IS NULL AND removal_at <= ` + now
	case worklist.KindSilent:
		return `SELECT s.id, c.silent_since AS since, CAST(NULL AS BIGINT) AS locker_id FROM controllers c
			JOIN stations s ON s.id = c.station_id
			WHERE c.silent_since IS NOT NULL AND s.operator_id = ` + operator + ` AND s.is_active = TRUE AND s.archived_at IS NULL`
	case worklist.KindSpace:
		// The stay that took the last place is the last that began.
		return `SELECT f.* FROM (
			SELECT l.id, l.id AS locker_id, l.capacity, s.name_folded,
			  CASE WHEN s.kind = 'collec-comptage' AND l.counted IS NOT NULL THEN l.counted
			ELSE COALESCE(o.stays, 0) END AS used,
			  CASE WHEN s.kind = 'collec-comptage' AND l.counted IS NOT NULL THEN COALESCE(l.full_since, l.counted_at,
			l.created_at) ELSE o.latest END AS since
			FROM stations s JOIN lockers l ON l.station_id = s.id
			LEFT JOIN (SELECT locker_id, COUNT(*) AS stays, MAX(started_at) AS latest FROM stays
			  WHERE operator_id = ` + operator + ` AND ended_at IS NULL GROUP BY locker_id) o ON o.locker_id = l.id
			WHERE s.operator_id = ` + operator + ` AND s.kind <> 'indiv' AND s.is_active = TRUE AND s.archived_at IS NULL
			  AND l.is_active = TRUE AND l.archived_at IS NULL
			) f WHERE f.used >= f.capacity`
	case worklist.KindUnpaid:
		// What subscription.Bought says of one that is unpaid; of terms, those that are not settled are owed.
		return `SELECT u.id, CASE WHEN p.first_at IS NULL OR p.closes_at < p.first_at THEN p.closes_at ELSE p.first_at END AS since,
			  CAST(NULL AS BIGINT) AS locker_id, u.account_id, u.tariff_id, u.tariff_version, p.amount, p.closes_at
			FROM payments p JOIN subscriptions u ON u.id = p.subscription_id AND p.term = u.next_term - 1
			WHERE p.operator_id = ` + operator + ` AND p.subscription_id IS NOT NULL
			  AND p.status IN ('NOT_PRESENTED', 'ATTEMPT_PROCESS', 'UNPAID', 'ERROR', 'PAYMENT_ERROR_MEANT_OF_PAYMENT',
			  'PERMANENT_ERROR', 'INVALID_PAYMENT')
			  AND (p.closes_at IS NOT NULL OR p.status IN ('UNPAID', 'ERROR', 'PAYMENT_ERROR_MEANT_OF_PAYMENT',
			  'PERMANENT_ERROR', 'INVALID_PAYMENT'))
			  AND u.is_test = FALSE AND u.starts_at <= ` + now + ` AND (u.ends_at IS NULL OR u.ends_at > ` + now + `)`
	case worklist.KindOffer:
		return `SELECT id, lapsed_at AS since, CAST(NULL AS BIGINT) AS locker_id, account_id, tariff_id FROM waits
			WHERE operator_id = ` + operator + ` AND ended_at IS NULL AND lapsed_at IS NOT NULL`
	case worklist.KindDifference:
		return `SELECT id, found_at AS since, CAST(NULL AS BIGINT) AS locker_id, state, kind, month, here, there, payment_id
			FROM reconciliation_items
			WHERE operator_id = ` + operator + ` AND explained_at IS NULL AND state <> 'en_attente' AND state <> 'avant_registre'`
	case worklist.KindIntervention:
		today := db.Mark(args, int64(clock.DayOf(at)))
		return `SELECT i.id, (i.due_on + 1) * ` + dayMillis + ` AS since, i.locker_id, i.station_id, i.number, i.cause, i.due_on,
			  i.assignee_id AS charged_id
			FROM interventions i JOIN stations s ON s.id = i.station_id AND s.archived_at IS NULL
			WHERE i.operator_id = ` + operator + ` AND i.resolved_at IS NULL AND i.due_on < ` + today
	case worklist.KindLeftBike:
		today := db.Mark(args, int64(clock.DayOf(at)))
		return `SELECT b.id, b.due_on * ` + dayMillis + ` AS since, b.locker_id, b.station_id, b.step, b.description FROM left_bikes b
			WHERE b.operator_id = ` + operator + ` AND b.due_on <= ` + today
	case worklist.KindClosing:
		return `SELECT operator_id AS id, refused_at AS since, CAST(NULL AS BIGINT) AS locker_id, month, reason
			FROM statement_refusals WHERE operator_id = ` + operator
	case worklist.KindRefund:
		return `SELECT r.payment_id AS id, r.asked_at AS since, p.locker_id, r.amount, r.cause, r.right_price, r.comment,
			  r.asked_by, p.amount AS price, p.account_id, p.subscription_id
			FROM refund_requests r JOIN payments p ON p.id = r.payment_id
			WHERE r.operator_id = ` + operator + ` AND r.decided_at IS NULL`
	case worklist.KindCard:
		// A card is valid until the end of its month, which is stored as written on the card: MM/YY.
		const sorted = `SUBSTR(c.expires, 4, 2) || SUBSTR(c.expires, 1, 2)`
		return `SELECT u.account_id AS id, c.created_at AS since, CAST(NULL AS BIGINT) AS locker_id, c.pan, c.expires, ` + sorted + ` AS sorted, u.next_at
			FROM (SELECT account_id, MIN(next_at) AS next_at FROM subscriptions
			  WHERE operator_id = ` + operator + ` AND is_test = FALSE AND starts_at <= ` + now + ` AND (ends_at IS NULL OR ends_at > ` + now + `) GROUP BY account_id) u
			JOIN cards c ON c.account_id = u.account_id AND c.operator_id = ` + operator + `
			WHERE ` + sorted + ` <= ` + db.Mark(args, worklist.LastExpiry(at))
	}
	return ``
}
