package main

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"consigne/console"
	"consigne/internal/adapter/psp/stripe/stripetest"
	"consigne/internal/db"
	"consigne/internal/domain/operator"
	"consigne/internal/domain/station"
	"consigne/internal/domain/tariff"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

const (
	stays  = 500
	kills  = 100
	places = 10_000 // more than the stays that a load begins on a fast machine: those of the last hours overlap
)

// manners lists the behaviours of the cards, one for each user in turn. Half of them charge at once.
var manners = []string{
	stripetest.Accepted, stripetest.Slow, stripetest.Accepted, stripetest.Silent, stripetest.Accepted, stripetest.Failing,
	stripetest.Accepted, stripetest.Cut, stripetest.Slow, stripetest.Sometimes,
}

// Five hundred stays end and are collected while the server is killed a hundred times. In the end each is paid by one
// charge of its price.
func TestKilledAtAnyMoment(t *testing.T) {
	binary := buildBinary(t)
	for engine, address := range map[string]func(testing.TB) string{"sqlite": storetest.SQLiteURL, "postgres": storetest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url := address(t)
			seedStays(t, storetest.Open(t, url))
			double := startDouble(t)
			site := newKilledSite(t, binary, url, double.address)
			site.start()
			site.awake()
			ids := site.begin()
			site.kill()

			prices := make([]money.Cents, stays)
			queue, random := make(chan int, stays), testenv.Random(t)
			var users sync.WaitGroup
			for range 8 {
				users.Go(func() {
					for i := range queue {
						prices[i] = site.end(ids[i])
					}
				})
			}
			for i := range kills {
				for n := range stays / kills {
					queue <- i*stays/kills + n
				}
				site.start()
				if random.IntN(4) > 0 {
					site.awake()
				}
				time.Sleep(time.Duration(random.IntN(300)) * time.Millisecond)
				site.kill()
				site.passTime()
			}
			close(queue)
			site.start()
			users.Wait()
			site.settle()
			site.checkLedger()
			if repeated := site.check(ids, prices, double); repeated < stays/20 {
				t.Error("the kills hardly hit any call: this test proves too little")
			}
		})
	}
}

// builtIn is a build folder of this process.
var builtIn = filepath.Join(os.TempDir(), fmt.Sprintf("consigne-test.%d", os.Getpid()))

// built builds the binary that the tests of this package start, once.
var built = sync.OnceValues(func() (string, error) {
	binary := filepath.Join(builtIn, "consigne")
	text, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, text)
	}
	return binary, nil
})

func buildBinary(t testing.TB) string {
	t.Helper()
	needsConsole(t)
	binary, err := built()
	must(t, err)
	return binary
}

// needsConsole is called by tests that serve: a server does not start without the console.
func needsConsole(t testing.TB) {
	t.Helper()
	_, err := fs.Stat(console.Dist(), "index.html")
	testenv.Needs(t, err == nil, "the built console (`make build`)")
}

// seedStays creates operator 1, a space with places for all stays at once, and its tariff.
func seedStays(t testing.TB, database *store.Store) {
	t.Helper()
	ctx, now := t.Context(), time.Now().UTC()
	_, err := database.Operators.CreateOperator(ctx, operator.Operator{Name: "Grandval"}, now)
	must(t, err)
	stationID, err := database.Stations.CreateStation(ctx, station.Station{
		OperatorID: 1, Name: "Gare", AdminLabel: "G", Kind: station.Collective, Active: true, Latitude: "45.19", Longitude: "5.71",
	}, now)
	must(t, err)
	lockerID, err := database.Stations.CreateLocker(ctx, station.Locker{
		StationID: stationID, Name: "Abri", Type: station.Space, Active: true, Capacity: places,
	}, now)
	must(t, err)
	_, err = database.Tariffs.CreateTariff(ctx, tariff.Tariff{
		OperatorID: 1, Version: 1, AdminLabel: "À l'heure", PublicLabel: "Abri", Terms: pricing.Terms{Unit: pricing.Hour, Amount: 50},
		Sites: []tariff.Site{{Lockers: []tariff.LockerRef{{ID: lockerID}}}},
	}, now)
	must(t, err)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// killedSite is the real binary on a database; it is killed and started again.
type killedSite struct {
	t       testing.TB
	ctx     context.Context
	url     string
	key     string
	db      *sql.DB
	command func(args ...string) *exec.Cmd
	running *exec.Cmd
	log     *os.File
}

func newKilledSite(t testing.TB, binary, database, provider string) *killedSite {
	t.Helper()
	s := &killedSite{t: t, ctx: t.Context(), url: "http://" + freeAddress(t)}
	dir := t.TempDir()
	s.command = func(args ...string) *exec.Cmd {
		c := exec.Command(binary, args...)
		c.Dir = dir
		c.Env = append(os.Environ(),
			"CONSIGNE_DATABASE_URL="+database, "CONSIGNE_LISTEN="+strings.TrimPrefix(s.url, "http://"), "CONSIGNE_SECRET="+strings.Repeat("s", 32),
			"CONSIGNE_SECOND_FACTOR=aucun", "CONSIGNE_WEBHOOK_PRIVATE=1", "CONSIGNE_STRIPE_KEY=sk_test_1", "CONSIGNE_STRIPE_WEBHOOK_SECRET=whsec_1", "CONSIGNE_STRIPE_API_URL="+provider)
		return c
	}
	var err error
	s.log, err = os.Create(filepath.Join(dir, "log"))
	must(t, err)
	driver, source := "pgx", database
	if path := db.SQLitePath(database); path != "" {
		driver, source = "sqlite", "file:"+path+"?_pragma=busy_timeout(10000)&_txlock=immediate"
	}
	s.db, err = sql.Open(driver, source)
	must(t, err)
	text, err := s.command("key", "create", "1", "Essai").Output()
	must(t, err)
	s.key = strings.TrimSpace(string(text[strings.Index(string(text), "\n"):]))
	t.Cleanup(func() {
		s.kill()
		_ = s.db.Close()
		_ = s.log.Close()
	})
	return s
}

func (s *killedSite) start() {
	s.running = s.command("serve")
	s.running.Stderr = s.log
	must(s.t, s.running.Start())
}

func (s *killedSite) kill() {
	if s.running != nil {
		_ = s.running.Process.Signal(syscall.SIGKILL)
		_ = s.running.Wait()
		s.running = nil
	}
}

// passTime moves stored times back by a day, so that every lease has run out and what is retried the next day is due.
// Changing the data instead of the clock leaves the binary unmodified.
func (s *killedSite) passTime() {
	const day = 24 * 60 * 60 * 1000
	for _, change := range []string{
		`UPDATE payment_attempts SET ask_at = ask_at - $1 WHERE ask_at IS NOT NULL`,
		`UPDATE payments SET due_at = due_at - $1 WHERE due_at IS NOT NULL`,
		`UPDATE work_items SET free_at = free_at - $1 WHERE parked_at IS NULL`,
	} {
		_, err := s.db.ExecContext(s.ctx, change, day)
		must(s.t, err)
	}
}

// settle lets the server work, moving on a day at a time, until all payments are paid.
func (s *killedSite) settle() {
	open := 0
	for range 100 {
		for range 40 { // a busy machine needs seconds, most of them to start
			time.Sleep(100 * time.Millisecond)
			must(s.t, s.db.QueryRowContext(s.ctx, `SELECT count(*) FROM payments WHERE status <> 'PAID'`).Scan(&open))
			if open == 0 {
				return
			}
		}
		s.kill()
		s.passTime()
		s.start()
	}
	text, _ := os.ReadFile(s.log.Name())
	s.t.Fatalf("%d payments are not settled\n%s", open, text[max(0, len(text)-4000):])
}

// check compares the payments with the charges in Stripe's stand-in, and returns how many attempts were asked more than once.
func (s *killedSite) check(ids []int64, prices []money.Cents, double *doubleProcess) (repeated int) {
	type paid struct {
		amount  money.Cents
		charges []money.Cents
	}
	byStay, stayOf := map[int64]*paid{}, map[string]int64{}
	attempts := 0
	rows, err := s.db.QueryContext(s.ctx,
		`SELECT p.stay_id, p.amount, r.uuid, r.asked FROM payments p JOIN payment_attempts r ON r.payment_id = p.id`)
	must(s.t, err)
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var stay int64
		var times int
		var uuid string
		p := paid{}
		must(s.t, rows.Scan(&stay, &p.amount, &uuid, &times))
		stayOf[uuid] = stay
		if byStay[stay] == nil {
			byStay[stay] = &p
		}
		attempts++
		if times > 1 {
			repeated++
		}
	}
	must(s.t, rows.Err())
	charges := double.charges(s.t)
	for _, charge := range charges {
		p := byStay[stayOf[charge.Metadata["presentation"]]]
		if p == nil {
			s.t.Fatalf("a charge for nothing: %+v", charge)
		}
		p.charges = append(p.charges, money.Cents(charge.Amount))
	}
	for i, id := range ids {
		p := byStay[id]
		if p == nil || p.amount != prices[i] || len(p.charges) != 1 || p.charges[0] != prices[i] {
			s.t.Errorf("stay %d cost %d: %+v", id, prices[i], p)
		}
	}
	s.t.Logf("%d charges for %d stays, in %d attempts, of which %d were asked more than once", len(charges), len(ids), attempts, repeated)
	return repeated
}

// checkLedger waits until everything is chained, then checks that each stay was billed, settled and given a receipt once,
// under numbers without gap.
func (s *killedSite) checkLedger() {
	count := func(query string) (n int) {
		must(s.t, s.db.QueryRowContext(s.ctx, query).Scan(&n))
		return n
	}
	for deadline := time.Now().Add(time.Minute); count(`SELECT COUNT(*) FROM ledger_waiting`) > 0; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("%d events wait to be chained", count(`SELECT COUNT(*) FROM ledger_waiting`))
		}
	}
	for what, query := range map[string]string{
		"billed":        `SELECT COUNT(*) FROM ledger WHERE kind = 'facture'`,
		"stays billed":  `SELECT COUNT(DISTINCT payment_id) FROM ledger WHERE kind = 'facture'`,
		"settled":       `SELECT COUNT(*) FROM ledger WHERE kind = 'encaisse'`,
		"stays settled": `SELECT COUNT(DISTINCT payment_id) FROM ledger WHERE kind = 'encaisse'`,
		"receipts told": `SELECT COUNT(DISTINCT document) FROM ledger WHERE kind = 'document'`,
		"receipts":      `SELECT COUNT(*) FROM documents`,
		"the last rank": `SELECT MAX(rank) FROM documents`,
	} {
		if n := count(query); n != stays {
			s.t.Errorf("%s: %d of %d stays", what, n, stays)
		}
	}
	said, err := s.command("ledger", "verify").CombinedOutput()
	if err != nil || !strings.HasSuffix(string(said), "valide\n") {
		s.t.Errorf("%s, %v", said, err)
	}
}
