package main

import (
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/access"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// postgresServer is a PostgreSQL server of the test, with durable commits.
type postgresServer struct {
	t         testing.TB
	bin, data string
	address   string
	running   *exec.Cmd
}

// newPostgresServer creates a server.
func newPostgresServer(t testing.TB) *postgresServer {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	must(t, err)
	testenv.Needs(t, len(found) > 0, "PostgreSQL")
	dir, err := os.MkdirTemp("", "consigne-postgres.") // t.TempDir is not accessible to PostgreSQL's user
	must(t, err)
	if os.Getuid() == 0 {
		must(t, exec.Command("chown", "postgres", dir).Run())
	}
	p := &postgresServer{t: t, bin: found[len(found)-1], data: filepath.Join(dir, "data"), address: freeAddress(t)}
	t.Cleanup(func() {
		p.kill()
		_ = os.RemoveAll(dir)
	})
	p.run("initdb", "-D", p.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
	p.start()
	return p
}

func (p *postgresServer) url() string {
	return "postgres://postgres@" + p.address + "/postgres?sslmode=disable"
}

func (p *postgresServer) command(name string, args ...string) *exec.Cmd {
	args = append([]string{filepath.Join(p.bin, name)}, args...)
	if os.Getuid() == 0 { // PostgreSQL refuses to run as root
		args = append([]string{"setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"}, args...)
	}
	c := exec.Command(args[0], args[1:]...)
	c.Dir = "/"
	return c
}

func (p *postgresServer) run(name string, args ...string) {
	p.t.Helper()
	if text, err := p.command(name, args...).CombinedOutput(); err != nil {
		p.t.Fatalf("%s: %v\n%s", name, err, text)
	}
}

// start starts the server and returns when it answers.
func (p *postgresServer) start() {
	host, port, _ := net.SplitHostPort(p.address)
	p.running = p.command("postgres", "-D", p.data, "-k", "", "-h", host, "-p", port, "-c", "max_connections=60")
	must(p.t, p.running.Start())
	for range 1000 {
		if p.command("pg_isready", "-q", "-h", host, "-p", port).Run() == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.t.Fatal("PostgreSQL does not start")
}

// signal sends a signal to the server and to all the processes it started.
func (p *postgresServer) signal(sent syscall.Signal) {
	for _, pid := range append([]int{p.running.Process.Pid}, childrenOf(p.running.Process.Pid)...) {
		_ = syscall.Kill(pid, sent)
	}
}

func (p *postgresServer) kill() {
	p.signal(syscall.SIGKILL)
	_ = p.running.Wait()
}

func childrenOf(parent int) []int {
	list := []int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		if fields := procStat(path); len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			list = append(list, pid)
		}
	}
	return list
}

// procStat returns the fields of a stat file of /proc that follow the process name.
func procStat(path string) []string {
	text, _ := os.ReadFile(path)
	return strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
}

// startProxy starts HAProxy with the shipped configuration in front of these nodes.
func startProxy(t testing.TB, nodes []string) (address string, process *os.Process) {
	t.Helper()
	shipped, err := filepath.Abs("../../deploy/haproxy")
	must(t, err)
	address = freeAddress(t)
	c := exec.Command(testenv.Program(t, "haproxy"), "-db", "-f", filepath.Join(shipped, "haproxy.cfg"))
	c.Env = append(os.Environ(), "CONSIGNE_HAPROXY_DIR="+shipped, "CONSIGNE_HAPROXY_BIND="+address,
		"CONSIGNE_NODE1="+nodes[0], "CONSIGNE_NODE2="+nodes[len(nodes)-1])
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	return "http://" + address, c.Process
}

// cluster holds every part of an installation with two nodes.
type cluster struct {
	t       testing.TB
	primary *postgresServer
	nodes   [2]*killedSite
	url     string
	listens []string // addresses of the nodes
	proxy   *os.Process
	double  *doubleProcess
}

// newCluster starts a cluster on the database of seedStays.
func newCluster(t testing.TB) *cluster {
	t.Helper()
	c := &cluster{t: t, primary: newPostgresServer(t), double: startDouble(t)}
	database := storetest.Open(t, c.primary.url())
	seedStays(t, database)
	seedManager(t, database)
	c.startNodes(buildBinary(t), c.primary.url())
	return c
}

// startNodes starts two nodes of that binary behind HAProxy and returns when they are ready.
func (c *cluster) startNodes(binary, database string) {
	t := c.t
	t.Helper()
	outbox := t.TempDir()
	for i := range c.nodes {
		node := newKilledSite(t, binary, database, c.double.address)
		listen, command := strings.TrimPrefix(node.url, "http://"), node.command
		node.command = func(args ...string) *exec.Cmd {
			one := command(args...)
			one.Env = append(one.Env, "CONSIGNE_LISTEN="+listen, "CONSIGNE_OUTBOX="+outbox,
				"CONSIGNE_TRUSTED_PROXIES=127.0.0.1")
			return one
		}
		c.listens, c.nodes[i] = append(c.listens, listen), node
	}
	c.url, c.proxy = startProxy(t, c.listens)
	for _, node := range c.nodes {
		node.start()
		node.awake()
	}
	for _, node := range c.nodes {
		node.url = c.url // its calls go through the proxy
	}
	awaitReady(t, c.url)
}

// awaitReady returns when the site, or the node, is ready.
func awaitReady(t testing.TB, url string) {
	t.Helper()
	for range 6000 { // two minutes: a migration may have to wait for locks
		if response, err := http.Get(url + "/readyz"); err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("the cluster does not start")
}

const managerPassword = "un mot de passe solide"

// seedManager creates a manager of operator 1.
func seedManager(t testing.TB, database *store.Store) {
	t.Helper()
	accounts, err := newAccounts(settings{Secret: strings.Repeat("s", 32)}, database)
	must(t, err)
	hash, err := accounts.HashPassword(t.Context(), managerPassword)
	must(t, err)
	_, err = database.CreateAccount(t.Context(), account.Account{
		Email: "gestionnaire@exemple.test", PasswordHash: hash, Active: true,
		Roles: map[int64][]access.Role{1: {access.Manager}},
	}, time.Now().UTC())
	must(t, err)
}

// logErrors prints the nodes' log of errors if the test failed.
func (c *cluster) logErrors() {
	for i, node := range c.nodes {
		text, _ := os.ReadFile(node.log.Name())
		for line := range strings.Lines(string(text)) {
			if c.t.Failed() && strings.Contains(line, `"level":"ERROR"`) && !strings.Contains(line, "momentanément") {
				c.t.Logf("node %d: %s", i+1, line)
			}
		}
	}
}
