package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/testenv"
)

// BusyActor is the account of 5,000 of the lines of FillAudit, however many these are.
const BusyActor = 999_999

// draw is the SQL of a pseudo-random number below n, the same in every run.
func draw(row string, salt, n int) string {
	return fmt.Sprintf("((%s * 7919 + %d) * 48271 %% 2147483647 %% %d)", row, salt*104729, n)
}

// FillAudit adds lines to the audit log, of the year that ends at until, as a platform writes them: 40 stations of
// three operators (60, 30 and 10 %), nine lines in ten by the field, the others by staff, of whom each writes some 320.
// The third operator has no payments, and station 1 no stays.
func FillAudit(b testing.TB, address string, lines int, until time.Time) {
	b.Helper()
	lines = testenv.SizeIn(b, lines)
	const year = 365 * 24 * 60 * 60 * 1000
	inBulk(b, address, []string{"audit_log"}, fmt.Sprintf(`
		INSERT INTO audit_log (at, actor_id, operator_id, station_id, action, object_kind, object_id, changes)
		WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < %[1]d),
		d AS (SELECT i, 1 + %[2]s AS station, %[3]s AS k FROM n),
		o AS (SELECT d.*, CASE WHEN station <= 24 THEN 1 WHEN station <= 36 THEN 2 ELSE 3 END AS operator FROM d),
		a AS (SELECT o.*, CASE
		    WHEN k < 300 THEN CASE WHEN station = 1 THEN 'casier.ouverture' ELSE 'utilisation.debut' END
		    WHEN k < 600 THEN CASE WHEN station = 1 THEN 'casier.ouverture' ELSE 'utilisation.fin' END
		    WHEN k < 750 THEN CASE WHEN operator = 3 THEN 'casier.ouverture' ELSE 'paiement.presentation' END
		    WHEN k < 900 THEN CASE WHEN operator = 3 THEN 'casier.ouverture' ELSE 'paiement.resultat' END
		    WHEN k < 920 THEN 'casier.ouverture' WHEN k < 940 THEN 'casier.code' WHEN k < 970 THEN 'compte.connexion'
		    WHEN k < 980 THEN 'casier.modification' WHEN k < 990 THEN CASE WHEN operator = 3 THEN 'casier.modification'
		ELSE 'paiement.manuel' END
		    WHEN k < 996 THEN 'station.modification' WHEN k < 999 THEN 'tarif.modification'
		ELSE 'exploitant.modification' END AS action FROM o)
		SELECT %[4]d - (%[1]d - i) * %[5]d, CASE WHEN k >= 920 THEN CASE WHEN i > %[1]d - 62500 THEN %[6]d
		ELSE 1 + i %% %[7]d END END,
		  CASE WHEN action = 'compte.connexion' THEN NULL ELSE operator END,
		  CASE WHEN k BETWEEN 940 AND 969 OR k >= 996 THEN NULL ELSE station END, action,
		  CASE WHEN action LIKE 'u%%' THEN 'utilisation' WHEN action LIKE 'p%%' THEN 'paiement'
		WHEN action LIKE 'ca%%' THEN 'casier' WHEN action LIKE 'co%%' THEN 'compte'
		    WHEN action LIKE 's%%' THEN 'station' WHEN action LIKE 't%%' THEN 'tarif' ELSE 'exploitant' END,
		  CASE WHEN k < 900 THEN i / 2 WHEN action LIKE 'casier%%' THEN %[8]s WHEN action LIKE 's%%' THEN station
		ELSE 1 + i %% 20 END, '{}'
		FROM a ORDER BY i`, lines, draw("i", 1, 40), draw("i", 2, 1000), until.UnixMilli(), year/lines, BusyActor, max(10, lines/4000), "1 + "+draw("i", 3, 1500)))
	settle(b, address)
}

// settle leaves the database as its upkeep would, with statistics and, on PostgreSQL, pages known to be visible to all.
func settle(b testing.TB, address string) {
	b.Helper()
	if db.SQLitePath(address) != "" {
		in(b, address, `PRAGMA analysis_limit = 1000`, `ANALYZE`)
		return
	}
	in(b, address, `VACUUM ANALYZE`)
}

// in runs statements in the database at the address, each alone and not waiting for the disk.
func in(b testing.TB, address string, statements ...string) {
	b.Helper()
	inBulk(b, address, nil, statements...)
}

// inBulk runs statements without the indexes of the tables that they fill, and creates these afterwards. On PostgreSQL
// they check no references and run no triggers.
func inBulk(b testing.TB, address string, tables []string, statements ...string) {
	b.Helper()
	ctx, driver, source := context.Background(), "pgx", address
	sqlite := db.SQLitePath(address) != ""
	if sqlite {
		driver, source = "sqlite",
			"file:"+db.SQLitePath(address)+"?_pragma=busy_timeout(10000)&_pragma=cache_size(-500000)&_pragma=synchronous(OFF)"
	}
	direct, err := sql.Open(driver, source)
	Check(b, err)
	defer func() { _ = direct.Close() }()
	direct.SetMaxOpenConns(1) // settings are of a connection
	if tables != nil {
		if !sqlite {
			statements = append([]string{`SET session_replication_role = replica`}, statements...)
		}
		statements = append(statements, withoutIndexes(ctx, b, direct, sqlite, tables...)...)
	}
	for _, statement := range statements {
		_, err := direct.ExecContext(ctx, statement)
		Check(b, err)
	}
}
