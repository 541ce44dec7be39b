package api_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
)

const interventionsAt = "/api/admin/exploitant/1/interventions"

// sendInterventions sends what concerns interventions.
func (e *examples) sendInterventions() {
	const field, staff = "/api/terrain/interventions", "/api/admin/intervention/"
	told := e.try("field-report", field, map[string]any{
		"idCasier": 2, "cause": "clavier", "description": "La touche 3 ne répond pas.",
	})
	e.try("field-get-intervention", field+"/"+number(told.Body["id"]), nil)
	day := e.clock.Now().AddDate(0, 0, 5).In(clock.Paris).Format(time.DateOnly)
	opened := e.try("open-intervention", interventionsAt, map[string]any{
		"idCasier": 2, "cause": "serrure", "description": "Le pêne est tordu.", "horsService": true, "retourPrevu": day,
	})
	one := staff + number(opened.Body["id"])
	e.try("take-intervention", one+"/prise-en-charge", map[string]any{"responsable": 4})
	e.try("change-intervention", one, map[string]any{"echeance": day})
	e.try("comment-intervention", one+"/commentaire", map[string]any{"commentaire": "Pièce commandée."})
	taken := e.tryPhoto("add-intervention-photo", one+"/photos")
	e.try("get-intervention-photo", one+"/photos/"+number(taken.Body["id"]), nil)
	e.try("get-intervention", one, nil)
	e.try("list-interventions", interventionsAt+"?etat=ouverte&etat=prise_en_charge&itemsPerPage=10&page=1", nil)
	end := map[string]any{"commentaire": "Pêne changé.", "pieces": "pêne", "minutes": 25, "remiseEnService": true}
	e.try("resolve-intervention", one+"/resolution", end)
	e.try("reopen-intervention", one+"/reouverture", map[string]any{"commentaire": "La porte ne ferme plus."})
	e.want("the end", e.call("POST", one+"/resolution", e.admin(), end), 200, "")
}

// A technician opens, takes and resolves; what comes again is added; out of service is one act, and back in service
// resolves; each is told by the line of time, the audit log and a webhook.
func TestInterventions(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		technician := s.login("mainteneur@exemple.test").token
		manager := s.login("gestionnaire@exemple.test").token
		tomorrow := s.clock.Now().Add(day).In(clock.Paris).Format(time.DateOnly)
		broken := map[string]any{
			"idCasier": 2, "cause": "serrure", "description": "Pêne\ntordu", "horsService": true, "retourPrevu": tomorrow,
		}
		opened := s.call("POST", interventionsAt, technician, broken)
		s.want("opened", opened, 201, "")
		one := "/api/admin/intervention/" + number(opened.Body["id"])
		if b := opened.Body; b["numero"] != 1.0 || b["etat"] != "ouverte" || b["urgence"] != "normale" ||
			b["misHorsService"] != true || b["casierActif"] != false || dig(b, "station", "id") != 2.0 {
			t.Errorf("opened: %s", opened.Raw)
		}
		sheet := s.call("GET", "/api/admin/casier/2/fiche", technician, nil)
		if out := sheet.Body["horsService"]; dig(out, "cause") != "serrure" || dig(out, "motif") != "Pêne tordu" ||
			dig(out, "retourPrevu") != tomorrow {
			t.Errorf("out of service: %s", sheet.Raw)
		}
		_, key := s.fieldKeyOf(1)
		again := s.call("POST", "/api/terrain/interventions", key, map[string]any{"idCasier": 2, "cause": "serrure"})
		if s.want("again", again, 200, ""); again.Body["id"] != opened.Body["id"] || again.Body["signalements"] != 2.0 {
			t.Errorf("again: %s", again.Raw)
		}
		urgent := s.call("POST", interventionsAt, manager, map[string]any{"idCasier": 1, "cause": "serrure"})
		if s.want("another locker", urgent, 201, ""); urgent.Body["numero"] != 2.0 || urgent.Body["urgence"] != "urgente" {
			t.Errorf("somebody's things are in it: %s", urgent.Raw)
		}
		list := s.call("GET", interventionsAt+"?etat=ouverte", technician, nil)
		if list.Body["total"] != 2.0 || dig(list.Body, "items", 0, "numero") != 2.0 {
			t.Errorf("the urgent one first: %s", list.Raw)
		}

		s.want("taken", s.call("POST", one+"/prise-en-charge", technician, nil), 200, "")
		s.want("by another", s.call("POST", one+"/prise-en-charge", manager, nil), 409,
			"Prénom Nom a déjà pris cette intervention en charge.")
		mine := s.call("GET", interventionsAt+"?miennes=true", technician, nil)
		if mine.Body["total"] != 1.0 || dig(mine.Body, "items", 0, "etat") != "prise_en_charge" {
			t.Errorf("mine: %s", mine.Raw)
		}
		s.want("given", s.call("PATCH", one, manager, map[string]any{"responsable": 2, "echeance": tomorrow}), 200, "")
		s.want("to a stranger", s.call("PATCH", one, manager, map[string]any{"responsable": 5}), 422, "")
		s.want("to a customer", s.call("PATCH", one, manager, map[string]any{"responsable": 6}), 422, "")
		s.want("an empty comment", s.call("POST", one+"/commentaire", manager, map[string]any{"commentaire": " "}), 422, "")
		s.want("a comment", s.call("POST", one+"/commentaire", technician, map[string]any{"commentaire": "Vu"}), 200, "")
		s.want("back by the switch", s.call("PATCH", "/api/admin/casier/2/switch-actif", technician, nil), 200, "")
		got := s.call("GET", one, technician, nil)
		kinds := []string{}
		for i := range length(got.Body["lignes"]) {
			kinds = append(kinds, fmt.Sprint(dig(got.Body, "lignes", i, "genre")))
		}
		if want := "ouverture hors_service signalement prise_en_charge prise_en_charge modification commentaire resolution"; got.Body["etat"] != "resolue" || strings.Join(kinds, " ") != want || got.Body["urgence"] != nil {
			t.Errorf("%v: %s", kinds, got.Raw)
		}
		due := s.clock.Now().Add(day).In(clock.Paris).Format("02/01/2006")
		if told := dig(got.Body, "lignes", 5, "texte"); told != "Échéance\u00a0: aucune → "+due {
			t.Errorf("the change: %v", told)
		}
		s.want("resolved", s.call("POST", one+"/resolution", technician, nil), 409, "Cette intervention est résolue.")
		s.want("reopened", s.call("POST", one+"/reouverture", technician, nil), 200, "")
		s.want("twice", s.call("POST", one+"/reouverture", technician, nil), 409, "Cette intervention n'est pas résolue.")
		end := s.call("POST", one+"/resolution", technician, map[string]any{"minutes": 20, "pieces": "pêne"})
		if s.want("the end", end, 200, ""); end.Body["minutes"] != 20.0 || end.Body["pieces"] != "pêne" {
			t.Errorf("the end: %s", end.Raw)
		}
		other := s.call("POST", interventionsAt, technician, map[string]any{"idCasier": 2, "cause": "serrure"})
		s.want("a new one", other, 201, "")
		s.want("a twin", s.call("POST", one+"/reouverture", technician, nil), 409,
			"L'intervention n°\u00a03 est déjà ouverte au même endroit, pour la même cause.")
		log := s.call("GET", "/api/admin/journal?exploitant=1&objet=intervention&itemsPerPage=20", manager, nil)
		if strings.Contains(log.Raw, "Pêne") || strings.Contains(log.Raw, "Vu") ||
			!strings.Contains(log.Raw, "intervention.prise_en_charge") {
			t.Errorf("the audit log: %s", log.Raw)
		}
	})
}

// The expected return of a locker follows the due day of its intervention: from the same day, or when it is before the
// new one. A later return, an unknown one and a locker in service stay as they are.
func TestReturnFollowsDueDay(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		technician, manager := s.login("mainteneur@exemple.test").token, s.login("gestionnaire@exemple.test").token
		in := func(days int) string {
			return s.clock.Now().AddDate(0, 0, days).In(clock.Paris).Format(time.DateOnly)
		}
		opened := s.call("POST", interventionsAt, technician, map[string]any{
			"idCasier": 2, "cause": "serrure", "horsService": true, "retourPrevu": in(3), "echeance": in(3),
		})
		s.want("opened", opened, 201, "")
		one := "/api/admin/intervention/" + number(opened.Body["id"])
		due := func(what string, day, back any) {
			t.Helper()
			s.want(what, s.call("PATCH", one, technician, map[string]any{"echeance": day}), 200, "")
			sheet := s.call("GET", "/api/admin/casier/2/fiche", technician, nil)
			if got := dig(sheet.Body, "horsService", "retourPrevu"); got != back {
				t.Errorf("%s: back on %v, not %v", what, got, back)
			}
		}
		due("earlier, from the same day", in(2), in(2))
		log := s.call("GET", "/api/admin/journal?exploitant=1&objet=casier&itemsPerPage=1", manager, nil)
		if !strings.Contains(log.Raw, `"retourPrevu"`) {
			t.Errorf("the audit log: %s", log.Raw)
		}
		due("none", "", in(2))
		due("later than the return", in(5), in(5))
		due("none", "", in(5))
		due("earlier than the return", in(4), in(5))
		switched := "/api/admin/casier/2/switch-actif"
		s.want("back in service", s.call("PATCH", switched, technician, nil), 200, "")
		s.want("reopened", s.call("POST", one+"/reouverture", technician, nil), 200, "")
		due("in service", in(6), nil)
		s.want("out again", s.call("PATCH", switched, technician, map[string]any{"cause": "serrure"}), 200, "")
		due("an unknown return", in(7), nil)
	})
}

// Who does what: reading takes the right to read events, writing either of two rights; nobody learns of what another
// operator has.
func TestWhoDealsWithInterventions(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		body := map[string]any{"idCasier": 2, "cause": "porte"}
		one := "/api/admin/intervention/1"
		s.want("opened", s.call("POST", interventionsAt, s.login("mainteneur@exemple.test").token, body), 201, "")
		hotline := s.login("hotline@exemple.test").token
		s.want("the hotline reads", s.call("GET", one, hotline, nil), 200, "")
		s.want("and does not open", s.call("POST", interventionsAt, hotline, body), 403, "")
		s.want("nor resolve", s.call("POST", one+"/resolution", hotline, nil), 403, "")
		elsewhere := s.login("ailleurs@exemple.test").token
		s.want("of another operator", s.call("GET", one, elsewhere, nil), 404, "")
		s.want("its list", s.call("GET", interventionsAt, elsewhere, nil), 403, "")
		s.want("a locker of another", s.call("POST", "/api/admin/exploitant/2/interventions", elsewhere, body), 404, "")
		s.want("its act", s.call("POST", one+"/prise-en-charge", elsewhere, nil), 404, "")
		_, foreign := s.fieldKeyOf(2)
		s.want("a key of another", s.call("GET", "/api/terrain/interventions/1", foreign, nil), 404, "")
		s.want("reports there", s.call("POST", "/api/terrain/interventions", foreign, body), 404, "")
		for _, right := range []access.Right{access.LockersWrite, access.MaintenanceMode} {
			made := s.call("POST", "/api/admin/exploitant/1/cle", s.login("admin@exemple.test").token,
				map[string]any{"libelle": "Ville", "droits": []any{right}})
			s.want("a key", made, 201, "")
			key, _ := made.Body["cle"].(string)
			s.want(string(right), s.call("POST", interventionsAt, key, body), 200, "")
			s.want("nobody is in charge", s.call("POST", one+"/prise-en-charge", key, nil), 422, "")
		}
	})
}

// A photo is added once however often its file is sent, in each state, and told by the line of time and the audit log.
func TestPhotosOfInterventions(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		technician, hotline := s.login("mainteneur@exemple.test").token, s.login("hotline@exemple.test").token
		elsewhere := s.login("ailleurs@exemple.test").token
		opened := s.call("POST", interventionsAt, technician, map[string]any{"idCasier": 2, "cause": "porte"})
		s.want("opened", opened, 201, "")
		one := "/api/admin/intervention/" + number(opened.Body["id"])
		file := smallPhoto(t)
		taken := s.call("POST", one+"/photos", technician, file)
		s.want("a photo", taken, 201, "")
		s.want("resolved", s.call("POST", one+"/resolution", technician, nil), 200, "")
		again := s.call("POST", one+"/photos", technician, file)
		if s.want("the same file", again, 201, ""); again.Body["id"] != taken.Body["id"] {
			t.Errorf("the same file: %s", again.Raw)
		}
		s.want("after the end", s.call("POST", one+"/photos", technician, file+"x"), 201, "")
		got := s.call("GET", one, hotline, nil)
		if length(got.Body["photos"]) != 2 || dig(got.Body, "photos", 0, "id") != taken.Body["id"] ||
			dig(got.Body, "lignes", 1, "genre") != "photo" || strings.Count(got.Raw, `"genre":"photo"`) != 2 {
			t.Errorf("photos and lines: %s", got.Raw)
		}
		sent := one + "/photos/" + number(taken.Body["id"])
		shown := s.call("GET", sent, hotline, nil)
		if s.want("shown", shown, 200, ""); shown.Header.Get("Content-Type") != "image/jpeg" {
			t.Error(shown.Header)
		}
		s.want("who only reads adds none", s.call("POST", one+"/photos", hotline, file), 403, "")
		s.want("of another operator", s.call("GET", sent, elsewhere, nil), 404, "")
		s.want("added by another operator", s.call("POST", one+"/photos", elsewhere, file), 404, "")
		other := s.call("POST", interventionsAt, technician, map[string]any{"idCasier": 1, "cause": "porte"})
		s.want("of another intervention", s.call("GET",
			"/api/admin/intervention/"+number(other.Body["id"])+"/photos/"+number(taken.Body["id"]), technician, nil), 404, "")
		log := s.call("GET", "/api/admin/journal?exploitant=1&objet=intervention&itemsPerPage=20",
			s.login("gestionnaire@exemple.test").token, nil)
		if strings.Count(log.Raw, "intervention.photo") != 2 {
			t.Errorf("the audit log: %s", log.Raw)
		}
	})
}

// However many report the same at once, one opens and the others add to it; numbers have no gap.
func TestReportsAtOnce(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		token := s.login("mainteneur@exemple.test").token
		var opened, added atomic.Int32
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				switch got := s.call("POST", interventionsAt, token, map[string]any{"idCasier": 2, "cause": "porte"}); got.Status {
				case 201:
					opened.Add(1)
				case 200:
					added.Add(1)
				default:
					t.Errorf("%d %s", got.Status, got.Raw)
				}
			})
		}
		all.Wait()
		if opened.Load() != 1 || added.Load() != 7 {
			t.Errorf("%d opened, %d added", opened.Load(), added.Load())
		}
		last := s.call("POST", interventionsAt, token, map[string]any{"idStation": 2, "cause": "porte"})
		if last.Status != 201 || last.Body["numero"] != 2.0 || last.Body["urgence"] != "urgente" {
			t.Errorf("the station: %s", last.Raw)
		}
		one := s.call("GET", "/api/admin/intervention/1", token, nil)
		if one.Body["signalements"] != 8.0 {
			t.Errorf("%s", one.Raw)
		}
	})
}
