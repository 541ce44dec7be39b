package main

import (
	"database/sql"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"consigne/internal/testenv"
)

// databaseCluster is PostgreSQL with a standby under Patroni and etcd, as shipped, behind the shipped HAProxy.
type databaseCluster struct {
	t       testing.TB
	members [2]*member
	primary string // address of the database, through HAProxy
}

// member is a PostgreSQL server and its Patroni.
type member struct {
	t                    testing.TB
	name, folder         string
	postgres, rest, etcd string // addresses
	log                  *os.File
	running              *exec.Cmd
}

func newDatabaseCluster(t testing.TB) *databaseCluster {
	t.Helper()
	servers, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	must(t, err)
	testenv.Needs(t, len(servers) > 0, "PostgreSQL")
	testenv.Program(t, "patroni")
	folder, err := os.MkdirTemp("", "consigne-patroni.") // t.TempDir is not accessible to PostgreSQL's user
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	shipped, err := os.ReadFile("../../deploy/patroni/patroni.yml")
	must(t, err)
	// PostgreSQL's user reads it; it holds no password
	must(t, os.WriteFile(filepath.Join(folder, "patroni.yml"), shipped, 0o644))
	if os.Getuid() == 0 {
		must(t, exec.Command("chown", "postgres", folder).Run())
	}
	etcd := startEtcd(t)
	d := &databaseCluster{t: t}
	for i, name := range []string{"pg1", "pg2"} {
		d.members[i] = &member{t: t, name: name, folder: folder, postgres: freeAddress(t), rest: freeAddress(t), etcd: etcd}
		d.members[i].log, err = os.CreateTemp(t.TempDir(), name)
		must(t, err)
		t.Cleanup(d.members[i].kill)
	}
	d.members[0].start()
	d.members[0].await("/primary") // the first creates the cluster
	d.members[1].start()
	d.members[1].await("/synchronous")
	d.startProxy()
	return d
}

// startEtcd starts etcd with one member and returns its address.
func startEtcd(t testing.TB) string {
	t.Helper()
	at, peers := freeAddress(t), "http://"+freeAddress(t)
	c := exec.Command(testenv.Program(t, "etcd"), "--data-dir", filepath.Join(t.TempDir(), "etcd"), "--log-level=error",
		"--listen-client-urls=http://"+at, "--advertise-client-urls=http://"+at,
		"--listen-peer-urls="+peers, "--initial-advertise-peer-urls="+peers, "--initial-cluster=default="+peers)
	must(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	return at
}

// startProxy starts HAProxy in front of the members, with the shipped configuration.
func (d *databaseCluster) startProxy() {
	d.t.Helper()
	primary := freeAddress(d.t)
	c := exec.Command(testenv.Program(d.t, "haproxy"), "-db", "-f", "../../deploy/haproxy/database.cfg")
	c.Env = append(os.Environ(), "CONSIGNE_PRIMARY_BIND="+primary)
	for i, variable := range []string{"CONSIGNE_PG1", "CONSIGNE_PG2"} {
		m := d.members[i]
		c.Env = append(c.Env, variable+"="+m.postgres, variable+"_PATRONI="+m.rest[strings.LastIndex(m.rest, ":")+1:])
	}
	must(d.t, c.Start())
	d.t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	d.primary = databaseURL(primary) + "&target_session_attrs=read-write"
	database, answers := open(d.t, d.primary), 0
	database.SetMaxIdleConns(0)
	for range 500 { // at its start, HAProxy takes every server for fit until it has checked it
		if answers++; database.PingContext(d.t.Context()) != nil {
			answers = 0
		}
		if answers == 40 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	must(d.t, database.PingContext(d.t.Context()))
}

func databaseURL(address string) string {
	return "postgres://postgres:consigne@" + address + "/postgres?sslmode=disable"
}

func open(t testing.TB, url string) *sql.DB {
	t.Helper()
	database, err := sql.Open("pgx", url)
	must(t, err)
	t.Cleanup(func() { _ = database.Close() })
	return database
}

// roles returns the members that are the primary and its standby now.
func (d *databaseCluster) roles() (primary, standby *member) {
	d.t.Helper()
	for i, m := range d.members {
		if m.is("/primary") {
			return m, d.members[1-i]
		}
	}
	d.t.Fatal("there is no primary")
	return nil, nil
}

// command returns the member's Patroni, or patronictl with the given arguments.
func (m *member) command(args ...string) *exec.Cmd {
	return exec.Command("../../scripts/patroni-member.sh",
		append([]string{m.name, m.folder, m.postgres, m.rest, m.etcd}, args...)...)
}

// start starts Patroni, which starts PostgreSQL.
func (m *member) start() {
	m.t.Helper()
	m.running = m.command()
	m.running.Stdout, m.running.Stderr = m.log, m.log
	must(m.t, m.running.Start())
}

// killPatroni kills Patroni alone; PostgreSQL goes on.
func (m *member) killPatroni() {
	if m.running != nil {
		_ = m.running.Process.Kill()
		_ = m.running.Wait()
		m.running = nil
	}
}

// kill kills Patroni and PostgreSQL with all its processes.
func (m *member) kill() {
	m.killPatroni()
	text, err := os.ReadFile(filepath.Join(m.folder, m.name, "postmaster.pid"))
	if err != nil {
		return
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		return
	}
	for _, each := range append([]int{pid}, childrenOf(pid)...) {
		_ = syscall.Kill(each, syscall.SIGKILL)
	}
}

// is reports whether the member's Patroni answers a health check (/primary, /replica, /synchronous) with 200.
func (m *member) is(role string) bool {
	response, err := (&http.Client{Timeout: 5 * time.Second}).Get("http://" + m.rest + role)
	if err != nil {
		return false
	}
	_ = response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// await waits until the member has a role.
func (m *member) await(role string) {
	m.t.Helper()
	for deadline := time.Now().Add(90 * time.Second); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if m.is(role) {
			return
		}
	}
	_, _ = m.log.Seek(0, io.SeekStart)
	text, _ := io.ReadAll(m.log)
	m.t.Fatalf("%s does not become %s:\n%s", m.name, role, text[max(0, len(text)-6000):])
}
