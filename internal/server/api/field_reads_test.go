package api_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/mail"
	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/paging"
)

// fieldTerms are the fields of a price condition.
var fieldTerms = []string{
	"id", "libellePublic", "abonnement", "typeTarif", "montant", "montantPromo", "montantPlafond", "nombreMinutesPlafond",
	"nombreMinutesGratuites", "franchise", "nombreMinutesAvantDepassement", "montantDepassement", "uniteDureeDepassement",
	"nombreMinutesAvantEnlevement", "montantEnlevement", "rappelMinutes", "nombreMaxOccupations", "placeAttribuee",
}

// fieldReads holds the fields of each object of the answers, by where it stands. What is not listed is not answered.
var fieldReads = map[string]map[string][]string{
	"utilisateurs/{id}": {
		"":      {"id", "nom", "prenom", "email", "telephone", "langue", "societe", "etat", "carte"},
		"carte": {"marque", "pan", "expirationDate"},
	},
	"utilisateurs/{id}/occupations": {
		"": {"items", "suivant"},
		"items": {
			"id", "debutOccupation", "finOccupation", "cout", "depassement", "enlevement", "station", "casier", "paiement",
			"occupationPrix", "tarif",
		},
		"items.station": {"id", "nom"}, "items.casier": {"id", "nom", "type"}, "items.casier.type": {"id", "nom", "cle"},
		"items.paiement": {"id", "paiementStatut"},
		"items.occupationPrix": {
			"prixActuel", "dureeStationnementNormal", "prixAvantDepassement", "dureeStationnementDepassement",
			"prixDepassement", "prixEnlevement", "lignes",
		},
		"items.occupationPrix.lignes": {"libelle", "quantite", "prixUnitaire", "montant"},
		"items.tarif":                 fieldTerms,
	},
	"utilisateurs/{id}/abonnements": {
		"": {"items", "suivant"},
		"items": {
			"id", "debut", "fin", "finPrevue", "etat", "resilieLe", "isReconductible", "date_prochain_paiement", "tarif",
			"station", "casier", "paiementDetail", "impayeDepuis", "accesJusquAu", "prochainMontant", "resiliableAToutMoment",
			"actions",
		},
		"items.tarif": fieldTerms, "items.paiementDetail": {"id", "paiementStatut"},
		"items.station": {"id", "nom"}, "items.casier": {"id", "nom"},
	},
	"utilisateurs/{id}/paiements": {
		"": {"items", "suivant"},
		"items": {
			"id", "paiementStatut", "debut", "idOccupation", "idAbonnement", "montant", "lignes", "rembourse",
			"remboursementEnAttente", "datePaiement", "prochainePresentation", "contestation", "recu",
		},
		"items.lignes": {"libelle", "quantite", "prixUnitaire", "montant"}, "items.recu": {"numero", "date", "adresse"},
	},
	"tarifs": {
		"": {"items", "suivant"}, "items": append([]string{"reserve", "plages", "stations"}, fieldTerms...),
		"items.plages":   {"joursSemaine", "dateDebut", "dateFin", "heureDebut", "heureFin"},
		"items.stations": {"id", "nom", "idCasiers"},
	},
	"attentes/{id}": {
		"":      {"id", "idUtilisateur", "tarif", "etat", "rang", "depuis", "stations", "offre", "reponseAvant", "fin"},
		"tarif": {"id", "nom"}, "stations": {"id", "nom"},
		"offre": {"station", "casier", "jusquAu"}, "offre.station": {"id", "nom"},
	},
	"interventions/{id}": {
		"":        {"id", "numero", "etat", "cause", "station", "casier", "ouverture", "signalements", "resolution"},
		"station": {"id", "nom"}, "casier": {"id", "nom"},
	},
	"casiers/{id}": {
		"":     {"id", "nom", "type", "station", "etat", "places", "placesLibres", "tarifs"},
		"type": {"id", "nom", "cle"}, "station": {"id", "nom"},
		"tarifs":        append([]string{"reserve", "plages"}, fieldTerms...),
		"tarifs.plages": {"joursSemaine", "dateDebut", "dateFin", "heureDebut", "heureFin"},
	},
}

// keysIn adds to found the fields of each object of an answer.
func keysIn(value any, at string, found map[string]map[string]bool) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			keysIn(item, at, found)
		}
	case map[string]any:
		if found[at] == nil {
			found[at] = map[string]bool{}
		}
		for name, inner := range value {
			found[at][name] = true
			keysIn(inner, strings.TrimPrefix(at+"."+name, "."), found)
		}
	}
}

// everything gives the customer a stay that goes on, one that is paid and refunded in part, one marked as paid by
// staff, and a subscription that staff ended, and writes what only staff read into everything that they describe.
func (t paymentSite) everything() {
	t.t.Helper()
	const secret = "INTERNE"
	manager := t.login("gestionnaire@exemple.test").token
	for _, change := range []string{
		`UPDATE lockers SET complement = 'INTERNE', card_address = 'INTERNE', card_ports = '777'`,
		`UPDATE lockers SET counter_reference = 'INTERNE'`,
		`INSERT INTO locker_tags (locker_id, position, label) VALUES (2, 1, 'INTERNE')`,
		`UPDATE stations SET admin_label = 'INTERNE'`,
	} {
		t.check(t.store.Exec(t.t.Context(), "test", change))
	}
	t.want("a name", t.call("PUT", atTariff+"1/modifier-informations-generales", manager,
		typedTariff(map[string]any{"libelleAdmin": secret})), 200, "")
	t.want("a period", t.call("POST", atTariff+"1/ajouter-plage-horaire", manager,
		map[string]any{"libelle": secret, "joursSemaine": []string{"1", "2", "3", "4", "5", "6", "7"}}), 201, "")
	reserved := t.call("POST", "/api/admin/exploitant/1/tarif/creation-tarif", manager,
		typedTariff(map[string]any{"libelleAdmin": secret, "montant": 900}))
	t.want("a tariff", reserved, 201, "")
	t.want("reserved", t.call("PUT", atTariff+number(reserved.Body["id"])+"/modifier-liste-usagers", manager,
		map[string]any{"emails": []string{"interne@exemple.test"}, "mode": 1}), 200, "")
	t.want("applied", t.call("PUT", atTariff+number(reserved.Body["id"])+"/station/2/modifier-casiers", manager,
		map[string]any{"idCasiers": []int{2}}), 200, "")

	paid, cheque := t.stay(time.Hour), t.stay(time.Hour)
	manager = t.login("gestionnaire@exemple.test").token
	t.want("by hand", t.call("PATCH", cheque+"/manual", manager,
		map[string]any{"type": "Chèque", "commentaire": secret}), 200, "")
	t.collect()
	t.bookkeep()
	t.want("refund", t.call("PATCH", paid+"/rembourser", manager,
		map[string]any{"montant": 20, "commentaire": secret}), 200, "")
	t.collect()
	t.bookkeep()
	bought := t.subscribe(t.monthly(map[string]any{"libelleAdmin": secret, "placeAttribuee": true}),
		map[string]any{"idCasier": 2})
	t.want("subscribe", bought, 201, "")
	t.collect()
	t.want("end", t.call("PATCH", "/api/admin/abonnement/"+number(bought.Body["id"])+"/resilier", manager,
		map[string]any{"quand": "terme", "commentaire": secret}), 200, "")
	t.stay(0)
	t.clock.advance(90 * time.Minute)

	waited := t.monthly(map[string]any{"libelleAdmin": secret})
	sells := func(quota int) {
		t.want("quota", t.call("PUT", fmt.Sprintf("%s%.0f/station/2/modifier-casiers", atTariff, waited),
			t.login("gestionnaire@exemple.test").token, map[string]any{"idCasiers": []int{2}, "quota": quota}), 200, "")
	}
	sells(0)
	t.want("wait", t.call("POST", "/api/terrain/attentes", t.key,
		map[string]any{"idUtilisateur": t.accountID, "idTarif": waited, "idStations": []int{2}}), 201, "")
	sells(2) // one is the locker that the other subscription holds
	t.want("a repair", t.call("POST", "/api/admin/exploitant/1/interventions", t.login("gestionnaire@exemple.test").token,
		map[string]any{"idCasier": 2, "cause": "porte", "description": secret}), 201, "")
	t.want("still", t.call("POST", "/api/terrain/attentes/1/confirmation", t.key, nil), 200, "")
}

// mine returns the answer of a read of the customer.
func (t paymentSite) mine(part string) answer {
	t.t.Helper()
	got := t.call("GET", "/api/terrain/utilisateurs/"+number(t.accountID)+part, t.key, nil)
	t.want("read "+part, got, 200, "")
	return got
}

// An application reads every field that it is promised, and no other: nothing that staff wrote for one another.
func TestFieldReadsHoldNoOtherField(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		c.everything()
		for path, allowed := range fieldReads {
			id := number(c.accountID)
			switch {
			case strings.HasPrefix(path, "casiers/"):
				id = "2"
			case strings.HasPrefix(path, "attentes/"), strings.HasPrefix(path, "interventions/"):
				id = "1"
			}
			got := s.call("GET", "/api/terrain/"+strings.ReplaceAll(path, "{id}", id), c.key, nil)
			s.want(path, got, 200, "")
			found := map[string]map[string]bool{}
			keysIn(got.Body, "", found)
			for at, names := range found {
				for name := range names {
					if !slices.Contains(allowed[at], name) {
						t.Errorf("%s: %q of %q is answered", path, name, at)
					}
				}
			}
			for at, names := range allowed {
				for _, name := range names {
					if !found[at][name] {
						t.Errorf("%s: %q of %q is not answered: %s", path, name, at, got.Raw)
					}
				}
			}
			for _, hidden := range []string{"INTERNE", "interne@", "Chèque", "777", "gestionnaire@"} {
				if strings.Contains(got.Raw, hidden) {
					t.Errorf("%s: %q is answered: %s", path, hidden, got.Raw)
				}
			}
			if got.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s may be kept: %v", path, got.Header)
			}
		}
		for route, rule := range rules() {
			part, read := strings.CutPrefix(route, "GET /api/terrain/")
			if old := part == "stations" || part == "paiements/{id}/recu.pdf"; read && !old && fieldReads[part] == nil {
				t.Errorf("%s (%s) is not looked at", route, rule)
			}
		}
	})
}

// What a customer reads is what happened.
func TestFieldReadsTellWhatHappened(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		c.everything()
		person := c.mine("")
		if person.Body["id"] != c.accountID || person.Body["email"] != herEmail || person.Body["etat"] != "actif" ||
			fmt.Sprint(person.Body["carte"]) != "map[expirationDate:12/30 marque:Visa pan:**** **** **** 4242]" {
			t.Errorf("person: %s", person.Raw)
		}
		stays := c.mine("/occupations").Body
		if length(stays["items"]) != 3 || stays["suivant"] != nil || dig(stays, "items", 0, "finOccupation") != nil ||
			dig(stays, "items", 0, "tarif", "typeTarif") != "mois" || dig(stays, "items", 1, "cout") != 50.0 ||
			dig(stays, "items", 1, "paiement", "paiementStatut") != "MANUAL" {
			t.Errorf("stays: %v", stays)
		}
		bought := c.mine("/abonnements").Body
		if length(bought["items"]) != 1 || dig(bought, "items", 0, "etat") != "resilie" ||
			fmt.Sprint(dig(bought, "items", 0, "actions")) != "[reprendre]" ||
			dig(bought, "items", 0, "tarif", "montant") != 1500.0 {
			t.Errorf("subscriptions: %v", bought)
		}
		payments := c.mine("/paiements").Body
		statuses := []any{}
		for i := range length(payments["items"]) {
			statuses = append(statuses, dig(payments, "items", i, "paiementStatut"))
		}
		first := dig(payments, "items", 3)
		if fmt.Sprint(statuses) != "[RUNNING PAID MANUAL PAID]" || dig(first, "montant") != 50.0 ||
			dig(first, "rembourse") != 20.0 || dig(first, "idAbonnement") != nil ||
			dig(payments, "items", 1, "idOccupation") != nil ||
			dig(payments, "items", 1, "lignes", 0, "libelle") != "Abonnement" {
			t.Fatalf("payments: %v", payments)
		}
		receipt := s.call("GET", fmt.Sprint(dig(first, "recu", "adresse")), c.key, nil)
		if receipt.Status != 200 || !strings.HasPrefix(receipt.Raw, "%PDF") ||
			!strings.Contains(receipt.Header.Get("Content-Disposition"), fmt.Sprint(dig(first, "recu", "numero"))) {
			t.Errorf("receipt: %d %v of %v", receipt.Status, receipt.Header, first)
		}
		if dig(payments, "items", 0, "recu") != nil {
			t.Errorf("what is not paid has a receipt: %v", dig(payments, "items", 0))
		}
		s.want("a page with nobody's payments", s.call("GET", "/api/terrain/utilisateurs/"+number(c.accountID)+
			"/paiements?apres="+paging.Key{}.String(), c.key, nil), 200, "")

		s.check(s.store.SetActive(t.Context(), int64(c.accountID), false))
		if got := c.mine("").Body["etat"]; got != "banni" {
			t.Errorf("banned: %v", got)
		}
		c.mine("/paiements") // and still pays what is due
	})
}

// customerReads are the reads of a person.
var customerReads = []string{"", "/occupations", "/abonnements", "/paiements"}

// An operator reads the people that it knows as customers, and of them what is its own.
func TestFieldReadsOfWhom(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		a := newTwoOperatorSite(s)
		a.everything()
		read := func(key string, id any, part string) answer {
			return s.call("GET", fmt.Sprintf("/api/terrain/utilisateurs/%v%s", id, part), key, nil)
		}
		claim, fresh := a.name(herEmail).Body["id"], a.name("nouvelle@exemple.test").Body["id"]
		for _, part := range customerReads {
			s.want("of another operator"+part, read(a.foreign, a.accountID, part), 404, "")
			s.want("nobody"+part, read(a.key, 999_999, part), 404, "")
			s.want("of the team"+part, read(a.key, 3, part), 404, "")
			s.want("of the team elsewhere"+part, read(a.key, 5, part), 404, "")
			s.want("by staff"+part, read(a.admin, a.accountID, part), 401, "")
			known, unknown := read(a.foreign, claim, part), read(a.foreign, fresh, part)
			s.want("known elsewhere"+part, known, 200, "")
			alike := strings.NewReplacer(herEmail, "", "nouvelle@exemple.test", "", number(claim), "", number(fresh), "")
			if alike.Replace(known.Raw) != alike.Replace(unknown.Raw) {
				t.Errorf("known elsewhere%s: %s, new: %s", part, known.Raw, unknown.Raw)
			}
		}

		confirmations := slices.DeleteFunc(a.mails(herEmail), func(m mail.Message) bool {
			return m.Subject != "Confirmez votre inscription"
		})
		s.want("confirm", a.confirm(tokenIn(t, confirmations[0])), 200, "")
		s.want("a card there", s.call("PUT", "/api/terrain/utilisateurs/"+number(claim)+"/carte", a.foreign,
			map[string]string{"jeton": simulator.Declined}), 200, "")
		s.want("a stay there", a.begin(claim), 201, "")
		for _, id := range []any{claim, a.accountID} {
			person := read(a.foreign, id, "").Body
			if person["id"] != a.accountID || person["nom"] != "Nom" || dig(person, "carte", "pan") != "**** **** **** 0002" {
				t.Errorf("%v, there: %v", id, person)
			}
			for part, many := range map[string]int{"/occupations": 1, "/abonnements": 0, "/paiements": 1} {
				if got := read(a.foreign, id, part); length(got.Body["items"]) != many {
					t.Errorf("%v%s, there: %s", id, part, got.Raw)
				}
			}
		}
		if got := a.mine("").Body; dig(got, "carte", "pan") != "**** **** **** 4242" {
			t.Errorf("here: %v", got)
		}
		for part, many := range map[string]int{"/occupations": 3, "/abonnements": 1, "/paiements": 4} {
			if got := a.mine(part); length(got.Body["items"]) != many {
				t.Errorf("%s, here: %s", part, got.Raw)
			}
		}
		for _, path := range []string{"casiers/3", "casiers/999", "utilisateurs/" + number(fresh)} {
			s.want(path, s.call("GET", "/api/terrain/"+path, a.key, nil), 404, "")
		}

		s.want("erased", s.call("POST", "/api/admin/utilisateur/"+number(fresh)+"/anonymiser",
			s.login("admin@exemple.test").token, nil), 201, "")
		for _, part := range customerReads {
			s.want("erased"+part, read(a.foreign, fresh, part), 404, "")
		}
		s.check(s.store.ArchiveOperator(t.Context(), 2, s.clock.Now()))
		s.want("of an operator that is gone", read(a.foreign, claim, ""), 401, "")
	})
}

// Pages follow one another while stays begin and are told late: nothing is missed and nothing comes twice.
func TestFieldPages(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, "")
		base, began, newest := int64(c.accountID), s.clock.Now(), time.Duration(0)
		add := func(ago time.Duration) {
			t.Helper()
			s.check(s.store.ImportUnbilledStays(t.Context(), []stay.Stay{{
				OperatorID: 1, LockerID: 2, AccountID: base, Place: 1,
				StartedAt: began.Add(-ago), EndedAt: new(began.Add(-ago)),
			}}))
		}
		for i := range 7 {
			add(time.Duration(i/2) * time.Hour) // several began at once
		}
		for _, part := range []string{"/occupations", "/paiements"} {
			seen, last, after, pages := map[any]bool{}, "", "", 0
			for {
				got := c.mine(part + "?limite=2" + after)
				for i := range length(got.Body["items"]) {
					item := dig(got.Body, "items", i)
					at := fmt.Sprint(dig(item, "debut"), dig(item, "debutOccupation"))
					if seen[dig(item, "id")] || last != "" && at > last {
						t.Errorf("%s: %v after %s", part, item, last)
					}
					seen[dig(item, "id")], last = true, at
				}
				pages++
				if got.Body["suivant"] == nil {
					break
				}
				after = fmt.Sprint("&apres=", got.Body["suivant"])
				newest += time.Second
				add(-newest)
			}
			if len(seen) < 7 || pages != (len(seen)+1)/2 {
				t.Errorf("%s: %v on %d pages", part, slices.Collect(maps.Keys(seen)), pages)
			}
		}
		if got := c.mine("/occupations?limite=100"); length(got.Body["items"]) != 7+3+4 || got.Body["suivant"] != nil {
			t.Errorf("all on one page: %s", got.Raw)
		}
		for _, list := range []string{
			"utilisateurs/" + number(c.accountID) + "/occupations", "utilisateurs/" + number(c.accountID) + "/abonnements",
			"utilisateurs/" + number(c.accountID) + "/paiements", "tarifs",
		} {
			for _, query := range []string{
				"limite=0", "limite=101", "limite=-1", "limite=x", "apres=x", "apres=MQ", "apres=" + strings.Repeat("x", 65),
			} {
				s.want(list+"?"+query, s.call("GET", "/api/terrain/"+list+"?"+query, c.key, nil), 422, "")
			}
		}
	})
}

// Who has an answer already gets 304 until it would be another.
func TestFieldReadsAreConditional(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		c.stay(0)
		account := "/api/terrain/utilisateurs/" + number(c.accountID)
		tags := map[string]string{}
		for path := range fieldReads {
			if path == "attentes/{id}" || path == "interventions/{id}" { // is answered as it stands
				continue
			}
			path = strings.NewReplacer("utilisateurs/{id}", "utilisateurs/"+number(c.accountID), "{id}", "2").Replace(path)
			path = "/api/terrain/" + path
			tag := s.call("GET", path, c.key, nil).Header.Get("ETag")
			tags[path] = tag
			for _, known := range []string{tag, "W/" + tag, `"x", ` + tag, "*"} {
				got := s.call("GET", path, c.key, nil, "If-None-Match", known)
				if got.Status != 304 || got.Raw != "" || got.Header.Get("ETag") != tag {
					t.Errorf("%s, %s: %d %s", path, known, got.Status, got.Raw)
				}
			}
			s.want(path, s.call("GET", path, c.key, nil, "If-None-Match", `"x"`), 200, "")
		}
		changed := func(what string, paths ...string) {
			t.Helper()
			for path, tag := range tags {
				got := s.call("GET", path, c.key, nil, "If-None-Match", tag)
				if (got.Status == 200) != slices.Contains(paths, path) {
					t.Errorf("%s: %s %d", what, path, got.Status)
				}
				if got.Status == 200 {
					tags[path] = got.Header.Get("ETag")
				}
			}
		}
		changed("nothing")
		c.clock.advance(time.Minute)
		changed("a minute later", account+"/occupations", account+"/paiements")
		c.card(simulator.Declined)
		changed("a card", account)
		s.check(s.store.Exec(t.Context(), "test", `UPDATE lockers SET name = 'Z9' WHERE id = 2`))
		changed("a name", account+"/occupations", "/api/terrain/casiers/2")
		c.monthly(nil)
		changed("a tariff", "/api/terrain/tarifs", "/api/terrain/casiers/2")
	})
}

// An application shows what may be had, and not what is not finished, or is gone.
func TestFieldTariffsAndLockers(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, "")
		manager := s.login("gestionnaire@exemple.test").token
		locker := func() map[string]any { return s.call("GET", "/api/terrain/casiers/2", c.key, nil).Body }
		if got := locker(); got["etat"] != "Libre" || got["placesLibres"] != 1.0 || dig(got, "tarifs", 0, "id") != 1.0 {
			t.Errorf("free: %v", got)
		}
		monthly := c.monthly(nil)
		draft := s.call("POST", "/api/admin/exploitant/1/tarif/creation-tarif", manager, typedTariff(nil))
		s.want("that applies nowhere", draft, 201, "")
		s.want("subscribe", c.subscribe(monthly, nil), 201, "")
		list := s.call("GET", "/api/terrain/tarifs?limite=1", c.key, nil).Body
		const stations = "[map[id:1 idCasiers:[1] nom:Gare] map[id:2 idCasiers:[2] nom:Gare]]"
		if length(list["items"]) != 1 || dig(list, "items", 0, "id") != 1.0 ||
			fmt.Sprint(dig(list, "items", 0, "stations")) != stations {
			t.Errorf("first page: %v", list)
		}
		list = s.call("GET", fmt.Sprint("/api/terrain/tarifs?limite=1&apres=", list["suivant"]), c.key, nil).Body
		if length(list["items"]) != 1 || dig(list, "items", 0, "id") != monthly || list["suivant"] != nil {
			t.Errorf("second page: %v", list)
		}
		c.stay(0)
		if got := locker(); got["etat"] != "Occupé" || got["placesLibres"] != 0.0 || length(got["tarifs"]) != 2 {
			t.Errorf("occupied: %v", got)
		}
		s.check(s.store.Exec(t.Context(), "test", `UPDATE stations SET is_active = FALSE WHERE id = 2`))
		if got := locker(); got["etat"] != "Inactif" || got["placesLibres"] != 0.0 {
			t.Errorf("at a station that is out of service: %v", got)
		}
		s.check(s.store.Exec(t.Context(), "test", `UPDATE tariffs SET archived_at = 1 WHERE id > 1`))
		if got := s.call("GET", "/api/terrain/tarifs", c.key, nil); length(got.Body["items"]) != 1 {
			t.Errorf("archived: %s", got.Raw)
		}
		if got := c.mine("/abonnements").Body; dig(got, "items", 0, "tarif", "libellePublic") != "Casier vélo" {
			t.Errorf("held, and archived: %v", got)
		}
		s.check(s.store.ArchiveLocker(t.Context(), 2, s.clock.Now()))
		s.want("archived", s.call("GET", "/api/terrain/casiers/2", c.key, nil), 404, "")
	})
}
