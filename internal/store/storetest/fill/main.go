// Command fill writes the million payments of the benchmarks into a new SQLite file, or prepares a database, which it
// fills if it is empty, for a replayed day. It serves measurements that drive the binary from outside (bench/).
// MILLIONS fills a database of a day with so many million payments and a million people instead.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func main() {
	if len(os.Args) != 2 && len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: fill FILE | (postgres://… | sqlite:…) [MILLIONS]")
		os.Exit(2)
	}
	act := fill
	if strings.HasPrefix(os.Args[1], "postgres://") || strings.HasPrefix(os.Args[1], "sqlite:") {
		millions := 1
		if len(os.Args) == 3 {
			millions, _ = strconv.Atoi(os.Args[2])
		}
		act = func(ctx context.Context, address string) error { return fillDay(ctx, address, max(millions, 1)) }
	}
	if err := act(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func fill(ctx context.Context, path string) error {
	address := "sqlite:" + path
	s, err := store.Open(address)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	if err := s.Migrate(ctx); err != nil {
		return err
	}
	storetest.FillPayments(command{}, s, address, storetest.Million, time.Now())
	direct, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	defer func() { _ = direct.Close() }()
	return addTariffs(ctx, s, direct, true)
}

// addTariffs makes a tariff for each operator and, if asked, gives it to every stay, so that tariffs are joined and
// prices computed.
func addTariffs(ctx context.Context, s *store.Store, direct *sql.DB, toStays bool) error {
	overrunAfter, overrunAmount := int64(2880), money.Cents(10)
	removalAfter, removalAmount := int64(4320), money.Cents(1500)
	for operatorID := int64(1); operatorID <= 3; operatorID++ {
		id, err := s.CreateTariff(ctx, tariff.Tariff{
			OperatorID: operatorID, Version: 1, AdminLabel: fmt.Sprint("Horaire ", operatorID), PublicLabel: "À l'heure",
			Terms: pricing.Terms{
				Unit: pricing.Hour, Amount: 10, OverrunAfter: &overrunAfter, OverrunAmount: &overrunAmount,
				OverrunUnit:  pricing.Hour,
				RemovalAfter: &removalAfter, RemovalAmount: &removalAmount,
			},
		}, time.Now())
		if err != nil {
			return err
		}
		if !toStays {
			continue
		}
		if _, err := direct.ExecContext(ctx, `UPDATE stays SET tariff_id = $1, tariff_version = 1
			WHERE operator_id = $2`, id, operatorID); err != nil {
			return err
		}
	}
	_, err := direct.ExecContext(ctx, `ANALYZE`)
	return err
}

// command stands in for a testing.TB: a failure ends the program.
type command struct{ testing.TB }

func (command) Helper() {}

func (command) Fatal(args ...any) {
	fmt.Fprintln(os.Stderr, args...)
	os.Exit(1)
}
