package prices

import (
	"context"
	"maps"
	"slices"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/prices/tariff"
)

// The columns that a list of a tariff and the table of what it held before have in common.
const (
	periodColumns      = `tariff_id, weekdays, from_date, to_date, opens_minute, closes_minute, since`
	beneficiaryColumns = `tariff_id, email, email_folded, since`
	lockerColumns      = `tariff_id, locker_id, since`
)

// end removes rows of a list, and keeps them as what was in force until then.
func (s *Store) end(ctx context.Context, table, columns, where string, at time.Time, args ...any) error {
	if err := s.keepPast(ctx, table, columns, where, at, args...); err != nil {
		return err
	}
	return s.db.Exec(ctx, "end rows of a tariff", `DELETE FROM `+table+` WHERE `+where, args...)
}

// keepPast copies rows of a list into the table of the past, but for those that were not in force for any time.
func (s *Store) keepPast(ctx context.Context, table, columns, where string, at time.Time, args ...any) error {
	until := db.Mark(&args, db.Millis(at))
	return s.db.Exec(ctx, "keep the past of a tariff", `
		INSERT INTO past_`+table+` (`+columns+`, until)
		SELECT `+columns+`, CAST(`+until+` AS BIGINT) FROM `+table+` WHERE `+where+` AND since < `+until, args...)
}

// TariffsOfLockerAt implements stay.TariffStore.
func (s *Store) TariffsOfLockerAt(
	ctx context.Context, lockerID int64, at time.Time,
) (inForce, later []tariff.Tariff, err error) {
	type row struct {
		tariff.Span
		created, since  int64
		archived, until *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list spans of tariffs", func(r *row) []any {
		return []any{&r.TariffID, &r.created, &r.archived, &r.since, &r.until}
	}, `SELECT t.id, t.created_at, t.archived_at, a.since, a.until FROM tariffs t JOIN (
		  SELECT tariff_id, since, CAST(NULL AS BIGINT) AS until FROM tariff_lockers WHERE locker_id = $1
		  UNION ALL SELECT tariff_id, since, until FROM past_tariff_lockers
		WHERE locker_id = $1) a ON a.tariff_id = t.id`, lockerID)
	if err != nil {
		return nil, nil, err
	}
	spans := make([]tariff.Span, len(rows))
	for i, r := range rows {
		spans[i] = r.Span
		spans[i].Created, spans[i].ArchivedAt = db.Instant(r.created), db.InstantOrNil(r.archived)
		spans[i].Since, spans[i].Until = db.Instant(r.since), db.InstantOrNil(r.until)
	}
	there, after := tariff.At(spans, at)
	if inForce, err = s.asOf(ctx, there, at); err != nil {
		return nil, nil, err
	}
	later, err = s.asOf(ctx, after, at)
	return inForce, later, err
}

// asOf reads tariffs by number: the version that was in force at the start of a stay, or the first, with the periods
// and beneficiaries of the instant that belongs to each.
func (s *Store) asOf(ctx context.Context, tariffs map[int64]time.Time, start time.Time) ([]tariff.Tariff, error) {
	list := make([]tariff.Tariff, 0, len(tariffs))
	for _, id := range slices.Sorted(maps.Keys(tariffs)) {
		t, err := db.First(db.Collect(ctx, s.db.Reader(ctx), "read version in force", func(t *tariff.Tariff) []any {
			return append(VersionFields(t), &t.OperatorID)
		}, `SELECT `+VersionColumns+`, t.operator_id FROM tariffs t JOIN tariff_versions v ON v.tariff_id = t.id
			WHERE t.id = $1 AND v.version = COALESCE(
			  (SELECT MAX(version) FROM tariff_versions WHERE tariff_id = $1 AND created_at <= $2),
			  (SELECT MIN(version) FROM tariff_versions WHERE tariff_id = $1))`,
			id, db.Millis(start)))
		if err != nil {
			return nil, err
		}
		at := db.Millis(tariffs[id])
		if t.Periods, err = db.Collect(ctx, s.db.Reader(ctx), "list periods in force", func(p *tariff.Period) []any {
			return []any{&p.Weekdays, &p.From, &p.To, &p.Opens, &p.Closes}
		}, inForce(`weekdays, from_date, to_date, opens_minute, closes_minute`, `tariff_periods`), id, at); err != nil {
			return nil, err
		}
		if t.Beneficiaries, err = db.Collect(ctx, s.db.Reader(ctx), "list beneficiaries in force",
			func(b *tariff.Beneficiary) []any {
				return []any{&b.Email}
			}, inForce(`email`, `tariff_beneficiaries`), id, at); err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// inForce is the query of what a list of tariff $1 held at instant $2.
func inForce(columns, table string) string {
	return `SELECT ` + columns + ` FROM ` + table + ` WHERE tariff_id = $1 AND since <= $2
		UNION ALL SELECT ` + columns + ` FROM past_` + table + ` WHERE tariff_id = $1 AND since <= $2 AND until > $2`
}
