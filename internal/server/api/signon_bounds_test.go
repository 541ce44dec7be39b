package api_test

import (
	"fmt"
	"testing"
	"time"

	"consigne/internal/adapter/oidc/oidctest"
	"consigne/internal/domain/people/signon"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// What may not lead around a compulsory provider, a second factor or the domains of a provider.

func TestAnotherProviderDoesNotOpenACompulsoryDomain(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const must = "Les comptes de ce domaine se connectent avec «\u00a0Annuaire\u00a0»."
		served := oidctest.Serve(t, s.clock)
		made := s.call("POST", provider, s.login("admin@exemple.test").token,
			typedProvider(served, map[string]any{"libelle": "Autre"}))
		s.want("another provider", made, 201, "")
		other := directory{served, s, fmt.Sprint(made.Body["id"])}
		other.is("u1", "hotline@exemple.test", nil)
		s.want("before", other.signIn(), 200, "")
		s.directory(map[string]any{"domaines": []string{"exemple.test"}, "obligatoire": true})
		s.want("one who is linked to the other", other.signIn(), 403, must)
		other.is("u2", "gestionnaire@exemple.test", nil)
		s.want("one who is not", other.signIn(), 403, must)
		other.is("u3", "admin@exemple.test", nil)
		s.want("an administrator", other.signIn(), 200, "")
	})
}

// What was begun before the provider became compulsory does not end in a session, or in an e-mail, that passes by it.
func TestWhatBeganBeforeAProviderWasCompulsory(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const email, must = "hotline@exemple.test", "Les comptes de ce domaine se connectent avec «\u00a0Annuaire\u00a0»."
		mine := s.login(email).token
		telephone, _ := s.addApp(s.confirm(mine), "Téléphone")
		s.want("a new e-mail", s.call("POST", ownEmail, mine,
			map[string]string{"jetonEtape": s.confirmBy(mine, telephone), "email": "perso@ailleurs.test"}), 204, "")
		link := ""
		for _, message := range s.sent() {
			if match := confirmPattern.FindStringSubmatch(message.Text); match != nil {
				link = match[1]
			}
		}
		awaited := s.tryLogin(email)
		s.directory(map[string]any{"domaines": []string{"exemple.test"}, "obligatoire": true})
		s.want("the code after the password", s.endWith(step(awaited), "totp", telephone.later()), 403, must)
		s.want("the link of the new e-mail", s.confirmEmail(link), 403, must)
	})
}

// Wrong passwords of others, which open nothing there, do not keep out who comes from the provider.
func TestStrangersDoNotLockWhoComesFromAProvider(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		const owner, office = "hotline@exemple.test", "198.51.100.8"
		telephone, _ := s.addApp(s.confirm(s.login(owner).token), "Téléphone")
		d := s.directory(map[string]any{"domaines": []string{"exemple.test"}, "obligatoire": true})
		s.clock.advance(48 * time.Hour)
		for i := range 20 {
			s.want("a stranger", s.loginFrom(fmt.Sprintf("2001:db8:%x::1", 16+i), owner, "faux"), 403, "")
		}
		for i := range 30 {
			s.want("a colleague in the same office", s.loginFrom(office, fmt.Sprintf("agent%d@exemple.test", i), password), 403,
				"")
		}
		d.is("u1", owner, nil)
		awaited := d.signIn()
		prove := func(code string) answer {
			return s.call("POST", secondFactor, "",
				map[string]string{"jetonEtape": step(awaited), "moyen": "totp", "code": code}, "X-Forwarded-For", office)
		}
		s.want("a wrong code", prove("000000"), 401, "")
		s.want("the right one", prove(telephone.later()), 200, "")
	})
}

// Who holds the session of an administrator may add a provider; it does not spare the administrator's own second
// factor.
func TestAProviderDoesNotSpareTheFactorOfAdministrators(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const admin = "admin@exemple.test"
		d := s.directory(nil)
		s.addApp(s.confirm(s.login(admin).token), "Téléphone")
		d.is("x", admin, oidctest.Claims{"amr": []string{"mfa"}})
		if got := d.signIn(); got.Body["etape"] != "second-facteur" || got.Body["token"] != nil {
			t.Errorf("signed in: %s", got.Raw)
		}
	})
}

func TestALinkedIdentityIsHeldToTheDomains(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		d := s.directory(nil)
		d.is("u1", "hotline@exemple.test", nil)
		s.want("linked", d.signIn(), 200, "")
		s.want("domains", s.call("PUT", provider+"/"+d.id, s.login("admin@exemple.test").token,
			typedProvider(d.Provider, map[string]any{"domaines": []string{"ailleurs.test"}})), 200, "")
		for _, email := range []string{"hotline@exemple.test", "", "pas une adresse"} {
			d.is("u1", email, nil)
			s.want("e-mail "+email, d.signIn(), 403,
				"«\u00a0Annuaire\u00a0» ne peut pas ouvrir les comptes du domaine de votre adresse e-mail.")
		}
	})
}

// An account that is linked to a provider is opened by no other, as long as the first one exists, active or not.
func TestAnAccountIsLinkedToOneProvider(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const email = "hotline@exemple.test"
		const elsewhere = "Votre compte Consigne est lié à un autre fournisseur que «\u00a0Autre\u00a0». Déliez-le dans «\u00a0Mon compte\u00a0», ou demandez-le au gestionnaire de votre exploitation."
		first, other := s.directory(nil), s.directory(map[string]any{"libelle": "Autre"})
		for _, d := range []directory{first, other} {
			d.is("u1", email, nil) // the same subject too
		}
		s.want("the first", first.signIn(), 200, "")
		s.want("another", other.signIn(), 403, elsewhere)
		if reasons := s.securityReasons(
			"type=connexion.echec&compte=3",
		); reasons != "fournisseur\u00a0: compte lié à un autre fournisseur" {
			t.Errorf("noted: %s", reasons)
		}
		if linked, err := s.store.Identities(t.Context(), 3); err != nil || len(linked) != 1 {
			t.Errorf("linked: %v, %v", linked, err)
		}
		s.want("the first again", first.signIn(), 200, "")
		admin := s.login("admin@exemple.test").token
		s.want("the first switched off",
			s.call("PUT", provider+"/"+first.id, admin, typedProvider(first.Provider, map[string]any{"actif": false})), 200, "")
		s.want("another", other.signIn(), 403, elsewhere)
		s.want("the first deleted", s.call("DELETE", provider+"/"+first.id, admin, nil), 204, "")
		s.want("another", other.signIn(), 200, "")

		served := oidctest.Serve(t, s.clock)
		configured := served.Settings()
		configured.ID, configured.FromEnvironment, configured.Domains = 0, true, []string{"exemple.test"}
		s.parts.SignOn.Environment = &configured
		server := directory{served, s, "environnement"}
		server.is("u1", email, nil)
		s.want("that of the configuration", server.signIn(), 403, "")
		server.is("u2", "gestionnaire@exemple.test", nil)
		other.is("u2", "gestionnaire@exemple.test", nil)
		s.want("that of the configuration, first", server.signIn(), 200, "")
		s.want("another", other.signIn(), 403, elsewhere)
		mine := s.login("gestionnaire@exemple.test").token
		own := s.call("GET", ownIdentities, mine, nil)
		s.want("unlinked", s.call("DELETE", fmt.Sprintf("%s/%v", ownIdentity, dig(own.Body, "identites", 0, "id")), mine,
			nil), 204, "")
		s.want("another", other.signIn(), 200, "")
	})
}

// Of two providers that bring the same person back at once, on two nodes, one links the account.
func TestTwoProvidersAtOnce(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, database *store.Store) {
		s := newSite(t, database)
		trips := make(chan func() bool, 4)
		nodes := []*signon.Service{s.signOnNode(database), s.signOnNode(database)}
		for i := range cap(trips) {
			d := s.directory(map[string]any{"libelle": fmt.Sprint("Annuaire ", i)})
			d.is("u1", "gestionnaire@exemple.test", nil)
			made := d.goThere()
			trips <- func() bool { return made.finish(t.Context(), nodes[i%2]) }
		}
		if winners := storetest.Race(cap(trips), func() bool { return (<-trips)() }); winners != 1 {
			t.Errorf("%d providers at once open an account", winners)
		}
		if linked, err := database.Identities(t.Context(), 2); err != nil || len(linked) != 1 {
			t.Errorf("linked: %v, %v", linked, err)
		}
	})
}

// A provider that was saved before a domain was asked for opens nobody's account until it has one.
func TestAProviderWithoutADomainOpensNothing(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const domain = "«\u00a0Annuaire\u00a0» ne peut pas ouvrir les comptes du domaine de votre adresse e-mail."
		d := s.directory(nil)
		d.is("u1", "hotline@exemple.test", nil)
		s.want("linked", d.signIn(), 200, "")
		linked := d.goThere()
		d.is("u2", "gestionnaire@exemple.test", nil)
		newcomer := d.goThere()
		stored, err := s.store.Providers(t.Context())
		s.check(err)
		stored[0].Domains = nil
		s.check(s.store.UpdateProvider(t.Context(), stored[0]))
		s.want("one who is linked, on the way", linked.back(s), 403, domain)
		s.want("one who is not, on the way", newcomer.back(s), 403, domain)
		s.want("leaving", s.call("POST", departure+d.id, "", nil), 404, "")
		if got := s.call("GET", "/api/compte/connexion/fournisseurs", "", nil); length(got.Body["fournisseurs"]) != 0 {
			t.Errorf("offered: %s", got.Raw)
		}
		admin := s.login("admin@exemple.test").token
		if got := s.call("GET", providers, admin, nil); got.Status != 200 ||
			length(dig(got.Body, "fournisseurs", 0, "domaines")) != 0 || dig(got.Body, "fournisseurs", 0, "actif") != true {
			t.Errorf("shown: %s", got.Raw)
		}
		s.want("saved as it is",
			s.call("PUT", provider+"/"+d.id, admin, typedProvider(d.Provider, map[string]any{"domaines": []string{}})), 422,
			"Indiquez au moins un domaine.")
		s.want("with a domain", s.call("PUT", provider+"/"+d.id, admin, typedProvider(d.Provider, nil)), 200, "")
		s.want("sign-in", d.signIn(), 200, "")
	})
}
