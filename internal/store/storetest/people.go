package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"consigne/internal/db"
	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/access"
	"consigne/internal/store"
	"consigne/internal/testenv"
)

// InBulk runs statements that insert accounts and who knows them into an empty database, without the triggers that keep
// the table people and its indexes, and fills these afterwards, as the migration does.
func InBulk(b testing.TB, address string, insert func(do func(query string))) {
	b.Helper()
	ctx, driver, source := context.Background(), "pgx", address
	file := db.SQLitePath(address)
	if file != "" {
		driver, source = "sqlite",
			"file:"+file+"?_pragma=busy_timeout(10000)&_pragma=cache_size(-1000000)&_pragma=synchronous(OFF)"
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
	list := `SELECT 'INDEX ' || indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()
		AND tablename = 'people' AND indexname <> 'people_pkey'`
	if file != "" {
		list = `SELECT type || ' ' || name, sql FROM sqlite_master WHERE (type = 'trigger' OR type = 'index'
			AND sql IS NOT NULL) AND name LIKE 'people%'`
	} else {
		do(`SET session_replication_role = replica`) // switches triggers off
	}
	statements := dropped(ctx, b, direct, list)
	do(`BEGIN`)
	insert(do)
	do(`INSERT INTO people (id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits)
		SELECT id, operator_id, account_id, last_folded, first_folded, email_folded, phone, role_bits FROM people_rows`)
	if file != "" {
		do(`INSERT INTO people_search (rowid, names) SELECT id, names FROM people`)
	}
	do(`COMMIT`)
	for _, statement := range statements {
		do(statement)
	}
	if file == "" {
		do(`SELECT setval(pg_get_serial_sequence('accounts', 'id'), (SELECT MAX(id) FROM accounts))`) // the ids were given
	}
	settle(b, address)
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

// FillPeople puts people into an empty database, in bulk: creating one account at a time takes minutes. Operator 1
// knows nine tenths of them, operator 2 the rest, operator 3 one in a hundred thousand.
func FillPeople(b testing.TB, s *store.Store, address string, size int) {
	b.Helper()
	size = testenv.SizeIn(b, size)
	random := rand.New(rand.NewPCG(1, 2))
	syllables := strings.Fields("al ber char del du en fran gi hé jac la mar no oli pé qui ron san tor val")
	name := func(n int) string {
		name := ""
		for range n {
			// some syllables more often than others
			name += syllables[min(random.IntN(len(syllables)), random.IntN(len(syllables)))]
		}
		return name
	}
	for _, name := range []string{"Grand", "Petit", "Minuscule"} {
		_, err := s.CreateOperator(context.Background(), operator.Operator{Name: name}, Now)
		Check(b, err)
	}
	fold := strings.NewReplacer("é", "e").Replace
	InBulk(b, address, func(do func(query string)) {
		const batch = 500
		for from := 1; from <= size; from += batch {
			accounts, known, roles := []string{}, []string{}, []string{}
			for id := from; id < from+batch; id++ {
				last, first, domain := name(2+random.IntN(2)), name(2),
					[]string{"gmail.", "orange.", "laposte.", ""}[random.IntN(4)]
				if random.IntN(100) == 0 {
					last = "martin"
				}
				if random.IntN(20) == 0 {
					domain = "mairie."
				}
				role, host := access.Customer, 1
				if id%20_000 == 0 {
					role = access.Manager
				}
				switch {
				case id%100_000 == 99_999:
					host = 3
				case id%10 == 9:
					host = 2
				}
				email := fmt.Sprintf("%s.%s%d@%sexemple.test", fold(first), fold(last), id, domain)
				accounts = append(accounts, fmt.Sprintf("(%d, '%s', '%s', '%s', '%s', '%s', '%s', '%s', 0, %t, '06%08d')",
					id, email, email, email, last, fold(last), first, fold(first), id == 5, random.IntN(100_000_000)))
				known = append(known, fmt.Sprintf("(%d, %d)", id, host))
				roles = append(roles, fmt.Sprintf("(%d, %d, '%s')", id, host, role))
			}
			do(`INSERT INTO accounts (id, email, email_key, email_folded, last_name, last_folded, first_name, first_folded,
				created_at, is_admin, phone) VALUES ` +
				strings.Join(accounts, ", "))
			do(`INSERT INTO account_operators (account_id, operator_id) VALUES ` + strings.Join(known, ", "))
			do(`INSERT INTO account_roles (account_id, operator_id, role) VALUES ` + strings.Join(roles, ", "))
		}
	})
}
