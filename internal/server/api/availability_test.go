package api_test

import (
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/money/ledger"
)

const (
	availabilityAt = "/api/admin/exploitant/1/disponibilite/"
	contractsAt    = "/api/admin/exploitant/1/engagements-disponibilite"
)

// contractFrom is a typed contract of every hour, at 99 %, for 5 € an hour.
func contractFrom(month string) map[string]any {
	return map[string]any{
		"aPartirDe": month, "heures": []any{}, "feries": true, "objectif": 9900, "causesExclues": []any{"vandalisme"},
		"attributionsExclues": []any{}, "penalite": "heure", "montant": 500,
	}
}

// A manager types a contract, reads the month, says why a locker was out, closes the month, and says so again: what is
// closed stays, and both are shown. Whoever edits a span of it is found.
func TestAvailabilityOfAMonth(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		m.aMonth()
		month := m.month.String()
		s.want("a contract", s.call("POST", contractsAt, m.manager(), contractFrom(month)), 201, "")
		typed := contractFrom(month)
		typed["penalite"] = "jour"
		s.want("another penalty", s.call("POST", contractsAt, m.manager(), typed), 422, "")
		typed = contractFrom("octobre")
		s.want("no month", s.call("POST", contractsAt, m.manager(), typed), 422, "Saisissez un mois, comme 2026-10")

		locker := func(body any) {
			t.Helper()
			s.want("switch", s.call("PATCH", "/api/admin/casier/2/switch-actif", m.manager(), body), 200, "")
		}
		locker(map[string]any{"cause": "serrure"})
		s.clock.advance(10 * time.Hour)
		locker(map[string]any{})
		read := func() answer { return s.call("GET", availabilityAt+month+"?idStation=2", m.manager(), nil) }
		got := read()
		out, lockers := dig(got.Body, "total", "secondesIndisponibles"), dig(got.Body, "casiers", 0)
		if out != 36000.0 || lockers == nil {
			t.Errorf("10 h: %s", got.Raw)
		}
		spans := func() answer { return s.call("GET", availabilityAt+month+"/intervalles?idStation=2", m.manager(), nil) }
		span := "/api/admin/intervalle/" + number(dig(spans().Body, "items", 0, "id"))
		ruling := map[string]any{"cause": "vandalisme", "attribution": "tiers", "commentaire": "Pied de biche"}
		ruling["depuis"] = s.clock.Now().Add(-4 * time.Hour)
		s.want("a cause", s.call("PATCH", span, m.manager(), ruling), 200, "")
		if out := dig(read().Body, "total", "secondesIndisponibles"); out != 21600.0 {
			t.Errorf("6 h: %v", out)
		}
		ruling["depuis"] = s.clock.Now().Add(time.Hour)
		s.want("after it", s.call("PATCH", span, m.manager(), ruling), 422, "L'instant est dans l'intervalle")
		s.want("of another operator", s.call("PATCH", span, s.login("ailleurs@exemple.test").token, ruling), 404, "")
		s.want("by who is no manager", s.call("PATCH", span, s.login("mainteneur@exemple.test").token, ruling), 403, "")
		s.want("a month of theirs", s.call("GET", availabilityAt+month, s.login("ailleurs@exemple.test").token, nil), 403, "")
		s.want("to come", s.call("GET", availabilityAt+(m.month+1).String(), m.manager(), nil), 404, "")
		s.want("no month", s.call("GET", availabilityAt+"octobre", m.manager(), nil), 404, "")

		m.clockAt(s, m.month+1)
		m.addUp()
		s.want("close", s.call("POST", reddition+"/"+month+"/cloture", m.manager(), nil), 200, "")
		m.addUp()
		sound := func(is bool) {
			t.Helper()
			broken := ""
			found, err := s.parts.Ledger.Verify(t.Context(), nil, nil, nil)
			s.check(err)
			for _, f := range found {
				if f.Broken != nil {
					broken += f.Broken.Error()
				}
			}
			sentence := "les indisponibilités de " + month + " ont été changées depuis sa clôture"
			if strings.Contains(broken, sentence) == is {
				t.Errorf("broken: %q", broken)
			}
		}
		sound(true)
		delete(ruling, "depuis")
		s.want("another cause", s.call("PATCH", span, m.manager(), ruling), 200, "")
		got = read()
		if dig(got.Body, "clotureLe") == nil || dig(got.Body, "total", "secondesIndisponibles") != 21600.0 ||
			dig(got.Body, "depuisCloture", "secondesIndisponibles") != 0.0 {
			t.Errorf("closed: %s", got.Raw)
		}
		both := spans()
		if rulings, _ := dig(both.Body, "items", 0, "qualifications").([]any); len(rulings) != 3 ||
			dig(rulings[1], "apresCloture") != false || dig(rulings[2], "apresCloture") != true {
			t.Errorf("both causes: %s", both.Raw)
		}
		sound(true)
		s.want("a contract of a closed month", s.call("POST", contractsAt, m.manager(), contractFrom(month)), 422,
			"Ce mois est clôturé\u00a0: l'engagement vaut au plus tôt à partir du mois ouvert")
		for _, suffix := range []string{".csv", ".xlsx", ".pdf"} {
			file := s.call("GET", availabilityAt+month+suffix, m.manager(), nil)
			s.want(suffix, file, 200, "")
			if suffix == ".csv" && !strings.Contains(file.Raw, month+";2;Gare;2;") {
				t.Errorf("%s", file.Raw)
			}
		}
		log := s.call("GET", "/api/admin/journal?exploitant=1&action=intervalle.qualification", m.manager(), nil)
		if log.Body["total"] != 2.0 {
			t.Errorf("audit log: %s", log.Raw)
		}

		s.check(s.store.Exec(t.Context(), "test", `UPDATE unavailable_spans SET ended_at = ended_at - 1`))
		sound(false)
		s.check(s.store.Exec(t.Context(), "test", `UPDATE unavailable_spans SET ended_at = ended_at + 1`))
		sound(true)
		s.check(s.store.Exec(t.Context(), "test", `DELETE FROM span_rulings WHERE id = 1`))
		sound(false)
	})
}

// The entry of a month that an earlier release closed has no digest of spans, and is as valid as before.
func TestClosingsOfBeforeHaveNoSpans(t *testing.T) {
	e := ledger.Entry{OperatorID: 1, Kind: ledger.MonthClosed, Document: "2026-10", Attempt: "abc"}
	if text := string(e.Encode(nil)); !strings.Contains(text, "\nmoyen \n") {
		t.Errorf("%q", text)
	}
	e.Means = "def"
	if text := string(e.Encode(nil)); !strings.Contains(text, "\nmoyen def\n") {
		t.Errorf("%q", text)
	}
}

func contractWithHours() map[string]any {
	typed := contractFrom("2026-11")
	typed["heures"] = []any{map[string]any{"jour": 1, "de": "07:00", "a": "21:00"}}
	return typed
}
