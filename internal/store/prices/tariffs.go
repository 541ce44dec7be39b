package prices

import (
	"context"
	"slices"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/prices/tariff"
)

// VersionColumns lists the columns of a row v of tariff_versions that may be missing. versionFields
// lists their destinations.
const VersionColumns = `COALESCE(v.tariff_id, 0), COALESCE(v.version, 0), COALESCE(v.admin_label, ''),
	COALESCE(v.public_label, ''),
	COALESCE(v.is_subscription, FALSE), COALESCE(v.unit, ''), COALESCE(v.amount, 0), v.promo_amount, v.ceiling,
	v.ceiling_minutes,
	v.free_minutes, COALESCE(v.free_deducted, FALSE), v.overrun_minutes, v.overrun_amount, COALESCE(v.overrun_unit, ''),
	v.removal_minutes, v.removal_amount, v.reminder_minutes,
	CASE WHEN v.is_subscription THEN v.max_stays ELSE 0 END, COALESCE(v.has_own_place, FALSE)`

func VersionFields(t *tariff.Tariff) []any {
	return []any{
		&t.ID, &t.Version, &t.AdminLabel, &t.PublicLabel, &t.Subscription, &t.Unit, &t.Amount, &t.PromoAmount, &t.Ceiling,
		&t.CeilingWindow,
		&t.FreeMinutes, &t.FreeDeducted, &t.OverrunAfter, &t.OverrunAmount, &t.OverrunUnit, &t.RemovalAfter, &t.RemovalAmount,
		&t.Reminder, &t.MaxStays, &t.OwnPlace,
	}
}

// TariffsOf implements tariff.TariffStore.
func (s *Store) TariffsOf(ctx context.Context, operatorID int64) ([]tariff.Tariff, error) {
	const where = `t.operator_id = $1`
	list, err := s.tariffs(ctx, where, operatorID)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, tariff.ByLabel)
	return list, s.addSites(ctx, list, where, operatorID)
}

// TariffByID implements tariff.TariffStore.
func (s *Store) TariffByID(ctx context.Context, id int64) (tariff.Tariff, error) {
	const where = `t.id = $1`
	list, err := s.tariffs(ctx, where, id)
	if err == nil {
		err = s.addSites(ctx, list, where, id)
	}
	return db.First(list, err)
}

// ofLocker is the condition on tariffs t that apply to a locker.
const ofLocker = `t.id IN (SELECT tariff_id FROM tariff_lockers WHERE locker_id = $1)`

// TariffsOfLocker implements tariff.TariffStore.
func (s *Store) TariffsOfLocker(ctx context.Context, lockerID int64) ([]tariff.Tariff, error) {
	return s.tariffs(ctx, ofLocker, lockerID)
}

// OffersOf implements tariff.OfferStore.
func (s *Store) OffersOf(ctx context.Context, operatorID int64) ([]tariff.Offer, error) {
	const where = `t.operator_id = $1`
	list, reserved, err := s.outlinesAndReserved(ctx, where, operatorID)
	if err == nil {
		err = s.addSites(ctx, list, where, operatorID)
	}
	return offers(list, reserved), err
}

// OffersAt implements tariff.OfferStore.
func (s *Store) OffersAt(ctx context.Context, lockerID int64) ([]tariff.Offer, error) {
	list, reserved, err := s.outlinesAndReserved(ctx, ofLocker, lockerID)
	return offers(list, reserved), err
}

func offers(list []tariff.Tariff, reserved map[int64]bool) []tariff.Offer {
	all := make([]tariff.Offer, len(list))
	for i, t := range list {
		all[i] = tariff.Offer{Tariff: t, Reserved: reserved[t.ID]}
	}
	return all
}

// TariffsAtStation implements tariff.TariffStore.
func (s *Store) TariffsAtStation(ctx context.Context, stationID int64) ([]tariff.Tariff, map[int64][]int64, error) {
	const where = `t.id IN (SELECT x.tariff_id FROM tariff_lockers x JOIN lockers l ON l.id = x.locker_id
		WHERE l.station_id = $1)`
	list, err := s.tariffs(ctx, where, stationID)
	if err != nil {
		return nil, nil, err
	}
	type row struct{ lockerID, tariffID int64 }
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list tariffs of lockers", func(r *row) []any { return []any{&r.lockerID, &r.tariffID} }, `
		SELECT x.locker_id, x.tariff_id FROM tariff_lockers x JOIN lockers l ON l.id = x.locker_id
		JOIN tariffs t ON t.id = x.tariff_id
		WHERE l.station_id = $1 AND l.archived_at IS NULL AND t.archived_at IS NULL
		ORDER BY x.locker_id, x.tariff_id`, stationID)
	ofLockers := map[int64][]int64{}
	for _, r := range rows {
		ofLockers[r.lockerID] = append(ofLockers[r.lockerID], r.tariffID)
	}
	return list, ofLockers, err
}

// TariffOutline implements tariff.TariffStore.
func (s *Store) TariffOutline(ctx context.Context, id int64) (tariff.Tariff, error) {
	return db.First(s.outlines(ctx, `t.id = $1`, id))
}

// outlines reads the tariffs t that match a condition and are not archived, in their present
// version, with their periods and followed types.
func (s *Store) outlines(ctx context.Context, where string, arg any) ([]tariff.Tariff, error) {
	list, _, err := s.outlinesAndReserved(ctx, where, arg)
	return list, err
}

// outlinesAndReserved does the same, and tells which tariffs have beneficiaries. Most tariffs have none of the
// lists, and every stay that begins reads its tariffs: a list that all lack is not read.
func (s *Store) outlinesAndReserved(
	ctx context.Context, where string, arg any,
) (tariffs []tariff.Tariff, reserved map[int64]bool, err error) {
	type row struct {
		tariff.Tariff
		timed, follows, reserved bool
	}
	where = current(where)
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list tariffs", func(r *row) []any {
		return append(VersionFields(&r.Tariff), &r.OperatorID, &r.Revision, &r.timed, &r.follows, &r.reserved)
	}, `SELECT `+VersionColumns+`, t.operator_id, t.revision,
		       EXISTS (SELECT 1 FROM tariff_periods p WHERE p.tariff_id = t.id),
		       EXISTS (SELECT 1 FROM tariff_followed_types f WHERE f.tariff_id = t.id),
		       EXISTS (SELECT 1 FROM tariff_beneficiaries b WHERE b.tariff_id = t.id)
		FROM tariffs t JOIN tariff_versions v ON v.tariff_id = t.id AND v.version = t.version
		JOIN operators o ON o.id = t.operator_id
		WHERE `+where+` AND o.archived_at IS NULL ORDER BY t.id`, arg)
	if err != nil {
		return nil, nil, err
	}
	list, timed, follows := make([]tariff.Tariff, len(rows)), false, false
	reserved = map[int64]bool{}
	for i, r := range rows {
		list[i] = r.Tariff
		timed, follows = timed || r.timed, follows || r.follows
		if r.reserved {
			reserved[r.ID] = true
		}
	}
	byID := tariffsByID(list)
	if timed {
		periods, err := s.periods(ctx, where, arg)
		if err != nil {
			return nil, nil, err
		}
		for _, p := range periods {
			if t, listed := byID[p.TariffID]; listed {
				t.Periods = append(t.Periods, p)
			}
		}
	}
	if follows {
		err = s.addFollowed(ctx, byID, where, arg)
	}
	return list, reserved, err
}

// current adds to a condition on tariffs t that they are not archived.
func current(where string) string { return `(` + where + `) AND t.archived_at IS NULL` }

// tariffs reads the same as outlines, with the beneficiaries.
func (s *Store) tariffs(ctx context.Context, where string, arg any) ([]tariff.Tariff, error) {
	list, reserved, err := s.outlinesAndReserved(ctx, where, arg)
	if err != nil || len(reserved) == 0 {
		return list, err
	}
	type named struct {
		tariff.Beneficiary
		tariffID int64
	}
	beneficiaries, err := db.Collect(ctx, s.db.Reader(ctx), "list beneficiaries", func(b *named) []any {
		return []any{&b.ID, &b.tariffID, &b.Email}
	}, `SELECT b.id, b.tariff_id, b.email FROM tariff_beneficiaries b JOIN tariffs t ON t.id = b.tariff_id
		WHERE `+current(where)+` ORDER BY b.email_folded`, arg)
	if err != nil {
		return nil, err
	}
	byID := tariffsByID(list)
	for _, b := range beneficiaries {
		if t, listed := byID[b.tariffID]; listed {
			t.Beneficiaries = append(t.Beneficiaries, b.Beneficiary)
		}
	}
	return list, nil
}

// tariffsByID indexes the tariffs of a list. Rows of a tariff that was created after the list was
// read find no entry, and are left out.
func tariffsByID(list []tariff.Tariff) map[int64]*tariff.Tariff {
	byID := map[int64]*tariff.Tariff{}
	for i := range list {
		byID[list[i].ID] = &list[i]
	}
	return byID
}

// CreateTariff implements tariff.TariffStore.
func (s *Store) CreateTariff(ctx context.Context, t tariff.Tariff, at time.Time) (int64, error) {
	id, err := s.db.Insert(ctx, "create tariff",
		`INSERT INTO tariffs (operator_id, created_at) VALUES ($1, $2) RETURNING id`, t.OperatorID, db.Millis(at))
	if err != nil {
		return 0, err
	}
	t.ID, t.Version = id, 1
	if err := s.insertVersion(ctx, t, at); err != nil {
		return 0, err
	}
	for _, p := range t.Periods {
		p.TariffID = id
		if _, err := s.CreatePeriod(ctx, p, at); err != nil {
			return 0, err
		}
	}
	emails := make([]string, len(t.Beneficiaries))
	for i, b := range t.Beneficiaries {
		emails[i] = b.Email
	}
	if err := s.AddBeneficiaries(ctx, id, emails, at); err != nil {
		return 0, err
	}
	for _, site := range t.Sites {
		for _, l := range site.Lockers {
			if err := s.applyTariff(ctx, id, l.ID, at); err != nil {
				return 0, err
			}
		}
		if err := s.SetQuota(ctx, id, site.StationID, site.Quota); err != nil {
			return 0, err
		}
	}
	return id, s.followTypes(ctx, id, t.Follows)
}

// AddTariffVersion implements tariff.TariffStore.
func (s *Store) AddTariffVersion(ctx context.Context, t tariff.Tariff, at time.Time) (bool, error) {
	last, err := s.db.CompareAndSet(ctx, "change tariff",
		`UPDATE tariffs SET version = version + 1 WHERE id = $1 AND version = $2 AND archived_at IS NULL`, t.ID, t.Version)
	if err != nil || !last {
		return false, err
	}
	t.Version++
	return true, s.insertVersion(ctx, t, at)
}

func (s *Store) insertVersion(ctx context.Context, t tariff.Tariff, at time.Time) error {
	return s.db.Exec(ctx, "write tariff", `
		INSERT INTO tariff_versions (tariff_id, version, admin_label, public_label, is_subscription, unit, amount,
		promo_amount, ceiling,
		  ceiling_minutes, free_minutes, free_deducted, overrun_minutes, overrun_amount, overrun_unit, removal_minutes,
		removal_amount, created_at, max_stays, has_own_place, reminder_minutes)
		VALUES (`+db.Placeholders(1, 21)+`)`,
		t.ID, t.Version, t.AdminLabel, t.PublicLabel, t.Subscription, t.Unit, t.Amount, t.PromoAmount, t.Ceiling,
		t.CeilingWindow, t.FreeMinutes, t.FreeDeducted, t.OverrunAfter, t.OverrunAmount, db.TextOrNull(string(t.OverrunUnit)),
		t.RemovalAfter, t.RemovalAmount, db.Millis(at), max(t.MaxStays, 1), t.OwnPlace, t.Reminder)
}

// TariffInUse implements tariff.TariffStore.
func (s *Store) TariffInUse(ctx context.Context, id int64, at time.Time) (tariff.InUse, error) {
	open, err := s.db.Count(ctx, "count stays of tariff", `SELECT COUNT(*) FROM stays WHERE tariff_id = $1
		AND ended_at IS NULL`, id)
	if err != nil {
		return tariff.InUse{}, err
	}
	running, err := s.db.Count(ctx, "count subscriptions of tariff", `
		SELECT COUNT(*) FROM subscriptions u WHERE u.tariff_id = $1 AND `+Running(`$2`), id, db.Millis(at))
	return tariff.InUse{OpenStays: open, Subscriptions: running}, err
}

// Running is the condition on subscriptions u that are not over at an instant. One ended before its first term never
// began.
func Running(now string) string {
	return `(u.ends_at IS NULL OR u.ends_at > ` + now + ` AND u.ends_at > u.starts_at + 1)`
}

// ArchiveTariff implements tariff.TariffStore.
func (s *Store) ArchiveTariff(ctx context.Context, id int64, at time.Time) (bool, error) {
	return s.db.CompareAndSet(ctx, "archive tariff", `UPDATE tariffs SET archived_at = $2 WHERE id = $1
		AND archived_at IS NULL`, id, db.Millis(at))
}

// LastStays implements tariff.TariffStore.
func (s *Store) LastStays(ctx context.Context, id int64, most int) ([]tariff.Stay, error) {
	type row struct {
		tariff.Stay
		started, ended int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list last stays of tariff", func(r *row) []any {
		return []any{&r.ID, &r.StationName, &r.LockerName, &r.started, &r.ended, &r.Price}
	}, `SELECT o.id, s.name, l.name, o.started_at, o.ended_at, o.price
		FROM stays o JOIN lockers l ON l.id = o.locker_id JOIN stations s ON s.id = l.station_id
		WHERE o.tariff_id = $1 AND o.ended_at IS NOT NULL AND o.made_free = FALSE ORDER BY o.ended_at DESC, o.id DESC
		LIMIT $2`, id, most)
	if err != nil {
		return nil, err
	}
	stays := make([]tariff.Stay, len(rows))
	for i, r := range rows {
		stays[i] = r.Stay
		stays[i].StartedAt, stays[i].EndedAt = db.Instant(r.started), db.Instant(r.ended)
	}
	return stays, nil
}

// TariffOperator returns the operator of a tariff that is not archived.
func (s *Store) TariffOperator(ctx context.Context, id int64) (int64, error) {
	return s.operatorOfTariff(ctx, `t.id = $1`, id)
}

// PeriodOperator returns the operator of a period's tariff.
func (s *Store) PeriodOperator(ctx context.Context, id int64) (int64, error) {
	return s.operatorOfTariff(ctx, `t.id = (SELECT tariff_id FROM tariff_periods WHERE id = $1)`, id)
}

// BeneficiaryOperator returns the operator of a beneficiary's tariff.
func (s *Store) BeneficiaryOperator(ctx context.Context, id int64) (int64, error) {
	return s.operatorOfTariff(ctx, `t.id = (SELECT tariff_id FROM tariff_beneficiaries WHERE id = $1)`, id)
}

func (s *Store) operatorOfTariff(ctx context.Context, where string, id int64) (int64, error) {
	var operatorID int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `
		SELECT t.operator_id FROM tariffs t JOIN operators o ON o.id = t.operator_id
		WHERE `+where+` AND t.archived_at IS NULL AND o.archived_at IS NULL`, id).Scan(&operatorID)
	return operatorID, db.Found(err)
}
