package api_test

import (
	"fmt"
	"testing"
	"time"

	"consigne/internal/adapter/oidc/oidctest"
)

// What may not lead around a compulsory provider, a second factor or the domains of a provider.

func TestAnotherProviderDoesNotOpenACompulsoryDomain(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		const must = "Les comptes de ce domaine se connectent avec «\u00a0Annuaire\u00a0»."
		served := oidctest.Serve(t, s.clock)
		made := s.call("POST", provider, s.login("admin@exemple.test").token, typedProvider(served, map[string]any{"libelle": "Autre"}))
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
	onEachEngine(t, func(t *testing.T, s *site) {
		const email, must = "hotline@exemple.test", "Les comptes de ce domaine se connectent avec «\u00a0Annuaire\u00a0»."
		mine := s.login(email).token
		telephone, _ := s.addApp(s.confirm(mine), "Téléphone")
		s.want("a new e-mail", s.call("POST", ownEmail, mine, map[string]string{"jetonEtape": s.confirmBy(mine, telephone), "email": "perso@ailleurs.test"}), 204, "")
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
			s.want("a colleague in the same office", s.loginFrom(office, fmt.Sprintf("agent%d@exemple.test", i), password), 403, "")
		}
		d.is("u1", owner, nil)
		awaited := d.signIn()
		prove := func(code string) answer {
			return s.call("POST", secondFactor, "", map[string]string{"jetonEtape": step(awaited), "moyen": "totp", "code": code}, "X-Forwarded-For", office)
		}
		s.want("a wrong code", prove("000000"), 401, "")
		s.want("the right one", prove(telephone.later()), 200, "")
	})
}

// Who holds the session of an administrator may add a provider; it does not spare the administrator's own second factor.
func TestAProviderDoesNotSpareTheFactorOfAdministrators(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
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
	onEachEngine(t, func(t *testing.T, s *site) {
		d := s.directory(nil)
		d.is("u1", "hotline@exemple.test", nil)
		s.want("linked", d.signIn(), 200, "")
		s.want("domains", s.call("PUT", provider+"/"+d.id, s.login("admin@exemple.test").token, typedProvider(d.Provider, map[string]any{"domaines": []string{"ailleurs.test"}})), 200, "")
		for _, email := range []string{"hotline@exemple.test", "", "pas une adresse"} {
			d.is("u1", email, nil)
			s.want("e-mail "+email, d.signIn(), 403, "«\u00a0Annuaire\u00a0» ne peut pas ouvrir les comptes du domaine de votre adresse e-mail.")
		}
	})
}
