package api_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/server/api/apitest"
	"consigne/internal/server/jobs"
	"consigne/internal/store/storetest"
)

// receiver is an operator's system. It answers with the status, and keeps what it was sent.
type receiver struct {
	*httptest.Server
	mutex  sync.Mutex
	status int
	got    []received
}

type received struct {
	header http.Header
	body   string
	event  struct {
		Type string
		Data map[string]any
	}
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{status: http.StatusOK}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		text, _ := io.ReadAll(request.Body)
		got := received{header: request.Header, body: string(text)}
		_ = json.Unmarshal(text, &got.event)
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.got = append(r.got, got)
		w.WriteHeader(r.status)
		_, _ = io.WriteString(w, strings.Repeat("é", 2000))
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) answer(status int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.status = status
}

// take returns what was received since it was last called.
func (r *receiver) take() []received {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	got := r.got
	r.got = nil
	return got
}

func types(got []received) []string {
	list := make([]string, len(got))
	for i, one := range got {
		list[i] = one.event.Type
	}
	return list
}

// notify sends what is due, as the job does.
func (s *site) notify() {
	s.t.Helper()
	s.check(s.notifier.Begin(s.t.Context()))
	s.notifier.Wait()
}

// newWebhook adds an endpoint of operator 1 that is told of some types, and returns its path and secret.
func (s *site) newWebhook(admin, address string, events ...webhook.Type) (path, secret string) {
	s.t.Helper()
	made := s.call("POST", "/api/admin/exploitant/1/notification", admin,
		map[string]any{"libelle": "Ville", "adresse": address, "evenements": events})
	s.want("created", made, 201, "")
	return "/api/admin/notification/" + number(made.Body["id"]), fmt.Sprint(made.Body["secret"])
}

// Each event of the list is told by what it is named after, with a signature of the endpoint's secret and a body that
// the OpenAPI document describes, and holds nothing of a person but the number of the account.
func TestWhatHappensIsTold(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		to := newReceiver(t)
		admin := s.login("admin@exemple.test").token
		_, secret := s.newWebhook(admin, to.URL, webhook.Types()...)
		_, key := s.fieldKeyOf(1)
		told := map[string]bool{}
		expect := func(what string, want ...webhook.Type) {
			t.Helper()
			s.notify()
			got := to.take()
			for _, one := range got {
				told[one.event.Type] = true
				s.checkRequest(one, secret)
			}
			texts := make([]string, len(want))
			for i, w := range want {
				texts[i] = string(w)
			}
			names := types(got)
			slices.Sort(names)
			slices.Sort(texts)
			if !slices.Equal(names, texts) {
				t.Errorf("%s: told %v, want %v", what, names, texts)
			}
		}
		person := s.call("POST", "/api/terrain/utilisateurs", key,
			map[string]any{"email": "zoe@exemple.test", "nom": "Secret", "prenom": "Zoé", "telephone": "0612345678"})
		user := number(person.Body["id"])
		s.want("card", s.call("PUT", "/api/terrain/utilisateurs/"+user+"/carte", key,
			map[string]any{"jeton": simulator.Accepted}), 200, "")
		expect("a person is no event")
		s.want("reminder", s.call("PUT", atTariff+"1/modifier-informations-generales",
			s.login("gestionnaire@exemple.test").token, typedTariff(map[string]any{
				"nombreMinutesAvantDepassement": 1440, "montantDepassement": 100, "uniteDureeDepassement": "heure",
				"nombreMinutesAvantEnlevement": 2880, "montantEnlevement": 2000, "rappelMinutes": 60,
			})), 200, "")
		began := s.call("POST", "/api/terrain/occupations", key,
			map[string]any{"idCasier": 2, "idUtilisateur": person.Body["id"]})
		s.want("began", began, 201, "")
		expect("begin", webhook.StayStarted)
		s.clock.advance(23*time.Hour + 30*time.Minute)
		s.check(s.runner.Run(t.Context(), jobs.Limits(s.parts.Stays)))
		expect("overrun soon", webhook.StayOverrunSoon)
		s.clock.advance(90 * time.Minute)
		s.check(s.runner.Run(t.Context(), jobs.Limits(s.parts.Stays)))
		expect("overrun", webhook.StayOverrun, webhook.StayOverrun) // and the stay of the site
		s.clock.advance(25 * time.Hour)
		s.check(s.runner.Run(t.Context(), jobs.Limits(s.parts.Stays)))
		expect("removal", webhook.StayRemovalDue, webhook.StayRemovalDue)
		admin = s.login("admin@exemple.test").token
		s.want("ended", s.call("PATCH", "/api/admin/occupation/"+number(began.Body["id"])+"/terminer", admin, nil), 200, "")
		expect("end", webhook.StayEnded)
		s.check(s.collector.CollectDue(t.Context()))
		s.bookkeep()
		expect("payment", webhook.PaymentSettled, webhook.DocumentIssued)
		id, err := s.store.Count(t.Context(), "test", `SELECT id FROM payments WHERE status = 'PAID'`)
		s.check(err)
		paid := fmt.Sprint(id)
		manager := s.login("gestionnaire@exemple.test").token
		s.want("refund", s.call("PATCH", "/api/admin/paiement/"+paid+"/rembourser", manager,
			map[string]any{"montant": 10, "commentaire": "Porte bloquée"}), 200, "")
		expect("a refund that is asked for")
		s.check(s.collector.AskDue(t.Context()))
		s.bookkeep()
		expect("refund", webhook.RefundSettled, webhook.DocumentIssued)
		s.want("off", s.call("PATCH", "/api/admin/casier/2/switch-actif", admin, nil), 200, "")
		s.want("on", s.call("PATCH", "/api/admin/casier/2/switch-actif", admin, nil), 200, "")
		expect("switch", webhook.LockerDeactivated, webhook.LockerActivated)
		s.want("off", s.call("PATCH", "/api/admin/station/2/switch-actif", admin, nil), 200, "")
		s.want("on", s.call("PATCH", "/api/admin/station/2/switch-actif", admin, nil), 200, "")
		expect("switch of the station", webhook.StationDeactivated, webhook.StationActivated)
		code := s.call("PATCH", "/api/admin/casier/2/generer_code", admin, nil)
		s.want("opened", s.call("POST", "/api/terrain/casiers/2/code", key, map[string]any{"code": code.Body["code"]}), 200,
			"")
		expect("open", webhook.OpeningUsed)
		s.check(s.parts.Controllers.Present(t.Context(), 2, "1"))
		s.clock.advance(time.Hour)
		quiet, _ := s.parts.Controllers.Quiet(s.clock.Now().Add(-time.Hour))
		s.check(s.parts.Controllers.MarkSilent(t.Context(), 2, quiet))
		s.check(s.parts.Controllers.Present(t.Context(), 2, "1"))
		expect("controller", webhook.ControllerSilent, webhook.ControllerBack)
		admin = s.login("admin@exemple.test").token
		first, err := s.store.Count(t.Context(), "test", `SELECT MIN(id) FROM stays`)
		s.check(err)
		s.want("ended", s.call("PATCH", fmt.Sprintf("/api/admin/occupation/%d/terminer", first), admin, nil), 200, "")
		s.check(s.collector.CollectDue(t.Context()))
		expect("no card", webhook.StayEnded, webhook.PaymentFailed)
		bought := s.call("POST", "/api/terrain/abonnements", key,
			map[string]any{"idUtilisateur": person.Body["id"], "idTarif": s.monthly(nil), "isReconductible": true})
		s.want("subscribe", bought, 201, "")
		expect("subscribe", webhook.SubscriptionStarted)
		end := "/api/terrain/abonnements/" + number(bought.Body["id"]) + "/resiliation"
		s.want("end", s.call("POST", end, key, nil), 200, "")
		expect("end of the subscription", webhook.SubscriptionEnded)
		s.want("resume", s.call("DELETE", end, key, nil), 200, "")
		expect("resume", webhook.SubscriptionResumed)
		s.clock.advance(32 * day)
		s.check(s.collector.BillTerms(t.Context()))
		expect("renewal", webhook.SubscriptionRenewed)
		waiting := waitSite{paymentSite{s, key, 0}, s.login("admin@exemple.test").token, s.monthly(nil)}
		waiting.quota(1)
		waiter, _ := person.Body["id"].(float64)
		waiting.joins(waiter)
		expect("a place for who waits", webhook.OfferMade)
		admin = s.login("admin@exemple.test").token
		opened := s.call("POST", interventionsAt, admin, map[string]any{"idCasier": 1, "cause": "autre"})
		s.want("an intervention", opened, 201, "")
		expect("open an intervention", webhook.InterventionOpened)
		s.want("resolve it", s.call("POST", "/api/admin/intervention/"+number(opened.Body["id"])+"/resolution", admin,
			map[string]any{}), 200, "")
		expect("resolve an intervention", webhook.InterventionResolved)
		for _, event := range webhook.Types() {
			if !told[string(event)] {
				t.Errorf("%s was never told", event)
			}
		}
	})
}

// checkRequest checks the signature of a request, its body against the document, and that it says nothing of a person.
func (s *site) checkRequest(got received, secret string) {
	s.t.Helper()
	var seconds int64
	_, _ = fmt.Sscan(got.header.Get("webhook-timestamp"), &seconds)
	want, err := webhook.Sign([]string{secret}, got.header.Get("webhook-id"), time.Unix(seconds, 0), got.body)
	s.check(err)
	if seconds == 0 || got.header.Get("webhook-signature") != want || got.header.Get("User-Agent") != "Consigne/test" ||
		got.header.Get("Content-Type") != "application/json" {
		s.t.Errorf("headers %v, want the signature %s", got.header, want)
	}
	for _, personal := range []string{"exemple.test", "Secret", "Zoé", "0612345678", "sim_", "****"} {
		if strings.Contains(got.body, personal) {
			s.t.Errorf("%q is told: %s", personal, got.body)
		}
	}
	if err := apitest.CheckWebhook(got.event.Type, got.body); err != nil {
		s.t.Errorf("%s: %v: %s", got.event.Type, err, got.body)
	}
}

// What a person does with an endpoint: its secret is shown once and replaced with a day of overlap, its log tells what
// was sent and answered, what failed is tried again later or at once, and one that is gone is suspended until it is
// made active again.
func TestTheLifeOfAWebhook(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		to := newReceiver(t)
		admin := s.login("admin@exemple.test").token
		path, secret := s.newWebhook(admin, to.URL+"?cle=1", webhook.LockerDeactivated, webhook.LockerActivated)
		for what, c := range map[string]struct {
			body     map[string]any
			sentence string
		}{
			"no label": {
				map[string]any{"adresse": to.URL, "evenements": []string{"stay.ended"}},
				"Veuillez donner un libellé.",
			},
			"no event": {map[string]any{"libelle": "V", "adresse": to.URL}, "Choisissez au moins un événement."},
			"a fragment": {map[string]any{
				"libelle": "V", "adresse": "https://exemple.fr/#a",
				"evenements": []string{"stay.ended"},
			}, "L'adresse s'écrit comme «\u00a0https://exemple.fr/notifications\u00a0», sans nom d'utilisateur ni «\u00a0#\u00a0»."},
			"unknown": {
				map[string]any{"libelle": "V", "adresse": to.URL, "evenements": []string{"stay.lost"}},
				"Cet événement n'est pas connu.",
			},
		} {
			s.want(what, s.call("PUT", path, admin, c.body), 422, c.sentence)
		}
		moved := s.call("PUT", path, admin, map[string]any{
			"libelle": "Ville", "adresse": to.URL + "?cle=2", "evenements": []string{"locker.activated", "locker.deactivated"},
			"actif": true,
		})
		if shown := s.call("GET", path, admin, nil); moved.Status != 200 || shown.Body["adresse"] != to.URL+"?cle=2" {
			t.Errorf("another query: %s, then %s", moved.Raw, shown.Raw)
		}
		s.want("elsewhere", s.call("GET", path, s.login("ailleurs@exemple.test").token, nil), 404, "")
		s.want("no right", s.call("GET", path, s.login("gestionnaire@exemple.test").token, nil), 403, "")

		replaced := s.call("POST", path+"/secret", admin, nil)
		s.want("replaced", replaced, 200, "")
		trial := s.call("POST", path+"/essai", admin, nil)
		s.want("trial", trial, 201, "")
		s.notify()
		got := to.take()
		if len(got) != 1 || got[0].event.Type != "consigne.test" {
			t.Fatalf("the trial: %v", types(got))
		}
		signatures := strings.Fields(got[0].header.Get("webhook-signature"))
		if len(signatures) != 2 {
			t.Fatalf("signatures: %v", signatures)
		}
		for i, by := range []string{fmt.Sprint(replaced.Body["secret"]), secret} {
			one := got[0]
			one.header = one.header.Clone()
			one.header.Set("webhook-signature", signatures[i])
			s.checkRequest(one, by)
		}
		s.clock.advance(25 * time.Hour)
		admin = s.login("admin@exemple.test").token
		delivery := "/api/admin/livraison/" + number(trial.Body["id"])
		details := s.call("GET", delivery, admin, nil)
		attempts, _ := details.Body["detailTentatives"].([]any)
		if details.Body["contenu"] != got[0].body || details.Body["etat"] != "livree" || len(attempts) != 1 {
			t.Errorf("the delivery: %s", details.Raw)
		} else if answer, _ := attempts[0].(map[string]any)["reponse"].(string); len([]rune(answer)) != 1024 {
			t.Errorf("the answer has %d characters", len([]rune(answer)))
		}
		again := s.call("POST", delivery+"/renvoyer", admin, nil)
		s.want("again", again, 201, "")
		s.notify()
		if got := to.take(); len(got) != 1 || got[0].header.Get("webhook-id") != trial.Body["idEvenement"] ||
			len(strings.Fields(got[0].header.Get("webhook-signature"))) != 1 {
			t.Errorf("sent again: %v", got)
		}

		to.answer(http.StatusInternalServerError)
		switchLocker := func() { s.want("switch", s.call("PATCH", "/api/admin/casier/2/switch-actif", admin, nil), 200, "") }
		switchLocker()
		switchLocker()
		s.notify()
		shown := s.call("GET", path, admin, nil)
		if len(to.take()) != 1 || fmt.Sprint(shown.Body["enAttente"], shown.Body["enEchec"]) != "2 1" {
			t.Errorf("one failed, the other waits for it: %s", shown.Raw)
		}
		list := s.call("GET", path+"/livraisons?etat=en_attente&evenement=locker.deactivated", admin, nil)
		items, _ := list.Body["items"].([]any)
		if len(items) != 1 || !strings.Contains(list.Raw, "Le serveur a répondu 500.") {
			t.Fatalf("the list: %s", list.Raw)
		}
		s.notify()
		if got := to.take(); len(got) != 0 {
			t.Errorf("tried again at once: %v", types(got))
		}
		to.answer(http.StatusOK)
		s.clock.advance(10 * time.Second)
		s.notify()
		if got := types(to.take()); !slices.Equal(got, []string{"locker.deactivated", "locker.activated"}) {
			t.Errorf("after the failure: %v", got)
		}

		to.answer(http.StatusGone)
		switchLocker()
		switchLocker()
		s.notify()
		s.notify()
		shown = s.call("GET", path, admin, nil)
		suspension, _ := shown.Body["suspension"].(map[string]any)
		if len(to.take()) != 1 || suspension["motif"] != "disparue" || fmt.Sprint(shown.Body["enAttente"]) != "2" {
			t.Errorf("gone: %s", shown.Raw)
		}
		s.want("trial", s.call("POST", path+"/essai", admin, nil), 409,
			"Cette notification est désactivée ou suspendue\u00a0: activez-la d'abord.")
		s.check(s.mailer.SendDue(t.Context()))
		// the manager's and the creator's
		if mails := s.mailbox.about("Une notification sortante est suspendue\u00a0: «\u00a0Ville\u00a0»"); len(mails) != 2 {
			t.Errorf("%d letters", len(mails))
		}
		switchLocker() // what happens meanwhile waits
		to.answer(http.StatusOK)
		s.want("active", s.call("PUT", path, admin,
			map[string]any{
				"libelle": "Ville", "adresse": to.URL,
				"evenements": []string{"locker.activated", "locker.deactivated"}, "actif": true,
			}), 200, "")
		s.notify()
		if got := types(to.take()); !slices.Equal(got,
			[]string{"locker.deactivated", "locker.activated", "locker.deactivated"}) {
			t.Errorf("active again: %v", got)
		}
		s.want("deleted", s.call("DELETE", path, admin, nil), 204, "")
		switchLocker()
		s.notify()
		if got := to.take(); len(got) != 0 {
			t.Errorf("deleted, and told %v", types(got))
		}
	})
}

// Ten endpoints of an operator, and no more, however many are made at once.
func TestTenWebhooksOfAnOperator(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		made := storetest.Race(14, func() bool {
			got := s.call("POST", "/api/admin/exploitant/1/notification", admin,
				map[string]any{"libelle": "V", "adresse": "https://exemple.fr", "evenements": []string{"stay.ended"}})
			return got.Status == 201
		})
		if made != webhook.MostEndpoints {
			t.Errorf("%d were made", made)
		}
	})
}

// Everything fails for five days: the endpoint is suspended, with a letter; what happened waits.
func TestAWebhookThatFailsForFiveDays(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		to := newReceiver(t)
		to.answer(http.StatusServiceUnavailable)
		admin := s.login("admin@exemple.test").token
		path, _ := s.newWebhook(admin, to.URL, webhook.LockerDeactivated, webhook.LockerActivated)
		s.want("switch", s.call("PATCH", "/api/admin/casier/2/switch-actif", admin, nil), 200, "")
		calls := 0
		for range 7 * 24 * 2 {
			s.notify()
			calls += len(to.take())
			s.clock.advance(30 * time.Minute)
			if calls == 10 { // given up: another event goes on failing
				s.want("switch", s.call("PATCH", "/api/admin/casier/1/switch-actif", s.login("admin@exemple.test").token, nil), 200,
					"")
				calls++
			}
		}
		shown := s.call("GET", path, s.login("admin@exemple.test").token, nil)
		suspension, _ := shown.Body["suspension"].(map[string]any)
		if suspension["motif"] != "echecs" || calls < 11 {
			t.Errorf("after %d calls: %s", calls, shown.Raw)
		}
	})
}
