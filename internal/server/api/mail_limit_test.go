package api_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"consigne/internal/adapter/psp/simulator"
)

// Whoever acts, and through whatever act, an address gets five mails an hour and twenty a day.
func TestAnAddressIsNotFlooded(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const enough = "Trop de messages ont été envoyés à cette adresse. Veuillez réessayer plus tard."
		c := newPaymentSite(s, simulator.Accepted)
		path := c.stay(3 * time.Hour)
		c.collect()
		s.bookkeep()
		s.sent()
		send := func(who string) answer {
			return s.call("POST", path+"/envoyer-recu", s.login(who+"@exemple.test").token, nil)
		}
		total := 0
		for hour := range 5 {
			for n := range 7 {
				got := send([]string{"hotline", "gestionnaire"}[n%2])
				if got.Status == 200 {
					total++
					continue
				}
				s.want("too many", got, 429, enough)
				if wait, err := strconv.Atoi(got.Header.Get("Retry-After")); err != nil || wait <= 0 || wait > 24*60*60 {
					t.Errorf("Retry-After: %q", got.Header.Get("Retry-After"))
				}
			}
			if want := min(5*(hour+1), 20); total != want {
				t.Errorf("after %d hours: %d mails, want %d", hour+1, total, want)
			}
			s.clock.advance(time.Hour)
		}
		if sent := len(s.sent()); sent != 20 {
			t.Errorf("%d mails were sent", sent)
		}
		s.clock.advance(20 * time.Hour)
		s.want("the next day", send("hotline"), 200, "")

		sent := map[string]int{}
		for n := range 20 {
			s.call("PUT", "/api/admin/personnel/utilisateur/3/exploitant/1?role=Hotline",
				s.login("gestionnaire@exemple.test").token,
				typedMember(map[string]string{"email": []string{"une@exemple.test", "autre@exemple.test"}[n%2]}))
			for _, message := range s.sent() {
				sent[message.To]++
			}
		}
		for _, address := range []string{"hotline@exemple.test", "une@exemple.test", "autre@exemple.test"} {
			if n := sent[address]; n == 0 || n > 5 {
				t.Errorf("%s got %d mails", address, n)
			}
		}
		s.want("who fills the count keeps nobody out",
			s.call("POST", "/api/mot-de-passe/demander-changement", "", map[string]string{"mail": "hotline@exemple.test"}), 200,
			"")
		if mails := s.sent(); fmt.Sprint(recipients(mails)) != "hotline@exemple.test" {
			t.Errorf("forgotten password: %s", recipients(mails))
		}
	})
}

// A ban may be taken back and made again at once; its mail goes once a day.
func TestABanIsToldOnceADay(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		told := func() (n int) {
			for _, message := range s.sent() {
				if message.To == "usager@exemple.test" && strings.Contains(message.Subject, "suspendu") {
					n++
				}
			}
			return n
		}
		press := func() {
			t.Helper()
			s.want("banned or reinstated",
				s.call("PATCH", "/api/admin/utilisateur/6/switch-actif", s.login("admin@exemple.test").token, nil), 200, "")
		}
		total := 0
		for range 7 {
			press()
			total += told()
		}
		if total != 1 {
			t.Errorf("%d mails of one day", total)
		}
		s.clock.advance(25 * time.Hour)
		press()
		press()
		if n := told(); n != 1 {
			t.Errorf("%d mails of the next day", n)
		}
	})
}
