package api_test

import (
	"fmt"
	"testing"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/paging"
)

// What was marked as paid is given back by its own means: at once, with a credit note, and unknown to the provider.
func TestWhatWasMarkedAsPaidIsGivenBack(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		path := m.stay(3 * time.Hour) // 1,50 €
		m.act(path, "manual", map[string]string{"type": "Chèque", "commentaire": "Au guichet"})
		refund := func(token string, body map[string]any) answer {
			return s.call("PATCH", path+"/rembourser", token, body)
		}
		some := map[string]any{"montant": 50, "type": "Espèces", "commentaire": " Porte bloquée "}
		hotline := s.login("hotline@exemple.test").token
		s.want("not by the hotline", refund(hotline, some), 403, "")
		if got := s.call("GET", path, hotline, nil); length(got.Body["actions"]) != 1 ||
			dig(got.Body, "actions", 0) != "demander-remboursement" {
			t.Errorf("the hotline is offered %s", got.Raw)
		}
		manager := m.manager()
		for what, body := range map[string]map[string]any{
			"Le mode de paiement est obligatoire.": {"commentaire": "x"},
			"Le commentaire est obligatoire.":      {"type": "Chèque", "commentaire": " "},
			"Ce qui a été réglé autrement se rembourse en espèces, par chèque ou par virement.": {
				"type": "Carte bancaire", "commentaire": "x",
			},
			"Le montant à rembourser doit être compris entre un centime et ce qui n'a pas encore été remboursé.": {
				"montant": 151, "type": "Chèque", "commentaire": "x",
			},
		} {
			s.want(what, refund(manager, body), 422, what)
		}
		if got := refund(manager, map[string]any{"type": "Troc", "commentaire": "x"}); got.Status != 422 ||
			dig(got.Body, "violations", 0, "propertyPath") != "type" {
			t.Errorf("barter: %s", got.Raw)
		}
		s.want("some", refund(manager, some), 200, "")
		got := m.is("given back in part", path, payment.Manual, 2, "rembourser")
		if got.Body["rembourse"] != 50.0 || got.Body["remboursementEnAttente"] != 0.0 || got.Body["montant"] != 150.0 {
			t.Errorf("given back in part: %s", got.Raw)
		}
		made := dig(got.Body, "paiementDetail", "paiementPresentation", 1)
		if dig(made, "nature") != "remboursement" || dig(made, "type") != "Espèces" || dig(made, "statut") != "PAID" ||
			dig(made, "montant") != 50.0 || dig(made, "commentaire") != "Porte bloquée" || dig(made, "carte") != nil ||
			dig(made, "tentative") != 0.0 {
			t.Errorf("the refund: %v", made)
		}
		for state, total := range map[string]float64{"fait": 1, "en_attente": 0} {
			if page := s.call("GET", "/api/admin/paiements/exploitant/1?refundStatus="+state, manager,
				nil); page.Body["total"] != total {
				t.Errorf("listed as %s: %s", state, page.Raw)
			}
		}
		s.want("more than is left", refund(manager, map[string]any{"montant": 101, "type": "Chèque", "commentaire": "x"}),
			422, "")
		s.want("the rest", refund(manager, map[string]any{"type": "Virement", "commentaire": "Tout"}), 200, "")
		m.is("given back", path, payment.Manual, 3)
		s.want("once more", refund(manager, some), 409, "L'état de ce paiement ne le permet pas.")
		lines := s.call("GET", "/api/admin/journal?exploitant=1&objet=paiement:"+number(got.Body["id"]), manager, nil)
		if lines.Body["total"] != 3.0 || dig(lines.Body, "items", 1, "action") != "paiement.remboursement" ||
			dig(lines.Body, "items", 1, "changements", "montant") != 50.0 {
			t.Errorf("audit log: %s", lines.Raw)
		}

		m.addUp()
		is := figuresOf(m.statement(m.month))
		for key, amount := range map[string]float64{
			"facture": 150, "encaisse_autrement.cheque": 150, "remboursement_demande": 150, "rembourse": 0,
			"rembourse_autrement.especes": 50, "rembourse_autrement.virement": 100,
			"tva.2000.encaisse": 150, "tva.2000.rembourse": 150, "documents.recu": 150, "documents.avoir": 150,
		} {
			if is[key] != amount {
				t.Errorf("%s: %v, want %v", key, is[key], amount)
			}
		}
		documents, _ := m.read(path).Body["documents"].([]any)
		if len(documents) != 3 || dig(documents, 1, "type") != "avoir" || dig(documents, 1, "montant") != 50.0 {
			t.Errorf("documents: %v", documents)
		}
		board := s.call("GET", "/api/statistiques?du="+clock.DayOf(m.month.Begins()).String()+"&au="+
			m.month.LastDay().String(), s.dashboardToken(manager, analytics+"/1"), nil)
		if dig(board.Body, "resume", "encaisse", "valeur") != 150.0 ||
			dig(board.Body, "resume", "rembourse", "valeur") != 150.0 {
			t.Errorf("dashboard: %s", board.Raw)
		}
		if found, err := s.proof().Verify(t.Context(), nil); err != nil || len(found) != 1 || found[0].Broken != nil {
			t.Errorf("the ledger: %+v, %v", found, err)
		}

		// Neither is it asked of the provider, nor looked for there once its statements have come.
		uuid := fmt.Sprint(dig(made, "uuid"))
		if known, err := s.store.EventsOf(t.Context(), []string{uuid}); err != nil || len(known) != 0 {
			t.Errorf("to be compared with the provider: %v, %v", known, err)
		}
		after, _, err := s.store.SettledAfter(t.Context(), paging.Key{}, s.clock.Now().Add(day), 10)
		if err != nil || len(after) != 0 {
			t.Errorf("to be looked for: %v, %v", after, err)
		}
	})
}

// What a card paid goes back onto it: no other means may be told.
func TestACardIsGivenBackOntoTheCard(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		m := newMonthlySite(s)
		path := m.stay(time.Hour)
		m.collect()
		got := s.call("PATCH", path+"/rembourser", m.manager(), map[string]any{"type": "Espèces", "commentaire": "x"})
		s.want("in cash", got, 422,
			"Ce qui a été encaissé par carte est rendu sur la carte : n'indiquez pas de mode de paiement.")
		if dig(got.Body, "violations", 0, "propertyPath") != "type" {
			t.Errorf("in cash: %s", got.Raw)
		}
		m.is("as before", path, payment.Paid, 1, "rembourser")
	})
}
