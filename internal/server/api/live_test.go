package api_test

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/desk/live"
	"consigne/internal/domain/places/controller"
	"consigne/internal/server/api"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// livePage is an open stream of changes.
type livePage struct {
	t        *testing.T
	lines    chan string // closed when the stream ends
	position string
}

// follow opens a stream, and waits until the server has begun it.
func (s *site) follow(token, after string) *livePage {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+"/api/admin/flux", nil)
	s.check(err)
	request.Header.Set("Authorization", "Bearer "+token)
	if after != "" {
		request.Header.Set("Last-Event-ID", after)
	}
	response, err := client.Do(request)
	s.check(err)
	s.t.Cleanup(func() { _ = response.Body.Close() })
	if form := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK ||
		!strings.HasPrefix(form, "text/event-stream") ||
		!strings.HasPrefix(
			response.Header.Get("Cache-Control"), "no-store",
		) || response.Header.Get("X-Accel-Buffering") != "no" {
		s.t.Fatalf("the stream: %d, %v", response.StatusCode, response.Header)
	}
	page := &livePage{t: s.t, lines: make(chan string, 1000)}
	go func() {
		defer close(page.lines)
		for scanner := bufio.NewScanner(response.Body); scanner.Scan(); {
			page.lines <- scanner.Text()
		}
	}()
	return page
}

// told returns the events up to the next position, or to the end of the stream, as their names and data.
func (p *livePage) told() string {
	p.t.Helper()
	var events []string
	for {
		select {
		case line, open := <-p.lines:
			name, value, _ := strings.Cut(line, ": ")
			switch {
			case !open:
				return strings.Join(append(events, "end"), " ")
			case name == "id":
				p.position = value
				return strings.Join(events, " ")
			case name == "event":
				events = append(events, value)
			case name == "data" && value != "{}":
				events = append(events, value)
			}
		case <-time.After(5 * time.Second):
			p.t.Fatal("nothing was told for five seconds")
		}
	}
}

func (p *livePage) want(told string) {
	p.t.Helper()
	if got := p.told(); got != told {
		p.t.Errorf("told %s, want %s", got, told)
	}
}

func withFeed(t *testing.T, database *store.Store) *site {
	s := newSite(t, database, func(parts *api.Components) {
		ctx, stop := context.WithCancel(context.Background())
		go parts.Live.Run(ctx)
		t.Cleanup(func() { parts.Live.Close(); stop() })
	})
	s.check(s.parts.Live.Read(t.Context()))
	return s
}

func TestLiveChanges(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		s := withFeed(t, database)
		manager, elsewhere := s.login("gestionnaire@exemple.test").token, s.login("ailleurs@exemple.test").token
		here, there := s.follow(s.login("hotline@exemple.test").token, ""), s.follow(elsewhere, "")
		here.told()
		there.told()

		s.want("switch", s.call("PATCH", "/api/admin/casier/1/switch-actif", manager, nil), 200, "")
		here.want(`changement {"sujet":"service","exploitant":1,"station":1,"id":1}`)
		_, err := controller.NewService(s.store, s.clock).DoorMoved(t.Context(), 1,
			controller.Door{LockerID: 1, Open: true, MovedAt: s.clock.Now()})
		s.check(err)
		here.want(`changement {"sujet":"porte","exploitant":1,"station":1,"id":1}`)
		s.want("elsewhere", s.call("PATCH", "/api/admin/casier/3/switch-actif", elsewhere, nil), 200, "")
		there.want(`changement {"sujet":"service","exploitant":2,"station":3,"id":3}`)

		// Who comes back is told what happened meanwhile, and nothing of the other operator.
		again := s.follow(manager, here.position)
		again.want("")
		s.want("switch", s.call("PATCH", "/api/admin/casier/1/switch-actif", manager, nil), 200, "")
		s.check(s.parts.Live.Read(t.Context())) // a stream that begins before the change is read tells it second
		s.follow(manager, again.position).want(`changement {"sujet":"service","exploitant":1,"station":1,"id":1}`)
		s.follow(manager, "999999").want("reprise")
		s.follow(manager, "n'importe quoi").want("reprise")
	})
}

// Who opens too many screens is refused, which is no error of the log; one that is closed makes room.
func TestTooManyScreensAreNoError(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		s := withFeed(t, database)
		token := s.login("hotline@exemple.test").token
		actor, err := s.parts.Accounts.Authenticate(t.Context(), token)
		s.check(err)
		var last *live.Stream
		for range 100 {
			last, err = s.parts.Live.Open(actor, -1, time.Now())
			s.check(err)
		}
		refused := s.call("GET", "/api/admin/flux", token, nil)
		s.want("one more", refused, 503, "Trop d'écrans sont ouverts. Les changements s'affichent ici avec un peu de retard.")
		if wait := refused.Header.Get("Retry-After"); wait != "60" {
			t.Errorf("Retry-After %q", wait)
		}
		if logged := s.log.String(); !strings.Contains(logged, `"status":503`) ||
			strings.Contains(logged, `"level":"ERROR"`) {
			t.Errorf("logged %s", logged)
		}
		last.Close()
		s.follow(token, "0").told()
	})
}

// A ban and the end of a session end the stream at once; a role that was taken away is told, and its operator no more.
func TestLiveRights(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) {
		s := withFeed(t, database)
		admin, hotline, manager := s.login("admin@exemple.test").token, s.login("hotline@exemple.test"),
			s.login("gestionnaire@exemple.test").token
		banned, left := s.follow(manager, "0"), s.follow(hotline.token, "0")
		banned.told()
		left.told()
		s.want("ban", s.call("PATCH", "/api/admin/utilisateur/2/switch-actif", admin, nil), 200, "")
		if got := banned.told(); got != "fin end" {
			t.Errorf("banned: %s", got)
		}
		if got := left.told(); !strings.Contains(got, `{"sujet":"compte","exploitant":1,"id":2}`) {
			t.Errorf("a colleague: %s", got)
		}
		s.want("sign out", s.call("POST", "/api/token/invalidate", hotline.token,
			map[string]any{"refreshToken": hotline.refresh}), 200, "")
		if got := left.told(); got != "fin end" {
			t.Errorf("signed out: %s", got)
		}
		s.want("again", s.call("GET", "/api/admin/flux", hotline.token, nil), 401, "")
		s.want("a customer", s.call("GET", "/api/admin/flux", s.login("usager@exemple.test").token, nil), 403, "")
	})
}

// A node that stops ends its streams at once, and tells each client to wait a little before it comes back.
func TestANodeThatStopsEndsItsStreams(t *testing.T) {
	t.Parallel()
	s := withFeed(t, storetest.Open(t, storetest.SQLiteURL(t)))
	page := s.follow(s.login("hotline@exemple.test").token, "")
	page.told()
	s.parts.Live.Close()
	if got := page.told(); got != "fin end" {
		t.Errorf("told %s", got)
	}
}
