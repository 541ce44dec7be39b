package main

import (
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/console"
	"consigne/internal/store/storetest"
)

// lastRelease is the commit of the release from which one upgrades to this version. It changes with each release.
const lastRelease = "0a8b9516835f78d509d2da8314f286ff23e88fc8"

// Two nodes of the last release are stopped under load, and nodes of this version take their place, as migration 61 takes away what older ones
// use: calls that are sent again go on, and nothing that was acknowledged is lost.
func TestUpgradeOfARunningSite(t *testing.T) {
	t.Parallel()
	primary := newPostgresServer(t)
	old, latest := previousRelease(t), buildBinary(t)
	migrate := exec.Command(old, "migrate")
	migrate.Env = append(os.Environ(), "CONSIGNE_DATABASE_URL="+primary.url())
	if text, err := migrate.CombinedOutput(); err != nil {
		t.Fatalf("migrate: %v\n%s", err, text)
	}
	rows, err := os.ReadFile("testdata/release-21.sql")
	must(t, err)
	database, err := sql.Open("pgx", primary.url()+"&default_query_exec_mode=simple_protocol")
	must(t, err)
	defer func() { _ = database.Close() }()
	_, err = database.ExecContext(t.Context(), string(rows))
	must(t, err)

	c := &cluster{t: t, primary: primary, double: startDouble(t)}
	c.startNodes(old, primary.url())
	defer c.logErrors()
	load := startLoad(c)
	time.Sleep(2 * time.Second)
	for _, node := range c.nodes {
		node.terminate()
		must(t, node.running.Wait())
	}
	for i, node := range c.nodes {
		command := node.command
		node.command = func(args ...string) *exec.Cmd {
			one := command(args...)
			one.Path, one.Args[0] = latest, latest
			return one
		}
		node.start()
		awaitReady(t, "http://"+c.listens[i])
	}
	load.calm(time.Now()) // the proxy finds them
	load.forget()
	time.Sleep(2 * time.Second)
	load.during(t, "upgraded")
	load.stop()
	node := c.nodes[0]
	node.settle()
	node.check(load.ids, load.prices, c.double)
	t.Logf("%d stays and %d stations were acknowledged", len(load.ids), load.stations)
	if len(load.ids) < 20 || load.stations < 5 {
		t.Error("the load was too small: this test proves too little")
	}
	for _, node := range c.nodes {
		node.terminate()
		_ = node.running.Wait()
	}
	checkRollups(t, primary.url())
}

// during reports the errors since the last call, of which there must be none.
func (l *load) during(t *testing.T, what string) {
	t.Helper()
	errors, _, slowest := l.trouble()
	t.Logf("%-16s %d errors; the slowest answer took %d ms", what, errors, slowest.Milliseconds())
	if errors > 0 {
		t.Errorf("%s: %d errors", what, errors)
	}
	l.forget()
}

// checkRollups compares the totals that both releases kept with totals counted anew.
func checkRollups(t *testing.T, url string) {
	t.Helper()
	s := storetest.Open(t, url)
	kept, err := storetest.Rollups(t.Context(), s)
	must(t, err)
	must(t, s.RebuildRollups(t.Context()))
	rebuilt, err := storetest.Rollups(t.Context(), s)
	must(t, err)
	if len(kept) == 0 || !slices.Equal(kept, rebuilt) {
		t.Errorf("the rollups are not those of the rows: %d, counted anew %d", len(kept), len(rebuilt))
	}
}

// previousRelease returns the binary of the last release, built from the history of this repository and kept in .cache.
func previousRelease(t *testing.T) string {
	t.Helper()
	needsConsole(t)
	root, err := filepath.Abs("../..")
	must(t, err)
	binary := filepath.Join(root, ".cache", "releases", lastRelease[:12], "consigne")
	if _, err := os.Stat(binary); err == nil {
		return binary
	}
	dir := t.TempDir()
	archive := filepath.Join(dir, "release.tar")
	if text, err := exec.Command("git", "-C", root, "archive", "--output", archive, lastRelease).CombinedOutput(); err != nil {
		t.Fatalf("the last release, commit %.12s, is not in the history of this folder: fetch it (« git fetch --unshallow »), so that the upgrade from it can be tried.\n%s", lastRelease, text)
	}
	source := filepath.Join(dir, "source")
	must(t, os.Mkdir(source, 0o700))
	run := func(name string, args ...string) {
		t.Helper()
		command := exec.Command(name, args...)
		command.Dir = source
		if text, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", strings.Join(command.Args, " "), err, text)
		}
	}
	run("tar", "-x", "-f", archive, "--exclude=console/dist")
	must(t, os.CopyFS(filepath.Join(source, "console", "dist"), console.Dist())) // its console is not tried, so today's will do
	run("go", "build", "-o", "consigne", "./cmd/consigne")
	must(t, os.MkdirAll(filepath.Dir(binary), 0o700))
	built, err := os.ReadFile(filepath.Join(source, "consigne"))
	must(t, err)
	must(t, os.WriteFile(binary+".new", built, 0o700))
	must(t, os.Rename(binary+".new", binary))
	return binary
}
