package api_test

import (
	"fmt"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
)

// If the server's clock is set back, or another node's clock is ahead, there are stays in progress that begin in the
// future. Every list shows them, at no cost; they end at their start, so that their lockers become free again.
func TestStaysThatBeginInTheFuture(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		_, key := s.fieldKeyOf(1)
		accountID := s.fieldCustomer(key, "zoe@exemple.test")
		start := func(locker float64) answer {
			return s.call("POST", "/api/terrain/occupations", key,
				map[string]any{"idCasier": locker, "idUtilisateur": accountID})
		}
		end := func(stay answer, body any) answer {
			return s.call("POST", "/api/terrain/occupations/"+number(stay.Body["id"])+"/fin", key, body)
		}
		endsAtItsStart := func(what string, got answer, status int) {
			t.Helper()
			s.want(what, got, status, "")
			if got.Body["finOccupation"] != got.Body["debutOccupation"] || got.Body["cout"] != 0.0 ||
				got.Body["depassement"] != false {
				t.Errorf("%s: %s", what, got.Raw)
			}
		}
		first := start(2)
		s.want("begun", first, 201, "")
		s.clock.advance(-30 * time.Hour)
		now := s.clock.Now()
		at := func(in time.Duration) map[string]string {
			return map[string]string{"fin": now.Add(in).Format(time.RFC3339Nano)}
		}

		admin := s.login("admin@exemple.test").token
		for _, path := range []string{
			"/api/admin/station/exploitant/1", "/api/admin/station/1/casiers", "/api/admin/exploitant/1/compteurs",
			"/api/admin/exploitant/1/a-traiter",
			"/api/admin/utilisateurs?exploitant=1", "/api/admin/utilisateur/6?exploitant=1",
			"/api/admin/utilisateur/6/occupation/detail?exploitant=1",
			"/api/admin/utilisateur/6/export", "/api/admin/usages?exploitant=1",
			"/api/admin/usages?exploitant=1&useStatus=en_cours", "/api/admin/abonnements?exploitant=1",
			"/api/admin/paiements/exploitant/1", "/api/admin/paiement/1", "/api/admin/carte", "/api/admin/journal?exploitant=1",
		} {
			s.want(path, s.call("GET", path, admin, nil), 200, "")
		}
		s.want("of the field", s.call("GET", "/api/terrain/stations", key, nil), 200, "")
		period := fmt.Sprintf("?du=%s&au=%s", clock.DayOf(now.AddDate(0, 0, -2)), clock.DayOf(now.AddDate(0, 0, 2)))
		figures := s.call("GET", "/api/statistiques"+period, s.dashboardToken(admin, analytics), nil)
		s.want("figures", figures, 200, "")
		for _, list := range []string{"paiements", "usages"} {
			opened := s.call("POST", "/api/admin/"+list+"/exportation", admin, map[string]any{"filters": map[string]any{}})
			s.want("file", s.call("GET", fmt.Sprintf("/api/%s/exportation/format/csv/%v", list, opened.Body["token"]), "", nil),
				200, "")
		}
		s.check(stay.NewService(s.store, s.clock, payment.NewService(s.store, s.clock, simulator.New()),
			nil).FlagPassedLimits(t.Context(), 1))

		endsAtItsStart("by staff", s.call("PATCH", "/api/admin/occupation/1/terminer", admin, nil), 200)
		s.want("after both", end(first, at(31*time.Hour)), 422, "Cet instant est dans le futur.")
		endsAtItsStart("told by the controller", end(first, at(0)), 200)
		again := start(2)
		s.want("the locker is free", again, 201, "")
		s.want("and its next stay too", end(again, nil), 200, "")

		other := start(2)
		s.clock.advance(-time.Hour)
		endsAtItsStart("without an instant", end(other, nil), 200)
		s.want("free again", start(2), 201, "")
	})
}
