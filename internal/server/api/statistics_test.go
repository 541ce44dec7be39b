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
	onSQLite(t, func(t *testing.T, s *site) {
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
		for name, want := range map[string]any{
			"utilisations": 3.0, "depassements": 1.0, "enlevements": 0.0,
			"dureeMediane": 60.0, "dureeMoyenne": 930.0, "usagersNouveaux": 2.0,
		} {
			if dig(got.Body, "resume", name, "valeur") != want {
				t.Errorf("%s: %v, want %v", name, dig(got.Body, "resume", name, "valeur"), want)
			}
		}
		if got.Status != 200 || dig(got.Body, "exploitant", "nom") != "Grandval" || length(got.Body["serie"]) != 7 ||
			length(got.Body["heures"]) != 168 ||
			dig(got.Body, "statuts", 0, "cle") != "RUNNING" || dig(got.Body, "casiers", "frequentes", 0, "utilisations") == nil {
			t.Errorf("%d %s", got.Status, got.Raw)
		}
		for figure, want := range map[string]string{
			"utilisations": "Du;Au;Utilisations;Période précédente\r\n", "heures": "Jour;Heure;Utilisations\r\nLundi;0;",
			"occupation": ";" + today.Begins().Format("02/01/2006") + ";",
			"tarifs":     "Tarif;Paiements;Montant encaissé;Période précédente;Remboursé;Recettes;Remboursé, période précédente;Recettes, période précédente\r\n", "statuts": "\r\nPAYÉ;2;", "durees": ";930,0;60\r\n",
			"limites": "Dépassements;Enlèvements\r\n", "usagers": "Nouveaux usagers;Usagers revenus\r\n", "casiers": ";oui;",
		} {
			file := s.call("GET", "/api/statistiques/csv/"+figure+"?"+period, token, nil)
			if file.Status != 200 || !strings.HasPrefix(file.Raw, "\ufeff") || !strings.Contains(file.Raw, want) ||
				!strings.Contains(file.Header.Get("Content-Disposition"), `filename="`+figure+"_") {
				t.Errorf("%s: %d %v\n%s", figure, file.Status, file.Header, file.Raw)
			}
			s.sameTable(figure, file, s.call("GET", "/api/statistiques/xlsx/"+figure+"?"+period, token, nil))
		}
		s.want("no such figure", s.call("GET", "/api/statistiques/csv/secret?"+period, token, nil), 404, "")
		s.want("no day", s.call("GET", "/api/statistiques?du=2026-02-30&au=2026-03-01", token, nil), 422,
			"La valeur du paramètre « du » n'est pas correcte.")
		s.want("no period", s.call("GET", "/api/statistiques", token, nil), 422, "")
		s.want("the other way round", s.call("GET", "/api/statistiques?du=2026-03-02&au=2026-03-01", token, nil), 422,
			"La date de fin doit suivre la date de début.")
		s.want("too long", s.call("GET", "/api/statistiques?du=2020-01-01&au=2026-03-01", token, nil), 422,
			"La période ne peut dépasser trois ans.")
		s.clock.advance(90 * time.Minute)
		manager := s.login("gestionnaire@exemple.test").token
		later := s.dashboardToken(manager, analytics+"/1")
		soFar := dig(s.call("GET", "/api/statistiques?"+period, later, nil).Body, "statuts", 0, "montant")
		listed := s.call("GET", "/api/admin/paiements/exploitant/1?paymentStatus=RUNNING", manager, nil)
		if soFar == 0.0 || soFar != dig(listed.Body, "items", 0, "montant") || length(listed.Body["items"]) != 1 {
			t.Errorf("the price so far: %v, want that of the list: %s", soFar, listed.Raw)
		}
	})
}

// The figures of today stand beside those of the same weekday a week before: of the whole day, and of the same hours.
func TestTodayBesideAWeekBefore(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		first := clock.DayOf(s.clock.Now()) + 1
		s.clock.advance(first.Begins().Add(9 * time.Hour).Sub(s.clock.Now()))
		c := newPaymentSite(s, simulator.Accepted)
		c.stay(time.Hour) // from nine o'clock
		s.clock.advance((first + 7).Begins().Add(9*time.Hour + 30*time.Minute).Sub(s.clock.Now()))
		read := func() answer {
			return s.call("GET", "/api/admin/exploitant/1/journee", s.login("gestionnaire@exemple.test").token, nil)
		}
		got := read()
		if got.Status != 200 || got.Body["jour"] != (first+7).String() || got.Body["precedent"] != first.String() ||
			got.Body["heure"] != 9.0 ||
			dig(got.Body, "utilisations", "valeur") != 0.0 || dig(got.Body, "utilisations", "precedente") != 1.0 || dig(
			got.Body, "utilisations", "precedenteALHeure",
		) != 0.0 {
			t.Errorf("half past nine: %d %s", got.Status, got.Raw)
		}
		s.clock.advance(time.Hour)
		if got := read(); dig(got.Body, "utilisations", "precedenteALHeure") != 1.0 {
			t.Errorf("half past ten: %s", got.Raw)
		}
	})
}

// Money is counted on the day on which it moves: collected, marked as paid, refunded. A refund that waits is not
// counted.
func TestMoneyIsCountedOnItsDay(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		evening := (clock.DayOf(s.clock.Now()) + 1).Begins().Add(22 * time.Hour)
		s.clock.advance(evening.Sub(s.clock.Now()))
		first := clock.DayOf(s.clock.Now())
		c := newPaymentSite(s, simulator.Accepted)
		path := c.stay(3 * time.Hour) // 1,50 €, which is collected at one o'clock the next day
		c.collect()
		c.clock.advance(2 * day)
		manager := func() string { return s.login("gestionnaire@exemple.test").token }
		s.want("refund", s.call("PATCH", path+"/rembourser", manager(),
			map[string]any{"montant": 50, "commentaire": "Porte bloquée"}), 200, "")
		figures := func(from, to clock.Day) answer {
			token := s.dashboardToken(manager(), analytics+"/1")
			got := s.call("GET", "/api/statistiques?du="+from.String()+"&au="+to.String(), token, nil)
			s.want("figures", got, 200, "")
			return got
		}
		check := func(what string, on clock.Day, stays, collected, refunded float64) {
			t.Helper()
			body := figures(on, on).Body
			value := func(name string) any { return dig(body, "resume", name, "valeur") }
			if value("utilisations") != stays || value("encaisse") != collected || value("rembourse") != refunded ||
				value("recettes") != collected-refunded {
				t.Errorf("%s: %v", what, dig(body, "resume"))
			}
		}
		check("the day of the use", first, 1, 0, 0)
		check("the day of the payment", first+1, 0, 150, 0)
		check("while the refund waits", first+3, 0, 0, 0)
		c.clock.advance(day)
		c.collect() // the provider answers
		check("the day on which the refund was asked for", first+3, 0, 0, 0)
		check("the day of the refund", first+4, 0, 0, 50)
		whole := figures(first, first+4)
		if dig(whole.Body, "resume", "recettes", "valeur") != 100.0 || dig(whole.Body, "tarifs", 0, "montant") != 100.0 ||
			dig(whole.Body, "serie", 4, "recettes") != -50.0 ||
			dig(whole.Body, "serie", 4, "rembourse") != 50.0 || dig(whole.Body, "statuts", 0, "montant") == nil {
			t.Errorf("all: %s", whole.Raw)
		}
		token := s.dashboardToken(manager(), analytics+"/1")
		of := "?du=" + first.String() + "&au=" + (first + 4).String()
		s.sameTable("takings", s.call("GET", "/api/statistiques/csv/recettes"+of, token, nil),
			s.call("GET", "/api/statistiques/xlsx/recettes"+of, token, nil))
		tariffs := s.call("GET", "/api/statistiques/csv/tarifs"+of, token, nil)
		if !strings.HasSuffix(tariffs.Raw, ";1;1,50;0,00;0,50;1,00;0,00;0,00\r\n") { // collected, and what of it went back
			t.Errorf("tariffs: %s", tariffs.Raw)
		}
		file := s.call("GET", "/api/statistiques/csv/recettes?du="+first.String()+"&au="+(first+4).String(), token, nil)
		if !strings.HasPrefix(file.Raw, "\ufeffDu;Au;Encaissé;Remboursé;Recettes\r\n") ||
			!strings.Contains(file.Raw, ";1,50;0,00;1,50\r\n") || !strings.HasSuffix(file.Raw, ";0,00;0,50;-0,50\r\n") {
			t.Errorf("file: %s", file.Raw)
		}
	})
}
