package api_test

import (
	"bytes"
	"testing"
	"time"

	"consigne/internal/domain/ledger"
)

// Who may read the attestation of operator 1, and what anybody reads of its seals.
func TestAttestationAndSeals(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		const attestation, seals = "/api/admin/exploitant/1/attestation", "/api/ouvert/sceaux/1"
		manager := s.login("gestionnaire@exemple.test").token
		s.want("without a session", s.call("GET", attestation, "", nil), 401, "")
		s.want("by the hotline", s.call("GET", attestation, s.login("hotline@exemple.test").token, nil), 403, "")
		s.want("of another operator", s.call("GET", "/api/admin/exploitant/2/attestation", manager, nil), 403, "")
		if got := s.call("GET", attestation, manager, nil); got.Body["ecritures"] != 0.0 || got.Body["premierJour"] != "" || got.Body["cle"] == "" {
			t.Errorf("nothing is sealed: %s", got.Raw)
		}
		for range 3 {
			s.check(s.store.Ledgers.AppendEntry(t.Context(), ledger.Entry{OperatorID: 1, At: s.clock.Now(), Kind: ledger.Billed, PaymentID: 1, Amount: 100}))
		}
		s.bookkeep()
		day := s.clock.Now()
		s.clock.advance(48 * time.Hour)
		admin := s.login("admin@exemple.test").token
		manager = s.login("gestionnaire@exemple.test").token
		s.check(s.parts.Ledger.Seal(t.Context()))
		for _, token := range []string{manager, admin} {
			got := s.call("GET", attestation, token, nil)
			if got.Body["ecritures"] != 3.0 || got.Body["scellees"] != 3.0 || got.Body["premierJour"] != got.Body["dernierJour"] || got.Body["version"] != "test" {
				t.Errorf("of %s: %s", day, got.Raw)
			}
		}
		read := s.call("GET", seals, "", nil)
		published, err := ledger.ReadPublished(bytes.NewReader([]byte(read.Raw)))
		s.check(err)
		if len(published.Sceaux) != 1 || published.Sceaux[0].Numero != 3 || len(published.Cles) != 1 {
			t.Errorf("%s", read.Raw)
		}
		list, err := published.Seals()
		s.check(err)
		found, err := s.parts.Ledger.Verify(t.Context(), list)
		if err != nil || len(found) != 1 || found[0].Broken != nil || found[0].Seals != 2 {
			t.Errorf("%+v, %v", found, err)
		}
		if got := s.call("GET", "/api/ouvert/sceaux/77", "", nil); got.Status != 200 {
			t.Errorf("of nobody: %d %s", got.Status, got.Raw)
		}
	})
}
