package api_test

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
)

const day = 24 * time.Hour

// paymentSite is a site with a field key and a customer at operator 1.
type paymentSite struct {
	*site
	key       string
	accountID float64
}

func newPaymentSite(s *site, card string) paymentSite {
	s.t.Helper()
	_, key := s.fieldKeyOf(1)
	t := paymentSite{s, key, s.fieldCustomer(key, "cliente@exemple.test")}
	if card != "" {
		t.card(card)
	}
	return t
}

func (t paymentSite) card(token string) {
	t.t.Helper()
	t.want("card", t.call("PUT", fmt.Sprintf("/api/terrain/utilisateurs/%.0f/carte", t.accountID), t.key,
		map[string]string{"jeton": token}), 200, "")
}

// stay makes a stay of that duration in locker 2 and returns the path of its payment.
func (t paymentSite) stay(long time.Duration) string {
	t.t.Helper()
	got := t.call("POST", "/api/terrain/occupations", t.key, map[string]any{"idCasier": 2, "idUtilisateur": t.accountID})
	t.want("start", got, 201, "")
	path := "/api/admin/paiement/" + number(dig(got.Body, "paiement", "id"))
	if long > 0 {
		t.clock.advance(long)
		t.want("end", t.call("POST", "/api/terrain/occupations/"+number(got.Body["id"])+"/fin", t.key, nil), 200, "")
	}
	return path
}

func (t paymentSite) collect() {
	t.t.Helper()
	t.check(t.collector.CollectDue(t.t.Context()))
}

// read returns the payment as the manager sees it.
func (t paymentSite) read(path string) answer {
	t.t.Helper()
	got := t.call("GET", path, t.login("gestionnaire@exemple.test").token, nil)
	t.want("read "+path, got, 200, "")
	return got
}

// is checks the status of a payment, its number of attempts and the actions it allows.
func (t paymentSite) is(what, path string, status payment.Status, attempts int, actions ...string) answer {
	t.t.Helper()
	got := t.read(path)
	offered := []string{}
	for i := range length(got.Body["actions"]) {
		offered = append(offered, fmt.Sprint(dig(got.Body, "actions", i)))
	}
	if dig(got.Body, "paiementDetail", "paiementStatut") != string(status) ||
		length(dig(got.Body, "paiementDetail", "paiementPresentation")) != attempts ||
		!slices.Equal(offered, actions) {
		t.t.Errorf("%s: %s, want %s with %d attempts and %v", what, got.Raw, status, attempts, actions)
	}
	return got
}

func TestPaymentIsCollectedOnce(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		path := c.stay(0)
		if got := c.is("running", path, payment.Running, 0, "switch-gratuit"); got.Body["montant"] != 0.0 ||
			got.Body["datePaiement"] != nil {
			t.Errorf("running: %s", got.Raw)
		}
		c.clock.advance(90 * time.Minute)
		if got := c.read(path); got.Body["montant"] != 100.0 {
			t.Errorf("the amount of a stay in progress is its price now: %s", got.Raw)
		}
		stay := number(dig(c.read(path).Body, "utilisations", 0, "idOccupation"))
		s.want("end", s.call("POST", "/api/terrain/occupations/"+stay+"/fin", c.key, nil), 200, "")
		c.is("due", path, payment.NotPresented, 0, "manual", "annuler", "switch-gratuit")
		c.collect()
		c.collect()
		got := c.is("collected", path, payment.Paid, 1, "rembourser")
		made := dig(got.Body, "paiementDetail", "paiementPresentation", 0)
		if got.Body["montant"] != 100.0 || got.Body["datePaiement"] == nil || dig(made, "statut") != "PAID" ||
			dig(made, "tentative") != 1.0 ||
			dig(made, "carte", "pan") != "**** **** **** 4242" || dig(made, "type") != "Carte bancaire" {
			t.Errorf("collected: %s", got.Raw)
		}
	})
}

func TestRetriesUntilThePermanentError(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Declined)
		path := c.stay(time.Hour)
		c.collect()
		for i, wait := range []time.Duration{day, 2 * day, 4 * day} {
			c.is("declined", path, payment.Unpaid, i+1)
			c.clock.advance(wait - time.Minute)
			c.collect()
			c.is("not yet", path, payment.Unpaid, i+1)
			c.clock.advance(time.Minute)
			c.collect()
		}
		c.is("used up", path, payment.PermanentError, 4, "manual", "generer-ordre", "annuler")
		hotline := s.login("hotline@exemple.test").token
		s.want("order without a comment",
			s.call("PATCH", path+"/generer-ordre", hotline, map[string]string{"commentaire": " "}), 422,
			"Le commentaire est obligatoire.")
		tooSoon := s.call("PATCH", path+"/generer-ordre", hotline, map[string]string{"commentaire": "Appel du client"})
		s.want("order within a day of the last", tooSoon, 409, "")
		if detail := fmt.Sprint(tooSoon.Body["detail"]); !strings.HasPrefix(detail,
			"La réponse à la dernière présentation date de moins d'un jour\u00a0: un nouvel ordre pourra être généré à partir du ") {
			t.Errorf("too soon: %s", detail)
		}
		c.clock.advance(day)
		hotline = s.login("hotline@exemple.test").token
		s.want("order", s.call("PATCH", path+"/generer-ordre", hotline, map[string]string{"commentaire": "Appel du client"}),
			200, "")
		c.is("ordered", path, payment.InProgress, 5)
		s.want("cancel while with the provider",
			s.call("PATCH", path+"/annuler", hotline, map[string]string{"commentaire": "Non"}), 409, "")
		c.collect()
		c.is("declined again", path, payment.PermanentError, 5, "manual", "generer-ordre", "annuler")
		c.card(simulator.Accepted)
		c.clock.advance(day)
		hotline = s.login("hotline@exemple.test").token
		s.want("order again", s.call("PATCH", path+"/generer-ordre", hotline,
			map[string]string{"commentaire": "Nouvelle carte"}), 200, "")
		c.collect()
		c.is("paid", path, payment.Paid, 6, "rembourser")
	})
}

// The provider is away when the fourth attempt is made, and says no twenty hours later:
// the day before another order is counted from that answer.
func TestAnOrderWaitsADayAfterTheLastAnswer(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Declined)
		path := c.stay(time.Hour)
		order := func() answer {
			return s.call("PATCH", path+"/generer-ordre", s.login("hotline@exemple.test").token,
				map[string]string{"commentaire": "Appel du client"})
		}
		c.collect()
		for _, wait := range []time.Duration{day, 2 * day, 4 * day} {
			if wait == 4*day {
				c.card(simulator.Silent)
			}
			c.clock.advance(wait)
			c.collect()
		}
		made := c.is("no answer", path, payment.InProgress, 4)
		c.clock.advance(20 * time.Hour)
		uuid := dig(made.Body, "paiementDetail", "paiementPresentation", 3, "uuid")
		s.check(s.collector.Payments.Settle(t.Context(), fmt.Sprint(uuid),
			payment.Answer{Outcome: payment.Unpaid, Ref: "ref"}))
		c.is("used up", path, payment.PermanentError, 4, "manual", "generer-ordre", "annuler")
		from := c.clock.Now().Add(day).In(clock.Paris).Format("02/01/2006 à 15h04")
		for _, wait := range []time.Duration{4 * time.Hour, 20*time.Hour - time.Second} {
			c.clock.advance(wait)
			s.want("too soon", order(), 409,
				"La réponse à la dernière présentation date de moins d'un jour\u00a0: un nouvel ordre pourra être généré à partir du "+from+".")
		}
		c.clock.advance(time.Second)
		s.want("a day after the answer", order(), 200, "")
		c.is("ordered", path, payment.InProgress, 5)
	})
}

// After ten days without a server, the late attempts are made a day apart, not all at once.
func TestAnOutageDoesNotUseUpTheAttempts(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Declined)
		path := c.stay(time.Hour)
		c.collect()
		c.clock.advance(10 * day)
		for attempts := 2; attempts <= 4; attempts++ {
			for range 3 {
				c.collect()
				c.clock.advance(2 * time.Second)
			}
			if made := length(dig(c.read(path).Body, "paiementDetail", "paiementPresentation")); made != attempts {
				t.Fatalf("%d attempts, want %d", made, attempts)
			}
			c.clock.advance(day)
		}
		c.is("used up after four days", path, payment.PermanentError, 4, "manual", "generer-ordre", "annuler")
	})
}

func TestWhatTheProviderSays(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		for card, want := range map[string]payment.Status{
			"": payment.CardUnusable, simulator.Expired: payment.CardUnusable, simulator.Broken: payment.Failed,
			simulator.TooSmall: payment.Invalid,
		} {
			_, key := s.fieldKeyOf(1)
			c := paymentSite{s, key, s.fieldCustomer(key, "carte"+card+"@exemple.test")}
			if card != "" {
				c.card(card)
			}
			path := c.stay(time.Hour)
			c.collect()
			actions := []string{}
			if want == payment.Invalid {
				actions = []string{"manual", "annuler"}
			}
			got := c.is("card "+card, path, want, 1, actions...)
			if made := dig(got.Body, "paiementDetail", "paiementPresentation", 0, "carte"); (made == nil) != (card == "") {
				t.Errorf("card %q: %s", card, got.Raw)
			}
		}
	})
}

func TestUnknownOutcomeIsAskedUntilKnown(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Late)
		path := c.stay(time.Hour)
		c.collect()
		c.is("no answer", path, payment.InProgress, 1)
		c.clock.advance(30 * time.Second)
		c.collect()
		c.is("not asked yet", path, payment.InProgress, 1)
		c.clock.advance(31 * time.Second)
		c.collect()
		c.is("answered when asked again", path, payment.Paid, 1, "rembourser")

		c.card(simulator.Silent)
		silent := c.stay(time.Hour)
		for range 30 {
			c.collect()
			c.clock.advance(time.Hour)
		}
		c.is("never answers", silent, payment.InProgress, 1)
	})
}

func TestFreeOfCharge(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		hotline := s.login("hotline@exemple.test").token
		running := c.stay(0)
		s.want("while it runs", s.call("PATCH", running+"/switch-gratuit", hotline, nil), 200, "")
		c.is("free", running, payment.Free, 0)
		s.want("twice", s.call("PATCH", running+"/switch-gratuit", hotline, nil), 409, "")
		stay := number(dig(c.read(running).Body, "utilisations", 0, "idOccupation"))
		c.clock.advance(time.Hour)
		ended := s.call("POST", "/api/terrain/occupations/"+stay+"/fin", c.key, nil)
		if ended.Body["cout"] != 0.0 || dig(ended.Body, "paiement", "paiementStatut") != "FREE" {
			t.Errorf("ended: %s", ended.Raw)
		}
		due := c.stay(time.Hour)
		s.want("after its end", s.call("PATCH", due+"/switch-gratuit", s.login("hotline@exemple.test").token, nil), 200, "")
		if got := c.is("free", due, payment.Free, 0); got.Body["montant"] != 0.0 ||
			dig(got.Body, "utilisations", 0, "cout") != 0.0 {
			t.Errorf("free: %s", got.Raw)
		}
		c.collect()
		c.is("not collected", due, payment.Free, 0)
	})
}

// While the provider is unavailable, the application is told to retry, and the card on file stays.
func TestCardWhileTheProviderIsAway(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		got := s.call("PUT", fmt.Sprintf("/api/terrain/utilisateurs/%.0f/carte", c.accountID), c.key,
			map[string]string{"jeton": simulator.Away})
		s.want("away", got, 503,
			"Le prestataire de paiement est momentanément indisponible. Veuillez réessayer dans un instant.")
		if got.Header.Get("Retry-After") == "" {
			t.Errorf("no Retry-After: %v", got.Header)
		}
		path := c.stay(time.Hour)
		c.collect()
		c.is("by the card before", path, payment.Paid, 1, "rembourser")
	})
}

func TestSettledByStaff(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, "")
		path := c.stay(time.Hour)
		hotline, technician := s.login("hotline@exemple.test").token, s.login("mainteneur@exemple.test").token
		elsewhere := s.login("ailleurs@exemple.test").token
		for what, body := range map[string]map[string]string{
			"Le mode de paiement et le commentaire sont obligatoires.": {},
			"Le mode de paiement est obligatoire.":                     {"commentaire": "Au guichet"},
			"Le commentaire est obligatoire.":                          {"type": "Chèque", "commentaire": "  "},
			"Ce mode de paiement n'est pas connu.":                     {"type": "Troc", "commentaire": "Au guichet"},
			"Un commentaire ne doit pas contenir de numéro de carte.": {
				"type":        "Chèque",
				"commentaire": "Carte 4242 4242 4242 4242",
			},
		} {
			s.want(what, s.call("PATCH", path+"/manual", hotline, body), 422, what)
		}
		paid := map[string]string{"type": "Espèces", "commentaire": " Au guichet "}
		s.want("a technician", s.call("PATCH", path+"/manual", technician, paid), 403, "")
		s.want("another operator's", s.call("PATCH", path+"/manual", elsewhere, paid), 404, "")
		s.want("mark as paid", s.call("PATCH", path+"/manual", hotline, paid), 200, "")
		got := c.is("by hand", path, payment.Manual, 1, "rembourser")
		if made := dig(got.Body, "paiementDetail", "paiementPresentation", 0); dig(made, "type") != "Espèces" ||
			dig(made, "commentaire") != "Au guichet" ||
			dig(made, "tentative") != 0.0 || got.Body["datePaiement"] == nil {
			t.Errorf("by hand: %s", got.Raw)
		}
		s.want("twice", s.call("PATCH", path+"/manual", hotline, paid), 409, "L'état de ce paiement ne le permet pas.")
		other := c.stay(time.Hour)
		hotline = s.login("hotline@exemple.test").token
		s.want("cancel", s.call("PATCH", other+"/annuler", hotline, map[string]string{"commentaire": "Panne"}), 200, "")
		c.is("cancelled", other, payment.Cancelled, 1)
		c.collect()
		c.is("never presented", other, payment.Cancelled, 1)
		auditLog := s.call("GET",
			"/api/admin/journal?exploitant=1&objet=paiement:"+strings.TrimPrefix(other, "/api/admin/paiement/"), hotline, nil)
		if auditLog.Body["total"] != 1.0 || dig(auditLog.Body, "items", 0, "action") != "paiement.annulation" ||
			strings.Contains(auditLog.Raw, "Panne") {
			t.Errorf("audit log: %s", auditLog.Raw)
		}
	})
}

func TestRefunds(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		path := c.stay(3 * time.Hour) // 1,50 €
		c.collect()
		manager, hotline := s.login("gestionnaire@exemple.test").token, s.login("hotline@exemple.test").token
		some := map[string]any{"montant": 50, "commentaire": "Porte bloquée"}
		s.want("not by the hotline", s.call("PATCH", path+"/rembourser", hotline, some), 403, "")
		if got := s.call("GET", path, hotline, nil); length(got.Body["actions"]) != 1 ||
			dig(got.Body, "actions", 0) != "demander-remboursement" {
			t.Errorf("the hotline is offered %s", got.Raw)
		}
		for _, amount := range []int{0, -1, 151} {
			s.want("too much or nothing",
				s.call("PATCH", path+"/rembourser", manager, map[string]any{"montant": amount, "commentaire": "x"}), 422, "")
		}
		s.want("without a comment", s.call("PATCH", path+"/rembourser", manager, map[string]any{"montant": 50}), 422,
			"Le commentaire est obligatoire.")
		got := s.call("PATCH", path+"/rembourser", manager, some)
		s.want("some", got, 200, "")
		if got.Body["rembourse"] != 50.0 || got.Body["remboursementEnAttente"] != 50.0 {
			t.Errorf("asked for: %s", got.Raw)
		}
		listed := func(state string) any {
			page := s.call("GET", "/api/admin/paiements/exploitant/1?refundStatus="+state, manager, nil)
			s.want("list of refunds", page, 200, "")
			return page.Body["total"]
		}
		if done, waiting := listed("fait"), listed("en_attente"); done != 0.0 || waiting != 1.0 {
			t.Errorf("listed as done: %v, as waiting: %v", done, waiting)
		}
		s.want("more than is left",
			s.call("PATCH", path+"/rembourser", manager, map[string]any{"montant": 101, "commentaire": "x"}), 422, "")
		c.collect()
		if got := c.read(path); got.Body["rembourse"] != 50.0 || got.Body["remboursementEnAttente"] != 0.0 ||
			listed("fait") != 1.0 || listed("en_attente") != 0.0 {
			t.Errorf("done: %s", got.Raw)
		}
		s.want("the rest", s.call("PATCH", path+"/rembourser", manager, map[string]any{"commentaire": "Tout"}), 200, "")
		c.collect()
		got = c.is("given back", path, payment.Paid, 3)
		if got.Body["rembourse"] != 150.0 || dig(got.Body, "paiementDetail", "paiementPresentation", 2, "montant") != 100.0 ||
			dig(got.Body, "paiementDetail", "paiementPresentation", 2, "statut") != "PAID" {
			t.Errorf("given back: %s", got.Raw)
		}
	})
}

func TestPaymentExport(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		_, key := s.fieldKeyOf(1)
		got := s.call("POST", "/api/terrain/utilisateurs", key,
			map[string]string{"email": "formule@exemple.test", "nom": "=1+1", "prenom": "@Ève;\"", "telephone": "0612345678"})
		id, _ := got.Body["id"].(float64)
		c := paymentSite{s, key, id}
		c.card(simulator.Accepted)
		c.stay(90 * time.Minute)
		c.collect()
		c.stay(0)
		c.clock.advance(30 * time.Minute)
		manager := s.login("gestionnaire@exemple.test").token
		ticket := func(filters map[string]any) string {
			opened := s.call("POST", "/api/admin/paiements/exportation/exploitant/1", manager,
				map[string]any{"filters": filters})
			s.want("ticket", opened, 201, "")
			return fmt.Sprint(opened.Body["token"])
		}
		download := func(operator int, token string) answer {
			return s.call("GET", fmt.Sprintf("/api/paiements/exportation/exploitant/%d/format/csv/%s", operator, token), "", nil)
		}
		direct := func(path, bearer string, filters map[string]any) answer {
			return s.call("POST", "/api/admin/paiements/exportation"+path+"/format/csv", bearer,
				map[string]any{"filters": filters})
		}
		requested := map[string]any{"nom": "1+1", "filterTests": 1, "costMax": 1000}
		token := ticket(requested)
		file := download(1, token)
		if same := direct("/exploitant/1", manager, requested); same.Raw != file.Raw ||
			same.Header.Get("Content-Disposition") != file.Header.Get("Content-Disposition") {
			t.Errorf("without a ticket: %v %s", same.Header, same.Raw)
		}
		ofBook := func(path, bearer string, filters map[string]any) answer {
			return s.call("POST", "/api/admin/paiements/exportation"+path+"/format/xlsx", bearer,
				map[string]any{"filters": filters})
		}
		byTicket := func(format, token string) answer {
			return s.call("GET", "/api/paiements/exportation/exploitant/1/format/"+format+"/"+token, "", nil)
		}
		s.sameTable("some", file, ofBook("/exploitant/1", manager, requested))
		all := map[string]any{}
		s.sameTable("all", direct("/exploitant/1", manager, all), ofBook("/exploitant/1", manager, all))
		token = ticket(requested)
		s.sameTable("by a ticket", file, byTicket("xlsx", token))
		s.want("the ticket serves once, whatever the format", byTicket("csv", token), 404, "")
		token = ticket(requested)
		s.want("CSV first", byTicket("csv", token), 200, "")
		s.want("then no workbook", byTicket("xlsx", token), 404, "")
		s.want("a workbook, nobody's", ofBook("/exploitant/1", "", requested), 401, "JWT Token not found")
		s.want("a workbook, another operator's", ofBook("/exploitant/2", manager, requested), 403, "")
		s.want("a workbook, the platform's", ofBook("", manager, requested), 403, "")
		s.want("a workbook, a filter of another type", ofBook("/exploitant/1", manager, map[string]any{"costMin": "x"}), 400,
			"")
		s.want("without a ticket, nobody's", direct("/exploitant/1", "", requested), 401, "JWT Token not found")
		s.want("without a ticket, another operator's", direct("/exploitant/2", manager, requested), 403, "")
		s.want("without a ticket, the platform's", direct("", manager, requested), 403, "")
		s.want("without a ticket, a filter of another type", direct("/exploitant/1", manager, map[string]any{"costMin": "x"}),
			400, "")
		s.want("the ticket serves once", download(1, token), 404, "")
		lines := csv.NewReader(strings.NewReader(strings.TrimPrefix(file.Raw, "\ufeff")))
		lines.Comma = ';'
		rows, err := lines.ReadAll()
		s.check(err)
		want := []string{
			"Nom", "Prénom", "Email", "Date de paiement", "Identifiant", "Montant", "Remboursé", "Statut",
			"Station", "Casier", "Début", "Fin", "Mode de paiement", "Commentaire",
		}
		if len(rows) != 2 || !slices.Equal(rows[0], want) || rows[1][0] != "'=1+1" || rows[1][1] != `'@Ève;"` ||
			rows[1][5] != "1,00" || rows[1][6] != "0,00" ||
			rows[1][7] != "PAYÉ" || rows[1][8] != "Gare" || rows[1][9] != "A1" || rows[1][12] != "Carte bancaire" {
			t.Errorf("rows: %q", rows)
		}
		if !strings.HasPrefix(file.Raw, "\ufeff") ||
			!strings.Contains(file.Header.Get("Content-Disposition"), "export_paiements.csv") {
			t.Errorf("%v %.20q", file.Header, file.Raw)
		}
		if all := download(1, ticket(map[string]any{})); strings.Count(all.Raw, "\r\n") != 4 ||
			!strings.Contains(all.Raw, ";0,50;0,00;EN COURS;") {
			t.Errorf("all: %s", all.Raw)
		}
		s.want("for another operator", download(2, ticket(map[string]any{})), 404, "")
		s.want("unknown", download(1, "inconnu"), 404, "")
		old := ticket(map[string]any{})
		c.clock.advance(61 * time.Second)
		s.want("too old", download(1, old), 404, "")
		orphan := ticket(map[string]any{})
		s.want("log out", s.call("GET", "/api/token/invalidate?refreshToken=x", manager, nil), 401, "")
		s.want("ban", s.call("PATCH", "/api/admin/utilisateur/2/switch-actif", s.login("admin@exemple.test").token, nil), 200,
			"")
		s.want("of somebody banned since", download(1, orphan), 404, "")
		admin := s.login("admin@exemple.test").token
		for operator, want := range map[int]int{1: 4, 2: 1} {
			opened := s.call("POST", "/api/admin/paiements/exportation", admin,
				map[string]any{"filters": map[string]any{"exploitant": operator}})
			s.want("ticket of the platform", opened, 201, "")
			file := s.call("GET", fmt.Sprintf("/api/paiements/exportation/format/csv/%v", opened.Body["token"]), "", nil)
			if got := strings.Count(file.Raw, "\r\n"); got != want {
				t.Errorf("of operator %d: %d lines", operator, got)
			}
		}
		s.sameTable("the platform's", direct("", admin, all), ofBook("", admin, all))
		if all := direct("", admin, map[string]any{}); strings.Count(all.Raw, "\r\n") != 4 {
			t.Errorf("the platform's, without a ticket: %s", all.Raw)
		}
		s.want("of an operator that is none, without a ticket", direct("", admin, map[string]any{"exploitant": 99}), 404, "")
		s.want("the platform's is not a manager's",
			s.call("POST", "/api/admin/paiements/exportation", s.login("hotline@exemple.test").token,
				map[string]any{"filters": map[string]any{}}), 403, "")
	})
}
