package api_test

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
)

func TestStayList(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		c.stay(time.Hour)
		c.stay(30 * time.Hour) // beyond its overrun limit
		c.collect()
		c.want("subscribe", c.subscribe(s.monthly(nil), nil), 201, "")
		manager := s.login("gestionnaire@exemple.test").token
		for query, want := range map[string]float64{
			// with the one in progress, without the subscription
			"exploitant=1":                                                 3,
			"exploitant=1&page=2":                                          3,
			"exploitant=1&useStatus=en_cours":                              1,
			"exploitant=1&stopReason=temps_depasse":                        1,
			"exploitant=1&stopReason=velo_enleve":                          0,
			"exploitant=1&useStatus=terminee&stopReason[]=temps_depasse":   1,
			"exploitant=1&station=2&lockerType=2":                          2,
			"exploitant=1&email=CLIENTE&costMax=60":                        1,
			"exploitant=1&startDuration=61":                                1,
			"exploitant=1&paymentStatus=PAID&search=prenom":                2,
			"exploitant=1&dateStartFrom=2020-01-01&dateStartTo=2020-01-31": 0,
		} {
			got := s.call("GET", "/api/admin/usages?"+query, manager, nil)
			if got.Status != 200 || got.Body["count"] != want {
				t.Errorf("%s: %d %s", query, got.Status, got.Raw)
			}
		}
		got := s.call("GET", "/api/admin/usages?exploitant=1", manager, nil)
		if length(got.Body["history"]) != 3 || dig(got.Body, "history", 0, "depassement") != true ||
			dig(got.Body, "history", 0, "paiement", "paiementStatut") != "PAID" {
			t.Errorf("newest first: %s", got.Raw)
		}
		s.want("all are the administrators'", s.call("GET", "/api/admin/usages", manager, nil), 403, "")
		s.want("another operator's", s.call("GET", "/api/admin/usages?exploitant=2", manager, nil), 403, "")
		s.want("no day", s.call("GET", "/api/admin/usages?exploitant=1&dateEndTo=31-12-2026", manager, nil), 422, "")
		if all := s.call("GET", "/api/admin/usages", s.login("admin@exemple.test").token, nil); all.Body["count"] != 3.0 {
			t.Errorf("all: %s", all.Raw)
		}
	})
}

func TestStayExport(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		_, key := s.fieldKeyOf(1)
		got := s.call("POST", "/api/terrain/utilisateurs", key,
			map[string]string{"email": "formule@exemple.test", "nom": "=1+1", "prenom": "Ève", "telephone": "0612345678"})
		id, _ := got.Body["id"].(float64)
		c := paymentSite{s, key, id}
		c.card(simulator.Accepted)
		c.stay(90 * time.Minute)
		c.stay(30 * time.Hour) // beyond its overrun limit
		c.collect()
		c.stay(0)
		c.clock.advance(30 * time.Minute)
		c.want("subscribe", c.subscribe(s.monthly(nil), nil), 201, "")
		manager, admin := s.login("gestionnaire@exemple.test").token, s.login("admin@exemple.test").token
		ticket := func(list, bearer string, filters map[string]any) string {
			opened := s.call("POST", "/api/admin/"+list, bearer, map[string]any{"filters": filters})
			s.want("ticket", opened, 201, "")
			return fmt.Sprint(opened.Body["token"])
		}
		all := map[string]any{}
		const ask, get = "usages/exportation/exploitant/1", "/api/usages/exportation/exploitant/1/format/csv/"
		file := s.call("GET", get+ticket(ask, manager,
			map[string]any{"stopReason": []string{"temps_depasse"}, "filterTests": 1}), "", nil)
		lines := csv.NewReader(strings.NewReader(strings.TrimPrefix(file.Raw, "\ufeff")))
		lines.Comma = ';'
		rows, err := lines.ReadAll()
		s.check(err)
		want := []string{
			"Date d'utilisation", "Début", "Fin", "Durée (min)", "Station", "Casier/Espace", "Type", "Nom", "Prénom", "Email",
			"Coût d'utilisation", "Dépassement", "Enlèvement", "Tarif", "Statut de paiement",
		}
		if len(rows) != 2 || !slices.Equal(rows[0], want) || rows[1][1][:10] != rows[1][0] ||
			!slices.Equal(
				rows[1][3:], []string{
					"1800", "Gare", "A1", "Vélo", "'=1+1", "Ève", "formule@exemple.test", "9,00", "Oui", "Non",
					"À l'heure", "PAYÉ",
				},
			) {
			t.Errorf("rows: %q", rows)
		}
		if !strings.HasPrefix(file.Raw, "\ufeff") ||
			!strings.Contains(file.Header.Get("Content-Disposition"), "export_utilisations.csv") {
			t.Errorf("%v %.20q", file.Header, file.Raw)
		}
		same := s.call("POST", "/api/admin/"+ask+"/format/csv", manager,
			map[string]any{"filters": map[string]any{"stopReason": []string{"temps_depasse"}, "filterTests": 1}})
		if same.Raw != file.Raw {
			t.Errorf("without a ticket: %s", same.Raw)
		}
		for _, filters := range []map[string]any{{"stopReason": []string{"temps_depasse"}, "filterTests": 1}, {}} {
			typed := map[string]any{"filters": filters}
			s.sameTable("stays", s.call("POST", "/api/admin/"+ask+"/format/csv", manager, typed),
				s.call("POST", "/api/admin/"+ask+"/format/xlsx", manager, typed))
		}
		s.sameTable("stays of the platform",
			s.call("POST", "/api/admin/usages/exportation/format/csv", admin, map[string]any{"filters": all}),
			s.call("POST", "/api/admin/usages/exportation/format/xlsx", admin, map[string]any{"filters": all}))
		s.want("a workbook of payments, for usages",
			s.call("GET", strings.Replace(get, "csv", "xlsx", 1)+ticket("paiements/exportation/exploitant/1", manager, all), "",
				nil), 404, "")
		s.want("the platform's, without a ticket",
			s.call("POST", "/api/admin/usages/exportation/format/csv", manager, map[string]any{"filters": all}), 403, "")
		running := s.call("GET", get+ticket(ask, manager, map[string]any{"useStatus": []string{"en_cours"}, "nom": "1+1"}),
			"", nil)
		if strings.Count(running.Raw, "\r\n") != 2 || !strings.Contains(running.Raw, ";;;Gare;") ||
			!strings.Contains(running.Raw, ";0,50;Non;Non;") {
			t.Errorf("in progress: %s", running.Raw)
		}
		for operator, want := range map[int]int{1: 5, 2: 1} { // a subscription is not a stay
			token := ticket("usages/exportation", admin, map[string]any{"exploitant": operator})
			if file := s.call("GET", "/api/usages/exportation/format/csv/"+token, "",
				nil); strings.Count(file.Raw, "\r\n") != want {
				t.Errorf("of operator %d: %s", operator, file.Raw)
			}
		}
		const payments = "/api/paiements/exportation/exploitant/1/format/csv/"
		s.want("of usages, for payments", s.call("GET", payments+ticket(ask, manager, all), "", nil), 404, "")
		s.want("of payments, for usages",
			s.call("GET", get+ticket("paiements/exportation/exploitant/1", manager, all), "", nil), 404, "")
		token := ticket(ask, manager, all)
		s.want("for another operator", s.call("GET", strings.Replace(get, "/1/", "/2/", 1)+token, "", nil), 404, "")
		s.want("for the platform", s.call("GET", "/api/usages/exportation/format/csv/"+token, "", nil), 404, "")
		s.want("for payments", s.call("GET", payments+token, "", nil), 404, "")
		if file := s.call("GET", get+token, "", nil); file.Status != 200 || strings.Count(file.Raw, "\r\n") != 5 {
			t.Errorf("a wrong address used the ticket up: %d %s", file.Status, file.Raw)
		}
		s.want("a second time", s.call("GET", get+token, "", nil), 404, "")
		for field, value := range map[string]string{"paymentStatus": "PAYE", "useStatus": "finie", "stopReason": "autre"} {
			got := s.call("POST", "/api/admin/"+ask, manager, map[string]any{"filters": map[string]any{field: []string{value}}})
			s.want("an unknown "+field, got, 422, "La valeur du champ « filters."+field+" » n'est pas correcte.")
			if dig(got.Body, "violations", 0, "propertyPath") != "filters."+field {
				t.Errorf("%s: %s", field, got.Raw)
			}
		}
		s.want("another operator's",
			s.call("POST", "/api/admin/usages/exportation/exploitant/2", manager, map[string]any{"filters": all}), 403, "")
		s.want("of no operator",
			s.call("POST", "/api/admin/usages/exportation", admin, map[string]any{"filters": map[string]any{"exploitant": 99}}),
			404, "")
		s.want("the platform's", s.call("POST", "/api/admin/usages/exportation", manager, map[string]any{"filters": all}),
			403, "")
		named := s.call("GET", "/api/admin/usages?exploitant=1&selectedOperator=2", manager, nil)
		if named.Body["count"] != 4.0 {
			t.Errorf("the operator that was checked is the one shown: %s", named.Raw)
		}
	})
}
