package api_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/server/api/apitest"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

const asksStepUp = "Step-up authentication required."

// enterBy signs in with a code of the application.
func (s *site) enterBy(email string, telephone authenticator) pair {
	s.t.Helper()
	got := s.endWith(step(s.tryLogin(email)), "totp", telephone.later())
	s.want("a code after the password", got, 200, "")
	return pairIn(got)
}

// Each call that the policy says asks for a proof, sent by an administrator who has a second factor: it is refused in a
// session that gave none, the sign-in with that factor apart, also while another session has given one; in that one it
// does what it does.
func TestEachCallThatAsksForAProof(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		const email = "cheffe@exemple.test"
		e := newExamples(t, database)
		_, err := database.CreateAccount(t.Context(),
			account.Account{Email: email, Admin: true, Active: true, PasswordHash: passwordHash}, e.clock.Now())
		e.check(err)
		telephone, _ := e.addApp(e.confirm(e.login(email).token), "Téléphone")
		tried := []string{}
		e.probe = func(call apitest.Call, path string, body any, headers []string) string {
			if !rules()[call.Method+" "+call.Path].StepUp {
				return ""
			}
			tried = append(tried, call.Method+" "+call.Path)
			without, with := e.enterBy(email, telephone).token, e.enterBy(email, telephone).token
			for _, bearer := range []string{without, with} {
				e.want(call.OperationID+" without a proof", e.call(call.Method, path, bearer, body, headers...), 403, asksStepUp)
			}
			e.confirmBy(with, telephone)
			e.want(call.OperationID+" with the proof of another session", e.call(call.Method, path, without, body, headers...),
				403, asksStepUp)
			return with
		}
		e.sendAll(t)
		slices.Sort(tried)
		var want []string
		for call, rule := range rules() {
			if rule.StepUp {
				want = append(want, call)
			}
		}
		slices.Sort(want)
		if got := slices.Compact(tried); !slices.Equal(got, want) {
			t.Errorf("asked for\n%v\nwant\n%v", got, want)
		}
	})
}

// The life of a proof: it holds ten minutes, for the session, on each node, and goes with a change of how one signs in.
func TestAProofHoldsForTheSession(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const email, ended = "gestionnaire@exemple.test", "/api/admin/utilisateur/3/sessions/terminer?exploitant=1"
		act := func(bearer string) answer { return s.call("POST", ended, bearer, nil) }
		once := func(bearer string) answer { return s.call("POST", ended, bearer, nil, "Idempotency-Key", "une") }
		plain := s.login(email)
		s.want("who has no second factor", act(plain.token), 204, "")
		telephone, _ := s.addApp(s.confirm(plain.token), "Téléphone")
		s.want("the session that added one", act(plain.token), 403, asksStepUp)
		session := s.enterBy(email, telephone)
		s.want("the first try", once(session.token), 403,
			"Cette action demande de prouver de nouveau qui vous êtes, par un code de votre application, une clé d'accès ou un code de secours.")
		s.want("a wrong code", s.call("POST", proveAgain, session.token,
			map[string]string{"moyen": "totp", "code": "000000"}), 422, "")
		s.want("after it", act(session.token), 403, asksStepUp)
		s.want("the password", s.call("POST", proveAgain, session.token, map[string]string{"motDePasse": password}), 422,
			needsFactor)
		s.want("after it", act(session.token), 403, asksStepUp)
		s.want("who lacks the right is told that",
			s.call("POST", "/api/admin/exploitant/1/cle", session.token, map[string]any{"libelle": "Essai"}), 403, "Forbidden")

		s.confirmBy(session.token, telephone)
		s.want("the same try again", once(session.token), 204, "")
		s.want("the same once more", once(session.token), 204, "")
		s.want("another session", act(plain.token), 403, asksStepUp)
		other := newServer(t, s.store)
		other.clock.advance(s.clock.Now().Sub(other.clock.Now()))
		s.want("on another node", other.call("POST", ended, session.token, nil), 204, "")
		s.clock.advance(9*time.Minute + 59*time.Second)
		session = pairIn(s.refresh(session.token, session.refresh))
		s.want("9 min 59 s later", act(session.token), 204, "")
		s.clock.advance(time.Second)
		s.want("10 min later", act(session.token), 403, asksStepUp)

		s.confirmBy(session.token, telephone)
		s.want("proved again", act(session.token), 204, "")
		s.want("a new password", s.call("POST", ownPassword, session.token, map[string]string{
			"jetonEtape": s.confirmBy(session.token, telephone), "motDePasse": "quatre nuages très lents",
		}), 204, "")
		s.want("after it", act(session.token), 403, asksStepUp)
		code := s.confirmBy(session.token, telephone)
		id := fmt.Sprintf("%s/%v", ownFactors, dig(s.call("GET", ownFactors, session.token, nil).Body, "facteurs", 0, "id"))
		s.want("removed", s.call("POST", id+"/retirer", session.token, map[string]string{"jetonEtape": code}), 204, "")
		s.want("without a second factor, as before", act(session.token), 204, "")

		_, key := s.serviceKey(1, map[string]any{"droits": ofManagers()})
		s.want("a key", act(key), 204, "")
		events := "/api/admin/securite/evenements?compte=2&type="
		admin := s.login("admin@exemple.test").token
		if got := s.call("GET", events+"acces.refus", admin, nil); got.Body["total"] != 1.0 { // the missing right alone
			t.Errorf("refusals noted: %s", got.Raw)
		}
		if got := s.call("GET", events+"connexion.echec", admin, nil); got.Body["total"] != 1.0 { // the wrong code
			t.Errorf("failures noted: %s", got.Raw)
		}
	})
}

// Wrong proofs are counted as those of a sign-in: five keep the right one waiting.
func TestWrongProofsOfAStepUpAreLimited(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const email = "gestionnaire@exemple.test"
		session := s.login(email).token
		telephone, _ := s.addApp(s.confirm(session), "Téléphone")
		s.clock.advance(time.Minute)
		prove := func(code string) answer {
			return s.call("POST", proveAgain, session, map[string]string{"moyen": "totp", "code": code})
		}
		for range 5 {
			s.want("wrong", prove("000000"), 422, "")
		}
		s.want("the right one", prove(telephone.later()), 429, "")
		s.want("the call", s.call("POST", "/api/admin/notification/1/secret", session, nil), 404, "")
		made := "/api/admin/utilisateur/3/sessions/terminer?exploitant=1"
		s.want("another call", s.call("POST", made, session, nil), 403, asksStepUp)
		s.clock.advance(2 * time.Minute)
		s.want("later", prove(telephone.later()), 200, "")
		s.want("the call", s.call("POST", made, session, nil), 204, "")
	})
}
