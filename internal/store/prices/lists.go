package prices

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/prices/tariff"
)

// periods reads the periods of the tariffs t that match a condition.
func (s *Store) periods(ctx context.Context, where string, arg any) ([]tariff.Period, error) {
	return db.Collect(ctx, s.db.Reader(ctx), "list periods", func(p *tariff.Period) []any {
		return []any{&p.ID, &p.TariffID, &p.Label, &p.Weekdays, &p.From, &p.To, &p.Opens, &p.Closes}
	}, `SELECT p.id, p.tariff_id, p.label, p.weekdays, p.from_date, p.to_date, p.opens_minute, p.closes_minute
		FROM tariff_periods p JOIN tariffs t ON t.id = p.tariff_id WHERE `+where+` ORDER BY p.id`, arg)
}

// PeriodByID implements tariff.PeriodStore.
func (s *Store) PeriodByID(ctx context.Context, id int64) (tariff.Period, error) {
	return db.First(s.periods(ctx, `p.id = $1`, id))
}

// CreatePeriod implements tariff.PeriodStore.
func (s *Store) CreatePeriod(ctx context.Context, p tariff.Period, at time.Time) (int64, error) {
	return s.db.Insert(ctx, "create period", `
		INSERT INTO tariff_periods (tariff_id, label, weekdays, from_date, to_date, opens_minute, closes_minute, since)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`, p.TariffID, p.Label, p.Weekdays, p.From, p.To, p.Opens, p.Closes, db.Millis(at))
}

// UpdatePeriod implements tariff.PeriodStore.
func (s *Store) UpdatePeriod(ctx context.Context, p tariff.Period, at time.Time) error {
	if err := s.keepPast(ctx, "tariff_periods", periodColumns, `id = $1`, at, p.ID); err != nil {
		return err
	}
	return s.db.Exec(ctx, "change period", `
		UPDATE tariff_periods SET label = $2, weekdays = $3, from_date = $4, to_date = $5, opens_minute = $6,
		closes_minute = $7, since = $8 WHERE id = $1`,
		p.ID, p.Label, p.Weekdays, p.From, p.To, p.Opens, p.Closes, db.Millis(at))
}

// DeletePeriod implements tariff.PeriodStore.
func (s *Store) DeletePeriod(ctx context.Context, id int64, at time.Time) error {
	return s.end(ctx, "tariff_periods", periodColumns, `id = $1`, at, id)
}

// AddBeneficiaries implements tariff.BeneficiaryStore.
func (s *Store) AddBeneficiaries(ctx context.Context, id int64, emails []string, at time.Time) error {
	for _, email := range emails {
		if err := s.db.Exec(ctx, "add beneficiary", `
			INSERT INTO tariff_beneficiaries (tariff_id, email, email_folded, since) VALUES ($1, $2, $3, $4)
			ON CONFLICT DO NOTHING`,
			id, email, account.FoldEmail(email), db.Millis(at)); err != nil {
			return err
		}
	}
	return nil
}

// ClearBeneficiaries implements tariff.BeneficiaryStore.
func (s *Store) ClearBeneficiaries(ctx context.Context, id int64, at time.Time) error {
	return s.end(ctx, "tariff_beneficiaries", beneficiaryColumns, `tariff_id = $1`, at, id)
}

// DeleteBeneficiary implements tariff.BeneficiaryStore.
func (s *Store) DeleteBeneficiary(ctx context.Context, beneficiaryID int64, at time.Time) error {
	return s.end(ctx, "tariff_beneficiaries", beneficiaryColumns, `id = $1`, at, beneficiaryID)
}

// BeneficiaryTariff implements tariff.BeneficiaryStore.
func (s *Store) BeneficiaryTariff(ctx context.Context, beneficiaryID int64) (int64, error) {
	var id int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT tariff_id FROM tariff_beneficiaries
		WHERE id = $1`, beneficiaryID).Scan(&id)
	return id, db.Found(err)
}
