package money

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/reconciliation"
)

// Reading implements reconciliation.ReadingStore.
func (s *Store) Reading(ctx context.Context) (reconciliation.Reading, error) {
	type row struct{ since, read, checked *int64 }
	r, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read how far statements were read",
		func(r *row) []any { return []any{&r.since, &r.read, &r.checked} },
		`SELECT since, read_at, checked_at FROM provider_readings WHERE id = 1`))
	found := reconciliation.Reading{ReadAt: db.InstantOrNil(r.read), CheckedAt: db.InstantOrNil(r.checked)}
	if r.since != nil {
		found.Since = db.Instant(*r.since)
	}
	return found, err
}

// TakeTurn implements reconciliation.ReadingStore. Instants later than any can be were written by a clock that ran
// ahead.
func (s *Store) TakeTurn(ctx context.Context, now, until time.Time) (bool, error) {
	return s.db.CompareAndSet(ctx, "take the turn to read statements", `UPDATE provider_readings SET claimed_until = $2
		WHERE id = 1 AND (due_at <= $1 OR due_at > $3) AND (claimed_until <= $1 OR claimed_until > $2)`,
		db.Millis(now), db.Millis(until), db.Millis(now.Add(reconciliation.Interval)))
}

// EndTurn implements reconciliation.ReadingStore.
func (s *Store) EndTurn(ctx context.Context, r reconciliation.Reading, due time.Time) error {
	return s.db.Exec(ctx, "end the turn to read statements",
		`UPDATE provider_readings SET since = $1, read_at = $2, checked_at = $3, due_at = $4, claimed_until = 0 WHERE id = 1`,
		db.Millis(r.Since), db.MillisOrNull(r.ReadAt), db.MillisOrNull(r.CheckedAt), db.Millis(due))
}

// DelayTurn implements reconciliation.ReadingStore.
func (s *Store) DelayTurn(ctx context.Context, until time.Time) error {
	return s.db.Exec(ctx, "delay the turn to read statements", `UPDATE provider_readings SET claimed_until = $1
		WHERE id = 1`, db.Millis(until))
}

// values passes rows to a statement as one argument: an array of arrays.
func values(rows [][]any) (string, error) {
	text, err := json.Marshal(rows)
	if err != nil {
		return "", fmt.Errorf("write rows: %w", err)
	}
	return string(text), nil
}

// SaveMovements implements reconciliation.ReadingStore.
func (s *Store) SaveMovements(ctx context.Context, list []reconciliation.Movement) error {
	rows := make([][]any, len(list))
	for i, m := range list {
		rows[i] = []any{m.ID, m.Key(), m.Kind, m.UUID, m.Of, m.Operator, m.Amount, m.Fee, m.Net, db.Millis(m.At)}
	}
	given, err := values(rows)
	if err != nil {
		return err
	}
	from := s.db.Rows(`$1`, []string{
		`id TEXT`, `matched_by TEXT`, `kind TEXT`, `uuid TEXT`, `charge_uuid TEXT`, `named BIGINT`, `amount BIGINT`,
		`fee BIGINT`, `net BIGINT`, `at BIGINT`,
	})
	// An operator that does not exist would hide the movement from everybody.
	return s.db.Exec(ctx, "save movements", `
		INSERT INTO provider_movements (id, matched_by, kind, uuid, charge_uuid, named_operator, amount, fee, net, at)
		SELECT f.id, f.matched_by, f.kind, f.uuid, f.charge_uuid, COALESCE(o.id, 0), f.amount, f.fee, f.net, f.at
		FROM `+from+` f LEFT JOIN operators o ON o.id = f.named WHERE TRUE
		ON CONFLICT (id) DO NOTHING`, given)
}

// SavePayouts implements reconciliation.ReadingStore.
func (s *Store) SavePayouts(ctx context.Context, list []reconciliation.Payout) error {
	rows := make([][]any, len(list))
	for i, p := range list {
		rows[i] = []any{p.ID, p.Amount, p.Status, db.Millis(p.CreatedAt), db.Millis(p.ArrivesAt)}
	}
	given, err := values(rows)
	if err != nil {
		return err
	}
	from := s.db.Rows(`$1`, []string{`id TEXT`, `amount BIGINT`, `status TEXT`, `created_at BIGINT`, `arrives_at BIGINT`})
	return s.db.Exec(ctx, "save payouts", `
		INSERT INTO provider_payouts (id, amount, status, created_at, arrives_at) SELECT f.id, f.amount, f.status, f.created_at, f.arrives_at FROM `+from+` f WHERE TRUE
		ON CONFLICT (id) DO UPDATE SET amount = excluded.amount, status = excluded.status, arrives_at = excluded.arrives_at,
		to_enter = TRUE
		WHERE (provider_payouts.amount, provider_payouts.status, provider_payouts.arrives_at) <> (excluded.amount,
		excluded.status, excluded.arrives_at)`, given)
}

// UnreadPayouts implements reconciliation.ReadingStore.
func (s *Store) UnreadPayouts(ctx context.Context) ([]string, error) {
	return s.keys(ctx, "list unread payouts", `SELECT id FROM provider_payouts WHERE is_read = FALSE ORDER BY id`)
}

// LinkMovements implements reconciliation.ReadingStore.
func (s *Store) LinkMovements(ctx context.Context, payoutID string, movements []string) error {
	among, err := s.amongMovements(`id`, `$2`, movements)
	if err != nil {
		return err
	}
	if err := s.db.Exec(ctx, "link movements", `UPDATE provider_movements SET payout_id = $1
		WHERE `+among.condition, payoutID, among.given); err != nil {
		return err
	}
	return s.db.Exec(ctx, "have a payout looked at", `UPDATE provider_payouts SET to_enter = TRUE WHERE id = $1`, payoutID)
}

// MarkPayoutRead implements reconciliation.ReadingStore.
func (s *Store) MarkPayoutRead(ctx context.Context, payoutID string) error {
	return s.db.Exec(ctx, "mark payout as read", `UPDATE provider_payouts SET is_read = TRUE WHERE id = $1`, payoutID)
}

func (s *Store) keys(ctx context.Context, what, query string, args ...any) ([]string, error) {
	return db.Collect(ctx, s.db.Reader(ctx), what, func(key *string) []any { return []any{key} }, query, args...)
}

// amongTexts is the condition that a column is one of many texts, passed as one argument.
type amongTexts struct{ condition, given string }

func (s *Store) amongMovements(column, argument string, texts []string) (amongTexts, error) {
	rows := make([][]any, len(texts))
	for i, text := range texts {
		rows[i] = []any{text}
	}
	given, err := values(rows)
	return amongTexts{column + ` IN (SELECT f.key FROM ` + s.db.Rows(argument, []string{`key TEXT`}) + ` f)`, given}, err
}
