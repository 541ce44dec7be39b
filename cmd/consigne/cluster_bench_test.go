package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/testenv"
)

// Measures the cost of a second node: the same requests at the same rate are served by one node and by two,
// alternately, and the processor time of each part is divided by the number of requests.
func BenchmarkSecondNode(b *testing.B) {
	c := newCluster(b)
	callers := newCallers(c, 8)
	callers.run(testenv.Span(5*time.Second), 0) // fills the pools and the plan caches
	spent := [2]map[string]time.Duration{{}, {}}
	requests := [2]int{}
	order := []int{1, 0, 0, 1, 1, 0} // alternately, since the data grows meanwhile
	if testenv.Smoke() {
		order = order[:2]
	}
	for _, second := range order {
		if running := c.nodes[1].running != nil; running && second == 0 {
			c.nodes[1].terminate()
			_ = c.nodes[1].running.Wait()
			c.nodes[1].running = nil
		} else if !running && second == 1 {
			c.nodes[1].start()
		}
		callers.run(testenv.Span(6*time.Second), 100)
		before := c.spent()
		requests[second] += len(callers.run(testenv.Span(10*time.Second), 100))
		for part, took := range c.spent() {
			spent[second][part] += took - before[part]
		}
	}
	for second, name := range []string{"one node", "two nodes"} {
		total := time.Duration(0)
		for _, part := range []string{"nodes", "PostgreSQL", "HAProxy"} {
			each := spent[second][part] / time.Duration(requests[second])
			b.Logf("%s: %-10s %5d µs a request", name, part, each.Microseconds())
			total += spent[second][part]
		}
		each := total / time.Duration(requests[second])
		b.Logf("%s: all        %5d µs, of %d requests", name, each.Microseconds(), requests[second])
		b.ReportMetric(float64(each.Microseconds()), strings.ReplaceAll(name, " ", "-")+"-µs/request")
	}
}

// spent returns the processor time that each part has used since it started.
func (c *cluster) spent() map[string]time.Duration {
	server := func(p *postgresServer) time.Duration {
		return spentBy(append(childrenOf(p.running.Process.Pid), p.running.Process.Pid)...)
	}
	nodes := time.Duration(0)
	for _, node := range c.nodes {
		if node.running != nil {
			nodes += spentBy(node.running.Process.Pid)
		}
	}
	return map[string]time.Duration{
		"nodes":      nodes,
		"PostgreSQL": server(c.primary), "HAProxy": spentBy(c.proxy.Pid),
	}
}

// spentBy returns the processor time that processes have used, with that of their children that ended.
func spentBy(pids ...int) (sum time.Duration) {
	for _, pid := range pids {
		fields := procStat(fmt.Sprintf("/proc/%d/stat", pid))
		for i := 11; i < 15 && len(fields) > 15; i++ {
			ticks, _ := strconv.Atoi(fields[i])
			sum += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return sum
}

// callers makes the calls of a busy morning: three lists for each stay.
type callers struct {
	c          *cluster
	random     *rand.Rand
	token      string
	accountIDs []int64
}

func newCallers(c *cluster, users int) *callers {
	all := &callers{c: c, random: testenv.Random(c.t), accountIDs: make([]int64, users)}
	for i := range all.accountIDs {
		person := map[string]any{
			"email": fmt.Sprintf("u%d@exemple.test", i), "nom": "Nom", "prenom": "Prénom",
			"telephone": "0600000000",
		}
		all.accountIDs[i] = number(c.nodes[0].call("POST", "utilisateurs", person)["id"])
	}
	body := `{"username":"gestionnaire@exemple.test","password":"` + managerPassword + `"}`
	response, err := http.Post(c.url+"/api/compte/connexion", "application/json", strings.NewReader(body))
	must(c.t, err)
	defer func() { _ = response.Body.Close() }()
	got := struct{ Token string }{}
	must(c.t, json.NewDecoder(response.Body).Decode(&got))
	all.token = got.Token
	return all
}

// run makes calls for that long, pace a second (0: as fast as possible), and returns how long each call took.
func (a *callers) run(long time.Duration, pace int) []time.Duration {
	var mu sync.Mutex
	took := []time.Duration{}
	timed := func(call func()) {
		if pace > 0 {
			time.Sleep(time.Duration(a.random.Int64N(2 * int64(time.Second) * int64(len(a.accountIDs)) / int64(pace))))
		}
		began := time.Now()
		call()
		mu.Lock()
		took = append(took, time.Since(began))
		mu.Unlock()
	}
	var all sync.WaitGroup
	for _, accountID := range a.accountIDs {
		all.Go(func() {
			for until := time.Now().Add(long); time.Now().Before(until); {
				var id int64
				timed(func() {
					id = number(a.c.nodes[0].call("POST", "occupations",
						map[string]any{"idCasier": 1, "idUtilisateur": accountID})["id"])
				})
				for _, path := range []string{"station/exploitant/1", "exploitant/1/a-traiter", "exploitant/1/compteurs"} {
					timed(func() { a.get("/api/admin/" + path) })
				}
				timed(func() { a.c.nodes[0].end(id) })
			}
		})
	}
	all.Wait()
	return took
}

func (a *callers) get(path string) {
	request, err := http.NewRequest("GET", a.c.url+path, http.NoBody)
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "Bearer "+a.token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		a.c.t.Errorf("%s: %v", path, err)
		return
	}
	defer func() { _ = response.Body.Close() }()
	if _, err := io.Copy(io.Discard, response.Body); err != nil || response.StatusCode != http.StatusOK {
		a.c.t.Errorf("%s: %d %v", path, response.StatusCode, err)
	}
}

// Measures how much two hundred clients that send or read one byte a second slow down the others, with HAProxy and
// with a node without a proxy.
func BenchmarkSlowClients(b *testing.B) {
	c := newCluster(b)
	callers := newCallers(c, 8)
	callers.run(testenv.Span(5*time.Second), 0)
	for _, at := range []struct{ name, address string }{
		{"HAProxy", c.url}, {"a node", "http://" + c.listens[0]},
	} {
		c.nodes[0].url, c.url = at.address, at.address
		var alone, beside []time.Duration
		rounds := 4 // alternately, so that the machine's other load affects both alike
		if testenv.Smoke() {
			rounds = 1
		}
		for range rounds {
			alone = append(alone, callers.run(testenv.Span(6*time.Second), 60)...)
			ended := make(chan struct{})
			var slow sync.WaitGroup
			for i := range 200 {
				slow.Go(func() { crawl(strings.TrimPrefix(at.address, "http://"), i%2 == 0, ended) })
			}
			time.Sleep(testenv.Span(2 * time.Second))
			beside = append(beside, callers.run(testenv.Span(6*time.Second), 60)...)
			close(ended)
			slow.Wait()
		}
		before, with := percentile95(alone), percentile95(beside)
		b.Logf("%s: 95 %% of calls within %v alone, %v beside 200 slow clients", at.name, before, with)
		if with > 2*before && !testenv.Smoke() {
			b.Errorf("%s: slowed down %.1f times", at.name, float64(with)/float64(before))
		}
	}
}

// crawl sends a request or reads an answer at one byte a second, and starts again when it is cut off.
func crawl(address string, sends bool, ended chan struct{}) {
	const request = "POST /api/compte/connexion HTTP/1.1\r\nHost: consigne\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
	step := func() bool {
		select {
		case <-ended:
			return false
		case <-time.After(time.Second):
			return true
		}
	}
	for step() {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			continue
		}
		if sends {
			for i := 0; i < len(request) && step(); i++ {
				if _, err := conn.Write([]byte{request[i]}); err != nil {
					break
				}
			}
		} else {
			if tcp, ok := conn.(*net.TCPConn); ok {
				_ = tcp.SetReadBuffer(4096)
			}
			_, _ = io.WriteString(conn, "GET /api/openapi.json HTTP/1.1\r\nHost: consigne\r\n\r\n")
			for in := bufio.NewReaderSize(conn, 16); step(); {
				if _, err := in.ReadByte(); err != nil {
					break
				}
			}
		}
		_ = conn.Close()
	}
}

func percentile95(took []time.Duration) time.Duration {
	slices.Sort(took)
	return took[len(took)*95/100].Round(100 * time.Microsecond)
}
