package api_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/people/account"
)

// The code of a door goes to the person whose stay it is, while it opens, and is written down nowhere.
func TestCodeIsSent(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		hotline := s.login("hotline@exemple.test").token
		send := func() answer { return s.call("POST", "/api/admin/occupation/1/envoyer-code", hotline, nil) }
		generate := func() string {
			t.Helper()
			got := s.call("PATCH", "/api/admin/casier/1/generer_code", hotline, nil)
			s.want("generate", got, 200, "")
			return fmt.Sprint(got.Body["code"])
		}
		open := func(code string) {
			t.Helper()
			_, key := s.fieldKeyOf(1)
			s.want("open", s.call("POST", "/api/terrain/casiers/1/code", key, map[string]any{"code": code}), 200, "")
		}
		const none = "Aucun code n'est valable pour cette porte\u00a0: générez-en un."
		s.sent()
		s.want("before there is a code", send(), 409, none)
		for who, status := range map[string]int{"mainteneur": 403, "ailleurs": 404, "usager": 403, "gestionnaire": 409} {
			s.want(who, s.call("POST", "/api/admin/occupation/1/envoyer-code", s.login(who+"@exemple.test").token, nil),
				status, "")
		}

		code := generate()
		for _, what := range []string{"sent", "sent again"} {
			s.want(what, send(), 200, "Le code va être envoyé.")
			mails := s.sent()
			if len(mails) != 1 || mails[0].To != "usager@exemple.test" || mails[0].Subject != "Votre code d'ouverture" {
				t.Fatalf("%s: %+v", what, mails)
			}
			for _, words := range []string{
				"| " + code + "\n", "«\u00a0A1\u00a0» de la station «\u00a0Gare\u00a0»", "une fois, jusqu'au ",
			} {
				if !strings.Contains(mails[0].Text, words) {
					t.Errorf("%s: no %q in %s", what, words, mails[0].Text)
				}
			}
		}

		s.want("used before the mail leaves", send(), 200, "")
		open(code)
		s.clock.advance(time.Second)
		second := generate()
		if mails := s.sent(); len(mails) != 0 {
			t.Errorf("a code that was used, or the next one: %+v", mails)
		}
		s.want("the next one", send(), 200, "")
		s.clock.advance(180 * time.Second)
		if mails := s.sent(); len(mails) != 0 {
			t.Errorf("an expired code: %+v", mails)
		}
		s.want("expired", send(), 409, none)
		if left, err := s.store.Count(t.Context(), "test", `SELECT COUNT(*) FROM mails`); err != nil || left != 0 {
			t.Errorf("%d mails stay in the queue (%v)", left, err)
		}

		lines := s.call("GET", "/api/admin/journal?exploitant=1&objet=casier:1&action=casier.code_envoye", hotline, nil)
		if lines.Body["total"] != 4.0 {
			t.Errorf("audit log: %s", lines.Raw)
		}
		for _, digits := range []string{code, second} {
			if strings.Contains(lines.Raw, digits) || strings.Contains(s.log.String(), digits) {
				t.Errorf("a code is written down: %s", lines.Raw)
			}
		}
		call := s.call("GET", "/api/admin/recit/exploitant/1/casier/1", hotline, nil)
		if !strings.Contains(call.Raw, "Code d'ouverture envoyé par e-mail, par Prénom Nom") {
			t.Errorf("the call: %s", call.Raw)
		}
	})
}

// One press sends one mail, and an address gets no more of them than of others.
func TestCodesAreNotSentWithoutEnd(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		hotline := s.login("hotline@exemple.test").token
		generate := s.call("PATCH", "/api/admin/casier/1/generer_code", hotline, nil)
		s.want("generate", generate, 200, "")
		press := func(key string) answer {
			return s.call("POST", "/api/admin/occupation/1/envoyer-code", hotline, nil, "Idempotency-Key", key)
		}
		s.sent()
		for range 2 {
			s.want("one press", press("a"), 200, "")
		}
		if mails := s.sent(); len(mails) != 1 {
			t.Errorf("one press: %+v", mails)
		}
		for _, key := range []string{"b", "c", "d", "e"} {
			s.want(key, press(key), 200, "")
		}
		s.want("the sixth of an hour", press("f"), 429,
			"Trop de messages ont été envoyés à cette adresse. Veuillez réessayer plus tard.")
	})
}

// A stay that has ended, and a person without an e-mail, get no code.
func TestCodeIsForWhoIsThere(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		hotline := s.login("hotline@exemple.test").token
		send := func() answer { return s.call("POST", "/api/admin/occupation/1/envoyer-code", hotline, nil) }
		s.want("generate", s.call("PATCH", "/api/admin/casier/1/generer_code", hotline, nil), 200, "")
		s.sent()
		s.want("ended before the mail leaves", send(), 200, "")
		s.check(s.store.Exec(t.Context(), "test", `UPDATE stays SET ended_at = started_at + 1 WHERE id = 1`))
		if mails := s.sent(); len(mails) != 0 {
			t.Errorf("a stay that has ended: %+v", mails)
		}
		s.want("ended", send(), 409, "Cette utilisation est déjà terminée.")
		s.check(s.store.Exec(t.Context(), "test", `UPDATE stays SET ended_at = NULL WHERE id = 1`))
		s.want("erased before the mail leaves", send(), 200, "")
		s.check(s.store.Atomically(t.Context(), func(ctx context.Context) error {
			_, err := s.store.Erase(ctx, 6, account.Anonymisation, s.clock.Now())
			return err
		}))
		if mails := s.sent(); len(mails) != 0 {
			t.Errorf("an erased person: %+v", mails)
		}
		s.want("erased", send(), 409, "Cette personne n'a pas d'adresse e-mail.")
	})
}
