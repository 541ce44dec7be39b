package api_test

import (
	"testing"
	"time"

	"consigne/internal/psp/simulator"
)

func TestUsageHistory(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		c := newTill(s, simulator.Accepted)
		c.stay(time.Hour)
		c.stay(30 * time.Hour) // past its limit
		c.collect()
		c.want("subscribe", c.subscribe(s.monthly(nil), nil), 201, "")
		manager := s.login("gestionnaire@exemple.test").token
		for query, want := range map[string]float64{
			"exploitant=1":                                                 3, // with the one in progress; a subscription is no stay
			"exploitant=1&page=2":                                          3,
			"exploitant=1&useStatus=en_cours":                              1,
			"exploitant=1&stopReason=temps_depasse":                        1,
			"exploitant=1&stopReason=velo_enleve":                          0,
			"exploitant=1&useStatus=terminee&stopReason[]=temps_depasse":   1,
			"exploitant=1&station=2&lockerType=2":                          2,
			"exploitant=1&email=CLIENTE&costMax=60":                        1,
			"exploitant=1&startDuration=61":                                1,
			"exploitant=1&paymentStatus=PAID&search=prenom":                2,
			"exploitant=1&dateStartFrom=2020-01-01&dateStartTo=2020-01-31": 0,
		} {
			got := s.call("GET", "/api/admin/usages?"+query, manager, nil)
			if got.Status != 200 || got.Body["count"] != want {
				t.Errorf("%s: %d %s", query, got.Status, got.Raw)
			}
		}
		got := s.call("GET", "/api/admin/usages?exploitant=1", manager, nil)
		if length(got.Body["history"]) != 3 || dig(got.Body, "history", 0, "depassement") != true || dig(got.Body, "history", 0, "paiement", "paiementStatut") != "PAID" {
			t.Errorf("newest first: %s", got.Raw)
		}
		s.want("all are the administrators'", s.call("GET", "/api/admin/usages", manager, nil), 403, "")
		s.want("another operator's", s.call("GET", "/api/admin/usages?exploitant=2", manager, nil), 403, "")
		s.want("no day", s.call("GET", "/api/admin/usages?exploitant=1&dateEndTo=31-12-2026", manager, nil), 422, "")
		if all := s.call("GET", "/api/admin/usages", s.login("admin@exemple.test").token, nil); all.Body["count"] != 3.0 {
			t.Errorf("all: %s", all.Raw)
		}
	})
}
