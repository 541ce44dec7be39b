package money

import (
	"context"
	"encoding/json"
	"fmt"

	"consigne/internal/db"
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// OperatorsToAdd implements statement.TotalStore.
func (s *Store) OperatorsToAdd(ctx context.Context) ([]int64, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "list operators to add up", func(id *int64) []any { return []any{id} }, `
		SELECT h.operator_id FROM ledger_heads h LEFT JOIN statement_positions p ON p.operator_id = h.operator_id
		WHERE h.sequence > COALESCE(p.sequence, 0) ORDER BY h.operator_id`)
}

type totalRow struct {
	group statement.Group
	total statement.Total
}

const totalColumns = `month, kind, means, vat_rate, mark, entries, amount, vat, first_document, last_document`

// TotalsOf implements statement.TotalStore.
func (s *Store) TotalsOf(ctx context.Context, operatorID int64) (statement.Totals, int64, error) {
	upTo, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read the position of totals",
		func(n *int64) []any { return []any{n} },
		`SELECT sequence FROM statement_positions WHERE operator_id = $1`, operatorID))
	if err != nil && !fault.Is(err, fault.KindNotFound) {
		return nil, 0, err
	}
	totals, err := s.totals(ctx, operatorID)
	return totals, upTo, err
}

// TakeTotals implements statement.TotalStore. It locks the row of the position, so that another node waits for this
// transaction.
func (s *Store) TakeTotals(ctx context.Context, operatorID int64) (statement.Totals, int64, error) {
	upTo, err := db.First(db.Collect(ctx, s.db.Writer(ctx), "take totals", func(n *int64) []any { return []any{n} }, `
		INSERT INTO statement_positions (operator_id, sequence) VALUES ($1, 0)
		ON CONFLICT (operator_id) DO UPDATE SET sequence = statement_positions.sequence RETURNING sequence`, operatorID))
	if err != nil {
		return nil, 0, err
	}
	totals, err := s.totals(ctx, operatorID)
	return totals, upTo, err
}

func (s *Store) totals(ctx context.Context, operatorID int64) (statement.Totals, error) {
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read totals", func(r *totalRow) []any {
		g, t := &r.group, &r.total
		return []any{
			(*int64)(&g.Month), &g.Kind, &g.Means, &g.VATRate, &g.Mark, &t.Entries, &t.Amount, &t.VAT, &t.First,
			&t.Last,
		}
	}, `SELECT `+totalColumns+` FROM statement_totals WHERE operator_id = $1`, operatorID)
	totals := statement.Totals{}
	for _, r := range rows {
		totals[r.group] = r.total
	}
	return totals, err
}

// ForgetTotals implements statement.TotalStore.
func (s *Store) ForgetTotals(ctx context.Context, operatorID int64) error {
	for _, query := range []string{
		`DELETE FROM statement_totals WHERE operator_id = $1`,
		`DELETE FROM statement_marks WHERE operator_id = $1`,
		`UPDATE statement_positions SET sequence = 0 WHERE operator_id = $1`,
	} {
		if err := s.db.Exec(ctx, "forget totals", query, operatorID); err != nil {
			return err
		}
	}
	return nil
}

// SaveTotals implements statement.TotalStore.
func (s *Store) SaveTotals(
	ctx context.Context, operatorID, upTo int64, changed statement.Totals, marked []statement.Event,
) error {
	for g, t := range changed {
		if err := s.db.Exec(ctx, "save total", `INSERT INTO statement_totals (operator_id, `+totalColumns+`) VALUES (`+db.Placeholders(1, 11)+`)
			ON CONFLICT (operator_id, month, kind, means, vat_rate, mark) DO UPDATE
			SET entries = excluded.entries, amount = excluded.amount,
			vat = excluded.vat, first_document = excluded.first_document, last_document = excluded.last_document`,
			operatorID, int64(g.Month), g.Kind, g.Means, g.VATRate, g.Mark, t.Entries, t.Amount, t.VAT, t.First,
			t.Last); err != nil {
			return err
		}
	}
	for _, e := range marked {
		for _, mark := range e.Found() {
			if err := s.db.Exec(ctx, "mark entry", `INSERT INTO statement_marks (operator_id, mark, kind, at, sequence)
				VALUES ($1, $2, $3, $4, $5)`,
				operatorID, mark, e.Kind, db.Millis(e.At), e.Sequence); err != nil {
				return err
			}
		}
	}
	return s.db.Exec(ctx, "save the position of totals", `UPDATE statement_positions SET sequence = $2
		WHERE operator_id = $1`, operatorID, upTo)
}

type closingRow struct {
	statement.Closing
	key    *int64
	at     int64
	record string
}

const closingColumns = `month, closed_at, actor_id, key_id, balance, sequence`

func (r *closingRow) fields() []any {
	return []any{(*int64)(&r.Month), &r.at, &r.ActorID, &r.key, &r.Balance, &r.Sequence}
}

// Closings implements statement.ClosingStore.
func (s *Store) Closings(ctx context.Context, operatorID int64) ([]statement.Closing, error) {
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list closed months", (*closingRow).fields,
		`SELECT `+closingColumns+` FROM statement_closings WHERE operator_id = $1 ORDER BY month DESC`, operatorID)
	list := make([]statement.Closing, len(rows))
	for i, r := range rows {
		r.At, r.KeyID = db.Instant(r.at), db.IdOrZero(r.key)
		list[i] = r.Closing
	}
	return list, err
}

// ClosingOf implements statement.ClosingStore.
func (s *Store) ClosingOf(ctx context.Context, operatorID int64, month clock.Month) (statement.Closing, error) {
	r, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read closed month",
		func(r *closingRow) []any { return append(r.fields(), &r.record) },
		`SELECT `+closingColumns+`, record FROM statement_closings WHERE operator_id = $1 AND month = $2`, operatorID,
		int64(month)))
	r.At, r.KeyID, r.Record = db.Instant(r.at), db.IdOrZero(r.key), []byte(r.record)
	return r.Closing, err
}

// CreateClosing implements statement.ClosingStore.
func (s *Store) CreateClosing(ctx context.Context, operatorID int64, c statement.Closing) (bool, error) {
	return s.db.CompareAndSet(ctx, "close month", `INSERT INTO statement_closings (operator_id, `+closingColumns+`, record) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (operator_id, month) DO NOTHING`, operatorID, int64(c.Month), db.Millis(c.At), c.ActorID, db.OrNull(c.KeyID), c.Balance, c.Sequence, string(c.Record))
}

// SaveRefusal implements statement.RefusalStore.
func (s *Store) SaveRefusal(ctx context.Context, operatorID int64, r statement.Refusal) error {
	return s.db.Exec(ctx, "save a refused closing", `INSERT INTO statement_refusals (operator_id, month, refused_at, reason)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (operator_id) DO UPDATE SET month = excluded.month, reason = excluded.reason, refused_at =
		CASE WHEN statement_refusals.month = excluded.month THEN statement_refusals.refused_at ELSE excluded.refused_at END`,
		operatorID, int64(r.Month), db.Millis(r.At), r.Reason)
}

// DropRefusal implements statement.RefusalStore.
func (s *Store) DropRefusal(ctx context.Context, operatorID int64) error {
	return s.db.Exec(ctx, "drop a refused closing", `DELETE FROM statement_refusals WHERE operator_id = $1`, operatorID)
}

// AccountsOf implements statement.AccountStore.
func (s *Store) AccountsOf(ctx context.Context, operatorID int64) (accounts statement.Accounts, set bool, err error) {
	text, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read the accounts of bookkeeping",
		func(text *string) []any { return []any{text} },
		`SELECT accounts FROM statement_accounts WHERE operator_id = $1`, operatorID))
	if fault.Is(err, fault.KindNotFound) {
		return accounts, false, nil
	}
	if err == nil {
		if err = json.Unmarshal([]byte(text), &accounts); err != nil {
			err = fmt.Errorf("read the accounts of operator %d: %w", operatorID, err)
		}
	}
	return accounts, err == nil, err
}

// SaveAccounts implements statement.AccountStore.
func (s *Store) SaveAccounts(ctx context.Context, operatorID int64, accounts statement.Accounts) error {
	text, err := json.Marshal(accounts)
	if err != nil {
		return fmt.Errorf("write accounts: %w", err)
	}
	return s.db.Exec(ctx, "save the accounts of bookkeeping", `INSERT INTO statement_accounts (operator_id, accounts)
		VALUES ($1, $2)
		ON CONFLICT (operator_id) DO UPDATE SET accounts = excluded.accounts`, operatorID, string(text))
}
