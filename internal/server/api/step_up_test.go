package api_test

import (
	"fmt"
	"testing"
	"time"
)

const needsFactor = "Votre compte a une double authentification : confirmez par un code de votre application, une clé d'accès ou un code de secours."

// confirmBy proves again who the session is, by a code of the application.
func (s *site) confirmBy(bearer string, telephone authenticator) string {
	s.t.Helper()
	got := s.call("POST", proveAgain, bearer, map[string]string{"moyen": "totp", "code": telephone.later()})
	s.want("a code again", got, 200, "")
	return step(got)
}

// Who has a second factor proves it again: whoever holds the session and the password changes nothing of how the owner
// signs in.
func TestAStepUpIsNoWeakerThanTheSignIn(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const email = "gestionnaire@exemple.test"
		session := s.login(email).token
		early := s.confirm(session)
		telephone, added := s.addApp(s.confirm(session), "Téléphone")
		prove := func(body map[string]string) answer { return s.call("POST", proveAgain, session, body) }
		s.want("the password alone", prove(map[string]string{"motDePasse": password}), 422, needsFactor)
		s.want("a wrong one is told alike", prove(map[string]string{"motDePasse": "faux"}), 422, needsFactor)
		s.want("nothing", prove(map[string]string{}), 422, needsFactor)
		s.want("the password and a wrong code",
			prove(map[string]string{"motDePasse": password, "moyen": "totp", "code": "000000"}), 422,
			"Ce code n'est pas correct, ou il a déjà servi.")
		s.want("the password and a means that is none", prove(map[string]string{"motDePasse": password, "moyen": "totp"}),
			422, "")
		s.clock.advance(time.Minute)
		s.want("a wrong password and a right code",
			prove(map[string]string{"motDePasse": "faux", "moyen": "totp", "code": telephone.later()}), 422,
			"Ce mot de passe n'est pas correct.")
		s.want("both", prove(map[string]string{"motDePasse": password, "moyen": "totp", "code": telephone.code()}), 200, "")
		s.want("the code again", prove(map[string]string{"moyen": "totp", "code": telephone.code()}), 422, "")
		s.want("a code alone", prove(map[string]string{"moyen": "totp", "code": telephone.later()}), 200, "")
		code := fmt.Sprint(dig(added.Body, "codesSecours", 0))
		s.want("a recovery code", prove(map[string]string{"moyen": "secours", "code": code}), 200, "")
		s.want("the recovery code again", prove(map[string]string{"moyen": "secours", "code": code}), 422, "")
		for path, body := range map[string]map[string]string{
			newFactor + "/totp": {}, newFactor + "/cle-acces": {}, newCodes: {},
			ownPassword: {"motDePasse": "quatre nuages très lents"},
			ownEmail:    {"email": "autre@exemple.test"}, ownFactors + "/1/retirer": {},
		} {
			body["jetonEtape"] = early
			s.want("a step that the password began before: "+path, s.call("POST", path, session, body), 410, "")
		}
		plain := s.login("hotline@exemple.test").token
		s.want("without a second factor, the password",
			s.call("POST", proveAgain, plain, map[string]string{"motDePasse": password}), 200, "")
	})
}

// Wrong codes are forgiven by a whole proof alone: not by the password of who has a second factor.
func TestOnlyAWholeProofForgivesWrongCodes(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const email = "gestionnaire@exemple.test"
		session := s.login(email).token
		telephone, _ := s.addApp(s.confirm(session), "Téléphone")
		s.clock.advance(time.Minute)
		prove := func(body map[string]string) answer { return s.call("POST", proveAgain, session, body) }
		wrong := map[string]string{"moyen": "totp", "code": "000000"}
		for range 4 {
			s.want("wrong", prove(wrong), 422, "")
		}
		s.want("the password", prove(map[string]string{"motDePasse": password}), 422, needsFactor)
		s.want("the beginning of a sign-in", s.tryLogin(email), 200, "")
		s.want("the fifth", prove(wrong), 422, "")
		locked := prove(map[string]string{"moyen": "totp", "code": telephone.later()})
		s.want("locked", locked, 429, "")
		if locked.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		s.want("for the sign-in too", s.tryLogin(email), 429, "")
		s.clock.advance(2 * time.Minute)
		for range 4 {
			s.want("wrong again", prove(wrong), 422, "")
		}
		s.want("a whole proof", prove(map[string]string{"moyen": "totp", "code": telephone.later()}), 200, "")
		for range 4 {
			s.want("counted anew", prove(wrong), 422, "")
		}
	})
}
