package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"consigne/internal/adapter/psp/stripe/stripetest"
	"consigne/internal/kernel/money"
	"consigne/internal/server/api/apitest"
	"consigne/internal/testenv"
)

// Two nodes behind HAProxy keep working while each part is killed in turn. Errors last no longer than the part is
// away plus five seconds; everything acknowledged is stored, and each stay is paid by one charge.
func TestClusterSurvivesItsParts(t *testing.T) {
	c := newCluster(t)
	defer c.logErrors()
	load := startLoad(c)
	time.Sleep(time.Second)
	for _, part := range []struct {
		name       string
		away       time.Duration
		stop, back func()
		unnoticed  bool
	}{
		{"node 1 killed", 700 * time.Millisecond, c.nodes[0].kill, func() { c.nodes[0].start() }, false},
		{"node 2 stopped", 2 * time.Second, c.nodes[1].terminate, func() { c.nodes[1].start() }, true},
		{"node 2 killed", 700 * time.Millisecond, c.nodes[1].kill, func() { c.nodes[1].start() }, false},
		{"provider killed", time.Second, c.double.kill, func() { c.double.start(t) }, true},
		{"PostgreSQL killed", time.Second, c.primary.kill, c.primary.start, false},
		{
			"PostgreSQL frozen", 12 * time.Second, func() { c.primary.signal(syscall.SIGSTOP) },
			func() { c.primary.signal(syscall.SIGCONT) }, false,
		},
	} {
		load.forget()
		part.stop()
		time.Sleep(part.away)
		part.back()
		back := time.Now()
		load.calm(back)
		errors, last, slowest := load.trouble()
		t.Logf("%-17s %3d errors, the last %4d ms after it was back; the slowest answer took %4d ms",
			part.name, errors, max(0, last.Sub(back)).Milliseconds(), slowest.Milliseconds())
		if part.unnoticed && errors > 0 {
			t.Errorf("%s: %d errors", part.name, errors)
		}
		if last.Sub(back) > 5*time.Second {
			t.Errorf("%s: errors until %v after it was back", part.name, last.Sub(back))
		}
		if part.name == "PostgreSQL killed" && slowest > 2*time.Second ||
			part.name == "PostgreSQL frozen" && slowest > 11*time.Second {
			t.Errorf("%s: an answer took %v", part.name, slowest)
		}
	}
	load.stop()
	node := c.nodes[0]
	node.settle()
	if node.check(load.ids, load.prices, c.double) < 25 {
		t.Error("the kills hardly hit any call: this test proves too little")
	}
	t.Logf("%d stays and %d stations were acknowledged", len(load.ids), load.stations)
}

// load makes the calls of people and applications in the background.
type load struct {
	c       *cluster
	random  *rand.Rand
	ended   chan struct{}
	workers sync.WaitGroup

	mu       sync.Mutex
	ids      []int64
	prices   []money.Cents
	stations int
	errors   int
	last     time.Time // when the last error was answered
	since    time.Time // only later calls are counted
	slowest  time.Duration
	statuses map[int]int // how many calls were answered by each status that is an error; 0: without an answer
	written  time.Time   // when the latest write was sent that has been acknowledged
}

func startLoad(c *cluster) *load {
	l := &load{c: c, random: testenv.Random(c.t), ended: make(chan struct{}), statuses: map[int]int{}}
	site := c.nodes[0]
	for i := range 6 {
		person := map[string]any{
			"email": fmt.Sprintf("u%d@exemple.test", i), "nom": "Nom", "prenom": "Prénom",
			"telephone": "0600000000",
		}
		accountID := number(site.call("POST", "utilisateurs", person)["id"])
		card := []string{stripetest.Accepted, stripetest.Slow, stripetest.Accepted, stripetest.Cut}[i%4]
		site.call("PUT", fmt.Sprintf("utilisateurs/%d/carte", accountID),
			map[string]any{"jeton": fmt.Sprintf("pm_%s_%d", card, i)})
		l.workers.Go(func() { l.stay(accountID) })
	}
	l.workers.Go(l.manage)
	return l
}

func (l *load) stop() {
	close(l.ended)
	l.workers.Wait()
}

func (l *load) over() bool {
	select {
	case <-l.ended:
		return true
	default:
		return false
	}
}

// stay begins and ends stays of a user. It repeats each call with its idempotency key until it is answered.
func (l *load) stay(accountID int64) {
	for !l.over() {
		began := time.Now().Add(-time.Duration(l.random.IntN(600)) * time.Minute)
		id := number(l.field("occupations", map[string]any{"idCasier": 1, "idUtilisateur": accountID, "debut": began})["id"])
		price := money.Cents(number(l.field(fmt.Sprintf("occupations/%d/fin", id), map[string]any{})["cout"]))
		l.mu.Lock()
		l.ids, l.prices = append(l.ids, id), append(l.prices, price)
		l.mu.Unlock()
		time.Sleep(100 * time.Millisecond)
	}
}

func (l *load) field(path string, body any) map[string]any {
	key := uuid.NewString()
	headers := map[string]string{"Authorization": "Bearer " + l.c.nodes[0].key, "Idempotency-Key": key}
	for {
		status, _, text := l.send("POST", "/api/terrain/"+path, headers, body)
		got := map[string]any{}
		if status > 0 && status < 500 {
			if err := json.Unmarshal(text, &got); err != nil || status >= 300 {
				l.c.t.Errorf("%s: %d %s", path, status, text)
			}
			return got
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// manage signs in, adds stations, and checks that each is in the lists at once.
func (l *load) manage() {
	token, signedIn := "", time.Time{}
	for n := 0; !l.over(); time.Sleep(100 * time.Millisecond) {
		if time.Since(signedIn) > 15*time.Second {
			status, _, text := l.send("POST", "/api/compte/connexion", nil,
				map[string]string{"username": "gestionnaire@exemple.test", "password": managerPassword})
			got := struct{ Token string }{}
			if status != http.StatusOK || json.Unmarshal(text, &got) != nil {
				continue
			}
			token, signedIn = got.Token, time.Now()
		}
		headers := map[string]string{"Authorization": "Bearer " + token}
		name := "Halle " + strconv.Itoa(n)
		status, _, text := l.send("POST", "/api/admin/exploitant/1/station/ajouter", headers, map[string]any{
			"nom": name, "libelleAdmin": name, "latitude": "45.19", "longitude": "5.71", "adresse": "1 rue Haute",
			"codePostal": "38000", "ville": "Grandval", "stationType": "collec",
		})
		n++
		if status >= 500 || status == 0 {
			continue
		}
		status, _, list := l.send("GET", "/api/admin/station/exploitant/1", headers, nil)
		if status == http.StatusOK && !bytes.Contains(list, []byte(name+`"`)) {
			l.c.t.Errorf("%s, acknowledged by %s, is not in the list", name, text)
		}
		l.send("GET", "/api/admin/exploitant/1/a-traiter", headers, nil)
		l.mu.Lock()
		l.stations++
		l.mu.Unlock()
	}
}

// send makes one call and records its outcome. A status of 0 means that there was no answer.
func (l *load) send(
	method, path string, headers map[string]string, body any,
) (status int, header http.Header, text []byte) {
	sent, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	request, err := http.NewRequest(method, l.c.url+path, bytes.NewReader(sent))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	began := time.Now()
	response, err := http.DefaultClient.Do(request)
	if err == nil {
		defer func() { _ = response.Body.Close() }()
		status, header = response.StatusCode, response.Header
		text, err = io.ReadAll(response.Body)
	}
	if err != nil {
		status = 0
	} else if err := apitest.Check(method, request.URL.Path, status, header, text); err != nil {
		l.c.t.Errorf("%s %s: the answer %d is not that of docs/openapi.json: %v\n%.2000s", method, path, status, err, text)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if began.After(l.since) {
		l.slowest = max(l.slowest, time.Since(began))
	}
	if method != http.MethodGet && status >= 200 && status < 300 && began.After(l.written) {
		l.written = began
	}
	if status == 0 || status >= 500 {
		l.errors++
		l.statuses[status]++
		l.last = time.Now()
		if status >= 500 && header.Get("Retry-After") == "" {
			l.c.t.Errorf("%s %s: %d without Retry-After", method, path, status)
		}
		if status >= 500 && !bytes.Contains(text,
			[]byte(`"detail":"Le service est momentanément indisponible. Veuillez réessayer dans un instant."`)) &&
			!bytes.Contains(text, []byte(`"detail":"La réponse demande trop de temps. Veuillez réessayer dans un instant."`)) {
			l.c.t.Errorf("%s %s: %d %s", method, path, status, text)
		}
	}
	return status, header, text
}

func (l *load) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.errors, l.slowest, l.last, l.since, l.statuses = 0, 0, time.Time{}, time.Now(), map[int]int{}
}

func (l *load) trouble() (errors int, last time.Time, slowest time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.errors, l.last, l.slowest
}

// calm waits until no error has occurred for a second.
func (l *load) calm(since time.Time) {
	for deadline := since.Add(8 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if _, last, _ := l.trouble(); time.Since(since) > time.Second && time.Since(last) > time.Second {
			return
		}
	}
}

func (s *killedSite) terminate() {
	_ = s.running.Process.Signal(syscall.SIGTERM)
}
