package api_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
)

// report tells of a stay that is over; from and to are minutes before now.
func (t paymentSite) report(locker int64, from, to int, headers ...string) answer {
	t.t.Helper()
	ago := func(minutes int) string {
		return t.clock.Now().In(clock.Paris).Add(-time.Duration(minutes) * time.Minute).Format(time.RFC3339Nano)
	}
	return t.call("POST", "/api/terrain/occupations", t.key,
		map[string]any{"idCasier": locker, "idUtilisateur": t.accountID, "debut": ago(from), "fin": ago(to)}, headers...)
}

func TestStaysAreReportedInAnyOrder(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		s.clock.advance(24 * time.Hour)
		paid := map[string]float64{}
		for _, hours := range [][2]int{{240, 180}, {360, 300}, {300, 240}} { // 10 to 11, 08 to 09, 09 to 10
			got := c.report(2, hours[0], hours[1])
			s.want("reported", got, 201, "")
			if got.Body["cout"] != 50.0 || got.Body["finOccupation"] == nil ||
				dig(got.Body, "paiement", "paiementStatut") != "NOT_PRESENTED" {
				t.Errorf("reported: %s", got.Raw)
			}
			paid["/api/admin/paiement/"+number(dig(got.Body, "paiement", "id"))] = 50
		}
		for what, minutes := range map[string][2]int{
			"the same again": {240, 180}, "within another": {230, 220}, "around all": {400, 100},
			"over the end of one": {200, 150}, "over the start of one": {400, 350},
		} {
			s.want(what, c.report(2, minutes[0], minutes[1]), 409, "Cette utilisation en chevauche une autre dans ce casier.")
		}
		open := s.call("POST", "/api/terrain/occupations", c.key, map[string]any{"idCasier": 2, "idUtilisateur": c.accountID})
		s.want("one begins", open, 201, "")
		before := c.report(2, 60, 0)
		s.want("right before one in progress", before, 201, "")
		paid["/api/admin/paiement/"+number(dig(before.Body, "paiement", "id"))] = 50
		s.clock.advance(time.Hour)
		s.want("within one in progress", c.report(2, 30, 10), 409, "Cette utilisation en chevauche une autre dans ce casier.")
		s.want("begun late, with later ones known", s.call("POST", "/api/terrain/occupations", c.key,
			map[string]any{
				"idCasier": 2, "idUtilisateur": c.accountID,
				"debut": s.clock.Now().Add(-20 * time.Hour),
			}), 409, "Ce casier est déjà occupé.")
		c.collect()
		for path, cents := range paid {
			if got := c.read(path); got.Body["montant"] != cents || dig(got.Body, "paiementDetail", "paiementStatut") != "PAID" {
				t.Errorf("collected at once: %s", got.Raw)
			}
		}
	})
}

// The price of an hour rises at nine and at ten; the stays of three hours are reported at eleven, the last one first.
func TestReportedStaysCostTheirHours(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		for _, cents := range []int{75, 900} {
			s.clock.advance(time.Hour)
			s.want("a new price", s.call("PUT", "/api/admin/tarif/1/modifier-informations-generales",
				s.login("gestionnaire@exemple.test").token, typedTariff(map[string]any{"montant": cents})), 200, "")
		}
		s.clock.advance(time.Hour)
		for _, stay := range []struct {
			from, to int
			cost     float64
		}{{60, 0, 900}, {180, 120, 50}, {120, 60, 75}} {
			got := c.report(2, stay.from, stay.to)
			if s.want("reported", got, 201, ""); got.Body["cout"] != stay.cost {
				t.Errorf("%v: %s", stay, got.Raw)
			}
		}
	})
}

func TestAReportedStayIsRefused(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		s.clock.advance(3 * time.Hour)
		field := func(what string, got answer, name, sentence string) {
			t.Helper()
			s.want(what, got, 422, sentence)
			if at := dig(got.Body, "violations", 0, "propertyPath"); at != name {
				t.Errorf("%s: at %v", what, at)
			}
		}
		field("its end is before its start", c.report(2, 60, 90), "fin", "La fin ne peut précéder le début.")
		field("its end is in the future", c.report(2, 60, -5), "fin", "Cet instant est dans le futur.")
		field("its start is in the future", c.report(2, -5, -9), "debut", "Cet instant est dans le futur.")
		field("too late", c.report(2, 60*24*367, 60), "debut", "Cet instant est trop ancien.")
		field("without a start", s.call("POST", "/api/terrain/occupations", c.key, map[string]any{
			"idCasier": 2, "idUtilisateur": c.accountID, "fin": s.clock.Now().Add(-time.Hour),
		}), "debut", "Le début d'une utilisation terminée est obligatoire.")
		s.want("another operator's locker", c.report(3, 60, 30), 404, "")

		s.check(s.store.SetActive(t.Context(), int64(c.accountID), false))
		s.check(s.store.SetOutage(t.Context(), 2, &station.Outage{Cause: station.OtherCause}))
		s.want("it has happened, though person and locker are out of service now", c.report(2, 60, 30), 201, "")
		long := c.report(2, 179, 61)
		s.want("another", long, 201, "")
		key := []string{"Idempotency-Key", "rapport-1"}
		first, again := c.report(2, 30, 20, key...), c.report(2, 30, 20, key...)
		s.want("with a key", first, 201, "")
		if again.Status != 201 || again.Raw != first.Raw {
			t.Errorf("again: %s", again.Raw)
		}
	})
}

// A report past the removal limit has the frozen price: nobody else could tell of that stay.
func TestAReportedStayPastItsLimits(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		to := newReceiver(t)
		s.newWebhook(s.login("admin@exemple.test").token, to.URL, webhook.Types()...)
		s.clock.advance(100 * time.Hour)
		got := c.report(2, 60*60, 0) // sixty hours
		s.want("reported", got, 201, "")
		if got.Body["cout"] != 4700.0 || got.Body["depassement"] != true || got.Body["enlevement"] != true {
			t.Errorf("reported: %s", got.Raw)
		}
		s.notify()
		told := to.take()
		if names := fmt.Sprint(types(told)); names != "[stay.started stay.ended]" && names != "[stay.ended stay.started]" {
			t.Errorf("told: %s", names)
		}
		log := s.call("GET", "/api/admin/journal?exploitant=1", s.login("gestionnaire@exemple.test").token, nil)
		for _, action := range []string{"utilisation.debut", "utilisation.fin"} {
			if strings.Count(log.Raw, `"`+action+`"`) != 1 {
				t.Errorf("audit log, %s: %s", action, log.Raw)
			}
		}
	})
}

// Of those who report the same time of one place at once, one is right.
func TestRaceOfReports(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		const callers, rounds = 6, 20
		s.clock.advance(24 * time.Hour)
		for round := range rounds {
			answers := make([]answer, callers)
			var group sync.WaitGroup
			for i := range answers {
				group.Go(func() { answers[i] = c.report(2, 1000-20*round, 985-20*round-i%3) })
			}
			group.Wait()
			won := 0
			for _, got := range answers {
				switch got.Status {
				case 201:
					won++
				case 409:
				default:
					t.Errorf("%d: %s", got.Status, got.Raw)
				}
			}
			if won != 1 {
				t.Fatalf("round %d: %d won", round, won)
			}
		}
	})
}

func TestReportsInASpace(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		token := s.login("gestionnaire@exemple.test").token
		made := s.call("POST", "/api/admin/exploitant/1/station/ajouter", token, map[string]any{
			"libelleAdmin": "P", "nom": "Parc", "latitude": "45.1", "longitude": "5.7", "adresse": "1 rue X",
			"codePostal": "38000", "ville": "Grenoble", "stationType": "collec",
		})
		space := s.call("POST", "/api/admin/station/"+number(made.Body["idStation"])+"/creer-casier", token, map[string]any{
			"nom": "Abri", "stationCarteAdresse": "c", "stationCartePort": "1", "nbMaxSpaces": 2,
		})
		s.want("a space of two places", space, 201, "")
		station := "station/" + number(made.Body["idStation"])
		id, _ := s.call("GET", "/api/admin/"+station+"/casiers", token, nil).List[0]["id"].(float64)
		s.want("its tariff", s.call("PUT", "/api/admin/tarif/1/"+station+"/modifier-casiers", token,
			map[string]any{"idCasiers": []any{id}}), 200, "")
		s.clock.advance(24 * time.Hour)
		for _, one := range []struct{ from, to, status int }{
			{300, 240, 201},
			{290, 200, 201},
			{280, 270, 409},
			{240, 220, 201},
			{230, 225, 409},
			{400, 300, 201},
			{400, 290, 201},
			{210, 0, 201},
			{200, 0, 201},
			{220, 100, 409},
		} {
			s.want(fmt.Sprint(one), c.report(int64(id), one.from, one.to), one.status, "")
		}
	})
}

// What a tariff was at the start of a stay counts: its version, periods, beneficiaries and lockers, and whether it was
// there.
func TestALateStayHasTheTariffOfItsStart(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		change := func(method, path string, body any) answer {
			t.Helper()
			got := s.call(method, path, s.login("gestionnaire@exemple.test").token, body)
			if got.Status >= 300 {
				t.Fatalf("%s %s: %s", method, path, got.Raw)
			}
			s.clock.advance(time.Hour)
			return got
		}
		began := s.clock.Now()
		// a stay that lasted half an hour, from that many hours after the beginning
		costs := func(what string, hour float64, want any) {
			t.Helper()
			from := began.Add(time.Duration(hour * float64(time.Hour)))
			got := s.call("POST", "/api/terrain/occupations", c.key, map[string]any{
				"idCasier": 2, "idUtilisateur": c.accountID,
				"debut": from.Format(time.RFC3339Nano), "fin": from.Add(30 * time.Minute).Format(time.RFC3339Nano),
			})
			if got.Body["cout"] != want {
				t.Errorf("%s: %s", what, got.Raw)
			}
		}
		const hourly = "/api/admin/tarif/1/"
		only := func(email string) map[string]any { return map[string]any{"emails": []string{email}, "mode": 2} }
		s.clock.advance(time.Hour)
		change("PUT", hourly+"modifier-informations-generales", typedTariff(map[string]any{"montant": 900})) // at 1
		change("PUT", hourly+"modifier-liste-usagers", only("autre@exemple.test"))                           // at 2
		made := change("POST", "/api/admin/exploitant/1/tarif/creation-tarif",
			typedTariff(map[string]any{"montant": 70, "application": map[string]any{}})) // at 3
		other := "/api/admin/tarif/" + number(made.Body["id"]) + "/"
		change("PUT", hourly+"modifier-liste-usagers", only("cliente@exemple.test"))                       // at 4
		change("PUT", hourly+"station/2/modifier-casiers", map[string]any{"idCasiers": []int{}})           // at 5
		change("PUT", other+"modifier-informations-generales", typedTariff(map[string]any{"montant": 80})) // at 6
		change("DELETE", other+"supprimer", nil)                                                           // at 7
		s.clock.advance(time.Hour)

		costs("before any version: the first", -5, 50.0)
		costs("the first version", 0.1, 50.0)
		costs("the second", 1.1, 900.0)
		costs("reserved to somebody else; the other tariff came later, and is deleted", 2.1, nil)
		costs("the other tariff", 3.1, 70.0)
		costs("reserved to the customer, dearer", 4.1, 900.0)
		costs("when it did not apply to the locker any more", 5.1, 70.0)
		costs("the other one changed", 6.1, 80.0)
		costs("when the other one was deleted", 7.1, nil)
	})
}

func TestALateStayHasThePeriodsAndSubscriptionsOfItsStart(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		began := s.clock.Now()
		monthly := s.monthly(nil)
		s.clock.advance(time.Hour)
		s.want("subscribe", c.subscribe(monthly, nil), 201, "")
		s.clock.advance(time.Hour)
		token := s.login("gestionnaire@exemple.test").token
		s.want("a period of the hourly tariff that is never",
			s.call("PUT", "/api/admin/tarif/1/modifier", token, map[string]any{
				"periodes": []any{map[string]any{"libelle": "Jadis", "debut": "2020-01-01", "fin": "2020-01-02"}},
			}), 200, "")
		s.clock.advance(time.Hour)
		report := func(hour float64) answer {
			from := began.Add(time.Duration(hour * float64(time.Hour)))
			return s.call("POST", "/api/terrain/occupations", c.key, map[string]any{
				"idCasier": 2, "idUtilisateur": c.accountID,
				"debut": from.Format(time.RFC3339Nano), "fin": from.Add(30 * time.Minute).Format(time.RFC3339Nano),
			})
		}
		if got := report(0.1); got.Body["cout"] != 50.0 {
			t.Errorf("before the subscription: %s", got.Raw)
		}
		if got := report(1.1); got.Body["cout"] != 0.0 || dig(got.Body, "paiement", "paiementStatut") != "FREE" {
			t.Errorf("subscribed: %s", got.Raw)
		}
	})
}
