package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"consigne/internal/adapter/field"
	"consigne/internal/adapter/mail"
	"consigne/internal/adapter/oidc"
	"consigne/internal/adapter/pdf"
	"consigne/internal/adapter/psp/simulator"
	"consigne/internal/adapter/psp/stripe"
	caller "consigne/internal/adapter/webhook"
	"consigne/internal/app"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/signon"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/server/api"
	"consigne/internal/server/api/apitest"
	"consigne/internal/server/jobs"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// drill has tests go through what `make test` goes through in part (make drill-calls).
var drill = os.Getenv("CONSIGNE_DRILL_CALLS") != ""

const password = "un mot de passe solide"

// passwordHash is the hash of password at the lowest cost of argon2id: the cost of a hash stands in it, and that of
// new ones takes more time than most tests.
const passwordHash = "$argon2id$v=19$m=8,t=1,p=1$c2VsZGVzc2l0ZWVzc2Fpcw$UokhnAWbMsEXZ1s0QgitQBnj8DPxGYzUNxhJ3cQjBcM"

// client keeps a connection for each of several concurrent callers, and follows no redirect.
var client = http.Client{
	Transport:     &http.Transport{MaxIdleConnsPerHost: 32},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// site is the real server on a real database with three operators: 1 (stations 1, with a stay in progress, and 2), 2
// (station 3) and 3, archived. Tariff 1 applies to both lockers of operator 1, tariff 2 to that of operator 2.
type site struct {
	t         *testing.T
	store     *store.Store
	parts     api.Components
	handler   http.Handler
	url       string
	clock     *movableClock
	mailer    *jobs.Mailer
	collector *jobs.Collector
	replayer  *jobs.Replayer
	runner    *queue.Runner
	notifier  *jobs.Notifier
	mailbox   *mailbox
	provider  *simulator.Provider
	log       *lockedBuffer
}

// onSQLite runs a test of calls beside the others, on SQLite alone: the stores hold both engines to the same answers.
func onSQLite(t *testing.T, test func(t *testing.T, s *site)) {
	t.Helper()
	storetest.OnSQLite(t, func(t *testing.T, database *store.Store) { test(t, newSite(t, database)) })
}

// onEachEngine is for calls that race, that meet what an engine does in its own way (locks, time-outs, order, limits of
// values), or whose stores have no test of their own. Thirty such tests are enough (CONTRIBUTING.md).
func onEachEngine(t *testing.T, test func(t *testing.T, s *site)) {
	t.Helper()
	storetest.OnEachEngine(t, func(t *testing.T, database *store.Store) { test(t, newSite(t, database)) })
}

func newSite(t *testing.T, database *store.Store, changes ...func(*api.Components)) *site {
	t.Helper()
	s := newServer(t, database, changes...)
	s.populate()
	return s
}

// newServer returns the site on a database as it is.
func newServer(t *testing.T, database *store.Store, changes ...func(*api.Components)) *site {
	t.Helper()
	s := &site{
		t: t, store: database, mailbox: &mailbox{}, log: &lockedBuffer{}, provider: simulator.New(),
		clock: &movableClock{now: time.Now().UTC().Truncate(time.Millisecond)},
	}
	log := s.log
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(log)
		}
	})
	const publicURL = "http://consigne.test"
	secret := bytes.Repeat([]byte("secret"), 6)
	sealing, err := ledger.KeysFrom(secret, nil)
	s.check(err)
	folder, err := mail.NewFolder(t.TempDir(), "Consigne <consigne@exemple.test>")
	s.check(err)
	node, err := app.New(app.Config{
		Store: database, Clock: s.clock, Log: slog.New(slog.NewJSONHandler(s.log, nil)), Secret: secret, LedgerKeys: sealing,
		PublicURL: publicURL, Version: "test",
		Provider: s.provider, Notices: stripe.NewNotices(webhookSecret), PrintDocument: pdf.Render,
		PrintMonth: pdf.RenderStatement, PrintLabels: pdf.RenderLabels,
		PrintLeftBike: pdf.RenderLeftBike, PrintAvailability: pdf.RenderAvailability,
		Sender: s.mailbox, Folder: folder,
		Broker:    &field.Broker{}, // the console shows controllers; none is heard, since no job runs
		Receivers: caller.New("test", caller.Options{Private: true}), PrivateWebhook: true,
		Identities: oidc.New(s.clock, local), Reach: signon.ReachFrom(publicURL, false),
		Console: fstest.MapFS{
			"index.html":         {Data: []byte(`<script nonce="CSP_NONCE"></script>`)},
			"favicon.svg":        {Data: []byte(`<svg/>`)},
			"assets/index-a1.js": {Data: []byte(`console.log(1)`)},
		},
	})
	s.check(err)
	s.parts, s.runner = node.Components(), node.Runner
	s.mailer, s.collector, s.replayer, s.notifier = node.Mailer(), node.Collector(), node.Replayer(), node.Notifier()
	for _, change := range changes {
		change(&s.parts)
	}
	s.handler = checked(t, s.parts)
	server := httptest.NewServer(s.handler)
	t.Cleanup(func() {
		server.Close()
		// The run keeps what was to be cleaned up of every test: a site is megabytes of contract.
		server.Config.Handler = nil
	})
	s.url = server.URL
	return s
}

// populate adds the operators, accounts, stations, tariffs and the stay of the site.
func (s *site) populate() {
	s.t.Helper()
	ctx, database := context.Background(), s.store
	for _, name := range []string{"Grandval", "Littoral", "Ancien"} {
		_, err := database.CreateOperator(ctx, operator.Operator{Name: name}, s.clock.Now())
		s.check(err)
	}
	for _, a := range []account.Account{
		{Email: "admin@exemple.test", Admin: true, Active: true},
		{Email: "gestionnaire@exemple.test", Active: true, Roles: roles(1, access.Manager)},
		{Email: "hotline@exemple.test", Active: true, Roles: roles(1, access.Hotline)},
		{Email: "mainteneur@exemple.test", Active: true, Roles: roles(1, access.Technician)},
		{Email: "ailleurs@exemple.test", Active: true, Roles: roles(2, access.Manager)},
		{Email: "usager@exemple.test", Active: true, Roles: roles(1, access.Customer)},
		{Email: "banni@exemple.test", Active: false, Roles: roles(1, access.Manager)},
		{Email: "ancien@exemple.test", Active: true, Roles: roles(3, access.Manager)},
	} {
		a.PasswordHash, a.LastName, a.FirstName = passwordHash, "Nom", "Prénom"
		_, err := database.CreateAccount(ctx, a, s.clock.Now())
		s.check(err)
	}
	s.check(database.ArchiveOperator(ctx, 3, s.clock.Now()))
	for _, operatorID := range []int64{1, 1, 2} {
		id, err := database.CreateStation(ctx, station.Station{
			OperatorID: operatorID, Name: "Gare", AdminLabel: "G", Kind: station.Individual, Active: true,
			Latitude: "45.19", Longitude: "5.71",
		}, s.clock.Now())
		s.check(err)
		_, err = database.CreateLocker(ctx,
			station.Locker{StationID: id, Name: "A1", Type: station.Bike, Active: true, Capacity: 1}, s.clock.Now())
		s.check(err)
	}
	hourly := tariff.Tariff{
		OperatorID: 1, Version: 1, AdminLabel: "À l'heure", PublicLabel: "Casier",
		Terms: pricing.Terms{
			Unit: pricing.Hour, Amount: 50, Ceiling: new(money.Cents(300)),
			OverrunAfter: new(int64(1440)), OverrunAmount: new(money.Cents(100)), OverrunUnit: pricing.Hour,
			RemovalAfter: new(int64(2880)), RemovalAmount: new(money.Cents(2000)),
		},
		Sites: []tariff.Site{{Lockers: []tariff.LockerRef{{ID: 1}, {ID: 2}}}},
	}
	id, err := database.CreateTariff(ctx, hourly, s.clock.Now())
	s.check(err)
	hourly.ID = id
	elsewhere := hourly
	elsewhere.OperatorID, elsewhere.AdminLabel, elsewhere.Sites = 2, "Ailleurs",
		[]tariff.Site{{Lockers: []tariff.LockerRef{{ID: 3}}}}
	_, err = database.CreateTariff(ctx, elsewhere, s.clock.Now())
	s.check(err)
	s.check(database.ImportUnbilledStays(ctx, []stay.Stay{
		{OperatorID: 1, LockerID: 1, AccountID: 6, Place: 1, StartedAt: s.clock.Now(), Tariff: &hourly},
	}))
}

// checked returns the handler of the site. The test fails if an answer of the API is not the one that the OpenAPI
// document describes.
func checked(t testing.TB, parts api.Components) http.Handler {
	t.Helper()
	handler, err := api.New(parts, app.Areas...)
	if err != nil {
		t.Fatal(err)
	}
	return apitest.Checked(t, handler)
}

func roles(operatorID int64, role access.Role) map[int64][]access.Role {
	return map[int64][]access.Role{operatorID: {role}}
}

func (s *site) check(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// answer is an HTTP answer; Body is its JSON object, List its JSON array.
type answer struct {
	Status int
	Header http.Header
	Raw    string
	Body   map[string]any
	List   []map[string]any
}

// call sends a request. The body may be nil, a string sent as it is, or a value sent as JSON.
func (s *site) call(method, path, bearer string, body any, headers ...string) answer {
	s.t.Helper()
	var reader io.Reader
	switch body := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(body)
	default:
		encoded, err := json.Marshal(body)
		s.check(err)
		reader = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(context.Background(), method, s.url+path, reader)
	s.check(err)
	if reader != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if bearer != "" {
		request.Header.Set("Authorization", "Bearer "+bearer)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := client.Do(request)
	s.check(err)
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	s.check(err)
	got := answer{Status: response.StatusCode, Header: response.Header, Raw: string(raw)}
	if strings.HasPrefix(got.Raw, "[") {
		s.check(json.Unmarshal(raw, &got.List))
	} else if strings.HasPrefix(got.Raw, "{") {
		s.check(json.Unmarshal(raw, &got.Body))
	}
	return got
}

type pair struct{ token, refresh string }

func (s *site) login(email string) pair {
	s.t.Helper()
	got := s.call("POST", "/api/compte/connexion", "", map[string]string{"username": email, "password": password})
	if got.Status != http.StatusOK {
		s.t.Fatalf("login of %s: %d %s", email, got.Status, got.Raw)
	}
	return pairIn(got)
}

func (s *site) refresh(bearer, token string) answer {
	s.t.Helper()
	return s.call("POST", "/api/token/refresh", bearer, map[string]string{"refreshToken": token})
}

func (s *site) refreshByAddress(bearer, token string) answer {
	s.t.Helper()
	return s.call("GET", "/api/token/refresh?refreshToken="+token, bearer, nil)
}

func pairIn(got answer) pair {
	token, _ := got.Body["token"].(string)
	refresh, _ := got.Body["refreshToken"].(string)
	return pair{token, refresh}
}

// want checks a status and the message or detail of the answer.
func (s *site) want(what string, got answer, status int, sentence string) {
	s.t.Helper()
	if got.Status != status {
		s.t.Errorf("%s: status %d, want %d: %s", what, got.Status, status, got.Raw)
	}
	if sentence != "" && got.Body["message"] != sentence && got.Body["detail"] != sentence {
		s.t.Errorf("%s: %s, want %q", what, got.Raw, sentence)
	}
	if status >= 400 && (got.Body["code"] != float64(status) || got.Body["message"] == "" || got.Body["detail"] == "") {
		s.t.Errorf("%s: not the shape of an error: %s", what, got.Raw)
	}
}

// dig returns the value at a path of field names and positions in a JSON value, or nil if there is none.
func dig(value any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			object, _ := value.(map[string]any)
			value = object[step]
		case int:
			list, _ := value.([]any)
			if step >= len(list) {
				return nil
			}
			value = list[step]
		}
	}
	return value
}

// length returns the length of a JSON array.
func length(value any) int {
	list, _ := value.([]any)
	return len(list)
}

// movableClock is a clock that tests move.
type movableClock struct {
	mutex sync.Mutex
	now   time.Time
}

func (c *movableClock) Now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.now
}

func (c *movableClock) advance(by time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.now = c.now.Add(by)
}

// mailbox keeps the mails; it refuses them while closed is set.
type mailbox struct {
	mails  []mail.Message
	closed error
}

func (b *mailbox) Send(_ context.Context, message mail.Message) (bool, error) {
	if b.closed == nil {
		b.mails = append(b.mails, message)
	}
	return false, b.closed
}

type lockedBuffer struct {
	mutex  sync.Mutex
	buffer bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.String()
}
