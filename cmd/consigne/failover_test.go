package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"testing"
	"time"

	"consigne/internal/kernel/fault"
	"consigne/internal/store/storetest"
)

// The primary is killed under load, its machine comes back, and it gets its role back by a switchover. Then its Patroni
// alone dies, and PostgreSQL, which does not know, may acknowledge nothing any more. Meanwhile clients are told to come
// back; no acknowledged stay is lost, and none is paid by two charges.
func TestPrimaryDiesUnderLoad(t *testing.T) {
	t.Parallel() // most of its time, it waits for a lock to expire
	began := time.Now()
	step := func(text string, args ...any) {
		t.Helper()
		t.Logf("%5.1f s  "+text, append([]any{time.Since(began).Seconds()}, args...)...)
	}
	d := newDatabaseCluster(t)
	c := &cluster{t: t, double: startDouble(t)}
	database := storetest.Open(t, d.primary)
	seedStays(t, database)
	seedManager(t, database)
	c.startNodes(buildBinary(t), d.primary)
	defer c.logErrors()
	load := startLoad(c)
	time.Sleep(2 * time.Second)
	step("the load runs, with %d stays so far", load.count())

	first, second := d.roles()
	back := load.awaitWrites(t, first.kill)
	step("%s killed: writes were back after %.1f s; %s", first.name, back.Seconds(), load.outage())
	if !second.is("/primary") {
		t.Errorf("%s is not the primary", second.name)
	}

	first.start()
	first.await("/synchronous")
	step("%s is the synchronous standby", first.name)
	d.checkStandby(first)
	checkPatroniMetrics(t, first)

	back = load.awaitWrites(t, func() {
		if text, err := second.command("switchover", "--primary", second.name, "--candidate", first.name, "--force",
			"consigne").CombinedOutput(); err != nil {
			t.Errorf("switchover: %v\n%s", err, text)
		}
	})
	step("switched over to %s: writes were back after %.1f s; %s", first.name, back.Seconds(), load.outage())
	first.await("/primary")
	second.await("/synchronous")
	step("%s is the synchronous standby", second.name)

	back = load.awaitWrites(t, func() {
		first.killPatroni()
		second.await("/primary")
	})
	step("Patroni of %s killed: writes were back after %.1f s; %s", first.name, back.Seconds(), load.outage())
	checkFenced(t, first)
	first.start()
	first.await("/synchronous")
	step("%s is the synchronous standby", first.name)
	for _, m := range d.members {
		var gone bool
		must(t, open(t, databaseURL(m.postgres)).QueryRowContext(t.Context(),
			`SELECT to_regclass('written_by_the_old_primary') IS NULL`).Scan(&gone))
		if !gone {
			t.Errorf("%s holds what nobody was told of", m.name)
		}
	}

	load.stop()
	node := c.nodes[0]
	node.settle()
	node.check(load.ids, load.prices, c.double)
	d.checkStandby(first)
	for table, want := range map[string]int{"stays": len(load.ids), "payments": len(load.ids)} {
		for _, m := range d.members {
			if got := m.rows(t, table); got != want {
				t.Errorf("%s holds %d %s, of which %d were acknowledged", m.name, got, table, want)
			}
		}
	}
	if got := first.rows(t, "stations"); got < 1+load.stations { // one more, perhaps, whose answer was lost
		t.Errorf("%d stations are stored, of %d acknowledged", got-1, load.stations)
	}
	step("%d stays and %d stations were acknowledged", len(load.ids), load.stations)
}

// awaitWrites breaks something, and returns the time from then to the first write that was sent afterwards and stored.
func (l *load) awaitWrites(t *testing.T, breaks func()) time.Duration {
	t.Helper()
	l.forget()
	began := time.Now()
	breaks()
	broken := time.Now()
	for time.Since(began) < time.Minute {
		l.mu.Lock()
		written := l.written
		l.mu.Unlock()
		if written.After(broken) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	took := time.Since(began)
	if took > 30*time.Second {
		t.Errorf("writes were back after %v", took)
	}
	time.Sleep(time.Second) // the load goes on
	return took
}

// outage tells what clients have seen since the last [load.forget]. Every error is a 503 with Retry-After.
func (l *load) outage() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	for status, times := range l.statuses {
		if status != http.StatusServiceUnavailable {
			l.c.t.Errorf("%d calls were answered %d", times, status)
		}
	}
	return fmt.Sprintf("%d calls were answered 503, the slowest answer took %.1f s", l.errors, l.slowest.Seconds())
}

func (l *load) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.ids)
}

// rows counts the rows of a table on this server.
func (m *member) rows(t *testing.T, table string) (n int) {
	t.Helper()
	must(t, open(t, databaseURL(m.postgres)).QueryRowContext(t.Context(), `SELECT COUNT(*) FROM `+table).Scan(&n))
	return n
}

// checkStandby checks that a member holds everything that the primary has acknowledged until now.
func (d *databaseCluster) checkStandby(standby *member) {
	t := d.t
	t.Helper()
	var state, position string
	must(t, open(t, d.primary).QueryRowContext(t.Context(),
		`SELECT sync_state, pg_current_wal_flush_lsn() FROM pg_stat_replication
			WHERE application_name = $1`, standby.name).Scan(&state, &position))
	if state != "sync" {
		t.Errorf("%s is replicated: %s", standby.name, state)
	}
	server, reached := open(t, databaseURL(standby.postgres)), false
	for range 500 {
		must(t, server.QueryRowContext(t.Context(), `SELECT pg_is_in_recovery()
			AND pg_last_wal_replay_lsn() >= $1::pg_lsn`, position).Scan(&reached))
		if reached {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%s has not replayed %s", standby.name, position)
}

// checkPatroniMetrics checks that Patroni exports the metrics that the alerts use.
func checkPatroniMetrics(t *testing.T, m *member) {
	t.Helper()
	response, err := http.Get("http://" + m.rest + "/metrics")
	must(t, err)
	defer func() { _ = response.Body.Close() }()
	metrics, err := io.ReadAll(response.Body)
	must(t, err)
	for _, name := range regexp.MustCompile(`\bpatroni_\w+`).FindAllString(read(t, "../../deploy/prometheus/alerts.yml"),
		-1) {
		if !regexp.MustCompile(`(?m)^` + name + `[ {]`).Match(metrics) {
			t.Errorf("alerts.yml looks at %s, which Patroni does not show", name)
		}
	}
}

// checkFenced checks that a server that goes on without its Patroni acknowledges no write.
func checkFenced(t *testing.T, old *member) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	if _, err := open(t, databaseURL(old.postgres)).ExecContext(ctx,
		`CREATE TABLE written_by_the_old_primary (n INT)`); err == nil {
		t.Errorf("%s, replaced, acknowledged a write", old.name)
	}
}

// A commit that no standby has confirmed is not acknowledged, even though PostgreSQL answers its cancellation with
// success.
func TestACommitWithoutItsStandby(t *testing.T) {
	server := newPostgresServer(t)
	s := storetest.Open(t, server.url())
	for _, setting := range []string{`ALTER SYSTEM SET synchronous_standby_names = 'away'`, `SELECT pg_reload_conf()`} {
		_, err := open(t, server.url()).ExecContext(t.Context(), setting)
		must(t, err)
	}
	time.Sleep(500 * time.Millisecond)
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	err := s.Atomically(ctx, func(ctx context.Context) error {
		return s.Exec(ctx, "write", `UPDATE publication SET revision = revision + 1`)
	})
	if !fault.Is(err, fault.KindUnavailable) {
		t.Errorf("a commit without its standby: %v", err)
	}
}
