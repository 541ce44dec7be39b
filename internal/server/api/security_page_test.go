package api_test

import (
	"encoding/csv"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/kernel/clock"
)

const securityEvents = "/api/admin/securite/evenements"

// busySite leaves security events of all families, over three days, and returns the tokens of an administrator and of a
// member of the hotline.
func busySite(t *testing.T, s *site) (admin, hotline string) {
	t.Helper()
	for day := range 3 {
		for i, address := range []string{"198.51.100.7", "198.51.100.8", "2001:db8:1:2::1", "2001:db8:1:3::1"} {
			s.loginFrom(address, "hotline@exemple.test", "secretdevine")
			if i%2 == 0 {
				s.loginFrom(address, "personne@exemple.test", "secretdevine")
			}
		}
		entered := s.loginFrom("203.0.113.5", "hotline@exemple.test", password)
		s.want("a sign-in", entered, 200, "")
		hotline, _ = entered.Body["token"].(string)
		admin = s.login("admin@exemple.test").token
		s.want("not theirs", s.call("GET", "/api/admin/exploitant/2/compteurs", hotline, nil), 403, "")
		role := map[string]any{"exploitant": 2, "role": "Mainteneur"}
		s.want("a role", s.call("POST", "/api/admin/utilisateur/3/role", admin, role), 200, "")
		s.want("taken", s.call("DELETE", "/api/admin/utilisateur/3/role?exploitant=2&role=Mainteneur", admin, nil), 204, "")
		id, key := s.fieldKeyOf(1)
		for _, address := range []string{"192.0.2.1", "192.0.2.2", "192.0.3.1"} {
			s.want("a use", s.call("GET", "/api/terrain/stations", key, nil, "X-Forwarded-For", address), 200, "")
		}
		if day == 1 {
			s.want("revoked", s.call("DELETE", "/api/admin/cle/"+id, admin, nil), 204, "")
		}
		if day < 2 {
			s.clock.advance(24 * time.Hour)
		}
	}
	return s.login("admin@exemple.test").token, hotline
}

type securityLine = map[string]any

// readAll reads all pages of a filter by key, and back again.
func (s *site) readAll(bearer string, filter url.Values) (lines []securityLine) {
	s.t.Helper()
	filter.Set("itemsPerPage", "7")
	total, last := 0.0, ""
	page := func(way, key string) answer {
		query := filter.Encode()
		if key != "" {
			query += "&" + way + "=" + key
		}
		got := s.call("GET", securityEvents+"?"+query, bearer, nil)
		s.want(query, got, 200, "")
		total, _ = got.Body["total"].(float64)
		return got
	}
	items := func(got answer) (read []securityLine) {
		for i := range length(got.Body["items"]) {
			line, _ := dig(got.Body["items"], i).(map[string]any)
			read = append(read, line)
		}
		return read
	}
	for next := ""; ; {
		got := page("apres", next)
		lines = append(lines, items(got)...)
		last, _ = got.Body["precedent"].(string)
		if next, _ = got.Body["suivant"].(string); next == "" {
			break
		}
	}
	if total != float64(len(lines)) {
		s.t.Errorf("%s: %v in all, %d read", filter.Encode(), total, len(lines))
	}
	end := len(lines) % 7
	if end == 0 {
		end = 7
	}
	for before := max(0, len(lines)-end); last != ""; before -= 7 {
		got := page("avant", last)
		if read := items(got); before < 7 || ids(read) != ids(lines[before-7:before]) {
			s.t.Fatalf("%s, back: %s, want those before %d of %s", filter.Encode(), ids(read), before, ids(lines))
		}
		last, _ = got.Body["precedent"].(string)
	}
	return lines
}

func ids(lines []securityLine) string {
	all := []string{}
	for _, line := range lines {
		all = append(all, number(line["id"]))
	}
	return strings.Join(all, " ")
}

// Each filter, and two together, select what a naive filter of all events selects, page by page forward and back, and
// in the export.
func TestSecurityEventsAreFiltered(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		admin, hotline := busySite(t, s)
		all := s.readAll(admin, url.Values{})
		today := clock.DayOf(s.clock.Now())
		same := func(name, value string) func(securityLine) bool {
			return func(line securityLine) bool {
				if n, isNumber := line[name].(float64); isNumber {
					return fmt.Sprint(n) == value
				}
				return line[name] == value
			}
		}
		day := func(line securityLine) string { text, _ := line["instant"].(string); return text[:len(time.DateOnly)] }
		filters := []struct {
			name, value string
			selects     func(securityLine) bool
		}{
			{"famille", "connexion", same("famille", "connexion")},
			{"famille", "droits", same("famille", "droits")},
			{"famille", "cle", same("famille", "cle")},
			{"type", "connexion.echec", same("type", "connexion.echec")},
			{"type", "connexion.nouvelle_adresse", same("type", "connexion.nouvelle_adresse")},
			{"type", "cle.nouveau_reseau", same("type", "cle.nouveau_reseau")},
			{"compte", "3", same("compte", "3")},
			{"acteur", "1", same("acteur", "1")},
			{"adresse", "198.51.100.7", same("adresse", "198.51.100.7")},
			{"adresse", "198.51.100.0/24", same("reseau", "198.51.100.0/24")},
			{"adresse", "2001:DB8:1::/48", same("reseau", "2001:db8:1::/48")},
			{"motif", "compte inconnu", same("motif", "compte inconnu")},
			{"du", (today - 1).String(), func(line securityLine) bool { return day(line) >= (today - 1).String() }},
			{"au", (today - 1).String(), func(line securityLine) bool { return day(line) <= (today - 1).String() }},
		}
		some := 0
		for i, one := range filters {
			for j, other := range filters[i:] {
				if one.name == other.name && one.value != other.value {
					continue
				}
				want := slices.DeleteFunc(slices.Clone(all),
					func(line securityLine) bool { return !one.selects(line) || !other.selects(line) })
				if len(want) > 0 {
					some++
				} else if j == 0 {
					t.Errorf("%s=%s selects nothing", one.name, one.value)
				}
				filter := url.Values{one.name: {one.value}, other.name: {other.value}}
				if got := s.readAll(admin, filter); ids(got) != ids(want) {
					t.Errorf("%s: %s, want %s", filter.Encode(), ids(got), ids(want))
				}
			}
		}
		if some < 40 {
			t.Errorf("only %d filters select anything", some)
		}

		typed := map[string]any{"filters": map[string]any{"famille": "connexion", "compte": 3, "adresse": "198.51.100.0/24"}}
		file := s.call("POST", securityEvents+"/exportation/format/csv", admin, typed)
		s.want("export", file, 200, "")
		lines := csv.NewReader(strings.NewReader(strings.TrimPrefix(file.Raw, "\ufeff")))
		lines.Comma = ';'
		cells, err := lines.ReadAll()
		s.check(err)
		s.sameTable("security events", file, s.call("POST", securityEvents+"/exportation/format/xlsx", admin, typed))
		want := s.readAll(admin, url.Values{"famille": {"connexion"}, "compte": {"3"}, "adresse": {"198.51.100.0/24"}})
		if len(cells) != len(want)+1 || len(want) != 6 {
			t.Fatalf("%d lines for %d events", len(cells), len(want))
		}
		for i, line := range want {
			cell := cells[i+1]
			if cell[1] != "Connexions" || cell[2] != "Échec de connexion" || cell[3] != line["type"] || cell[4] != "3" ||
				cell[5] != "Prénom Nom" || cell[6] != "" ||
				cell[8] != line["adresse"] || cell[9] != line["reseau"] || cell[10] != "mot de passe" ||
				cell[12] != number(line["id"]) {
				t.Errorf("exported %q of %v", cell, line)
			}
		}

		theDay := s.call("GET", "/api/admin/securite/journee", admin, nil)
		s.want("the day", theDay, 200, "")
		if theDay.Body["jour"] != today.String() || length(theDay.Body["compteurs"]) != 7 {
			t.Errorf("the day: %s", theDay.Raw)
		}
		for i := range length(theDay.Body["compteurs"]) {
			counted, _ := dig(theDay.Body["compteurs"], i).(map[string]any)
			here := slices.DeleteFunc(slices.Clone(all), func(line securityLine) bool {
				return day(line) != today.String() || line["famille"] != counted["famille"] ||
					counted["type"] != nil && line["type"] != counted["type"]
			})
			if counted["total"] != float64(len(here)) {
				t.Errorf("%v: want %d", counted, len(here))
			}
		}

		for query, field := range map[string]string{
			"type=autre": "type", "famille=autre": "famille",
			"adresse=ici": "adresse", "adresse=192.0.2.0/16": "adresse", "du=hier": "du", "apres=x": "apres",
		} {
			got := s.call("GET", securityEvents+"?"+query, admin, nil)
			if s.want(query, got, 422, ""); !strings.Contains(got.Raw, field) {
				t.Errorf("%s: %s", query, got.Raw)
			}
		}
		for call, body := range map[string]any{
			"GET " + securityEvents: nil, "GET /api/admin/securite/journee": nil,
			"POST " + securityEvents + "/exportation/format/csv":  typed,
			"POST " + securityEvents + "/exportation/format/xlsx": typed,
		} {
			method, path, _ := strings.Cut(call, " ")
			s.want(call, s.call(method, path, hotline, body), 403, "")
			s.want(call, s.call(method, path, "", body), 401, "")
		}
	})
}

// A sign-in from where the account was not lately opened leaves an event, as does the first use of a field key from a
// network.
func TestNewAddressesLeaveAnEvent(t *testing.T) {
	behindProxy(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		count := func(query string, want float64) {
			t.Helper()
			if got := s.call("GET", securityEvents+"?"+query, admin, nil); got.Body["total"] != want {
				t.Errorf("%s: want %v: %s", query, want, got.Raw)
			}
		}
		enter := func(address string) {
			t.Helper()
			s.want(address, s.loginFrom(address, "hotline@exemple.test", password), 200, "")
		}
		const signIns = "type=connexion.nouvelle_adresse&compte=3&acteur=3"
		for _, address := range []string{"203.0.113.5", "203.0.113.6", "203.0.113.5", "2001:db8:1:2::1", "2001:db8:1:2::2"} {
			enter(address)
		}
		count(signIns, 3)
		count(signIns+"&adresse=203.0.113.5", 1)
		s.clock.advance(31 * 24 * time.Hour)
		enter("203.0.113.5")
		admin = s.login("admin@exemple.test").token
		count(signIns+"&adresse=203.0.113.5", 2)

		show := func(key, address string, status int) {
			t.Helper()
			s.want(address, s.call("GET", "/api/terrain/stations", key, nil, "X-Forwarded-For", address), status, "")
		}
		const networks = "type=cle.nouveau_reseau"
		id, key := s.fieldKeyOf(1)
		_, other := s.fieldKeyOf(1)
		for _, address := range []string{"192.0.2.1", "192.0.2.200", "192.0.3.1", "192.0.2.1"} {
			show(key, address, 200)
		}
		count(networks, 2)
		show(other, "192.0.2.1", 200)
		count(networks+"&adresse=192.0.2.0/24", 2)
		count(networks+"&motif="+url.QueryEscape("exploitant 1, clé "+id), 2)
		s.want("revoked", s.call("DELETE", "/api/admin/cle/"+id, admin, nil), 204, "")
		show(key, "198.51.100.1", 401)
		count(networks, 3)
		if n, err := s.store.Count(t.Context(), "test", `SELECT COUNT(*) FROM service_key_networks`); err != nil || n != 1 {
			t.Errorf("%d networks are kept, %v", n, err)
		}
	})
}
