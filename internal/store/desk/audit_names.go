package desk

import (
	"context"
	"maps"
	"slices"
	"strings"

	"consigne/internal/db"
	"consigne/internal/domain/desk/audit"
)

// designations read, for each kind, what those of some ids are called now: id, a name that is nobody's or of staff, the
// name of a customer, and an instant that tells it from others of the same name. An erased person has no name.
var designations = func() map[string]string {
	const staff = `(a.is_admin OR EXISTS (SELECT 1 FROM account_roles r WHERE r.account_id = a.id AND r.role <> 'Utilisateur'))`
	const person = `TRIM(a.first_name || ' ' || a.last_name)`
	ofCustomer := func(table, at, place string) string {
		return `x.id, ` + place + `, COALESCE(` + person + `, ''), x.` + at + ` FROM ` + table + ` x
			LEFT JOIN accounts a ON a.id = x.account_id`
	}
	const locker = ` LEFT JOIN lockers l ON l.id = x.locker_id`
	return map[string]string{
		audit.KindAccount: `x.id, CASE WHEN ` + staff + ` THEN ` + person + ` ELSE '' END,
			CASE WHEN ` + staff + ` THEN '' ELSE ` + person + ` END, 0 FROM accounts x JOIN accounts a ON a.id = x.id`,
		audit.KindStation:  `x.id, x.name, '', 0 FROM stations x`,
		audit.KindLocker:   `x.id, x.name, '', 0 FROM lockers x`,
		audit.KindOperator: `x.id, x.name, '', 0 FROM operators x`,
		audit.KindKey:      `x.id, x.label, '', 0 FROM service_keys x`,
		audit.KindProvider: `x.id, x.label, '', 0 FROM signon_providers x`,
		audit.KindWebhook:  `x.id, x.label, '', 0 FROM webhook_endpoints x`,
		audit.KindContact:  `x.id, TRIM(x.first_name || ' ' || x.last_name), '', 0 FROM contacts x`,
		audit.KindTariff: `x.id, v.admin_label, '', 0 FROM tariffs x
			JOIN tariff_versions v ON v.tariff_id = x.id AND v.version = x.version`,
		audit.KindStay:         ofCustomer(`stays`, `started_at`, `COALESCE(l.name, '')`) + locker,
		audit.KindPayment:      ofCustomer(`payments`, `started_at`, `COALESCE(l.name, '')`) + locker,
		audit.KindSubscription: ofCustomer(`subscriptions`, `starts_at`, `''`),
		audit.KindWait:         ofCustomer(`waits`, `asked_at`, `''`),
		audit.KindLeftBike:     `x.id, COALESCE(l.name, ''), '', x.opened_at FROM left_bikes x` + locker,
		audit.KindIntervention: `x.id, COALESCE(l.name, s.name), '', x.opened_at FROM interventions x
			JOIN stations s ON s.id = x.station_id` + locker,
	}
}()

// name tells what the objects of the lines, and those that their changes identify, are called now.
func (s *Store) name(ctx context.Context, lines []audit.Line) error {
	ids := map[string]map[int64]bool{}
	for _, line := range lines {
		for object := range line.Identified() {
			if ids[object.Kind] == nil {
				ids[object.Kind] = map[int64]bool{}
			}
			ids[object.Kind][object.ID] = true
		}
	}
	args, queries := []any{}, []string{}
	for _, kind := range slices.Sorted(maps.Keys(ids)) {
		if columns, ok := designations[kind]; ok {
			queries = append(queries, `SELECT '`+kind+`', `+columns+
				` WHERE `+s.db.AmongIDs(&args, `x.id`, slices.Sorted(maps.Keys(ids[kind]))))
		}
	}
	if len(queries) == 0 {
		return nil
	}
	type row struct {
		audit.Object
		audit.Name
		at int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "name audited objects", func(r *row) []any {
		return []any{&r.Kind, &r.ID, &r.Text, &r.Customer, &r.at}
	}, strings.Join(queries, ` UNION ALL `), args...)
	if err != nil {
		return err
	}
	names := make(map[audit.Object]audit.Name, len(rows))
	for _, r := range rows {
		if r.at != 0 {
			r.Since = db.Instant(r.at)
		}
		names[r.Object] = r.Name
	}
	for i := range lines {
		lines[i].Names = map[audit.Object]audit.Name{}
		for object := range lines[i].Identified() {
			if name, ok := names[object]; ok {
				lines[i].Names[object] = name
			}
		}
	}
	return nil
}
