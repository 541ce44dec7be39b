package api_test

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/domain/places/station"
)

// number formats a JSON number as an id.
func number(value any) string {
	n, _ := value.(float64)
	return strconv.FormatInt(int64(n), 10)
}

// fieldKeyOf creates a key of the operator through the administrator's call.
func (s *site) fieldKeyOf(operatorID int) (id, key string) {
	s.t.Helper()
	got := s.call("POST", fmt.Sprintf("/api/admin/exploitant/%d/cle", operatorID), s.login("admin@exemple.test").token,
		map[string]string{"libelle": "Application"})
	s.want("make a key", got, 201, "")
	key, _ = got.Body["cle"].(string)
	return number(got.Body["id"]), key
}

func (s *site) fieldCustomer(key, email string) float64 {
	s.t.Helper()
	got := s.call("POST", "/api/terrain/utilisateurs", key,
		map[string]string{"email": email, "nom": "Nom", "prenom": "Prénom", "telephone": "+33612345678"})
	if got.Status != 201 && got.Status != 200 {
		s.t.Fatalf("user: %s", got.Raw)
	}
	id, _ := got.Body["id"].(float64)
	return id
}

func TestFieldKeys(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		id, key := s.fieldKeyOf(1)
		list := s.call("GET", "/api/admin/exploitant/1/cles", admin, nil)
		if len(list.List) != 1 || list.List[0]["debut"] != key[:8] || list.List[0]["derniereUtilisation"] != nil {
			t.Errorf("list: %s", list.Raw)
		}
		stations := s.call("GET", "/api/terrain/stations", key, nil)
		if stations.Status != 200 || len(stations.List) != 2 {
			t.Errorf("stations: %s", stations.Raw)
		}
		same := s.call("GET", "/api/terrain/stations", key, nil, "If-None-Match", stations.Header.Get("ETag"))
		if same.Status != 304 || same.Raw != "" {
			t.Errorf("unchanged: %d %q", same.Status, same.Raw)
		}
		s.want("no key", s.call("GET", "/api/terrain/stations", "", nil), 401, "")
		s.want("a bearer is no key", s.call("GET", "/api/terrain/stations", admin, nil), 401, "")
		s.want("a key without rights", s.call("GET", "/api/admin/exploitants", key, nil), 403, "")
		s.want("revoke", s.call("DELETE", "/api/admin/cle/"+id, admin, nil), 204, "")
		s.want("revoked", s.call("GET", "/api/terrain/stations", key, nil), 401, "Cette clé n'est pas valable.")
		s.want("revoke twice", s.call("DELETE", "/api/admin/cle/"+id, admin, nil), 404, "")
		s.want("without a label", s.call("POST", "/api/admin/exploitant/1/cle", admin, map[string]string{"libelle": " "}),
			422, "Veuillez renseigner le libellé de la clé.")
	})
}

func TestFieldStay(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		_, key := s.fieldKeyOf(1)
		_, foreign := s.fieldKeyOf(2)
		accountID := s.fieldCustomer(key, "zoe@exemple.test")
		if again := s.fieldCustomer(key, "ZOE@exemple.test"); again != accountID {
			t.Errorf("a known e-mail is the same person: %v, %v", accountID, again)
		}
		now := s.clock.Now()
		start := func(key string, locker, accountID float64, debut any) answer {
			body := map[string]any{"idCasier": locker, "idUtilisateur": accountID}
			if debut != nil {
				body["debut"] = debut
			}
			return s.call("POST", "/api/terrain/occupations", key, body)
		}
		at := func(ago time.Duration) string { return now.Add(-ago).Format(time.RFC3339Nano) }
		s.want("occupied", start(key, 1, accountID, nil), 409, "Ce casier est déjà occupé.")
		s.want("another operator's key", start(foreign, 2, accountID, nil), 404, "")
		s.want("another operator's locker", start(key, 3, accountID, nil), 404, "")
		s.want("a person the operator does not know", start(key, 2, 1, nil), 404, "")
		s.want("in the future", start(key, 2, accountID, at(-time.Minute)), 422, "Cet instant est dans le futur.")
		s.want("by a clock that had stopped", start(key, 2, accountID, "1970-01-01T00:00:05Z"), 422,
			"Cet instant est trop ancien.")

		began := start(key, 2, accountID, at(time.Hour))
		s.want("an hour ago", began, 201, "")
		if began.Body["test"] != false || began.Body["finOccupation"] != nil || began.Body["cout"] != 50.0 {
			t.Errorf("stay: %s", began.Raw)
		}
		path := "/api/terrain/occupations/" + number(began.Body["id"]) + "/fin"
		s.want("end before it began", s.call("POST", path, key, map[string]string{"fin": at(2 * time.Hour)}), 422,
			"La fin ne peut précéder le début.")
		s.want("another key", s.call("POST", path, foreign, nil), 404, "")
		s.want("end half an hour ago", s.call("POST", path, key, map[string]string{"fin": at(30 * time.Minute)}), 200, "")
		s.want("twice", s.call("POST", path, key, nil), 409, "Cette utilisation est déjà terminée.")
		s.want("overlap", start(key, 2, accountID, at(45*time.Minute)), 409,
			"Cette utilisation en chevauche une autre dans ce casier.")
		s.want("right after", start(key, 2, accountID, at(30*time.Minute)), 201, "")

		s.check(s.store.SetActive(t.Context(), int64(accountID), false))
		s.check(s.store.SetOutage(t.Context(), 1, &station.Outage{Cause: station.OtherCause}))
		s.want("end the first stay",
			s.call("PATCH", "/api/admin/occupation/1/terminer", s.login("hotline@exemple.test").token, nil), 200, "")
		s.want("inactive", start(key, 1, accountID, nil), 409, "Ce casier est inactif.")
		s.check(s.store.SetOutage(t.Context(), 1, nil))
		s.want("banned", start(key, 1, accountID, nil), 409, "Cet utilisateur est banni.")
	})
}

// Eight callers race for one locker: each round makes exactly one stay, and no call fails.
func TestRaceForOneLocker(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		const callers = 8
		rounds := 100
		if drill {
			rounds = 1000
		}
		_, key := s.fieldKeyOf(1)
		accountID := s.fieldCustomer(key, "zoe@exemple.test")
		for range rounds {
			answers := make([]answer, callers)
			var group sync.WaitGroup
			for i := range answers {
				group.Go(func() {
					answers[i] = s.call("POST", "/api/terrain/occupations", key,
						map[string]any{"idCasier": 2, "idUtilisateur": accountID})
				})
			}
			group.Wait()
			won := ""
			for _, got := range answers {
				switch {
				case got.Status == 201 && won == "":
					won = number(got.Body["id"])
				case got.Status != 409:
					t.Fatalf("status %d: %s (won by %s)", got.Status, got.Raw, won)
				}
			}
			if won == "" {
				t.Fatal("nobody got the locker")
			}
			if got := s.call("POST", "/api/terrain/occupations/"+won+"/fin", key, nil); got.Status != 200 {
				t.Fatalf("end: %s", got.Raw)
			}
			s.clock.advance(time.Second)
		}
	})
}

func TestSpaceNeverExceedsItsPlaces(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		created := s.call("POST", "/api/admin/exploitant/1/station/ajouter", token, map[string]any{
			"libelleAdmin": "P", "nom": "Parc", "latitude": "45.1", "longitude": "5.7", "adresse": "1 rue X",
			"codePostal": "38000", "ville": "Grenoble", "stationType": "collec",
		})
		space := s.call("POST", "/api/admin/station/"+number(
			created.Body["idStation"],
		)+"/creer-casier", token, map[string]any{
			"nom": "Abri", "stationCarteAdresse": "c", "stationCartePort": "1", "nbMaxSpaces": 5,
		})
		s.want("a tariff", s.call("PUT", "/api/admin/tarif/1/station/"+number(created.Body["idStation"])+"/modifier-casiers",
			token,
			map[string]any{"idCasiers": []any{space.Body["id"]}}), 200, "")
		_, key := s.fieldKeyOf(1)
		accountID := s.fieldCustomer(key, "zoe@exemple.test")
		answers := make([]answer, 20)
		var group sync.WaitGroup
		for i := range answers {
			group.Go(func() {
				answers[i] = s.call("POST", "/api/terrain/occupations", key,
					map[string]any{"idCasier": space.Body["id"], "idUtilisateur": accountID})
			})
		}
		group.Wait()
		won := 0
		for _, got := range answers {
			if got.Status == 201 {
				won++
			} else {
				s.want("the others", got, 409, "Cet espace est complet.")
			}
		}
		if won != 5 {
			t.Errorf("%d stays in 5 places", won)
		}
		path := "/api/admin/casier/" + number(space.Body["id"])
		s.want("which one?", s.call("PATCH", path+"/occupation/switch-gratuit", token, nil), 422,
			"Plusieurs utilisations sont en cours : veuillez préciser laquelle.")
		s.want("fewer places than stays", s.call("PUT", path, token, map[string]any{
			"nom": "Abri", "stationCarteAdresse": "c", "stationCartePort": "1", "nbMaxSpaces": 4,
		}), 409, "Le nombre de places ne peut être inférieur au nombre d'utilisations en cours.")
	})
}

func TestIdempotencyKey(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		_, key := s.fieldKeyOf(1)
		accountID := s.fieldCustomer(key, "zoe@exemple.test")
		start := func(idempotency string, locker int) answer {
			return s.call("POST", "/api/terrain/occupations", key,
				map[string]any{"idCasier": locker, "idUtilisateur": accountID}, "Idempotency-Key", idempotency)
		}
		answers := make([]answer, 8)
		var group sync.WaitGroup
		for i := range answers {
			group.Go(func() { answers[i] = start("k1", 2) })
		}
		group.Wait()
		for _, got := range answers {
			if got.Status != 201 || got.Raw != answers[0].Raw {
				t.Errorf("the same key gives the first answer: %d %s", got.Status, got.Raw)
			}
		}
		s.want("the same key, another body", start("k1", 1), 422,
			"Cette clé d'idempotence a déjà servi pour une autre requête.")
		s.want("another key", start("k2", 2), 409, "Ce casier est déjà occupé.")
		s.want("a refusal is given again as well", start("k2", 2), 409, "Ce casier est déjà occupé.")
		s.clock.advance(24 * time.Hour)
		s.want("a day later the key is free again", start("k1", 2), 409, "Ce casier est déjà occupé.")
	})
}

// Who calls is the key and not the text in which it is sent: its secret may be replaced between two tries of a call.
func TestAnIdempotencyKeyIsTheCallersWhateverTheCredential(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		path, key := s.serviceKey(1, map[string]any{"terrain": true})
		accountID := s.fieldCustomer(key, "zoe@exemple.test")
		start := func(key string, headers ...string) answer {
			return s.call("POST", "/api/terrain/occupations", key, map[string]any{"idCasier": 2, "idUtilisateur": accountID},
				append(headers, "Idempotency-Key", "k1")...)
		}
		first := start(key)
		s.want("begun", first, 201, "")
		replaced := s.call("POST", path+"/remplacer", admin, nil)
		s.want("replaced", replaced, 200, "")
		secret := fmt.Sprint(replaced.Body["cle"])
		for _, again := range []answer{
			start(secret), start(key), start(secret, "Authorization", "bearer "+secret),
			start(secret, "Authorization", "BEARER  "+secret),
		} {
			if again.Status != 201 || again.Raw != first.Raw {
				t.Errorf("again: %d %s", again.Status, again.Raw)
			}
		}
		s.want("ended", s.call("POST", fmt.Sprintf("/api/terrain/occupations/%v/fin", first.Body["id"]), secret,
			map[string]any{}), 200, "")
		if again := start(secret); again.Raw != first.Raw {
			t.Errorf("once ended: %d %s", again.Status, again.Raw)
		}
		_, other := s.serviceKey(1, map[string]any{"terrain": true})
		if got := start(other); got.Status != 201 || got.Raw == first.Raw {
			t.Errorf("another key of the operator is another caller: %d %s", got.Status, got.Raw)
		}
	})
}

func TestFieldCode(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		_, key := s.fieldKeyOf(1)
		_, foreign := s.fieldKeyOf(2)
		code, _ := s.call("PATCH", "/api/admin/casier/1/generer_code", s.login("hotline@exemple.test").token,
			nil).Body["code"].(string)
		wrong := "000000"
		if code == wrong {
			wrong = "000001"
		}
		type1 := func(key, code string) answer {
			return s.call("POST", "/api/terrain/casiers/1/code", key, map[string]string{"code": code})
		}
		s.want("another operator's key", type1(foreign, code), 404, "")
		s.want("wrong", type1(key, wrong), 403, "Ce code n'est pas correct ou n'est plus valable.")
		opened := type1(key, code)
		if opened.Status != 200 || opened.Body["occupation"] != 1.0 {
			t.Errorf("right: %s", opened.Raw)
		}
		s.want("a code opens once", type1(key, code), 403, "")
		for range 3 {
			type1(key, wrong)
		}
		blocked := type1(key, code)
		s.want("after five wrong ones", blocked, 429, "Trop de codes incorrects. Veuillez réessayer dans une minute.")
		if blocked.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		_, second := s.serviceKey(1, map[string]any{"terrain": true})
		s.want("with another key of the operator", type1(second, code), 429, "")
		elsewhere := s.call("POST", "/api/terrain/casiers/2/code", second, map[string]string{"code": wrong})
		s.want("at another locker", elsewhere, 403, "")
		s.clock.advance(time.Minute)
		for i := range 5 {
			s.want("a minute later, with two keys in turn", type1([]string{key, second}[i%2], wrong), 403, "")
		}
		s.want("the sixth", type1(key, wrong), 429, "")
	})
}

func TestCounts(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		token := s.login("gestionnaire@exemple.test").token
		created := s.call("POST", "/api/admin/exploitant/1/station/ajouter", token, map[string]any{
			"libelleAdmin": "P", "nom": "Parc", "latitude": "45.1", "longitude": "5.7", "adresse": "1 rue X",
			"codePostal": "38000", "ville": "Grenoble", "stationType": "collec-comptage",
		})
		path := "/api/admin/station/" + number(created.Body["idStation"])
		s.want("a counted space", s.call("POST", path+"/creer-casier", token, map[string]any{
			"nom": "Abri", "stationCarteAdresse": "c", "stationCartePort": "1", "nbMaxSpaces": 10,
			"connexionSystemeComptage": "abri-1",
		}), 201, "")
		_, key := s.fieldKeyOf(1)
		s.clock.advance(2 * time.Hour)
		count := func(reference string, occupied int, ago time.Duration) answer {
			return s.call("POST", "/api/terrain/comptages", key, map[string]any{
				"connexion": reference, "occupees": occupied, "instant": s.clock.Now().Add(-ago).Format(time.RFC3339Nano),
			})
		}
		s.want("a count", count("abri-1", 7, time.Minute), 200, "")
		s.want("an older one is ignored", count("abri-1", 2, time.Hour), 200, "")
		occupied := func(what string, want float64) {
			t.Helper()
			token := s.login("gestionnaire@exemple.test").token
			if got := s.call("GET", path, token, nil); got.Body["nombreCasiersOccupes"] != want ||
				got.Body["nombreCasiersLibres"] != 10-want {
				t.Errorf("%s: %s", what, got.Raw)
			}
		}
		occupied("an older one", 7)
		// before the station was made, a week, 1976
		for i, ago := range []time.Duration{3 * time.Hour, 8 * 24 * time.Hour, 50 * 365 * 24 * time.Hour} {
			s.clock.advance(time.Second)
			s.want("an impossible instant", count("abri-1", i, ago), 200,
				"Le comptage est reçu. Son instant ne peut être juste : celui de la réception compte.")
			occupied("it counts as now", float64(i))
		}
		if strings.Count(s.log.String(), "the clock of a counting system is wrong") != 3 {
			t.Errorf("log: %s", s.log)
		}
		s.clock.advance(time.Second)
		s.want("a count", count("abri-1", 7, 0), 200, "Le comptage est reçu.")
		s.want("in the future", count("abri-1", 2, -2*time.Minute), 422, "Cet instant est dans le futur.")
		s.want("unknown space", count("abri-2", 2, 0), 404, "")
		s.want("negative", count("abri-1", -1, 0), 422, "")
		s.want("more than any space holds", count("abri-1", 10_001, 0), 422,
			"Le nombre de places occupées ne peut dépasser 10 000.")
		occupied("in the end", 7)
	})
}
