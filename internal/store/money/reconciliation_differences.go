package money

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/kernel/paging"
	"consigne/internal/store/keyed"
)

// Figures implements reconciliation.DifferenceStore.
func (s *Store) Figures(ctx context.Context, operatorID int64, month string) ([]reconciliation.Figure, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "sum up what was compared", func(f *reconciliation.Figure) []any {
		return []any{&f.State, &f.Number, &f.Here, &f.There, &f.Explained}
	}, `SELECT state, COUNT(*), CAST(COALESCE(SUM(amount), 0) AS BIGINT), CAST(COALESCE(SUM(amount), 0) AS BIGINT), 0
		FROM provider_movements WHERE operator_id = $1 AND month = $2 AND state = 'rapproche' GROUP BY state
		UNION ALL
		SELECT state, COUNT(*), CAST(SUM(here) AS BIGINT), CAST(SUM(there) AS BIGINT), COUNT(explained_at)
		FROM reconciliation_items WHERE operator_id = $1 AND month = $2 GROUP BY state`, operatorID, month)
}

// shareColumns add the movements m of an operator up.
const shareColumns = `COUNT(m.id), CAST(COALESCE(SUM(CASE
	WHEN m.kind = 'encaissement' THEN m.amount END), 0) AS BIGINT),
	CAST(COALESCE(SUM(CASE WHEN m.kind <> 'encaissement' THEN m.amount END), 0) AS BIGINT), CAST(COALESCE(SUM(m.fee),
	0) AS BIGINT), CAST(COALESCE(SUM(m.net), 0) AS BIGINT)`

func shareFields(s *reconciliation.Share) []any {
	return []any{&s.Number, &s.Gross, &s.Refunds, &s.Fees, &s.Net}
}

// Shares implements reconciliation.DifferenceStore. With CROSS JOIN, SQLite reads the few payouts first.
func (s *Store) Shares(ctx context.Context, operatorID int64, from, before time.Time) ([]reconciliation.Share, error) {
	type row struct {
		reconciliation.Share
		created, arrives int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list payouts", func(r *row) []any {
		return append(shareFields(&r.Share), &r.ID, &r.Amount, &r.Status, &r.created, &r.arrives)
	}, `SELECT `+shareColumns+`, p.id, p.amount, p.status, p.created_at, p.arrives_at
		FROM provider_payouts p CROSS JOIN provider_movements m
		WHERE m.payout_id = p.id AND m.operator_id = $1 AND p.arrives_at >= $2 AND p.arrives_at < $3
		GROUP BY p.id, p.amount, p.status, p.created_at, p.arrives_at
		ORDER BY p.arrives_at DESC, p.id`, operatorID, db.Millis(from), db.Millis(before))
	list := make([]reconciliation.Share, len(rows))
	for i, r := range rows {
		r.CreatedAt, r.ArrivesAt = db.Instant(r.created), db.Instant(r.arrives)
		list[i] = r.Share
	}
	return list, err
}

// NotPaidOut implements reconciliation.DifferenceStore.
func (s *Store) NotPaidOut(ctx context.Context, operatorID int64) (reconciliation.Share, error) {
	return db.First(db.Collect(ctx, s.db.Reader(ctx), "sum up what is not paid out", shareFields,
		`SELECT `+shareColumns+` FROM provider_movements m WHERE m.payout_id = '' AND m.operator_id = $1`, operatorID))
}

func listed(f reconciliation.Filter) keyed.List {
	list := keyed.List{Table: `reconciliation_items`, Alias: `i`}
	list.Where.Is(`i.operator_id`, f.OperatorID)
	list.Where.Is(`i.month`, f.Month)
	if f.State != "" {
		list.Where.Is(`i.state`, f.State)
	} else {
		list.Where.Only(`i.state <> 'en_attente' AND i.state <> 'avant_registre'`)
	}
	if f.Open {
		list.Where.Only(`i.explained_at IS NULL`)
	}
	return list
}

// Differences implements reconciliation.DifferenceStore.
func (s *Store) Differences(
	ctx context.Context, filter reconciliation.Filter, window paging.Window,
) (page paging.Page[reconciliation.Difference], err error) {
	err = s.db.Snapshot(ctx, func(ctx context.Context) error {
		keys, err := keyed.PageOf(ctx, s.db, "differences", listed(filter), window)
		if err != nil {
			return err
		}
		args := []any{}
		list, err := s.differences(ctx, s.db.AmongIDs(&args, `i.id`, paging.IDs(keys))+` ORDER BY i.at DESC, i.id DESC`,
			args...)
		page = paging.Of(keys, list)
		return err
	})
	return page, err
}

// DifferenceByID implements reconciliation.DifferenceStore.
func (s *Store) DifferenceByID(ctx context.Context, operatorID, id int64) (reconciliation.Difference, error) {
	return db.First(s.differences(ctx, `i.id = $1 AND i.operator_id = $2`, id, operatorID))
}

func (s *Store) differences(ctx context.Context, where string, args ...any) ([]reconciliation.Difference, error) {
	type row struct {
		reconciliation.Difference
		hereAt, thereAt, explainedAt *int64
		foundAt                      int64
		dispute                      disputeRow
		comment                      string
		actorID, keyID               *int64
		actor                        *string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read differences", func(r *row) []any {
		return []any{
			&r.ID, &r.Key, &r.OperatorID, &r.PaymentID, &r.Month, &r.State, &r.Kind, &r.Here, &r.There, &r.hereAt, &r.thereAt,
			&r.Reference, &r.foundAt, &r.comment, &r.actorID, &r.keyID, &r.explainedAt, &r.dispute.at, &r.dispute.outcome,
			&r.dispute.closed, &r.actor,
		}
	}, `SELECT i.id, i.matched_by, i.operator_id, i.payment_id, i.month, i.state, i.kind, i.here, i.there, i.here_at,
		i.there_at, i.reference, i.found_at, i.comment, i.explained_by, i.explained_key, i.explained_at,
		p.disputed_at, p.dispute_outcome, p.dispute_closed_at,
		CASE WHEN k.id IS NOT NULL THEN 'clé ' || k.label WHEN a.first_name <> ''
		OR a.last_name <> '' THEN TRIM(a.first_name || ' ' || a.last_name) ELSE a.email END
		FROM reconciliation_items i LEFT JOIN accounts a ON a.id = i.explained_by
		LEFT JOIN payments p ON p.id = i.payment_id AND i.kind = 'contestation'
		LEFT JOIN service_keys k ON k.id = i.explained_key WHERE `+where, args...)
	list := make([]reconciliation.Difference, len(rows))
	for i, r := range rows {
		r.HereAt, r.ThereAt, r.FoundAt = db.InstantOrNil(r.hereAt), db.InstantOrNil(r.thereAt), db.Instant(r.foundAt)
		r.Dispute = r.dispute.dispute()
		if r.explainedAt != nil {
			r.Explanation = &reconciliation.Explanation{
				Comment: r.comment, ActorID: db.IdOrZero(r.actorID),
				KeyID: db.IdOrZero(r.keyID), Actor: db.TextOf(r.actor), At: db.Instant(*r.explainedAt),
			}
		}
		list[i] = r.Difference
	}
	return list, err
}

// Explain implements reconciliation.DifferenceStore.
func (s *Store) Explain(ctx context.Context, operatorID, id int64, e reconciliation.Explanation) (bool, error) {
	return s.db.CompareAndSet(ctx, "explain difference", `UPDATE reconciliation_items
		SET comment = $3, explained_by = $4, explained_at = $5, explained_key = $6
		WHERE id = $1 AND operator_id = $2 AND explained_at IS NULL
		AND state <> 'en_attente' AND state <> 'avant_registre'`, id, operatorID, e.Comment, db.OrNull(e.ActorID), db.Millis(e.At), db.OrNull(e.KeyID))
}
