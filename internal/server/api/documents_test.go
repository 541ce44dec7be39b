package api_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/pdf"
	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/proof"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/store/storetest"
)

// bookkeep chains the events of money and numbers their documents.
func (s *site) bookkeep() {
	s.t.Helper()
	storetest.ChainAll(s.t, s.store, s.parts.Ledger)
}

// proof verifies the money of the site.
func (s *site) proof() *proof.Service { return proof.NewService(s.store, s.parts.Ledger) }

// refund gives a part of a payment back.
func (t paymentSite) refund(path string, amount int) {
	t.t.Helper()
	manager := t.login("gestionnaire@exemple.test").token
	t.want("refund", t.call("PATCH", path+"/rembourser", manager,
		map[string]any{"montant": amount, "commentaire": "Porte bloquée"}), 200, "")
	t.collect()
}

// printed returns the PDF of the frozen record of a document.
func (s *site) printed(id any) string {
	s.t.Helper()
	number, _ := id.(float64)
	d, err := s.store.DocumentByID(s.t.Context(), int64(number))
	s.check(err)
	var file bytes.Buffer
	s.check(pdf.Render(&file, d.Record))
	return file.String()
}

// A payment is collected, then given back in part: its details name the receipt and the credit note, and those who may
// read the payment read their PDF.
func TestDocumentsOfAPayment(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		path := c.stay(3 * time.Hour) // 1,50 €
		field := strings.Replace(path, "/admin/paiement/", "/terrain/paiements/", 1) + "/recu.pdf"
		_, keyElsewhere := s.fieldKeyOf(2)
		as := func(email string) string { return s.login(email).token }

		s.want("owed", s.call("GET", path+"/recu.pdf", as("hotline@exemple.test"), nil), 409, "Ce paiement n'a pas de reçu.")
		c.collect()
		if got := c.read(path); got.Body["recuEnPreparation"] != true || got.Body["documents"] != nil {
			t.Errorf("collected: %s", got.Raw)
		}
		for what, got := range map[string]answer{
			"read":         s.call("GET", path+"/recu.pdf", as("hotline@exemple.test"), nil),
			"sent":         s.call("POST", path+"/envoyer-recu", as("hotline@exemple.test"), nil),
			"to the field": s.call("GET", field, c.key, nil),
		} {
			s.want(what, got, 409, "Le reçu est en préparation.")
		}

		s.bookkeep()
		c.refund(path, 50)
		s.bookkeep()
		got := c.read(path)
		year := s.clock.Now().In(clock.Paris).Year()
		numbers := []string{fmt.Sprintf("EX1-%d-000001", year), fmt.Sprintf("EX1-A%d-000001", year)}
		if length(got.Body["documents"]) != 2 || got.Body["recuEnPreparation"] != nil {
			t.Fatalf("documents: %s", got.Raw)
		}
		for i, want := range []struct {
			kind   document.Kind
			amount float64
		}{{document.Receipt, 150}, {document.CreditNote, 50}} {
			d := dig(got.Body, "documents", i)
			if dig(d, "type") != string(want.kind) || dig(d, "numero") != numbers[i] || dig(d, "montant") != want.amount {
				t.Errorf("document %d: %v", i, d)
			}
			id := dig(d, "id")
			read := s.call("GET", "/api/admin/document/"+number(id)+".pdf", as("hotline@exemple.test"), nil)
			if read.Status != 200 || read.Raw != s.printed(id) || !strings.HasPrefix(read.Raw, "%PDF-") ||
				read.Header.Get("Content-Type") != "application/pdf" || read.Header.Get("Cache-Control") != "no-store" ||
				read.Header.Get("Content-Disposition") != `inline; filename="`+numbers[i]+`.pdf"` {
				t.Errorf("%s: %d %v, %d bytes", numbers[i], read.Status, read.Header, len(read.Raw))
			}
		}
		receipt := s.printed(dig(got.Body, "documents", 0, "id"))
		for what, read := range map[string]answer{
			"by the payment":       s.call("GET", path+"/recu.pdf", as("gestionnaire@exemple.test"), nil),
			"by the administrator": s.call("GET", path+"/recu.pdf", as("admin@exemple.test"), nil),
			"in the field":         s.call("GET", field, c.key, nil),
		} {
			if read.Status != 200 || read.Raw != receipt {
				t.Errorf("%s: %d, %d bytes", what, read.Status, len(read.Raw))
			}
		}

		credit := "/api/admin/document/" + number(dig(got.Body, "documents", 1, "id")) + ".pdf"
		for _, page := range []string{path + "/recu.pdf", credit} {
			s.want("without a session: "+page, s.call("GET", page, "", nil), 401, "")
			s.want("of another operator: "+page, s.call("GET", page, as("ailleurs@exemple.test"), nil), 404, "")
			s.want("by a customer: "+page, s.call("GET", page, as("usager@exemple.test"), nil), 403, "")
		}
		s.want("sent by another operator", s.call("POST", path+"/envoyer-recu", as("ailleurs@exemple.test"), nil), 404, "")
		s.want("no such payment", s.call("GET", "/api/admin/paiement/99999/recu.pdf", as("admin@exemple.test"), nil), 404, "")
		s.want("no such document", s.call("GET", "/api/admin/document/99999.pdf", as("admin@exemple.test"), nil), 404, "")
		s.want("with a key of another operator", s.call("GET", field, keyElsewhere, nil), 404, "")
		s.want("without a key", s.call("GET", field, "", nil), 401, "")
	})
}

// A payment that was collected long ago and is not numbered has no receipt, and none is announced.
func TestNoReceiptOfThePast(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		path := c.stay(time.Hour)
		c.collect()
		s.check(s.store.Exec(t.Context(), "forget the settlement", `DELETE FROM ledger_waiting`)) // as before the ledger
		if got := c.read(path); got.Body["recuEnPreparation"] != nil || got.Body["documents"] != nil {
			t.Errorf("settled before the ledger: %s", got.Raw)
		}
		s.want("receipt", s.call("GET", path+"/recu.pdf", s.login("admin@exemple.test").token, nil), 409,
			"Ce paiement n'a pas de reçu.")
	})
}

// A mail brings the receipt and the credit notes to the person, whose erasure takes their name out of both.
func TestReceiptIsSent(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		path := c.stay(3 * time.Hour)
		c.collect()
		s.bookkeep()
		c.refund(path, 50)
		s.bookkeep()
		s.sent()
		before, hotline := c.read(path).Body, s.login("hotline@exemple.test").token
		receipt, note := fmt.Sprint(dig(before, "documents", 0, "numero")), fmt.Sprint(dig(before, "documents", 1, "numero"))
		s.want("send", s.call("POST", path+"/envoyer-recu", hotline, nil), 200, "Le reçu "+receipt+" va être envoyé.")
		mails := s.sent()
		if len(mails) != 1 || mails[0].To != "cliente@exemple.test" || mails[0].Subject != "Votre reçu "+receipt ||
			len(mails[0].Files) != 2 {
			t.Fatalf("mails: %+v", recipients(mails))
		}
		if text := mails[0].Text; !strings.Contains(text, "ci-joint le reçu "+receipt+" de «\u00a0Grandval\u00a0»") {
			t.Errorf("text: %s", text)
		}
		for i, number := range []string{receipt, note} {
			file := mails[0].Files[i]
			if file.Name != number+".pdf" || file.Type != "application/pdf" ||
				string(file.Content) != s.printed(dig(before, "documents", i, "id")) {
				t.Errorf("file %d: %s %s, %d bytes", i, file.Name, file.Type, len(file.Content))
			}
		}
		lines := s.call("GET", "/api/admin/journal?exploitant=1&action=paiement.recu_envoye", hotline, nil)
		if lines.Body["total"] != 1.0 || dig(lines.Body, "items", 0, "objet", "id") != before["id"] {
			t.Errorf("audit log: %s", lines.Raw)
		}

		person, admin := "/api/admin/utilisateur/"+number(c.accountID), s.login("admin@exemple.test").token
		export := s.call("GET", person+"/export", admin, nil)
		if length(dig(export.Body, "paiements", 0, "documents")) != 2 ||
			dig(export.Body, "paiements", 0, "documents", 0, "numero") != receipt {
			t.Errorf("export: %s", export.Raw)
		}
		s.want("send again", s.call("POST", path+"/envoyer-recu", hotline, nil), 200, "")
		s.want("anonymise", s.call("POST", person+"/anonymiser", admin, nil), 201, "")
		if mails := s.sent(); len(mails) != 0 {
			t.Errorf("mails to an erased person: %+v", mails)
		}
		for i := range 2 {
			id, _ := dig(before, "documents", i, "id").(float64)
			d, err := s.store.DocumentByID(t.Context(), int64(id))
			s.check(err)
			if d.Record.Customer != "Usager anonymisé" || d.Record.Card != "" || d.Record.Total == 0 ||
				d.Record.Number != []string{receipt, note}[i] {
				t.Errorf("erased: %+v", d.Record)
			}
		}
		s.want("send to nobody", s.call("POST", path+"/envoyer-recu", hotline, nil), 409,
			"Cette personne n'a pas d'adresse e-mail.")
	})
}

// The archive of a month holds the PDF of each document that was numbered in it.
func TestArchiveOfAMonth(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		want := map[string]string{}
		for range 3 {
			path := c.stay(time.Hour)
			c.collect()
			s.bookkeep()
			c.refund(path, 20)
			s.bookkeep()
			paid := c.read(path).Body
			for i := range length(paid["documents"]) {
				d := dig(paid, "documents", i)
				if at, _ := dig(d, "date").(string); at[:7] == s.clock.Now().In(clock.Paris).Format("2006-01") {
					want[fmt.Sprint(dig(d, "numero"))+".pdf"] = s.printed(dig(d, "id"))
				}
			}
		}
		month, manager := s.clock.Now().In(clock.Paris).Format("2006-01"), s.login("gestionnaire@exemple.test").token
		files := func(what string, got answer) map[string]string {
			t.Helper()
			if got.Status != 200 || got.Header.Get("Content-Type") != "application/zip" {
				t.Fatalf("%s: %d %s", what, got.Status, got.Header)
			}
			archive, err := zip.NewReader(strings.NewReader(got.Raw), int64(len(got.Raw)))
			s.check(err)
			found := map[string]string{}
			for _, file := range archive.File {
				r, err := file.Open()
				s.check(err)
				content, err := io.ReadAll(r)
				s.check(errors.Join(err, r.Close()))
				found[file.Name] = string(content)
			}
			return found
		}
		const path = "/api/admin/exploitant/1/documents.zip?mois="
		got := s.call("GET", path+month, manager, nil)
		found := files("this month", got)
		if len(found) != len(want) || len(want) == 0 ||
			got.Header.Get("Content-Disposition") != `attachment; filename="documents-`+month+`.zip"` {
			t.Errorf("%d files, want %d: %v", len(found), len(want), got.Header)
		}
		for name, content := range want {
			if found[name] != content {
				t.Errorf("%s: %d bytes, want %d", name, len(found[name]), len(content))
			}
		}
		if empty := files("another month", s.call("GET", path+"2020-01", manager, nil)); len(empty) != 0 {
			t.Errorf("in another month: %d files", len(empty))
		}
		for _, bad := range []string{"2026", "2026-13", "2026-1", "hier"} {
			s.want("month "+bad, s.call("GET", path+bad, manager, nil), 422, "")
		}
		s.want("without a month", s.call("GET", "/api/admin/exploitant/1/documents.zip", manager, nil), 422, "")
		s.want("by the hotline", s.call("GET", path+month, s.login("hotline@exemple.test").token, nil), 403, "")
		s.want("of another operator", s.call("GET", "/api/admin/exploitant/2/documents.zip?mois="+month, manager, nil), 403,
			"")
	})
}

// An archive whose documents cannot all be printed is cut, and not taken for a whole one.
func TestArchiveIsWholeOrCut(t *testing.T) {
	broken, printed := errors.New("no more paper"), 0
	database := storetest.Open(t, storetest.SQLiteURL(t))
	s := newSite(t, database, func(p *api.Components) {
		p.Documents = document.NewService(database, p.Clock, func(w io.Writer, record document.Record) error {
			if printed++; printed > 1 {
				return broken
			}
			return pdf.Render(w, record)
		})
	})
	c := newPaymentSite(s, simulator.Accepted)
	for range 2 {
		c.stay(time.Minute)
		c.collect()
	}
	s.bookkeep()
	month := s.clock.Now().In(clock.Paris).Format("2006-01")
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet,
		s.url+"/api/admin/exploitant/1/documents.zip?mois="+month, nil)
	s.check(err)
	request.Header.Set("Authorization", "Bearer "+s.login("gestionnaire@exemple.test").token)
	response, err := client.Do(request)
	if err == nil {
		_, err = io.ReadAll(response.Body)
		s.check(response.Body.Close())
	}
	if err == nil || !strings.Contains(s.log.String(), "archive of documents cut short") {
		t.Errorf("read to the end: %v, log %s", err, s.log.String())
	}
}

// Who pays for a company has receipts that name it, until the person is erased.
func TestReceiptsOfACompany(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		person := func(siren string) map[string]any {
			return map[string]any{"email": "achats@exemple.test", "nom": "Durand", "societe": map[string]any{
				"nom": "Cycles Durand", "siren": siren, "adresse": "3 rue du Quai, 17000 La Rochelle",
			}}
		}
		for siren, sentence := range map[string]string{
			"12": "Le SIREN compte 9 chiffres", "999999023": "Ce SIREN n'existe pas\u00a0: sa clé de contrôle est fausse. Vérifiez chaque chiffre.",
		} {
			got := s.call("POST", "/api/terrain/utilisateurs", c.key, person(siren))
			s.want(siren, got, 422, sentence)
			if !strings.Contains(got.Raw, `"societe.siren"`) {
				t.Errorf("%s is not refused at its field: %s", siren, got.Raw)
			}
		}
		made := s.call("POST", "/api/terrain/utilisateurs", c.key, person("999 999 022"))
		s.want("for a company", made, 201, "")
		id, _ := made.Body["id"].(float64)
		path, admin := "/api/admin/utilisateur/"+number(id), s.login("admin@exemple.test").token
		manager := s.login("gestionnaire@exemple.test").token
		for what, got := range map[string]any{
			"page":   dig(s.call("GET", path+"?exploitant=1", manager, nil).Body, "societe"),
			"export": dig(s.call("GET", path+"/export", admin, nil).Body, "utilisateur", "societe"),
		} {
			if dig(got, "siren") != "999999022" || dig(got, "nom") != "Cycles Durand" {
				t.Errorf("%s: %v", what, got)
			}
		}
		issued := int64(0)
		receipts := func() document.Record {
			t.Helper()
			d, err := s.store.DocumentByID(t.Context(), issued)
			s.check(err)
			return d.Record
		}
		c.accountID = id
		s.want("a card", s.call("PUT", "/api/terrain/utilisateurs/"+number(id)+"/carte", c.key,
			map[string]any{"jeton": "sim_acceptee"}), 200, "")
		paid := c.stay(3 * time.Hour)
		c.collect()
		s.bookkeep()
		first, _ := dig(c.read(paid).Body, "documents", 0, "id").(float64)
		issued = int64(first)
		if r := receipts(); r.Company == nil || r.Company.Name != "Cycles Durand" || r.Company.SIREN != "999999022" ||
			r.Customer != "Durand" {
			t.Errorf("receipt: %+v", r)
		}
		admin = s.login("admin@exemple.test").token // the other session has expired meanwhile
		s.want("anonymise", s.call("POST", path+"/anonymiser", admin, nil), 201, "")
		if r := receipts(); r.Company != nil || r.Customer != "Usager anonymisé" {
			t.Errorf("erased: %+v", r)
		}
		if left := s.call("GET", path, admin, nil); strings.Contains(left.Raw, "Durand") || left.Body["societe"] != nil {
			t.Errorf("erased: %s", left.Raw)
		}
	})
}

// The operator's application and its managers say for which company a person pays, and that it is none.
func TestTheCompanyOfACustomerChanges(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		id := fmt.Sprintf("%.0f", c.accountID)
		field, page := "/api/terrain/utilisateurs/"+id, "/api/admin/utilisateur/"+id
		manager, hotline := s.login("gestionnaire@exemple.test").token, s.login("hotline@exemple.test").token
		company := func(siren string) map[string]any {
			return map[string]any{"societe": map[string]any{
				"nom": "Cycles Durand", "siren": siren, "adresse": "3 rue du Quai, 17000 La Rochelle",
			}}
		}
		read := func() any { return dig(s.call("GET", field, c.key, nil).Body, "societe", "siren") }
		if read() != nil {
			t.Errorf("before: %v", read())
		}
		wrong := s.call("PUT", field+"/societe", c.key, company("999999023"))
		if wrong.Status != 422 || !strings.Contains(wrong.Raw, `"societe.siren"`) {
			t.Errorf("a wrong key: %d %s", wrong.Status, wrong.Raw)
		}
		s.want("by the application", s.call("PUT", field+"/societe", c.key, company("999 999 022")), 200, "")
		_, other := s.fieldKeyOf(2)
		s.want("by another's", s.call("PUT", field+"/societe", other, company("999999014")), 404, "")
		if read() != "999999022" {
			t.Errorf("by the application: %v", read())
		}
		at := page + "/societe?exploitant=1"
		for who, call := range map[string]answer{
			"by the hotline":       s.call("PUT", at, hotline, company("999999014")),
			"at another operator":  s.call("PUT", page+"/societe?exploitant=2", manager, company("999999014")),
			"without the operator": s.call("PUT", page+"/societe", manager, company("999999014")),
		} {
			s.want(who, call, 403, "")
		}
		shown := s.call("GET", page+"?exploitant=1", manager, nil)
		if shown.Body["societeModifiable"] != true ||
			s.call("GET", page+"?exploitant=1", hotline, nil).Body["societeModifiable"] != nil {
			t.Errorf("who may: %s", shown.Raw)
		}
		version := number(shown.Body["version"])
		changed := s.call("PUT", at, manager, company("999999014"), "If-Match", version)
		if changed.Status != 200 || dig(changed.Body, "societe", "siren") != "999999014" || read() != "999999014" {
			t.Errorf("by a manager: %d %s", changed.Status, changed.Raw)
		}
		s.want("after another", s.call("PUT", at, manager, company("999999022"), "If-Match", version), 409, "")
		s.want("as it is", s.call("PUT", at, manager, company("999999014"), "If-Match", version), 200, "")
		s.want("for themselves", s.call("PUT", at, manager, map[string]any{}), 200, "")
		if read() != nil {
			t.Errorf("taken off: %v", read())
		}
		log := s.call("GET", "/api/admin/journal?exploitant=1&objet=compte:"+id, manager, nil)
		if strings.Count(log.Raw, `"champs":"societe"`) != 3 || strings.Contains(log.Raw, "Durand") {
			t.Errorf("log: %s", log.Raw)
		}
	})
}
