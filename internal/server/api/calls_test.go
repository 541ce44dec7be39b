package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/places/station"
)

// The page of a call: who it is, what is in progress and for what price, why the door does not open, what happened, and
// what the agent may do.
func TestCall(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		n := newIncidents(s)
		zoe, there := n.newcomer(simulator.Accepted), n.place(station.Individual, n.tariff)
		n.start(there.door, zoe, time.Hour, 201)
		n.clock.advance(time.Minute)
		n.typed(there.door, "123456", 403)
		n.clock.advance(time.Minute)
		n.code(there.door)
		page := fmt.Sprintf("/api/admin/recit/exploitant/1/usager/%.0f", zoe)
		got := n.call("GET", page, n.desk, nil)
		s.want("the call", got, 200, "")
		if dig(got.Body, "usager", "telephone") != "0612345678" || dig(got.Body, "casier", "nom") != "B1" ||
			dig(got.Body, "casier", "etat") != "Occupé" ||
			dig(
				got.Body, "enCours", 0, "occupationPrix", "lignes", 0, "montant",
			) != 100.0 || dig(got.Body, "paiements", 0, "paiementDetail", "paiementStatut") != "RUNNING" {
			t.Errorf("the call: %s", got.Raw)
		}
		if dig(got.Body, "conclusion") != "La cause est certaine." || dig(got.Body, "causes", 0, "cause") != "code_absent" ||
			!strings.HasSuffix(
				fmt.Sprint(dig(got.Body, "causes", 0, "phrase")),
				" : aucun code n'avait été donné pour cette porte. Ce n'est plus le cas.",
			) {
			t.Errorf("causes: %s", got.Raw)
		}
		kinds := []string{}
		for i := range length(got.Body["chronologie"]) {
			kinds = append(kinds, fmt.Sprint(dig(got.Body, "chronologie", i, "genre")))
		}
		if !slices.Equal(kinds, []string{"casier.code", "porte.refus", "compte.carte", "utilisation.debut"}) {
			t.Errorf("what happened: %v: %s", kinds, got.Raw)
		}
		if said := fmt.Sprint(dig(got.Body, "chronologie", 0, "phrase")); said != "Code d'ouverture donné, par Prénom Nom" {
			t.Errorf("the code: %s", said)
		}
		if acts := actsOf(got); !slices.Equal(acts, []string{"generer-code", "terminer", "switch-gratuit"}) {
			t.Errorf("the acts of a hotline: %v", acts)
		}
		if acts := actsOf(n.call("GET", page, n.admin, nil)); !slices.Equal(acts,
			[]string{"generer-code", "desactiver", "terminer", "switch-gratuit", "bannir"}) {
			t.Errorf("the acts of an administrator: %v", acts)
		}
	})
}

// A payment that failed long ago is on the page with its acts, however many were collected since.
func TestAnOldUnpaidPaymentIsToldInACall(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		p := newPaymentSite(s, simulator.Accepted)
		var owed string
		for i := range 8 {
			path := p.stay(time.Hour)
			p.collect()
			if i == 0 {
				owed = strings.TrimPrefix(path, "/api/admin/paiement/")
				p.check(s.store.Exec(t.Context(), "test", `UPDATE payments SET status = 'PERMANENT_ERROR' WHERE id = `+owed))
			}
		}
		got := p.read(fmt.Sprintf("/api/admin/recit/exploitant/1/usager/%.0f", p.accountID))
		if number(dig(got.Body, "paiements", 0, "id")) != owed || length(got.Body["paiements"]) != 6 ||
			!slices.Contains(actsOf(got), "generer-ordre") {
			t.Errorf("payment %s: %s", owed, got.Raw)
		}
	})
}

// Of somebody with several stays the page asks at which door they are, unless one of these doors has just refused a
// code.
func TestWhichDoorACallIsAbout(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		n := newIncidents(s)
		zoe, first, second := n.newcomer(simulator.Accepted), n.place(station.Individual, n.tariff),
			n.place(station.Individual, n.tariff)
		n.start(first.door, zoe, time.Hour, 201)
		n.start(second.door, zoe, time.Hour, 201)
		page := fmt.Sprintf("/api/admin/recit/exploitant/1/usager/%.0f", zoe)
		got := n.call("GET", page, n.desk, nil)
		if got.Body["casier"] != nil || dig(got.Body, "conclusion") != "Devant quelle porte\u00a0? La réponse en dépend." {
			t.Errorf("nothing says which door: %s", got.Raw)
		}
		n.typed(first.door, "123456", 403)
		got = n.call("GET", page, n.desk, nil)
		if dig(got.Body, "casier", "id") != float64(first.door) || dig(got.Body, "causes", 0, "cause") != "code_absent" {
			t.Errorf("the door that refused a code: %s", got.Raw)
		}
	})
}

func actsOf(got answer) []string {
	acts := []string{}
	for i := range length(got.Body["actions"]) {
		acts = append(acts, fmt.Sprint(dig(got.Body, "actions", i, "action")))
	}
	return acts
}

// Rights and scope: whose operator it is not is refused, what is another operator's does not exist, and who may not
// read about customers learns of none. No code is in any answer.
func TestWhoReadsACall(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		n := newIncidents(s)
		zoe, there := n.newcomer(simulator.Accepted), n.place(station.Individual, n.tariff)
		n.start(there.door, zoe, time.Hour, 201)
		code := n.code(there.door)
		person, door := fmt.Sprintf("usager/%.0f", zoe), fmt.Sprintf("casier/%d", there.door)
		for who, want := range map[string][3]int{
			"admin": {200, 200, 200}, "gestionnaire": {200, 200, 200}, "hotline": {200, 200, 200}, "mainteneur": {200, 403, 200},
			"ailleurs": {403, 403, 403}, "usager": {403, 403, 403},
		} {
			token := s.login(who + "@exemple.test").token
			for i, path := range []string{"?recherche=06.12.34.56.78", "/" + person, "/" + door} {
				got := s.call("GET", "/api/admin/recit/exploitant/1"+path, token, nil)
				s.want(who+" "+path, got, want[i], "")
				if strings.Contains(got.Raw, code) {
					t.Errorf("%s reads the code: %s", who, got.Raw)
				}
				if found := strings.Contains(got.Raw, "0612345678") ||
					strings.Contains(got.Raw, "@exemple.test"); want[i] == 200 && found == (who == "mainteneur") {
					t.Errorf("%s %s: %s", who, path, got.Raw)
				}
			}
		}
		seen := s.call("GET", "/api/admin/recit/exploitant/1/"+door, s.login("mainteneur@exemple.test").token, nil)
		if said := fmt.Sprint(dig(seen.Body, "chronologie", 1, "phrase")); !strings.HasPrefix(said,
			"Début de l'utilisation du casier B1 (Quai ") {
			t.Errorf("what a technician is told: %s", said)
		}
		if acts := actsOf(s.call("GET", "/api/admin/recit/exploitant/1/"+door, s.login("mainteneur@exemple.test").token,
			nil)); !slices.Equal(acts, []string{"generer-code-maintenance", "desactiver"}) {
			t.Errorf("the acts of a technician: %v", acts)
		}
		for what, path := range map[string]string{
			"a person of another operator":         "1/usager/5",
			"a locker of another operator":         "1/casier/3",
			"a person at a locker of another one":  "1/" + person + "?casier=3",
			"a locker that does not exist":         "1/casier/999",
			"a number that is none":                "1/casier/A1",
			"an operator that does not exist":      "99/casier/1",
			"this person, known to operator 1":     "2/" + person,
			"this locker, which is of operator 1":  "2/" + door,
			"a locker of an operator out of order": "3/casier/1",
		} {
			s.want(what, s.call("GET", "/api/admin/recit/exploitant/"+path, n.admin, nil), 404, "")
		}
	})
}

// A search finds people by what they say on the telephone, and doors by what stands on them.
func TestSearchForACall(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		n := newIncidents(s)
		zoe := n.newcomer("")
		for range 12 {
			n.place(station.Individual, n.tariff)
		}
		there := n.place(station.Individual, n.tariff) // Quai 14
		n.start(there.door, zoe, time.Hour, 201)
		uuid := fmt.Sprint(dig(n.call("GET", "/api/admin/paiements/exploitant/1?nom=Nom", n.desk, nil).Body, "items", 0,
			"uuidReservation"))
		found := func(typed string) [4]int {
			t.Helper()
			got := n.call("GET", "/api/admin/recit/exploitant/1?recherche="+typed, n.desk, nil)
			s.want(typed, got, 200, "")
			counts := [4]int{}
			for i, kind := range []string{"usagers", "casiers", "stations", "paiements"} {
				counts[i] = length(got.Body[kind])
			}
			return counts
		}
		for typed, want := range map[string][4]int{
			"":                        {},
			"%20":                     {},
			"06%2012%2034%2056%2078":  {1, 0, 0, 0},
			"%2B33%20(0)6.12.34":      {1, 0, 0, 0},
			"0033612345678":           {1, 0, 0, 0},
			"07%2012%2034%2056%2078":  {},
			"personne1@exemple":       {1, 0, 0, 0},
			"b1":                      {0, 10, 0, 0},
			"Quai%2014":               {0, 0, 1, 0}, // stations of which both words are in the name
			"quai%2014%20B2":          {0, 1, 0, 0},
			"B1%20QUAI%2014":          {0, 1, 0, 0},
			"gare":                    {0, 0, 2, 0},
			strings.ToUpper(uuid[:8]): {0, 0, 0, 1},
			"martin":                  {},
		} {
			if got := found(typed); got != want {
				t.Errorf("%s: %v, want %v", typed, got, want)
			}
		}
		listed := n.call("GET", "/api/admin/utilisateurs?exploitant=1&search=%2B33%206.12-34", n.desk, nil)
		if listed.Body["total"] != 1.0 || dig(listed.Body, "items", 0, "id") != zoe {
			t.Errorf("the list of users: %s", listed.Raw)
		}
		first := n.call("GET", "/api/admin/recit/exploitant/1?recherche=quai%2014%20B2", n.desk, nil)
		if dig(first.Body, "casiers", 0, "id") != float64(there.other) ||
			dig(first.Body, "casiers", 0, "station", "nom") != "Quai 14" {
			t.Errorf("the locker: %s", first.Raw)
		}
	})
}

// A refusal is noted once, whether its call is repeated with its key or not; that of a key at another operator's
// locker, and what staff are refused, are not.
func TestARefusalIsNotedOnce(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		n := newIncidents(s)
		zoe, there := n.newcomer(""), n.place(station.Individual, 0)
		noted := func() int {
			t.Helper()
			list, err := s.store.RefusalsAt(t.Context(), there.door, s.clock.Now().Add(-time.Hour), 50)
			s.check(err)
			return len(list)
		}
		body := map[string]any{"idCasier": there.door, "idUtilisateur": zoe}
		for range 3 {
			s.want("with its key", n.call("POST", "/api/terrain/occupations", n.key, body, "Idempotency-Key", "k"), 409, "")
		}
		if noted() != 1 {
			t.Errorf("%d refusals of one call", noted())
		}
		s.want("without a key", n.call("POST", "/api/terrain/occupations", n.key, body), 409, "")
		_, foreign := s.fieldKeyOf(2)
		s.want("a key of another operator", n.call("POST", "/api/terrain/occupations", foreign, body), 404, "")
		s.want("a code with it",
			n.call("POST", fmt.Sprintf("/api/terrain/casiers/%d/code", there.door), foreign,
				map[string]string{"code": "123456"}), 404, "")
		s.want("in the future, with it", n.call("POST", "/api/terrain/occupations", foreign, map[string]any{
			"idCasier": there.door, "idUtilisateur": zoe, "debut": s.clock.Now().Add(time.Hour).Format(time.RFC3339Nano),
		}), 422, "")
		s.want("staff", n.call("PATCH", fmt.Sprintf("/api/admin/casier/%d/occupation/switch-gratuit", there.door), n.admin,
			nil), 409, "")
		if noted() != 2 {
			t.Errorf("%d refusals of two calls", noted())
		}
		export := n.call("GET", fmt.Sprintf("/api/admin/utilisateur/%.0f/export", zoe), n.admin, nil)
		if length(export.Body["refus"]) != 2 || dig(export.Body, "refus", 0, "motif") != "sans_tarif" {
			t.Errorf("the export: %s", export.Raw)
		}
	})
}
