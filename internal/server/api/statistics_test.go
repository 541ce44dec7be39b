package api_test

import (
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/kernel/clock"
)

// The dashboard's figures, and their files, count what came through the field API.
func TestStatistics(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		noon := (clock.DayOf(s.clock.Now()) + 1).Begins().Add(12 * time.Hour) // both stays begin on the same day
		s.clock.advance(noon.Sub(s.clock.Now()))
		c := newPaymentSite(s, simulator.Accepted)
		c.stay(time.Hour)
		c.stay(30 * time.Hour) // beyond its overrun limit
		c.collect()
		token := s.dashboardToken(s.login("gestionnaire@exemple.test").token, analytics+"/1")
		today := clock.DayOf(s.clock.Now())
		period := "du=" + (today - 6).String() + "&au=" + today.String()
		got := s.call("GET", "/api/statistiques?"+period, token, nil)
		for name, want := range map[string]any{"utilisations": 3.0, "depassements": 1.0, "enlevements": 0.0, "dureeMediane": 60.0, "dureeMoyenne": 930.0, "usagersNouveaux": 2.0} {
			if dig(got.Body, "resume", name, "valeur") != want {
				t.Errorf("%s: %v, want %v", name, dig(got.Body, "resume", name, "valeur"), want)
			}
		}
		if got.Status != 200 || dig(got.Body, "exploitant", "nom") != "Grandval" || length(got.Body["serie"]) != 7 || length(got.Body["heures"]) != 168 ||
			dig(got.Body, "statuts", 0, "cle") != "RUNNING" || dig(got.Body, "casiers", "frequentes", 0, "utilisations") == nil {
			t.Errorf("%d %s", got.Status, got.Raw)
		}
		for figure, want := range map[string]string{
			"utilisations": "Du;Au;Utilisations;Période précédente\r\n", "heures": "Jour;Heure;Utilisations\r\nLundi;0;", "occupation": ";" + today.Begins().Format("02/01/2006") + ";",
			"tarifs": "Tarif;Paiements;Montant encaissé;Période précédente\r\n", "statuts": "\r\nPAYÉ;2;", "durees": ";930,0;60\r\n",
			"limites": "Dépassements;Enlèvements\r\n", "usagers": "Nouveaux usagers;Usagers revenus\r\n", "casiers": ";oui;",
		} {
			file := s.call("GET", "/api/statistiques/csv/"+figure+"?"+period, token, nil)
			if file.Status != 200 || !strings.HasPrefix(file.Raw, "\ufeff") || !strings.Contains(file.Raw, want) ||
				!strings.Contains(file.Header.Get("Content-Disposition"), `filename="`+figure+"_") {
				t.Errorf("%s: %d %v\n%s", figure, file.Status, file.Header, file.Raw)
			}
		}
		s.want("no such figure", s.call("GET", "/api/statistiques/csv/secret?"+period, token, nil), 404, "")
		s.want("no day", s.call("GET", "/api/statistiques?du=2026-02-30&au=2026-03-01", token, nil), 422, "La valeur du paramètre « du » n'est pas correcte.")
		s.want("no period", s.call("GET", "/api/statistiques", token, nil), 422, "")
		s.want("the other way round", s.call("GET", "/api/statistiques?du=2026-03-02&au=2026-03-01", token, nil), 422, "La date de fin doit suivre la date de début.")
		s.want("too long", s.call("GET", "/api/statistiques?du=2020-01-01&au=2026-03-01", token, nil), 422, "La période ne peut dépasser trois ans.")
	})
}
