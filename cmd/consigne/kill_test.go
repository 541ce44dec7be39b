package main

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"consigne/console"
	"consigne/internal/adapter/psp/stripe/stripetest"
	"consigne/internal/db"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

const places = 10_000 // more than the stays that a load begins on a fast machine: those of the last hours overlap

// manners lists the behaviours of the cards, one for each user in turn. Half of them charge at once.
var manners = []string{
	stripetest.Accepted, stripetest.Slow, stripetest.Accepted, stripetest.Silent, stripetest.Accepted, stripetest.Failing,
	stripetest.Accepted, stripetest.Cut, stripetest.Slow, stripetest.Sometimes,
}

// killPoint is a point at which a server is killed: a figure has grown since it was started.
type killPoint struct {
	name   string
	figure func(s *killedSite, double *doubleProcess) int
}

// killPoints lists what happens between the end of a stay and its receipt. Each kill falls into what comes next.
var killPoints = []killPoint{
	{"it starts", nil},
	{"a stay has ended", rows(`payments WHERE ended_at IS NOT NULL`)},
	{"a charge is about to be asked for", rows(`payments WHERE presented_at IS NOT NULL`)},
	{"the provider has charged", func(s *killedSite, double *doubleProcess) int { return len(double.charges(s.t)) }},
	{"a payment is paid", rows(`payments WHERE status = 'PAID'`)},
	{"a receipt is numbered", rows(`documents`)},
}

// rows returns the figure that counts rows of a table.
func rows(of string) func(*killedSite, *doubleProcess) int {
	return func(s *killedSite, _ *doubleProcess) (n int) {
		must(s.t, s.db.QueryRowContext(s.ctx, `SELECT COUNT(*) FROM `+of).Scan(&n))
		return n
	}
}

// startUntil starts the server and waits for the point, which may have passed unseen: then it returns false after half
// a minute.
func (s *killedSite) startUntil(at killPoint, double *doubleProcess) bool {
	if at.figure == nil {
		s.start()
		return true
	}
	before := at.figure(s, double)
	s.start()
	for began := time.Now(); time.Since(began) < 30*time.Second; time.Sleep(time.Millisecond) {
		if at.figure(s, double) > before {
			return true
		}
	}
	return false
}

// Stays end and are collected while the server is killed, twice at each of the points; in `make drill-kills` a hundred
// times at random ones. In the end each is paid by one charge of its price.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	const ofKill = 5 // stays
	binary := buildBinary(t)
	kills, atRandom := 2*len(killPoints), os.Getenv("CONSIGNE_DRILL_KILLS")
	if atRandom != "" {
		var err error
		kills, err = strconv.Atoi(atRandom)
		must(t, err)
	}
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.SQLiteURL,
		"postgres": storetest.PostgresURL,
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url := address(t)
			seedStays(t, storetest.Open(t, url))
			double := startDouble(t)
			site := newKilledSite(t, binary, url, double.address)
			site.start()
			site.awake()
			ids := site.begin(ofKill * kills)
			site.kill()

			prices := make([]money.Cents, len(ids))
			queue, random, missed := make(chan int, len(ids)), testenv.Random(t), 0
			var users sync.WaitGroup
			for range 8 {
				users.Go(func() {
					for i := range queue {
						prices[i] = site.end(ids[i])
					}
				})
			}
			for i := range kills {
				for n := range ofKill {
					queue <- i*ofKill + n
				}
				if at := killPoints[i%len(killPoints)]; atRandom == "" && !site.startUntil(at, double) {
					t.Logf("kill %d: not seen: %s", i, at.name)
					missed++
				} else if atRandom != "" {
					site.start()
					if random.IntN(4) > 0 {
						site.awake()
					}
					time.Sleep(time.Duration(random.IntN(300)) * time.Millisecond)
				}
				site.kill()
				site.passTime()
			}
			close(queue)
			site.start()
			users.Wait()
			site.settle()
			site.checkLedger(len(ids))
			if repeated := site.check(ids, prices, double); repeated < len(ids)/20 || missed > kills/4 {
				t.Errorf("the kills hardly hit any call, or %d of %d points were missed: this test proves too little", missed,
					kills)
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
	_, err := database.CreateOperator(ctx, operator.Operator{Name: "Grandval"}, now)
	must(t, err)
	stationID, err := database.CreateStation(ctx, station.Station{
		OperatorID: 1, Name: "Gare", AdminLabel: "G", Kind: station.Collective, Active: true, Latitude: "45.19",
		Longitude: "5.71",
	}, now)
	must(t, err)
	lockerID, err := database.CreateLocker(ctx, station.Locker{
		StationID: stationID, Name: "Abri", Type: station.Space, Active: true, Capacity: places,
	}, now)
	must(t, err)
	_, err = database.CreateTariff(ctx, tariff.Tariff{
		OperatorID: 1, Version: 1, AdminLabel: "À l'heure", PublicLabel: "Abri",
		Terms: pricing.Terms{Unit: pricing.Hour, Amount: 50},
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
			"CONSIGNE_DATABASE_URL="+database, "CONSIGNE_LISTEN="+strings.TrimPrefix(s.url, "http://"),
			"CONSIGNE_SECRET="+strings.Repeat("s", 32),
			"CONSIGNE_SECOND_FACTOR=aucun", "CONSIGNE_WEBHOOK_PRIVATE=1", "CONSIGNE_STRIPE_KEY=sk_test_1",
			"CONSIGNE_STRIPE_WEBHOOK_SECRET=whsec_1", "CONSIGNE_STRIPE_API_URL="+provider)
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
	s.passDay(
		`UPDATE payment_attempts SET ask_at = ask_at - $1 WHERE ask_at IS NOT NULL`,
		`UPDATE payment_attempts SET group_ask_at = group_ask_at - $1 WHERE group_ask_at IS NOT NULL`,
		`UPDATE payments SET due_at = due_at - $1 WHERE due_at IS NOT NULL`,
		`UPDATE work_items SET free_at = free_at - $1 WHERE parked_at IS NULL`,
	)
}

// passDay moves stored times back by the milliseconds of a day. PostgreSQL may end such a change as the victim of a
// deadlock with a node, which locks single rows in an order of its own: it is made again.
func (s *killedSite) passDay(changes ...string) {
	const day = 24 * 60 * 60 * 1000
	for _, change := range changes {
		_, err := s.db.ExecContext(s.ctx, change, day)
		for tries := 0; err != nil && strings.Contains(err.Error(), "40P01") && tries < 10; tries++ {
			_, err = s.db.ExecContext(s.ctx, change, day)
		}
		must(s.t, err)
	}
}

// settle lets the server work, moving on a day at a time, until all payments are paid.
func (s *killedSite) settle() {
	open := 0
	for range 100 {
		s.awake()
		for range 40 {
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

// check compares the payments with the charges in Stripe's stand-in, and returns how many attempts were asked more than
// once.
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
	s.t.Logf("%d charges for %d stays, in %d attempts, of which %d were asked more than once", len(charges), len(ids),
		attempts, repeated)
	return repeated
}

// checkLedger waits until everything is chained, then checks that each stay was billed, settled and given a receipt
// once, under numbers without gap.
func (s *killedSite) checkLedger(stays int) {
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
