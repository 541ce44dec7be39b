package api_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// untouchable is a store of keys in which recording the use of a key fails.
type untouchable struct {
	*store.Store
	touched chan error
}

func (s untouchable) TouchKey(ctx context.Context, _ int64, at time.Time) error {
	_, err := s.CreateKey(ctx, servicekey.Key{OperatorID: 404, CreatedAt: at}, "of nobody")
	s.touched <- err
	return err
}

// A statement that fails in a PostgreSQL transaction makes the rest of it fail. So the use of a key is not recorded
// in the transaction of the call.
func TestAnIdempotentCallThoughTheUseOfItsKeyCannotBeNoted(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, database *store.Store) {
		failing := untouchable{database, make(chan error, 9)}
		s := newSite(t, database,
			func(parts *api.Components) { parts.Keys = servicekey.NewService(failing, clock.System{}, nil, nil) })
		_, key := s.fieldKeyOf(1)
		made := s.call("POST", "/api/terrain/utilisateurs", key, map[string]string{"email": "zoe@exemple.test"},
			"Idempotency-Key", "une")
		s.want("made", made, 201, "")
		if err := <-failing.touched; err == nil {
			t.Fatal("the use was noted")
		}
		again := s.call("POST", "/api/terrain/utilisateurs", key, map[string]string{"email": "zoe@exemple.test"},
			"Idempotency-Key", "une")
		if again.Status != 201 || again.Raw != made.Raw {
			t.Errorf("again: %d %s", again.Status, again.Raw)
		}
	})
}

// The list of keys shows when each was last used, for idempotent calls too.
func TestTheLastUseOfAKeyIsNoted(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		_, key := s.fieldKeyOf(1)
		s.want("made", s.call("POST", "/api/terrain/utilisateurs", key, map[string]string{"email": "zoe@exemple.test"},
			"Idempotency-Key", "une"), 201, "")
		for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
			list := s.call("GET", "/api/admin/exploitant/1/cles", admin, nil).List
			if at, err := time.Parse(time.RFC3339Nano, fmt.Sprint(list[0]["derniereUtilisation"])); err == nil &&
				at.Equal(s.clock.Now()) {
				return
			}
			if time.Since(began) > 2*time.Second {
				t.Fatalf("not noted: %v", list)
			}
		}
	})
}

// serviceKey creates a key by the administrator's call.
func (s *site) serviceKey(operatorID int64, body map[string]any) (path, key string) {
	s.t.Helper()
	if body["libelle"] == nil {
		body["libelle"] = "Application mobile"
	}
	got := s.call("POST", fmt.Sprintf("/api/admin/exploitant/%d/cle", operatorID), s.login("admin@exemple.test").token,
		body)
	s.want("make a key", got, 201, "")
	key, _ = got.Body["cle"].(string)
	return "/api/admin/cle/" + number(got.Body["id"]), key
}

// ofManagers are all rights of a manager, as the wire has them.
func ofManagers() []any {
	rights := []any{}
	for _, right := range access.RightsOf(access.Manager) {
		rights = append(rights, right)
	}
	return rights
}

func TestServiceKeyIsMadeChangedAndReplaced(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		path, key := s.serviceKey(1, map[string]any{"droits": []any{"DROIT_EVENEMENTS_LECTURE", "DROIT_STATIONS_LECTURE"}})
		stations := func(what, key string, status int) {
			t.Helper()
			s.want(what, s.call("GET", "/api/admin/station/exploitant/1", key, nil), status, "")
		}
		listed := func() map[string]any {
			t.Helper()
			got := s.call("GET", "/api/admin/exploitant/1/cles", admin, nil)
			s.want("list", got, 200, "")
			return got.List[0]
		}
		stations("its right", key, 200)
		if got := fmt.Sprint(listed()["droits"], listed()["terrain"], listed()["limite"], listed()["expiration"],
			listed()["remplacement"]); got != "[DROIT_STATIONS_LECTURE DROIT_EVENEMENTS_LECTURE] false 300 <nil> <nil>" {
			t.Errorf("listed: %s", got)
		}
		own := s.call("GET", "/api/admin/compte/details", key, nil)
		if own.Status != 200 || own.Body["nom"] != "Application mobile" || own.Body["id"] != 0.0 ||
			dig(own.Body, "droits", 1, "droit") != "DROIT_EVENEMENTS_LECTURE" || dig(own.Body, "cle", "limite") != 300.0 {
			t.Errorf("its own details: %s", own.Raw)
		}

		later := s.clock.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		for field, body := range map[string]map[string]any{
			"libelle": {}, "expiration": {"libelle": "A", "expiration": s.clock.Now().Format(time.RFC3339)},
			"limite": {"libelle": "A", "limite": 0},
		} {
			got := s.call("PUT", path, admin, body)
			s.want(field, got, 422, "")
			if dig(got.Body, "violations", 0, "propertyPath") != field {
				t.Errorf("%s: %s", field, got.Raw)
			}
		}
		s.want("too late an end",
			s.call("PUT", path, admin,
				map[string]any{
					"libelle":    "A",
					"expiration": s.clock.Now().AddDate(5, 0, 1).Format(time.RFC3339),
				}), 422, "Choisissez une date dans les cinq ans.")
		changed := s.call("PUT", path, admin,
			map[string]any{
				"libelle": "Application", "droits": []any{"DROIT_CASIERS_LECTURE"}, "terrain": true,
				"expiration": later, "limite": 20,
			})
		s.want("change", changed, 200, "")
		stations("a right that it lost", key, 403)
		s.want("the field", s.call("GET", "/api/terrain/stations", key, nil), 200, "")
		s.clock.advance(time.Hour)
		admin = s.login("admin@exemple.test").token
		stations("after its end", key, 401)
		if after := s.call("GET", "/api/admin/station/exploitant/1", key,
			nil); after.Raw != s.call("GET", "/api/admin/station/exploitant/1", "ck_INCONNUE", nil).Raw {
			t.Errorf("an expired key is told from an unknown one: %s", after.Raw)
		}
		s.want("only its name", s.call("PUT", path, admin,
			map[string]any{"libelle": "Appli", "droits": []any{"DROIT_STATIONS_LECTURE"}, "expiration": later}), 200, "")
		s.want("without an end",
			s.call("PUT", path, admin, map[string]any{"libelle": "Appli", "droits": []any{"DROIT_STATIONS_LECTURE"}}), 200, "")

		replaced := s.call("POST", path+"/remplacer", admin, nil)
		s.want("replace", replaced, 200, "")
		stations("the former", key, 200)
		second, _ := replaced.Body["cle"].(string)
		stations("the new one", second, 200)
		if until, err := time.Parse(time.RFC3339, fmt.Sprint(dig(listed(), "remplacement", "jusqua"))); err != nil ||
			!until.Equal(s.clock.Now().Add(24*time.Hour)) {
			t.Errorf("until %v, %v", until, err)
		}
		s.want("revoke", s.call("DELETE", path, admin, nil), 204, "")
		stations("the former, revoked", key, 401)
		stations("the new one, revoked", second, 401)
		s.want("change what is gone", s.call("PUT", path, admin, map[string]any{"libelle": "A"}), 404, "")
		s.want("replace what is gone", s.call("POST", path+"/remplacer", admin, nil), 404, "")
		events := s.call("GET", "/api/admin/securite/evenements?famille=cle", s.login("admin@exemple.test").token, nil)
		for _, kind := range []string{
			"cle.creation", "cle.modification", "cle.remplacement", "cle.revocation",
			"cle.apres_fin",
		} {
			if !strings.Contains(events.Raw, kind) {
				t.Errorf("no event %s: %s", kind, events.Raw)
			}
		}
	})
}

// What a key does stands in the audit log, in conflicts and wherever its author is shown, by its name.
func TestAKeyActsAsItself(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		_, key := s.serviceKey(1, map[string]any{"droits": ofManagers(), "terrain": true})
		manager := s.login("gestionnaire@exemple.test").token
		const name = "clé Application mobile"
		place := map[string]any{
			"nom": "Gare", "libelleAdmin": "Gare", "latitude": "45.191", "longitude": "5.714", "adresse": "1 place de la Gare",
			"codePostal": "38000", "ville": "Grenoble", "stationType": "indiv", "actif": true,
		}
		before := s.call("GET", "/api/admin/station/1", manager, nil)
		s.want("change", s.call("PUT", "/api/admin/station/1/modifier", key, place), 200, "")
		place["nom"] = "Autre"
		conflict := s.call("PUT", "/api/admin/station/1/modifier", manager, place, "If-Match", number(before.Body["version"]))
		s.want("over its change", conflict, 409, "")
		if who := dig(conflict.Body, "conflit", "modifications", 0, "acteur", "nom"); who != name {
			t.Errorf("who changed it: %v", who)
		}
		elsewhere := s.login("ailleurs@exemple.test").token
		customer := s.fieldCustomer(key, "zoe@exemple.test")
		stay := s.call("POST", "/api/terrain/occupations", key, map[string]any{"idCasier": 2, "idUtilisateur": customer})
		s.want("a stay", stay, 201, "")
		replayed := s.call("POST", "/api/admin/tarif/1/rejeu", key,
			map[string]any{
				"du": s.clock.Now().AddDate(0, 0, -1).Format(time.DateOnly),
				"au": s.clock.Now().Format(time.DateOnly), "tarif": typedTariff(nil),
			})
		s.want("a replay", replayed, 202, "")
		replayOf := s.call("GET", "/api/admin/rejeu/"+number(replayed.Body["id"]), manager, nil)
		if who := dig(replayOf.Body, "demandePar", "nom"); who != name {
			t.Errorf("who began the replay: %s", replayOf.Raw)
		}
		log := s.call("GET", "/api/admin/journal?exploitant=1&itemsPerPage=20", manager, nil)
		s.want("the audit log", log, 200, "")
		seen := map[string]any{}
		for i := range 20 {
			seen[fmt.Sprint(dig(log.Body, "items", i, "action"))] = dig(log.Body, "items", i, "acteur")
		}
		for _, action := range []string{"station.modification", "utilisation.debut", "tarif.rejeu"} {
			if who := seen[action]; dig(who, "nom") != name || dig(who, "id") != 0.0 {
				t.Errorf("%s: %v", action, who)
			}
		}
		s.want("refused", s.call("GET", "/api/admin/exploitant/2", key, nil), 403, "")
		denied := s.call("GET", "/api/admin/securite/evenements?type=acces.refus", s.login("admin@exemple.test").token, nil)
		if who := dig(denied.Body, "items", 0, "nomActeur"); who != name || dig(denied.Body, "items", 0, "acteur") != nil {
			t.Errorf("who was refused: %s", denied.Raw)
		}
		s.want("nothing of it elsewhere", s.call("GET", "/api/admin/station/1", elsewhere, nil), 404, "")
	})
}

// A refund that a key asks for is one by staff, and not one of what was paid twice.
func TestAKeyRefunds(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		p := newPaymentSite(s, simulator.Accepted)
		path := p.stay(time.Hour)
		p.collect()
		_, alone := s.serviceKey(1, map[string]any{"droits": []any{"DROIT_EVENEMENTS_LECTURE", "DROIT_EVENEMENTS_ECRITURE"}})
		_, key := s.serviceKey(1, map[string]any{"droits": ofManagers()})
		refund := map[string]any{"montant": 20, "commentaire": "Porte bloquée."}
		s.want("without all rights of a manager", s.call("PATCH", path+"/rembourser", alone, refund), 403, "")
		if got := s.call("GET", path, alone, nil); strings.Contains(got.Raw, "rembourser") {
			t.Errorf("it is offered what it may not do: %s", got.Raw)
		}
		first := s.call("PATCH", path+"/rembourser", key, refund, "Idempotency-Key", "une")
		s.want("refund", first, 200, "")
		again := s.call("PATCH", path+"/rembourser", key, refund, "Idempotency-Key", "une")
		s.want("the same again", again, 200, "")
		s.want("another body", s.call("PATCH", path+"/rembourser", key,
			map[string]any{"montant": 21, "commentaire": "Porte bloquée."}, "Idempotency-Key", "une"), 422, "")
		if got := p.read(path); got.Body["rembourse"] != 20.0 || again.Raw != first.Raw {
			t.Errorf("refunded: %s", got.Raw)
		}
	})
}

// An export and a dashboard that a key asked for open as long as the key is good.
func TestLinksOfAKey(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		path, key := s.serviceKey(1, map[string]any{"droits": []any{"DROIT_EVENEMENTS_LECTURE"}})
		ticket := func() string {
			t.Helper()
			got := s.call("POST", "/api/admin/paiements/exportation/exploitant/1", key,
				map[string]any{"filters": map[string]any{}})
			s.want("ask for an export", got, 201, "")
			return "/api/paiements/exportation/exploitant/1/format/csv/" + fmt.Sprint(got.Body["token"])
		}
		board, figures := s.dashboardToken(key, analytics+"/1"), "/api/statistiques?du=2026-10-26&au=2026-10-31"
		s.want("export", s.call("GET", ticket(), "", nil), 200, "")
		s.want("dashboard", s.call("GET", figures, board, nil), 200, "")
		kept := ticket()
		s.want("revoke", s.call("DELETE", path, s.login("admin@exemple.test").token, nil), 204, "")
		s.want("export of a revoked key", s.call("GET", kept, "", nil), 404, "")
		s.want("dashboard of a revoked key", s.call("GET", figures, board, nil), 401, "")
	})
}

// What is read with a dashboard or an export that a key asked for counts against the key's limit.
func TestLinksOfAKeyWithALimit(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		_, key := s.serviceKey(1, map[string]any{"droits": []any{"DROIT_EVENEMENTS_LECTURE"}, "limite": 3})
		s.clock.advance(s.clock.Now().Truncate(time.Minute).Add(61 * time.Second).Sub(s.clock.Now()))
		board, figures := s.dashboardToken(key, analytics+"/1"), "/api/statistiques?du=2026-10-26&au=2026-10-31"
		got := s.call("POST", "/api/admin/paiements/exportation/exploitant/1", key,
			map[string]any{"filters": map[string]any{}})
		s.want("ask for an export", got, 201, "")
		s.want("third call", s.call("GET", figures, board, nil), 200, "")
		s.want("fourth call", s.call("GET", figures, board, nil), 429,
			"Cette clé a fait trop d'appels. Veuillez réessayer dans une minute.")
		export := "/api/paiements/exportation/exploitant/1/format/csv/" + fmt.Sprint(got.Body["token"])
		s.want("export", s.call("GET", export, "", nil), 429, "")
		s.clock.advance(time.Minute)
		s.want("export in the next minute", s.call("GET", export, "", nil), 200, "")
	})
}

// A key is told its limit with each answer, and to wait when it has reached it, whatever calls it makes.
func TestLimitOfAServiceKey(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.clock.advance(time.Until(time.Now().Truncate(time.Minute).Add(time.Minute)) + 10*time.Second)
		_, key := s.serviceKey(1, map[string]any{"droits": []any{"DROIT_STATIONS_LECTURE"}, "terrain": true, "limite": 4})
		s.clock.advance(s.clock.Now().Truncate(time.Minute).Add(70 * time.Second).Sub(s.clock.Now()))
		headers := func(got answer) string {
			return got.Header.Get("RateLimit-Policy") + " " + got.Header.Get("RateLimit") + " " + got.Header.Get("Retry-After")
		}
		for i, c := range []struct {
			method, path string
			status       int
			headers      string
		}{
			{"GET", "/api/admin/station/exploitant/1", 200, `"cle";q=4;w=60 "cle";r=3;t=50 `},
			{"GET", "/api/terrain/stations", 200, `"cle";q=4;w=60 "cle";r=2;t=50 `},
			{"GET", "/api/admin/exploitant/1/cles", 403, `"cle";q=4;w=60 "cle";r=1;t=50 `},
			{"GET", "/api/admin/station/999", 404, `"cle";q=4;w=60 "cle";r=0;t=50 `},
			{"GET", "/api/terrain/stations", 429, `"cle";q=4;w=60 "cle";r=0;t=50 50`},
			{"POST", "/api/terrain/comptages", 429, `"cle";q=4;w=60 "cle";r=0;t=50 50`},
		} {
			got := s.call(c.method, c.path, key, nil)
			s.want(fmt.Sprint(i), got, c.status, "")
			if headers(got) != c.headers {
				t.Errorf("%d: %s, want %s", i, headers(got), c.headers)
			}
		}
		s.clock.advance(50 * time.Second)
		s.want("the next minute", s.call("GET", "/api/terrain/stations", key, nil), 200, "")
		_, free := s.fieldKeyOf(1)
		if got := s.call("GET", "/api/terrain/stations", free, nil); headers(got) != "  " {
			t.Errorf("a key without a limit: %s", headers(got))
		}
	})
}

// A key with the right over customers alone deletes nobody; one with all rights of a manager may, and adds to the team
// within its rights.
func TestAKeyAndPeople(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		_, field := s.fieldKeyOf(1)
		customer := s.fieldCustomer(field, "zoe@exemple.test")
		path := fmt.Sprintf("/api/admin/utilisateur/%.0f/supprimer?exploitant=1", customer)
		stay := s.call("POST", "/api/terrain/occupations", field, map[string]any{"idCasier": 2, "idUtilisateur": customer})
		s.want("a stay", stay, 201, "")
		_, alone := s.serviceKey(1,
			map[string]any{"droits": []any{"DROIT_USER_HOTLINE_ECRITURE", "DROIT_USER_HOTLINE_LECTURE"}})
		_, full := s.serviceKey(1, map[string]any{"droits": ofManagers()})
		s.want("with the right alone", s.call("POST", path, alone, nil), 403, "")
		member := map[string]any{"nom": "Nom", "prenom": "Léa", "email": "lea@exemple.test", "telephone": "0612345678"}
		s.want("a colleague beyond its rights",
			s.call("POST", "/api/admin/personnel/exploitant/1?role=Hotline", alone, member), 403, "")
		s.want("a manager", s.call("POST", "/api/admin/gestionnaire/exploitant/1", full, member), 403, "")
		s.want("a colleague", s.call("POST", "/api/admin/personnel/exploitant/1?role=Hotline", full, member), 201, "")
		own := fmt.Sprintf("/api/admin/utilisateur/%.0f", s.fieldCustomer(field, "eve@exemple.test")) // has no role yet
		s.want("sessions with the right alone", s.call("GET", own+"/sessions?exploitant=1", alone, nil), 403, "")
		s.want("their end with the right alone", s.call("POST", own+"/sessions/terminer?exploitant=1", alone, nil), 403, "")
		s.want("sessions", s.call("GET", own+"/sessions?exploitant=1", full, nil), 200, "")
		for _, call := range [][2]string{
			{"GET", "sessions"},
			{"POST", "sessions/terminer"},
			{"POST", "supprimer"},
			{"POST", "second-facteur/reinitialiser"},
		} {
			s.want("account 0: "+call[1], s.call(call[0], "/api/admin/utilisateur/0/"+call[1]+"?exploitant=1", full, nil), 404,
				"")
		}
		_, elsewhere := s.fieldKeyOf(2)
		s.want("sessions of nobody at its operator",
			s.call("GET", fmt.Sprintf("/api/admin/utilisateur/%.0f/sessions?exploitant=1",
				s.fieldCustomer(elsewhere, "max@exemple.test")), full, nil), 404, "")
		s.want("the stay is free", s.call("PATCH", "/api/admin/casier/2/occupation/switch-gratuit", full, nil), 200, "")
		s.want("its end", s.call("PATCH", "/api/admin/occupation/"+number(stay.Body["id"])+"/terminer", full, nil), 200, "")
		s.want("with all rights of a manager", s.call("POST", path, full, nil), 201, "")
		s.want("an administrator's sessions", s.call("GET", "/api/admin/utilisateur/1/sessions?exploitant=1", full, nil), 404,
			"")
		s.want("a manager's sessions", s.call("GET", "/api/admin/utilisateur/2/sessions?exploitant=1", full, nil), 403, "")
	})
}

// A call whose path is escaped meets the checks of any call: it counts against the limit of its key, and a page of
// another site may not make it.
func TestEscapedPathsMeetAllChecks(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		_, key := s.serviceKey(1, map[string]any{"terrain": true, "limite": 1})
		const path = "/api/terrain/occupations/1%2F2/fin"
		s.want("another site", s.call("POST", path, key, nil, "Sec-Fetch-Site", "cross-site"), 403, "")
		s.want("without a key", s.call("POST", path, "", nil), 401, "")
		s.want("the one call", s.call("POST", path, key, nil), 404, "")
		s.want("beyond the limit", s.call("POST", path, key, nil), 429, "")
		s.want("another method", s.call("DELETE", path, key, nil), 405, "")
		s.want("an escaped name", s.call("POST", "/api/terrain/%6Fccupations", key, nil), 404, "")
	})
}
