package api_test

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/kernel/clock"
)

const reddition = "/api/admin/exploitant/1/reddition"

// monthlySite is a site whose clock stands on the third day of a month, in which nothing has happened yet.
type monthlySite struct {
	paymentSite
	month clock.Month
}

func newMonthlySite(s *site) monthlySite {
	s.t.Helper()
	m := monthlySite{month: clock.MonthOf(s.clock.now) + 1}
	m.clockAt(s, m.month)
	m.paymentSite = newPaymentSite(s, simulator.Accepted)
	return m
}

// clockAt sets the clock to noon of the third day of a month.
func (monthlySite) clockAt(s *site, month clock.Month) {
	s.clock.advance(month.Begins().Add(60 * time.Hour).Sub(s.clock.Now()))
}

func (m monthlySite) manager() string { return m.login("gestionnaire@exemple.test").token }

// addUp chains what waits and adds it to the totals.
func (m monthlySite) addUp() {
	m.t.Helper()
	m.bookkeep()
	m.check(m.parts.Statements.AddUp(m.t.Context()))
}

func (m monthlySite) act(path, action string, body any) {
	m.t.Helper()
	m.want(action, m.call("PATCH", path+"/"+action, m.login("hotline@exemple.test").token, body), 200, "")
}

// statement reads the page of a month.
func (m monthlySite) statement(month clock.Month) answer {
	m.t.Helper()
	got := m.call("GET", reddition+"/"+month.String(), m.manager(), nil)
	m.want("statement of "+month.String(), got, 200, "")
	return got
}

// figuresOf returns the amount of each figure of a statement by its key.
func figuresOf(got answer) map[string]float64 {
	found := map[string]float64{}
	add := func(figure any) {
		key, _ := dig(figure, "cle").(string)
		found[key], _ = dig(figure, "montant").(float64)
	}
	for i := range length(got.Body["chiffres"]) {
		add(dig(got.Body, "chiffres", i))
	}
	for i := range length(got.Body["tva"]) {
		add(dig(got.Body, "tva", i, "encaisse"))
		add(dig(got.Body, "tva", i, "rembourse"))
	}
	for i := range length(got.Body["documents"]) {
		add(dig(got.Body, "documents", i, "chiffre"))
	}
	return found
}

// aMonth makes a payment of each kind in the month.
func (m monthlySite) aMonth() {
	m.t.Helper()
	m.stay(time.Hour) // billed before the ledger
	m.check(m.store.Exec(m.t.Context(), "forget the bill", `DELETE FROM ledger_waiting`))
	m.collect()
	refunded := m.stay(3 * time.Hour) // 1,50 €
	m.collect()
	m.stay(2 * time.Hour) // 1,00 €
	m.collect()
	m.addUp()
	m.refund(refunded, 70)
	m.act(m.stay(time.Hour), "manual", map[string]string{"type": "Espèces", "commentaire": "Au guichet"})
	m.act(m.stay(time.Hour), "manual", map[string]string{"type": "Chèque", "commentaire": "Au guichet"})
	m.act(m.stay(2*time.Hour), "annuler", map[string]string{"commentaire": "Panne"})
	m.act(m.stay(4*time.Hour), "switch-gratuit", nil)
	m.addUp()
	m.stay(5 * time.Hour) // 2,50 €, still due
}

// The figures of a month are those that an accountant works out from the export of its payments, and those of the
// dashboard.
func TestStatementIsThatOfTheExport(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		m.aMonth()
		export := s.call("POST", "/api/admin/paiements/exportation/exploitant/1/format/csv", m.manager(),
			map[string]any{"filters": map[string]any{}})
		s.want("export", export, 200, "")
		rows := csvRows(t, export.Raw)
		column := map[string]int{}
		for i, name := range rows[0] {
			column[name] = i
		}
		cents := func(text string) float64 {
			amount, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
			s.check(err)
			return float64(int(amount*100 + 0.5))
		}
		want := map[string]float64{}
		vat := func(amount float64) float64 { return amount - float64(int(amount*10000/12000+0.5)) }
		collectedVAT, refundedVAT, due := 0.0, 0.0, 0.0
		for _, row := range rows[1:] {
			amount, back := cents(row[column["Montant"]]), cents(row[column["Remboursé"]])
			key := ""
			switch row[column["Statut"]] {
			case "PAYÉ":
				key = "encaisse"
			case "MANUEL":
				key = "encaisse_autrement." +
					map[string]string{"Espèces": "especes", "Chèque": "cheque"}[row[column["Mode de paiement"]]]
			case "ANNULÉ":
				key = "annule"
			case "GRATUIT", "EN COURS": // what was made free has no price in the export
				continue
			case "NON PRÉSENTÉ":
				due += amount
				continue
			default:
				t.Fatalf("status %q", row[column["Statut"]])
			}
			want[key] += amount
			if key != "annule" {
				want["tva.2000.encaisse"] += amount
				collectedVAT += vat(amount)
			}
			want["rembourse"] += back
			refundedVAT += vat(back)
		}
		want["tva.2000.rembourse"] = want["rembourse"]

		got := m.statement(m.month)
		is := figuresOf(got)
		for key, amount := range want {
			if is[key] != amount {
				t.Errorf("%s: %v, the export tells %v", key, is[key], amount)
			}
		}
		for key, amount := range map[string]float64{
			"facture": 150 + 100 + 50 + 50 + 100 + 200 + 250, "repris": 50, "rendu_gratuit": 200, "encaisse": 50 + 150 + 100,
			"encaisse_autrement.especes": 50,
			"encaisse_autrement.cheque":  50, "annule": 100, "remboursement_demande": 70, "rembourse": 70,
			"remboursement_refuse": 0, "tests.encaisse": 0,
		} {
			if is[key] != amount {
				t.Errorf("%s: %v, want %v", key, is[key], amount)
			}
		}
		if got.Body["soldeOuverture"] != 0.0 || got.Body["soldeCloture"] != due || due != 250 || got.Body["repris"] != 50.0 {
			t.Errorf("balances: %s, due by the export: %v", got.Raw, due)
		}
		if dig(got.Body, "tva", 0, "encaisse", "tva") != collectedVAT ||
			dig(
				got.Body, "tva", 0, "rembourse", "tva",
			) != refundedVAT || dig(got.Body, "tva", 0, "tvaDue") != collectedVAT-refundedVAT {
			t.Errorf("VAT: %v, the export tells %v and %v", got.Body["tva"], collectedVAT, refundedVAT)
		}
		receipts, notes := dig(got.Body, "documents", 0), dig(got.Body, "documents", 1)
		year := s.clock.Now().In(clock.Paris).Year()
		if dig(receipts, "chiffre", "nombre") != 5.0 || dig(receipts, "premier") != fmt.Sprintf("EX1-%d-000001", year) ||
			dig(receipts, "dernier") != fmt.Sprintf("EX1-%d-000005", year) ||
			dig(notes, "chiffre", "nombre") != 1.0 || dig(notes, "dernier") != fmt.Sprintf("EX1-A%d-000001", year) {
			t.Errorf("documents: %v", got.Body["documents"])
		}

		token := s.dashboardToken(m.manager(), analytics+"/1")
		board := s.call("GET", "/api/statistiques?du="+clock.DayOf(m.month.Begins()).String()+"&au="+
			m.month.LastDay().String(), token, nil)
		s.want("dashboard", board, 200, "")
		if in := is["encaisse"] + is["encaisse_autrement.especes"] + is["encaisse_autrement.cheque"]; dig(board.Body,
			"resume", "encaisse", "valeur") != in || dig(board.Body, "resume", "rembourse", "valeur") != is["rembourse"] {
			t.Errorf("dashboard: %s, want %v and %v", board.Raw, in, is["rembourse"])
		}
	})
}

// Every figure opens on its lines, page by page in both directions, and they add up to it.
func TestLinesAddUpToTheirFigure(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		m.aMonth() // whose last bill is neither chained nor in the totals
		for range 3 {
			tested := m.stay(time.Hour)
			m.check(s.store.Exec(t.Context(), "of a test", `UPDATE payments SET is_test = TRUE
				WHERE id = `+tested[strings.LastIndex(tested, "/")+1:]))
			m.collect()
			m.addUp()
			m.refund(tested, 20)
		}
		if is := figuresOf(m.statement(m.month)); is["tests.encaisse"] != 150 || is["tests.rembourse"] != 60 {
			t.Errorf("tests: %v", is)
		}
		manager, opened := m.manager(), 0
		for key, amount := range figuresOf(m.statement(m.month)) {
			path := reddition + "/" + m.month.String() + "/lignes?itemsPerPage=2&chiffre=" + url.QueryEscape(key)
			sum, lines, seen := 0.0, 0.0, []string{}
			page := s.call("GET", path, manager, nil)
			for {
				s.want("lines of "+key, page, 200, "")
				for i := range length(page.Body["items"]) {
					line := dig(page.Body, "items", i)
					value, _ := dig(line, "montant").(float64)
					sum, lines = sum+value, lines+1
					seen = append(seen, fmt.Sprint(dig(line, "numero"), dig(line, "instant")))
					if dig(line, "uuid") == "" || dig(line, "paiement") == 0.0 {
						t.Errorf("%s: a line without its payment: %v", key, line)
					}
				}
				next, more := page.Body["suivant"].(string)
				if !more {
					break
				}
				page = s.call("GET", path+"&apres="+next, manager, nil)
			}
			if sum != amount || lines != page.Body["total"] || lines != dig(page.Body, "chiffre", "nombre") {
				t.Errorf("%s: %v in %v lines, the figure is %v: %s", key, sum, lines, amount, page.Raw)
			}
			back := []string{}
			for previous, more := page.Body["precedent"].(string); more; previous, more = page.Body["precedent"].(string) {
				page = s.call("GET", path+"&avant="+previous, manager, nil)
				s.want("lines before of "+key, page, 200, "")
				part := []string{}
				for i := range length(page.Body["items"]) {
					part = append(part, fmt.Sprint(dig(page.Body, "items", i, "numero"), dig(page.Body, "items", i, "instant")))
				}
				back = append(part, back...)
			}
			if len(back) > 0 && strings.Join(back, " ") != strings.Join(seen[:len(back)], " ") {
				t.Errorf("%s: backwards %v, forwards %v", key, back, seen)
			}
			opened += int(lines)
		}
		if opened < 45 {
			t.Errorf("only %d lines", opened)
		}
		s.want("no such figure", s.call("GET", reddition+"/"+m.month.String()+"/lignes?chiffre=secret", manager, nil), 404,
			"")
		s.want("no figure", s.call("GET", reddition+"/"+m.month.String()+"/lignes", manager, nil), 422, "")
		s.want("no key", s.call("GET", reddition+"/"+m.month.String()+"/lignes?chiffre=facture&apres=hier", manager, nil),
			422, "")
	})
}

// Months are closed in order, by one of two who try; then nothing of the month changes, whatever comes.
func TestAMonthIsClosed(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		m.aMonth()
		cloture := func(month clock.Month) string { return reddition + "/" + month.String() + "/cloture" }
		m.addUp()
		s.want("current", s.call("POST", cloture(m.month), m.manager(), nil), 409,
			"Le mois en cours ne peut pas être clôturé.")
		m.clockAt(s, m.month+1)
		m.stay(time.Hour)
		m.addUp()
		m.clockAt(s, m.month+2)
		manager := m.manager()
		s.want("not in order", s.call("POST", cloture(m.month+1), manager, nil), 409,
			"Les mois se clôturent dans l'ordre\u00a0: clôturez d'abord "+m.month.French()+".")
		s.want("nothing yet", s.call("POST", cloture(m.month-1), manager, nil), 404, "")
		s.want("the future", s.call("GET", reddition+"/"+(m.month+3).String(), manager, nil), 404, "")

		waits := m.month.Begins().Add(time.Hour)
		s.check(s.store.Exec(t.Context(), "an event of the month", `INSERT INTO ledger_waiting (operator_id, at, kind,
			payment_id, attempt, document, amount, vat_rate, vat, means)
			VALUES (1, $1, 'annule', 1, '', '', 5, 0, 0, '')`, waits.UnixMilli()))
		s.want("an event waits", s.call("POST", cloture(m.month), manager, nil), 409,
			"Des événements de ce mois attendent d'être inscrits au registre. Veuillez réessayer dans une minute.")
		s.check(s.store.Exec(t.Context(), "forget it", `DELETE FROM ledger_waiting WHERE amount = 5`))

		open := m.statement(m.month)
		if open.Body["etat"] != "a_cloturer" || open.Body["cloturable"] != true || open.Body["empechement"] != "" {
			t.Errorf("to be closed: %s", open.Raw)
		}
		s.want("FEC of an open month", s.call("GET", reddition+"/"+m.month.String()+"/fec.txt", manager, nil), 409,
			"Clôturez le mois pour en exporter les écritures.")
		statuses := make(chan answer, 4)
		for range cap(statuses) {
			go func() { statuses <- s.call("POST", cloture(m.month), manager, nil) }()
		}
		closed := 0
		for range cap(statuses) {
			if got := <-statuses; got.Status == 200 {
				closed++
			} else {
				s.want("the second", got, 409, "Ce mois est déjà clôturé.")
			}
		}
		if closed != 1 {
			t.Fatalf("closed %d times", closed)
		}
		files := func() (all []string) {
			for _, file := range []string{"", ".pdf", ".csv", ".xlsx"} {
				got := s.call("GET", reddition+"/"+m.month.String()+file, m.manager(), nil)
				s.want("read "+file, got, 200, "")
				all = append(all, got.Raw)
			}
			return all
		}
		frozen := files()
		read := func(format string) answer {
			return s.call("GET", reddition+"/"+m.month.String()+format, m.manager(), nil)
		}
		s.sameTable("statement", read(".csv"), read(".xlsx"))
		got := m.statement(m.month)
		if got.Body["etat"] != "cloture" || got.Body["cloturable"] != false || got.Body["clotureLe"] == nil ||
			got.Body["soldeCloture"] != open.Body["soldeCloture"] {
			t.Errorf("closed: %s", got.Raw)
		}
		if is, was := fmt.Sprint(figuresOf(got)), fmt.Sprint(figuresOf(open)); is != was {
			t.Errorf("closed: %s, open it was %s", is, was)
		}

		// What still comes of the closed month is dated in the open one.
		before := figuresOf(m.statement(m.month + 1))
		s.check(s.store.Exec(t.Context(), "an event of the month", `INSERT INTO ledger_waiting (operator_id, at, kind,
			payment_id, attempt, document, amount, vat_rate, vat, means)
			VALUES (1, $1, 'facture', 999, '', '', 5, 0, 0, '')`, waits.UnixMilli()))
		for _, when := range []string{"waits", "chained"} {
			if after := figuresOf(m.statement(m.month + 1)); after["facture"] != before["facture"]+5 {
				t.Errorf("%s: billed %v, before %v", when, after["facture"], before["facture"])
			}
			m.addUp()
		}
		s.want("change accounts", s.call("PUT", reddition+"/comptes", manager, comptes("411999")), 200, "")
		s.check(s.store.Exec(t.Context(), "another name", `UPDATE operators SET name = 'Autre', legal_name = 'Autre'`))
		for i, is := range files() {
			if is != frozen[i] {
				t.Errorf("file %d of the closed month has changed", i)
			}
		}
		if next := m.statement(m.month + 1); next.Body["soldeOuverture"] != got.Body["soldeCloture"] {
			t.Errorf("the next month opens with %v, closed with %v", next.Body["soldeOuverture"], got.Body["soldeCloture"])
		}
		log := s.call("GET", "/api/admin/journal?exploitant=1&action=exploitant.mois_cloture", manager, nil)
		if log.Body["total"] != 1.0 || dig(log.Body, "items", 0, "changements", "mois") != m.month.String() {
			t.Errorf("audit log: %s", log.Raw)
		}
		months := s.call("GET", reddition, manager, nil)
		for i, want := range []string{"ouvert", "a_cloturer", "cloture"} {
			if dig(months.Body, "mois", i, "etat") != want ||
				dig(months.Body, "mois", i, "mois") != (m.month+2-clock.Month(i)).String() {
				t.Errorf("months: %s", months.Raw)
			}
		}
		found, err := s.parts.Ledger.Verify(t.Context(), nil, nil, nil) // a bill was forgotten, another made up
		if err != nil || len(found) != 1 || found[0].Broken != nil {
			t.Errorf("verify: %+v, %v", found, err)
		}
	})
}

// What is left to do about a month is told before it is closed, and closing it with differences that nobody explained
// asks for a comment, which stays with the closing.
func TestClosingWithWhatIsLeft(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		m.aMonth()
		m.addUp()
		month, manager := reddition+"/"+m.month.String(), m.manager()
		if current := m.statement(m.month); current.Body["resteAFaire"] != nil {
			t.Errorf("the current month: %s", current.Raw)
		}
		m.clockAt(s, m.month+2)
		manager = m.manager()
		for i, state := range []string{"autre_montant", "manque_chez_le_prestataire", "en_attente"} {
			s.check(s.store.Exec(t.Context(), "a difference", `INSERT INTO reconciliation_items (matched_by, operator_id,
				payment_id, month, state, kind, here, there, at, reference, found_at)
				VALUES ($1, 1, 0, $2, $3, 'encaissement', 500, $4, 1, '', 1)`, fmt.Sprint("k", i), m.month.String(), state, 800*i))
		}
		s.check(s.store.Exec(t.Context(), "under way", `UPDATE payments SET status = 'ATTEMPT_PROCESS', amount = 445
			WHERE id = (SELECT MIN(id) FROM payments WHERE status = 'NOT_PRESENTED' OR status = 'PAID')`))
		s.check(s.store.Exec(t.Context(), "to be numbered", `INSERT INTO ledger_waiting (operator_id, at, kind,
			payment_id, attempt, document, amount, vat_rate, vat, means)
			VALUES (1, $1, 'encaisse', 1, '', '', 5, 0, 0, '')`, m.month.Begins().Add(time.Hour).UnixMilli()))

		left := func(at clock.Month, want map[string]any) {
			t.Helper()
			got := m.statement(at)
			for name, value := range want {
				if is := fmt.Sprint(dig(got.Body, "resteAFaire", name)); is != fmt.Sprint(value) {
					t.Errorf("%s of %s is %s, want %v", name, at, is, value)
				}
			}
		}
		left(m.month, map[string]any{
			"ecarts": 2, "montantEcarts": 500 + 300, "enCours": 1, "montantEnCours": 445, "sansNumero": 1,
			"moisOuverts": []string{},
		})
		left(m.month+1, map[string]any{"ecarts": 0, "enCours": 1, "moisOuverts": []string{m.month.String()}})
		s.check(s.store.Exec(t.Context(), "numbered", `DELETE FROM ledger_waiting WHERE amount = 5`))

		closing := func(comment string) answer {
			return s.call("POST", month+"/cloture", manager, map[string]any{"commentaire": comment})
		}
		s.want("without a body", s.call("POST", month+"/cloture", manager, nil), 422, "Le commentaire est obligatoire.")
		s.want("without a comment", closing(" "), 422, "Le commentaire est obligatoire.")
		s.want("with a card number", closing("4242 4242 4242 4242"), 422,
			"Un commentaire ne doit pas contenir de numéro de carte.")
		const comment = "Contestations en cours d'instruction."
		s.want("with a comment", closing(comment), 200, "")
		s.check(s.store.Exec(t.Context(), "explained later", `UPDATE reconciliation_items SET explained_at = 1`))
		left(m.month, map[string]any{"ecarts": 2, "montantEcarts": 800, "enCours": 1, "montantEnCours": 445})
		if closed := m.statement(m.month); closed.Body["commentaire"] != comment {
			t.Errorf("the comment of the closing: %s", closed.Raw)
		}
		log := s.call("GET", "/api/admin/journal?exploitant=1&action=exploitant.mois_cloture", manager, nil)
		for name, want := range map[string]any{"commentaire": comment, "ecartsInexpliques": 2.0, "montantEcarts": 800.0} {
			if dig(log.Body, "items", 0, "changements", name) != want {
				t.Errorf("%s in the audit log: %s", name, log.Raw)
			}
		}
		s.want("nothing to explain", s.call("POST", reddition+"/"+(m.month+1).String()+"/cloture", manager, nil), 200, "")
	})
}

func comptes(customers string) map[string]string {
	return map[string]string{
		"usagers": customers, "prestations": "706000", "tvaCollectee": "445710", "avoirs": "709600", "prestataire": "467100",
		"especes": "531000",
		"cheques": "511200", "banque": "512000", "nonDu": "467200", "repris": "471000",
	}
}

// Managers of the operator and administrators read statements and close months; nobody else does.
func TestWhoReadsStatements(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		m.aMonth()
		m.clockAt(s, m.month+1)
		m.addUp()
		month := reddition + "/" + m.month.String()
		calls := []struct {
			method, path string
			body         any
		}{
			{"GET", reddition, nil},
			{"GET", month, nil},
			{"GET", month + "/lignes?chiffre=facture", nil},
			{"GET", month + ".pdf", nil},
			{"GET", month + ".csv", nil},
			{"GET", month + ".xlsx", nil},
			{"GET", reddition + "/comptes", nil},
			{"PUT", reddition + "/comptes", comptes("411000")},
			{"POST", month + "/cloture", nil},
		}
		for _, who := range []struct {
			email  string
			status int
		}{
			{"", 401},
			{"usager@exemple.test", 403},
			{"hotline@exemple.test", 403},
			{"mainteneur@exemple.test", 403},
			{"ailleurs@exemple.test", 403},
			{"gestionnaire@exemple.test", 200},
			{"admin@exemple.test", 200},
		} {
			token := ""
			if who.email != "" {
				token = s.login(who.email).token
			}
			for _, call := range calls {
				status := who.status
				if status == 200 && call.method == "POST" && who.email == "admin@exemple.test" {
					status = 409 // the manager has closed it
				}
				got := s.call(call.method, call.path, token, call.body)
				s.want(who.email+": "+call.method+" "+call.path, got, status, "")
				if strings.HasSuffix(call.path, ".pdf") && status == 200 &&
					(!strings.HasPrefix(got.Raw, "%PDF-") || got.Header.Get("Content-Disposition") != `attachment; filename="reddition-`+m.month.String()+`.pdf"`) {
					t.Errorf("%d bytes, %v", len(got.Raw), got.Header)
				}
			}
		}
		admin := s.login("admin@exemple.test").token
		for _, bad := range []string{"2026", "2026-13", "hier"} {
			s.want("month "+bad, s.call("GET", reddition+"/"+bad, admin, nil), 422, "")
		}
		s.want("no such operator", s.call("GET", "/api/admin/exploitant/99/reddition", admin, nil), 404, "")
	})
}

// The accounts are checked, kept, and written into the FEC of a closed month, whose name has the SIREN.
func TestAccountsAndFEC(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		m.aMonth()
		m.clockAt(s, m.month+1)
		m.addUp()
		manager, admin := m.manager(), s.login("admin@exemple.test").token
		if got := s.call("GET", reddition+"/comptes", manager, nil); got.Body["usagers"] != "411000" ||
			got.Body["tvaCollectee"] != "445710" {
			t.Errorf("by default: %s", got.Raw)
		}
		refused := s.call("PUT", reddition+"/comptes", manager, comptes("98"))
		s.want("no account", refused, 422,
			"Un numéro de compte commence par trois chiffres, le premier de 1 à 8, suivis de 0 à 9 chiffres ou lettres majuscules")
		s.want("change", s.call("PUT", reddition+"/comptes", manager, comptes("411 grv")), 200, "")
		if got := s.call("GET", reddition+"/comptes", admin, nil); got.Body["usagers"] != "411GRV" {
			t.Errorf("changed: %s", got.Raw)
		}
		log := s.call("GET", "/api/admin/journal?exploitant=1&action=exploitant.comptes", manager, nil)
		if log.Body["total"] != 1.0 || fmt.Sprint(dig(log.Body, "items", 0, "changements", "usagers")) != "[411000 411GRV]" {
			t.Errorf("audit log: %s", log.Raw)
		}
		fec := reddition + "/" + m.month.String() + "/fec.txt"
		s.want("close", s.call("POST", reddition+"/"+m.month.String()+"/cloture", manager, nil), 200, "")
		s.want("without a SIRET", s.call("GET", fec, manager, nil), 409,
			"Renseignez le SIRET de l'exploitant, dont le fichier porte le SIREN.")
		s.want("identity", s.call("PUT", "/api/admin/exploitant/1/identite-fiscale", admin, map[string]any{
			"raisonSociale": "Grandval", "siret": "99999901400015", "forme": "regie", "tvaIntracommunautaire": "FR66999999014",
			"tauxTva": 2000,
		}), 200, "")
		got := s.call("GET", fec, manager, nil)
		name := "999999014FEC" + strings.ReplaceAll(m.month.LastDay().String(), "-", "") + ".txt"
		if got.Status != 200 || got.Header.Get("Content-Disposition") != `attachment; filename="`+name+`"` ||
			!strings.HasPrefix(got.Raw, "JournalCode\tJournalLib\tEcritureNum\t") {
			t.Fatalf("%d %v %.100s", got.Status, got.Header, got.Raw)
		}
		year := reddition + "/exercice/" + m.month.String()[:4] + "/fec.txt"
		whole := s.call("GET", year, manager, nil)
		if name := "999999014FEC" + m.month.String()[:4] + "1231.txt"; whole.Status != 200 ||
			whole.Header.Get("Content-Disposition") != `attachment; filename="`+name+`"` ||
			!strings.Contains(whole.Raw, "\tREGISTRE-") {
			t.Errorf("%d %v %.200s", whole.Status, whole.Header, whole.Raw)
		}
		s.want("a year without closed months", s.call("GET", reddition+"/exercice/2001/fec.txt", manager, nil), 409,
			"Clôturez un mois de cette année pour en exporter les écritures.")
		customers := 0
		for _, line := range strings.Split(got.Raw, "\r\n")[1:] {
			if cells := strings.Split(line, "\t"); len(cells) == 18 && cells[4] == "411GRV" {
				debit, err := strconv.Atoi(strings.Replace(cells[11], ",", "", 1))
				s.check(err)
				credit, err := strconv.Atoi(strings.Replace(cells[12], ",", "", 1))
				s.check(err)
				customers += debit - credit
			}
		}
		if due := m.statement(m.month).Body["soldeCloture"]; float64(customers) != due {
			t.Errorf("the account of customers ends with %d, %v are due", customers, due)
		}
	})
}
