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
