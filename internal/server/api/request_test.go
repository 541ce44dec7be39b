package api

import "testing"

// What is registered without a rule is open to nobody.
func TestACallWithoutARuleRefusesAll(t *testing.T) {
	s := newServer(Components{})
	s.mux.MethodFunc("GET", "/api/oubli", nil)
	if rule := s.mux.calls["GET /api/oubli"].rule; rule.Audience != nobody {
		t.Errorf("open to: %s", rule)
	}
}
