package storetest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"modernc.org/sqlite"

	"consigne/internal/db"
	"consigne/internal/kernel/paging"
	"consigne/internal/store"
)

// Growing are the tables that grow with use. The others grow with the stations, tariffs and staff of operators.
var Growing = []string{
	"accounts", "account_operators", "account_roles", "cards", "live_changes", "documents", "idempotency_records",
	"audit_log", "ledger", "mails", "stays", "openings",
	"payments", "payment_attempts", "provider_movements", "reconciliation_items", "refund_batch_lines", "refusals",
	"repricings", "security_events", "sessions", "statement_marks", "subscriptions", "webhook_attempts",
	"webhook_deliveries",
}

// What one statement of a call may read, whatever the tables hold. PostgreSQL tells rows: a list by key counts to
// 10,000 and finds a numbered page among as many. SQLite tells pages of its file, of 20 to 200 rows, and alone judges
// the lists that count further.
const (
	mostRows  = 25_000
	mostPages = 1000
	fewRows   = 2500 // of a table that is nearly empty
)

// Statement is a statement that a call ran.
type Statement struct {
	Text string
	Args []driver.NamedValue
}

// Witness collects the statements that a database runs.
type Witness struct {
	mutex sync.Mutex
	seen  []Statement
}

// Witnessed opens the database at the address, which is migrated, and returns it with its witness.
func Witnessed(t testing.TB, address string) (*store.Store, *Witness) {
	t.Helper()
	w := &Witness{}
	s, err := store.Open(address, db.WithWitness(func(query string, args []driver.NamedValue) {
		w.mutex.Lock()
		defer w.mutex.Unlock()
		w.seen = append(w.seen, Statement{query, slices.Clone(args)})
	}))
	Check(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s, w
}

// Seen returns the queries since it was last called.
func (w *Witness) Seen() []Statement {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	seen := w.seen
	w.seen = nil
	return slices.DeleteFunc(seen, func(s Statement) bool {
		return !strings.HasPrefix(strings.TrimSpace(s.Text), "SELECT") || strings.Contains(s.Text, "FOR UPDATE")
	})
}

// Plans reads how the engine runs statements.
type Plans struct {
	on     *sql.Conn
	sqlite bool
}

// PlansOf returns the plans of the database at the address.
func PlansOf(t testing.TB, address string) *Plans {
	t.Helper()
	name, source := "pgx", address
	file := db.SQLitePath(address)
	if file != "" {
		name, source = "sqlite", "file:"+file+"?_pragma=query_only(1)"
	}
	direct, err := sql.Open(name, source)
	Check(t, err)
	t.Cleanup(func() { _ = direct.Close() })
	on, err := direct.Conn(t.Context())
	Check(t, err)
	t.Cleanup(func() { _ = on.Close() })
	return &Plans{on, file != ""}
}

// Faults returns what a statement reads that grows: the whole of a table, or more rows than a page and its count need.
func (p *Plans) Faults(ctx context.Context, s Statement) ([]string, error) {
	if p.sqlite {
		return p.faultsOfSQLite(ctx, s)
	}
	if strings.Contains(s.Text, `LIMIT `+strconv.Itoa(paging.MostCounted+1)) {
		return nil, nil
	}
	return p.faultsOfPostgres(ctx, s)
}

var growing = `(` + strings.Join(Growing, `|`) + `)`

var (
	named   = regexp.MustCompile(`\b` + growing + ` ([a-z]+)\b`)
	scanned = regexp.MustCompile(`^SCAN (\w+)$`)
	walked  = regexp.MustCompile(`^SCAN (\w+) USING COVERING `)
)

func (p *Plans) faultsOfSQLite(ctx context.Context, s Statement) ([]string, error) {
	args := make([]any, len(s.Args))
	for i, arg := range s.Args {
		args[i] = arg.Value
	}
	aliases, plan, faults := map[string]string{}, []string{}, []string{}
	for _, table := range Growing {
		aliases[table] = table
	}
	for _, alias := range named.FindAllStringSubmatch(s.Text, -1) {
		aliases[alias[2]] = alias[1]
	}
	rows, err := p.on.QueryContext(ctx, `EXPLAIN QUERY PLAN `+s.Text, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			return nil, err
		}
		plan = append(plan, detail)
		for _, part := range []string{"MATERIALIZE ", "CO-ROUTINE "} {
			if alias, ok := strings.CutPrefix(detail, part); ok {
				delete(aliases, alias) // of a part of the statement too: the number of pages tells
			}
		}
		if table := scanned.FindStringSubmatch(detail); table != nil && aliases[table[1]] != "" {
			faults = append(faults, "all of "+aliases[table[1]]+" is read")
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	for _, detail := range plan {
		if table := walked.FindStringSubmatch(detail); table != nil && aliases[table[1]] != "" &&
			slices.Contains(plan, "USE TEMP B-TREE FOR ORDER BY") {
			faults = append(faults, "all of "+aliases[table[1]]+" is sorted")
		}
	}
	pages, err := p.pages(ctx, s.Text, args)
	if pages > mostPages {
		faults = append(faults, fmt.Sprintf("%d pages are read: %s", pages, strings.Join(plan, "; ")))
	}
	return faults, err
}

// pages runs a query on SQLite and returns how many pages of the file it looked at, of the cache or of the disk.
func (p *Plans) pages(ctx context.Context, query string, args []any) (int, error) {
	if _, err := p.looked(); err != nil { // begins to count
		return 0, err
	}
	if err := p.drain(ctx, query, args); err != nil {
		return 0, err
	}
	return p.looked()
}

// drain runs a query and drops its rows.
func (p *Plans) drain(ctx context.Context, query string, args []any) error {
	rows, err := p.on.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() { // only what it costs matters
	}
	return rows.Err()
}

// looked returns how many pages were looked at since it was last called.
func (p *Plans) looked() (pages int, err error) {
	err = p.on.Raw(func(conn any) error {
		counts, ok := conn.(sqlite.DBStatus)
		if !ok {
			return errors.New("the driver does not count pages")
		}
		for _, of := range []sqlite.DBStatusOp{sqlite.DBStatusCacheHit, sqlite.DBStatusCacheMiss} {
			n, _, err := counts.Status(of, true)
			if err != nil {
				return err
			}
			pages += n
		}
		return nil
	})
	return pages, err
}

// faultsOfPostgres runs the statement by the plan for its arguments and, where the engine would take it once the
// statement has been prepared for long, by the one for any.
func (p *Plans) faultsOfPostgres(ctx context.Context, s Statement) ([]string, error) {
	literals := ""
	if len(s.Args) > 0 {
		list := make([]string, len(s.Args))
		for i, arg := range s.Args {
			list[i] = literal(arg.Value)
		}
		literals = `(` + strings.Join(list, `, `) + `)`
	}
	if _, err := p.on.ExecContext(ctx, `PREPARE planned AS `+s.Text); err != nil {
		return nil, err
	}
	explain := func(mode, options string) (plan any, cost float64, err error) {
		if _, err := p.on.ExecContext(ctx, `SET plan_cache_mode = `+mode); err != nil {
			return nil, 0, err
		}
		var text string
		if err := p.on.QueryRowContext(ctx,
			`EXPLAIN (`+options+`FORMAT JSON) EXECUTE planned`+literals).Scan(&text); err != nil {
			return nil, 0, err
		}
		var top []struct {
			Plan struct {
				Cost float64 `json:"Total Cost"`
			}
		}
		if err := errors.Join(json.Unmarshal([]byte(text), &plan), json.Unmarshal([]byte(text), &top)); err != nil {
			return nil, 0, err
		}
		return plan, top[0].Plan.Cost, nil
	}
	faults := []string{}
	plan, custom, err := explain("force_custom_plan", "ANALYZE, TIMING OFF, ")
	if err == nil {
		faults = append(faults, faultsOf(plan)...)
		var generic float64
		if _, generic, err = explain("force_generic_plan", ""); err == nil && generic <= custom*1.1 {
			if plan, _, err = explain("force_generic_plan", "ANALYZE, TIMING OFF, "); err == nil {
				faults = append(faults, faultsOf(plan)...)
			}
		}
	}
	_, failure := p.on.ExecContext(ctx, `DEALLOCATE planned`)
	return faults, errors.Join(err, failure)
}

// faultsOf returns what a plan of PostgreSQL reads that grows.
func faultsOf(plan any) (faults []string) {
	read := map[string]int{}
	for _, table := range scans(plan, read) {
		faults = append(faults, "all of "+table+" is read")
	}
	for table, rows := range read {
		if rows > mostRows {
			faults = append(faults, fmt.Sprintf("%d rows of %s are read", rows, table))
		}
	}
	return faults
}

// literal is a value of an argument as SQL.
func literal(value any) string {
	if value == nil {
		return `NULL`
	}
	return `'` + strings.ReplaceAll(fmt.Sprint(value), `'`, `''`) + `'`
}

// relation is the name of a growing table.
var relation = regexp.MustCompile(`^` + growing + `$`)

// scans returns the growing tables that a plan of PostgreSQL reads as a whole, and adds the rows that it reads of each
// to read.
func scans(node any, read map[string]int) (whole []string) {
	switch node := node.(type) {
	case []any:
		for _, child := range node {
			whole = append(whole, scans(child, read)...)
		}
	case map[string]any:
		name, _ := node["Relation Name"].(string)
		if of := relation.FindStringSubmatch(name); of != nil {
			number := func(key string) int { n, _ := node[key].(float64); return int(n) }
			read[of[1]] += number("Actual Loops") * (number("Actual Rows") + number("Rows Removed by Filter") +
				number("Rows Removed by Index Recheck"))
			if kind, _ := node["Node Type"].(string); kind == "Seq Scan" &&
				number("Actual Rows")+number("Rows Removed by Filter") > fewRows {
				whole = append(whole, name)
			}
		}
		for _, child := range node {
			whole = append(whole, scans(child, read)...)
		}
	}
	return whole
}
