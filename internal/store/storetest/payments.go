package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/pricing"
	"consigne/internal/kernel/text"
	"consigne/internal/store"
	"consigne/internal/testenv"
)

// Size is the amount of data that FillPayments creates: payments of some days for three operators
// (60, 30 and 10 %), 97 % of them for stays, 85 % of them collected.
type Size struct {
	Stays, Terms, Running, Days, Accounts, Lockers, Stations int
	// Known adds everybody, with a card, to the customers of the operator where their stays are.
	Known bool
}

// The sizes of the benchmarks: a platform, one with a thousand stations, and one with ten times the payments.
var (
	Million = Size{
		Stays: 970_000, Terms: 30_000, Running: 700, Days: 400, Accounts: 60_000, Lockers: 1500,
		Stations: 40,
	}
	// a thousand stations
	Thousand = Size{
		Stays: 970_000, Terms: 30_000, Running: 3000, Days: 400, Accounts: 60_000, Lockers: 10_000,
		Stations: 1000,
	}
	TenMillion = Size{
		Stays: 9_700_000, Terms: 300_000, Running: 2800, Days: 1000, Accounts: 1_000_000, Lockers: 6000,
		Stations: 160,
	}
)

var (
	benchLastNames = strings.Fields(`Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefebvre Leroy Roux David
		Bertrand Morel Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Müller Lefèvre Faure André Mercier Blanc Guérin Boyer Garnier
		Chevalier François Legrand Gauthier Garcia Perrin Robin Clément Morin Nicolas Henry Roussel Mathieu Gautier Masson Marchand Duval Denis Dumont
		Marie Lemaire Noël Meyer Dufour Meunier Brun Blanchard Giraud Joly Rivière Lucas Brunet Gaillard Barbier Arnaud Martinez Gérard Roche Renard
		Schmitt Roy Leroux Colin Vidal Caron Picard Roger Fabre Aubert Lemoine Renaud Dumas Lacroix Olivier Philippe Bourgeois Pierre Benoît Rey Leclerc
		Payet Rolland Leclercq Guillaume Lecomte`)
	benchFirstNames = strings.Fields(`Jean Pierre Michel André Philippe Alain Bernard Nicolas Christophe Daniel Éric Laurent Julien Sébastien David
		Thomas Marie Nathalie Isabelle Sylvie Catherine Martine Christine Françoise Valérie Sandrine Stéphanie Véronique Sophie Céline Chloé Aurélie
		Émilie Julie Camille Léa Manon Zoé Inès Hélène Noémie Jérôme Loïc Rémi Gaël Maël Théo Hugo Lucas Adèle`)
)

// in returns a little of the size in the smoke run of a benchmark.
func (size Size) in(b testing.TB) Size {
	if testenv.SizeIn(b, size.Stays) < size.Stays {
		size.Stays, size.Terms = max(testenv.Size(size.Stays), 2000), 100
		// The replayed day counts accounts by 10,000, and open data need a thousand stations.
		size.Running, size.Accounts = min(size.Running, 100), min(size.Accounts, 10_000)
	}
	return size
}

// FillPayments puts the payments of size into an empty database, the last of them at until. It writes them in SQL, from
// rows that the database generates, and creates the indexes afterwards.
func FillPayments(b testing.TB, s *store.Store, address string, size Size, until time.Time) {
	b.Helper()
	withAttempts := size.Stays == Million.Stays // lists of other sizes do not read them
	size = size.in(b)
	ctx, driver, source := context.Background(), "pgx", address
	uuid := `gen_random_uuid()::text`
	file := db.SQLitePath(address)
	sqlite := file != ""
	if sqlite { // the default cache is too small for the indexes of a million rows
		driver, source = "sqlite",
			"file:"+file+"?_pragma=busy_timeout(10000)&_pragma=cache_size(-1500000)&_pragma=synchronous(OFF)"
		uuid = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`
	}
	direct, err := sql.Open(driver, source)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = direct.Close() }()
	direct.SetMaxOpenConns(1)
	do := func(query string) {
		b.Helper()
		if _, err := direct.ExecContext(ctx, query); err != nil {
			b.Fatal(err)
		}
	}
	must := func(_ int64, err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	now := until.AddDate(0, 0, -size.Days)
	for _, name := range []string{"Grandval", "Littoral", "Brume"} {
		must(s.CreateOperator(ctx, operator.Operator{Name: name}, now))
	}
	for i := range size.Stations {
		must(s.CreateStation(ctx,
			station.Station{
				OperatorID: size.operator(i), Name: fmt.Sprint("Station ", i), Kind: station.Individual,
				Active: true,
			}, now))
	}
	for i := range size.Lockers {
		kind := station.Bike
		if i%50 == 0 {
			kind = []station.LockerType{1, 3, 4}[i/50%3]
		}
		must(s.CreateLocker(ctx,
			station.Locker{
				StationID: int64(1 + i%size.Stations), Name: fmt.Sprint("C", i), Type: kind, Active: true,
				Capacity: 1,
			}, now))
	}
	tenth := size.Accounts / 10
	InBulk(b, address, func(do func(query string)) {
		people := make([]string, size.Accounts)
		for i := range people {
			last, first := benchLastNames[i*7%len(benchLastNames)], benchFirstNames[i/13%len(benchFirstNames)]
			if i%4 == 0 { // rarer names
				last = benchLastNames[i/4%len(benchLastNames)] + "-" + benchLastNames[i/97%len(benchLastNames)]
			}
			email := text.Fold(fmt.Sprintf("%s.%s%d@%s", first, last, i,
				[]string{"gmail.test", "orange.test", "laposte.test", "exemple.test"}[i%4]))
			people[i] = fmt.Sprintf("('%s', '%s', '%s', '%s', '%s', '%s', '%s', 0)", email, email, email, last, text.Fold(last),
				first, text.Fold(first))
		}
		for part := range slices.Chunk(people, 1000) {
			do(`INSERT INTO accounts (email, email_key, email_folded, last_name, last_folded, first_name, first_folded,
				created_at) VALUES ` + strings.Join(part, ","))
		}
		if size.Known {
			do(fmt.Sprintf(`INSERT INTO account_operators (account_id, operator_id) SELECT id, CASE WHEN id <= %d THEN 1
				WHEN id <= %d THEN 2 ELSE 3 END FROM accounts`, tenth*6, tenth*9))
			do(`INSERT INTO account_roles (account_id, operator_id, role) SELECT account_id, operator_id, 'Utilisateur'
				FROM account_operators`)
			do(`INSERT INTO cards (account_id, operator_id, reference, brand, pan, expires, created_at)
				SELECT account_id, operator_id, 'tok', 'Visa', '4242', '12/40', 0 FROM account_operators`)
		}
	})
	if !sqlite {
		do(`SET session_replication_role = replica`) // switches the checks of foreign keys off, and triggers
	}
	must(s.CreateTariff(ctx, tariff.Tariff{
		OperatorID: 1, Version: 1, AdminLabel: "Mois", PublicLabel: "Abonnement", OwnPlace: true,
		Terms: pricing.Terms{Subscription: true, Unit: pricing.Month, Amount: 900},
	}, now))

	// draw is the SQL of a pseudo-random number below n, the same in every run.
	draw := func(row string, salt, n int) string {
		return fmt.Sprintf("((%s * 7919 + %d) * 48271 %% 2147483647 %% %d)", row, salt*104729, n)
	}
	rows := func(n int) string {
		return fmt.Sprintf("WITH RECURSIVE r(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM r WHERE i < %d)", n)
	}
	const dayMillis = 24 * 60 * 60 * 1000
	end := until.UnixMilli()
	index := withoutIndexes(ctx, b, direct, sqlite, "stays", "payments", "payment_attempts")
	do(fmt.Sprintf(`INSERT INTO stays (operator_id, locker_id, account_id, place, is_test, started_at, ended_at, overrun,
		removed, price)
		%s, d AS (SELECT i, CASE WHEN i > %d THEN 1 + i %% %d ELSE 1 + %s END AS locker,
		    %d - CAST(%d - i AS BIGINT) * %d - %s AS started,
		    CASE WHEN %s < 3 THEN 1440 + %s ELSE 5 + %s END AS minutes FROM r),
		o AS (SELECT d.*, s.operator_id FROM d JOIN lockers l ON l.id = d.locker JOIN stations s ON s.id = l.station_id)
		SELECT operator_id, locker, CASE operator_id WHEN 1 THEN 1 + %s WHEN 2 THEN %d + %s ELSE %d + %s END, 1, i %% 50 = 0,
		  started, CASE WHEN i > %d THEN NULL ELSE started + minutes * 60000 + %s END, minutes > 2880, minutes > 4320,
		10 + minutes / 60 * 10
		FROM o ORDER BY i`, rows(size.Stays), size.Stays-size.Running, size.Lockers, draw("i", 1, size.Lockers),
		end, size.Stays, int64(size.Days)*dayMillis/int64(size.Stays), draw("i", 2, 3_600_000),
		draw("i", 3, 100), draw("i", 4, 8640), draw("i", 5, 700),
		draw("i", 6, tenth*6), 1+tenth*6, draw("i", 7, tenth*3), 1+tenth*9, draw("i", 8, tenth), size.Stays-size.Running,
		draw("i", 9, 60000)))
	do(fmt.Sprintf(`INSERT INTO payments (uuid, operator_id, account_id, stay_id, locker_id, is_test, started_at, ended_at,
		overrun, removed, amount, status, attempts, first_at, presented_at, settled_at, minutes, stay_bits)
		SELECT %s, operator_id, account_id, id, locker_id, is_test, started_at, ended_at, overrun, removed,
		  CASE WHEN status IN ('FREE', 'RUNNING') THEN 0 ELSE price END, status,
		  CASE status WHEN 'PAID' THEN 1 WHEN 'PERMANENT_ERROR' THEN 4 WHEN 'UNPAID' THEN 2 ELSE 0 END,
		  CASE WHEN status IN ('PAID', 'PERMANENT_ERROR', 'INVALID_PAYMENT', 'UNPAID') THEN ended_at + 1000 END,
		  CASE WHEN status IN ('PAID', 'PERMANENT_ERROR', 'INVALID_PAYMENT', 'UNPAID') THEN ended_at + 1000 END,
		  CASE WHEN status = 'PAID' THEN ended_at + 2000 WHEN status = 'MANUAL' THEN ended_at + 86400000 * (1 + id %% 60) END,
		  (ended_at - started_at) / 60000,
		  CASE WHEN ended_at IS NULL THEN 0 ELSE 1 END + CASE WHEN overrun THEN 2 ELSE 0 END + CASE WHEN removed THEN 4
		ELSE 0 END
		FROM (SELECT o.*, CASE WHEN ended_at IS NULL THEN 'RUNNING' WHEN %[2]s < 850 THEN 'PAID' WHEN %[2]s < 930 THEN 'FREE'
		WHEN %[2]s < 955 THEN 'PERMANENT_ERROR'
		    WHEN %[2]s < 970 THEN 'MANUAL' WHEN %[2]s < 980 THEN 'UNPAID' WHEN %[2]s < 985 THEN 'CANCELLED' WHEN %[2]s < 990 THEN 'NOT_PRESENTED'
		    WHEN %[2]s < 994 THEN 'ERROR' WHEN %[2]s < 997 THEN 'PAYMENT_ERROR_MEANT_OF_PAYMENT' WHEN %[2]s < 999 THEN 'INVALID_PAYMENT' ELSE 'ATTEMPT_PROCESS' END AS status
		  FROM stays o) o ORDER BY id`, uuid, draw("id", 10, 1000)))
	do(fmt.Sprintf(`INSERT INTO subscriptions (operator_id, account_id, tariff_id, tariff_version, starts_at, is_renewed)
		%s SELECT 1, 1 + i * 18 %% %d, 1, 1, %d, TRUE FROM r`, rows(size.Terms/10), tenth*6, end-int64(size.Days)*dayMillis))
	do(fmt.Sprintf(`INSERT INTO payments (uuid, operator_id, account_id, subscription_id, term, is_test, started_at,
		amount, status, attempts, first_at, presented_at, settled_at)
		SELECT %[1]s, u.operator_id, u.account_id, u.id, t.i, FALSE, %[2]s, 900, 'PAID', 1, %[2]s, %[2]s, %[2]s + 2000
		FROM (%[3]s SELECT i FROM r) t CROSS JOIN subscriptions u`, uuid, fmt.Sprintf("u.starts_at + (t.i - 1) * %d + u.id * 60000", int64(size.Days)*dayMillis/10), rows(10)))
	if withAttempts {
		do(fmt.Sprintf(`INSERT INTO payment_attempts (uuid, payment_id, kind, attempt, amount, outcome, card_reference,
			card_brand, card_pan, card_expires, at, answered_at, provider_ref)
			SELECT %s, id, 'presentation', 1, amount, status, 'tok_visa', 'Visa', '**** **** **** 4242', '12/30', presented_at,
			presented_at, 'ch_' || id
			FROM payments WHERE presented_at IS NOT NULL`, uuid))
		do(fmt.Sprintf(`INSERT INTO payment_attempts (uuid, payment_id, kind, attempt, amount, outcome, means, comment, at)
			SELECT %s, id, 'manuel', 0, amount, status, 'Espèces', 'Réglé au guichet, reçu n° ' || id, settled_at FROM payments
			WHERE status = 'MANUAL'`, uuid))
	}
	for _, statement := range index {
		do(statement)
	}
	if sqlite {
		do(`PRAGMA analysis_limit = 1000`)
	}
	do(`ANALYZE stays`)
	do(`ANALYZE payments`)
	if err := s.RebuildRollups(ctx); err != nil {
		b.Fatal(err)
	}
	settle(b, address)
}

// withoutIndexes drops the indexes of some tables, and returns the statements that create them again.
func withoutIndexes(ctx context.Context, b testing.TB, direct db.Querier, sqlite bool, tables ...string) []string {
	b.Helper()
	among := `('` + strings.Join(tables, `', '`) + `')`
	list := `SELECT 'INDEX ' || i.indexname, i.indexdef FROM pg_indexes i WHERE i.schemaname = current_schema()
		AND i.tablename IN ` + among + ` AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)`
	if sqlite {
		list = `SELECT 'INDEX ' || name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
			AND tbl_name IN ` + among
	}
	return dropped(ctx, b, direct, list)
}

// operator returns the operator of station i.
func (size Size) operator(i int) int64 {
	switch {
	case i < size.Stations*6/10:
		return 1
	case i < size.Stations*9/10:
		return 2
	}
	return 3
}
