package storetest

import (
	"database/sql"
	"fmt"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/store"
	"consigne/internal/testenv"
)

// FillPublished puts a thousand stations with 10,000 lockers and 3,000 open stays into an empty
// database, all published, and adds lines entries to the audit log of each of 40 stations.
func FillPublished(b testing.TB, s *store.Store, address string, lines int) {
	b.Helper()
	size := Thousand
	size.Stays, size.Terms, size.Accounts, size.Days = 20_000, 1000, 5000, 30
	FillPayments(b, s, address, size, time.Now())
	driver, source := "pgx", address
	if file := db.SQLitePath(address); file != "" {
		driver, source = "sqlite", "file:"+file+"?_pragma=busy_timeout(10000)&_pragma=synchronous(OFF)"
	}
	direct, err := sql.Open(driver, source)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = direct.Close() }()
	for _, statement := range []string{
		`UPDATE operators SET is_open = TRUE`,
		`UPDATE stations SET latitude = '45.191491', longitude = '5.714531', commune_code = '38185', osm_id = 'n990000001001',
			furniture = 'ARCEAU', is_covered = TRUE, is_watched = FALSE, is_lit = TRUE, owner = 'Métropole', service_year = 2017,
			info_url = 'https://www.exemple.fr/stationnement/velo'`,
		fmt.Sprintf(`INSERT INTO audit_log (at, operator_id, station_id, action, object_kind, object_id, changes)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			SELECT s.created_at + n.i, s.operator_id, s.id, 'casier.modification', 'casier', n.i, '{}' FROM stations s CROSS
			JOIN n WHERE s.id <= 40`, testenv.SizeIn(b, lines)),
		`ANALYZE`,
	} {
		if _, err := direct.Exec(statement); err != nil {
			b.Fatal(err)
		}
	}
}
