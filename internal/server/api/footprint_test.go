package api_test

import (
	"database/sql"
	"regexp"
	"strings"
	"testing"

	"consigne/internal/server/api"
	"consigne/internal/store/storetest"
)

// Why a table that names accounts is not reached by the erasure, or by the export.
var (
	notErased = map[string]string{
		"people":             "triggers erase it with the account: TestErasureLeavesNothing reads the bytes",
		"audit_log":          "it holds numbers, no personal data",
		"payments":           "amounts are kept for the accounts, under a number",
		"repricings":         "who asked for a replay of prices, under a number",
		"statement_closings": "who closed a month, under a number",
		"tombstones":         "what an erasure leaves: a number and a date",

		"availability_contracts": "who typed a contract, under a number",
		"span_rulings":           "who said why a locker was out, under a number",
		"intervention_lines":     "who did what of an intervention, under a number",
	}
	notExported = map[string]string{
		"people":              "a copy of the account, for searches",
		"account_addresses":   "keyed hashes, which nobody can read",
		"idempotency_records": "copies of answers, kept for a day",
		"mails":               "no text: what letters are made of is exported",
		"repricings":          "what staff did: the audit log, which is exported, tells it",
		"refund_batches":      "same",
		"statement_closings":  "same",
		"recovery_codes":      "keyed hashes, which nobody can read",
		"sign_in_steps":       "what a sign-in leaves for minutes: hashes and sealed secrets",
		"tombstones":          "only of whom there is nothing left to export",

		"availability_contracts": "what staff did: the audit log, which is exported, tells it",
		"span_rulings":           "same",
		"intervention_lines":     "same",
	}
)

// Every table that names accounts is reached by the erasure of a person and by their export:
// a new one makes this fail until it is, or its reason stands above.
func TestEveryTableOfAnAccountIsReached(t *testing.T) {
	address := storetest.SQLiteURL(t)
	database, measure, seen := storetest.Traced(t, address)
	s := newSite(t, database, func(p *api.Components) { p.Measure = measure })
	admin := s.login("admin@exemple.test").token
	queries := func(method, path string, status int) []string {
		t.Helper()
		seen()
		s.want(method+" "+path, s.call(method, path, admin, nil), status, "")
		return seen()
	}
	read := queries("GET", "/api/admin/utilisateur/6/export", 200) // who has a stay and a payment
	s.want("a letter to send",
		s.call("POST", "/api/mot-de-passe/demander-changement", "", map[string]string{"mail": "hotline@exemple.test"}), 200,
		"")
	written := queries("POST", "/api/admin/utilisateur/3/supprimer", 201)

	direct, err := sql.Open("sqlite", strings.TrimPrefix(address, "sqlite:"))
	s.check(err)
	t.Cleanup(func() { _ = direct.Close() })
	rows, err := direct.QueryContext(t.Context(), `
		SELECT DISTINCT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'
		AND c.name IN ('account_id', 'actor_id')`)
	s.check(err)
	defer func() { _ = rows.Close() }()
	tables := 0
	for rows.Next() {
		var table string
		s.check(rows.Scan(&table))
		tables++
		for _, c := range []struct {
			what, pattern string
			queries       []string
			not           map[string]string
		}{
			{"the erasure", `^(DELETE FROM|UPDATE) ` + table + `\b`, written, notErased},
			{"the export", `\b(FROM|JOIN) ` + table + `\b`, read, notExported},
		} {
			pattern, reached := regexp.MustCompile(c.pattern), false
			for _, query := range c.queries {
				reached = reached || pattern.MatchString(query)
			}
			if reason := c.not[table]; reached == (reason != "") {
				t.Errorf("%s: reached by %s: %v, and the reason not to be: %q", table, c.what, reached, reason)
			}
		}
	}
	s.check(rows.Err())
	if tables < 15 {
		t.Errorf("only %d tables name accounts", tables)
	}
}
