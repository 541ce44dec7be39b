package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/account"
	"consigne/internal/store/storetest"
)

// The command reports what it would do, by operator and without names; then does it; then nothing is left to do.
func TestRetentionFromTheShell(t *testing.T) {
	url := "sqlite:" + filepath.Join(t.TempDir(), "consigne.db")
	t.Setenv("CONSIGNE_DATABASE_URL", url)
	s, ctx := storetest.Open(t, url), t.Context()
	old := time.Now().AddDate(-4, 0, 0)
	id, err := s.CreateAccount(ctx, account.Account{Email: "ancien@exemple.test", LastName: "Ancien", Active: true}, old)
	if err != nil || s.Record(ctx,
		audit.Entry{At: old, Action: audit.AccountCreated, Object: audit.Object{Kind: audit.KindAccount, ID: id}}) != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, has string }{
		{"retention --dry-run", "1 0 1 sans exploitant"},
		{"retention", "1 0 1 sans exploitant"},
		{"retention", "0 0 0 en tout"},
	} {
		var out bytes.Buffer
		if err := run(ctx, strings.Fields(c.args), &out); err != nil ||
			!strings.Contains(
				strings.Join(strings.Fields(out.String()), " "), c.has,
			) || strings.Contains(out.String(), "ancien@") {
			t.Errorf("%s: %v\n%s", c.args, err, out.String())
		}
	}
	t.Setenv("CONSIGNE_RETENTION_ACCOUNTS", "jamais")
	var out bytes.Buffer
	if err := run(ctx, []string{"retention", "--dry-run"}, &out); err != nil ||
		!strings.Contains(out.String(), "Comptes sans activité : gardés pour toujours") {
		t.Errorf("%v\n%s", err, out.String())
	}
}
