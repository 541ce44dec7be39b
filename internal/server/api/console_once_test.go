package api_test

import (
	"database/sql"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/store/storetest"
)

// A write of the console that is repeated with its Idempotency-Key has one effect and one answer, whatever its method.
func TestAWriteOfTheConsoleHappensOnce(t *testing.T) {
	place := map[string]any{
		"libelleAdmin": "GR", "nom": "Parvis", "latitude": "45.19", "longitude": "5.71", "adresse": "1 place de la Gare",
		"codePostal": "38000",
		"ville":      "Grenoble", "stationType": "indiv", "actif": true,
	}
	onEachEngine(t, func(t *testing.T, s *site) {
		session := s.login("admin@exemple.test")
		create := func(token, key string, body map[string]any) answer {
			return s.call("POST", "/api/admin/exploitant/1/station/ajouter", token, body, "Idempotency-Key", key)
		}
		answers := make([]answer, 4)
		var all sync.WaitGroup
		for i := range answers {
			all.Go(func() { answers[i] = create(session.token, "k1", place) })
		}
		all.Wait()
		for _, got := range answers {
			s.want("created", got, 201, "")
			if got.Raw != answers[0].Raw {
				t.Errorf("%s, not the first answer %s", got.Raw, answers[0].Raw)
			}
		}
		if got := s.call("GET", "/api/admin/station/exploitant/1", session.token, nil); len(got.List) != 3 {
			t.Errorf("%d stations, want 3", len(got.List))
		}

		renewed := pairIn(s.refresh(session.token, session.refresh))
		s.clock.advance(time.Second)
		for who, token := range map[string]string{
			"after a refresh":       renewed.token,
			"after another sign-in": s.login("admin@exemple.test").token,
		} {
			if got := create(token, "k1", place); got.Status != 201 || got.Raw != answers[0].Raw {
				t.Errorf("%s: %d %s, not the first answer", who, got.Status, got.Raw)
			}
		}
		s.want("without a session", create("", "k1", place), 401, "")
		other := s.login("gestionnaire@exemple.test").token
		if got := create(other, "k1", place); got.Status != 201 || got.Raw == answers[0].Raw {
			t.Errorf("another account with the same key: %d %s", got.Status, got.Raw)
		}

		path := "/api/admin/station/" + number(answers[0].Body["idStation"]) + "/supprimer"
		remove := func(key string) answer {
			return s.call("DELETE", path, renewed.token, nil, "Idempotency-Key", key)
		}
		first := remove("k2")
		s.want("deleted", first, first.Status, "")
		if again := remove("k2"); first.Status >= 300 || again.Status != first.Status || again.Raw != first.Raw {
			t.Errorf("deleted: %d %s, then %d %s", first.Status, first.Raw, again.Status, again.Raw)
		}
		s.want("another act", remove("k3"), 404, "")
		s.want("a key of another request", remove("k1"), 422, "Cette clé d'idempotence a déjà servi pour une autre requête.")
		s.want("another method", s.call("PUT", path, renewed.token, nil, "Idempotency-Key", "k2"), 405, "")
	})
}

// The query of a call, such as the role that it concerns, is part of the request.
func TestAKeyIsForOneQuery(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		person := map[string]any{"nom": "Zola", "prenom": "Émile", "telephone": "0612345678", "email": "emile@ville.fr"}
		grant := func(role string) answer {
			return s.call("POST", "/api/admin/personnel/exploitant/1?role="+role, token, person, "Idempotency-Key", "une")
		}
		first := grant("Hotline")
		if again := grant("Hotline"); first.Status != 201 || again.Raw != first.Raw {
			t.Errorf("%d %s, then %s", first.Status, first.Raw, again.Raw)
		}
		s.want("another role", grant("Mainteneur"), 422, "Cette clé d'idempotence a déjà servi pour une autre requête.")
	})
}

func TestARefundIsMadeOnce(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.collectStay(simulator.Accepted, 0)
		token := s.login("gestionnaire@exemple.test").token
		refund := func(key string) answer {
			return s.call("PATCH", "/api/admin/paiement/1/rembourser", token,
				map[string]any{"montant": 1, "commentaire": "Geste"}, "Idempotency-Key", key)
		}
		first, again := refund("une"), refund("une")
		s.want("refunded", first, 200, "")
		if again.Status != 200 || again.Raw != first.Raw || again.Body["rembourse"] != 1.0 {
			t.Errorf("again: %d %s", again.Status, again.Raw)
		}
	})
}

// The kept answers of the console may hold secrets and personal data: the database holds them unreadable.
func TestKeptAnswersOfTheConsoleAreUnreadable(t *testing.T) {
	address := storetest.SQLiteURL(t)
	kept, _, _ := storetest.Traced(t, address)
	s := newSite(t, kept)
	const key = "0b7c4a53-7f0e-4a8e-9d5c-3c1f0b9f6a11"
	made := s.call("POST", "/api/admin/exploitant/1/cle", s.login("admin@exemple.test").token,
		map[string]any{"libelle": "Application"}, "Idempotency-Key", key)
	s.want("a key", made, 201, "")
	secret, _ := made.Body["cle"].(string)

	direct, err := sql.Open("sqlite", strings.TrimPrefix(address, "sqlite:"))
	s.check(err)
	t.Cleanup(func() { _ = direct.Close() })
	var stored string
	s.check(direct.QueryRowContext(t.Context(), `SELECT caller || key || request_hash || body
		FROM idempotency_records`).Scan(&stored))
	for _, readable := range []string{secret, key, `"cle"`} {
		if readable == "" || strings.Contains(stored, readable) {
			t.Errorf("%q can be read in %s", readable, stored)
		}
	}
}
