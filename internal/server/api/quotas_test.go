package api_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"consigne/internal/adapter/psp/simulator"
)

// apply sends the lockers of a station, with or without the quota there, to a tariff.
func (s *site) apply(tariff float64, station int, body map[string]any) answer {
	s.t.Helper()
	return s.call("PUT", fmt.Sprintf("/api/admin/tarif/%.0f/station/%d/modifier-casiers", tariff, station),
		s.login("gestionnaire@exemple.test").token, body)
}

// another returns the site with another customer.
func (t paymentSite) another(email string) paymentSite {
	t.t.Helper()
	return paymentSite{t.site, t.key, t.fieldCustomer(t.key, email)}
}

const soldOut = "Cet abonnement est complet à la station «\u00a0Gare\u00a0» : il reste la liste d'attente."

func TestAQuotaLimitsWhatIsSoldAtAStation(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		tariff, manager := s.monthly(nil), s.login("gestionnaire@exemple.test").token
		quota := func(what string, body map[string]any, want any) {
			t.Helper()
			got := s.apply(tariff, 2, body)
			s.want(what, got, 200, "")
			read := s.call("GET", fmt.Sprintf("/api/admin/tarif/%.0f/stations", tariff), manager, nil)
			if got.Body["quota"] != want || read.List[0]["quota"] != want {
				t.Errorf("%s: %v, %s", what, got.Body["quota"], read.Raw)
			}
		}
		quota("a quota", map[string]any{"idCasiers": []int{2}, "quota": 1}, 1.0)
		quota("not told: unchanged", map[string]any{"idCasiers": []int{2}}, 1.0)
		log := s.call("GET", fmt.Sprintf("/api/admin/journal?exploitant=1&objet=tarif:%.0f", tariff), manager, nil)
		if !strings.Contains(log.Raw, `"quota":[null,1]`) {
			t.Errorf("audit log: %s", log.Raw)
		}
		for _, wrong := range []any{-1, 10001} {
			got := s.apply(tariff, 2, map[string]any{"idCasiers": []int{2}, "quota": wrong})
			if got.Status != 422 || !strings.Contains(got.Raw, `"quota"`) {
				t.Errorf("%v: %s", wrong, got.Raw)
			}
		}
		s.want("of a tariff of stays", s.apply(1, 2, map[string]any{"idCasiers": []int{2}, "quota": 3}), 422, "")

		first := c.subscribe(tariff, nil)
		s.want("the last place", first, 201, "")
		if name := dig(first.Body, "station", "nom"); name != "Gare" {
			t.Errorf("its station: %s", first.Raw)
		}
		d := c.another("dora@exemple.test")
		s.want("sold out", d.subscribe(tariff, nil), 409, soldOut)
		quota("raised", map[string]any{"idCasiers": []int{2}, "quota": 2}, 2.0)
		s.want("one more", d.subscribe(tariff, nil), 201, "")
		quota("none", map[string]any{"idCasiers": []int{2}, "quota": nil}, nil)

		quota("two stations", map[string]any{"idCasiers": []int{2}, "quota": 2}, 2.0)
		s.want("elsewhere too", s.apply(tariff, 1, map[string]any{"idCasiers": []int{1}, "quota": 1}), 200, "")
		e := c.another("eva@exemple.test")
		s.want("at which?", e.subscribe(tariff, nil), 422, "")
		s.want("at a station of another operator", e.subscribe(tariff, map[string]any{"idStation": 3}), 422, "")
		s.want("sold out there", e.subscribe(tariff, map[string]any{"idStation": 2}), 409, soldOut)
		s.want("at the other", e.subscribe(tariff, map[string]any{"idStation": 1}), 201, "")

		b := bought{c, tariff, number(first.Body["id"])}
		s.want("ended", b.end(map[string]any{"quand": "maintenant", "commentaire": "Parti."}), 200, "")
		f := c.another("flo@exemple.test")
		s.want("its place is free again", f.subscribe(tariff, map[string]any{"idStation": 2}), 201, "")
		copied := s.call("POST", fmt.Sprintf("/api/admin/tarif/%.0f/dupliquer", tariff), manager, nil)
		s.want("copy", copied, 201, "")
		read := s.call("GET", "/api/admin/tarif/"+number(copied.Body["id"])+"/stations", manager, nil)
		if read.List[0]["quota"] == nil || read.List[1]["quota"] == nil {
			t.Errorf("copied: %s", read.Raw)
		}
		s.want("without lockers", s.apply(tariff, 1, map[string]any{"idCasiers": []int{}}), 200, "")
		s.want("back there", s.apply(tariff, 1, map[string]any{"idCasiers": []int{1}}), 200, "")
		if read = s.call("GET", fmt.Sprintf("/api/admin/tarif/%.0f/stations", tariff), manager,
			nil); strings.Count(read.Raw, `"quota":null`) != 1 {
			t.Errorf("a station that was taken off has kept its quota: %s", read.Raw)
		}
	})
}

// Eight people race for the last of what a tariff sells: one gets it, and no call fails.
func TestRaceForTheLastPlace(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		people := make([]paymentSite, 8)
		for i := range people {
			people[i] = c.another(fmt.Sprintf("p%d@exemple.test", i))
		}
		tariff := s.monthly(nil)
		for round := 1; round <= len(people); round++ {
			s.want("quota", s.apply(tariff, 2, map[string]any{"idCasiers": []int{2}, "quota": round}), 200, "")
			answers := make([]answer, len(people))
			var group sync.WaitGroup
			for i, p := range people {
				group.Go(func() { answers[i] = p.subscribe(tariff, nil) })
			}
			group.Wait()
			sold, left := 0, []paymentSite{}
			for i, got := range answers {
				switch got.Status {
				case 201:
					sold++
				case 409:
					left = append(left, people[i])
				default:
					t.Fatalf("round %d: %s", round, got.Raw)
				}
			}
			if sold != 1 {
				t.Fatalf("round %d: %d sold", round, sold)
			}
			if people = left; len(people) == 0 {
				return
			}
		}
	})
}
