package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/kernel/clock"
	"consigne/internal/store/storetest"
)

const reconciledAt = "/api/admin/exploitant/1/rapprochement"

// differ stores two differences of operator 1 and one that is nobody's, and returns their month.
func (s *site) differ() string {
	s.t.Helper()
	at := s.clock.Now().Add(-time.Hour)
	month := clock.MonthOf(at).String()
	s.check(s.store.SaveFindings(s.t.Context(), []reconciliation.Finding{
		{
			Key: "u-1", State: reconciliation.MissingThere, Kind: reconciliation.Collected, OperatorID: 1, PaymentID: 7,
			Month: month, Here: 500, HereAt: &at,
		},
		{
			Key: "txn_2", State: reconciliation.UnknownHere, Kind: reconciliation.Disputed, OperatorID: 1, PaymentID: 8,
			Month: month, There: -700, ThereAt: &at, Reference: "txn_2",
		},
		{
			Key: "txn_3", State: reconciliation.UnknownHere, Kind: reconciliation.Collected, Month: month, There: 1200,
			ThereAt: &at, Reference: "txn_3",
		},
		{
			Key: "u-4", State: reconciliation.Waiting, Kind: reconciliation.Collected, OperatorID: 1, PaymentID: 9, Month: month,
			Here: 300, HereAt: &at,
		},
	}, s.clock.Now()))
	return month
}

// Who reads the reconciliation of operator 1, and who explains its differences.
func TestExplainingADifference(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		month := s.differ()
		manager, hotline, admin := s.login("gestionnaire@exemple.test").token, s.login("hotline@exemple.test").token,
			s.login("admin@exemple.test").token
		page, differences := reconciledAt+"?mois="+month, reconciledAt+"/ecarts?aExpliquer=1&mois="+month
		for _, path := range []string{page, differences} {
			s.want("without a session", s.call("GET", path, "", nil), 401, "")
			s.want("by the hotline", s.call("GET", path, hotline, nil), 403, "")
			s.want("of another operator", s.call("GET", strings.Replace(path, "exploitant/1", "exploitant/2", 1), manager, nil),
				403, "")
		}
		s.want("no month", s.call("GET", reconciledAt+"?mois=2026-13", manager, nil), 422, "")
		s.want("what is nobody's, by a manager", s.call("GET", differences+"&sansExploitant=1", manager, nil), 404, "")
		got := s.call("GET", page, manager, nil)
		if got.Body["montant"] != 800.0 || got.Body["montantPrestataire"] != -700.0 || got.Body["ecartsAExpliquer"] != 2.0 ||
			got.Body["sansExploitant"] != nil {
			t.Errorf("%s", got.Raw)
		}
		if got := s.call("GET", page, admin, nil); got.Body["sansExploitant"] != 1.0 {
			t.Errorf("%s", got.Raw)
		}
		waiting := s.call("GET", reconciledAt+"/ecarts?etat=en_attente&mois="+month, manager, nil)
		if waiting.Body["total"] != 1.0 || dig(waiting.Body, "items", 0, "montant") != 300.0 {
			t.Errorf("%s", waiting.Raw)
		}
		lines := func(token string) (n any) {
			return dig(s.call("GET", worklistAt, token, nil).Body, "ecarts", "total")
		}
		if lines(manager) != 2.0 || lines(admin) != 2.0 || lines(hotline) != nil {
			t.Errorf("on the worklist: %v, %v and %v", lines(manager), lines(admin), lines(hotline))
		}
		list := s.call("GET", differences, manager, nil)
		if list.Body["total"] != 2.0 {
			t.Fatalf("%s", list.Raw)
		}
		explain := func(token string, id any, comment string) answer {
			return s.call("POST", fmt.Sprint(reconciledAt, "/ecarts/", id, "/explication"), token,
				map[string]any{"commentaire": comment})
		}
		id := dig(list.Body, "items", 0, "id")
		s.want("without a comment", explain(manager, id, " "), 422, "Le commentaire est obligatoire.")
		s.want("with a card number", explain(manager, id, "4242 4242 4242 4242"), 422,
			"Un commentaire ne doit pas contenir de numéro de carte.")
		s.want("by the hotline", explain(hotline, id, "Vu"), 403, "")
		s.want("what waits", explain(manager, dig(waiting.Body, "items", 0, "id"), "Vu"), 404, "")
		s.want("that is not there", explain(manager, 999, "Vu"), 404, "")
		explained := explain(manager, id, "Contestée par la banque du porteur.")
		s.want("explained", explained, 200, "")
		if dig(explained.Body, "explication", "commentaire") != "Contestée par la banque du porteur." ||
			dig(explained.Body, "explication", "par", "nom") == nil {
			t.Errorf("%s", explained.Raw)
		}
		if second := explain(admin, id, "Encore"); second.Status != 409 ||
			!strings.Contains(second.Raw, fmt.Sprint(dig(explained.Body, "explication", "par", "nom"))) {
			t.Errorf("the second is told who: %d %s", second.Status, second.Raw)
		}
		if left := s.call("GET", differences, manager, nil); left.Body["total"] != 1.0 || lines(manager) != 1.0 {
			t.Errorf("left: %s", left.Raw)
		}
		orphans := s.call("GET", differences+"&sansExploitant=1", admin, nil)
		orphan := fmt.Sprint(reconciledAt, "/ecarts/", dig(orphans.Body, "items", 0, "id"), "/explication")
		s.want("as if it were the operator's", s.call("POST", orphan, admin, map[string]any{"commentaire": "Essai"}), 404, "")
		s.want("nobody's, by a manager",
			s.call("POST", orphan+"?sansExploitant=1", manager, map[string]any{"commentaire": "Essai"}), 404, "")
		s.want("nobody's", s.call("POST", orphan+"?sansExploitant=1", admin, map[string]any{"commentaire": "Essai"}), 200, "")
		log := s.call("GET", "/api/admin/journal?exploitant=1&objet=ecart", manager, nil)
		if log.Body["total"] != 1.0 || strings.Contains(log.Raw, "porteur") {
			t.Errorf("audit log: %s", log.Raw)
		}
	})
}

// Of people who explain a difference at once, the first does. One that changes is another difference, and waits again.
func TestADifferenceIsExplainedOnce(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		month := s.differ()
		token := s.login("admin@exemple.test").token
		open := func() answer { return s.call("GET", reconciledAt+"/ecarts?aExpliquer=1&mois="+month, token, nil) }
		path := fmt.Sprint(reconciledAt, "/ecarts/", dig(open().Body, "items", 0, "id"), "/explication")
		first := storetest.Race(6, func() bool {
			return s.call("POST", path, token, map[string]any{"commentaire": "Vu"}).Status == 200
		})
		if first != 1 || open().Body["total"] != 1.0 {
			t.Errorf("%d explained it", first)
		}
		at := s.clock.Now()
		s.check(s.store.SaveFindings(t.Context(), []reconciliation.Finding{
			{
				Key: "u-1", State: reconciliation.Late, Kind: reconciliation.Collected, OperatorID: 1, PaymentID: 7, Month: month,
				Here: 500, There: 500, HereAt: &at, ThereAt: &at,
			},
			{
				Key: "txn_2", State: reconciliation.UnknownHere, Kind: reconciliation.Disputed, OperatorID: 1, PaymentID: 8,
				Month: month, There: -600, ThereAt: &at, Reference: "txn_2",
			},
		}, at))
		if got := open(); got.Body["total"] != 2.0 {
			t.Errorf("changed: %s", got.Raw)
		}
		s.check(s.store.SaveFindings(t.Context(), []reconciliation.Finding{
			{
				Key: "u-1", State: reconciliation.Matched, Kind: reconciliation.Collected, OperatorID: 1, PaymentID: 7,
				Month: month, Here: 500, There: 500, HereAt: &at, ThereAt: &at,
			},
		}, at))
		if got := open(); got.Body["total"] != 1.0 {
			t.Errorf("settled: %s", got.Raw)
		}
	})
}
