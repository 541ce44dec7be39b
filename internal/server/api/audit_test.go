package api_test

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/paging"
)

// The filters of the audit log narrow together, within the operators of the caller.
func TestAuditLogIsFiltered(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		manager := s.login("gestionnaire@exemple.test").token
		me := number(dig(s.call("GET", "/api/admin/compte/details", manager, nil).Body, "id"))
		s.want("switch a locker",
			s.call("PATCH", "/api/admin/casier/1/switch-actif", manager, map[string]string{"motif": "Serrure bloquée"}), 200, "")
		s.want("end a stay", s.call("PATCH", "/api/admin/occupation/1/terminer", manager, nil), 200, "")
		today := s.clock.Now().In(clock.Paris).Format(time.DateOnly)
		yesterday := s.clock.Now().In(clock.Paris).AddDate(0, 0, -1).Format(time.DateOnly)
		for query, want := range map[string]float64{
			"objet=casier":                              1,
			"objet=casier:1":                            1,
			"objet=casier:2":                            0,
			"objet=utilisation":                         1,
			"objet=station:1":                           2,
			"action=casier.desactivation":               1,
			"action=casier.activation":                  0,
			"objet=utilisation&acteur=" + me:            1,
			"objet=casier&acteur=9999":                  0,
			"objet=casier&du=" + today:                  1,
			"objet=casier&du=" + today + "&au=" + today: 1,
			"objet=casier&au=" + yesterday:              0,
		} {
			if got := s.call("GET", "/api/admin/journal?exploitant=1&"+query, manager, nil); got.Status != 200 ||
				got.Body["total"] != want || length(got.Body["items"]) != int(want) {
				t.Errorf("%s: %d %s, want %v", query, got.Status, got.Raw, want)
			}
		}
		for _, query := range []string{
			"objet=casier:", "objet=:1", "du=hier", "au=2026-13-01", "acteur=x",
			"action=" + strings.Repeat("x", 65),
		} {
			s.want(query, s.call("GET", "/api/admin/journal?exploitant=1&"+query, manager, nil), 422, "")
		}
		s.want("of the platform", s.call("GET", "/api/admin/journal?objet=casier", manager, nil), 403, "")
		s.want("elsewhere", s.call("GET", "/api/admin/journal?exploitant=2", manager, nil), 403, "")
		s.want("an administrator", s.call("GET", "/api/admin/journal?objet=casier", s.login("admin@exemple.test").token, nil),
			200, "")
	})
}

// Objects and what changes identify are told by their names: of customers only to who may know them.
func TestAuditLogNames(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		manager := s.login("gestionnaire@exemple.test").token
		s.want("end a stay", s.call("PATCH", "/api/admin/occupation/1/terminer", manager, nil), 200, "")
		id, _ := dig(s.call("GET", "/api/admin/compte/details", manager, nil).Body, "id").(float64)
		me := int64(id)
		kinds := []string{
			audit.KindAccount, audit.KindStation, audit.KindLocker, audit.KindStay, audit.KindTariff, audit.KindOperator,
			audit.KindContact, audit.KindKey, audit.KindPayment, audit.KindSubscription, audit.KindProvider, audit.KindWebhook,
			audit.KindWait, audit.KindLeftBike, audit.KindIntervention,
		}
		for _, kind := range kinds {
			s.check(s.store.Record(t.Context(), audit.Entry{
				At: s.clock.Now(), OperatorID: 1, Action: audit.LineTaken, Object: audit.Object{Kind: kind, ID: 1},
				Changes: map[string]any{"responsable": []any{nil, me}, "station": 1, "tarif": 99},
			}))
		}
		read := func(token, kind string) any {
			return dig(s.call("GET", "/api/admin/journal?exploitant=1&objet="+kind, token, nil).Body, "items", 0)
		}
		line := read(manager, "station")
		if name := dig(line, "noms", "responsable", fmt.Sprint(me)); name == nil || name == "" {
			t.Errorf("the colleague is not named: %v", line)
		}
		if dig(line, "noms", "station", "1") == nil || dig(line, "noms", "tarif") != nil {
			t.Errorf("names: %v", dig(line, "noms"))
		}
		known := dig(read(manager, "utilisation"), "objet", "designation")
		withheld := dig(read(s.login("mainteneur@exemple.test").token, "utilisation"), "objet", "designation")
		if known == nil || withheld == nil || known == withheld {
			t.Errorf("a stay is of %v for a manager, of %v for a technician", known, withheld)
		}
	})
}

// The file of the audit log has what the filters select, in French, and several lockers at once are one line of it.
func TestAuditLogIsExported(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		manager, admin := s.login("gestionnaire@exemple.test").token, s.login("admin@exemple.test").token
		rows := []map[string]any{}
		for i := range 22 {
			rows = append(rows, map[string]any{
				"nom": fmt.Sprint("B", i+1), "stationCarteAdresse": "c1", "stationCartePort": fmt.Sprint(i + 1),
				"actif": i > 0,
			})
		}
		brought := s.call("POST", "/api/admin/station/2/importer-casiers", manager, map[string]any{"casiers": rows})
		s.want("imported", brought, 201, "")
		s.want("switched", s.call("PATCH", "/api/admin/casier/1/switch-actif", manager,
			map[string]string{"motif": "Serrure ; bloquée"}), 200, "")
		const export = "/api/admin/journal/exportation"
		filters := func(object string) map[string]any {
			return map[string]any{"filters": map[string]any{"objet": object}}
		}
		file := s.call("POST", export+"/exploitant/1/format/csv", manager, filters("station:2"))
		s.want("the file", file, 200, "")
		lines := csv.NewReader(strings.NewReader(strings.TrimPrefix(file.Raw, "\ufeff")))
		lines.Comma = ';'
		table, err := lines.ReadAll()
		s.check(err)
		if len(table) != 2 || table[1][3] != "Station\u00a0: casiers ajoutés par import" || table[1][4] != "station" ||
			!strings.Contains(table[1][8], "Ajout : 22 ; Casiers : B1, B2, ") ||
			!strings.HasSuffix(table[1][8], "B20, et 2 de plus") {
			t.Errorf("%q", table)
		}
		spans, err := s.store.Count(t.Context(), "test", `SELECT COUNT(*) FROM unavailable_spans WHERE station_id = 2
			AND kind = 'hors_service' AND ended_at IS NULL AND locker_id = `+number(dig(brought.Body, "ids", 0)))
		s.check(err)
		if spans != 1 {
			t.Errorf("a locker that is imported out of service begins %d spans", spans)
		}
		switched := s.call("POST", export+"/exploitant/1/format/csv", manager, filters("casier:1"))
		if !strings.Contains(switched.Raw, "Casier mis hors service") ||
			!strings.Contains(switched.Raw, "Motif : Serrure ; bloquée") {
			t.Errorf("%s", switched.Raw)
		}
		s.sameTable("audit log", s.call("POST", export+"/exploitant/1/format/csv", manager, filters("")),
			s.call("POST", export+"/exploitant/1/format/xlsx", manager, filters("")))
		if all := s.call("POST", export+"/format/csv", admin, filters("casier")); !strings.Contains(all.Raw, "bloquée") {
			t.Errorf("of all operators: %d %s", all.Status, all.Raw)
		}
		s.want("of all, by a manager", s.call("POST", export+"/format/csv", manager, filters("")), 403, "")
		s.want("elsewhere", s.call("POST", export+"/exploitant/2/format/csv", manager, filters("")), 403, "")
		s.want("a bad day", s.call("POST", export+"/exploitant/1/format/csv", manager,
			map[string]any{"filters": map[string]any{"du": "hier"}}), 422, "")
	})
}

// The audit log goes on from page to page by key: as far as it goes, and whatever is written meanwhile.
func TestAuditLogIsReadByKey(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const lines = paging.MostNumbered + 25
		s.check(s.store.Exec(t.Context(), "test", `
			INSERT INTO audit_log (at, operator_id, action, object_kind, object_id, changes)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < `+strconv.Itoa(lines)+`)
			SELECT i / 3, 2, 'casier.modification', 'casier', i, '{}' FROM n`)) // three in the same millisecond
		token := s.login("ailleurs@exemple.test").token
		read := func(query string) answer {
			return s.call("GET", "/api/admin/journal?exploitant=2&objet=casier&itemsPerPage=10&"+query, token, nil)
		}
		objects := func(page answer) (ids []int) {
			for i := range length(page.Body["items"]) {
				id, _ := dig(page.Body, "items", i, "objet", "id").(float64)
				ids = append(ids, int(id))
			}
			return ids
		}
		want := func(what string, page answer, newest, n int) {
			t.Helper()
			expected := make([]int, n)
			for i := range expected {
				expected[i] = newest - i
			}
			if got := objects(page); page.Status != 200 || !slices.Equal(got, expected) || page.Body["total"] != 10_000.0 ||
				page.Body["totalPlafonne"] != true {
				t.Errorf("%s: %d %v, want %d lines from %d: %.300s", what, page.Status, got, n, newest, page.Raw)
			}
		}
		key := func(page answer, name string) string { text, _ := page.Body[name].(string); return text }
		first := read("page=1")
		want("first", first, lines, 10)
		if key(first, "precedent") != "" {
			t.Error("something precedes the first page")
		}
		second := read("apres=" + key(first, "suivant"))
		want("second", second, lines-10, 10)
		if beside := read("page=2"); key(beside, "suivant") != key(second, "suivant") ||
			key(beside, "precedent") != key(second, "precedent") {
			t.Error("the second page by number is not that by key")
		}
		want("back to the first", read("avant="+key(second, "precedent")), lines, 10)

		numbered := read("page=1000")
		want("the last that has a number", numbered, 35, 10)
		s.want("beyond numbers", read("page=1001"), 422,
			"Les pages ne sont numérotées que jusqu'à la 10 000e ligne : suivez « suivant », ou choisissez une période.")
		beyond := read("page=1001&apres=" + key(numbered, "suivant"))
		want("beyond", beyond, 25, 10)
		s.check(s.store.Record(t.Context(),
			audit.Entry{
				At: s.clock.Now(), OperatorID: 2, Action: audit.LockerChanged,
				Object: audit.Object{Kind: audit.KindLocker, ID: 3},
			}))
		later := read("apres=" + key(beyond, "suivant"))
		want("a line is written meanwhile", later, 15, 10)
		last := read("apres=" + key(later, "suivant"))
		want("last", last, 5, 5)
		if key(last, "suivant") != "" {
			t.Error("something follows the last page")
		}
		want("before the last", read("avant="+key(last, "precedent")), 15, 10)
		want("within a period", read("au=1970-01-01&avant="+key(last, "precedent")), 15, 10)

		for _, query := range []string{
			"apres=x", "avant=MQ",
			"apres=" + key(first, "suivant") + "&avant=" + key(last, "precedent"),
		} {
			s.want(query, read(query), 422, "")
		}
	})
}
