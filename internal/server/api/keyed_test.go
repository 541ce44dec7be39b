package api_test

import (
	"net/http"
	"strings"
	"testing"

	"consigne/internal/server/api/apitest"
)

// The calls that declare the header Idempotency-Key are those that honour it: they refuse one that is too long, before
// anything else.
func TestDeclaredKeysAreHonoured(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		calls, err := apitest.Calls()
		s.check(err)
		c := newPaymentSite(s, "")
		e := &examples{paymentSite: c}
		long, keyed := strings.Repeat("k", 256), 0
		for id, call := range calls {
			if call.Method == http.MethodGet || call.Method == http.MethodHead {
				continue
			}
			path := strings.NewReplacer("{mois}", "2026-10", "{genre}", "paiements", "{figure}", "casiers").Replace(call.Path)
			refused := func(headers ...string) bool {
				got := s.call(call.Method, parameterIn.ReplaceAllString(path, "999999"), e.bearer(call), map[string]any{},
					headers...)
				return got.Status == http.StatusBadRequest && got.Body["detail"] == "Le contenu de la requête n'est pas lisible."
			}
			// One that honours no key may refuse the body.
			if honours := refused("Idempotency-Key", long) && (call.Keyed || !refused()); honours != call.Keyed {
				t.Errorf("%s: declared: %t, honoured: %t", id, call.Keyed, honours)
			}
			if call.Keyed {
				keyed++
			}
		}
		if keyed < 90 {
			t.Errorf("only %d calls", keyed)
		}
	})
}
