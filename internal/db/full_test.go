package db_test

import (
	"context"
	"fmt"
	"testing"

	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/fault"
	"consigne/internal/store/storetest"
)

// A write to a full database gives an error that says so and stores nothing; reads still work.
func TestNoRoomOnSQLite(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s := storetest.Open(t, storetest.SQLiteURL(t))
	locker := storetest.NewLocker(t, s)
	storetest.Check(t, s.Exec(ctx, "test", `PRAGMA max_page_count = 1`)) // allows no page more than there are
	kept := 0
	fill := func() error {
		return s.Atomically(ctx, func(ctx context.Context) error {
			for i := range 2 {
				typed := station.Station{
					OperatorID: 1, Name: fmt.Sprintf("Halle %d.%d", kept, i), Kind: station.Individual,
					Active: true,
				}
				if _, err := s.CreateStation(ctx, typed, storetest.Now); err != nil {
					return err
				}
			}
			return nil
		})
	}
	var err error
	for ; err == nil && kept < 10_000; kept++ {
		err = fill()
	}
	kept--
	if !fault.Is(err, fault.KindUnavailable) ||
		fault.Of(err).Detail != "L'enregistrement est momentanément impossible. Veuillez réessayer dans un instant." {
		t.Fatalf("after %d: %v", kept, err)
	}
	list, err := s.StationsOf(ctx, 1)
	storetest.Check(t, err)
	if len(list) != 1+2*kept {
		t.Errorf("%d stations after %d pairs", len(list), kept)
	}
	storetest.Check(t, s.SetOutage(ctx, locker, &station.Outage{Cause: station.OtherCause})) // needs no more room
	storetest.Check(t, s.Exec(ctx, "test", `PRAGMA max_page_count = 1000000`))
	storetest.Check(t, fill())
}
