package api_test

import (
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"consigne/internal/server/api"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// behindProxy runs a test on a site that trusts X-Forwarded-For.
func behindProxy(t *testing.T, test func(t *testing.T, s *site)) {
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		test(t, newSite(t, database,
			func(p *api.Components) { p.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }))
	})
}

func (s *site) loginFrom(address, email, password string) answer {
	s.t.Helper()
	return s.call("POST", "/api/compte/connexion", "", map[string]string{"username": email, "password": password},
		"X-Forwarded-For", address)
}

// Failed sign-ins to an account from unknown networks block attempts from every network, except one where the owner
// has signed in within the last month.
func TestStrangersDoNotLockTheOwnerOut(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		const owner, home = "gestionnaire@exemple.test", "2001:db8:1:2::7"
		s.want("at home", s.loginFrom(home, owner, password), 200, "")
		for i := range 20 {
			s.want("a stranger", s.loginFrom(fmt.Sprintf("198.51.100.%d", i+1), owner, "faux"), 401, "")
		}
		blocked := s.loginFrom("198.51.100.99", owner, password)
		s.want("the next, though right", blocked, 429, "Trop de tentatives. Veuillez réessayer dans une minute.")
		s.want("at home", s.loginFrom("2001:db8:1:2::8", owner, password), 200, "")
		s.clock.advance(30*24*time.Hour + time.Minute)
		for i := range 20 {
			s.want("a stranger", s.loginFrom(fmt.Sprintf("198.51.100.%d", i+1), owner, "faux"), 401, "")
		}
		s.want("at home, unseen for a month", s.loginFrom(home, owner, password), 429, "")
	})
}

// The owner of an account, who opened a link that was mailed to them, signs in from the address where they
// opened it, however many strangers fail.
func TestALinkLetsTheOwnerIn(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		const owner, other, home = "hotline@exemple.test", "autre@exemple.test", "2001:db8:1:2::7"
		strangers := func(email string) {
			s.clock.advance(48 * time.Hour) // afterwards the locks of before are forgotten
			for i := range 20 {
				s.want("a stranger", s.loginFrom(fmt.Sprintf("2001:db8:%x::1", 16+i), email, "faux"), 401, "")
			}
		}
		strangers(owner)
		s.want("locked", s.loginFrom(home, owner, password), 429, "")
		s.want("forgotten", s.call("POST", "/api/mot-de-passe/demander-changement", "", map[string]string{"mail": owner}),
			200, "")
		token := ""
		for _, message := range s.sent() {
			if match := linkPattern.FindStringSubmatch(message.Text); match != nil {
				token = match[1]
			}
		}
		const chosen = "tiroir-girafe-nuage"
		s.want("reset", s.call("POST", "/api/mot-de-passe/changer", "",
			map[string]string{"jeton": token, "motDePasse": chosen}, "X-Forwarded-For", home), 200, "")
		s.want("from elsewhere", s.loginFrom("2001:db8:1:3::7", owner, chosen), 429, "")
		s.want("where it was reset", s.loginFrom(home, owner, chosen), 200, "")

		const office = "2001:db8:1:4::7"
		token = s.requestEmail(other)
		strangers(other)
		s.want("confirm", s.call("POST", "/api/compte/adresse/confirmer", "", map[string]string{"jeton": token},
			"X-Forwarded-For", office), 200, "")
		s.want("where it was not confirmed", s.loginFrom("2001:db8:1:3::7", other, chosen), 429, "")
		s.want("where it was confirmed", s.loginFrom(office, other, chosen), 200, "")
	})
}

// The answers do not show whether an account exists, even when limits are reached.
func TestLimitsDoNotTellWhoExists(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		answers := map[string]string{}
		for _, email := range []string{"hotline@exemple.test", "personne@exemple.test", "banni@exemple.test"} {
			for i := range 30 {
				got := s.loginFrom(fmt.Sprintf("2001:db8:%d::1", i/6), email, "faux")
				answers[email] += fmt.Sprintln(got.Status, got.Raw, got.Header.Get("Retry-After"))
			}
			s.clock.advance(time.Hour) // so that the limit by address is not reached
		}
		if answers["personne@exemple.test"] != answers["hotline@exemple.test"] ||
			answers["banni@exemple.test"] != answers["hotline@exemple.test"] {
			t.Errorf("they differ: %v", answers)
		}
		if !strings.Contains(answers["hotline@exemple.test"], "429") {
			t.Errorf("no limit was met: %v", answers)
		}
	})
}

func TestWaitingDoubles(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		const address, email = "192.0.2.7", "hotline@exemple.test"
		s.want("signed in before", s.loginFrom(address, email, password), 200, "")
		for _, minutes := range []string{"60", "120", "240"} {
			for range 5 {
				s.want("a wrong password", s.loginFrom(address, email, "faux"), 401, "")
			}
			got := s.loginFrom(address, email, password)
			s.want("locked", got, 429, "")
			if got.Header.Get("Retry-After") != minutes {
				t.Errorf("Retry-After %s, want %s", got.Header.Get("Retry-After"), minutes)
			}
			s.clock.advance(4 * time.Minute)
		}
		s.want("afterwards", s.loginFrom(address, email, password), 200, "")
		s.want("all is forgotten", s.loginFrom(address, email, "faux"), 401, "")
	})
}

// An IPv6 subscriber counts as a whole /64, for password requests as well.
func TestOneSubscriberIsOneAddress(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		ask := func(address string) answer {
			return s.call("POST", "/api/mot-de-passe/demander-changement", "",
				map[string]string{"mail": "personne@exemple.test"}, "X-Forwarded-For", address)
		}
		for i := range 30 {
			s.want("login", s.loginFrom(fmt.Sprintf("2001:db8:0:1::%x", i+1), fmt.Sprintf("x%d@exemple.test", i), "faux"), 401,
				"")
			s.want("forgotten", ask(fmt.Sprintf("2001:db8:0:1::%x", i+1)), 200, "")
		}
		s.want("login", s.loginFrom("2001:db8:0:1::ffff", "hotline@exemple.test", password), 429, "")
		s.want("forgotten", ask("2001:db8:0:1::ffff"), 429, "")
		s.want("a neighbour's login", s.loginFrom("2001:db8:0:2::1", "hotline@exemple.test", password), 200, "")
		s.want("a neighbour's", ask("2001:db8:0:2::1"), 200, "")
	})
}

// Parallel attempts are all counted before any password is checked.
func TestAttemptsSideBySideAreLimited(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		var looked atomic.Int64
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() {
				if s.loginFrom("192.0.2.7", "hotline@exemple.test", "faux").Status == 401 {
					looked.Add(1)
				}
			})
		}
		group.Wait()
		if looked.Load() != 5 {
			t.Errorf("%d passwords were tried", looked.Load())
		}
	})
}

// The owner is notified of twenty failures in a day, once.
func TestTheOwnerIsToldOfFailures(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		told := func() int {
			s.mailbox.mails = nil
			s.check(s.mailer.SendDue(t.Context()))
			return len(s.mailbox.mails)
		}
		for i := range 24 {
			if i == 19 && told() != 0 {
				t.Error("told too early")
			}
			s.loginFrom(fmt.Sprintf("198.51.100.%d", i/4+1), "hotline@exemple.test", "faux")
			s.clock.advance(3 * time.Minute)
		}
		if told() != 1 || s.mailbox.mails[0].To != "hotline@exemple.test" ||
			!strings.Contains(s.mailbox.mails[0].Text, "Vingt tentatives") {
			t.Errorf("mails: %+v", s.mailbox.mails)
		}
	})
}
