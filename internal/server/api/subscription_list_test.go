package api_test

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
)

// The list of an operator's subscriptions: its filters, its states, its revenue and its export.
func TestSubscriptionList(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		yearly := s.monthly(map[string]any{"typeTarif": "an", "montant": 12_006, "libelleAdmin": "=À l'année"})
		month := s.monthly(nil)
		year, ended := c.buys(yearly, nil), c.buys(month, nil)
		c.collect()
		s.want("end", ended.end(map[string]any{"quand": "terme"}), 200, "")
		c.card(simulator.Declined)
		c.clock.advance(time.Hour)
		unpaid := c.buys(s.monthly(nil), nil)
		c.collect()
		once := c.buys(s.monthly(nil), map[string]any{"isReconductible": false})
		manager := s.login("gestionnaire@exemple.test").token
		const list = "/api/admin/abonnements?exploitant=1"
		got := s.call("GET", list, manager, nil)
		s.want("all", got, 200, "")
		states := map[string]string{}
		for i := range length(got.Body["items"]) {
			states[number(dig(got.Body, "items", i, "id"))] = fmt.Sprint(dig(got.Body, "items", i, "etat"))
		}
		// A yearly 120,06 is 10,01 a month; what is unpaid renews; what was ended, or was bought for one term, does not.
		if want := map[string]string{
			year.id: "en_cours", ended.id: "resilie", unpaid.id: "impaye", once.id: "en_cours",
		}; fmt.Sprint(states) != fmt.Sprint(want) || got.Body["total"] != 4.0 || got.Body["revenuMensuel"] != 2501.0 {
			t.Errorf("%v, want %v: %s", states, want, got.Raw)
		}
		last := dig(got.Body, "items", 3)
		if number(dig(last, "id")) != year.id || dig(last, "utilisateur", "email") != "cliente@exemple.test" ||
			dig(last, "tarif", "nom") != "=À l'année" || dig(last, "stations", 0, "id") != 2.0 ||
			dig(last, "nombreStations") != 1.0 || dig(last, "montant") != 12_006.0 || dig(last, "unite") != "an" {
			t.Errorf("the oldest is last: %v", last)
		}
		for query, want := range map[string]float64{
			"etat=impaye":                     1,
			"etat=impaye&etat=resilie":        2,
			"etat=termine":                    0,
			"search=CLIENTE":                  4,
			"search=personne":                 0,
			fmt.Sprintf("tarif=%.0f", yearly): 1,
			"station=2":                       4,
			"station=1":                       0,
			"reconduction=oui":                2,
			"reconduction=non":                2,
			"dateStartTo=2020-01-31":          0,
			"dateNextFrom=2020-01-01":         2,
			"dateNextTo=2020-01-01":           0,
			"etat=en_cours&reconduction=oui&itemsPerPage=1":   1,
			"dateStartFrom=2020-01-01&filterTests=1&page=900": 4,
		} {
			if got := s.call("GET", list+"&"+query, manager, nil); got.Status != 200 || got.Body["total"] != want {
				t.Errorf("%s: %d %s", query, got.Status, got.Raw)
			}
		}
		s.want("no day", s.call("GET", list+"&dateNextTo=31-12-2026", manager, nil), 422, "")
		s.want("no state", s.call("GET", list+"&etat=perdu", manager, nil), 422, "")

		s.want("a technician reads", s.call("GET", list, s.login("mainteneur@exemple.test").token, nil), 200, "")
		s.want("of no operator", s.call("GET", "/api/admin/abonnements", manager, nil), 403, "")
		s.want("another operator's", s.call("GET", "/api/admin/abonnements?exploitant=2", manager, nil), 403, "")
		admin := s.login("admin@exemple.test").token
		s.want("of an operator", s.call("GET", "/api/admin/abonnements", admin, nil), 422, "")
		s.want("an administrator reads", s.call("GET", list, admin, nil), 200, "")

		const export = "/api/admin/abonnements/exportation/exploitant/"
		typed := map[string]any{"filters": map[string]any{"etat": []string{"en_cours"}, "reconduction": "oui"}}
		file := s.call("POST", export+"1/format/csv", manager, typed)
		lines := csv.NewReader(strings.NewReader(strings.TrimPrefix(file.Raw, "\ufeff")))
		lines.Comma = ';'
		rows, err := lines.ReadAll()
		s.check(err)
		if len(rows) != 2 || !strings.HasPrefix(file.Raw, "\ufeff") ||
			rows[1][3] != "'=À l'année" || rows[1][5] != "Gare" || rows[1][6] != "En cours" ||
			rows[1][10] != "120,06" || rows[1][11] != "an" || rows[1][12] != "PAYÉ" ||
			!strings.Contains(file.Header.Get("Content-Disposition"), "export_abonnements.csv") {
			t.Errorf("export: %v %q", file.Header, rows)
		}
		every := map[string]any{"filters": map[string]any{}}
		s.sameTable("subscriptions", s.call("POST", export+"1/format/csv", manager, every),
			s.call("POST", export+"1/format/xlsx", manager, every))
		s.want("another operator's export", s.call("POST", export+"2/format/csv", manager, every), 403, "")
		s.want("of an operator that is not there", s.call("POST", export+"99/format/csv", admin, every), 404, "")
	})
}
