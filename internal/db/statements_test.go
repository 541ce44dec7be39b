package db

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestStatementsAnswerAsUnprepared(t *testing.T) {
	ctx := context.Background()
	pool, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "s.db"))
	if err != nil {
		t.Fatal(err)
	}
	s := newStatements(pool)
	defer func() { _ = s.Close() }()
	ask := func(ctx context.Context, query string, args ...any) (list []string, err error) {
		return Collect(ctx, s, "ask", func(text *string) []any { return []any{text} }, query, args...)
	}

	gone, cancel := context.WithCancel(ctx)
	cancel()
	const echo = `SELECT $1 || 'é'`
	if list, err := ask(gone, echo, "a"); err == nil {
		t.Errorf("a caller who is gone got %v", list)
	}
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			if list, err := ask(ctx, echo, i); err != nil || len(list) != 1 || list[0] != fmt.Sprint(i, "é") {
				t.Errorf("%d: %v, %v", i, list, err)
			}
		})
	}
	group.Wait()
	if s.byText[echo].ready.Load() == nil {
		t.Error("the caller who was gone left the text unprepared")
	}
	for range 2 {
		if _, err := ask(ctx, `SELECT x FROM nowhere`); err == nil || !strings.Contains(err.Error(), "nowhere") {
			t.Errorf("a faulty text: %v", err)
		}
	}

	for _, change := range []string{`CREATE TABLE t (a TEXT)`, `INSERT INTO t VALUES ('1')`, `ALTER TABLE t RENAME TO u`, `CREATE TABLE t (b TEXT, a TEXT)`, `INSERT INTO t VALUES ('3', '2')`} {
		if _, err := s.ExecContext(ctx, change); err != nil {
			t.Fatal(err)
		}
		if list, err := ask(ctx, `SELECT a FROM t`); strings.HasPrefix(change, "INSERT") && (err != nil || len(list) != 1 || !strings.Contains(change, "'"+list[0]+"')")) {
			t.Errorf("after %s: %v, %v", change, list, err)
		}
	}

	for i := range mostStatements + 10 {
		if list, err := ask(ctx, fmt.Sprintf(`SELECT '%d'`, i)); err != nil || list[0] != fmt.Sprint(i) {
			t.Errorf("text %d: %v, %v", i, list, err)
		}
	}
	if len(s.byText) != mostStatements {
		t.Errorf("%d texts are kept", len(s.byText))
	}
}
