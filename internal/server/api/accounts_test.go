package api_test

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/access"
)

func (s *site) accounts(token, query string) answer {
	s.t.Helper()
	got := s.call("GET", "/api/admin/utilisateurs?"+query, token, nil)
	if got.Status != 200 {
		s.t.Fatalf("%s: %s", query, got.Raw)
	}
	return got
}

// emails lists the e-mails in a page of users, without their common domain.
func emails(got answer) string {
	list := []string{}
	for i := range length(got.Body["items"]) {
		email, _ := dig(got.Body, "items", i, "email").(string)
		list = append(list, strings.TrimSuffix(email, "@exemple.test"))
	}
	return strings.Join(list, " ")
}

func TestAccountList(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin, hotline := s.login("admin@exemple.test").token, s.login("hotline@exemple.test").token
		for _, person := range [][3]string{
			{"Élodie", "Le Goff", "Client0"},
			{"Zoé", "Œuvrard", "Client1"},
			{"Jean", "O'Brien%", "Client2"},
			{"Luc", "Zola", "Zéphyr.Ça"},
		} {
			id, err := s.store.CreateAccount(t.Context(), account.Account{
				FirstName: person[0], LastName: person[1], Email: person[2] + "@exemple.test", Active: true,
			}, s.clock.Now())
			s.check(err)
			s.check(s.store.KnowAccount(t.Context(), id, 1))
		}
		all := s.accounts(admin, "itemsPerPage=20")
		if all.Body["total"] != 12.0 || length(all.Body["items"]) != 12 {
			t.Errorf("all: %s", all.Raw)
		}
		for query, want := range map[string]string{
			"search=elodie":                              "Client0",
			"search=LE+GOFF":                             "Client0",
			"search=goff+elo":                            "Client0",
			"search=oeuv":                                "Client1",
			"search=client2":                             "Client2",
			"search=" + url.QueryEscape("n%"):            "Client2",
			"search=" + url.QueryEscape("'b"):            "Client2",
			"search=" + url.QueryEscape(`"`):             "",
			"search=" + url.QueryEscape(`goff" OR "zoe`): "",
			"search=introuvable":                         "",
			"search=zephyr":                              "Zéphyr.Ça",
			"search=z%C3%A9ph":                           "Zéphyr.Ça",
			"email=ca%40":                                "Zéphyr.Ça",
			"email=r.c":                                  "Zéphyr.Ça",
			"exploitant=1&search=zephyr":                 "Zéphyr.Ça",
			"nom=elodie":                                 "",
			"prenom=elodie":                              "Client0",
			"email=LIENT1":                               "Client1",
			"email=goff":                                 "",
			"role=Administrateur":                        "admin",
			"role=Mainteneur&role=Utilisateur":           "mainteneur usager",
			"role[]=Mainteneur&role%5B%5D=Utilisateur":   "mainteneur usager",
			"role=Gestionnaire&exploitant=2":             "ailleurs",
			"exploitant=2":                               "ailleurs",
			"exploitant=1&search=exemple&nom=goff":       "Client0",
			"itemsPerPage=2&page=2&exploitant=1":         "hotline mainteneur",
			"page=9&exploitant=1":                        "",
			"page=9223372036854775807&exploitant=1":      "",
		} {
			if got := emails(s.accounts(admin, query)); got != want {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		if past := s.accounts(admin, "page=9&exploitant=1"); past.Body["total"] != 9.0 {
			t.Errorf("past the end: %s", past.Raw)
		}
		theirs := s.accounts(hotline, "exploitant=1&search=admin")
		if theirs.Body["total"] != 0.0 {
			t.Errorf("an administrator is no user of an operator: %s", theirs.Raw)
		}
		s.want("all of them, to hotline", s.call("GET", "/api/admin/utilisateurs", hotline, nil), 403, "")
		s.want("another's", s.call("GET", "/api/admin/utilisateurs?exploitant=2", hotline, nil), 403, "")
		s.want("another's, named as a list", s.call("GET", "/api/admin/utilisateurs?exploitant[]=2", hotline, nil), 403, "")
		s.want("a technician", s.call("GET", "/api/admin/utilisateurs?exploitant=1", s.login("mainteneur@exemple.test").token,
			nil), 403, "")
		s.want("an unknown role", s.call("GET", "/api/admin/utilisateurs?role=Roi", admin, nil), 422, "")
		s.want("a thousand words", s.call("GET", "/api/admin/utilisateurs?search="+strings.Repeat("a+", 1000), admin, nil),
			422, "")
		s.want("a null character", s.call("GET", "/api/admin/utilisateurs?search=a%00b", admin, nil), 422,
			"La valeur du paramètre « search » n'est pas correcte.")
		s.want("a hundred words", s.call("GET", "/api/admin/utilisateurs?search="+strings.Repeat("a+", 100), admin, nil), 200,
			"")
		s.want("21 a page", s.call("GET", "/api/admin/utilisateurs?itemsPerPage=21", admin, nil), 422, "")
	})
}

func TestAccountDetails(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin, hotline, manager := s.login("admin@exemple.test").token, s.login("hotline@exemple.test").token,
			s.login("gestionnaire@exemple.test").token
		user := s.call("GET", "/api/admin/utilisateur/6?exploitant=1", hotline, nil)
		if user.Body["role"] != "Utilisateur" || dig(user.Body, "roles", 0, "exploitationLibelle") != "Grandval" ||
			user.Body["supprimable"] != false ||
			dig(user.Body, "utilisateurPaiement", "nombrePaiementEnCours") != 1.0 {
			t.Errorf("to hotline: %s", user.Raw)
		}
		if got := s.call("GET", "/api/admin/utilisateur/6?exploitant=1", manager, nil); got.Body["supprimable"] != true {
			t.Errorf("a manager may delete a mere user: %s", got.Raw)
		}
		_, elsewhere := s.fieldKeyOf(2)
		known := number(s.fieldCustomer(elsewhere, "client@exemple.test"))
		knownID, err := strconv.ParseInt(known, 10, 64)
		s.check(err)
		s.check(s.store.GrantRole(t.Context(), knownID, 1, access.Customer))
		if got := s.call("GET", "/api/admin/utilisateur/"+known+"?exploitant=1", manager,
			nil); got.Body["supprimable"] != false {
			t.Errorf("nor a user whom another operator knows: %s", got.Raw)
		}
		s.want("nor delete them", s.call("POST", "/api/admin/utilisateur/"+known+"/supprimer?exploitant=1", manager, nil),
			403, "")
		if got := s.call("GET", "/api/admin/utilisateur/3?exploitant=1", manager, nil); got.Body["supprimable"] != false ||
			got.Body["role"] != "Hotline" {
			t.Errorf("but no staff: %s", got.Raw)
		}
		if got := s.call("GET", "/api/admin/utilisateur/1", admin, nil); got.Body["role"] != "Administrateur" ||
			dig(got.Body, "roles", 0, "exploitationLibelle") != "Plateforme" ||
			dig(got.Body, "roles", 0, "exploitationId") != nil || got.Body["supprimable"] != false {
			t.Errorf("an administrator: %s", got.Raw)
		}
		s.want("not known there", s.call("GET", "/api/admin/utilisateur/5?exploitant=1", manager, nil), 404, "")
		s.want("without an operator", s.call("GET", "/api/admin/utilisateur/6", manager, nil), 403, "")
		for _, c := range []struct{ name, token, names string }{
			{"an administrator", admin, "Grandval Littoral"},
			{"a manager of one", manager, "Grandval"},
		} {
			operators, names := s.call("GET", "/api/admin/utilisateur/"+known+"/exploitants", c.token, nil), []string{}
			for _, operator := range operators.List {
				name, _ := operator["nom"].(string)
				names = append(names, name)
			}
			if strings.Join(names, " ") != c.names {
				t.Errorf("operators of a user, to %s: %s", c.name, operators.Raw)
			}
		}
		s.want("operators of a stranger", s.call("GET", "/api/admin/utilisateur/5/exploitants", manager, nil), 404,
			"Ressource introuvable.")

		stays := s.call("GET", "/api/admin/utilisateur/6/occupation/detail?exploitant=1", hotline, nil)
		if stays.Body["total"] != 1.0 || dig(stays.Body, "items", 0, "station", "nom") != "Gare" {
			t.Errorf("stays: %s", stays.Raw)
		}
		s.want("uses of a stranger", s.call("GET", "/api/admin/utilisateur/5/occupation/detail?exploitant=1", hotline, nil),
			404, "")
		monthly := s.call("POST", "/api/admin/exploitant/1/tarif/creation-tarif", manager,
			typedTariff(map[string]any{"abonnement": true, "typeTarif": "mois", "montant": 1500}))
		id, _ := monthly.Body["id"].(float64)
		_, err = s.store.CreateSubscription(t.Context(), subscription.Subscription{
			OperatorID: 1, AccountID: 6, TariffID: int64(id), TariffVersion: 1, StartsAt: s.clock.Now().Add(-time.Hour),
			Renewed: true, NextTerm: 1, NextAt: new(s.clock.Now().AddDate(0, 1, 0)),
		})
		s.check(err)
		subscriptions := s.call("GET", "/api/admin/utilisateur/6/abonnements?exploitant=1", hotline, nil)
		if subscriptions.Body["total"] != 1.0 || dig(subscriptions.Body, "items", 0, "montant") != 1500.0 ||
			dig(subscriptions.Body, "items", 0, "date_prochain_paiement") == nil {
			t.Errorf("subscriptions: %s", subscriptions.Raw)
		}
	})
}

func TestBan(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin, hotline := s.login("admin@exemple.test").token, s.login("hotline@exemple.test").token
		banned := s.call("PATCH", "/api/admin/utilisateur/3/switch-actif", admin, nil)
		if banned.Status != 200 || banned.Body["actif"] != false {
			t.Errorf("ban: %s", banned.Raw)
		}
		s.want("at the very next call", s.call("GET", details, hotline, nil), 401, "Invalid JWT Token")
		s.check(s.mailer.SendDue(t.Context()))
		if len(s.mailbox.mails) != 1 || s.mailbox.mails[0].Subject != "Votre compte Consigne est suspendu" {
			t.Errorf("mails: %+v", s.mailbox.mails)
		}
		if back := s.call("PATCH", "/api/admin/utilisateur/3/switch-actif", admin, nil); back.Body["actif"] != true {
			t.Errorf("again: %s", back.Raw)
		}
		s.want("a closed session stays closed", s.call("GET", details, hotline, nil), 401, "")
		s.login("hotline@exemple.test")
		s.want("oneself", s.call("PATCH", "/api/admin/utilisateur/1/switch-actif", admin, nil), 409,
			"Vous ne pouvez pas faire cela à votre propre compte.")
		s.want("a manager", s.call("PATCH", "/api/admin/utilisateur/3/switch-actif",
			s.login("gestionnaire@exemple.test").token, nil), 403, "")
	})
}

func TestErasure(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin, manager := s.login("admin@exemple.test").token, s.login("gestionnaire@exemple.test").token
		_, key := s.fieldKeyOf(1)
		accountID := s.fieldCustomer(key, "zoe@exemple.test")
		started := s.call("POST", "/api/terrain/occupations", key, map[string]any{"idCasier": 2, "idUtilisateur": accountID},
			"Idempotency-Key", "k1")
		s.want("start", started, 201, "")
		s.want("limit a tariff to them",
			s.call("PUT", "/api/admin/tarif/1/modifier-liste-usagers", manager,
				map[string]any{"emails": []string{"Zoe@exemple.test"}, "mode": 1}), 200, "")
		path := "/api/admin/utilisateur/" + number(accountID)
		s.want("in use", s.call("POST", path+"/supprimer?exploitant=1", manager, nil), 409,
			"Ce compte ne peut être supprimé : une utilisation est en cours.")
		s.want("in use", s.call("POST", path+"/anonymiser", admin, nil), 409,
			"Ce compte ne peut être anonymisé : une utilisation est en cours.")
		s.clock.advance(time.Minute)
		s.want("end", s.call("POST", "/api/terrain/occupations/"+number(started.Body["id"])+"/fin", key, nil), 200, "")
		s.want("due", s.call("POST", path+"/supprimer?exploitant=1", manager, nil), 409,
			"Ce compte ne peut être supprimé : un paiement n'est pas réglé.")
		s.want("due", s.call("POST", path+"/anonymiser", admin, nil), 409,
			"Ce compte ne peut être anonymisé : un paiement n'est pas réglé.")

		// Another user, whose only stay was made free.
		s.want("to everybody", s.call("PUT", "/api/admin/tarif/1/modifier-liste-usagers", manager,
			map[string]any{"emails": []string{"*@exemple.test", "lea@exemple.test"}, "mode": 2}), 200, "")
		second := s.fieldCustomer(key, "lea@exemple.test")
		path = "/api/admin/utilisateur/" + number(second)
		s.want("start", s.call("POST", "/api/terrain/occupations", key,
			map[string]any{"idCasier": 2, "idUtilisateur": second}, "Idempotency-Key", "k2"), 201, "")
		s.want("free", s.call("PATCH", "/api/admin/casier/2/occupation/switch-gratuit", manager, nil), 200, "")
		stay := s.call("GET", path+"/occupation/detail?exploitant=1", manager, nil)
		s.want("end", s.call("PATCH", "/api/admin/occupation/"+number(dig(stay.Body, "items", 0, "id"))+"/terminer", manager,
			nil), 200, "")
		s.want("hotline may not", s.call("POST", path+"/supprimer?exploitant=1", s.login("hotline@exemple.test").token, nil),
			403, "")
		s.want("nor delete staff", s.call("POST", "/api/admin/utilisateur/3/supprimer?exploitant=1", manager, nil), 403, "")
		s.want("nor another's user",
			s.call("POST", path+"/supprimer?exploitant=2", s.login("ailleurs@exemple.test").token, nil), 404, "")

		anonymised := s.call("POST", path+"/anonymiser", admin, nil)
		if anonymised.Status != 201 || anonymised.Body["nom"] != "Utilisateur anonymisé" || anonymised.Body["email"] != "" ||
			anonymised.Body["telephone"] != "" {
			t.Errorf("anonymised: %s", anonymised.Raw)
		}
		s.want("twice", s.call("POST", path+"/anonymiser", admin, nil), 409, "Cet utilisateur est déjà anonymisé.")
		if list := s.accounts(manager, "exploitant=1&search=anonymise"); list.Body["total"] != 1.0 {
			t.Errorf("still listed: %s", list.Raw)
		}
		if kept := s.call("GET", path+"/occupation/detail?exploitant=1", manager, nil); kept.Body["total"] != 1.0 ||
			strings.Contains(kept.Raw, "lea@") {
			t.Errorf("the stay is kept: %s", kept.Raw)
		}
		s.want("start afresh", s.call("PUT", "/api/admin/tarif/1/modifier-liste-usagers", manager,
			map[string]any{"emails": []string{"nora@exemple.test"}, "mode": 2}), 200, "")
		contact := s.call("POST", "/api/admin/referent/exploitant/1", admin,
			map[string]string{"nom": "Nom", "email": "Nora@Exemple.test"})
		s.want("who is a contact", contact, 201, "")
		s.want("another contact",
			s.call("POST", "/api/admin/referent/exploitant/1", admin, map[string]string{"nom": "Autre"}), 201, "")
		nora := number(s.fieldCustomer(key, "nora@exemple.test"))
		s.check(subscribe(s, nora))
		s.want("the only one a tariff is for", s.call("POST", "/api/admin/utilisateur/"+nora+"/anonymiser", admin, nil), 201,
			"")
		if got := s.call("GET", "/api/admin/referents/exploitant/1", manager, nil); len(got.List) != 1 ||
			got.List[0]["nom"] != "Autre" {
			t.Errorf("the contact stays: %s", got.Raw)
		}
		line := s.call("GET", "/api/admin/journal?exploitant=1&objet=referent:"+number(contact.Body["id"]), manager, nil)
		if line.Body["total"] != 2.0 || dig(line.Body, "items", 0, "action") != "referent.suppression" ||
			strings.Contains(line.Raw, "nora") {
			t.Errorf("it goes without a word: %s", line.Raw)
		}
		if got := s.call("GET", "/api/admin/tarif/1/beneficiaires-pour-tarif", manager, nil); len(got.List) != 1 ||
			strings.Contains(got.Raw, "nora") {
			t.Errorf("their place stays taken: %s", got.Raw)
		}
		if inUse, err := s.store.TariffInUse(t.Context(), 1, s.clock.Now()); err != nil || inUse.Subscriptions != 0 {
			t.Errorf("their subscription goes on: %+v, %v", inUse, err)
		}
		s.want("so nobody gets it",
			s.call("POST", "/api/terrain/occupations", key, map[string]any{"idCasier": 2, "idUtilisateur": accountID}), 409, "")
		if again := s.fieldCustomer(key, "lea@exemple.test"); again == second {
			t.Error("the e-mail leads to the erased account")
		}
		s.want("delete as well", s.call("POST", path+"/supprimer?exploitant=1", manager, nil), 201, "")
		s.want("deleted", s.call("GET", path, admin, nil), 404, "")
		s.want("deleted", s.call("POST", path+"/supprimer", admin, nil), 404, "")
		// the account erased first
		if list := s.accounts(manager, "exploitant=1&search=anonymise"); list.Body["total"] != 1.0 {
			t.Errorf("listed no more: %s", list.Raw)
		}
		for _, path := range []string{
			tariffs, "/api/admin/journal?exploitant=1&itemsPerPage=20",
			"/api/admin/station/2/casiers",
		} {
			if got := s.call("GET", path, admin,
				nil); strings.Contains(strings.ReplaceAll(got.Raw, "*@exemple.test", ""), "lea@") {
				t.Errorf("%s still names them: %s", path, got.Raw)
			}
		}
	})
}

// subscribe gives a user of operator 1 a running subscription to tariff 1.
func subscribe(s *site, id string) error {
	accountID, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return err
	}
	_, err = s.store.CreateSubscription(s.t.Context(), subscription.Subscription{
		OperatorID: 1, AccountID: accountID, TariffID: 1, TariffVersion: 1, StartsAt: s.clock.Now().Add(-time.Hour),
		Renewed: true, NextTerm: 1, NextAt: new(s.clock.Now().AddDate(0, 1, 0)),
	})
	return err
}

// The export has what is kept for the safety of the account, without what tells of others:
// the address from which somebody else acted, and the hash of what was typed.
func TestAccountExportHasSecurityEvents(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		s.loginFrom("198.51.100.7", "hotline@exemple.test", "faux")
		s.requestEmail("autre@exemple.test")
		s.want("not theirs", s.call("GET", "/api/admin/exploitant/2/compteurs", s.login("hotline@exemple.test").token, nil,
			"X-Forwarded-For", "198.51.100.8"), 403, "")
		admin := s.login("admin@exemple.test").token
		got := s.call("GET", "/api/admin/utilisateur/3/export", admin, nil)
		events := []string{}
		for i := range length(got.Body["evenementsSecurite"]) {
			event := dig(got.Body, "evenementsSecurite", i)
			events = append(events, fmt.Sprint(dig(event, "type"), " ", dig(event, "compte"), " ", dig(event, "acteur"), " ",
				dig(event, "adresse"), " ", dig(event, "motif")))
		}
		want := []string{
			"acces.refus 3 3 198.51.100.8 GET /api/admin/exploitant/{id}/compteurs", "connexion.nouvelle_adresse 3 3 127.0.0.1 ",
			"compte.email_demande 3 2  ", "connexion.echec 3 <nil> 198.51.100.7 mot de passe",
		}
		if !slices.Equal(events, want) || got.Body["adresseEnAttente"] != "autre@exemple.test" ||
			strings.Contains(got.Raw, "saisie") {
			t.Errorf("%q: %s", events, got.Raw)
		}
		got = s.call("GET", "/api/admin/utilisateur/6/export", admin, nil)
		if got.Body["adresseEnAttente"] != nil || length(got.Body["evenementsSecurite"]) != 0 ||
			!strings.Contains(got.Raw, `"evenementsSecurite":[]`) {
			t.Errorf("nothing to tell: %s", got.Raw)
		}
	})
}

func TestAccountExport(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		s.login("hotline@exemple.test")
		s.check(s.store.SaveCard(t.Context(), 6, 1,
			payment.Card{Reference: "sim_acceptee", PAN: "**** 4242", Expires: "12/30"}, s.clock.Now()))
		got := s.call("GET", "/api/admin/utilisateur/6/export", admin, nil)
		if got.Status != 200 || got.Header.Get("Content-Disposition") != `attachment; filename="utilisateur-6.json"` ||
			dig(got.Body, "utilisateur", "email") != "usager@exemple.test" || length(got.Body["utilisations"]) != 1 ||
			dig(got.Body, "paiements", 0, "paiementDetail", "paiementStatut") != "RUNNING" ||
			length(got.Body["paiements"]) != 1 ||
			dig(
				got.Body, "utilisateur", "moyenPaiements", 0, "pan",
			) != "**** 4242" || strings.Contains(got.Raw, "sim_acceptee") {
			t.Errorf("a user: %s", got.Raw)
		}
		s.want("a link", s.call("POST", "/api/mot-de-passe/demander-changement", "",
			map[string]string{"mail": "hotline@exemple.test"}), 200, "")
		s.check(s.mailer.SendDue(t.Context()))
		s.want("for whom", s.call("PUT", "/api/admin/tarif/1/modifier-liste-usagers", admin,
			map[string]any{"emails": []string{"*@Exemple.test", "*@autre.test"}, "mode": 2}), 200, "")
		s.want("an act", s.call("PATCH", "/api/admin/casier/2/generer_code", s.login("hotline@exemple.test").token, nil), 200,
			"")
		got = s.call("GET", "/api/admin/utilisateur/3/export", admin, nil)
		if length(got.Body["sessions"]) != 2 || length(got.Body["journal"]) != 3 || length(got.Body["actes"]) != 1 ||
			dig(got.Body, "actes", 0, "action") != "casier.code" || dig(got.Body, "tarifsReserves", 0) != "À l'heure" ||
			length(got.Body["liens"]) != 1 || dig(got.Body, "liens", 0, "expiration") == nil ||
			dig(got.Body, "liens", 0, "utilisation") != nil ||
			strings.Contains(got.Raw, "jeton") || strings.Contains(
			got.Raw, linkIn.FindStringSubmatch(s.mailbox.mails[0].Text)[1],
		) {
			t.Errorf("hotline: %s", got.Raw)
		}
		if again := s.call("GET", "/api/admin/utilisateur/6/export", admin,
			nil); dig(again.Body, "journal", 0, "action") != "compte.export" {
			t.Errorf("the export is written down: %s", again.Raw)
		}
		s.want("nobody", s.call("GET", "/api/admin/utilisateur/99/export", admin, nil), 404, "")
		s.want("a manager", s.call("GET", "/api/admin/utilisateur/6/export", s.login("gestionnaire@exemple.test").token, nil),
			403, "")
	})
}

func TestRoles(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		grant := func(token string, operatorID int, role string) answer {
			return s.call("POST", "/api/admin/utilisateur/3/role", token, map[string]any{"exploitant": operatorID, "role": role})
		}
		s.want("a manager may not", grant(s.login("ailleurs@exemple.test").token, 2, "Gestionnaire"), 403, "")
		s.want("no operator", grant(admin, 99, "Gestionnaire"), 404, "")
		s.want("no staff role", grant(admin, 2, "Utilisateur"), 422, "Ce rôle n'est pas correct.")
		s.want("grant", grant(admin, 2, "Gestionnaire"), 200, "")
		hotline := s.login("hotline@exemple.test").token
		s.want("at the very next call", s.call("GET", "/api/admin/gestionnaires/exploitant/2", hotline, nil), 200, "")
		s.want("take", s.call("DELETE", "/api/admin/utilisateur/3/role?exploitant=2&role=Gestionnaire", admin, nil), 204, "")
		s.want("at the very next call", s.call("GET", "/api/admin/gestionnaires/exploitant/2", hotline, nil), 403, "")
		s.want("twice", s.call("DELETE", "/api/admin/utilisateur/3/role?exploitant=2&role=Gestionnaire", admin, nil), 404, "")
		s.want("known there no more",
			s.call("GET", "/api/admin/utilisateur/3?exploitant=2", s.login("ailleurs@exemple.test").token, nil), 404, "")
	})
}

// Erasing a person also deletes the idempotency records about them, so that a repeated call shows nothing of them and
// begins nothing.
func TestErasureTakesKeptAnswersAlong(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		term := s.monthly(nil)
		calls := []struct {
			path string
			body any
		}{
			{"/api/terrain/occupations", map[string]any{"idCasier": 2, "idUtilisateur": c.accountID}},
			{"/api/terrain/occupations/2/fin", nil},
			{
				"/api/terrain/abonnements",
				map[string]any{"idUtilisateur": c.accountID, "idTarif": term, "isReconductible": false},
			},
		}
		call := func(i int) answer {
			return s.call("POST", calls[i].path, c.key, calls[i].body, "Idempotency-Key", fmt.Sprint("clef-", i))
		}
		first := make([]answer, len(calls))
		for i := range calls {
			first[i] = call(i)
			if again := call(i); first[i].Status >= 300 || again.Raw != first[i].Raw {
				t.Fatalf("%s: %d %s, again %s", calls[i].path, first[i].Status, first[i].Raw, again.Raw)
			}
		}
		c.collect()
		s.clock.advance(-time.Second) // so that the paid subscription begins in the future
		admin := s.login("admin@exemple.test").token
		s.want("erase", s.call("POST", fmt.Sprintf("/api/admin/utilisateur/%.0f/anonymiser", c.accountID), admin, nil), 201,
			"")
		for i, want := range []int{404, 409, 404} {
			s.want(calls[i].path, call(i), want, "")
		}
	})
}

// A manager exports and anonymises customers of their operator alone; others are told why not, or that there is nobody.
func TestTheRightsOfAController(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin, manager := s.login("admin@exemple.test").token, s.login("gestionnaire@exemple.test").token
		hotline, elsewhere := s.login("hotline@exemple.test").token, s.login("ailleurs@exemple.test").token
		_, key := s.fieldKeyOf(1)
		person := number(s.fieldCustomer(key, "zoe@exemple.test"))
		for _, act := range []struct {
			method, path string
			done         int
		}{{"GET", "/export", 200}, {"POST", "/anonymiser", 201}} {
			at := func(id string, operator int) string {
				return fmt.Sprint("/api/admin/utilisateur/", id, act.path, "?exploitant=", operator)
			}
			s.want("no session", s.call(act.method, at(person, 1), "", nil), 401, "")
			s.want("the hotline", s.call(act.method, at(person, 1), hotline, nil), 403, "")
			s.want("a manager of another", s.call(act.method, at(person, 1), elsewhere, nil), 403, "")
			s.want("who is not known there", s.call(act.method, at(person, 2), elsewhere, nil), 404, "")
			s.want("without an operator", s.call(act.method, "/api/admin/utilisateur/"+person+act.path, manager, nil), 403, "")
			s.want("staff", s.call(act.method, at("3", 1), manager, nil), 403, "")
			s.want("nobody", s.call(act.method, at("99", 1), manager, nil), 404, "")

			s.check(s.store.Exec(t.Context(), "known elsewhere", `INSERT INTO account_operators (account_id, operator_id)
				SELECT id, 2 FROM accounts WHERE email = 'zoe@exemple.test'`))
			shared := s.call("GET", "/api/admin/utilisateur/"+person+"?exploitant=1", manager, nil)
			if shared.Body["anonymisable"] != nil {
				t.Errorf("known elsewhere: %s", shared.Raw)
			}
			s.want("known elsewhere", s.call(act.method, at(person, 1), manager, nil), 409,
				"Cette personne est aussi connue d'un autre exploitant\u00a0: un administrateur peut le faire.")
			s.check(s.store.Exec(t.Context(), "no longer", `DELETE FROM account_operators WHERE operator_id = 2 AND account_id IN (SELECT id FROM accounts WHERE email = 'zoe@exemple.test')`))

			before := s.call("GET", "/api/admin/utilisateur/"+person+"?exploitant=1", manager, nil)
			if before.Body["anonymisable"] != true {
				t.Errorf("theirs: %s", before.Raw)
			}
			s.want("by the manager", s.call(act.method, at(person, 1), manager, nil), act.done, "")
		}
		after := s.call("GET", "/api/admin/utilisateur/"+person+"?exploitant=1", manager, nil)
		if after.Body["anonymise"] != true || after.Body["anonymisable"] != nil || strings.Contains(after.Raw, "zoe") {
			t.Errorf("anonymised: %s", after.Raw)
		}
		for _, action := range []string{"compte.export", "compte.anonymisation"} {
			log := s.call("GET", "/api/admin/journal?exploitant=1&action="+action, manager, nil)
			if log.Body["total"] != 1.0 {
				t.Errorf("%s in the operator's audit log: %s", action, log.Raw)
			}
		}
		s.want("an administrator still may", s.call("GET", "/api/admin/utilisateur/"+person+"/export", admin, nil), 200, "")
	})
}
