package api_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/adapter/mail"
	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/prices/repricing"
	"consigne/internal/kernel/clock"
	"consigne/internal/store/storetest"
)

// wrong makes a tariff of 5 €/hour by mistake, under which three stays are paid; the one before cost 50 c/hour. The
// last has 2 € given back by hand.
func (t paymentSite) wrong() (paths []string) {
	t.t.Helper()
	paths = append(paths, t.stay(time.Hour)) // 50 c, as meant
	t.typed(500)
	for _, hours := range []time.Duration{1, 2, 3} { // 5, 10 and 15 €
		t.clock.advance(time.Minute)
		paths = append(paths, t.stay(hours*time.Hour))
	}
	t.collect()
	t.refund(paths[3], 200)
	t.typed(50)
	return paths
}

// meant is the tariff without its ceiling and limits, as typed.
func meant(amount int) map[string]any {
	return map[string]any{
		"libelleAdmin": "À l'heure", "libelleUtilisateur": "Casier", "typeTarif": "heure",
		"montant": amount,
	}
}

func (s *site) typed(amount int) {
	s.t.Helper()
	token := s.login("gestionnaire@exemple.test").token
	s.want("change", s.call("PUT", "/api/admin/tarif/1/modifier-informations-generales", token, meant(amount)), 200, "")
}

// askReplay asks for a replay of the last days and returns its path.
func (s *site) askReplay(token string, more map[string]any) string {
	s.t.Helper()
	today := clock.DayOf(s.clock.Now())
	body := map[string]any{"du": (today - 2).String(), "au": today.String(), "tarif": meant(50)}
	for key, value := range more {
		body[key] = value
	}
	got := s.call("POST", "/api/admin/tarif/1/rejeu", token, body)
	s.want("ask", got, 202, "")
	return "/api/admin/rejeu/" + number(got.Body["id"])
}

func (s *site) replay() {
	s.t.Helper()
	s.check(s.replayer.Replay(s.t.Context()))
}

// figure reads a number and a sum.
func figure(body map[string]any, name string) [2]float64 {
	count, _ := dig(body, name, "nombre").(float64)
	sum, _ := dig(body, name, "somme").(float64)
	return [2]float64{count, sum}
}

// A wrong price is repaired: the replay finds who paid too much, the batch refunds them once, and each gets a letter.
func TestAWrongPriceIsRepaired(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		paths := c.wrong()
		manager := s.login("gestionnaire@exemple.test").token
		path := s.askReplay(manager, nil)
		waiting := s.call("GET", path, manager, nil)
		if waiting.Body["statut"] != "en_cours" || waiting.Body["progression"] != 0.0 ||
			figure(waiting.Body, "utilisations") != [2]float64{} {
			t.Errorf("before a node takes it up: %s", waiting.Raw)
		}
		s.want("lines of one that runs", s.call("GET", path+".csv", manager, nil), 409, "Le rejeu n'est pas terminé.")
		s.want("a workbook of one that runs", s.call("GET", path+".xlsx", manager, nil), 409, "Le rejeu n'est pas terminé.")
		s.replay()
		done := s.call("GET", path, manager, nil)
		for name, want := range map[string][2]float64{
			"utilisations": {4, 3050}, "tropPercus": {3, 2700}, "insuffisants": {}, "identiques": {1, 50}, "autresNatures": {},
			"aRembourser": {3, 2500}, // 4,50 + 9 + 11,50: of 15 € for 1,50 €, 2 € are back already
		} {
			if figure(done.Body, name) != want {
				t.Errorf("%s: %v, want %v", name, figure(done.Body, name), want)
			}
		}
		if done.Body["statut"] != "termine" || done.Body["progression"] != 100.0 || done.Body["totalNouveau"] != 350.0 ||
			done.Body["termineLe"] == nil ||
			dig(done.Body, "plusGrandsEcarts", 0, "ecart") != -1350.0 ||
			dig(done.Body, "plusGrandsEcarts", 0, "aRembourser") != 1150.0 ||
			length(done.Body["plusGrandsEcarts"]) != 3 || dig(
			done.Body, "valeurs", "montant",
		) != 50.0 || dig(done.Body, "demandePar", "id") != 2.0 {
			t.Errorf("done: %s", done.Raw)
		}
		file := s.call("GET", path+".csv", manager, nil)
		s.sameTable("replay", file, s.call("GET", path+".xlsx", manager, nil))
		if lines := strings.Split(strings.TrimSpace(file.Raw), "\n"); file.Status != 200 || len(lines) != 5 ||
			!strings.Contains(file.Raw, "15,00;1,50;-13,50;11,50;PAYÉ") {
			t.Errorf("file: %d %s", file.Status, file.Raw)
		}
		if list := s.call("GET", "/api/admin/tarif/1/rejeux", manager, nil); length(list.Body["rejeux"]) != 1 {
			t.Errorf("list: %s", list.Raw)
		}

		refund := func(count, sum int, more map[string]any) answer {
			body := map[string]any{
				"commentaire": "Tarif mal saisi", "nombre": count, "somme": sum, "compris": true,
				"lettre": true,
			}
			for key, value := range more {
				body[key] = value
			}
			return s.call("POST", path+"/remboursement", manager, body)
		}
		s.want("another number", refund(2, 2500, nil), 409,
			"Le nombre ou la somme ne sont plus ceux du rejeu\u00a0: relisez-les.")
		s.want("another sum", refund(3, 2700, nil), 409,
			"Le nombre ou la somme ne sont plus ceux du rejeu\u00a0: relisez-les.")
		s.want("without the box", refund(3, 2500, map[string]any{"compris": false}), 422, "")
		s.want("without a comment", refund(3, 2500, map[string]any{"commentaire": " "}), 422, "")
		agreed := refund(3, 2500, nil)
		s.want("agreed", agreed, 202, "")
		s.want("twice", refund(3, 2500, nil), 409, "Ce rejeu a déjà son lot, ou un autre lot de ce tarif n'est pas terminé.")
		lot := "/api/admin/lot/" + number(agreed.Body["id"])
		s.replay()
		if got := s.call("GET", lot, manager, nil); got.Body["statut"] != "en_cours" ||
			figure(got.Body, "aFaire") != [2]float64{3, 2500} {
			t.Errorf("prepared: %s", got.Raw)
		}
		s.want("pause", s.call("POST", lot+"/pause", manager, nil), 200, "")
		s.want("pause twice", s.call("POST", lot+"/pause", manager, nil), 409, "")
		s.check(s.replayer.Refund(t.Context()))
		if got := s.call("GET", lot, manager, nil); got.Body["statut"] != "en_pause" ||
			figure(got.Body, "aFaire") != [2]float64{3, 2500} {
			t.Errorf("paused: %s", got.Raw)
		}
		s.want("resume", s.call("POST", lot+"/reprise", manager, nil), 200, "")
		for range 3 {
			s.check(s.replayer.Refund(t.Context()))
		}
		got := s.call("GET", lot, manager, nil)
		if got.Body["statut"] != "termine" || figure(got.Body, "rembourses") != [2]float64{3, 2500} ||
			figure(got.Body, "aFaire") != [2]float64{} || got.Body["termineLe"] == nil {
			t.Errorf("worked off: %s", got.Raw)
		}
		for i, want := range []float64{0, 450, 900, 1350} {
			if paid := c.read(paths[i]); paid.Body["rembourse"] != want || paid.Body["paiementStatut"] != nil {
				t.Errorf("payment %d: %v", i, paid.Body["rembourse"])
			}
		}
		page := s.call("GET", lot+"/lignes?itemsPerPage=2", manager, nil)
		if length(page.Body["lignes"]) != 2 || dig(page.Body, "lignes", 0, "etat") != "rembourse" {
			t.Errorf("lines: %s", page.Raw)
		}
		if next := s.call("GET", lot+"/lignes?etat=rembourse&itemsPerPage=2&apres="+number(page.Body["suivant"]), manager,
			nil); length(next.Body["lignes"]) != 1 || next.Body["suivant"] != nil {
			t.Errorf("next lines: %s", next.Raw)
		}
		s.sameTable("batch", s.call("GET", lot+".csv", manager, nil), s.call("GET", lot+".xlsx", manager, nil))
		if report := s.call("GET", lot+".csv", manager, nil); report.Status != 200 ||
			strings.Count(report.Raw, "Remboursé") != 3 {
			t.Errorf("report: %d %s", report.Status, report.Raw)
		}

		s.check(s.mailer.SendDue(t.Context()))
		mails := s.mailbox.about("Remboursement de 11,50")
		if len(mails) != 1 || !strings.Contains(mails[0].Text, "3 × 5,00\u00a0€ = 15,00\u00a0€") ||
			!strings.Contains(mails[0].Text, "3 × 0,50\u00a0€ = 1,50\u00a0€") {
			t.Errorf("mails: %+v", mails)
		}

		again := s.askReplay(manager, nil)
		s.replay()
		if got := s.call("GET", again, manager, nil); figure(got.Body, "tropPercus") != [2]float64{3, 2700} ||
			figure(got.Body, "aRembourser") != [2]float64{} {
			t.Errorf("once all is refunded: %s", got.Raw)
		}
		path = again
		s.want("nothing left", refund(0, 0, nil), 409, "Il n'y a rien à rembourser.")
		log := s.call("GET", "/api/admin/journal?objet=tarif:1&exploitant=1", manager, nil)
		for _, action := range []string{
			"tarif.rejeu", "tarif.lot", "tarif.lot_pause", "tarif.lot_reprise",
			"tarif.lot_termine",
		} {
			if !strings.Contains(log.Raw, `"`+action+`"`) {
				t.Errorf("no line %s in %s", action, log.Raw)
			}
		}
		if strings.Contains(log.Raw, "Tarif mal saisi") {
			t.Errorf("the comment is in the audit log: %s", log.Raw)
		}
	})
}

// A refund that comes back after it was done is refused, and another batch may make it again, as another refund.
func TestARefundOfABatchComesBack(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		paths := newPaymentSite(s, simulator.Accepted).wrong()
		manager := s.login("gestionnaire@exemple.test").token
		repair := func(count, sum int) string {
			t.Helper()
			path := s.askReplay(manager, nil)
			s.replay()
			got := s.call("POST", path+"/remboursement", manager,
				map[string]any{"commentaire": "Tarif mal saisi", "nombre": count, "somme": sum, "compris": true})
			s.want("agreed", got, 202, "")
			s.replay()
			for range 2 {
				s.check(s.replayer.Refund(t.Context()))
			}
			return "/api/admin/lot/" + number(got.Body["id"])
		}
		first := repair(3, 2500)
		id := strings.TrimPrefix(paths[1], "/api/admin/paiement/")
		refunds, err := storetest.Lines(t.Context(), s.store, `SELECT uuid FROM payment_attempts WHERE kind = 'remboursement'
			AND payment_id = `+id)
		s.check(err)
		s.check(s.parts.Payments.Settle(t.Context(), refunds[0], payment.Answer{Outcome: payment.Failed}))
		lot := s.call("GET", first, manager, nil)
		if figure(lot.Body, "rembourses") != [2]float64{2, 2050} || figure(lot.Body, "refuses") != [2]float64{1, 450} {
			t.Errorf("came back: %s", lot.Raw)
		}
		again := repair(1, 450)
		if lot := s.call("GET", again, manager, nil); figure(lot.Body, "rembourses") != [2]float64{1, 450} ||
			lot.Body["statut"] != "termine" {
			t.Errorf("made again: %s", lot.Raw)
		}
		refunds, err = storetest.Lines(t.Context(), s.store, `SELECT DISTINCT uuid FROM payment_attempts
			WHERE kind = 'remboursement' AND payment_id = `+id)
		s.check(err)
		if len(refunds) != 2 {
			t.Errorf("refunds: %v", refunds)
		}
	})
}

// A batch whose number or sum is no longer what was agreed to is rejected whole, before the first refund.
func TestABatchThatChangedIsRejected(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		c := newPaymentSite(s, simulator.Accepted)
		paths := c.wrong()
		manager := s.login("gestionnaire@exemple.test").token
		path := s.askReplay(manager, nil)
		s.replay()
		c.refund(paths[1], 100) // meanwhile
		agreed := map[string]any{"commentaire": "Tarif mal saisi", "nombre": 3, "somme": 2500, "compris": true}
		got := s.call("POST", path+"/remboursement", manager, agreed)
		s.want("agreed", got, 202, "")
		s.replay()
		lot := s.call("GET", "/api/admin/lot/"+number(got.Body["id"]), manager, nil)
		if lot.Body["statut"] != "refuse" || figure(lot.Body, "aFaire") != [2]float64{} || lot.Body["termineLe"] == nil {
			t.Errorf("rejected: %s", lot.Raw)
		}
		path = s.askReplay(manager, nil)
		s.replay()
		agreed["somme"] = 2400
		s.want("agreed anew", s.call("POST", path+"/remboursement", manager, agreed), 202, "")

		old := s.askReplay(manager, map[string]any{"comparaison": true})
		s.replay()
		s.want("a comparison", s.call("POST", old+"/remboursement", manager, agreed), 409,
			"Une comparaison ne donne lieu à aucun remboursement.")
		if list := s.call("GET", "/api/admin/tarif/1/rejeux", manager, nil); length(list.Body["rejeux"]) != 2 {
			t.Errorf("list: %s", list.Raw)
		}
		stopped := s.askReplay(manager, nil)
		s.want("stop", s.call("PATCH", stopped+"/arreter", manager, nil), 200, "")
		s.want("stop twice", s.call("PATCH", stopped+"/arreter", manager, nil), 409, "")
		s.replay()
		s.want("of one that was stopped", s.call("POST", stopped+"/remboursement", manager, agreed), 409,
			"Le rejeu n'est pas terminé.")
		late := s.askReplay(manager, nil)
		s.replay()
		s.clock.advance(25 * time.Hour)
		manager = s.login("gestionnaire@exemple.test").token
		s.want("a day later", s.call("POST", late+"/remboursement", manager, agreed), 409,
			"Ce rejeu date de plus d'un jour\u00a0: rejouez les prix.")
	})
}

// Who may replay a tariff, and who may refund.
func TestWhoReplaysAndRefunds(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		newPaymentSite(s, simulator.Accepted).wrong()
		manager := s.login("gestionnaire@exemple.test").token
		path := s.askReplay(manager, nil)
		s.replay()
		agreed := map[string]any{"commentaire": "Tarif mal saisi", "nombre": 3, "somme": 2500, "compris": true}
		got := s.call("POST", path+"/remboursement", manager, agreed)
		s.want("agreed", got, 202, "")
		lot := "/api/admin/lot/" + number(got.Body["id"])
		span := map[string]any{"du": "2026-01-01", "au": "2026-01-31", "tarif": meant(50)}
		for _, call := range []struct {
			method, path string
			body         any
		}{
			{"POST", "/api/admin/tarif/1/rejeu", span},
			{"GET", "/api/admin/tarif/1/rejeux", nil},
			{"GET", path, nil},
			{"GET", path + ".csv", nil},
			{"GET", path + ".xlsx", nil},
			{"PATCH", path + "/arreter", nil},
			{"POST", path + "/remboursement", agreed},
			{"GET", lot, nil},
			{"POST", lot + "/pause", nil},
			{"POST", lot + "/reprise", nil},
			{"GET", lot + "/lignes", nil},
			{"GET", lot + ".csv", nil},
			{"GET", lot + ".xlsx", nil},
		} {
			for email, want := range map[string]int{
				"": 401, "ailleurs@exemple.test": 404, "usager@exemple.test": 403, "hotline@exemple.test": 403,
				"mainteneur@exemple.test": 403,
			} {
				token := ""
				if email != "" {
					token = s.login(email).token
				}
				if got := s.call(call.method, call.path, token, call.body); got.Status != want {
					t.Errorf("%s %s by %q: %d %s", call.method, call.path, email, got.Status, got.Raw)
				}
			}
		}
		for _, bad := range []map[string]any{
			{"du": "2026-02-01", "au": "2026-01-31", "tarif": meant(50)},
			{"du": "2126-02-01", "au": "2126-02-02", "tarif": meant(50)},
			{"du": "hier", "au": "2026-01-31", "tarif": meant(50)},
			{"du": "2026-01-01", "au": "2026-01-31", "tarif": map[string]any{"montant": 50}},
			{"du": "2026-01-01", "au": "2026-01-31", "tarif": meant(-1)},
		} {
			s.want(fmt.Sprint(bad), s.call("POST", "/api/admin/tarif/1/rejeu", manager, bad), 422, "")
		}
		s.want("no such tariff", s.call("POST", "/api/admin/tarif/99/rejeu", manager, span), 404, "")
		s.want("no such replay", s.call("GET", "/api/admin/rejeu/99", manager, nil), 404, "")
		s.want("no such batch", s.call("GET", "/api/admin/lot/99.csv", manager, nil), 404, "")
		s.want("no such batch", s.call("GET", "/api/admin/lot/99.xlsx", manager, nil), 404, "")
	})
}

// Of managers who agree at the same time, one begins the batch; of two replays of a tariff, one has a batch at a time.
func TestOneBatchOfATariff(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		newPaymentSite(s, simulator.Accepted).wrong()
		manager := s.login("gestionnaire@exemple.test").token
		paths := []string{s.askReplay(manager, nil), s.askReplay(manager, nil)}
		s.replay()
		agreed := map[string]any{"commentaire": "Tarif mal saisi", "nombre": 3, "somme": 2500, "compris": true}
		var callers sync.WaitGroup
		statuses := make(chan int, 8)
		for i := range 8 {
			callers.Go(func() { statuses <- s.call("POST", paths[i%2]+"/remboursement", manager, agreed).Status })
		}
		callers.Wait()
		close(statuses)
		counts := map[int]int{}
		for status := range statuses {
			counts[status]++
		}
		if counts[202] != 1 || counts[409] != 7 {
			t.Errorf("answers: %v", counts)
		}
		for range 3 {
			s.replay()
			s.check(s.replayer.Refund(t.Context()))
		}
		given, err := s.store.Count(t.Context(), "test", `SELECT SUM(refunded) FROM payments`)
		s.check(err)
		if given != 2700 {
			t.Errorf("%d c were given back", given)
		}
		for _, path := range paths { // the other replay shows what was found before
			if got := s.call("POST", path+"/remboursement", manager, agreed); got.Status == 202 {
				s.replay()
				if lot := s.call("GET", "/api/admin/lot/"+number(got.Body["id"]), manager,
					nil); lot.Body["statut"] != string(repricing.Rejected) {
					t.Errorf("a second batch of the same stays: %s", lot.Raw)
				}
			}
		}
	})
}

// about lists the mails whose subject contains a text.
func (b *mailbox) about(subject string) (found []mail.Message) {
	for _, m := range b.mails {
		if strings.Contains(m.Subject, subject) {
			found = append(found, m)
		}
	}
	return found
}
