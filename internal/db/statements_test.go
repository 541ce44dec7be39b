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
	connector, err := newSQLiteConnector("file:" + filepath.Join(t.TempDir(), "s.db"))
	if err != nil {
		t.Fatal(err)
	}
	s := sql.OpenDB(connector)
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	ask := func(ctx context.Context, on Querier, query string, args ...any) (list []string, err error) {
		return Collect(ctx, on, "ask", func(text *string) []any { return []any{text} }, query, args...)
	}

	gone, cancel := context.WithCancel(ctx)
	cancel()
	const echo = `SELECT $1 || 'é'`
	if list, err := ask(gone, s, echo, "a"); err == nil {
		t.Errorf("a caller who is gone got %v", list)
	}
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			if list, err := ask(ctx, s, echo, i); err != nil || len(list) != 1 || list[0] != fmt.Sprint(i, "é") {
				t.Errorf("%d: %v, %v", i, list, err)
			}
		})
	}
	group.Wait()
	for range 2 {
		if _, err := ask(ctx, s, `SELECT x FROM nowhere`); err == nil || !strings.Contains(err.Error(), "nowhere") {
			t.Errorf("a faulty text: %v", err)
		}
	}

	for _, change := range []string{
		`CREATE TABLE t (a TEXT)`, `INSERT INTO t VALUES ('1')`, `ALTER TABLE t RENAME TO u`,
		`CREATE TABLE t (b TEXT, a TEXT)`, `INSERT INTO t VALUES ('3', '2')`,
	} {
		if _, err := s.ExecContext(ctx, change); err != nil {
			t.Fatal(err)
		}
		if list, err := ask(ctx, s, `SELECT a FROM t`); strings.HasPrefix(change, "INSERT") &&
			(err != nil || len(list) != 1 || !strings.Contains(change, "'"+list[0]+"')")) {
			t.Errorf("after %s: %v, %v", change, list, err)
		}
	}

	for i := range mostStatements + 10 {
		if list, err := ask(ctx, s, fmt.Sprintf(`SELECT '%d'`, i)); err != nil || list[0] != fmt.Sprint(i) {
			t.Errorf("text %d: %v, %v", i, list, err)
		}
	}
}

// In a transaction a statement may run while its own rows are being read, and the statements kept meanwhile may be
// more than the connection keeps.
func TestKeptStatementsWithinATransaction(t *testing.T) {
	ctx := context.Background()
	connector, err := newSQLiteConnector("file:" + filepath.Join(t.TempDir(), "s.db"))
	if err != nil {
		t.Fatal(err)
	}
	s := sql.OpenDB(connector)
	defer func() { _ = s.Close() }()
	conn, err := s.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	const two = `SELECT $1 UNION ALL SELECT 'b'`
	read := func() (got string) {
		outer, err := tx.QueryContext(ctx, two, "a")
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := outer.Close(); err != nil {
				t.Error(err)
			}
		}()
		for outer.Next() {
			var text, inner string
			if err := outer.Scan(&text); err != nil {
				t.Fatal(err)
			}
			if err := tx.QueryRowContext(ctx, two, "c").Scan(&inner); err != nil {
				t.Fatal(err)
			}
			for i := range mostStatements {
				if _, err := tx.ExecContext(ctx, fmt.Sprintf(`SELECT %d`, i)); err != nil {
					t.Fatal(err)
				}
			}
			got += text + inner
		}
		if err := outer.Err(); err != nil {
			t.Error(err)
		}
		return got
	}
	for range 2 {
		if got := read(); got != "acbc" {
			t.Errorf("%q", got)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	err = conn.Raw(func(driver any) error {
		keeping, ok := driver.(*keepingConn)
		if !ok || len(keeping.byText) == 0 || len(keeping.byText) > mostStatements {
			t.Errorf("the connection is %+v", driver)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
