package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"consigne/internal/adapter/mail"
	"consigne/internal/app"
	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/retention"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/pricing"
	"consigne/internal/server/jobs"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

var keeping = retention.Terms{Accounts: 36, Notice: 30, Audit: 12}

// postman is a mail server that can be down or refuse addresses. It records when it last sent a mail to each address.
type postman struct {
	clock   *movableClock
	down    bool
	refuses map[string]bool
	told    map[string]time.Time
}

func (p *postman) Send(_ context.Context, message mail.Message) (bool, error) {
	switch {
	case p.down:
		return false, errors.New("no route to the server")
	case p.refuses[message.To]:
		return false, mail.ErrRefused
	}
	p.told[message.To] = p.clock.Now()
	return false, nil
}

type site struct {
	config   app.Config
	store    *store.Store
	clock    *movableClock
	accounts *account.Service
	postman  *postman
	mailer   *jobs.Mailer
	runner   *queue.Runner
}

// newSite returns a site of one operator with a station, a locker and a subscription tariff.
func newSite(t *testing.T, s *store.Store, now time.Time) *site {
	t.Helper()
	ctx := context.Background()
	must := func(_ int64, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, now))
	must(s.CreateStation(ctx, station.Station{OperatorID: 1, Name: "Gare", Kind: station.Individual, Active: true}, now))
	must(s.CreateLocker(ctx, station.Locker{StationID: 1, Name: "A1", Type: station.Bike, Active: true, Capacity: 1}, now))
	must(s.CreateTariff(ctx,
		tariff.Tariff{
			OperatorID: 1, Version: 1, AdminLabel: "Mois",
			Terms: pricing.Terms{Subscription: true, Unit: pricing.Month, Amount: 900},
		}, now))
	clock := &movableClock{now: now}
	made := &site{
		store: s, clock: clock,
		postman: &postman{clock: clock, refuses: map[string]bool{}, told: map[string]time.Time{}},
	}
	folder, err := mail.NewFolder(t.TempDir(), "Consigne <consigne@exemple.test>")
	if err != nil {
		t.Fatal(err)
	}
	made.config = app.Config{
		Store: s, Clock: clock, Secret: bytes.Repeat([]byte("secret"), 6), Terms: keeping,
		Sender: made.postman, Folder: folder,
	}
	node, err := app.New(made.config)
	if err != nil {
		t.Fatal(err)
	}
	node.Retention.Pause = 0
	made.accounts, made.runner, made.mailer = node.Accounts, node.Runner, node.Mailer()
	return made
}

func (s *site) node() *retention.Service {
	node := s.config.NewRetention(s.accounts)
	node.Pause = 0
	return node
}

func (s *site) account(t *testing.T, name string) int64 {
	t.Helper()
	id, _, err := s.accounts.RegisterCustomer(context.Background(),
		account.Registration{OperatorID: 1, Email: name + "@exemple.test", LastName: name})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// stay creates a stay of one hour that ends now. If it has a price, the payment stays due.
func (s *site) stay(t *testing.T, accountID int64, price money.Cents) {
	t.Helper()
	ended := s.clock.Now()
	newStay := stay.Stay{
		OperatorID: 1, LockerID: 1, AccountID: accountID, Place: 1, StartedAt: ended.Add(-time.Hour),
		EndedAt: &ended, Price: price,
	}
	if err := s.store.ImportUnbilledStays(context.Background(), []stay.Stay{newStay}); err != nil {
		t.Fatal(err)
	}
}

func (s *site) erased(t *testing.T, accountID int64) bool {
	t.Helper()
	_, err := s.store.AccountByID(context.Background(), accountID)
	if err != nil && !fault.Is(err, fault.KindNotFound) {
		t.Fatal(err)
	}
	return err != nil
}

// Runs five years of thirty people who come and go, two nodes that are cut off at any moment, and a mail server that
// is down every other month. Nobody is anonymised who was active within the term, owes something, or was not warned
// in time; in the end everybody is.
func TestYearsOfRetention(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		type model struct {
			active time.Time
			held   bool
			erased bool
		}
		ctx, random := context.Background(), testenv.Random(t)
		site := newSite(t, s, time.Date(2020, 2, 29, 12, 0, 0, 0, time.UTC))
		people := map[int64]*model{}
		for i := range 30 {
			people[site.account(t, fmt.Sprint("p", i))] = &model{active: site.clock.Now()}
		}
		erased := 0
		step := func(quiet bool) {
			site.clock.advance(10 * 24 * time.Hour)
			now := site.clock.Now()
			site.postman.down = !quiet && now.Month()%2 == 0
			for id, m := range people {
				// The lower the id, the more often the person is active.
				if quiet || m.erased || random.IntN(int(id*id)) > 2 {
					continue
				}
				switch random.IntN(4) {
				case 0:
					site.account(t, fmt.Sprint("p", id-1)) // an operator's application registers them again
				case 1:
					if m.held = m.held || random.IntN(20) == 0; m.held {
						site.stay(t, id, 100)
					} else {
						site.stay(t, id, 0)
					}
				default:
					if err := s.Touch(ctx, id, now); err != nil {
						t.Fatal(err)
					}
				}
				m.active = now
			}
			var nodes sync.WaitGroup
			for range 2 {
				cut, cancel := context.WithTimeout(ctx, time.Duration(random.IntN(20))*time.Millisecond)
				if quiet || random.IntN(6) > 0 { // few, since each cut costs a database connection
					cut = ctx
				}
				nodes.Go(func() {
					defer cancel()
					if _, err := site.node().Run(cut); err != nil && cut.Err() == nil {
						t.Error(err)
					}
				})
			}
			nodes.Wait()
			for id, m := range people {
				if m.erased || !site.erased(t, id) {
					continue
				}
				m.erased = true
				erased++
				told, was := site.postman.told[fmt.Sprintf("p%d@exemple.test", id-1)]
				// The notice and the last activity may be on the same day: activity is noted once a day.
				if m.held || !was || told.Before(m.active) || told.AddDate(0, 0, keeping.Notice).After(now) ||
					m.active.AddDate(0, keeping.Accounts, 0).After(now) {
					t.Errorf("%d on %s: %+v, told %s", id, now, *m, told)
				}
			}
			if err := site.mailer.SendDue(ctx); err != nil {
				t.Fatal(err)
			}
		}
		for range 5 * 73 {
			step(false)
		}
		before := erased
		for range 3*37 + 8 {
			step(true)
		}
		for id, m := range people {
			if m.erased == m.held {
				t.Errorf("at last %d: %+v", id, *m)
			}
		}
		if before == 0 || before == len(people) {
			t.Errorf("%d of %d were anonymised on the way: this proves little", before, len(people))
		}
	})
}

// An administrator, and a person with an unpaid payment, a stay in progress or a running subscription, are kept. An
// address that refuses every mail does not keep its account for ever.
func TestWhoIsKept(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		site := newSite(t, s, time.Date(2022, 1, 1, 12, 0, 0, 0, time.UTC))
		start := site.clock.Now()
		ids := map[string]int64{}
		for _, name := range []string{"ancien", "débiteur", "abonnée", "injoignable", "stationné", "revenante"} {
			ids[name] = site.account(t, name)
		}
		admin, err := s.CreateAccount(ctx, account.Account{Email: "admin@exemple.test", Admin: true, Active: true}, start)
		if err != nil {
			t.Fatal(err)
		}
		ids["admin"] = admin
		site.stay(t, ids["débiteur"], 100)
		open := stay.Stay{OperatorID: 1, LockerID: 1, AccountID: ids["stationné"], Place: 1, StartedAt: start}
		if err := s.ImportUnbilledStays(ctx, []stay.Stay{open}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.CreateSubscription(ctx, subscription.Subscription{
			OperatorID: 1, AccountID: ids["abonnée"], TariffID: 1, TariffVersion: 1, StartsAt: start, Renewed: true,
		}); err != nil {
			t.Fatal(err)
		}
		site.postman.refuses["injoignable@exemple.test"] = true
		runs := func(days int) {
			t.Helper()
			for range days {
				site.clock.advance(24 * time.Hour)
				if _, err := site.node().Run(ctx); err != nil {
					t.Fatal(err)
				}
				if err := site.mailer.SendDue(ctx); err != nil {
					t.Fatal(err)
				}
			}
		}
		site.clock.advance(3*365*24*time.Hour - 35*24*time.Hour)

		preview, err := site.node().Preview(ctx)
		again, _ := site.node().Preview(ctx)
		if err != nil || preview.Total != again.Total || len(site.postman.told) > 0 {
			t.Fatalf("a preview changes something: %+v, %+v, %v", preview, again, err)
		}
		runs(10)
		hash, err := site.accounts.HashPassword(ctx, "Un-mot-de-passe-2022")
		if err == nil {
			err = s.SetPassword(ctx, ids["revenante"], hash)
		}
		if err == nil {
			_, err = site.accounts.Login(ctx, "revenante@exemple.test", "Un-mot-de-passe-2022",
				account.Caller{Address: "10.0.0.1"})
		}
		if _, told := site.postman.told["revenante@exemple.test"]; err != nil || !told {
			t.Fatalf("she was told: %v, and came back: %v", told, err)
		}
		runs(70)
		for name, id := range ids {
			if got, want := site.erased(t, id), name == "ancien"; got != want {
				t.Errorf("after 80 days, %s is erased: %v", name, got)
			}
		}
		runs(70)
		if !site.erased(t, ids["injoignable"]) {
			t.Error("an address that refuses every mail keeps its account for ever")
		}
		page, err := s.AuditLines(ctx, audit.Filter{Object: audit.Object{Kind: audit.KindAccount, ID: ids["ancien"]}},
			paging.First(10))
		lines := page.Items
		if err != nil || len(lines) < 2 || lines[0].Action != audit.AccountAnonymised || lines[0].ActorID != 0 ||
			lines[1].Action != audit.AccountWarned {
			t.Errorf("audit log: %+v, %v", lines, err)
		}
	})
}

// failingStandings is a store in which one person cannot be read.
type failingStandings struct {
	*store.Store
	accountID int64
}

func (s failingStandings) StandingOf(ctx context.Context, accountID int64, now time.Time) (retention.Standing, error) {
	if accountID == s.accountID {
		return retention.Standing{}, errors.New("broken")
	}
	return s.Store.StandingOf(ctx, accountID, now)
}

func TestOneWhoFailsKeepsNobodyWaiting(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		made := newSite(t, s, time.Date(2023, 3, 1, 12, 0, 0, 0, time.UTC))
		first := made.account(t, "a")
		made.account(t, "b")
		made.account(t, "c")
		made.clock.advance(36 * 31 * 24 * time.Hour)
		node := retention.NewService(failingStandings{s, first}, made.accounts, made.clock, keeping)
		node.Pause = 0
		report, err := node.Run(t.Context())
		if err == nil || report.Total.Warned != 2 || report.Total.Lines == 0 {
			t.Errorf("%+v, %v", report, err)
		}
		if again, err := node.Run(t.Context()); err == nil || again.Total.Lines != 0 {
			t.Errorf("the audit log is not trimmed: %+v, %v", again, err)
		}
	})
}

func TestAuditIsTrimmedOnceADay(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		site := newSite(t, s, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
		now := site.clock.Now()
		const old, fresh = 4500, 5
		if err := s.Atomically(ctx, func(ctx context.Context) error {
			for i := range old + fresh {
				at := now.AddDate(-1, 0, 0).Add(time.Duration(i-old) * time.Minute)
				if err := s.Record(ctx, audit.Entry{
					At: at, OperatorID: 1, Action: audit.LockerChanged,
					Object: audit.Object{Kind: audit.KindLocker, ID: 1},
				}); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		preview, err := site.node().Preview(ctx)
		if err != nil || preview.ByOperator[1].Lines != old || preview.Total.Lines != old {
			t.Fatalf("preview: %+v, %v", preview, err)
		}
		var ran sync.Map
		var nodes sync.WaitGroup
		for node := range 3 {
			nodes.Go(func() {
				if _, did, err := site.node().RunOfTheDay(ctx); err != nil {
					t.Error(err)
				} else if did {
					ran.Store(node, true)
				}
			})
		}
		nodes.Wait()
		count := 0
		ran.Range(func(any, any) bool { count++; return true })
		page, err := s.AuditLines(ctx, audit.Filter{}, paging.First(10))
		lines, total := page.Items, page.Total
		if err != nil || count != 1 || total != fresh+1 || lines[0].Action != audit.AuditTrimmed ||
			lines[0].Changes["lignes"] != float64(old) {
			t.Errorf("%d nodes ran; %d lines, the last %+v: %v", count, total, lines, err)
		}
		for _, c := range []struct {
			later time.Duration
			ran   bool
		}{
			{0, false},
			{12 * time.Hour, false}, // at one in the night nothing runs yet
			{3 * time.Hour, true},
			{400 * 24 * time.Hour, true},  // the clock ran ahead
			{-399 * 24 * time.Hour, true}, // and was corrected
		} {
			site.clock.advance(c.later)
			if _, did, err := site.node().RunOfTheDay(ctx); err != nil || did != c.ran {
				t.Errorf("%s later: %v, %v", c.later, did, err)
			}
		}
	})
}
