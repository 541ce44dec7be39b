package api_test

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/kernel/clock"
)

const debtsAt = "/api/admin/exploitant/1/creances"

// debts reads what customers owe operator 1.
func (m monthlySite) debts(query string) answer {
	m.t.Helper()
	got := m.call("GET", debtsAt+query, m.manager(), nil)
	m.want("debts"+query, got, 200, "")
	return got
}

// ages returns the sums of a debt: 0 to 30 days, 31 to 60, 61 to 90, more, in all, from before the ledger.
func ages(of any) (sums [6]float64) {
	for i, name := range []string{
		"jours0a30", "jours31a60", "jours61a90", "plusDe90Jours", "montant", "avantRegistre",
	} {
		sums[i], _ = dig(of, name).(float64)
	}
	return sums
}

// What two people owe, by age, in the page, in the file and in the payments that make it, is the balance due of the
// statement and what no ledger has billed.
func TestDebts(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		m.aMonth() // 2,50 € are due
		first := m.accountID
		m.clock.advance(70 * 24 * time.Hour)
		m.stay(3 * time.Hour) // 1,50 €
		m.addUp()
		m.accountID = m.fieldCustomer(m.key, "zoe@exemple.test")
		m.check(m.store.Exec(t.Context(), "test", `UPDATE accounts SET last_name = '=1+1' WHERE email = 'zoe@exemple.test'`))
		m.stay(time.Hour) // 0,50 €
		for _, asImported := range []string{
			`DELETE FROM ledger_waiting`,
			`UPDATE payments SET first_at = ended_at WHERE status = 'NOT_PRESENTED' AND amount = 50`,
		} {
			m.check(m.store.Exec(t.Context(), "test", asImported))
		}
		m.clock.advance(25 * 24 * time.Hour)
		m.stay(2 * time.Hour) // 1,00 €

		got := m.debts("")
		if length(got.Body["items"]) != 2 || got.Body["total"] != 2.0 ||
			ages(dig(got.Body, "items", 0)) != [6]float64{150, 0, 0, 250, 400, 0} ||
			ages(dig(got.Body, "items", 1)) != [6]float64{150, 0, 0, 0, 150, 50} ||
			ages(got.Body["ensemble"]) != [6]float64{300, 0, 0, 250, 550, 50} ||
			dig(got.Body, "ensemble", "usagers") != 2.0 || dig(got.Body, "ensemble", "paiements") != 4.0 {
			t.Errorf("%s", got.Raw)
		}
		today := clock.DayOf(m.clock.Now())
		if got.Body["au"] != today.String() || dig(got.Body, "items", 0, "id") != first ||
			dig(got.Body, "items", 0, "exigibleDepuis") != (today-95).String() {
			t.Errorf("today is %s: %s", today, got.Raw)
		}
		month := m.statement(clock.MonthOf(m.clock.Now()))
		if month.Body["soldeCloture"] != 500.0 || got.Body["soldeExigible"] != 500.0 || got.Body["reglesNonInscrits"] != 0.0 {
			t.Errorf("the statement says %v: %s", month.Body["soldeCloture"], got.Raw)
		}

		found := m.debts("?search=ZOE&itemsPerPage=1")
		if got.Body["montantTrouve"] != 550.0 || found.Body["montantTrouve"] != 150.0 {
			t.Errorf("%v and %v are owed", got.Body["montantTrouve"], found.Body["montantTrouve"])
		}
		if found.Body["total"] != 1.0 || dig(found.Body, "items", 0, "nom") != "=1+1" ||
			ages(found.Body["ensemble"]) != ages(got.Body["ensemble"]) {
			t.Errorf("%s", found.Raw)
		}
		for query, ids := range map[string]int{"?itemsPerPage=1&page=2": 1, "?page=9": 0, "?search=nobody": 0} {
			if page := m.debts(query); length(page.Body["items"]) != ids ||
				ages(page.Body["ensemble"]) != ages(got.Body["ensemble"]) {
				t.Errorf("%s: %s", query, page.Raw)
			}
		}

		payments := m.debts("/" + number(m.accountID))
		if payments.Body["total"] != 2.0 || dig(payments.Body, "items", 0, "montant") != 50.0 ||
			dig(payments.Body, "items", 0, "avantRegistre") != true || dig(payments.Body, "items", 1, "montant") != 100.0 ||
			dig(payments.Body, "items", 1, "avantRegistre") != false ||
			dig(payments.Body, "items", 1, "exigibleLe") != m.clock.Now().In(clock.Paris).Format(time.RFC3339Nano) ||
			dig(payments.Body, "items", 1, "paiementDetail", "paiementStatut") != "NOT_PRESENTED" ||
			dig(payments.Body, "items", 1, "prochainePresentation") == nil {
			t.Errorf("%s", payments.Raw)
		}
		if none := m.debts("/1"); none.Body["total"] != 0.0 || length(none.Body["items"]) != 0 {
			t.Errorf("of an administrator who owes nothing: %s", none.Raw)
		}

		rows := csvRows(t, m.debts(".csv").Raw)
		since := (today - 25).Begins().Format("02/01/2006")
		if len(rows) != 3 || !slices.Equal(rows[2],
			[]string{"'=1+1", "Prénom", "zoe@exemple.test", since, "2", "1,50", "0,00", "0,00", "0,00", "1,50", "0,50"}) {
			t.Errorf("%q", rows)
		}
		if rows := csvRows(t, m.debts(".csv?search=zoe").Raw); len(rows) != 2 {
			t.Errorf("%q", rows)
		}
		m.sameTable("debts", m.debts(".csv"), m.call("GET", debtsAt+".xlsx", m.manager(), nil))
	})
}

// csvRows returns the rows of a file, its columns first.
func csvRows(t testing.TB, file string) [][]string {
	t.Helper()
	lines := csv.NewReader(strings.NewReader(strings.TrimPrefix(file, "\ufeff")))
	lines.Comma = ';'
	rows, err := lines.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// Managers read the debts of their operator alone.
func TestWhoReadsDebts(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		m.stay(time.Hour)
		m.addUp()
		calls := []string{debtsAt, debtsAt + "/" + number(m.accountID), debtsAt + ".csv", debtsAt + ".xlsx"}
		for email, status := range map[string]int{
			"": 401, "usager@exemple.test": 403, "hotline@exemple.test": 403, "mainteneur@exemple.test": 403,
			"ailleurs@exemple.test": 403, "gestionnaire@exemple.test": 200, "admin@exemple.test": 200,
		} {
			token := ""
			if email != "" {
				token = s.login(email).token
			}
			for _, path := range calls {
				s.want(path+" by "+email, s.call("GET", path, token, nil), status, "")
			}
		}
		elsewhere := s.login("ailleurs@exemple.test").token
		got := s.call("GET", "/api/admin/exploitant/2/creances/"+number(m.accountID), elsewhere, nil)
		s.want("of a customer of another operator", got, 200, "")
		if got.Body["total"] != 0.0 {
			t.Errorf("%s", got.Raw)
		}
	})
}
