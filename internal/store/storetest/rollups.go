package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"consigne/internal/db"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/testenv"
)

// FillRollups replaces the rollups that statistics read by those of ten million stays, of TenMillion's days, lockers,
// stations and operators, and ends at the last day. The database must hold these lockers (FillPayments with fewer
// stays). The rows have the number and the values that a rebuild would give them, but agree with no payments.
func FillRollups(b testing.TB, s *store.Store, last clock.Day) {
	b.Helper()
	ctx, size := db.WithoutTimeouts(b.Context()), TenMillion
	size.Days = testenv.SizeIn(b, size.Days)
	do := func(query string) {
		b.Helper()
		Check(b, s.Atomically(ctx, func(ctx context.Context) error { return s.Exec(ctx, "fill rollups", query) }))
	}
	draw := func(row string, salt, n int) string { // as in FillPayments
		return fmt.Sprintf("((%s * 7919 + %d) * 48271 %% 2147483647 %% %d)", row, salt*104729, n)
	}
	days := make([]string, size.Days)
	for i := range days {
		day := last - clock.Day(size.Days-1-i)
		days[i] = fmt.Sprintf("(CAST(%d AS BIGINT))", 1_000_000+int64(day))
	}
	calendar := `c(day) AS (VALUES ` + strings.Join(days, `, `) + `)`
	numbers := func(from, to int) string {
		return fmt.Sprintf("r(i) AS (SELECT CAST(%d AS BIGINT) UNION ALL SELECT i + 1 FROM r WHERE i < %d)", from, to)
	}
	daily := func(dimension, values, columns, where string) {
		do(`INSERT INTO rollups (dimension, period, value, operator_id, is_test, of_stay, n, total)
			WITH RECURSIVE ` + calendar + `, ` + values + ` SELECT ` + dimension + `, c.day, ` + columns + ` FROM c CROSS JOIN r WHERE ` + where)
	}
	do(`DELETE FROM rollups`)

	ofStation := fmt.Sprintf(
		`CASE WHEN (r.i - 1) %% %[1]d < %[1]d * 6 / 10 THEN 1 WHEN (r.i - 1) %% %[1]d < %[1]d * 9 / 10 THEN 2
			ELSE 3 END, FALSE, TRUE`, size.Stations,
	)
	seed := `(c.day * 6007 + r.i)`
	daily(`'locker'`, numbers(1, size.Lockers), `r.i, `+ofStation+`, `+draw(seed, 1, 3)+`, 600000 * `+draw(seed, 2, 140),
		draw(seed, 3, 100)+` < 80`)
	daily(`'station'`, numbers(1, size.Stations),
		`r.i, `+ofStation+`, 40 + `+draw(seed, 1, 40)+`, 600000 * (2000 + `+draw(seed, 2, 3000)+`)`, `TRUE`)
	// A duration of 5 to 704 minutes, 3 % of 1,440 to 10,079: value r.i of operator 1 + r.i / 10,080.
	minutes := `r.i % 10080, 1 + r.i / 10080, FALSE, TRUE, 1 + ` + draw(seed, 1, 3) + ` * (3 - r.i / 10080), 0`
	daily(`'minutes'`, numbers(0, 30_239), minutes,
		`r.i % 10080 BETWEEN 5 AND 704 AND `+draw(seed, 4, 100)+` < 100 - 12 * (r.i / 10080)`)
	daily(`'minutes'`, numbers(0, 30_239), minutes, `r.i % 10080 >= 1440 AND `+draw(seed, 4, 1000)+` < 11`)
	// The visit before was some 24 days ago: value r.i % 300 days ago, of operator r.i / 300, 0 for all.
	daily(`'visit'`, numbers(0, 1199),
		`CASE WHEN r.i % 300 = 0 THEN 0 ELSE c.day - 1000000 - r.i % 300 END, r.i / 300, FALSE, TRUE,
			1 + 4000 / (r.i % 300 * r.i % 300 + 10), 0`,
		draw(seed, 4, 240)+` > r.i % 300`)
	each := `, FALSE, TRUE, 100 + ` + draw(seed, 1, 900) + `, 1000 * ` + draw(seed, 2, 900)
	daily(`'hour'`, numbers(0, 71), `r.i % 24, 1 + r.i / 24`+each, `TRUE`)
	daily(`'use'`, numbers(0, 11), `r.i % 4 * 2 + 1, 1 + r.i / 4`+each, `TRUE`)
	daily(`'income'`, numbers(0, 29), `r.i % 10, 1 + r.i / 10`+each, `TRUE`)
	daily(`'refund'`, numbers(0, 8), `r.i % 3, 1 + r.i / 3`+each, `TRUE`)
	daily(`'status'`, numbers(0, 26), `r.i % 9, 1 + r.i / 9`+each, `TRUE`)
	daily(`'started'`, numbers(1, 3), `0, r.i`+each, `TRUE`)
	do(`ANALYZE`)
}
