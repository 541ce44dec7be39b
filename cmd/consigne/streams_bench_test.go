package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
	"consigne/internal/store"
	"consigne/internal/testenv"
)

const (
	streamsOfAnyone   = 100 // of each account
	filesBesides      = 500 // that the node, and this program, open
	cheapPassword     = "un mot de passe solide"
	cheapPasswordHash = "$argon2id$v=19$m=8,t=1,p=1$c2VsZGVzc2l0ZWVzc2Fpcw$UokhnAWbMsEXZ1s0QgitQBnj8DPxGYzUNxhJ3cQjBcM"
)

var (
	idleStreams = testenv.Size(10_000)
	idleFor     = testenv.Span(60 * time.Second)
)

// Measures what ten thousand open consoles cost a node on which nothing happens, in memory and processor time, and how
// long one change takes until all of them know it.
func BenchmarkIdleStreams(b *testing.B) {
	var limit syscall.Rlimit
	must(b, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
	if needed := uint64(idleStreams + filesBesides); limit.Max < needed {
		b.Fatalf("%d files may be open, %d are needed: raise the limit (ulimit -Hn)", limit.Max, needed)
	}
	binary, address := buildBinary(b), freeAddress(b)
	url := "sqlite:" + b.TempDir() + "/consigne.db"
	tokens := seedStreams(b, url)
	node := exec.Command(binary, "serve")
	node.Env = append(os.Environ(), "CONSIGNE_LISTEN="+address, "CONSIGNE_DATABASE_URL="+url,
		"CONSIGNE_SECRET="+strings.Repeat("s", 32), "CONSIGNE_OUTBOX="+b.TempDir(), "CONSIGNE_SECOND_FACTOR=aucun")
	must(b, node.Start())
	b.Cleanup(func() {
		_ = node.Process.Signal(syscall.SIGTERM)
		_ = node.Wait()
	})
	for range 500 {
		if response, err := http.Get("http://" + address + "/healthz"); err == nil {
			_ = response.Body.Close()
			break
		}
		time.Sleep(20 * time.Millisecond)
	}

	atRest := residentMiB(b, node.Process.Pid)
	told, open := make(chan time.Time, idleStreams), make(chan struct{}, idleStreams)
	began := time.Now()
	var dialling sync.WaitGroup
	places := make(chan struct{}, 50)
	for i := range idleStreams {
		places <- struct{}{}
		dialling.Go(func() {
			defer func() { <-places }()
			listen(b, address, tokens[i%len(tokens)], open, told)
			<-open
		})
	}
	dialling.Wait()
	b.Logf("%d streams open after %.1f s", idleStreams, time.Since(began).Seconds())

	time.Sleep(testenv.Span(5 * time.Second))
	before := processorTime(node.Process.Pid)
	time.Sleep(idleFor)
	idle := (processorTime(node.Process.Pid) - before).Seconds() / idleFor.Seconds() * 100
	full := residentMiB(b, node.Process.Pid)

	request, err := http.NewRequestWithContext(b.Context(), http.MethodPatch,
		"http://"+address+"/api/admin/casier/1/switch-actif", strings.NewReader("{}"))
	must(b, err)
	request.Header.Set("Authorization", "Bearer "+tokens[0])
	request.Header.Set("Content-Type", "application/json")
	before, sent := processorTime(node.Process.Pid), time.Now()
	response, err := http.DefaultClient.Do(request)
	must(b, err)
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		b.Fatalf("the change: %d", response.StatusCode)
	}
	took := make([]time.Duration, 0, idleStreams)
	for range idleStreams {
		select {
		case at := <-told:
			took = append(took, at.Sub(sent))
		case <-time.After(30 * time.Second):
			b.Fatalf("%d of %d streams were told", len(took), idleStreams)
		}
	}
	slices.Sort(took)
	cost := processorTime(node.Process.Pid) - before
	b.Logf("memory: %.0f MiB at rest, %.0f MiB with all streams: %.1f KiB each", atRest, full,
		(full-atRest)*1024/float64(idleStreams))
	b.Logf("processor while nothing happens: %.1f %% of one core", idle)
	b.Logf("one change: the median stream knows after %d ms, the last after %d ms; %d ms of processor time",
		took[len(took)/2].Milliseconds(), took[len(took)-1].Milliseconds(), cost.Milliseconds())
	b.ReportMetric((full-atRest)*1024/float64(idleStreams), "KiB/stream")
	b.ReportMetric(idle, "%core")
	b.ReportMetric(float64(took[len(took)-1].Milliseconds()), "ms/last")
}

// listen follows what changes without the memory of an HTTP client; it says when the stream is open and when it was
// told.
func listen(b *testing.B, address, token string, open chan struct{}, told chan time.Time) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		b.Error(err)
		open <- struct{}{}
		return
	}
	b.Cleanup(func() { _ = conn.Close() })
	fmt.Fprintf(conn, "GET /api/admin/flux HTTP/1.1\r\nHost: consigne\r\nAuthorization: Bearer %s\r\n\r\n", token)
	go func() {
		lines := bufio.NewScanner(conn)
		lines.Buffer(make([]byte, 1024), 64<<10)
		began := false
		for lines.Scan() {
			switch line := lines.Text(); {
			case !began && strings.HasPrefix(line, "id: "):
				began = true
				open <- struct{}{}
			case strings.Contains(line, `"sujet":"service"`):
				told <- time.Now()
			}
		}
	}()
}

// seedStreams fills a database with one locker and the managers of its operator, and returns a token of each.
func seedStreams(b *testing.B, url string) []string {
	database, err := store.Open(url)
	must(b, err)
	defer func() { _ = database.Close() }()
	ctx, now := b.Context(), time.Now().UTC()
	must(b, database.Migrate(ctx))
	_, err = database.CreateOperator(ctx, operator.Operator{Name: "Grandval"}, now)
	must(b, err)
	_, err = database.CreateStation(ctx,
		station.Station{OperatorID: 1, Name: "Gare", Kind: station.Individual, Active: true}, now)
	must(b, err)
	_, err = database.CreateLocker(ctx,
		station.Locker{StationID: 1, Name: "A1", Type: station.Bike, Active: false, Capacity: 1}, now)
	must(b, err)
	accounts, err := newAccounts(settings{Secret: strings.Repeat("s", 32)}, database)
	must(b, err)
	tokens := make([]string, max(idleStreams/streamsOfAnyone, 1))
	for i := range tokens {
		email := "gestionnaire" + strconv.Itoa(i) + "@exemple.test"
		_, err = database.CreateAccount(ctx, account.Account{
			Email: email, PasswordHash: cheapPasswordHash, Active: true, Roles: map[int64][]access.Role{1: {access.Manager}},
		}, now)
		must(b, err)
		entered, err := accounts.Login(ctx, email, cheapPassword, account.Caller{Address: "192.0.2." + strconv.Itoa(i)})
		must(b, err)
		tokens[i] = entered.Tokens.Bearer
	}
	return tokens
}

var resident = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

func residentMiB(b *testing.B, pid int) float64 {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	must(b, err)
	kilobytes, err := strconv.ParseFloat(string(resident.FindSubmatch(text)[1]), 64)
	must(b, err)
	return kilobytes / 1024
}

// processorTime returns the processor time that a process has used since it started.
func processorTime(pid int) time.Duration {
	fields := procStat(fmt.Sprintf("/proc/%d/stat", pid))
	sum := time.Duration(0)
	for _, field := range fields[11:13] {
		ticks, _ := strconv.Atoi(field)
		sum += time.Duration(ticks) * 10 * time.Millisecond
	}
	return sum
}
