package api_test

import (
	"bytes"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/money/ledger"
)

// Who may read the attestation of operator 1, and what its seals tell.
func TestAttestationAndSeals(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const attestation = "/api/admin/exploitant/1/attestation"
		manager := s.login("gestionnaire@exemple.test").token
		s.want("without a session", s.call("GET", attestation, "", nil), 401, "")
		s.want("by the hotline", s.call("GET", attestation, s.login("hotline@exemple.test").token, nil), 403, "")
		s.want("of another operator", s.call("GET", "/api/admin/exploitant/2/attestation", manager, nil), 403, "")
		if got := s.call("GET", attestation, manager, nil); got.Body["ecritures"] != 0.0 || got.Body["premierJour"] != "" ||
			got.Body["cle"] == "" {
			t.Errorf("nothing is sealed: %s", got.Raw)
		}
		for range 3 {
			s.check(s.store.AppendEntry(t.Context(),
				ledger.Entry{OperatorID: 1, At: s.clock.Now(), Kind: ledger.Billed, PaymentID: 1, Amount: 100}))
		}
		s.bookkeep()
		day := s.clock.Now()
		s.clock.advance(48 * time.Hour)
		admin := s.login("admin@exemple.test").token
		manager = s.login("gestionnaire@exemple.test").token
		s.check(s.parts.Ledger.Seal(t.Context()))
		for _, token := range []string{manager, admin} {
			got := s.call("GET", attestation, token, nil)
			if got.Body["ecritures"] != 3.0 || got.Body["scellees"] != 3.0 ||
				got.Body["premierJour"] != got.Body["dernierJour"] || got.Body["version"] != "test" {
				t.Errorf("of %s: %s", day, got.Raw)
			}
		}
		read := s.call("GET", s.sealsAddress(1), "", nil)
		published, err := ledger.ReadPublished(bytes.NewReader([]byte(read.Raw)))
		s.check(err)
		if len(published.Sceaux) != 1 || published.Sceaux[0].Numero != 3 || len(published.Cles) != 1 {
			t.Errorf("%s", read.Raw)
		}
		list, err := published.Seals()
		s.check(err)
		found, err := s.parts.Ledger.Verify(t.Context(), list, nil, nil)
		if err != nil || len(found) != 1 || found[0].Broken != nil || found[0].Seals != 2 {
			t.Errorf("%+v, %v", found, err)
		}
	})
}

// sealsAddress returns the address of an operator's seals as its attestation gives it, without the host.
func (s *site) sealsAddress(operatorID int) string {
	s.t.Helper()
	attestation := fmt.Sprintf("/api/admin/exploitant/%d/attestation", operatorID)
	got := s.call("GET", attestation, s.login("admin@exemple.test").token, nil)
	address, ours := strings.CutPrefix(fmt.Sprint(got.Body["adresseSceaux"]), "http://consigne.test")
	if got.Status != 200 || !ours {
		s.t.Fatalf("attestation: %d %s", got.Status, got.Raw)
	}
	return address
}

func cacheOf(got answer) string { return got.Header.Get("Cache-Control") }

// The seals of who does not publish are as unknown as those of nobody, but for whoever has the link of the attestation.
func TestSealsOfWhoDoesNotPublish(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const seals, switched = "/api/ouvert/sceaux/1", "/api/admin/exploitant/1/donnees-ouvertes"
		admin := s.login("admin@exemple.test").token
		link, other := s.sealsAddress(1), s.sealsAddress(2)
		path, token, with := strings.Cut(link, "?jeton=")
		_, otherToken, _ := strings.Cut(other, "?jeton=")
		if !with || path != seals || len(token) != 43 || token == otherToken {
			t.Fatalf("links: %s, %s", link, other)
		}
		manager := s.login("gestionnaire@exemple.test").token
		told := s.call("GET", "/api/admin/exploitant/1/attestation", manager, nil)
		if told.Body["adresseSceaux"] != "http://consigne.test"+link {
			t.Errorf("told to a manager: %s", told.Raw)
		}
		unknown := s.call("GET", "/api/ouvert/sceaux/77", "", nil)
		s.want("of nobody", unknown, 404, "Ressource introuvable.")
		tampered := []byte(token)
		tampered[20] ^= 1
		wrong := map[string]string{
			"no token":                     seals,
			"an empty token":               seals + "?jeton=",
			"the other's token":            seals + "?jeton=" + otherToken,
			"a tampered token":             seals + "?jeton=" + string(tampered),
			"a part of it":                 seals + "?jeton=" + token[:42],
			"more than it":                 link + "A",
			"another name":                 seals + "?token=" + token,
			"no base64":                    seals + "?jeton=%20",
			"two, the first wrong":         seals + "?jeton=A&jeton=" + token,
			"nobody's, with a token":       "/api/ouvert/sceaux/77?jeton=" + token,
			"the other's, with this token": "/api/ouvert/sceaux/2?jeton=" + token,
		}
		sameAsUnknown := func(name string, got answer) {
			t.Helper()
			for _, header := range []http.Header{got.Header, unknown.Header} {
				header.Del("X-Request-Id")
				header.Del("Date")
			}
			if got.Status != 404 || got.Raw != unknown.Raw || !reflect.DeepEqual(got.Header, unknown.Header) ||
				cacheOf(got) != "no-store" {
				t.Errorf("%s: %d %s %v, of nobody: %s %v", name, got.Status, got.Raw, got.Header, unknown.Raw, unknown.Header)
			}
		}
		for name, address := range wrong {
			sameAsUnknown(name, s.call("GET", address, "", nil))
			if head := s.call("HEAD", address, "", nil); head.Status != 404 {
				t.Errorf("head, %s: %d", name, head.Status)
			}
		}
		sameAsUnknown("an administrator's session", s.call("GET", seals, admin, nil))
		for _, method := range []string{"GET", "HEAD"} {
			got := s.call(method, link, "", nil)
			if got.Status != 200 || cacheOf(got) != "no-store" || method == "GET" && got.Body["exploitant"] != 1.0 {
				t.Errorf("%s by the link: %d %v %s", method, got.Status, got.Header, got.Raw)
			}
			kept := s.call(method, link, "", nil, "If-None-Match", got.Header.Get("ETag"))
			if kept.Status != 304 || cacheOf(kept) != "no-store" {
				t.Errorf("%s of what is known: %d %v", method, kept.Status, kept.Header)
			}
		}
		s.want("the other's by its own", s.call("GET", other, "", nil), 200, "")

		s.want("publish", s.call("PATCH", switched, admin, nil), 200, "")
		if got := s.sealsAddress(1); got != seals {
			t.Errorf("of who publishes: %s", got)
		}
		open := s.call("GET", seals, "", nil)
		if open.Status != 200 || cacheOf(open) != "public, max-age=60" ||
			open.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("of who publishes: %d %v", open.Status, open.Header)
		}
		for _, token := range []string{token, otherToken, "x"} {
			if got := s.call("GET", seals+"?jeton="+token, "", nil); got.Status != 200 || cacheOf(got) != "no-store" {
				t.Errorf("of who publishes, with a token: %d %v", got.Status, got.Header)
			}
		}
		s.want("the other's by the token of who publishes", s.call("GET", "/api/ouvert/sceaux/2?jeton="+token, "", nil), 404,
			"")
		s.want("publish no more", s.call("PATCH", switched, admin, nil), 200, "")
		sameAsUnknown("published before", s.call("GET", seals, "", nil))
		s.want("the link of before", s.call("GET", link, "", nil), 200, "")

		for _, secret := range []string{token, otherToken, string(tampered), "jeton="} {
			if strings.Contains(s.log.String(), secret) {
				t.Errorf("%q is in the log", secret)
			}
		}
		if !strings.Contains(s.log.String(), "GET /api/ouvert/sceaux/{exploitant}") {
			t.Error("requests are not logged")
		}
	})
}
