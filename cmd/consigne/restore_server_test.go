package main

import (
	"bytes"
	"database/sql"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"consigne/internal/testenv"
)

// drillServer is a PostgreSQL server of the test, with durable writes, and the folder that holds its data, its
// archive and what is restored.
type drillServer struct {
	t             *testing.T
	dir, bin      string
	port, address string
	who           *syscall.Credential // the user it runs as, since it refuses root
	running       *exec.Cmd
	log           *bytes.Buffer
}

func newDrillServer(t *testing.T) *drillServer {
	t.Helper()
	folders, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	must(t, err)
	testenv.Needs(t, len(folders) > 0, "PostgreSQL")
	// not t.TempDir: PostgreSQL has no access to it, and its path is too long for a socket
	dir, err := os.MkdirTemp("", "consigne-drill-")
	must(t, err)
	_, port, err := net.SplitHostPort(freeAddress(t))
	must(t, err)
	s := &drillServer{
		t: t, dir: dir, bin: slices.Max(folders), port: port, log: &bytes.Buffer{},
		address: "postgres://postgres@127.0.0.1:" + port + "/postgres?sslmode=disable",
	}
	t.Cleanup(func() {
		s.stop()
		_ = os.RemoveAll(dir)
	})
	must(t, os.Mkdir(dir+"/archive", 0o700))
	if os.Getuid() == 0 {
		account, err := user.Lookup("postgres")
		must(t, err)
		uid, err := strconv.Atoi(account.Uid)
		must(t, err)
		gid, err := strconv.Atoi(account.Gid)
		must(t, err)
		s.who = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		must(t, os.Chown(dir, uid, gid))
		must(t, os.Chown(dir+"/archive", uid, gid))
	}
	s.run("initdb", "-D", dir+"/data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
	return s
}

func (s *drillServer) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(s.bin, name), args...)
	c.Dir = s.dir // its user may not have access to the test's folder
	c.SysProcAttr = &syscall.SysProcAttr{Credential: s.who}
	return c
}

func (s *drillServer) run(name string, args ...string) {
	if text, err := s.command(name, args...).CombinedOutput(); err != nil {
		s.t.Errorf("%s: %v\n%s", name, err, text)
	}
}

// start starts the server on a data folder, and waits until it accepts writes.
func (s *drillServer) start(data string, settings ...string) {
	s.t.Helper()
	s.running = s.command("postgres",
		append([]string{"-D", s.dir + "/" + data, "-k", s.dir, "-h", "127.0.0.1", "-p", s.port}, settings...)...)
	s.running.Stderr = s.log
	must(s.t, s.running.Start())
	db, err := sql.Open("pgx", s.address)
	must(s.t, err)
	defer func() { _ = db.Close() }()
	for range 600 {
		recovering := true
		if err := db.QueryRowContext(s.t.Context(), `SELECT pg_is_in_recovery()`).Scan(&recovering); err == nil &&
			!recovering {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.stop()
	s.t.Fatalf("PostgreSQL does not start:\n%s", s.log)
}

// stop stops the server without waiting for its connections to end.
func (s *drillServer) stop() {
	if s.running != nil {
		_ = s.running.Process.Signal(os.Interrupt)
		_ = s.running.Wait()
		s.running = nil
	}
}
