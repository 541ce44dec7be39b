package api_test

import (
	"fmt"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
)

const viewsPath = "/api/admin/paiements/vues"

// A view is its account's, at one operator; its filters are those of the list.
func TestSavedViews(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		manager, hotline, admin := s.login("gestionnaire@exemple.test").token, s.login("hotline@exemple.test").token,
			s.login("admin@exemple.test").token
		typed := func(name string, filters map[string]any) map[string]any {
			return map[string]any{"nom": name, "filtres": filters}
		}
		here := viewsPath + "?exploitant=1"
		failed := map[string]any{
			"paymentStatus": []string{"PERMANENT_ERROR"}, "costMin": 0, "filterTests": 1,
			"station": []int{1},
		}
		made := s.call("POST", here, manager, typed(" Impayés ", failed))
		s.want("save", made, 201, "")
		path := fmt.Sprintf("%s/%.0f?exploitant=1", viewsPath, made.Body["id"])
		if made.Body["nom"] != "Impayés" || dig(made.Body, "filtres", "paymentStatus", 0) != "PERMANENT_ERROR" ||
			dig(made.Body, "filtres", "costMin") != 0.0 ||
			dig(made.Body, "filtres", "filterTests") != 1.0 || dig(made.Body, "filtres", "costMax") != nil {
			t.Errorf("saved: %s", made.Raw)
		}
		s.want("the same name", s.call("POST", here, manager, typed("impayes", map[string]any{})), 422, "")
		s.want("no name", s.call("POST", here, manager, typed(" ", map[string]any{})), 422,
			"Veuillez renseigner le nom de la vue.")
		s.want("an unknown filter", s.call("POST", here, manager, typed("Autre", map[string]any{"couleur": "bleu"})), 422, "")
		s.want("a day that is none",
			s.call("POST", here, manager, typed("Autre", map[string]any{"dateStartPayment": "2026-02-30"})), 422, "")
		s.want("another operator in an operator's view",
			s.call("POST", here, manager, typed("Autre", map[string]any{"selectedOperator": 2})), 422, "")
		s.want("at another operator", s.call("POST", viewsPath+"?exploitant=2", manager, typed("Autre", map[string]any{})),
			403, "")
		s.want("of the platform", s.call("GET", viewsPath, manager, nil), 403, "")
		s.want("of the platform, by an administrator",
			s.call("POST", viewsPath, admin, typed("Impayés", map[string]any{"selectedOperator": 2})), 201, "")

		s.want("change", s.call("PUT", path, manager,
			typed("À relancer", map[string]any{"paymentStatus": []string{"UNPAID"}})), 200, "")
		for who, token := range map[string]string{"a colleague": hotline, "an administrator": admin} {
			s.want(who+" changes it", s.call("PUT", path, token, typed("Vue", map[string]any{})), 404, "")
			s.want(who+" deletes it", s.call("DELETE", path, token, nil), 404, "")
			if got := s.call("GET", here, token, nil).List; len(got) != 0 {
				t.Errorf("%s has %v", who, got)
			}
		}
		if got := s.call("GET", here, manager, nil).List; len(got) != 1 || dig(got[0], "nom") != "À relancer" ||
			dig(got[0], "filtres", "paymentStatus", 0) != "UNPAID" {
			t.Errorf("listed: %v", got)
		}
		s.want("delete", s.call("DELETE", path, manager, nil), 204, "")
		s.want("twice", s.call("DELETE", path, manager, nil), 404, "")
		for i := range 30 {
			s.want("save another", s.call("POST", here, manager, typed(fmt.Sprint("Vue ", i), map[string]any{})), 201, "")
		}
		s.want("one too many", s.call("POST", here, manager, typed("Trop", map[string]any{})), 409, "")
	})
}

// The payments that « À traiter » counts are those of the view of that name.
func TestFailedPaymentsAreThoseOfTheWorklist(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Declined)
		c.stay(time.Hour)
		for range 4 {
			c.collect()
			c.clock.advance(7 * day)
		}
		c.card(simulator.TooSmall)
		c.stay(time.Hour)
		c.collect()
		c.card(simulator.Declined)
		c.stay(time.Hour)
		c.collect() // attempted once: time settles it
		manager := s.login("gestionnaire@exemple.test").token
		const view = "/api/admin/paiements/exploitant/1?filterTests=1&hidePostponed=1&paymentStatus=PERMANENT_ERROR&paymentStatus=INVALID_PAYMENT"
		check := func(what string, want float64) map[string]any {
			t.Helper()
			listed, todo := s.call("GET", view, manager, nil), s.call("GET", worklistAt, manager, nil)
			if listed.Body["total"] != want || length(listed.Body["items"]) != int(want) ||
				dig(todo.Body, "paiements", "total") != want {
				t.Errorf("%s: listed %v, to do %v", what, listed.Body["total"], dig(todo.Body, "paiements"))
			}
			line, _ := dig(todo.Body, "paiements", "items", 0).(map[string]any)
			return line
		}
		line := check("failed", 2)
		postpone := fmt.Sprintf("%s/paiements/%v/report", worklistAt, line["id"])
		until := s.clock.Now().Add(3 * day).Format(time.DateOnly)
		s.want("put off", s.call("PATCH", postpone, manager, map[string]any{"depuis": line["depuis"], "jusquAu": until}), 200,
			"")
		check("one put off", 1)
		c.clock.advance(4 * day)
		manager = s.login("gestionnaire@exemple.test").token
		check("back", 2)
	})
}
