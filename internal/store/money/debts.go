package money

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/money/debt"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
)

// People finds accounts by words.
type People interface {
	// Matching is the condition that the account whose id is in a column matches all the words of a filter.
	Matching(args *[]any, column string, words account.Filter) string
}

// dueSince is the instant at which a payment p became due (payment.Payment.BilledAt).
const dueSince = `COALESCE(p.ended_at, p.started_at)`

// owedStatuses are written out, because SQLite uses the index payments_owed for this very text alone.
var owedStatuses = func() string {
	list := ``
	for _, status := range payment.OwedStatuses() {
		list += `, '` + string(status) + `'`
	}
	return `p.status IN (` + list[2:] + `)`
}()

// owed is the condition that a payment p is owed to an operator.
func owed(w *db.Where, operatorID int64) {
	w.Is(`p.operator_id`, operatorID)
	w.Only(owedStatuses)
	w.Only(`p.amount > 0`)
}

// unbilled is the condition that the ledger has neither billed nor brought forward a payment p. What became due since
// the ledger began is in it, unless a former system had billed it: that has its first attempt at the very instant. Only
// the entries of the others are looked up, one by one: PostgreSQL would turn EXISTS into a hash of all bills of the
// ledger.
func (s *Store) unbilled(ctx context.Context, w *db.Where, operatorID int64) (string, error) {
	mark, begun, err := s.Mark(ctx, operatorID)
	own, some := mark.OwnFrom, begun
	if err == nil && !begun {
		own, some, err = s.FirstEvent(ctx, operatorID)
	}
	mayBe := `TRUE`
	if some {
		mayBe = `(` + dueSince + ` < ` + w.Arg(db.Millis(own)) + ` OR p.first_at = ` + dueSince + `)`
	}
	kinds := `(` + w.Arg(ledger.Billed) + `, ` + w.Arg(ledger.BroughtForward) + `)`
	return `(` + mayBe + ` AND (SELECT l.payment_id FROM ledger l WHERE l.payment_id = p.id AND l.kind IN ` + kinds +
		` LIMIT 1) IS NULL AND p.id NOT IN (SELECT e.payment_id FROM ledger_waiting e WHERE e.operator_id = ` +
		w.Arg(operatorID) + ` AND e.kind IN ` + kinds + `))`, err
}

// Debts implements debt.Store.
func (s *Store) Debts(ctx context.Context, operatorID int64, bounds debt.Bounds) ([]debt.Debt, error) {
	var w db.Where
	owed(&w, operatorID)
	where := w.SQL()
	columns, before := ``, ``
	within := func(condition string) {
		columns += `, CAST(SUM(CASE WHEN ` + condition + ` THEN p.amount ELSE 0 END) AS BIGINT)`
	}
	for _, from := range bounds {
		since := w.Arg(db.Millis(from))
		within(dueSince + ` >= ` + since + before)
		before = ` AND ` + dueSince + ` < ` + since
	}
	within(`TRUE` + before)
	unbilled, err := s.unbilled(ctx, &w, operatorID)
	if err != nil {
		return nil, err
	}
	within(unbilled)
	type row struct {
		debt.Debt
		since int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "add debts up", func(r *row) []any {
		fields := []any{&r.Account.ID, &r.Payments, &r.since}
		for age := range r.ByAge {
			fields = append(fields, &r.ByAge[age])
		}
		return append(fields, &r.BeforeLedger)
	}, `SELECT p.account_id, COUNT(*), MIN(`+dueSince+`)`+columns+` FROM payments p WHERE `+where+
		` GROUP BY p.account_id`, w.Args...)
	list := make([]debt.Debt, len(rows))
	for i, r := range rows {
		r.Since = db.Instant(r.since)
		list[i] = r.Debt
	}
	return list, err
}

// PeopleAmong implements debt.Store.
func (s *Store) PeopleAmong(ctx context.Context, accounts []int64, words string) (map[int64]bool, error) {
	args := []any{}
	query := `SELECT i.id FROM ` + s.db.EachID(&args, accounts)
	query += ` WHERE ` + s.people.Matching(&args, `i.id`, account.Filter{Search: words})
	return s.among(ctx, accounts, "look for people with debts", query, &args)
}

// OwedPayments implements debt.Store.
func (s *Store) OwedPayments(
	ctx context.Context, operatorID, accountID int64, offset, limit int,
) (page []debt.Payment, total int, err error) {
	type row struct {
		id, since int64
		unbilled  bool
	}
	var w db.Where
	owed(&w, operatorID)
	w.Is(`p.account_id`, accountID)
	where := w.SQL()
	unbilled, err := s.unbilled(ctx, &w, operatorID)
	if err != nil {
		return nil, 0, err
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list the payments of a debt",
		func(r *row) []any { return []any{&r.id, &r.since, &r.unbilled} },
		`SELECT p.id, `+dueSince+` AS since, `+unbilled+` FROM payments p WHERE `+where+
			` ORDER BY since, p.id`, w.Args...)
	if err != nil {
		return nil, 0, err
	}
	total = len(rows)
	rows = rows[min(offset, total):min(offset+limit, total)]
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.id
	}
	list, err := s.DetailsByID(ctx, ids)
	for i, d := range list {
		page = append(page, debt.Payment{Details: d, DueSince: db.Instant(rows[i].since), BeforeLedger: rows[i].unbilled})
	}
	return page, total, err
}
