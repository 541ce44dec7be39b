package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"consigne/internal/kernel/fault"
)

// Collect runs a query and returns its rows. fields lists the destinations of the columns.
func Collect[T any](
	ctx context.Context, on Querier, what string, fields func(*T) []any, query string, args ...any,
) ([]T, error) {
	rows, err := on.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, failed(ctx, what, err)
	}
	defer func() { _ = rows.Close() }()
	list := []T{}
	var item, none T
	into := fields(&item)
	for rows.Next() {
		item = none
		if err := rows.Scan(into...); err != nil {
			return nil, failed(ctx, what, err)
		}
		if len(list) == 1 {
			list = slices.Grow(list, 9) // a result of more than one row is usually a page of ten
		}
		list = append(list, item)
	}
	if err := rows.Err(); err != nil {
		return nil, failed(ctx, what, err)
	}
	return list, nil
}

// failed returns the error of a statement with what it was to do.
func failed(ctx context.Context, what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, Unavailable(cut(ctx, err)))
}

// Count runs a query that returns one number.
func (d *DB) Count(ctx context.Context, what, query string, args ...any) (int, error) {
	var n int
	err := d.Reader(ctx).QueryRowContext(ctx, query, args...).Scan(&n)
	return n, failed(ctx, what, err)
}

// CountUpTo counts the rows of a FROM clause, with what follows it; most + 1 if there are more.
func (d *DB) CountUpTo(ctx context.Context, what string, most int, from string, args ...any) (int, error) {
	return d.Count(ctx, what, `SELECT COUNT(*) FROM (SELECT 1 `+from+` LIMIT `+strconv.Itoa(most+1)+`) n`, args...)
}

// Exec runs a write whose row count does not matter.
func (d *DB) Exec(ctx context.Context, what, query string, args ...any) error {
	_, err := d.Writer(ctx).ExecContext(ctx, query, args...)
	return failed(ctx, what, err)
}

// CompareAndSet runs a conditional write and reports whether it changed a row.
func (d *DB) CompareAndSet(ctx context.Context, what, query string, args ...any) (bool, error) {
	changed, err := d.CountChanged(ctx, what, query, args...)
	return changed > 0, err
}

// CountChanged runs a write and returns how many rows it changed.
func (d *DB) CountChanged(ctx context.Context, what, query string, args ...any) (int, error) {
	result, err := d.Writer(ctx).ExecContext(ctx, query, args...)
	if err != nil {
		return 0, failed(ctx, what, err)
	}
	changed, err := result.RowsAffected()
	return int(changed), failed(ctx, what, err)
}

// Found turns sql.ErrNoRows into a fault.NotFound, and an unreachable database into a
// fault.Unavailable.
func Found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fault.NotFound()
	}
	return Unavailable(err)
}

// InstantOrNil converts a stored instant that may be NULL.
func InstantOrNil(millis *int64) *time.Time {
	if millis == nil {
		return nil
	}
	at := Instant(*millis)
	return &at
}

// MillisOrNull converts an optional instant for storage.
func MillisOrNull(at *time.Time) *int64 {
	if at == nil {
		return nil
	}
	stored := Millis(*at)
	return &stored
}

// First returns the only row of a look-up by key, or a fault.NotFound.
func First[T any](rows []T, err error) (T, error) {
	var none T
	if err != nil {
		return none, err
	}
	if len(rows) == 0 {
		return none, fault.NotFound()
	}
	return rows[0], nil
}

func Millis(at time.Time) int64 { return at.UnixMilli() }

func Instant(millis int64) time.Time { return time.UnixMilli(millis).UTC() }

// OrNull converts the zero id of an optional reference to NULL.
func OrNull(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// TextOrNull converts an empty optional text to NULL.
func TextOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// Placeholders returns `$from, $from+1, …` for n arguments.
func Placeholders(from, n int) string {
	marks := make([]string, n)
	for i := range marks {
		marks[i] = fmt.Sprintf("$%d", from+i)
	}
	return strings.Join(marks, ", ")
}

// Insert runs an INSERT of one row of VALUES that ends with [returningID] and has no ON CONFLICT, and returns the id,
// which is the table's integer primary key.
func (d *DB) Insert(ctx context.Context, what, query string, args ...any) (id int64, err error) {
	plain, returns := strings.CutSuffix(query, returningID)
	if !returns {
		return 0, fmt.Errorf("%s: the statement does not end with %s", what, returningID)
	}
	if d.OnSQLite() {
		// A RETURNING would have SQLite keep the pages that the statement changes in a temporary file.
		var result sql.Result
		if result, err = d.Writer(ctx).ExecContext(ctx, plain, args...); err == nil {
			id, err = result.LastInsertId()
		}
	} else {
		err = d.Writer(ctx).QueryRowContext(ctx, query, args...).Scan(&id)
	}
	return id, failed(ctx, what, err)
}

// InsertRow inserts a row into a table and returns its id. [ErrLostRace]: there is such a row, of another transaction.
func (d *DB) InsertRow(ctx context.Context, what, table, columns string, values []any) (int64, error) {
	id, err := d.Insert(ctx, what,
		`INSERT INTO `+table+` (`+columns+`) VALUES (`+Placeholders(1, len(values))+`) `+returningID, values...)
	if Duplicate(err) {
		err = errors.Join(ErrLostRace, err)
	}
	return id, err
}

const returningID = `RETURNING id`

// Marks appends the values to the arguments and returns their placeholders, `$n, $n+1, …`.
func Marks[T any](args *[]any, values []T) string {
	from := len(*args) + 1
	for _, value := range values {
		*args = append(*args, value)
	}
	return Placeholders(from, len(values))
}

// Mark appends a value to the arguments and returns its placeholder `$n`.
func Mark(args *[]any, value any) string {
	*args = append(*args, value)
	return "$" + strconv.Itoa(len(*args))
}

// AmongIDs is the condition that a column is one of many ids. They are passed as one argument,
// because SQLite looks arguments up one by one.
func (d *DB) AmongIDs(args *[]any, column string, ids []int64) string {
	if d.OnSQLite() {
		return column + ` IN (SELECT value FROM json_each(` + Mark(args, jsonOf(ids)) + `))`
	}
	return column + ` IN (SELECT unnest(CAST(` + Mark(args, arrayOf(ids)) + ` AS BIGINT[])))`
}

// EachID is a table expression i (id) of many ids, for joins.
func (d *DB) EachID(args *[]any, ids []int64) string {
	if d.OnSQLite() {
		return `(SELECT value AS id FROM json_each(` + Mark(args, jsonOf(ids)) + `)) i`
	}
	return `unnest(CAST(` + Mark(args, arrayOf(ids)) + ` AS BIGINT[])) i(id)`
}

func jsonOf(ids []int64) string  { return `[` + joined(ids) + `]` }
func arrayOf(ids []int64) string { return `{` + joined(ids) + `}` }

func joined(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(texts, `,`)
}

// Rows is a table expression of the rows in a JSON argument, an array of arrays. columns holds the name and the type of
// each value.
func (d *DB) Rows(argument string, columns []string) string {
	list := make([]string, len(columns))
	for i, column := range columns {
		name, kind, _ := strings.Cut(column, " ")
		list[i] = fmt.Sprintf(`CAST(r.value ->> %d AS %s) AS %s`, i, kind, name)
	}
	from := `jsonb_array_elements(CAST(` + argument + ` AS JSONB)) r(value)`
	if d.OnSQLite() {
		from = `json_each(` + argument + `) r`
	}
	return `(SELECT ` + strings.Join(list, `, `) + ` FROM ` + from + `)`
}

func IdOrZero(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}

func TextOf(optional *string) string {
	if optional == nil {
		return ""
	}
	return *optional
}

// Page returns the LIMIT and OFFSET clause; the offset is the argument after args. The limit is
// part of the text: SQLite would plan the query anew each time that a limit is bound.
func Page(args []any, limit int) string {
	return ` LIMIT ` + strconv.Itoa(limit) + ` OFFSET $` + strconv.Itoa(len(args)+1)
}

// OnSQLite reports whether the engine is SQLite; otherwise it is PostgreSQL.
func (d *DB) OnSQLite() bool { return d.engine == engineSQLite }

// Committed reads what is committed, outside the caller's transaction.
func (d *DB) Committed() Querier { return d.read }

// InsertAll inserts rows, fifty per statement, and returns their ids in the order of the list.
// SQLite looks parameters up one by one, so that larger statements take longer per row.
func InsertAll[T any](
	ctx context.Context, d *DB, what, table, columns string, list []T, values func(T) []any,
) ([]int64, error) {
	const batch = 50
	all := make([]int64, 0, len(list))
	for part := range slices.Chunk(list, batch) {
		rows, args := make([]string, len(part)), []any{}
		for i, item := range part {
			row := values(item)
			rows[i] = "(" + Placeholders(len(args)+1, len(row)) + ")"
			args = append(args, row...)
		}
		ids, err := Collect(ctx, d.Writer(ctx), what, func(id *int64) []any { return []any{id} },
			`INSERT INTO `+table+` (`+columns+`) VALUES `+strings.Join(rows, ", ")+` RETURNING id`, args...)
		if err != nil {
			return nil, err
		}
		if len(ids) != len(part) {
			return nil, fmt.Errorf("%s: %d of %d", what, len(ids), len(part))
		}
		slices.Sort(ids) // assigned in the order of the rows
		all = append(all, ids...)
	}
	return all, nil
}

// Analyse updates SQLite's statistics about the indexes of tables that are ten times as large as when they were last
// made, or have none. It holds the writer up, and counts each index whole (STAT4): 26 s for all tables at ten million
// stays. PostgreSQL does this by itself.
func (d *DB) Analyse(ctx context.Context) error {
	if !d.OnSQLite() {
		return nil
	}
	for _, upkeep := range []string{`PRAGMA analysis_limit = 1000`, `PRAGMA optimize = 0x10002`} {
		if err := d.Exec(ctx, "analyse", upkeep); err != nil {
			return err
		}
	}
	return nil
}

// SkipLocked is the clause that lets several nodes claim different rows on PostgreSQL. SQLite has
// one writer and needs none.
func (d *DB) SkipLocked() string {
	if !d.OnSQLite() {
		return ` FOR UPDATE SKIP LOCKED`
	}
	return ""
}
