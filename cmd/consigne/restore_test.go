package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"consigne/internal/adapter/psp/stripe/stripetest"
	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// Runs the restore drill of docs/operations.md: a copy is taken while people write, a person is erased afterwards,
// and the copy is served elsewhere. What was acknowledged before the time of the copy is there, what was requested
// after it is not, no write is incomplete, and the list of tombstones erases the person again.
func TestACopyTakenUnderLoadIsRestored(t *testing.T) {
	t.Parallel()
	binary := buildBinary(t)
	for engine, drill := range map[string]func(*testing.T, string){"sqlite": drillSQLite, "postgres": drillPostgres} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			drill(t, binary)
		})
	}
}

func drillSQLite(t *testing.T, binary string) {
	live, copied := storetest.SQLiteURL(t), storetest.EmptySQLiteURL(t)
	double := startDouble(t)
	site := newDrillSite(t, binary, live, double)
	written := site.writeUntil(func() {
		site.more()
		site.before = time.Now()
		text, err := site.command("backup", db.SQLitePath(copied)).CombinedOutput()
		site.after = time.Now()
		if err != nil {
			t.Errorf("backup: %v\n%s", err, text)
		}
		site.more()
	})
	if info, err := os.Stat(db.SQLitePath(copied)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read the copy: %v, %v", info, err)
	}
	if text, err := site.command("backup", db.SQLitePath(copied)).CombinedOutput(); err == nil ||
		!strings.Contains(string(text), "existe déjà") {
		t.Errorf("a second copy over the first: %v\n%s", err, text)
	}
	tombstones := site.eraseFirst(written)
	site.kill()
	newDrillSite(t, binary, copied, double).check(site, written, tombstones)
}

func drillPostgres(t *testing.T, binary string) {
	server := newDrillServer(t)
	double := startDouble(t)
	server.start("data", "-c", "archive_mode=on", "-c",
		"archive_command=test ! -f "+server.dir+"/archive/%f && cp %p "+server.dir+"/archive/%f")
	site := newDrillSite(t, binary, server.address, double)
	written := site.writeUntil(func() {
		site.more()
		server.run("pg_basebackup", "-h", server.dir, "-p", server.port, "-U", "postgres", "-D", server.dir+"/base", "-c",
			"fast")
		site.more()
		site.before = time.Now().Truncate(time.Microsecond) // PostgreSQL's time resolution
		site.after = site.before
		site.more()
	})
	tombstones := site.eraseFirst(written)
	site.kill()
	_, err := site.db.ExecContext(t.Context(), `SELECT pg_switch_wal()`)
	must(t, err)
	server.stop() // waits until the archive is complete

	must(t, os.WriteFile(server.dir+"/base/recovery.signal", nil, 0o600))
	server.start("base", "-c", "restore_command=cp "+server.dir+"/archive/%f %p",
		"-c", "recovery_target_time="+site.before.UTC().Format("2006-01-02 15:04:05.999999+00"), "-c",
		"recovery_target_action=promote")
	newDrillSite(t, binary, server.address, double).check(site, written, tombstones)
}

// drillSite is a server on the database that is copied, or on the copy.
type drillSite struct {
	*killedSite
	database      *store.Store
	before, after time.Time // the time of the copy is between them
	ended         atomic.Int64
}

func newDrillSite(t *testing.T, binary, address string, double *doubleProcess) *drillSite {
	t.Helper()
	database := storetest.Open(t, address)
	if empty, err := database.Empty(t.Context()); err != nil {
		t.Fatal(err)
	} else if empty {
		seedStays(t, database)
	}
	return &drillSite{killedSite: newKilledSite(t, binary, address, double.address), database: database}
}

// drillStay is a stay that a new user began and ended, with the times when its end was requested and acknowledged.
type drillStay struct {
	accountID, id, price    int64
	email                   string
	requestedAt, answeredAt time.Time
}

// writeUntil runs four applications that write without a pause until act returns.
func (s *drillSite) writeUntil(act func()) []drillStay {
	s.t.Helper()
	s.start()
	s.awake()
	ctx, stop := context.WithCancel(s.ctx)
	var applications sync.WaitGroup
	written := make([][]drillStay, 4)
	for i := range written {
		applications.Go(func() {
			for n := 0; ctx.Err() == nil && !s.t.Failed(); n++ {
				stay := drillStay{email: fmt.Sprintf("u%d-%d@exemple.test", i, n)}
				stay.accountID = number(s.call("POST", "utilisateurs",
					map[string]any{"email": stay.email, "nom": "Nom", "prenom": "Prénom", "telephone": "0600000000"})["id"])
				s.call("PUT", fmt.Sprintf("utilisateurs/%d/carte", stay.accountID),
					map[string]any{"jeton": fmt.Sprintf("pm_%s_%d", stripetest.Accepted, stay.accountID)})
				stay.id = number(s.call("POST", "occupations",
					map[string]any{"idCasier": 1, "idUtilisateur": stay.accountID, "debut": time.Now().Add(-90 * time.Minute)})["id"])
				stay.requestedAt = time.Now()
				stay.price = int64(s.end(stay.id))
				stay.answeredAt = time.Now()
				written[i] = append(written[i], stay)
				s.ended.Add(1)
			}
		})
	}
	act()
	stop()
	applications.Wait()
	if s.t.Failed() {
		s.t.FailNow()
	}
	return slices.Concat(written...)
}

// more waits until thirty more stays have ended.
func (s *drillSite) more() {
	for enough := s.ended.Load() + 30; s.ended.Load() < enough && !s.t.Failed(); {
		time.Sleep(10 * time.Millisecond)
	}
}

// eraseFirst erases the first person after the copy, and returns the file of the tombstones.
func (s *drillSite) eraseFirst(written []drillStay) string {
	s.t.Helper()
	_, err := s.database.Erase(s.ctx, written[0].accountID, account.Deletion, time.Now())
	must(s.t, err)
	list, err := s.command("admin", "tombstones").Output()
	must(s.t, err)
	file := filepath.Join(s.t.TempDir(), "tombstones.txt")
	must(s.t, os.WriteFile(file, list, 0o600))
	return file
}

// check compares the restored data with what the copied site had acknowledged.
func (s *drillSite) check(copied *drillSite, written []drillStay, tombstones string) {
	s.t.Helper()
	prices := map[int64]int64{} // of ended stays, by stay id
	rows, err := s.db.QueryContext(s.ctx, `SELECT o.id, p.amount FROM stays o JOIN payments p ON p.stay_id = o.id
		WHERE o.ended_at IS NOT NULL AND p.ended_at = o.ended_at`)
	must(s.t, err)
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id, price int64
		must(s.t, rows.Scan(&id, &price))
		prices[id] = price
	}
	must(s.t, rows.Err())
	kept, lost := 0, 0
	for _, stay := range written {
		price, there := prices[stay.id]
		switch {
		case there && price != stay.price, !there && stay.answeredAt.Before(copied.before),
			there && stay.requestedAt.After(copied.after):
			s.t.Errorf("stay %d, ended at %d from %v to %v, is there: %v, at %d; the copy is of %v to %v",
				stay.id, stay.price, stay.requestedAt, stay.answeredAt, there, price, copied.before, copied.after)
		case there:
			kept++
		default:
			lost++
		}
	}
	s.t.Logf("%d stays are there, %d came later", kept, lost)
	if kept < 10 || lost < 10 {
		s.t.Error("the copy is not from the middle of the load: this test proves too little")
	}
	if torn := s.count(`SELECT COUNT(*) FROM stays o WHERE o.ended_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM payments p
		WHERE p.stay_id = o.id AND p.status <> 'RUNNING')`); torn > 0 {
		s.t.Errorf("%d stays ended without a payment", torn)
	}
	rollups := s.rollups()
	s.do("statistics", "rebuild")
	if rebuilt := s.rollups(); len(rollups) == 0 || !slices.Equal(rollups, rebuilt) {
		s.t.Errorf("the rollups are not those of the rows:\n%v\n%v", rollups, rebuilt)
	}

	const known = `SELECT COUNT(*) FROM accounts WHERE email = $1`
	if s.count(known, written[0].email) != 1 {
		s.t.Error("who was erased after the copy is not in it")
	}
	s.do("admin", "purge-tombstones", tombstones)
	if s.count(known, written[0].email) != 0 || s.count(known, written[1].email) != 1 {
		s.t.Error("the tombstones do not erase again")
	}

	s.start()
	s.awake()
	response, err := http.Get(s.url + "/readyz")
	must(s.t, err)
	must(s.t, response.Body.Close())
	stay := s.call("POST", "occupations",
		map[string]any{"idCasier": 1, "idUtilisateur": written[1].accountID, "debut": time.Now().Add(-90 * time.Minute)})
	if price := int64(s.end(number(stay["id"]))); response.StatusCode != http.StatusOK || price != written[1].price {
		s.t.Errorf("what is restored does not serve: %d, %d", response.StatusCode, price)
	}
}

func (s *drillSite) do(args ...string) {
	s.t.Helper()
	if text, err := s.command(args...).CombinedOutput(); err != nil {
		s.t.Fatalf("%v: %v\n%s", args, err, text)
	}
}

func (s *drillSite) count(query string, args ...any) (n int) {
	s.t.Helper()
	must(s.t, s.db.QueryRowContext(s.ctx, query, args...).Scan(&n))
	return n
}

func (s *drillSite) rollups() []string {
	s.t.Helper()
	list, err := storetest.Rollups(s.ctx, s.database)
	must(s.t, err)
	return list
}
