package money

import (
	"context"

	"consigne/internal/db"
	"consigne/internal/domain/money/statement"
)

// DayTotals implements statement.YearStore.
func (s *Store) DayTotals(
	ctx context.Context, operatorID int64, span statement.Span,
) ([]statement.DayTotal, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "sum up a day of the ledger", func(t *statement.DayTotal) []any {
		return []any{&t.Kind, &t.Means, &t.VATRate, &t.Carried, &t.Amount, &t.VAT, &t.First, &t.Last}
	}, `SELECT l.kind, l.means, l.vat_rate, m.sequence IS NOT NULL, CAST(SUM(l.amount) AS BIGINT),
		CAST(SUM(l.vat) AS BIGINT), MIN(l.sequence) AS first, MAX(l.sequence)
		FROM ledger l LEFT JOIN statement_marks m ON m.operator_id = l.operator_id AND m.mark = 'repris' AND m.kind = l.kind
		AND m.at = l.at AND m.sequence = l.sequence
		WHERE l.operator_id = $1 AND l.at >= $2 AND l.at < $3 AND l.kind NOT IN ('document', 'mois_cloture', 'debut_registre')
		GROUP BY l.kind, l.means, l.vat_rate, m.sequence IS NOT NULL ORDER BY first`,
		operatorID, db.Millis(span.From), db.Millis(span.Before))
}

// YearlyTerms implements statement.YearStore.
func (s *Store) YearlyTerms(
	ctx context.Context, operatorID int64, span statement.Span,
) ([]statement.YearlyTerm, error) {
	type row struct {
		statement.YearlyTerm
		begins, at int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list bills of yearly terms", func(r *row) []any {
		return []any{&r.PaymentID, &r.begins, &r.at, &r.Amount}
	}, `SELECT p.id, p.started_at, l.at, CASE WHEN l.kind = 'facture' THEN l.amount ELSE -l.amount END
		FROM ledger l JOIN payments p ON p.id = l.payment_id JOIN subscriptions u ON u.id = p.subscription_id
		JOIN tariff_versions v ON v.tariff_id = u.tariff_id AND v.version = u.tariff_version
		WHERE l.operator_id = $1 AND l.at >= $2 AND l.at < $3 AND l.kind IN ('facture', 'annule', 'rendu_gratuit', 'reduit')
		AND v.unit = 'an' ORDER BY l.at, l.sequence`,
		operatorID, db.Millis(span.From), db.Millis(span.Before))
	list := make([]statement.YearlyTerm, len(rows))
	for i, r := range rows {
		r.Begins, r.At = db.Instant(r.begins), db.Instant(r.at)
		list[i] = r.YearlyTerm
	}
	return list, err
}
