package main

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/kernel/paging"
	"consigne/internal/store/storetest"
)

// A second `serve --demo` finds its data, adds nothing to it and prints no secret.
func TestDemoIsLoadedOnce(t *testing.T) {
	t.Parallel()
	binary := buildBinary(t)
	for engine, address := range map[string]func(testing.TB) string{
		"sqlite":   storetest.EmptySQLiteURL,
		"postgres": storetest.EmptyPostgresURL,
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			url := address(t)
			database := storetest.Open(t, url)
			written := func() (keys []servicekey.Key, lines int) {
				keys, err := database.KeysOf(t.Context(), 1, time.Now())
				must(t, err)
				page, err := database.AuditLines(t.Context(), audit.Filter{}, paging.First(1))
				must(t, err)
				return keys, page.Total
			}

			first, _ := servedDemo(t, binary, url, func(address, _ string, _ fmt.Stringer) { publishesWhole(t, address) })
			keys, lines := written()
			if strings.Count(first, "ck_") != 2 || !strings.Contains(first, "Démonstration chargée : 3 exploitants") ||
				len(keys) != 2 || lines == 0 {
				t.Fatalf("%d keys, %d lines, said:\n%s", len(keys), lines, first)
			}
			again, _ := servedDemo(t, binary, url, nil)
			keys, linesThen := written()
			if strings.Contains(again, "ck_") || !strings.HasPrefix(again, "La démonstration est déjà chargée.\n") ||
				len(keys) != 2 || linesThen != lines {
				t.Errorf("%d keys, %d lines where there were %d, said:\n%s", len(keys), linesThen, lines, again)
			}
			for line := range strings.Lines(again) {
				if !strings.Contains(first, line) && !strings.HasPrefix(line, "La démonstration") {
					t.Errorf("new: %q", line)
				}
			}
		})
	}
}

// publishesWhole checks that the open data of the demonstration fill each column of the national schema.
func publishesWhole(t *testing.T, site string) {
	t.Helper()
	answer, err := http.Get(site + "/api/ouvert/stationnement-cyclable.csv")
	must(t, err)
	defer func() { _ = answer.Body.Close() }()
	rows, err := csv.NewReader(answer.Body).ReadAll()
	must(t, err)
	if len(rows) < 10 || len(rows[0]) != 21 {
		t.Fatalf("%d rows: %v", len(rows), rows)
	}
	for _, row := range rows[1:] {
		for i, cell := range row {
			if cell == "" {
				t.Errorf("%s: %s is empty", row[0], rows[0][i])
			}
		}
	}
}

// servedDemo starts `serve --demo`, waits until it serves, calls meanwhile with its address, output and log, if it is
// given, and returns its output and its log.
func servedDemo(
	t *testing.T, binary, database string, meanwhile func(address, said string, log fmt.Stringer),
) (string, string) {
	t.Helper()
	said, log := &lockedText{}, &lockedText{}
	c := exec.Command(binary, "serve", "--demo")
	c.Dir, c.Stdout, c.Stderr = t.TempDir(), said, log
	c.Env = append(os.Environ(), "CONSIGNE_DATABASE_URL="+database, "CONSIGNE_LISTEN=127.0.0.1:0",
		"CONSIGNE_SECRET="+strings.Repeat("s", 32),
		"CONSIGNE_OUTBOX="+t.TempDir(), "CONSIGNE_TILES_URL=aucun")
	must(t, c.Start())
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for began := time.Now(); !strings.Contains(log.String(), `"msg":"serving"`); {
		select {
		case err := <-ended:
			t.Fatalf("it does not serve: %v\n%s", err, log)
		case <-time.After(20 * time.Millisecond):
		}
		if time.Since(began) > 5*time.Minute { // a busy machine needs more than one to load it
			_ = c.Process.Kill()
			t.Fatalf("it does not serve:\n%s", log)
		}
	}
	if meanwhile != nil {
		_, address, _ := strings.Cut(log.String(), `"msg":"serving","address":"`)
		address, _, _ = strings.Cut(address, `"`)
		meanwhile(address, said.String(), log)
	}
	must(t, c.Process.Signal(syscall.SIGTERM))
	if err := <-ended; err != nil {
		t.Fatalf("%v:\n%s", err, log)
	}
	return said.String(), log.String()
}
