package db_test

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"consigne/internal/demo"
	"consigne/internal/store/storetest"
)

// The role of docs/sql/bi-role.sql can read all that the views show of the tables, but no person
// and no table.
func TestAnalystsReadTheViewsAlone(t *testing.T) {
	ctx := context.Background()
	address := storetest.PostgresURL(t)
	s := storetest.Open(t, address)
	_, err := demo.Load(ctx, s, demo.Options{Seed: 1, Stays: 800, Now: storetest.Now, PasswordHash: "argon2"})
	storetest.Check(t, err)
	place, err := url.Parse(address)
	storetest.Check(t, err)
	// roles are those of the whole server
	role := strings.Replace(strings.TrimPrefix(place.Path, "/"), "test", "analyst", 1)

	admin, err := sql.Open("pgx", address)
	storetest.Check(t, err)
	t.Cleanup(func() {
		_, _ = admin.Exec(`DROP OWNED BY ` + role + `; DROP ROLE ` + role)
		_ = admin.Close()
	})
	script, err := os.ReadFile("../../docs/sql/bi-role.sql")
	storetest.Check(t, err)
	named := strings.ReplaceAll(string(script), "consigne_bi", role)
	for range 2 { // a second time, as after an upgrade
		_, err = admin.ExecContext(ctx, named)
		storetest.Check(t, err)
	}
	_, err = admin.ExecContext(ctx, `INSERT INTO audit_log (at, action, object_kind, object_id, changes, key_id)
		SELECT at, action, object_kind, object_id, changes, 1 FROM audit_log LIMIT 1`)
	storetest.Check(t, err)
	// a view of a later version: read below with the others
	_, err = admin.ExecContext(ctx, `CREATE VIEW bi.later AS SELECT 1 AS n`)
	storetest.Check(t, err)
	type querier interface {
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	}
	texts := func(on querier, query string) []string {
		t.Helper()
		rows, err := on.QueryContext(ctx, query)
		storetest.Check(t, err)
		defer func() { _ = rows.Close() }()
		list := []string{}
		for rows.Next() {
			var text string
			storetest.Check(t, rows.Scan(&text))
			list = append(list, text)
		}
		storetest.Check(t, rows.Err())
		return list
	}

	analyst, err := admin.Conn(ctx)
	storetest.Check(t, err)
	defer func() {
		_, _ = analyst.ExecContext(ctx, `RESET ROLE`) // before the connection goes back to the pool
		_ = analyst.Close()
	}()
	_, err = analyst.ExecContext(ctx, `SET ROLE `+role)
	storetest.Check(t, err)

	for _, same := range [][2]string{ // a query on the views and the same on the tables
		{
			`SELECT id, exploitant_id, casier_id, usager_id, test, extract(epoch FROM debut) * 1000, extract(epoch
				FROM fin) * 1000,
			   COALESCE(cout_cents, 0), COALESCE(cout, 0) * 100, tarif_id, depassement, enlevement, paiement_statut
			FROM bi.utilisations`,
			`SELECT o.id, o.operator_id, o.locker_id, o.account_id, o.is_test, o.started_at, o.ended_at, CASE
				WHEN o.ended_at IS NULL THEN 0 ELSE price END,
			   CASE WHEN o.ended_at IS NULL THEN 0 ELSE price END, tariff_id, o.overrun, o.removed, p.status FROM stays o
			JOIN payments p ON p.stay_id = o.id`,
		},
		{
			`SELECT id, jour, jour_semaine, heure, duree_minutes FROM bi.utilisations`,
			`SELECT id, to_char(to_timestamp(started_at / 1000) AT TIME ZONE 'Europe/Paris', 'YYYY-MM-DD,ID,') ||
			   CAST(to_char(to_timestamp(started_at / 1000) AT TIME ZONE 'Europe/Paris', 'HH24') AS INT),
			floor((ended_at - started_at) / 60000) FROM stays`,
		},
		{
			`SELECT station, casier, SUM(cout * 100) FROM bi.utilisations GROUP BY station_id, station, casier`,
			`SELECT s.name, l.name, SUM(price) FILTER (WHERE ended_at IS NOT NULL)
			 FROM stays o JOIN lockers l ON l.id = locker_id JOIN stations s ON s.id = station_id GROUP BY s.id, s.name, l.name`,
		},
		{
			`SELECT id, exploitant_id, usager_id, statut, montant_cents, montant * 100, montant_rembourse * 100,
				remboursement_en_attente_cents, extract(epoch FROM date_paiement) * 1000, duree_minutes FROM bi.paiements`,
			`SELECT id, operator_id, account_id, status, amount, amount, refunded - refund_pending, refund_pending, settled_at,
				minutes FROM payments`,
		},
		{
			`SELECT id, paiement_id, type, montant_cents, montant * 100, statut, extract(epoch FROM date_presentation) * 1000
				FROM bi.presentations`,
			`SELECT id, payment_id, kind, amount, amount, outcome, at FROM payment_attempts`,
		},
		{
			`SELECT id, exploitant, tarif, montant * 100 FROM bi.abonnements`,
			`SELECT b.id, o.name, v.public_label, v.amount FROM subscriptions b JOIN operators o ON o.id = b.operator_id
			 JOIN tariff_versions v ON v.tariff_id = b.tariff_id AND v.version = b.tariff_version`,
		},
		{
			`SELECT id, libelle_public, montant * 100, montant_plafond_cents FROM bi.tarifs`,
			`SELECT t.id, v.public_label, v.amount, v.ceiling FROM tariffs t JOIN tariff_versions v ON v.tariff_id = t.id
				AND v.version = t.version`,
		},
		{
			`SELECT id, nom, latitude, longitude FROM bi.stations`,
			`SELECT id, name, latitude::float8, longitude::float8 FROM stations`,
		},
		{
			`SELECT id, nom, nb_max_spaces, actif, station_id FROM bi.casiers`,
			`SELECT id, name, capacity, is_active, station_id FROM lockers`,
		},
		{`SELECT id, nom, metabase_id FROM bi.exploitants`, `SELECT id, name, metabase_id FROM operators`},
		{`SELECT id FROM bi.usagers`, `SELECT id FROM accounts`},
		{
			`SELECT id, action, objet_id, automatique FROM bi.journal`,
			`SELECT id, action, object_id, actor_id IS NULL AND key_id IS NULL FROM audit_log`,
		},
	} {
		lines := func(on querier, query string) []string {
			list := texts(on, `SELECT t::text FROM (`+query+`) t`)
			for i, line := range list {
				list[i] = strings.ReplaceAll(regexp.MustCompile(`\.0+([,)])`).ReplaceAllString(line, "$1"), `"`, "")
			}
			slices.Sort(list)
			return list
		}
		if got, want := lines(analyst, same[0]), lines(admin, same[1]); len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s:\n%d rows, %.600v\nnot %d, %.600v", same[0], len(got), got, len(want), want)
		}
	}

	// No view shows a person.
	var shown strings.Builder
	for _, view := range texts(admin, `SELECT viewname FROM pg_views WHERE schemaname = 'bi'`) {
		shown.WriteString(strings.Join(texts(analyst, `SELECT v::text FROM bi.`+view+` v`), "\n"))
	}
	for _, secret := range texts(admin, `
		SELECT email FROM accounts UNION SELECT phone FROM accounts UNION SELECT first_name || ' ' || last_name FROM accounts
		UNION SELECT email FROM contacts UNION SELECT phone FROM contacts UNION SELECT last_name FROM contacts
		UNION SELECT email FROM tariff_beneficiaries UNION SELECT card_reference FROM payment_attempts
		WHERE card_reference IS NOT NULL
		UNION SELECT card_pan FROM payment_attempts WHERE card_pan IS NOT NULL UNION SELECT pan FROM cards
		UNION SELECT comment FROM payment_attempts UNION SELECT provider_ref FROM payment_attempts UNION SELECT 'argon2'`) {
		if secret != "" && strings.Contains(shown.String(), secret) {
			t.Errorf("the views show %q", secret)
		}
	}

	// The role reads nothing but the views, and writes nothing.
	refused := []string{`INSERT INTO bi.usagers (id) VALUES (999999)`, `CREATE TABLE bi.x (n BIGINT)`}
	for _, table := range texts(admin, `SELECT table_name FROM information_schema.tables
		WHERE table_schema = current_schema()`) {
		refused = append(refused, `SELECT 1 FROM public.`+table)
	}
	for _, query := range refused {
		_, err := analyst.ExecContext(ctx, query)
		if answer := (*pgconn.PgError)(nil); !errors.As(err, &answer) || answer.Code != "42501" {
			t.Errorf("%s: %v", query, err)
		}
	}
	if got := texts(admin, `SELECT unnest(rolconfig) FROM pg_roles WHERE rolcanlogin AND NOT rolsuper AND rolname = '`+
		role+`'`); !slices.Contains(got, "statement_timeout=60s") ||
		!slices.Contains(got, "search_path=bi") {
		t.Errorf("the role logs in with %v", got)
	}
}

// Tables in a schema other than `public` have their views in `<schema>_bi`.
func TestViewsStandBesideTheirSchema(t *testing.T) {
	address := storetest.EmptyPostgresURL(t)
	admin, err := sql.Open("pgx", address)
	storetest.Check(t, err)
	defer func() { _ = admin.Close() }()
	_, err = admin.ExecContext(t.Context(), `CREATE SCHEMA autre`)
	storetest.Check(t, err)
	s := storetest.Open(t, address+"&search_path=autre")
	storetest.Check(t, s.Ready(t.Context()))
	var views, elsewhere int
	storetest.Check(t, admin.QueryRowContext(t.Context(), `SELECT COUNT(*) FILTER (WHERE schemaname = 'autre_bi'),
		COUNT(*) FILTER (WHERE schemaname IN ('bi', 'public'))
		FROM pg_views`).Scan(&views, &elsewhere))
	if views < 10 || elsewhere > 0 {
		t.Errorf("%d views in autre_bi, %d elsewhere", views, elsewhere)
	}
}
