package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"consigne/internal/adapter/oidc/oidctest"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestProvidersAreKeptByAdministrators(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		served := oidctest.Serve(t, s.clock)
		typed := func(changes map[string]any) map[string]any { return typedProvider(served, changes) }
		for what, c := range map[string]struct {
			changes map[string]any
			field   string
		}{
			"no name":             {map[string]any{"libelle": " "}, "libelle"},
			"a long name":         {map[string]any{"libelle": strings.Repeat("é", 61)}, "libelle"},
			"a name in two lines": {map[string]any{"libelle": "A\nB"}, "libelle"},
			"plain http":          {map[string]any{"emetteur": "http://identite.exemple.fr"}, "emetteur"},
			"a query":             {map[string]any{"emetteur": "https://identite.exemple.fr/?x=1"}, "emetteur"},
			"a fragment":          {map[string]any{"emetteur": "https://identite.exemple.fr/#x"}, "emetteur"},
			"a user":              {map[string]any{"emetteur": "https://a:b@identite.exemple.fr"}, "emetteur"},
			"a cloud's metadata":  {map[string]any{"emetteur": "https://169.254.169.254"}, "emetteur"},
			"a private network":   {map[string]any{"emetteur": "https://10.0.0.1/realms/a"}, "emetteur"},
			"this machine":        {map[string]any{"emetteur": "https://127.0.0.1"}, "emetteur"},
			"its name":            {map[string]any{"emetteur": "https://localhost"}, "emetteur"},
			"no client":           {map[string]any{"idClient": ""}, "idClient"},
			"no secret":           {map[string]any{"secret": ""}, "secret"},
			"a hidden secret":     {map[string]any{"secret": "a\u200bb"}, "secret"},
			"no domain":           {map[string]any{"domaines": []string{}}, "domaines"},
			"none, switched off":  {map[string]any{"domaines": nil, "actif": false}, "domaines"},
			"one name":            {map[string]any{"domaines": []string{"ville"}}, "domaines"},
			"an e-mail":           {map[string]any{"domaines": []string{"a@ville.fr"}}, "domaines"},
			"required of nobody":  {map[string]any{"obligatoire": true, "domaines": []string{" "}}, "domaines"},
		} {
			got := s.call("POST", provider, admin, typed(c.changes))
			if got.Status != 422 || dig(got.Body, "violations", 0, "propertyPath") != c.field {
				t.Errorf("%s: %d %s", what, got.Status, got.Raw)
			}
		}
		for _, email := range []string{"gestionnaire@exemple.test", "usager@exemple.test"} {
			bearer := s.login(email).token
			s.want(email, s.call("GET", providers, bearer, nil), 403, "")
			s.want(email, s.call("POST", provider, bearer, typed(nil)), 403, "")
		}
		made := s.call("POST", provider, admin,
			typed(map[string]any{"domaines": []string{" @Ville.fr", "agglo.fr", "ville.fr"}, "obligatoire": true}))
		s.want("made", made, 201, "")
		if fmt.Sprint(made.Body["domaines"]) != "[agglo.fr ville.fr]" || made.Body["secretEnregistre"] != true ||
			made.Body["origine"] != "console" || made.Body["version"] != 1.0 {
			t.Errorf("made: %s", made.Raw)
		}
		id := provider + "/" + fmt.Sprint(made.Body["id"])
		s.want("the issuer again", s.call("POST", provider, admin, typed(nil)), 422,
			"Un autre fournisseur a déjà cet émetteur.")
		second := oidctest.Serve(t, s.clock)
		s.want("the domain again",
			s.call("POST", provider, admin,
				typedProvider(second, map[string]any{
					"domaines":    []string{"ville.fr"},
					"obligatoire": true,
				})), 422, "Un autre fournisseur est déjà obligatoire pour «\u00a0ville.fr\u00a0».")
		both := s.call("POST", provider, admin, typedProvider(second, map[string]any{"domaines": []string{"ville.fr"}}))
		s.want("the domain of both, compulsory for one", both, 201, "")
		otherID := fmt.Sprint(both.Body["id"])

		kept := typed(map[string]any{"libelle": "Ville", "secret": "", "domaines": []string{"ville.fr"}})
		s.want("of a former version", s.call("PUT", id, admin, kept, "If-Match", "7"), 409, "")
		changed := s.call("PUT", id, admin, kept, "If-Match", "1")
		if changed.Status != 200 || changed.Body["libelle"] != "Ville" || changed.Body["version"] != 2.0 ||
			changed.Body["secretEnregistre"] != true {
			t.Errorf("changed: %s", changed.Raw)
		}
		if again := s.call("PUT", id, admin, kept, "If-Match", "2"); again.Body["version"] != 2.0 {
			t.Errorf("changed nothing: %s", again.Raw)
		}
		s.want("another issuer without its secret",
			s.call("PUT", id, admin, typed(map[string]any{"secret": "", "emetteur": "https://identite.exemple.fr"})), 422, "")
		tried := s.call("POST", id+"/essayer", admin, nil)
		if tried.Status != 200 || tried.Body["emetteur"] != served.Settings().Issuer || tried.Body["informations"] != true ||
			tried.Body["finSession"] != true || tried.Body["retourSigne"] != true {
			t.Errorf("tried: %s", tried.Raw)
		}
		second.Answer(oidctest.Wrongs{Discovery: func(c oidctest.Claims) { c["issuer"] = "https://autre.test" }})
		if got := s.call("POST", provider+"/"+otherID+"/essayer", admin, nil); got.Status != 502 ||
			!strings.HasPrefix(fmt.Sprint(got.Body["detail"]), "Ce fournisseur ne peut pas être utilisé") {
			t.Errorf("tried in vain: %s", got.Raw)
		}
		s.want("leaving in vain", s.call("POST", departure+otherID, "", nil), 503,
			"«\u00a0Annuaire\u00a0» ne répond pas. Veuillez réessayer dans un instant.")
		s.want("one that is not there", s.call("POST", provider+"/99/essayer", admin, nil), 404, "")
		s.want("deleted from a former version", s.call("DELETE", id, admin, nil, "If-Match", "1"), 409, "")
		s.want("deleted", s.call("DELETE", id, admin, nil, "If-Match", "2"), 204, "")
		s.want("twice", s.call("DELETE", id, admin, nil), 404, "")

		lines := s.call("GET", "/api/admin/journal?objet=fournisseur", admin, nil)
		actions := []string{}
		for i := range length(lines.Body["items"]) {
			actions = append(actions, fmt.Sprint(dig(lines.Body, "items", i, "action")))
		}
		if got := strings.Join(actions,
			" "); got != "fournisseur.suppression fournisseur.modification fournisseur.creation fournisseur.creation" {
			t.Errorf("journal: %d %s", lines.Status, lines.Raw)
		}
		for _, kind := range []string{"creation", "modification", "suppression"} {
			if s.securityReasons("type=fournisseur."+kind) == "" {
				t.Errorf("no event of %s", kind)
			}
		}
		list := s.call("GET", providers, admin, nil)
		if list.Body["adresseRetour"] != "http://consigne.test/connexion/retour" ||
			list.Body["adresseFinSession"] != "http://consigne.test/connexion" || length(list.Body["fournisseurs"]) != 1 {
			t.Errorf("list: %s", list.Raw)
		}
		for what, said := range map[string]string{
			"journal": lines.Raw, "list": list.Raw + made.Raw + changed.Raw,
			"log": s.log.String(),
		} {
			if strings.Contains(said, oidctest.Secret) {
				t.Errorf("the %s tells the secret", what)
			}
		}
		if stored, err := s.store.Providers(t.Context()); err != nil || len(stored) != 1 || stored[0].Secret == "" ||
			strings.Contains(stored[0].Secret, oidctest.Secret) {
			t.Errorf("stored: %+v, %v", stored, err)
		}
	})
}

// The provider of the configuration is offered and cannot be changed.
func TestTheProviderOfTheConfiguration(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		s := newSite(t, database)
		served := oidctest.Serve(t, s.clock)
		configured := served.Settings()
		configured.ID, configured.FromEnvironment, configured.Label = 0, true, "Serveur"
		configured.Required, configured.Domains = true, []string{"exemple.test"}
		s.parts.SignOn.Environment = &configured
		d := directory{served, s, "environnement"}
		admin := s.login("admin@exemple.test").token
		list := s.call("GET", providers, admin, nil)
		if got := fmt.Sprintln(dig(list.Body, "fournisseurs", 0, "id"),
			dig(list.Body, "fournisseurs", 0, "origine")); got != "environnement environnement\n" {
			t.Errorf("list: %s", list.Raw)
		}
		for _, method := range []string{"PUT", "DELETE"} {
			s.want(method, s.call(method, provider+"/environnement", admin, typedProvider(served, nil)), 409,
				"Ce fournisseur vient de la configuration du serveur, où il se modifie.")
		}
		s.want("its issuer again", s.call("POST", provider, admin, typedProvider(served, nil)), 422, "")
		s.want("its domain again",
			s.call("POST", provider, admin,
				typedProvider(oidctest.Serve(t, s.clock),
					map[string]any{
						"domaines":    []string{"exemple.test"},
						"obligatoire": true,
					})), 422, "Un autre fournisseur est déjà obligatoire pour «\u00a0exemple.test\u00a0».")
		s.want("tried", s.call("POST", provider+"/environnement/essayer", admin, nil), 200, "")
		s.want("a password", s.tryLogin("gestionnaire@exemple.test"), 403,
			"Les comptes de ce domaine se connectent avec «\u00a0Serveur\u00a0».")
		d.is("u1", "gestionnaire@exemple.test", nil)
		s.want("its sign-in", d.signIn(), 200, "")
	})
}

// Where a provider is compulsory, nothing else opens an account, known or not, but those of administrators.
func TestACompulsoryProvider(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const must = "Les comptes de ce domaine se connectent avec «\u00a0Annuaire\u00a0»."
		const forgotten = "/api/mot-de-passe/demander-changement"
		ask := func(email string) answer { return s.call("POST", forgotten, "", map[string]string{"mail": email}) }
		before := s.login("hotline@exemple.test").token
		d := s.directory(map[string]any{"domaines": []string{"exemple.test"}, "obligatoire": true})
		admin := s.login("admin@exemple.test").token // whose password goes on to work
		for _, email := range []string{
			"gestionnaire@exemple.test", "GESTIONNAIRE@EXEMPLE.TEST", "inconnu@exemple.test",
			"banni@exemple.test", "usager@exemple.test",
		} {
			s.want(email, s.tryLogin(email), 403, must)
			s.want(email, ask(email), 403, must)
		}
		if got := s.call("GET", details, before, nil); got.Body["fournisseurObligatoire"] != "Annuaire" {
			t.Errorf("one's own account: %s", got.Raw)
		}
		s.want("an own password",
			s.call("POST", ownPassword, before,
				map[string]string{"jetonEtape": s.confirm(before), "motDePasse": "quatre nuages très lents"}), 403, must)
		s.want("an own e-mail of another domain",
			s.call("POST", ownEmail, before,
				map[string]string{"jetonEtape": s.confirm(before), "email": "hotline@ailleurs.test"}), 403, must)
		if got := s.call("GET", details, admin, nil); got.Body["fournisseurObligatoire"] != nil {
			t.Errorf("an administrator's own account: %s", got.Raw)
		}
		s.want("an administrator with a wrong password",
			s.call("POST", "/api/compte/connexion", "", map[string]string{"username": "admin@exemple.test", "password": "faux"}),
			403, must)
		s.want("an administrator who has forgotten it", ask("admin@exemple.test"), 403, must)
		s.want("another domain", s.tryLogin("inconnu@ailleurs.test"), 401, "Identifiants incorrects")
		s.want("another domain", ask("inconnu@ailleurs.test"), 200, "")
		if reasons := s.securityReasons(
			"type=connexion.echec&compte=2",
		); reasons != "fournisseur obligatoire|fournisseur obligatoire" {
			t.Errorf("noted: %s", reasons)
		}
		s.want("invited", s.call("POST", "/api/admin/personnel/exploitant/1?role=Hotline", admin,
			map[string]string{
				"nom": "Zola", "prenom": "Émile", "telephone": "0612345678",
				"email": "emile@exemple.test",
			}), 201, "")
		s.check(s.mailer.SendDue(t.Context()))
		sent := []string{}
		for _, mail := range s.mailbox.mails {
			sent = append(sent, mail.To)
			if mail.To == "emile@exemple.test" &&
				(!strings.Contains(mail.Text, "«\u00a0Annuaire\u00a0»") ||
					!strings.Contains(mail.Text, "http://consigne.test/connexion\n") || strings.Contains(mail.Text, "jeton")) {
				t.Errorf("the invitation: %s", mail.Text)
			}
		}
		slices.Sort(sent)
		if got := strings.Join(sent, " "); got != "admin@exemple.test emile@exemple.test" {
			t.Errorf("mails to %s", got)
		}
		d.is("u1", "emile@exemple.test", nil)
		s.want("the newcomer", d.signIn(), 200, "")

		s.want("no longer compulsory",
			s.call("PUT", provider+"/"+d.id, admin,
				typedProvider(d.Provider, map[string]any{"domaines": []string{"exemple.test"}})), 200, "")
		s.want("a password", s.tryLogin("hotline@exemple.test"), 200, "")
	})
}

// Who ranks above a person removes their identities, and ends the sessions that these opened.
func TestIdentitiesOfOthers(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		d := s.directory(nil)
		d.is("u1", "hotline@exemple.test", nil)
		theirs := bearerOf(d.signIn())
		byPassword := s.login("hotline@exemple.test").token
		d.is("u2", "admin@exemple.test", nil)
		s.want("an administrator", d.signIn(), 200, "")
		list := func(id int, query string) string {
			return fmt.Sprintf("/api/admin/utilisateur/%d/fournisseurs%s", id, query)
		}
		remove := func(id, identity int, query string) string {
			return fmt.Sprintf("/api/admin/utilisateur/%d/fournisseur/%d%s", id, identity, query)
		}
		manager, elsewhere, admin := s.login("gestionnaire@exemple.test").token, s.login("ailleurs@exemple.test").token,
			s.login("admin@exemple.test").token
		s.want("a colleague", s.call("GET", list(2, "?exploitant=1"), theirs, nil), 403, "")
		s.want("of another operator", s.call("DELETE", remove(3, 1, "?exploitant=2"), elsewhere, nil), 404, "")
		s.want("oneself", s.call("GET", list(2, "?exploitant=1"), manager, nil), 409, "")
		s.want("an administrator's", s.call("DELETE", remove(1, 2, "?exploitant=1"), manager, nil), 404, "")
		shown := s.call("GET", list(3, "?exploitant=1"), manager, nil)
		if shown.Status != 200 || dig(shown.Body, "identites", 0, "adresse") != "hotline@exemple.test" {
			t.Errorf("shown: %s", shown.Raw)
		}
		s.want("of another account", s.call("DELETE", remove(3, 2, "?exploitant=1"), manager, nil), 404, "")
		s.want("removed", s.call("DELETE", remove(3, 1, "?exploitant=1"), manager, nil), 204, "")
		s.want("its session", s.call("GET", details, theirs, nil), 401, "")
		s.want("the one by password", s.call("GET", details, byPassword, nil), 200, "")
		s.want("by an administrator, without an operator", s.call("GET", list(3, ""), admin, nil), 200, "")
		if got := s.call("GET", "/api/admin/journal?exploitant=1&action=compte.fournisseur_retire", manager,
			nil); got.Body["total"] != 1.0 {
			t.Errorf("journal: %s", got.Raw)
		}
	})
}

// A network leaves for providers, and fails when it comes back, so many times a minute.
func TestSignOnIsLimited(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		d := s.directory(nil)
		d.is("u1", "hotline@exemple.test", nil)
		for range 31 {
			s.want("colleagues of one office", d.signIn(), 200, "")
		}
		for range 300 - 31 {
			s.want("within", s.call("POST", departure+d.id, "", nil), 200, "")
		}
		s.want("beyond", s.call("POST", departure+d.id, "", nil), 429, "")
		for range 30 {
			s.want("within", s.call("POST", comeBack, "", map[string]any{"state": "x"}), 410, "")
		}
		s.want("beyond", s.call("POST", comeBack, "", map[string]any{"state": "x"}), 429, "")
	})
}
