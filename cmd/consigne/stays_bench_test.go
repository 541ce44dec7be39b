package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"consigne/internal/db"
	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

const (
	stayCallers  = 8
	stayLockers  = 120 // of each caller
	stayAccounts = 50  // of each caller
	stayOpen     = 100 // stays of each caller that are in progress
)

// BenchmarkStays measures what it costs to begin and to end a stay through the field API: eight callers, each call with
// an Idempotency-Key, against the server in a process of its own with durable commits. Rounds of stays alternate with
// rounds of raw commits of one row on the same disk, so that both see the same machine; only the ratios of one run are
// comparable. CONSIGNE_BENCH_ADDRESSES names filled databases to use instead of new ones (spaces between), and
// CONSIGNE_BENCH_PROFILE a folder for the server's processor profiles.
func BenchmarkStays(b *testing.B) {
	needsConsole(b)
	for _, address := range stayDatabases(b) {
		engine := "postgres"
		if strings.HasPrefix(address, "sqlite:") {
			engine = "sqlite"
		}
		b.Run(engine, func(b *testing.B) { measureStays(b, engine, address) })
	}
}

func stayDatabases(b *testing.B) []string {
	if given := strings.Fields(os.Getenv("CONSIGNE_BENCH_ADDRESSES")); len(given) > 0 {
		return given
	}
	return []string{storetest.EmptySQLiteURL(b), newPostgresServer(b).url()}
}

func measureStays(b *testing.B, engine, address string) {
	database := storetest.Open(b, address)
	server := newStayServer(b, engine, address, seedStayBench(b, database))
	commits := newRawCommits(b, engine, address)
	server.run(0) // until as many stays are open as always
	server.run(testenv.Span(2 * time.Second))
	server.profile()

	var took []time.Duration
	var raw, rawOfAll float64
	var node, postgres, long time.Duration
	lost := server.lostRaces()
	rounds := 3
	if testenv.Smoke() {
		rounds = 1
	}
	for range rounds {
		raw += commits.rate(testenv.Span(time.Second), 1) / float64(rounds)
		rawOfAll += commits.rate(testenv.Span(time.Second), stayCallers) / float64(rounds)
		nodeBefore, postgresBefore, began := spentBy(server.pid), commits.spent(), time.Now()
		took = append(took, server.run(testenv.Span(6*time.Second))...)
		node += spentBy(server.pid) - nodeBefore
		postgres += commits.spent() - postgresBefore
		long += time.Since(began)
	}
	stays := len(took) / 2
	if stays == 0 {
		b.Fatal("no stay")
	}
	lost = server.lostRaces() - lost
	slices.Sort(took)
	millis := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	rate := float64(stays) / long.Seconds()
	b.ReportMetric(0, "ns/op") // left out
	b.ReportMetric(rate, "stays/s")
	b.ReportMetric(millis(node)/float64(stays), "node-ms/stay")
	b.ReportMetric(millis(postgres)/float64(stays), "postgres-ms/stay")
	b.ReportMetric(millis(took[len(took)/2]), "p50-ms/call")
	b.ReportMetric(millis(took[len(took)*99/100]), "p99-ms/call")
	b.ReportMetric(lost/float64(stays), "lost-races/stay")
	b.ReportMetric(raw, "raw-commits/s")
	b.ReportMetric(rawOfAll, "raw-commits/s-of-8")
	b.ReportMetric(100*2*rate/raw, "%-of-raw")
}

// seedStayBench creates an operator with individual lockers, their tariff, and customers. Short stays cost nothing, so
// that no payment is collected meanwhile.
func seedStayBench(b *testing.B, database *store.Store) staySeed {
	b.Helper()
	seed, now, free := staySeed{}, time.Now().UTC(), int64(60)
	must(b, database.Atomically(b.Context(), func(ctx context.Context) (err error) {
		if seed.operatorID, err = database.CreateOperator(ctx, operator.Operator{Name: "Mesure"}, now); err != nil {
			return err
		}
		var refs []tariff.LockerRef
		for i := range stayCallers {
			stationID, err := database.CreateStation(ctx, station.Station{
				OperatorID: seed.operatorID, Name: fmt.Sprint("Gare ", i), Kind: station.Individual, Active: true,
				Latitude: "45.19", Longitude: "5.71",
			}, now)
			if err != nil {
				return err
			}
			for j := range stayLockers {
				id, err := database.CreateLocker(ctx,
					station.Locker{StationID: stationID, Name: fmt.Sprint(j), Type: station.Bike, Active: true, Capacity: 1}, now)
				if err != nil {
					return err
				}
				seed.lockers[i] = append(seed.lockers[i], id)
				refs = append(refs, tariff.LockerRef{ID: id})
			}
			for j := range stayAccounts {
				id, err := database.CreateAccount(ctx, account.Account{
					Email: fmt.Sprintf("%s-%d@exemple.test", uuid.NewString(), j), LastName: "Nom", FirstName: "Prénom",
					Phone: "0600000000", Active: true,
				}, now)
				if err != nil {
					return err
				}
				if err := database.KnowAccount(ctx, id, seed.operatorID); err != nil {
					return err
				}
				seed.accounts[i] = append(seed.accounts[i], id)
			}
		}
		if _, seed.key, err = on(database).NewKeys(nil).Create(ctx, access.Actor{}, seed.operatorID,
			servicekey.Grant{Label: "Mesure"}); err != nil {
			return err
		}
		_, err = database.CreateTariff(ctx, tariff.Tariff{
			OperatorID: seed.operatorID, Version: 1, AdminLabel: "À l'heure", PublicLabel: "Vélo",
			Terms: pricing.Terms{Unit: pricing.Hour, Amount: 50, FreeMinutes: &free}, Sites: []tariff.Site{{Lockers: refs}},
		}, now)
		return err
	}))
	return seed
}

type staySeed struct {
	operatorID        int64
	key               string
	lockers, accounts [stayCallers][]int64
}

// asProfiled, when set, makes this test binary run as the server, so that it can be profiled. Its value is the file of
// the profile, or "-" for none.
const asProfiled = "CONSIGNE_TEST_PROFILED"

// serveProfiled serves as `consigne serve` does; SIGUSR1 begins the profile.
func serveProfiled(path string) {
	if path != "-" {
		begin := make(chan os.Signal, 1)
		signal.Notify(begin, syscall.SIGUSR1)
		go func() {
			<-begin
			file, err := os.Create(path)
			if err == nil {
				err = pprof.StartCPUProfile(file)
			}
			if err != nil {
				panic(err)
			}
		}()
		defer pprof.StopCPUProfile()
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, nil, os.Stdout); err != nil {
		panic(err)
	}
}

// stayServer is a server, and the callers that begin and end stays on it.
type stayServer struct {
	t      testing.TB
	url    string
	seed   staySeed
	pid    int
	client *http.Client

	metrics string // address
	open    [stayCallers][]openStay
}

type openStay struct{ id, lockerID int64 }

func newStayServer(b *testing.B, engine, address string, seed staySeed) *stayServer {
	b.Helper()
	dir, profile, listen, metrics := b.TempDir(), "-", freeAddress(b), freeAddress(b)
	if folder := os.Getenv("CONSIGNE_BENCH_PROFILE"); folder != "" {
		profile = filepath.Join(folder, engine+".pprof")
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	must(b, err)
	c := exec.Command(os.Args[0])
	c.Dir, c.Stderr = dir, log
	c.Env = append(os.Environ(), asProfiled+"="+profile, "CONSIGNE_DATABASE_URL="+address, "CONSIGNE_LISTEN="+listen,
		"CONSIGNE_METRICS_LISTEN="+metrics, "CONSIGNE_SECRET="+strings.Repeat("s", 32))
	must(b, c.Start())
	b.Cleanup(func() {
		_ = c.Process.Signal(syscall.SIGTERM)
		_ = c.Wait()
		_ = log.Close()
	})
	s := &stayServer{
		t: b, url: "http://" + listen, seed: seed, pid: c.Process.Pid, metrics: "http://" + metrics + "/metrics",
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: stayCallers}},
	}
	(&killedSite{t: b, url: s.url, log: log}).awake()
	return s
}

// profile begins the profile of the server, if one is wanted.
func (s *stayServer) profile() {
	if os.Getenv("CONSIGNE_BENCH_PROFILE") != "" {
		_ = syscall.Kill(s.pid, syscall.SIGUSR1)
	}
}

// lostRaces returns how many transactions of the server have lost a race and begun again.
func (s *stayServer) lostRaces() float64 {
	response, err := http.Get(s.metrics)
	must(s.t, err)
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	must(s.t, err)
	_, after, _ := strings.Cut(string(text), "\nconsigne_database_lost_races_total ")
	line, _, _ := strings.Cut(after, "\n")
	n, err := strconv.ParseFloat(line, 64)
	must(s.t, err)
	return n
}

// run lets every caller begin and end stays for that long, and returns how long each call took. A caller ends one of
// its open stays, whichever, for each that it begins.
func (s *stayServer) run(long time.Duration) []time.Duration {
	var all sync.WaitGroup
	var took [stayCallers][]time.Duration
	until := time.Now().Add(long)
	for i := range stayCallers {
		all.Go(func() {
			for !s.t.Failed() && (len(s.open[i]) < stayOpen || time.Now().Before(until)) {
				took[i] = append(took[i], s.begin(i))
				if len(s.open[i]) > stayOpen {
					took[i] = append(took[i], s.end(i))
				}
			}
		})
	}
	all.Wait()
	return slices.Concat(took[:]...)
}

func (s *stayServer) begin(caller int) time.Duration {
	lockers, accounts := s.seed.lockers[caller], s.seed.accounts[caller]
	lockerID := lockers[rand.IntN(len(lockers))]
	for slices.ContainsFunc(s.open[caller], func(o openStay) bool { return o.lockerID == lockerID }) {
		lockerID = lockers[rand.IntN(len(lockers))]
	}
	body := fmt.Sprintf(`{"idCasier":%d,"idUtilisateur":%d}`, lockerID, accounts[rand.IntN(len(accounts))])
	id, took := s.call("/api/terrain/occupations", body, http.StatusCreated)
	s.open[caller] = append(s.open[caller], openStay{id, lockerID})
	return took
}

func (s *stayServer) end(caller int) time.Duration {
	open, i := s.open[caller], rand.IntN(len(s.open[caller]))
	_, took := s.call("/api/terrain/occupations/"+strconv.FormatInt(open[i].id, 10)+"/fin", `{}`, http.StatusOK)
	open[i] = open[len(open)-1]
	s.open[caller] = open[:len(open)-1]
	return took
}

// call makes one call with a new Idempotency-Key, and returns the id in its answer and how long it took.
func (s *stayServer) call(path, body string, expected int) (int64, time.Duration) {
	request, err := http.NewRequest(http.MethodPost, s.url+path, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "Bearer "+s.seed.key)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", uuid.NewString())
	began := time.Now()
	response, err := s.client.Do(request)
	if err != nil {
		s.t.Errorf("%s: %v", path, err)
		return 0, 0
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	took := time.Since(began)
	var got struct{ ID int64 }
	if err == nil {
		err = json.Unmarshal(text, &got)
	}
	if err != nil || response.StatusCode != expected {
		s.t.Errorf("%s: %d %s %v", path, response.StatusCode, text, err)
	}
	return got.ID, took
}

// rawCommits commits rows one by one, with the connections of the product.
type rawCommits struct {
	t          testing.TB
	on         *db.DB
	postmaster int // 0: none on this machine
}

func newRawCommits(b *testing.B, engine, address string) *rawCommits {
	b.Helper()
	if path := db.SQLitePath(address); path != "" { // a file of its own, whose commits do not wait for the server's
		address = "sqlite:" + path + "-raw"
		b.Cleanup(func() {
			for _, end := range []string{"", "-wal", "-shm"} {
				_ = os.Remove(path + "-raw" + end)
			}
		})
	}
	on, err := db.Open(address)
	must(b, err)
	r := &rawCommits{t: b, on: on}
	must(b, on.Exec(b.Context(), "create", `CREATE TABLE IF NOT EXISTS raw_commits (n BIGINT)`))
	b.Cleanup(func() {
		_ = on.Exec(context.Background(), "drop", `DROP TABLE raw_commits`)
		_ = on.Close()
	})
	if engine == "postgres" {
		backend, err := on.Count(b.Context(), "backend", `SELECT pg_backend_pid()`)
		must(b, err)
		if fields := procStat(fmt.Sprintf("/proc/%d/stat", backend)); len(fields) > 1 {
			r.postmaster, _ = strconv.Atoi(fields[1])
		}
	}
	return r
}

// rate returns how many rows a second so many writers commit.
func (r *rawCommits) rate(long time.Duration, writers int) float64 {
	var all sync.WaitGroup
	var done atomic.Int64
	began := time.Now()
	for range writers {
		all.Go(func() {
			for time.Since(began) < long {
				must(r.t, r.on.Exec(r.t.Context(), "commit", `INSERT INTO raw_commits (n) VALUES ($1)`, done.Add(1)))
			}
		})
	}
	all.Wait()
	return float64(done.Load()) / time.Since(began).Seconds()
}

// spent returns the processor time that PostgreSQL's processes have used.
func (r *rawCommits) spent() time.Duration {
	if r.postmaster == 0 {
		return 0
	}
	return spentBy(append(childrenOf(r.postmaster), r.postmaster)...)
}
