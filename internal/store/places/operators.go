package places

import (
	"context"
	"fmt"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/text"
)

// Operators implements operator.OperatorStore.
func (s *Store) Operators(ctx context.Context, ids []int64) ([]operator.Operator, error) {
	where, args := `archived_at IS NULL`, []any{}
	if ids != nil {
		if len(ids) == 0 {
			return []operator.Operator{}, nil
		}
		where += ` AND id IN (` + db.Marks(&args, ids) + `)`
	}
	return s.operators(ctx, where, args...)
}

// OperatorByID implements operator.OperatorStore.
func (s *Store) OperatorByID(ctx context.Context, id int64) (operator.Operator, error) {
	return db.First(s.operators(ctx, `id = $1 AND archived_at IS NULL`, id))
}

func (s *Store) operators(ctx context.Context, where string, args ...any) ([]operator.Operator, error) {
	list, err := db.Collect(ctx, s.db.Reader(ctx), "list operators", func(o *operator.Operator) []any {
		i, b := &o.Identity, &o.Settings.Bylaw
		return []any{
			&o.ID, &o.Revision, &o.Name, &o.Email, &o.Street, &o.StreetExtra, &o.PostalCode, &o.City, &o.MetabaseID, &o.OpenData,
			&o.NeedsFactor, &i.LegalName, &i.SIRET, &i.VATNumber, &i.Form, &i.VATRate, &i.Exemption, &i.Prefix,
			&i.Company, &i.Capital, &i.RegisterCity, &i.Principal,
			&o.Settings.GraceDays, &o.Settings.NoticeDays, &o.Settings.CollectFrom, &o.Settings.CollectWithin,
			&o.Settings.Receipts, &o.Settings.OfferDays, &b.NoticeDays, &b.RemovalDays, &b.KeepingDays, &b.EndDays,
			&b.NoticeText,
		}
	}, `SELECT id, revision, name, email, street, street_extra, postal_code, city, metabase_id, is_open,
		needs_second_factor, legal_name, siret, vat_number, legal_form, vat_rate, vat_exemption, document_prefix,
		company_form, share_capital, register_city, principal, grace_days,
		notice_days, COALESCE(collect_from, 0), collect_within_days, mailed_receipts, offer_days,
		bike_notice_days, bike_removal_days, bike_keeping_days, bike_end_days, bike_notice_text
		FROM operators WHERE `+where+` ORDER BY name_folded, id`, args...)
	for n := range list {
		if o := &list[n]; o.Identity.Prefix == "" {
			o.Identity.Prefix = operator.DefaultPrefix(o.ID)
		}
	}
	return list, err
}

// SetIdentity implements operator.IdentityStore. The default prefix is not stored: the rule keeps it from all others.
func (s *Store) SetFiscalIdentity(ctx context.Context, operatorID int64, i operator.Identity) error {
	prefix := i.Prefix
	if prefix == operator.DefaultPrefix(operatorID) {
		prefix = ""
	}
	err := s.db.Exec(ctx, "change identity of operator", `
		UPDATE operators SET legal_name = $2, siret = $3, vat_number = $4, legal_form = $5, vat_rate = $6, vat_exemption = $7,
		document_prefix = $8, company_form = $9, share_capital = $10, register_city = $11, principal = $12
		WHERE id = $1 AND archived_at IS NULL`,
		operatorID, i.LegalName, i.SIRET, i.VATNumber, i.Form, i.VATRate, i.Exemption, prefix,
		i.Company, i.Capital, i.RegisterCity, i.Principal)
	if db.Duplicate(err) {
		return operator.TakenPrefix()
	}
	return err
}

// SetSettings implements operator.SettingsStore.
func (s *Store) SetSettings(ctx context.Context, operatorID int64, settings operator.Settings) error {
	b := settings.Bylaw
	return s.db.Exec(ctx, "change settings of operator", `UPDATE operators SET grace_days = $2, notice_days = $3,
		collect_from = $4, collect_within_days = $5, mailed_receipts = $6, offer_days = $7, bike_notice_days = $8,
		bike_removal_days = $9, bike_keeping_days = $10, bike_end_days = $11, bike_notice_text = $12
		WHERE id = $1 AND archived_at IS NULL`,
		operatorID, settings.GraceDays, settings.NoticeDays, db.OrNull(int64(settings.CollectFrom)), settings.CollectWithin,
		settings.Receipts, settings.OfferDays, b.NoticeDays, b.RemovalDays, b.KeepingDays, b.EndDays, b.NoticeText)
}

// HasNumbered implements operator.IdentityStore.
func (s *Store) HasNumbered(ctx context.Context, operatorID int64, year int) (bool, error) {
	count, err := s.db.Count(ctx, "look for numbered documents", `SELECT COUNT(*) FROM document_counters
		WHERE operator_id = $1 AND year >= $2`, operatorID, year)
	return count > 0, err
}

// OperatorExists reports whether the operator exists and is not archived.
func (s *Store) OperatorExists(ctx context.Context, id int64) (bool, error) {
	count, err := s.db.Count(ctx, "look for operator", `SELECT COUNT(*) FROM operators WHERE id = $1
		AND archived_at IS NULL`, id)
	return count == 1, err
}

// OperatorCounters implements operator.OperatorStore.
func (s *Store) OperatorCounters(ctx context.Context, id int64) (operator.Counters, error) {
	var c operator.Counters
	err := s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT COUNT(*), COALESCE(SUM(CASE WHEN is_active = $2 THEN 0 ELSE 1 END), 0)
		FROM stations WHERE operator_id = $1 AND archived_at IS NULL`, id, true,
	).Scan(&c.Stations, &c.InactiveStations)
	if err != nil {
		return c, fmt.Errorf("count stations: %w", db.Unavailable(err))
	}
	if c.Lockers, err = s.countUnits(ctx, `s.operator_id = $1 AND s.kind = 'indiv'`, id); err != nil {
		return c, err
	}
	if c.Places, err = s.countUnits(ctx, `s.operator_id = $1 AND s.kind <> 'indiv'`, id); err != nil {
		return c, err
	}
	c.OpenStays, err = s.db.Count(ctx, "count open stays", `SELECT COUNT(*) FROM stays WHERE operator_id = $1
		AND ended_at IS NULL`, id)
	return c, err
}

// countUnits adds up the lockers or places of the stations.
func (s *Store) countUnits(ctx context.Context, where string, id int64) (station.Counters, error) {
	byStation, err := s.Counters(ctx, where, id)
	var sum station.Counters
	for _, one := range byStation {
		sum.Free += one.Free
		sum.Occupied += one.Occupied
		sum.Inactive += one.Inactive
	}
	return sum, err
}

// SetOpenData implements operator.OperatorStore.
func (s *Store) SetOpenData(ctx context.Context, id int64, open bool) error {
	return s.db.Exec(ctx, "switch open data", `UPDATE operators SET is_open = $2 WHERE id = $1`, id, open)
}

// SetNeedsFactor implements operator.OperatorStore.
func (s *Store) SetNeedsFactor(ctx context.Context, id int64, needed bool) error {
	return s.db.Exec(ctx, "switch second factor", `UPDATE operators SET needs_second_factor = $2
		WHERE id = $1`, id, needed)
}

// ArchiveOperator takes an operator out of service and keeps its history.
func (s *Store) ArchiveOperator(ctx context.Context, id int64, at time.Time) error {
	return s.db.Exec(ctx, "archive operator", `UPDATE operators SET archived_at = $2 WHERE id = $1
		AND archived_at IS NULL`, id, db.Millis(at))
}

// CreateOperator implements operator.OperatorStore.
func (s *Store) CreateOperator(ctx context.Context, o operator.Operator, at time.Time) (int64, error) {
	return s.db.Insert(ctx, "create operator", `
		INSERT INTO operators (name, name_folded, email, street, street_extra, postal_code, city, metabase_id, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
		o.Name, text.Fold(o.Name), o.Email, o.Street, o.StreetExtra, o.PostalCode, o.City, o.MetabaseID, db.Millis(at))
}

// UpdateOperator implements operator.OperatorStore.
func (s *Store) UpdateOperator(ctx context.Context, o operator.Operator) error {
	return s.db.Exec(ctx, "change operator", `
		UPDATE operators SET name = $2, name_folded = $3, email = $4, street = $5, street_extra = $6, postal_code = $7,
		city = $8, metabase_id = $9
		WHERE id = $1 AND archived_at IS NULL`,
		o.ID, o.Name, text.Fold(o.Name), o.Email, o.Street, o.StreetExtra, o.PostalCode, o.City, o.MetabaseID)
}

// AnyNeedsFactor implements account.OperatorStore.
func (s *Store) AnyNeedsFactor(ctx context.Context, operatorIDs []int64) (bool, error) {
	if len(operatorIDs) == 0 {
		return false, nil
	}
	args := []any{true}
	count, err := s.db.Count(ctx, "look for operators that need a second factor",
		`SELECT COUNT(*) FROM operators WHERE needs_second_factor = $1 AND archived_at IS NULL AND id IN (`+
			db.Marks(&args, operatorIDs)+`)`, args...)
	return count > 0, err
}

// OperatorNames maps the id of every operator, archived ones included, to its name.
func (s *Store) OperatorNames(ctx context.Context) (map[int64]string, error) {
	type named struct {
		id   int64
		name string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list operators' names",
		func(n *named) []any { return []any{&n.id, &n.name} },
		`SELECT id, name FROM operators`)
	names := map[int64]string{}
	for _, n := range rows {
		names[n.id] = n.name
	}
	return names, err
}

// ReceiptsOf implements payment.OperatorStore.
func (s *Store) ReceiptsOf(ctx context.Context, id int64) (outbox.Receipts, error) {
	var receipts outbox.Receipts
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT mailed_receipts FROM operators WHERE id = $1`, id).Scan(&receipts)
	return receipts, db.Found(err)
}

// GraceDays implements payment.OperatorStore.
func (s *Store) GraceDays(ctx context.Context, id int64) (int, error) {
	var days int
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT grace_days FROM operators WHERE id = $1`, id).Scan(&days)
	return days, db.Found(err)
}

// GroupingOf implements payment.OperatorStore.
func (s *Store) GroupingOf(ctx context.Context, id int64) (payment.Grouping, error) {
	var rule payment.Grouping
	err := s.db.Reader(ctx).QueryRowContext(ctx,
		`SELECT COALESCE(collect_from, 0), collect_within_days FROM operators WHERE id = $1`, id).Scan(&rule.From, &rule.Days)
	return rule, db.Found(err)
}

// OfferDays implements waiting.Store.
func (s *Store) OfferDays(ctx context.Context, id int64) (int, error) {
	var days int
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT offer_days FROM operators WHERE id = $1`, id).Scan(&days)
	return days, db.Found(err)
}

// VATRate implements payment.RateStore.
func (s *Store) VATRate(ctx context.Context, id int64) (money.Rate, error) {
	var rate money.Rate
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT vat_rate FROM operators WHERE id = $1`, id).Scan(&rate)
	return rate, db.Found(err)
}
