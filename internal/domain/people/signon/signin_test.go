package signon

import (
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

const noKind = fault.Kind(-1) // the session is open

// What a browser brings back counts once, within ten minutes, in the browser that left, while the provider is as it
// was.
func TestWhatComesBackFromAProvider(t *testing.T) {
	for name, c := range map[string]struct {
		meanwhile func(s *site, back *Back)
		kind      fault.Kind
		reason    string
	}{
		"at once": {func(*site, *Back) {}, noKind, ""},
		"just before ten minutes": {
			func(s *site, _ *Back) { s.now.at = s.now.at.Add(10*time.Minute - time.Millisecond) },
			noKind, "",
		},
		"after ten minutes": {
			func(s *site, _ *Back) { s.now.at = s.now.at.Add(10 * time.Minute) }, fault.KindGone,
			reasonState,
		},
		"a second time":      {func(s *site, back *Back) { _, _, _ = s.comes(*back) }, fault.KindGone, reasonState},
		"an unknown state":   {func(_ *site, back *Back) { back.State += "A" }, fault.KindGone, reasonState},
		"in another browser": {func(_ *site, back *Back) { back.Browser = "" }, fault.KindForbidden, reasonBrowser},
		"the provider is off": {
			func(s *site, _ *Back) { s.store.providers[0].Active = false }, fault.KindForbidden,
			reasonInactive,
		},
		"the provider is deleted": {
			func(s *site, _ *Back) { s.store.providers = s.store.providers[1:] },
			fault.KindForbidden, reasonInactive,
		},
		"it has another issuer": {
			func(s *site, _ *Back) { s.store.providers[0].Issuer += "/a" }, fault.KindForbidden,
			reasonInactive,
		},
		"it refused": {
			func(_ *site, back *Back) { back.Error = "access_denied" }, fault.KindUnauthenticated,
			reasonError,
		},
		"it answers something wrong": {
			func(s *site, _ *Back) { s.client.fails = &Refused{"nonce"} },
			fault.KindUnauthenticated, reasonRefused + "nonce",
		},
		"it names nobody": {
			func(s *site, _ *Back) { s.client.claims.Subject = "" }, fault.KindUnauthenticated,
			reasonRefused + "subject",
		},
		"it cannot be reached": {
			func(s *site, _ *Back) { s.client.fails = &Unreachable{"délai"} },
			fault.KindUnavailable, "",
		},
	} {
		s := newSite(t)
		s.people.list = []account.Account{staff(1, "zoe@ville.fr")}
		s.client.claims = Claims{Subject: "zoe", Email: "zoe@ville.fr", EmailVerified: true}
		back := s.depart(t, "1")
		c.meanwhile(s, &back)
		refusal, reason, err := s.comes(back)
		if err != nil || (refusal == nil) != (c.kind == noKind) ||
			refusal != nil && (refusal.Kind != c.kind || reason != c.reason) {
			t.Errorf("%s: %+v, %q, %v; want %q", name, refusal, reason, err, c.reason)
		}
	}
}

func staff(id int64, email string) account.Account {
	return account.Account{ID: id, Email: email, Active: true, Roles: map[int64][]access.Role{1: {access.Hotline}}}
}

// Whose account a provider opens: that of the identity, or, the first time, that of staff with the e-mail that it has
// verified.
func TestWhoseAccountAProviderOpens(t *testing.T) {
	const nobody = "Aucun accès à Consigne n'est ouvert à votre adresse e-mail."
	sentences := map[string]string{
		reasonUnknown: nobody, reasonCustomer: nobody, reasonBanned: nobody,
		reasonUnproved:   "«\u00a0Ville\u00a0» n'a pas vérifié votre adresse e-mail.",
		reasonDomain:     "«\u00a0Ville\u00a0» ne peut pas ouvrir les comptes du domaine",
		reasonOther:      "Votre compte Consigne est lié à une autre identité",
		reasonElsewhere:  "Votre compte Consigne est lié à un autre fournisseur",
		reasonCompulsory: "Les comptes de ce domaine se connectent avec «\u00a0",
	}
	zoe := Claims{Subject: "zoe", Email: "zoe@ville.fr", EmailVerified: true}
	linked := Identity{ID: 1, AccountID: 1, Issuer: "https://identite.ville.fr", Subject: "zoe", Email: "zoe@ville.fr"}
	at := func(i Identity, issuer, subject string) Identity {
		i.Issuer, i.Subject = issuer, subject
		return i
	}
	for name, c := range map[string]struct {
		change func(s *site, claims *Claims)
		reason string // empty: it opens
		links  bool
	}{
		"the first time":            {func(*site, *Claims) {}, "", true},
		"in other letters of ASCII": {func(_ *site, claims *Claims) { claims.Email = "Zoe@Ville.FR" }, "", true},
		"in letters that fold alike": {func(s *site, claims *Claims) {
			s.people.list[0].Email, claims.Email = "élodie@ville.fr", "Élodie@ville.fr"
		}, reasonUnknown, false},
		"again": {func(s *site, _ *Claims) { s.store.identities = []Identity{linked} }, "", false},
		"again, with another e-mail": {func(s *site, claims *Claims) {
			s.store.identities, claims.Email = []Identity{linked},
				"z@agglo.fr"
		}, reasonDomain, false},
		"again, without an e-mail": {func(s *site, claims *Claims) {
			s.store.identities, claims.Email, claims.EmailVerified = []Identity{linked}, "", false
		}, "", false},
		"not verified":      {func(_ *site, claims *Claims) { claims.EmailVerified = false }, reasonUnproved, false},
		"no e-mail":         {func(_ *site, claims *Claims) { claims.Email = "" }, reasonUnproved, false},
		"of another domain": {func(_ *site, claims *Claims) { claims.Email = "zoe@agglo.fr" }, reasonDomain, false},
		"of a subdomain": {
			func(_ *site, claims *Claims) { claims.Email = "zoe@sous.ville.fr" }, reasonDomain,
			false,
		},
		"nobody": {func(s *site, _ *Claims) { s.people.list = nil }, reasonUnknown, false},
		"a customer": {func(s *site,
			_ *Claims,
		) {
			s.people.list[0].Roles = map[int64][]access.Role{1: {access.Customer}}
		}, reasonCustomer, false},
		"banned": {func(s *site, _ *Claims) { s.people.list[0].Active = false }, reasonBanned, false},
		"banned since": {func(s *site, _ *Claims) {
			s.store.identities,
				s.people.list[0].Active = []Identity{linked}, false
		}, reasonBanned, false},
		"linked to somebody there": {func(s *site,
			_ *Claims,
		) {
			s.store.identities = []Identity{at(linked, linked.Issuer, "other")}
		}, reasonOther, false},
		"linked to another provider": {func(s *site, _ *Claims) {
			s.store.identities = []Identity{at(linked, "https://identite.agglo.fr", "zoe")}
		}, reasonElsewhere, false},
		"linked to one that is off": {func(s *site, _ *Claims) {
			s.store.identities, s.store.providers[1].Active = []Identity{at(linked, "https://identite.agglo.fr", "zoe")}, false
		}, reasonElsewhere, false},
		"linked to one that is deleted": {func(s *site, _ *Claims) {
			s.store.identities, s.store.providers = []Identity{at(linked, "https://identite.agglo.fr", "zoe")},
				s.store.providers[:1]
		}, "", true},
		"another is compulsory": {
			func(s *site, _ *Claims) { s.store.providers[1].Required = true },
			reasonCompulsory, false,
		},
		"another is, but off": {func(s *site, _ *Claims) {
			s.store.providers[1].Required,
				s.store.providers[1].Active = true, false
		}, "", true},
		"this one is": {
			func(s *site, _ *Claims) { s.store.providers[0].Required = true },
			"", true,
		},
		"another is, to an administrator": {func(s *site, _ *Claims) {
			s.store.providers[1].Required,
				s.people.list[0].Admin = true, true
		}, "", true},
		"another, of the configuration, is compulsory": {
			func(s *site, _ *Claims) { s.Environment = fromEnvironment() },
			reasonCompulsory, false,
		},
		"another, of the configuration, of this domain": {func(s *site,
			_ *Claims,
		) {
			s.Environment = fromEnvironment()
			s.Environment.Required = false
		}, "", true},
	} {
		s := newSite(t)
		s.people.list = []account.Account{staff(1, "zoe@ville.fr")}
		claims := zoe
		c.change(s, &claims)
		s.client.claims = claims
		before := len(s.store.identities)
		refusal, reason, err := s.comes(s.depart(t, "1"))
		if err != nil || reason != c.reason || (refusal == nil) != (c.reason == "") ||
			refusal != nil && (refusal.Kind != fault.KindForbidden || !strings.HasPrefix(refusal.Detail, sentences[reason])) {
			t.Errorf("%s: %+v, %q, %v; want %q", name, refusal, reason, err, c.reason)
		}
		told := slices.Equal(s.store.mails, []outbox.Kind{outbox.IdentityAdded}) &&
			slices.Equal(s.store.lines, []audit.Action{audit.IdentityAdded})
		if made := len(s.store.identities) > before; made != c.links || told != c.links {
			t.Errorf("%s: linked: %t, mails %v, lines %v", name, made, s.store.mails, s.store.lines)
		}
	}
}

func fromEnvironment() *Provider {
	return &Provider{
		Label: "Région", Issuer: "https://identite.region.fr", ClientID: "c", Domains: []string{"ville.fr"},
		Active: true, Required: true, FromEnvironment: true,
	}
}

func TestWhereASignInMayBegin(t *testing.T) {
	for id, change := range map[string]func(p *Provider){
		"1": nil, "2": func(p *Provider) { p.Active = false }, "3": nil, "0": nil, "-1": nil, "ville": nil,
		environmentID: nil,
	} {
		s := newSite(t)
		if change != nil {
			change(&s.store.providers[1])
		}
		if _, err := s.Start(t.Context(), id, "", "192.0.2.1"); (err == nil) != (id == "1") ||
			err != nil && !fault.Is(err, fault.KindNotFound) {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// A network lets 300 sign-ins leave in a minute, and 30 come back and fail; one that succeeds counts for nothing.
func TestSignInsOfANetworkAreLimited(t *testing.T) {
	s := newSite(t)
	s.people.list = []account.Account{staff(1, "zoe@ville.fr")}
	s.client.claims = Claims{Subject: "zoe", Email: "zoe@ville.fr", EmailVerified: true}
	backs := []Back{}
	for range 300 {
		backs = append(backs, s.depart(t, "1"))
	}
	if _, err := s.Start(t.Context(), "1", "", "192.0.2.1"); !fault.Is(err, fault.KindTooMany) ||
		fault.Of(err).RetryAfter != time.Minute {
		t.Errorf("the 301st leaves: %v", err)
	}
	if _, err := s.Start(t.Context(), "1", "", "198.51.100.1"); err != nil {
		t.Errorf("from another network: %v", err)
	}
	for _, back := range backs[:40] {
		if refusal, _, err := s.comes(back); refusal != nil || err != nil {
			t.Fatalf("those who succeed are limited: %+v, %v", refusal, err)
		}
	}
	for i := range 30 {
		if refusal, reason, _ := s.comes(backs[0]); refusal == nil || refusal.Kind != fault.KindGone ||
			reason != reasonState {
			t.Fatalf("failure %d: %+v, %q", i+1, refusal, reason)
		}
	}
	if refusal, _, _ := s.comes(backs[50]); refusal == nil || refusal.Kind != fault.KindTooMany {
		t.Errorf("after 30 failures: %+v", refusal)
	}
}
