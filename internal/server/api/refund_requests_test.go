package api_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
)

func TestARefundIsAskedFor(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		began := s.clock.Now()
		path := c.stay(3 * time.Hour) // 1,50 €
		c.collect()
		manager, hotline := s.login("gestionnaire@exemple.test").token, s.login("hotline@exemple.test").token
		end := began.Add(50 * time.Minute).UTC().Format(time.RFC3339)
		estimate := s.call("GET", path+"/remboursement?cause=fin_corrigee&fin="+url.QueryEscape(end), hotline, nil)
		s.want("estimate", estimate, 200, "")
		if estimate.Body["prixPaye"] != 150.0 || estimate.Body["prixJuste"] != 50.0 || estimate.Body["montant"] != 100.0 ||
			length(estimate.Body["lignes"]) == 0 {
			t.Errorf("estimate: %s", estimate.Raw)
		}
		s.want("no instant", s.call("GET", path+"/remboursement?cause=fin_corrigee", hotline, nil), 422, "")
		s.want("who does not write", s.call("GET", path+"/remboursement?cause=autre",
			s.login("mainteneur@exemple.test").token, nil), 403, "")

		demand := map[string]any{"montant": 100, "cause": "fin_corrigee", "fin": end, "commentaire": "Porte bloquée par Zoé"}
		ask := func(token string, changes map[string]any) answer {
			body := map[string]any{}
			for _, part := range []map[string]any{demand, changes} {
				for name, value := range part {
					body[name] = value
				}
			}
			return s.call("PATCH", path+"/demander-remboursement", token, body)
		}
		s.want("without a comment", ask(hotline, map[string]any{"commentaire": " "}), 422, "Le commentaire est obligatoire.")
		s.want("more than was paid", ask(hotline, map[string]any{"montant": 151}), 422, "")
		s.want("an end after the end", ask(hotline, map[string]any{"fin": s.clock.Now().Add(time.Hour)}), 422, "")
		s.want("a technician", ask(s.login("mainteneur@exemple.test").token, nil), 403, "")
		s.want("from elsewhere", ask(s.login("ailleurs@exemple.test").token, nil), 404, "")
		requested := ask(hotline, nil)
		s.want("ask", requested, 200, "")
		request := requested.Body["demandeRemboursement"]
		if length(requested.Body["actions"]) != 1 || dig(requested.Body, "actions", 0) != "retirer-remboursement" ||
			dig(request, "montant") != 100.0 || dig(request, "prixJuste") != 50.0 ||
			dig(request, "issue") != "" || dig(request, "par", "nom") == nil {
			t.Errorf("asked for: %s", requested.Raw)
		}
		s.want("twice", ask(hotline, nil), 409, "Un remboursement de ce paiement est déjà demandé.")

		withdraw := func(token string) answer { return s.call("PATCH", path+"/retirer-remboursement", token, nil) }
		s.want("withdraw another's", withdraw(manager), 403, "")
		withdrawn := withdraw(hotline)
		s.want("withdraw", withdrawn, 200, "")
		if dig(withdrawn.Body, "demandeRemboursement", "issue") != "retiree" ||
			dig(withdrawn.Body, "actions", 0) != "demander-remboursement" {
			t.Errorf("withdrawn: %s", withdrawn.Raw)
		}
		s.want("withdraw twice", withdraw(hotline), 409, "Aucun remboursement de ce paiement n'est demandé.")
		s.want("ask once more", ask(hotline, nil), 200, "")

		newer := c.stay(10 * time.Minute)
		c.collect()
		manager, hotline = s.login("gestionnaire@exemple.test").token, s.login("hotline@exemple.test").token
		call := s.call("GET", fmt.Sprintf("/api/admin/recit/exploitant/1/usager/%.0f", c.accountID), hotline, nil)
		if dig(call.Body, "paiements", 0, "demandeRemboursement", "issue") != "" || length(call.Body["paiements"]) != 2 {
			t.Errorf("%s comes before what is decided: %s", newer, call.Raw)
		}
		uuid, _ := requested.Body["uuidReservation"].(string)
		found := s.call("GET", "/api/admin/paiements/exploitant/1?search="+uuid[:5]+"xxxxx", manager, nil)
		if found.Body["total"] != 1.0 || dig(found.Body, "items", 0, "uuidReservation") != uuid {
			t.Errorf("as the list shows it: %s", found.Raw)
		}

		if list := s.call("GET", worklistAt, hotline, nil); list.Body["remboursements"] != nil {
			t.Errorf("the hotline finds %s", list.Raw)
		}
		list := s.call("GET", worklistAt, manager, nil)
		line := dig(list.Body, "remboursements", "items", 0)
		if dig(list.Body, "remboursements", "total") != 1.0 || dig(line, "montant") != 100.0 ||
			dig(line, "prixPaye") != 150.0 || dig(line, "prixJuste") != 50.0 || dig(line, "demandeur", "nom") == nil ||
			dig(line, "commentaire") != "Porte bloquée par Zoé" || dig(line, "station", "nom") == nil {
			t.Errorf("worklist: %s", list.Raw)
		}
		c.is("a manager decides", path, payment.Paid, 1, "rembourser", "refuser-remboursement")

		s.want("not by the hotline",
			s.call("PATCH", path+"/refuser-remboursement", hotline, map[string]any{"commentaire": "Non"}), 403, "")
		refused := s.call("PATCH", path+"/refuser-remboursement", manager, map[string]any{"commentaire": "Vu sur place"})
		s.want("refuse", refused, 200, "")
		if dig(refused.Body, "demandeRemboursement", "issue") != "refusee" ||
			dig(refused.Body, "demandeRemboursement", "reponse") != "Vu sur place" ||
			dig(s.call("GET", worklistAt, manager, nil).Body, "remboursements", "total") != 0.0 {
			t.Errorf("refused: %s", refused.Raw)
		}
		s.want("once", s.call("PATCH", path+"/refuser-remboursement", manager, map[string]any{"commentaire": "Non"}), 409,
			"Aucun remboursement de ce paiement n'est demandé.")

		s.want("withdraw a refused one", withdraw(hotline), 409, "Cette demande de remboursement a déjà reçu une réponse.")

		s.want("ask again", ask(hotline, map[string]any{"montant": 30}), 200, "")
		given := s.call("PATCH", path+"/rembourser", manager, map[string]any{"montant": 50, "commentaire": "Geste"})
		s.want("refund another amount", given, 200, "")
		if dig(given.Body, "demandeRemboursement", "issue") != "acceptee" ||
			dig(given.Body, "demandeRemboursement", "decideePar", "nom") == nil {
			t.Errorf("accepted: %s", given.Raw)
		}
		s.want("a refund is under way", ask(hotline, nil), 409, "L'état de ce paiement ne le permet pas.")

		log := s.call("GET", "/api/admin/journal?exploitant=1&objet=paiement:"+
			strings.TrimPrefix(path, "/api/admin/paiement/")+"&itemsPerPage=20", manager, nil)
		if strings.Count(log.Raw, `"paiement.demande_remboursement"`) != 3 ||
			strings.Count(log.Raw, `"paiement.demande_retiree"`) != 1 ||
			strings.Count(log.Raw, `"paiement.demande_refusee"`) != 1 || strings.Count(log.Raw, `"demandeAcceptee"`) != 1 ||
			strings.Contains(log.Raw, "Zoé") || strings.Contains(log.Raw, "Vu sur place") {
			t.Errorf("audit log: %s", log.Raw)
		}
		c.collect()
		s.want("erase", s.call("POST", "/api/admin/utilisateur/"+number(c.accountID)+"/anonymiser",
			s.login("admin@exemple.test").token, nil), 201, "")
		if got := c.read(path); strings.Contains(got.Raw, "Zoé") ||
			dig(got.Body, "demandeRemboursement", "commentaire") != "Commentaire effacé" {
			t.Errorf("erased: %s", got.Raw)
		}
	})
}
