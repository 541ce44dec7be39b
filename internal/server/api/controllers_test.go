package api_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/opening"
	"consigne/internal/server/api"
	"consigne/internal/server/jobs"
	"consigne/internal/store/storetest"
)

func TestASilentStation(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		ctx := t.Context()
		controllers := controller.NewService(s.store, s.clock)
		s.check(controllers.Present(ctx, 1, "Cadenas 2.1"))
		s.check(controllers.Present(ctx, 3, "Cadenas 2.1"))
		manager := s.login("gestionnaire@exemple.test").token
		const list, one, worklist = "/api/admin/station/exploitant/1", "/api/admin/station/1",
			"/api/admin/exploitant/1/a-traiter"
		online := s.call("GET", one, manager, nil)
		if dig(online.Body, "controleur", "logiciel") != "Cadenas 2.1" ||
			dig(online.Body, "controleur", "muetteDepuis") != nil {
			t.Errorf("online: %s", online.Raw)
		}
		gone := s.clock.Now()
		for _, id := range []int64{1, 3} {
			s.check(controllers.Absent(ctx, id))
		}
		s.clock.advance(3 * time.Minute)
		s.check(jobs.MarkSilent(ctx, s.runner, controllers, gone))
		s.check(s.mailer.SendDue(ctx))

		sent := s.mailbox.mails
		if len(sent) != 2 || sent[0].To != "gestionnaire@exemple.test" || sent[1].To != "ailleurs@exemple.test" ||
			!strings.Contains(
				sent[0].Text, "http://consigne.test/tb-stations/1/details",
			) || !strings.Contains(sent[0].HTML, "Voir la station") {
			t.Errorf("mails: %+v", sent)
		}
		for _, who := range []string{"gestionnaire", "mainteneur"} {
			waits := s.call("GET", worklist, s.login(who+"@exemple.test").token, nil)
			if waits.Body["total"] != 1.0 || dig(waits.Body, "muettes", "items", 0, "station", "id") != 1.0 ||
				dig(waits.Body, "muettes", "items", 0, "depuis") == nil {
				t.Errorf("%s: %s", who, waits.Raw)
			}
		}
		stations := s.call("GET", list, manager, nil)
		shown := 0
		for _, st := range stations.List {
			if since := dig(st, "controleur", "muetteDepuis"); since != nil {
				shown++
			}
		}
		if shown != 1 || strings.Count(stations.Raw, "controleur") != 1 {
			t.Errorf("list: %s", stations.Raw)
		}

		// The controller is back before the mail is sent: no mail goes out.
		s.check(controllers.Present(ctx, 1, ""))
		s.check(controllers.Absent(ctx, 1))
		s.clock.advance(3 * time.Minute)
		s.check(jobs.MarkSilent(ctx, s.runner, controllers, gone))
		s.check(controllers.Present(ctx, 1, ""))
		s.check(s.mailer.SendDue(ctx))
		if calm := s.call("GET", worklist, manager, nil); calm.Body["total"] != 0.0 || len(s.mailbox.mails) != 2 {
			t.Errorf("back: %s, %d mails", calm.Raw, len(s.mailbox.mails))
		}
	})
}

func TestACodeOnItsWay(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		ctx := t.Context()
		controllers, codes := controller.NewService(s.store, s.clock), opening.NewService(s.store, s.clock, nil)
		hotline := s.login("hotline@exemple.test").token
		state := func() any { return s.call("GET", "/api/admin/casier/1/code", hotline, nil).Body["etat"] }
		if got := state(); got != "inconnu" {
			t.Errorf("before: %v", got)
		}
		s.check(controllers.Present(ctx, 1, ""))
		generated := s.call("PATCH", "/api/admin/casier/1/generer_code", hotline, nil)
		s.want("generate", generated, 200, "")
		if got := state(); got != "en_attente" {
			t.Errorf("generated: %v", got)
		}
		due, err := codes.DueCommands(ctx)
		s.check(err)
		s.check(codes.Received(ctx, 1, 1, due[0].ID))
		if got := state(); got != "transmis" {
			t.Errorf("received: %v", got)
		}
		s.check(codes.UsedAtController(ctx, 1, 1, due[0].ID))
		_, err = controllers.DoorMoved(ctx, 1, controller.Door{LockerID: 1, Open: true, MovedAt: s.clock.Now()})
		s.check(err)
		locker := s.call("GET", "/api/admin/station/1/casiers", hotline, nil)
		if got := state(); got != "utilise" || dig(locker.List[0], "porte", "etat") != "ouverte" {
			t.Errorf("used: %v, %s", got, locker.Raw)
		}

		const used = "/api/admin/casier/1/code?dateFin="
		until, _ := generated.Body["dateFin"].(string)
		s.clock.advance(4 * time.Minute)
		if got := s.call("GET", used+url.QueryEscape(until), hotline, nil); got.Body["etat"] != "utilise" ||
			got.Body["utiliseLe"] == nil || dig(got.Body, "porte", "etat") != "ouverte" {
			t.Errorf("when it has expired: %s", got.Raw)
		}
		if got := s.call("GET", used+url.QueryEscape("2026-01-01T00:00:00Z"), hotline, nil); got.Body["etat"] != "inconnu" ||
			got.Body["utiliseLe"] != nil {
			t.Errorf("another code: %s", got.Raw)
		}

		for path, who := range map[string]map[string]int{
			"/api/admin/casier/1/code": {
				"admin": 200, "gestionnaire": 200, "hotline": 200, "mainteneur": 403,
				"ailleurs": 404, "usager": 403,
			},
			"/api/admin/casier/1/maintenance/code": {
				"admin": 200, "gestionnaire": 200, "hotline": 403, "mainteneur": 200,
				"ailleurs": 404, "usager": 403,
			},
		} {
			for name, status := range who {
				s.want(name, s.call("GET", path, s.login(name+"@exemple.test").token, nil), status, "")
			}
		}
	})
}

// Without a broker the controllers are not heard, so what is stored of them is not shown.
func TestWithoutABroker(t *testing.T) {
	t.Parallel()
	database := storetest.Open(t, storetest.SQLiteURL(t))
	s := newSite(t, database, func(parts *api.Components) { parts.Controllers = nil })
	controllers := controller.NewService(database, s.clock)
	s.check(controllers.Present(t.Context(), 1, ""))
	s.check(controllers.Absent(t.Context(), 1))
	s.clock.advance(time.Hour)
	s.check(jobs.MarkSilent(t.Context(), s.runner, controllers, s.clock.Now().Add(-time.Hour)))
	manager := s.login("gestionnaire@exemple.test").token
	for _, path := range []string{"/api/admin/station/1", "/api/admin/station/exploitant/1"} {
		if got := s.call("GET", path, manager, nil); got.Status != 200 || strings.Contains(got.Raw, "controleur") {
			t.Errorf("%s: %s", path, got.Raw)
		}
	}
	if got := s.call("GET", "/api/admin/exploitant/1/a-traiter", manager, nil); got.Body["total"] != 0.0 {
		t.Errorf("waits: %s", got.Raw)
	}
	s.want("generate", s.call("PATCH", "/api/admin/casier/1/generer_code", manager, nil), 200, "")
	if got := s.call("GET", "/api/admin/casier/1/code", manager, nil); got.Body["etat"] != "inconnu" {
		t.Errorf("delivery: %s", got.Raw)
	}
}
