package money

import (
	"context"
	"slices"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/paging"
)

// OpenFrom implements ledger.ChainStore.
func (s *Store) OpenFrom(ctx context.Context, operatorID int64) (time.Time, error) {
	last, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read the last closed month",
		func(month **int64) []any { return []any{month} },
		`SELECT MAX(month) FROM statement_closings WHERE operator_id = $1`, operatorID))
	if err != nil || last == nil {
		return time.Time{}, err
	}
	return (clock.Month(*last) + 1).Begins(), nil
}

// ClosedMonths implements ledger.ReadStore.
func (s *Store) ClosedMonths(ctx context.Context, operatorID int64) ([]ledger.ClosedMonth, error) {
	type closed struct {
		ledger.ClosedMonth
		month  int64
		record string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read closed months",
		func(c *closed) []any { return []any{&c.month, &c.record, &c.After} },
		`SELECT month, record, sequence FROM statement_closings WHERE operator_id = $1 ORDER BY month`, operatorID)
	list := make([]ledger.ClosedMonth, len(rows))
	for i, c := range rows {
		c.Month, c.Digest = clock.Month(c.month).String(), statement.Digest([]byte(c.record))
		list[i] = c.ClosedMonth
	}
	return list, err
}

// AllWaiting implements ledger.ReadStore and statement.EntryStore.
func (s *Store) AllWaiting(ctx context.Context, operatorID int64) ([]ledger.Entry, error) {
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read all waiting entries",
		func(r *row) []any { return append(r.event(), &r.ID, &r.Hash) },
		`SELECT `+eventColumns+`, id, COALESCE(hash, '') FROM ledger_waiting WHERE operator_id = $1 ORDER BY at, id`, operatorID)
	return entries(rows), err
}

// FirstsOf implements statement.EntryStore.
func (s *Store) FirstsOf(ctx context.Context, payments []int64) (map[int64]statement.Firsts, error) {
	found := map[int64]statement.Firsts{}
	if len(payments) == 0 {
		return found, nil
	}
	type first struct {
		payment int64
		statement.Firsts
	}
	args := []any{}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read the first entries of payments",
		func(f *first) []any { return []any{&f.payment, &f.Billed, &f.Settled} }, `
		SELECT payment_id, COALESCE(MIN(CASE WHEN kind IN ('facture', 'reprise') THEN sequence END), 0),
		COALESCE(MIN(CASE WHEN kind IN
		('encaisse', 'encaisse_autrement', 'annule', 'rendu_gratuit', 'reduit') THEN sequence END), 0)
		FROM ledger WHERE `+s.db.AmongIDs(&args, `payment_id`, payments)+` GROUP BY payment_id`, args...)
	for _, f := range rows {
		found[f.payment] = f.Firsts
	}
	return found, err
}

// TestPayments implements statement.EntryStore.
func (s *Store) TestPayments(ctx context.Context, payments []int64) (map[int64]bool, error) {
	args := []any{}
	return s.among(ctx, payments, "list payments of tests",
		`SELECT id FROM payments WHERE is_test = TRUE AND `+s.db.AmongIDs(&args, `id`, payments), &args)
}

// among returns those of the ids that a query finds, which is not run for none. args are read once the query is
// written.
func (s *Store) among(ctx context.Context, all []int64, what, query string, args *[]any) (map[int64]bool, error) {
	found := map[int64]bool{}
	if len(all) == 0 {
		return found, nil
	}
	ids, err := db.Collect(ctx, s.db.Reader(ctx), what, func(id *int64) []any { return []any{id} }, query, *args...)
	for _, id := range ids {
		found[id] = true
	}
	return found, err
}

// PaymentUUIDs implements statement.EntryStore.
func (s *Store) PaymentUUIDs(ctx context.Context, payments []int64) (map[int64]string, error) {
	found := map[int64]string{}
	if len(payments) == 0 {
		return found, nil
	}
	type named struct {
		id   int64
		uuid string
	}
	args := []any{}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read uuids of payments",
		func(n *named) []any { return []any{&n.id, &n.uuid} },
		`SELECT id, uuid FROM payments WHERE `+s.db.AmongIDs(&args, `id`, payments), args...)
	for _, n := range rows {
		found[n.id] = n.uuid
	}
	return found, err
}

// ChainedLines implements statement.EntryStore. Each kind, and the marked entries, are read by an index of their own as
// far as the limit, and merged.
func (s *Store) ChainedLines(
	ctx context.Context, operatorID, upTo int64, picks statement.Selection, span statement.Span, from *paging.Key,
	oldestFirst bool, limit int,
) ([]ledger.Entry, error) {
	found := []ledger.Entry{}
	for _, kind := range picks.Kinds {
		some, err := s.linesOfKind(ctx, operatorID, upTo, kind, picks, span, from, oldestFirst, limit)
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	slices.SortFunc(found, func(a, b ledger.Entry) int {
		order := b.At.Compare(a.At)
		if order == 0 {
			order = int(b.Sequence - a.Sequence)
		}
		if oldestFirst {
			order = -order
		}
		return order
	})
	return found[:min(limit, len(found))], nil
}

func (s *Store) linesOfKind(
	ctx context.Context, operatorID, upTo int64, kind ledger.Kind, picks statement.Selection, span statement.Span,
	from *paging.Key, oldestFirst bool, limit int,
) ([]ledger.Entry, error) {
	var w db.Where
	table, key := `ledger l`, `l`
	if s.db.OnSQLite() {
		table += ` INDEXED BY ledger_by_kind` // else it may read all kinds from a key on
	}
	w.Only(`l.operator_id = ` + w.Arg(operatorID))
	if mark := picks.FoundBy(); mark != statement.Unmarked {
		table, key = `statement_marks m JOIN ledger l ON l.operator_id = m.operator_id AND l.sequence = m.sequence`, `m`
		w.Only(`m.operator_id = ` + w.Arg(operatorID))
		w.Only(`m.mark = ` + w.Arg(mark))
	}
	w.Only(key + `.kind = ` + w.Arg(kind))
	w.Only(key + `.at >= ` + w.Arg(db.Millis(span.From)))
	w.Only(key + `.at < ` + w.Arg(db.Millis(span.Before)))
	w.Only(`l.sequence <= ` + w.Arg(upTo))
	if picks.Means != nil {
		w.Only(`l.means = ` + w.Arg(*picks.Means))
	}
	if picks.VATRate != nil {
		w.Only(`l.vat_rate = ` + w.Arg(*picks.VATRate))
	}
	if picks.Document == document.Receipt {
		w.Only(`l.document NOT LIKE '%-A%'`)
	}
	direction, sign := ` DESC`, `<`
	if oldestFirst {
		direction, sign = ``, `>`
	}
	if from != nil {
		w.Only(`(` + key + `.at, ` + key + `.sequence) ` + sign + ` (` + w.Arg(db.Millis(from.At)) + `, ` + w.Arg(from.ID) +
			`)`)
	}
	qualified := `l.operator_id, l.at, l.kind, l.payment_id, l.attempt, l.document, l.amount, l.vat_rate, l.vat, l.means,
		l.sequence`
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read the lines of a figure",
		func(r *row) []any { return append(r.event(), &r.Sequence) },
		`SELECT `+qualified+` FROM `+table+` WHERE `+w.SQL()+` ORDER BY `+key+`.at`+direction+`, `+key+`.sequence`+
			direction+db.Page(w.Args, limit),
		append(w.Args, 0)...)
	return entries(rows), err
}
