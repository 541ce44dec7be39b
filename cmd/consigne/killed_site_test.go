package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"consigne/internal/adapter/psp/stripe/stripetest"
	"consigne/internal/kernel/money"
	"consigne/internal/testenv"
)

// asDouble, when set, makes this test binary run as the stand-in for Stripe, in a process of its own that outlives
// the servers. Its value is the path of the file of charges.
const asDouble = "CONSIGNE_TEST_DOUBLE"

func TestMain(m *testing.M) {
	if path := os.Getenv(asDouble); path != "" {
		serveDouble(path)
		return
	}
	if path := os.Getenv(asProfiled); path != "" {
		serveProfiled(path)
		return
	}
	// Those that run beside others mostly wait for nodes that start. The command line goes before.
	if err := flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	status := m.Run()
	_ = os.RemoveAll(builtIn)
	os.Exit(status)
}

func serveDouble(path string) {
	double, err := stripetest.Open(path)
	if err != nil {
		panic(err)
	}
	listener, err := net.Listen("tcp", os.Getenv(asDouble+"_AT"))
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr())
	panic(http.Serve(listener, double))
}

type doubleProcess struct {
	address, file string
	running       *exec.Cmd
}

func startDouble(t testing.TB) *doubleProcess {
	t.Helper()
	at := freeAddress(t)
	d := &doubleProcess{address: "http://" + at, file: filepath.Join(t.TempDir(), "double.jsonl")}
	d.start(t)
	t.Cleanup(d.kill)
	return d
}

func (d *doubleProcess) start(t testing.TB) {
	t.Helper()
	d.running = exec.Command(os.Args[0])
	d.running.Env = append(os.Environ(), asDouble+"="+d.file, asDouble+"_AT="+strings.TrimPrefix(d.address, "http://"))
	d.running.Stderr = io.Discard // it cuts connections on purpose
	out, err := d.running.StdoutPipe()
	must(t, err)
	must(t, d.running.Start())
	_, err = bufio.NewReader(out).ReadString('\n') // it prints its address once it listens
	must(t, err)
}

func (d *doubleProcess) kill() {
	_ = d.running.Process.Kill()
	_ = d.running.Wait()
}

// charges reads the charges from the file, not from the process, whose answers prove nothing.
func (d *doubleProcess) charges(t testing.TB) []stripetest.Intent {
	t.Helper()
	double, err := stripetest.Open(d.file)
	must(t, err)
	return double.Charges()
}

func freeAddress(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

// awake waits until the server answers.
func (s *killedSite) awake() {
	for range 3000 {
		response, err := http.Get(s.url + "/healthz")
		if err == nil {
			_ = response.Body.Close()
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	text, _ := os.ReadFile(s.log.Name())
	s.t.Fatalf("the server does not start:\n%s", text)
}

// call sends a request of the field API, repeated with the same idempotency key until it is answered, as an
// application does that lost its connection.
func (s *killedSite) call(method, path string, body any) map[string]any {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	key := uuid.NewString()
	for range 6000 {
		status, got, err := s.try(method, path, key, text)
		switch {
		case err != nil: // the server was killed or is not up yet
		case status < 300:
			return got
		case status < 500:
			s.t.Errorf("%s %s: %d %v", method, path, status, got)
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.t.Errorf("%s %s: never answered", method, path)
	return nil
}

func (s *killedSite) try(method, path, key string, body []byte) (int, map[string]any, error) {
	request, err := http.NewRequestWithContext(s.ctx, method, s.url+"/api/terrain/"+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Authorization", "Bearer "+s.key)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	got := map[string]any{}
	return response.StatusCode, got, json.NewDecoder(response.Body).Decode(&got)
}

// begin makes twenty users, each with a card, begin the stays in turn, some hours ago, and returns the ids of the
// stays.
func (s *killedSite) begin(stays int) []int64 {
	const users = 20
	ids, random := make([]int64, stays), testenv.Random(s.t)
	var all sync.WaitGroup
	for accountID := range users {
		all.Go(func() {
			person := map[string]any{
				"email": fmt.Sprintf("u%d@exemple.test", accountID), "nom": "Nom", "prenom": "Prénom",
				"telephone": "0600000000",
			}
			id := number(s.call("POST", "utilisateurs", person)["id"])
			token := fmt.Sprintf("pm_%s_%d", manners[accountID%len(manners)], accountID)
			s.call("PUT", fmt.Sprintf("utilisateurs/%d/carte", id), map[string]any{"jeton": token})
			for n := 0; accountID+users*n < stays; n++ {
				began := time.Now().Add(-time.Duration(random.IntN(600)) * time.Minute)
				ids[accountID+users*n] = number(s.call("POST", "occupations",
					map[string]any{"idCasier": 1, "idUtilisateur": id, "debut": began})["id"])
			}
		})
	}
	all.Wait()
	if s.t.Failed() {
		s.t.FailNow()
	}
	return ids
}

// end ends a stay and returns its price.
func (s *killedSite) end(id int64) money.Cents {
	return money.Cents(number(s.call("POST", fmt.Sprintf("occupations/%d/fin", id), map[string]any{})["cout"]))
}

func number(value any) int64 {
	n, _ := value.(float64)
	return int64(n)
}
