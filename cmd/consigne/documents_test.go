package main

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/store/storetest"
)

// The command counts what it would number, numbers it, and then finds nothing more; refusals are sentences.
func TestDocumentsNumber(t *testing.T) {
	dir := t.TempDir()
	url := "sqlite:" + filepath.Join(dir, "consigne.db")
	t.Chdir(dir)
	t.Setenv("CONSIGNE_DATABASE_URL", url)
	t.Setenv("CONSIGNE_SECRET", strings.Repeat("s", 40))
	number := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := run(t.Context(), append([]string{"documents", "number"}, args...), &out)
		return out.String(), err
	}
	if err := run(t.Context(), []string{"demo", "--stays", "600"}, &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	s := storetest.Open(t, url)
	now := time.Now().In(clock.Paris)
	first := time.Date(now.Year(), now.Month()-2, 1, 0, 0, 0, 0, clock.Paris)
	missing, err := s.Count(t.Context(), "count what the demonstration should have numbered", `SELECT COUNT(*)
		FROM payments p WHERE p.settled_at >= $1
		AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.payment_id = p.id
		AND d.operator_id = p.operator_id)`, first.UnixMilli())
	if err != nil || missing != 0 {
		t.Errorf("%d payments of the last months have no receipt: %v", missing, err)
	}
	if n, err := s.Count(t.Context(), "test", `SELECT COUNT(DISTINCT operator_id) FROM documents
		WHERE settled_at >= $1`, first.UnixMilli()); err != nil || n != 3 {
		t.Errorf("%d operators of the demonstration have documents: %v", n, err)
	}
	if n, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM documents
		WHERE settled_at < $1`, first.UnixMilli()); err != nil || n != 0 {
		t.Errorf("%d documents of before: %v", n, err)
	}
	var trigger string
	storetest.Check(t, s.Reader(t.Context()).QueryRowContext(t.Context(), `SELECT sql FROM sqlite_master
		WHERE name = 'ledger_is_never_deleted'`).Scan(&trigger))
	storetest.Check(t, s.Exec(t.Context(), "forget that the demonstration is numbered", `DELETE
		FROM ledger_backfills; DELETE FROM documents; DELETE FROM document_counters; DELETE FROM ledger_beginnings;
		DROP TRIGGER ledger_is_never_deleted; DELETE FROM ledger; DELETE FROM ledger_heads;
		UPDATE payments SET entries = NULL; `+trigger))
	today := clock.DayOf(time.Now())
	span := []string{"--exploitant", "1", "--du", (today - 100).String(), "--au", (today - 10).String()}

	foreseen, err := number(append(span, "--dry-run")...)
	if err != nil || !strings.HasPrefix(foreseen, "Essai : rien n'est changé.\nExploitant 1, du ") ||
		strings.Contains(foreseen, " 0 reçus") {
		t.Fatal(foreseen, err)
	}
	if n, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM ledger`); err != nil || n != 0 {
		t.Errorf("the dry run entered %d: %v", n, err)
	}
	counts := func(said string) string {
		_, said, _ = strings.Cut(said, "registre : ")
		return strings.NewReplacer("à numéroter", "", "numérotés", "").Replace(said)
	}
	done, err := number(span...)
	if err != nil || counts(done) != counts(foreseen) {
		t.Errorf("%q, foreseen was %q: %v", done, foreseen, err)
	}
	again, err := number(span...)
	if err != nil || !strings.Contains(again, " 0 événements ; numérotés : 0 reçus, 0 avoirs") {
		t.Error(again, err)
	}
	for _, other := range []string{"2", "3"} {
		if _, err := number(append([]string{"--exploitant", other}, span[2:]...)...); err != nil {
			t.Error(err)
		}
	}
	var valid bytes.Buffer
	if err := run(t.Context(), []string{"ledger", "verify"}, &valid); err != nil ||
		!strings.HasSuffix(valid.String(), "valide\n") {
		t.Error(valid.String(), err)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{
			[]string{"--exploitant", "1", "--du", (today - 200).String(), "--au", (today - 150).String()},
			"les numéros suivent l'ordre des règlements",
		},
		{
			[]string{"--exploitant", "1", "--du", (today - 5).String(), "--au", (today + 5).String()},
			"le registre contient ses propres écritures",
		},
		{[]string{"--exploitant", "99", "--du", today.String(), "--au", today.String()}, "il n'y a pas d'exploitant 99"},
		{[]string{"--exploitant", "1", "--du", today.String(), "--au", (today - 1).String()}, "dans cet ordre"},
		{[]string{"--du", today.String(), "--au", today.String()}, "--exploitant doit être"},
	} {
		if _, err := number(c.args...); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v", c.args, err)
		}
	}
	if err := run(t.Context(), []string{"documents"}, &bytes.Buffer{}); !errors.Is(err, errUsage) {
		t.Errorf("without a subcommand: %v", err)
	}
}
