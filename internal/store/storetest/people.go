package storetest

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"consigne/internal/db"
)

// InBulk runs statements that insert accounts and who knows them into an empty database, without the triggers that keep the table
// people and its indexes, and fills these afterwards, as the migration does.
func InBulk(b testing.TB, address string, insert func(do func(query string))) {
	b.Helper()
	ctx, driver, source := context.Background(), "pgx", address
	file := db.SQLitePath(address)
	if file != "" {
		driver, source = "sqlite", "file:"+file+"?_pragma=busy_timeout(10000)&_pragma=cache_size(-1000000)&_pragma=synchronous(OFF)"
	}
	pool, err := sql.Open(driver, source)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = pool.Close() }()
	direct, err := pool.Conn(ctx) // one, because settings and the transaction are its own
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = direct.Close() }()
	do := func(query string) {
		b.Helper()
		if _, err := direct.ExecContext(ctx, query); err != nil {
			b.Fatal(err)
		}
	}
	list := `SELECT 'INDEX ' || indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename = 'people' AND indexname <> 'people_pkey'`
	if file != "" {
		list = `SELECT type || ' ' || name, sql FROM sqlite_master WHERE (type = 'trigger' OR type = 'index' AND sql IS NOT NULL) AND name LIKE 'people%'`
	} else {
		do(`SET session_replication_role = replica`) // switches triggers off
	}
	statements := dropped(ctx, b, direct, list)
	do(`BEGIN`)
	insert(do)
	do(`INSERT INTO people (id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits)
		SELECT id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits FROM people_rows`)
	do(`INSERT INTO people_counts (operator_id, role_bits, shard, n)
		SELECT operator_id, role_bits, account_id % 64, COUNT(*) FROM people GROUP BY operator_id, role_bits, account_id % 64`)
	if file != "" {
		do(`INSERT INTO people_search (rowid, names) SELECT id, names FROM people`)
	}
	do(`COMMIT`)
	for _, statement := range statements {
		do(statement)
	}
	if file != "" { // as the queue of upkeep and autovacuum would
		do(`PRAGMA analysis_limit = 1000`)
	} else {
		do(`VACUUM`)
	}
	do(`ANALYZE`)
}

// dropped drops what a query lists, as `KIND name` and the statement that creates it, and returns these statements.
func dropped(ctx context.Context, b testing.TB, direct db.Querier, list string) []string {
	b.Helper()
	rows, err := direct.QueryContext(ctx, list)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	names, statements := []string{}, []string{}
	for rows.Next() {
		var name, statement string
		if err := rows.Scan(&name, &statement); err != nil {
			b.Fatal(err)
		}
		names, statements = append(names, name), append(statements, statement)
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
	_ = rows.Close()
	for _, name := range names {
		if _, err := direct.ExecContext(ctx, `DROP `+strings.ToUpper(name)); err != nil {
			b.Fatal(err)
		}
	}
	return statements
}
