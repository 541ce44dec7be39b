package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"consigne/internal/kernel/clock"
)

// A locker out of service tells why and until when wherever staff see it, until it is back in service.
func TestOutOfService(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		manager := s.login("gestionnaire@exemple.test").token
		const address = "/api/admin/casier/2/switch-actif"
		off := func(body any) answer { return s.call("PATCH", address, manager, body) }
		read := func() any {
			t.Helper()
			listed := s.call("GET", "/api/admin/station/2/casiers", manager, nil)
			s.want("list", listed, 200, "")
			called := s.call("GET", "/api/admin/recit/exploitant/1/casier/2", manager, nil)
			s.want("call", called, 200, "")
			in, there := listed.List[0]["horsService"], dig(called.Body, "casier", "horsService")
			if fmt.Sprint(in) != fmt.Sprint(there) {
				t.Errorf("the list has %v, the call %v", in, there)
			}
			return in
		}
		if got := read(); got != nil {
			t.Errorf("in service: %v", got)
		}
		back := s.clock.Now().Add(day).In(clock.Paris)
		tomorrow := back.Format(time.DateOnly)
		for body, field := range map[string]string{
			`{"cause":"pluie"}`:            "cause",
			`{"retourPrevu":"demain"}`:     "retourPrevu",
			`{"retourPrevu":"2020-01-01"}`: "retourPrevu",
		} {
			if got := off(body); got.Status != 422 || dig(got.Body, "violations", 0, "propertyPath") != field {
				t.Errorf("%s: %s", body, got.Raw)
			}
		}
		got := off(map[string]any{"cause": "serrure", "motif": "Pêne tordu", "retourPrevu": tomorrow})
		s.want("off", got, 200, "")
		told := read()
		if dig(told, "cause") != "serrure" || dig(told, "motif") != "Pêne tordu" || dig(told, "retourPrevu") != tomorrow ||
			!strings.HasPrefix(fmt.Sprint(dig(told, "depuis")), s.clock.Now().In(clock.Paris).Format(time.DateOnly)) {
			t.Errorf("off: %v", told)
		}
		called := s.call("GET", "/api/admin/recit/exploitant/1/casier/2", manager, nil)
		if !strings.Contains(called.Raw, "(serrure, retour prévu le "+back.Format("02/01/2006")+")") {
			t.Errorf("the diagnosis: %s", called.Raw)
		}
		if line := s.call("GET", "/api/admin/journal?exploitant=1&action=casier.desactivation",
			s.login("admin@exemple.test").token, nil); !strings.Contains(line.Raw, `"cause":"serrure"`) ||
			!strings.Contains(line.Raw, `"retourPrevu":"`+tomorrow+`"`) {
			t.Errorf("the audit log: %s", line.Raw)
		}
		// What is changed meanwhile keeps it; back in service ends it.
		change := map[string]any{"nom": "B1", "type": 2, "stationCarteAdresse": "c", "stationCartePort": "1"}
		s.want("change", s.call("PUT", "/api/admin/casier/2", manager, change), 200, "")
		if got := read(); fmt.Sprint(got) != fmt.Sprint(told) {
			t.Errorf("changed: %v, want %v", got, told)
		}
		s.want("on", off(nil), 200, "")
		if got := read(); got != nil {
			t.Errorf("back: %v", got)
		}
		s.want("an empty body", off(nil), 200, "")
		if got := read(); dig(got, "cause") != "autre" || dig(got, "retourPrevu") != nil || dig(got, "motif") != "" {
			t.Errorf("nothing told: %v", got)
		}
		change["actif"] = true
		s.want("by the form", s.call("PUT", "/api/admin/casier/2", manager, change), 200, "")
		if got := read(); got != nil {
			t.Errorf("back by the form: %v", got)
		}
		change["actif"] = false
		s.want("off by the form", s.call("PUT", "/api/admin/casier/2", manager, change), 200, "")
		if got := read(); dig(got, "cause") != "autre" {
			t.Errorf("off by the form: %v", got)
		}
	})
}

// A station out of service tells why wherever staff see it, and the public sees neither its lockers nor one that is out
// of service by itself.
func TestStationOutOfService(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		manager, admin := s.login("gestionnaire@exemple.test").token, s.login("admin@exemple.test").token
		s.want("publish", s.call("PATCH", "/api/admin/exploitant/1/donnees-ouvertes", admin, nil), 200, "")
		station := func(body any) answer { return s.call("PATCH", "/api/admin/station/2/switch-actif", manager, body) }
		locker := func() answer { return s.call("PATCH", "/api/admin/casier/2/switch-actif", manager, nil) }
		free := func() string {
			t.Helper()
			s.clock.advance(time.Second)
			told := ""
			got := s.call("GET", "/api/ouvert/stations.geojson", "", nil)
			for i := range length(got.Body["features"]) {
				told += fmt.Sprint(dig(got.Body, "features", i, "properties", "places_libres"), "/",
					dig(got.Body, "features", i, "properties", "places"), " ")
			}
			return told
		}
		is := func(what, want string) {
			t.Helper()
			if got := free(); got != want {
				t.Errorf("%s: %s, want %s", what, got, want)
			}
		}
		is("in service", "0/1 1/1 ")
		s.want("a locker off", locker(), 200, "")
		is("a locker is out of service", "0/1 0/0 ")
		s.want("a locker on", locker(), 200, "")

		if got := station(`{"cause":"pluie"}`); got.Status != 422 {
			t.Errorf("a cause of nowhere: %s", got.Raw)
		}
		tomorrow := s.clock.Now().Add(day).In(clock.Paris).Format(time.DateOnly)
		got := station(map[string]any{"cause": "alimentation", "motif": "Travaux d'Enedis", "retourPrevu": tomorrow})
		s.want("off", got, 200, "")
		told := got.Body["horsService"]
		if got.Body["actif"] != false || dig(told, "cause") != "alimentation" || dig(told, "motif") != "Travaux d'Enedis" ||
			dig(told, "retourPrevu") != tomorrow {
			t.Errorf("off: %s", got.Raw)
		}
		is("the station is out of service", "0/1 ")
		called := s.call("GET", "/api/admin/recit/exploitant/1/casier/2", manager, nil)
		if fmt.Sprint(dig(called.Body, "casier", "stationHorsService")) != fmt.Sprint(told) ||
			!strings.Contains(called.Raw, "La station Gare est hors service depuis ") ||
			!strings.Contains(called.Raw, "(alimentation, retour prévu le ") ||
			!strings.Contains(called.Raw, "Station mise hors service") {
			t.Errorf("the call: %s", called.Raw)
		}
		work := s.call("GET", "/api/admin/exploitant/1/a-faire-sur-place", manager, nil)
		if dig(work.Body, "items", 0, "genre") != "hors_service" || dig(work.Body, "items", 0, "casier") != nil ||
			dig(work.Body, "items", 0, "horsService", "cause") != "alimentation" {
			t.Errorf("to do there: %s", work.Raw)
		}
		change := map[string]any{
			"nom": "Gare", "libelleAdmin": "G2", "latitude": "45.19", "longitude": "5.71", "adresse": "1 place",
			"codePostal": "38000", "ville": "Grenoble", "stationType": "indiv",
		}
		save := func() any {
			t.Helper()
			got := s.call("PUT", "/api/admin/station/2/modifier", manager, change)
			s.want("save", got, 200, "")
			return got.Body["horsService"]
		}
		if got := save(); fmt.Sprint(got) != fmt.Sprint(told) {
			t.Errorf("changed: %v, want %v", got, told)
		}
		if got := station(nil); got.Status != 200 || got.Body["horsService"] != nil {
			t.Errorf("back: %s", got.Raw)
		}
		if got := station(nil); dig(got.Body, "horsService", "cause") != "autre" {
			t.Errorf("an empty body: %s", got.Raw)
		}
		change["actif"] = true
		if got := save(); got != nil {
			t.Errorf("back by the form: %v", got)
		}
		change["actif"] = false
		if got := save(); dig(got, "cause") != "autre" {
			t.Errorf("off by the form: %v", got)
		}
		s.want("of another operator", s.call("PATCH", "/api/admin/station/3/switch-actif", manager, nil), 404, "")
		s.want("without the right", s.call("PATCH", "/api/admin/station/2/switch-actif",
			s.login("mainteneur@exemple.test").token, nil), 403, "")
	})
}
