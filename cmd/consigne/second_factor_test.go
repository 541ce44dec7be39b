package main

import (
	"bytes"
	"encoding/base32"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/people/account/totp"
	"consigne/internal/store/storetest"
)

const (
	manager    = "gestionnaire@exemple.test"
	ownFactors = "/api/admin/compte/second-facteur"
)

// The last administrator may lose every factor: a command on the machine opens the account again, while the server
// runs.
func TestSecondFactorsAreResetOnTheMachine(t *testing.T) {
	binary := buildBinary(t)
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.SQLiteURL,
		"postgres": storetest.PostgresURL,
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			outbox := t.TempDir()
			site := newSignInSite(t, binary, address(t))
			plain := site.command
			site.command = func(args ...string) *exec.Cmd {
				one := plain(args...)
				one.Env = append(one.Env, "CONSIGNE_OUTBOX="+outbox)
				return one
			}
			site.start()
			site.awake()
			token, _ := site.addApplication()
			if status, _ := site.ask("GET", ownFactors, token, nil); status != http.StatusOK {
				t.Fatalf("before, the session answers %d", status)
			}
			site.signIn()

			text, err := site.command("admin", "reset-second-factor", "personne@exemple.test").CombinedOutput()
			var failed *exec.ExitError
			if !errors.As(err, &failed) || !strings.Contains(string(text), "aucun compte n'a cette adresse") {
				t.Errorf("an unknown address: %v, %s", err, text)
			}
			text, err = site.command("admin", "reset-second-factor", manager).CombinedOutput()
			if err != nil || !strings.Contains(string(text), "Ce compte n'a plus de second facteur") {
				t.Fatalf("%v, %s", err, text)
			}
			if status, _ := site.ask("GET", ownFactors, token, nil); status != http.StatusUnauthorized {
				t.Errorf("the session of before answers %d", status)
			}
			status, entered := site.ask("POST", "/api/compte/connexion", "",
				map[string]string{"username": manager, "password": managerPassword})
			if status != http.StatusOK || entered["token"] == nil {
				t.Errorf("by the password alone: %d %v", status, entered)
			}
			for _, query := range []string{
				`SELECT COUNT(*) FROM audit_log WHERE action = 'compte.facteurs_effaces' AND actor_id IS NULL`,
				`SELECT COUNT(*) FROM security_events WHERE kind = 'compte.facteurs_effaces'`,
			} {
				lines := 0
				must(t, site.db.QueryRowContext(t.Context(), query).Scan(&lines))
				if lines != 1 {
					t.Errorf("%d lines: %s", lines, query)
				}
			}
			awaitMail(t, outbox, "Un responsable vient de retirer")
		})
	}
}

// Two servers on one database receive the same code at the same time: the database lets one of them sign in.
func TestACodeIsGoodOnceOnTwoServers(t *testing.T) {
	binary, address := buildBinary(t), storetest.PostgresURL(t)
	first := newSignInSite(t, binary, address)
	second := newKilledSite(t, binary, address, "")
	for _, site := range []*killedSite{first.killedSite, second} {
		site.start()
		site.awake()
	}
	_, key := first.addApplication()
	sites := []*signInSite{first, {second}}
	for range 3 {
		steps := []string{first.signIn(), sites[1].signIn()}
		// The code of now may be the one that confirmed the application; the next one is good already.
		made := time.Now()
		code := totp.At(key, made.Add(30*time.Second))
		statuses := make(chan int, len(sites))
		for i, site := range sites {
			go func() {
				status, _, err := site.send("POST", "/api/compte/connexion/second-facteur", "",
					map[string]string{"jetonEtape": steps[i], "moyen": "totp", "code": code})
				if err != nil {
					t.Error(err)
				}
				statuses <- status
			}()
		}
		got := []int{<-statuses, <-statuses}
		slices.Sort(got)
		if slices.Equal(got, []int{http.StatusOK, http.StatusUnauthorized}) {
			return
		}
		if time.Since(made) < 30*time.Second { // else the code was no longer good when this machine came to it
			t.Fatalf("the servers answered %v", got)
		}
	}
	t.Error("this machine is too slow to send a code in time")
}

// signInSite is a site with a manager.
type signInSite struct{ *killedSite }

func newSignInSite(t *testing.T, binary, address string) *signInSite {
	t.Helper()
	database := storetest.Open(t, address)
	seedStays(t, database)
	seedManager(t, database)
	return &signInSite{newKilledSite(t, binary, address, "")}
}

// send calls the API, and returns the body of the answer if it is an object.
func (s *signInSite) send(method, path, token string, body any) (int, map[string]any, error) {
	typed, err := json.Marshal(body)
	if err != nil {
		return 0, nil, err
	}
	request, err := http.NewRequestWithContext(s.ctx, method, s.url+path, bytes.NewReader(typed))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	got := map[string]any{}
	err = json.NewDecoder(response.Body).Decode(&got)
	return response.StatusCode, got, err
}

func (s *signInSite) ask(method, path, token string, body any) (int, map[string]any) {
	s.t.Helper()
	status, got, err := s.send(method, path, token, body)
	must(s.t, err)
	return status, got
}

// text makes a call that must be accepted, and returns a text of its answer.
func (s *signInSite) text(path, token, field string, body any) string {
	s.t.Helper()
	status, got := s.ask("POST", path, token, body)
	text, _ := got[field].(string)
	if status != http.StatusOK || text == "" && field != "" {
		s.t.Fatalf("%s: %d %v", path, status, got)
	}
	return text
}

// signIn gives the password, and returns the token of the step that awaits the second factor.
func (s *signInSite) signIn() string {
	s.t.Helper()
	return s.text("/api/compte/connexion", "", "jetonEtape",
		map[string]string{"username": manager, "password": managerPassword})
}

// addApplication signs in and adds an application of codes. It returns the token of the session, and the key.
func (s *signInSite) addApplication() (token string, key []byte) {
	s.t.Helper()
	token = s.text("/api/compte/connexion", "", "token",
		map[string]string{"username": manager, "password": managerPassword})
	step := s.text("/api/admin/compte/confirmation", token, "jetonEtape", map[string]string{"motDePasse": managerPassword})
	typed := s.text("/api/compte/second-facteur/totp", "", "cle", map[string]string{"jetonEtape": step})
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(typed)
	must(s.t, err)
	s.text("/api/compte/second-facteur", "", "",
		map[string]string{"jetonEtape": step, "nom": "Essai", "moyen": "totp", "code": totp.At(key, time.Now())})
	return token, key
}

// awaitMail waits until a mail with these words, in ASCII, is in the outbox.
func awaitMail(t *testing.T, outbox, words string) {
	t.Helper()
	for range 3000 {
		names, err := filepath.Glob(filepath.Join(outbox, "*.eml"))
		must(t, err)
		for _, name := range names {
			text, err := os.ReadFile(name)
			must(t, err)
			if strings.Contains(strings.ReplaceAll(string(text), "=\r\n", ""), words) {
				return
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("no mail says %q", words)
}
