package store

import (
	"context"
	"slices"
	"strings"

	"consigne/internal/occupation"
	"consigne/internal/payment"
	"consigne/internal/text"
)

// Payments implements payment.Store. A page of ids first, then what is shown of them.
func (s *Store) Payments(ctx context.Context, filter payment.Filter, offset, limit int) ([]payment.Details, int, error) {
	where, args := paymentConditions(filter)
	total, err := s.count(ctx, "count payments", `SELECT COUNT(*) FROM payments p WHERE `+where, args...)
	if err != nil || total <= offset {
		return []payment.Details{}, total, err
	}
	ids, err := collect(ctx, s.reader(ctx), "list payments", func(id *int64) []any { return []any{id} },
		`SELECT p.id FROM payments p WHERE `+where+` ORDER BY p.started_at DESC, p.id DESC`+page(args), append(args, limit, offset)...)
	if err != nil {
		return nil, 0, err
	}
	list, err := s.paymentDetails(ctx, ids)
	return list, total, err
}

// History implements payment.Store.
func (s *Store) History(ctx context.Context, filter payment.Filter, offset, limit int) ([]occupation.Use, int, error) {
	where, args := paymentConditions(filter)
	where += ` AND p.occupation_id IS NOT NULL`
	count, err := s.count(ctx, "count stays", `SELECT COUNT(*) FROM payments p WHERE `+where, args...)
	if err != nil || count <= offset {
		return []occupation.Use{}, count, err
	}
	ids, err := collect(ctx, s.reader(ctx), "list stays", func(id *any) []any { return []any{id} },
		`SELECT p.occupation_id FROM payments p WHERE `+where+` ORDER BY p.started_at DESC, p.id DESC`+page(args), append(args, limit, offset)...)
	if err != nil || len(ids) == 0 {
		return []occupation.Use{}, count, err
	}
	uses, err := s.uses(ctx, `o.id IN (`+placeholders(1, len(ids))+`)`, ids...)
	slices.Reverse(uses)
	return uses, count, err
}

// paymentConditions is the WHERE of a filter on payments p, with its arguments.
func paymentConditions(filter payment.Filter) (where string, args []any) {
	conditions := []string{`TRUE`}
	only := func(condition string) { conditions = append(conditions, condition) }
	if filter.OperatorID != 0 {
		only(`p.operator_id = ` + mark(&args, filter.OperatorID))
	}
	if filter.WithoutTests {
		only(`p.is_test = FALSE`)
	}
	for column, span := range map[string]payment.Span{
		`p.started_at`: filter.Started, `p.ended_at`: filter.Ended, `p.settled_at`: filter.Settled, `p.presented_at`: filter.Presented,
	} {
		if span.From != nil {
			only(column + ` >= ` + mark(&args, millis(*span.From)))
		}
		if span.Before != nil {
			only(column + ` < ` + mark(&args, millis(*span.Before)))
		}
	}
	const minute = 60_000
	if filter.MinMinutes != nil || filter.MaxMinutes != nil {
		only(`p.occupation_id IS NOT NULL AND p.ended_at IS NOT NULL`)
	}
	if filter.MinMinutes != nil {
		only(`p.ended_at - p.started_at >= ` + mark(&args, *filter.MinMinutes*minute))
	}
	if filter.MaxMinutes != nil { // in whole minutes, rounded down
		only(`p.ended_at - p.started_at < ` + mark(&args, (*filter.MaxMinutes+1)*minute))
	}
	if filter.MinAmount != nil || filter.MaxAmount != nil {
		only(`p.status <> 'RUNNING'`)
	}
	if filter.MinAmount != nil {
		only(`p.amount >= ` + mark(&args, *filter.MinAmount))
	}
	if filter.MaxAmount != nil {
		only(`p.amount <= ` + mark(&args, *filter.MaxAmount))
	}
	if len(filter.StationIDs) > 0 {
		only(`p.locker_id IN (SELECT l.id FROM lockers l WHERE l.station_id IN (` + marks(&args, filter.StationIDs) + `))`)
	}
	if len(filter.LockerTypes) > 0 {
		only(`p.locker_id IN (SELECT l.id FROM lockers l WHERE l.type_id IN (` + marks(&args, filter.LockerTypes) + `))`)
	}
	if len(filter.LockerIDs) > 0 {
		only(`p.locker_id IN (` + marks(&args, filter.LockerIDs) + `)`)
	}
	if len(filter.Statuses) > 0 {
		only(`p.status IN (` + marks(&args, filter.Statuses) + `)`)
	}
	for _, wanted := range [][]payment.UseStatus{filter.UseStatuses, filter.StopReasons} {
		uses := []string{}
		for _, status := range wanted {
			uses = append(uses, map[payment.UseStatus]string{
				payment.UseRunning: `p.ended_at IS NULL`, payment.UseEnded: `p.ended_at IS NOT NULL`,
				payment.UseOverrun: `p.overrun OR p.removed`, payment.UseRemoved: `p.removed`,
			}[status])
		}
		if len(uses) > 0 {
			only(`p.occupation_id IS NOT NULL AND (` + strings.Join(uses, ` OR `) + `)`)
		}
	}
	if filter.UUID != "" {
		only(beginning(&args, filter.UUID))
	}
	for column, typed := range map[string]string{`last_folded`: filter.LastName, `first_folded`: filter.FirstName, `email_folded`: filter.Email} {
		for _, word := range strings.Fields(text.Fold(typed)) {
			only(ofPeople(&args, []string{column}, word))
		}
	}
	for _, word := range strings.Fields(text.Fold(filter.Search)) {
		only(`(` + ofPeople(&args, []string{`last_folded`, `first_folded`, `email_folded`}, word) + ` OR ` + beginning(&args, word) + `)`)
	}
	return strings.Join(conditions, ` AND `), args
}

// beginning finds the payments whose uuid begins so.
func beginning(args *[]any, prefix string) string {
	prefix = strings.ToLower(prefix)
	return `(p.uuid >= ` + mark(args, prefix) + ` AND p.uuid < ` + mark(args, prefix+"\U0010ffff") + `)`
}

var likeEscapes = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// ofPeople finds the payments of those of whom a column holds the word.
func ofPeople(args *[]any, columns []string, word string) string {
	pattern := mark(args, `%`+likeEscapes.Replace(word)+`%`)
	tests := make([]string, len(columns))
	for i, column := range columns {
		tests[i] = `a.` + column + ` LIKE ` + pattern + ` ESCAPE '\'`
	}
	return `p.account_id IN (SELECT a.id FROM accounts a WHERE ` + strings.Join(tests, ` OR `) + `)`
}

// exportBatch is how many rows of an export are held at a time.
const exportBatch = 2000

// ExportPayments implements payment.Store. Each batch is a reading of its own, so
// that a slow client holds no connection.
func (s *Store) ExportPayments(ctx context.Context, filter payment.Filter, batch func([]payment.Row) error) error {
	where, args := paymentConditions(filter)
	type row struct {
		paymentRow
		payment.Row
		station, locker, tariff, means, comment *string
	}
	for {
		page := mark(&args, exportBatch)
		rows, err := collect(ctx, s.reader(ctx), "export payments", func(r *row) []any {
			return append(r.fields(), &r.LastName, &r.FirstName, &r.Email, &r.station, &r.locker, &r.tariff, &r.means, &r.comment)
		}, `SELECT `+paymentColumns+`, a.last_name, a.first_name, a.email, s.name, l.name, v.public_label,
			  (SELECT n.means FROM presentations n WHERE n.payment_id = p.id AND n.kind = 'manuel'),
			  (SELECT n.comment FROM presentations n WHERE n.payment_id = p.id AND n.comment <> '' ORDER BY n.id DESC LIMIT 1)
			FROM (SELECT p.id FROM payments p WHERE `+where+` ORDER BY p.started_at DESC, p.id DESC LIMIT `+page+`) listed
			JOIN payments p ON p.id = listed.id JOIN accounts a ON a.id = p.account_id
			LEFT JOIN lockers l ON l.id = p.locker_id LEFT JOIN stations s ON s.id = l.station_id
			LEFT JOIN subscriptions u ON u.id = p.subscription_id
			LEFT JOIN tariff_versions v ON v.tariff_id = u.tariff_id AND v.version = u.tariff_version
			ORDER BY p.started_at DESC, p.id DESC`, args...)
		if err != nil {
			return err
		}
		given := make([]payment.Row, len(rows))
		for i, r := range rows {
			given[i] = r.Row
			given[i].Payment = r.payment()
			given[i].Station, given[i].Locker, given[i].Tariff = textOf(r.station), textOf(r.locker), textOf(r.tariff)
			given[i].Means, given[i].Comment = payment.Means(textOf(r.means)), textOf(r.comment)
		}
		if err := s.addOpenStays(ctx, given); err != nil {
			return err
		}
		if len(given) > 0 {
			if err := batch(given); err != nil {
				return err
			}
		}
		if len(rows) < exportBatch {
			return nil
		}
		last := given[len(given)-1]
		where, args = paymentConditions(filter)
		started := mark(&args, millis(last.StartedAt))
		where += ` AND (p.started_at < ` + started + ` OR (p.started_at = ` + started + ` AND p.id < ` + mark(&args, last.ID) + `))`
	}
}

// addOpenStays reads the stays in progress, whose price is that of now.
func (s *Store) addOpenStays(ctx context.Context, rows []payment.Row) error {
	args := []any{}
	byID := map[int64]*payment.Row{}
	for i := range rows {
		if rows[i].Status == payment.Running {
			args = append(args, rows[i].OccupationID)
			byID[rows[i].OccupationID] = &rows[i]
		}
	}
	if len(args) == 0 {
		return nil
	}
	uses, err := s.uses(ctx, `o.id IN (`+placeholders(1, len(args))+`)`, args...)
	for _, use := range uses {
		byID[use.ID].Stay = &use.Occupation
	}
	return err
}

func textOf(optional *string) string {
	if optional == nil {
		return ""
	}
	return *optional
}
