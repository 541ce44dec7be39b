package api_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/store/storetest"
)

const worklistAt = "/api/admin/exploitant/1/a-traiter"

// late makes the stay in progress pass its overrun limit; it returns the path of its line and since when it waits.
func (s *site) late() (line, since string) {
	s.t.Helper()
	s.clock.advance(25 * time.Hour)
	list := s.call("GET", worklistAt, s.login("hotline@exemple.test").token, nil)
	since, _ = dig(list.Body, "depassements", "items", 0, "depuis").(string)
	if since == "" {
		s.t.Fatalf("nothing waits: %s", list.Raw)
	}
	return worklistAt + "/depassements/1", since
}

func TestALineIsTakenGivenAndLeft(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		line, since := s.late()
		hotline, manager := s.login("hotline@exemple.test").token, s.login("gestionnaire@exemple.test").token
		me := func(token string) any { return dig(s.call("GET", "/api/admin/compte/details", token, nil).Body, "id") }
		assign := func(token string, to, before any) answer {
			return s.call("PATCH", line+"/responsable", token,
				map[string]any{"depuis": since, "responsable": to, "avant": before})
		}
		hotlineID, managerID := me(hotline), me(manager)
		taken := assign(hotline, hotlineID, nil)
		s.want("take", taken, 200, "")
		if dig(taken.Body, "suivi", "responsable", "id") != hotlineID || dig(taken.Body, "suivi", "prisLe") == nil {
			t.Errorf("taken: %s", taken.Raw)
		}
		if second := assign(manager, managerID, nil); second.Status != 409 ||
			!strings.Contains(second.Raw, fmt.Sprint(dig(taken.Body, "suivi", "responsable", "nom"))) {
			t.Errorf("the second is told who: %d %s", second.Status, second.Raw)
		}
		s.want("from a colleague, knowingly", assign(manager, managerID, hotlineID), 200, "")
		s.want("give to a colleague", assign(manager, hotlineID, managerID), 200, "")
		s.want("to a customer", assign(manager, 6, hotlineID), 422,
			"Cette personne ne peut pas prendre en charge cette ligne.")
		s.want("leave", assign(hotline, nil, hotlineID), 200, "")
		s.want("twice", assign(hotline, nil, hotlineID), 409, "")
		s.want("another line by now",
			s.call("PATCH", line+"/responsable", hotline,
				map[string]any{"depuis": "2020-01-01T00:00:00Z", "responsable": hotlineID, "avant": nil}), 409, "")
		s.want("not on the list",
			s.call("PATCH", worklistAt+"/paiements/1/responsable", hotline,
				map[string]any{"depuis": since, "responsable": hotlineID, "avant": nil}), 404, "")
		s.want("another operator",
			s.call("PATCH", strings.Replace(line, "exploitant/1", "exploitant/2", 1)+"/responsable", hotline,
				map[string]any{"depuis": since, "responsable": hotlineID, "avant": nil}), 403, "")
		s.want("from elsewhere", assign(s.login("ailleurs@exemple.test").token, nil, nil), 403, "")
		s.want("unknown kind", s.call("PATCH", worklistAt+"/autres/1/responsable", hotline,
			map[string]any{"depuis": since, "responsable": nil, "avant": nil}), 404, "")
		if got := s.call("GET", worklistAt+"/collegues", hotline, nil); got.Status != 200 ||
			strings.Contains(got.Raw, "Utilisateur") || !strings.Contains(got.Raw, "Hotline") {
			t.Errorf("colleagues: %d %s", got.Status, got.Raw)
		}
		log := s.call("GET", "/api/admin/journal?exploitant=1&objet=station:1&itemsPerPage=20", manager, nil)
		if strings.Count(log.Raw, `"ligne.prise_en_charge"`) != 3 || strings.Count(log.Raw, `"ligne.liberation"`) != 1 {
			t.Errorf("audit log: %s", log.Raw)
		}
	})
}

// Who reads the worklist does not change it: it takes the right to write events, or that over lockers for what
// technicians attend to. A caller gives lines to, and is told the names of, those whom they may read of.
func TestWhoChangesALine(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		s.late()
		s.check(s.store.Exec(t.Context(), "test", `UPDATE controllers SET heard_at = 1 WHERE station_id = 1`))
		technician, hotline, manager := s.login("mainteneur@exemple.test").token, s.login("hotline@exemple.test").token,
			s.login("gestionnaire@exemple.test").token
		_, reader := s.serviceKey(1,
			map[string]any{"droits": []string{"DROIT_EVENEMENTS_LECTURE", "DROIT_USER_HOTLINE_LECTURE", "DROIT_TARIFS_LECTURE"}})
		for _, kind := range []string{
			"paiements", "depassements", "enlevements", "cartes", "ecarts", "espaces", "muettes",
			"autres",
		} {
			for act, body := range map[string]map[string]any{
				"/responsable": {"depuis": s.clock.Now(), "responsable": nil, "avant": nil},
				"/report":      {"depuis": s.clock.Now(), "jusquAu": s.clock.Now().AddDate(0, 0, 30).Format(time.DateOnly)},
			} {
				path := worklistAt + "/" + kind + "/1" + act
				own := kind == "espaces" || kind == "muettes"
				for who, bearer := range map[string]string{"technician": technician, "key that reads": reader} {
					got := s.call("PATCH", path, bearer, body)
					if allowed := own && who == "technician"; (got.Status != 403) != allowed {
						t.Errorf("%s by a %s: %d %s", path, who, got.Status, got.Raw)
					}
				}
				if got := s.call("PATCH", path, manager, body); got.Status == 403 {
					t.Errorf("%s by a manager: %d %s", path, got.Status, got.Raw)
				}
			}
		}
		line, since := worklistAt+"/depassements/1",
			dig(s.call("GET", worklistAt, hotline, nil).Body, "depassements", "items", 0, "depuis")
		s.want("of a technician",
			s.call("PATCH", line+"/report", technician,
				map[string]any{"depuis": since, "jusquAu": s.clock.Now().AddDate(0, 0, 30).Format(time.DateOnly)}), 403, "")
		s.want("given by a technician",
			s.call("PATCH", line+"/responsable", technician, map[string]any{"depuis": since, "responsable": 4, "avant": nil}),
			403, "")
		s.want("given to a manager, whom the hotline does not read of",
			s.call("PATCH", line+"/responsable", hotline, map[string]any{"depuis": since, "responsable": 2, "avant": nil}),
			422, "Cette personne ne peut pas prendre en charge cette ligne.")
		s.want("given by a manager to the hotline",
			s.call("PATCH", line+"/responsable", manager, map[string]any{"depuis": since, "responsable": 3, "avant": nil}), 200,
			"")

		for bearer, want := range map[string]string{
			technician: "[Mainteneur]", hotline: "[Hotline]", reader: "[Hotline]",
			manager: "[Gestionnaire Hotline Mainteneur]",
		} {
			roles := map[string]bool{}
			for _, one := range s.call("GET", worklistAt+"/collegues", bearer, nil).List {
				held, _ := one["roles"].([]any)
				for _, role := range held {
					roles[fmt.Sprint(role)] = true
				}
			}
			if got := fmt.Sprint(slices.Sorted(maps.Keys(roles))); got != want {
				t.Errorf("colleagues: %s, want %s", got, want)
			}
		}
	})
}

// Of people who take a line at once, the first has it and the others are told who.
func TestOneOfSeveralTakesALine(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		line, since := s.late()
		token := s.login("admin@exemple.test").token
		me := dig(s.call("GET", "/api/admin/compte/details", token, nil).Body, "id")
		first := storetest.Race(6, func() bool {
			return s.call("PATCH", line+"/responsable", token,
				map[string]any{"depuis": since, "responsable": me, "avant": nil}).Status == 200
		})
		if first != 1 {
			t.Errorf("%d took it", first)
		}
	})
}

func TestALineIsPostponed(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		line, since := s.late()
		token := s.login("hotline@exemple.test").token
		postpone := func(until any) answer {
			return s.call("PATCH", line+"/report", token, map[string]any{"depuis": since, "jusquAu": until})
		}
		day := func(days int) string { return s.clock.Now().AddDate(0, 0, days).Format(time.DateOnly) }
		s.want("today", postpone(day(0)), 422, "Choisissez un jour à venir, dans l'année.")
		s.want("too far", postpone(day(400)), 422, "Choisissez un jour à venir, dans l'année.")
		s.want("no day", postpone("demain"), 422, "")
		s.want("in ten days", postpone(day(10)), 200, "")
		hidden := s.call("GET", worklistAt, token, nil)
		if hidden.Body["total"] != 0.0 || hidden.Body["reportes"] != 1.0 ||
			length(dig(hidden.Body, "depassements", "items")) != 0 {
			t.Errorf("hidden: %s", hidden.Raw)
		}
		shown := s.call("GET", worklistAt+"?reportes=1", token, nil)
		if shown.Body["total"] != 0.0 || length(dig(shown.Body, "depassements", "items")) != 1 ||
			dig(shown.Body, "depassements", "items", 0, "suivi", "reportePar") == nil {
			t.Errorf("shown: %s", shown.Raw)
		}
		s.want("at once", postpone(nil), 200, "")
		if back := s.call("GET", worklistAt+"?tri=age&lignes=100", token, nil); back.Body["total"] != 1.0 ||
			back.Body["reportes"] != 0.0 {
			t.Errorf("back: %s", back.Raw)
		}
		s.want("unknown order", s.call("GET", worklistAt+"?tri=couleur", token, nil), 422, "")
		s.want("too many", s.call("GET", worklistAt+"?lignes=101", token, nil), 422, "")
	})
}

// Several lines at once: each is changed or refused on its own, by the rules of the single act.
func TestSeveralLinesAtOnce(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		_, since := s.late()
		hotline, manager := s.login("hotline@exemple.test").token, s.login("gestionnaire@exemple.test").token
		me := dig(s.call("GET", "/api/admin/compte/details", hotline, nil).Body, "id")
		day := func(days int) string { return s.clock.Now().AddDate(0, 0, days).Format(time.DateOnly) }
		line := func(kind string, object int, before any) map[string]any {
			return map[string]any{"genre": kind, "objet": object, "depuis": since, "avant": before}
		}
		many := func(token, action string, until any, lines ...map[string]any) answer {
			return s.call("POST", worklistAt+"/traitement-groupe", token,
				map[string]any{"action": action, "jusquAu": until, "lignes": lines})
		}
		late := line("depassements", 1, nil)
		// One stands twice, one is not on the list, one is not for the hotline.
		taken := many(hotline, "prendre", nil, late, late, line("paiements", 1, nil), line("ecarts", 1, nil))
		if taken.Status != 200 || taken.Body["faits"] != 1.0 || length(taken.Body["resultats"]) != 3 ||
			dig(taken.Body, "resultats", 0, "fait") != true || dig(taken.Body, "resultats", 1, "fait") != false ||
			dig(taken.Body, "resultats", 1, "message") != "Cette ligne n'est plus à traiter." ||
			dig(taken.Body, "resultats", 2, "fait") != false {
			t.Fatalf("taken: %d %s", taken.Status, taken.Raw)
		}
		if second := many(manager, "prendre", nil, late); second.Body["faits"] != 0.0 ||
			!strings.Contains(second.Raw, "s'occupe de cette ligne depuis le") {
			t.Errorf("the second is told who: %d %s", second.Status, second.Raw)
		}
		for query, picked := range map[string]float64{
			"miennes=1": 1, "miennes=1&age=24h": 0, "age=24h": 0, "age=7j": 0, "reportes=1": 0, "tri=age": 1,
		} {
			got := s.call("GET", worklistAt+"?"+query, hotline, nil)
			if dig(got.Body, "depassements", "retenus") != picked || dig(got.Body, "depassements", "total") != 1.0 ||
				length(dig(got.Body, "depassements", "items")) != int(picked) {
				t.Errorf("%s: %s", query, got.Raw)
			}
		}
		if got := s.call("GET", worklistAt+"?miennes=1", manager, nil); dig(got.Body, "depassements", "retenus") != 0.0 {
			t.Errorf("of somebody else: %s", got.Raw)
		}
		s.want("unknown age", s.call("GET", worklistAt+"?age=1an", hotline, nil), 422, "")

		late["avant"] = me
		if got := many(hotline, "laisser", nil, late); got.Body["faits"] != 1.0 {
			t.Errorf("released: %d %s", got.Status, got.Raw)
		}
		late["avant"] = nil
		s.want("today", many(hotline, "reporter", day(0), late), 422, "Choisissez un jour à venir, dans l'année.")
		for i, until := range []any{day(3), nil} {
			got := many(hotline, "reporter", until, late)
			list := s.call("GET", worklistAt, hotline, nil)
			if got.Body["faits"] != 1.0 || list.Body["total"] != float64(i) {
				t.Errorf("postponed to %v: %d %s, %s", until, got.Status, got.Raw, list.Raw)
			}
		}

		s.want("none", many(hotline, "prendre", nil, []map[string]any{}...), 400, "")
		s.want("unknown kind", many(hotline, "prendre", nil, line("autres", 1, nil)), 422, "")
		s.want("unknown act", many(hotline, "confier", nil, late), 422, "")
		s.want("who reads", many(s.login("mainteneur@exemple.test").token, "prendre", nil, late), 403, "")
		s.want("from elsewhere", many(s.login("ailleurs@exemple.test").token, "prendre", nil, late), 403, "")
		_, key := s.serviceKey(1, map[string]any{"droits": []string{"DROIT_EVENEMENTS_LECTURE", "DROIT_EVENEMENTS_ECRITURE"}})
		s.want("a key", many(key, "prendre", nil, late), 422, "Une clé ne prend pas de ligne en charge.")
		log := s.call("GET", "/api/admin/journal?exploitant=1&objet=station:1&itemsPerPage=20", manager, nil)
		for _, action := range []string{"prise_en_charge", "liberation", "report", "reprise"} {
			if strings.Count(log.Raw, `"ligne.`+action+`"`) != 1 {
				t.Errorf("audit log of %s: %s", action, log.Raw)
			}
		}
	})
}

// Several payments at once: each is changed or refused on its own, all in the scope of one operator.
func TestSeveralPaymentsAtOnce(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		path := "/api/admin/paiements/exploitant/1/traitement-groupe"
		token := s.login("hotline@exemple.test").token
		many := func(token, action, comment string, ids ...int) answer {
			return s.call("POST", path, token, map[string]any{"action": action, "paiements": ids, "commentaire": comment})
		}
		s.want("without a comment", many(token, "annuler", "", 1), 422, "Le commentaire est obligatoire.")
		s.want("none", many(token, "annuler", "Geste.", []int{}...), 400, "")
		s.want("too many", many(token, "annuler", "Geste.", make([]int, 101)...), 400, "")
		s.want("another action", many(token, "manual", "Geste.", 1), 422, "")
		s.want("one that does not exist", many(token, "annuler", "Geste.", 1, 999), 404, "")
		s.want("without the right", many(s.login("mainteneur@exemple.test").token, "annuler", "Geste.", 1), 403, "")
		s.want("from elsewhere", many(s.login("ailleurs@exemple.test").token, "annuler", "Geste.", 1), 403, "")

		// The user has no card: four attempts fail.
		s.clock.advance(25 * time.Hour)
		token = s.login("hotline@exemple.test").token
		s.want("end", s.call("PATCH", "/api/admin/occupation/1/terminer", token, nil), 200, "")
		for range 4 {
			s.check(s.collector.CollectDue(t.Context()))
			s.clock.advance(7 * 24 * time.Hour)
		}
		token = s.login("hotline@exemple.test").token
		order := map[string]any{"action": "generer-ordre", "paiements": []int{1, 1}, "commentaire": "Carte renouvelée."}
		ordered := s.call("POST", path, token, order, "Idempotency-Key", "une fois")
		if ordered.Status != 200 || ordered.Body["faits"] != 1.0 || length(ordered.Body["resultats"]) != 1 {
			t.Errorf("ordered: %d %s", ordered.Status, ordered.Raw)
		}
		logged := func() int {
			log := s.call("GET", "/api/admin/journal?exploitant=1&objet=paiement:1&action=paiement.ordre", token, nil)
			return length(log.Body["items"])
		}
		// The answer was lost: the same call is answered again, and nothing is done twice.
		if replayed := s.call("POST", path, token, order, "Idempotency-Key", "une fois"); replayed.Status != 200 ||
			replayed.Raw != ordered.Raw || logged() != 1 {
			t.Errorf("replayed: %d %s, %d orders, want %s", replayed.Status, replayed.Raw, logged(), ordered.Raw)
		}
		again := many(s.login("gestionnaire@exemple.test").token, "generer-ordre", "Carte renouvelée.", 1)
		if again.Status != 200 || again.Body["faits"] != 0.0 || again.Body["montant"] != 0.0 ||
			dig(again.Body, "resultats", 0, "fait") != false ||
			dig(again.Body, "resultats", 0, "message") != "L'état de ce paiement ne le permet pas." {
			t.Errorf("a second time: %d %s", again.Status, again.Raw)
		}
	})
}
