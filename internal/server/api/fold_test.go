package api_test

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/subscription"
)

// What people read as the same finds the person, whichever of its forms is kept and whichever is typed.
func TestEverySearchFolds(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		n := newIncidents(s)
		person, there := n.newcomer(""), n.place(station.Individual, n.tariff)
		n.start(there.door, person, time.Hour, 201)
		_, err := s.store.CreateSubscription(t.Context(), subscription.Subscription{
			OperatorID: 1, AccountID: int64(person), TariffID: int64(s.monthly(nil)), TariffVersion: 1,
			StartsAt: s.clock.Now(),
		})
		s.check(err)
		for _, forms := range [][]string{
			{"N'Diaye", "N’Diaye", "n‘diaye", "NʼDIAYE", "N`Diaye", "N´Diaye"},
			{"Saint-Aubin", "Saint\u2011Aubin", "Saint–Aubin", "saint−aubin"},
			{"Le Goff", "Le\u00a0Goff", "Le\u202fGoff", "le  goff"},
			{"Łukasik", "Lukasik", "LUKASIK"},
			{"Møller", "Moller"},
			{"Strauß", "STRAUSS", "Strauss"},
			{"Đorđević", "Dordevic"},
		} {
			for _, kept := range forms {
				account, err := s.store.AccountByID(t.Context(), int64(person))
				s.check(err)
				account.LastName = kept
				s.check(s.store.SetIdentity(t.Context(), account))
				for _, typed := range forms {
					requested := url.QueryEscape(typed)
					for _, path := range []string{
						"/api/admin/utilisateurs?exploitant=1&search=", "/api/admin/utilisateurs?exploitant=1&nom=",
						"/api/admin/paiements/exploitant/1?search=", "/api/admin/paiements/exploitant/1?nom=",
						"/api/admin/usages?exploitant=1&search=", "/api/admin/usages?exploitant=1&nom=",
						"/api/admin/abonnements?exploitant=1&search=",
					} {
						if got := s.call("GET", path+requested, n.desk, nil); got.Body["total"] != 1.0 && got.Body["count"] != 1.0 {
							t.Errorf("%q by %s%s: %d %v", kept, path, typed, got.Status, got.Raw)
						}
					}
					got := s.call("GET", "/api/admin/recit/exploitant/1?recherche="+requested, n.desk, nil)
					if length(got.Body["usagers"]) != 1 {
						t.Errorf("%q by a call's %q: %s", kept, typed, got.Raw)
					}
				}
			}
		}
	})
}

// Lockers whose names are read as the same are doubles, and a call finds them by each form.
func TestLockersReadAsTheSame(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		n := newIncidents(s)
		there := n.place(station.Individual, n.tariff)
		made := 0
		create := func(name string, status int) {
			t.Helper()
			made++
			s.want(fmt.Sprintf("%q", name), s.call("POST", fmt.Sprintf(
				"/api/admin/station/%d/creer-casier", there.station,
			), n.admin, map[string]any{
				"nom": name, "type": 2, "stationCarteAdresse": "9", "stationCartePort": fmt.Sprint(made),
			}), status, "")
		}
		for _, forms := range [][]string{
			{"Quai 1", "Quai  1", "Quai\u00a01", "Quai\u202f1", "quài 1"},
			{"L'Entrée", "L’Entrée", "L`entree"},
			{"Nord–Est", "Nord-Est", "nord\u2011est"},
			{"Øst", "ost"},
		} {
			create(forms[0], 201)
			for _, other := range forms[1:] {
				create(other, 422)
			}
			for _, typed := range forms {
				got := s.call("GET", "/api/admin/recit/exploitant/1?recherche="+url.QueryEscape(typed), n.desk, nil)
				if dig(got.Body, "casiers", 0, "nom") != forms[0] {
					t.Errorf("%q by a call's %q: %s", forms[0], typed, got.Raw)
				}
			}
		}
	})
}
