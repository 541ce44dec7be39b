package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime/quotedprintable"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/demo"
	"consigne/internal/store"
)

// measuredSite is a node made as `serve` makes it, with all its output.
type measuredSite struct {
	t            *testing.T
	url, metrics string
	outbox       string
	fieldKey     string
	log, spans   *lockedText
	secrets      map[string]bool
	database     *store.Store
	stop         func()
}

type lockedText struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (l *lockedText) Write(p []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.Write(p)
}

func (l *lockedText) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.String()
}

func newMeasuredSite(t *testing.T, database string) *measuredSite {
	t.Helper()
	needsConsole(t)
	s := &measuredSite{t: t, log: &lockedText{}, spans: &lockedText{}, secrets: map[string]bool{}, outbox: t.TempDir()}
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/traces" {
			_, _ = io.Copy(s.spans, r.Body)
		}
	}))
	t.Cleanup(collector.Close)
	address := freeAddress(t)
	for name, value := range map[string]string{
		"CONSIGNE_DATABASE_URL": database, "CONSIGNE_SECRET": strings.Repeat("s", 32), "CONSIGNE_OUTBOX": s.outbox,
		"CONSIGNE_TILES_URL": "aucun", "CONSIGNE_SECOND_FACTOR": "aucun",
		"CONSIGNE_METRICS_LISTEN": address, "CONSIGNE_OTLP_URL": collector.URL, "CONSIGNE_TRACES_RATIO": "1",
		"CONSIGNE_MQTT_URL": "mqtt://" + freeAddress(t), // an address where nothing listens
	} {
		t.Setenv(name, value)
	}
	c, err := readConfig()
	must(t, err)
	log := newLog(s.log, slog.LevelDebug)
	ctx, cancel := context.WithCancel(t.Context())
	measured, err := newTelemetry(ctx, c, log)
	must(t, err)
	s.database, err = openMigrated(ctx, c.settings, measured.tracing...)
	must(t, err)
	node, err := newNode(ctx, c, s.database, measured.Node, log)
	must(t, err)
	var said bytes.Buffer
	must(t, offerDemo(ctx, s.database, node.Accounts, 100, &said))
	s.fieldKey = s.secret(regexp.MustCompile(`ck_\S+`).FindString(said.String()))

	handler, err := node.Handler()
	must(t, err)
	site := httptest.NewServer(handler)
	s.url, s.metrics = site.URL, "http://"+address+"/metrics"
	must(t, serveMetrics(ctx, c.MetricsListen, measured.Handler(), log))
	var background sync.WaitGroup
	for _, job := range node.Jobs() {
		background.Go(func() { job(ctx) })
	}
	s.stop = sync.OnceFunc(func() {
		cancel()
		site.Close()
		background.Wait()
		measured.flush()
		_ = s.database.Close()
	})
	t.Cleanup(s.stop)
	return s
}

// secret registers a text that must not appear in any output, and returns it.
func (s *measuredSite) secret(text string) string {
	s.t.Helper()
	if text == "" {
		s.t.Fatal("a secret is empty")
	}
	s.secrets[text] = true
	return text
}

// call sends a request and returns the value at a key of the answer.
func (s *measuredSite) call(status int, method, path, bearer, body, key string) string {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(body))
	must(s.t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Forwarded-For", "203.0.113.77")
	if bearer != "" {
		request.Header.Set("Authorization", "Bearer "+bearer)
	}
	response, err := http.DefaultClient.Do(request)
	must(s.t, err)
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	must(s.t, err)
	if response.StatusCode != status {
		s.t.Fatalf("%s %s: %d, want %d: %.300s", method, path, response.StatusCode, status, text)
	}
	if key == "" {
		return string(text)
	}
	var answer map[string]any
	must(s.t, json.Unmarshal(text, &answer))
	return fmt.Sprint(answer[key])
}

func (s *measuredSite) scrape() string {
	s.t.Helper()
	response, err := http.Get(s.metrics)
	must(s.t, err)
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	must(s.t, err)
	return string(text)
}

// keepScraping scrapes the metrics more often than Prometheus would, until stop is called.
func (s *measuredSite) keepScraping() (stop func()) {
	ctx, cancel := context.WithCancel(s.t.Context())
	var scraper sync.WaitGroup
	scraper.Go(func() {
		for ; ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
			if response, err := http.Get(s.metrics); err == nil {
				_, _ = io.Copy(io.Discard, response.Body)
				_ = response.Body.Close()
			}
		}
	})
	stop = func() {
		cancel()
		scraper.Wait()
	}
	s.t.Cleanup(stop)
	return stop
}

// eventually waits until the jobs have made a condition true.
func (s *measuredSite) eventually(what string, there func() bool) {
	s.t.Helper()
	for range 200 {
		if there() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.t.Fatalf("not within ten seconds: %s", what)
}

var tokenInMail = regexp.MustCompile(`#jeton=([\w%-]+)`)

// tokenIn returns the token in the mail sent to an address.
func (s *measuredSite) tokenIn(email string) string {
	token := ""
	s.eventually("a mail to"+email, func() bool {
		mails, err := filepath.Glob(filepath.Join(s.outbox, "*.eml"))
		must(s.t, err)
		for _, name := range mails {
			message, err := os.ReadFile(name)
			if err != nil || !bytes.Contains(message, []byte(email)) {
				continue
			}
			plain, _ := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(message)))
			if found := tokenInMail.FindSubmatch(plain); found != nil {
				token = string(found[1])
			}
		}
		return token != ""
	})
	return s.secret(token)
}

// walk runs through a day of the node: the calls of people, applications and controllers, both valid and invalid.
func (s *measuredSite) walk() {
	const manager, admin = "gestionnaire@grandval.test", "admin@consigne.test"
	login := func(email, password string) string {
		token := s.call(200, "POST", "/api/compte/connexion", "",
			`{"username":"`+s.secret(email)+`","password":"`+s.secret(password)+`"}`, "")
		var pair struct{ Token, RefreshToken string }
		must(s.t, json.Unmarshal([]byte(token), &pair))
		s.secret(pair.RefreshToken)
		s.call(200, "GET", "/api/token/refresh?refreshToken="+pair.RefreshToken, s.secret(pair.Token), "", "")
		s.call(200, "POST", "/api/token/refresh", pair.Token, `{"refreshToken":"`+pair.RefreshToken+`"}`, "")
		return pair.Token
	}
	token, platform := login(manager, demo.Password), login(admin, demo.Password)
	s.call(401, "POST", "/api/compte/connexion", "",
		`{"username":"`+s.secret("intrus.malvenu@exemple.test")+`","password":"`+s.secret("Devine-moi-2026")+`"}`, "")
	s.call(400, "POST", "/api/compte/connexion", "", `{"username":"intrus.malvenu@exemple.test"`, "")
	s.call(404, "GET", "/api/"+s.secret("chemin-a-elle")+"/intrus.malvenu@exemple.test", token, "", "")
	s.call(200, "GET", "/nouveau-mot-de-passe?jeton="+s.secret("jeton-inconnu-9x7"), "", "", "")

	s.call(200, "POST", "/api/mot-de-passe/demander-changement", "", `{"mail":"hotline@grandval.test"}`, "")
	link := s.tokenIn(s.secret("hotline@grandval.test"))
	s.call(200, "POST", "/api/mot-de-passe/changer", "",
		`{"jeton":"`+link+`","motDePasse":"`+s.secret("Tout-nouveau-mot-2026")+`"}`, "")

	person := func(email string) string {
		return `{"nom":"` + s.secret("Quintefeuille") + `","prenom":"` + s.secret("Zéphyrine") + `","telephone":"` +
			s.secret("0798765432") + `","email":"` + s.secret(email) + `"}`
	}
	s.call(201, "POST", "/api/admin/gestionnaire/exploitant/1", platform, person("zephyrine.q@exemple.test"), "")
	s.tokenIn("zephyrine.q@exemple.test")
	customer := s.call(201, "POST", "/api/terrain/utilisateurs", s.fieldKey, person("z.usagere@exemple.test"), "id")
	s.call(200, "PUT", "/api/terrain/utilisateurs/"+customer+"/carte", s.fieldKey,
		`{"jeton":"`+s.secret("sim_acceptee")+`"}`, "")
	s.call(422, "PUT", "/api/terrain/utilisateurs/"+customer+"/carte", s.fieldKey,
		`{"jeton":"`+s.secret("sim_fantaisie")+`"}`, "")
	s.secret("**** 4242")

	stay, locker := "", 1
	for ; stay == ""; locker++ { // the first that is free and has a tariff
		answer := s.tryStay(locker, customer)
		if answer != nil {
			stay = fmt.Sprint(answer["id"])
		}
	}
	code := s.call(200, "PATCH", fmt.Sprintf("/api/admin/casier/%d/generer_code", locker-1), token, "", "code")
	s.call(403, "POST", fmt.Sprintf("/api/terrain/casiers/%d/code", locker-1), s.fieldKey,
		`{"code":"`+s.secret("905318")+`"}`, "")
	s.call(200, "POST", fmt.Sprintf("/api/terrain/casiers/%d/code", locker-1), s.fieldKey, `{"code":"`+s.secret(code)+`"}`,
		"")
	s.call(200, "POST", "/api/terrain/occupations/"+stay+"/fin", s.fieldKey, "", "")

	s.call(200, "GET", "/api/admin/utilisateurs?search=Quintefeuille&email=z.usagere%40exemple.test", platform, "", "")
	s.call(200, "GET", "/api/admin/paiements/exploitant/1?search=Z%C3%A9phyrine", token, "", "")
	s.call(200, "GET", "/api/admin/usages?exploitant=1&search=Quintefeuille", token, "", "")
	s.call(200, "GET", "/api/admin/iloo/analytics/1", token, "", "")
	s.call(200, "GET", "/api/admin/iloo/analytics", platform, "", "")
	s.call(200, "POST", "/api/admin/paiements/exportation/exploitant/1/format/csv", token,
		`{"filters":{"search":"Quintefeuille"}}`, "")
	ticket := s.call(201, "POST", "/api/admin/paiements/exportation/exploitant/1", token,
		`{"filters":{"search":"Quintefeuille"}}`, "token")
	s.call(200, "GET", "/api/paiements/exportation/exploitant/1/format/csv/"+s.secret(ticket), "", "", "")
	s.call(404, "GET", "/api/paiements/exportation/exploitant/1/format/csv/"+ticket, "", "", "")
}

// tryStay begins a stay that started an hour ago, and returns nil if it cannot begin there.
func (s *measuredSite) tryStay(locker int, customer string) map[string]any {
	s.t.Helper()
	if locker > 200 {
		s.t.Fatal("no stay can begin anywhere")
	}
	body := fmt.Sprintf(`{"idCasier":%d,"idUtilisateur":%s}`, locker, customer)
	request, err := http.NewRequestWithContext(s.t.Context(), "POST", s.url+"/api/terrain/occupations",
		strings.NewReader(body))
	must(s.t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+s.fieldKey)
	response, err := http.DefaultClient.Do(request)
	must(s.t, err)
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusCreated {
		return nil
	}
	var answer map[string]any
	must(s.t, json.NewDecoder(response.Body).Decode(&answer))
	return answer
}
