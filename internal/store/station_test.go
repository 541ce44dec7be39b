package store_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/account"
	"consigne/internal/domain/journal"
	"consigne/internal/domain/occupation"
	"consigne/internal/domain/operator"
	"consigne/internal/domain/station"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestStationCounters(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		operatorID := must(t)(s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, now))
		user := must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, now))
		lockers := func(name string, kind station.Kind, list ...station.Locker) (int64, []int64) {
			id := must(t)(s.CreateStation(ctx, station.Station{OperatorID: operatorID, Name: name, AdminLabel: name, Kind: kind, Active: true}, now))
			ids := make([]int64, len(list))
			for i, l := range list {
				l.StationID = id
				if kind == station.Individual {
					l.Type, l.Capacity = station.Bike, 1
				} else {
					l.Type = station.Space
				}
				ids[i] = must(t)(s.CreateLocker(ctx, l, now))
			}
			return id, ids
		}
		stay := func(locker int64, place int, ended *time.Time) {
			t.Helper()
			check(t, s.ImportOccupations(ctx, []occupation.Occupation{{
				OperatorID: operatorID, LockerID: locker, AccountID: user, Place: place, StartedAt: now.Add(-time.Hour), EndedAt: ended,
			}}))
		}

		// Four lockers: one occupied, one free, one free again after a stay, one out of service.
		_, individual := lockers("éa", station.Individual,
			station.Locker{Active: true, Tags: []string{"abrité", "PMR"}}, station.Locker{Active: true, Tags: []string{"PMR"}},
			station.Locker{Active: true}, station.Locker{Active: false})
		stay(individual[0], 1, nil)
		stay(individual[2], 1, &now)
		// A space of 10 places with two stays, and one of 5 places out of service.
		_, collective := lockers("Eb", station.Collective, station.Locker{Active: true, Capacity: 10}, station.Locker{Active: false, Capacity: 5})
		stay(collective[0], 1, nil)
		stay(collective[0], 2, nil)
		// The occupancy of a counted space is its last count, but never above its places; without a
		// count, it is the number of open stays.
		_, counted := lockers("ec", station.CountedCollective,
			station.Locker{Active: true, Capacity: 8, Count: &station.Count{Occupied: 11, At: now}},
			station.Locker{Active: true, Capacity: 4})
		stay(counted[1], 1, nil)
		lockers("Ed vide", station.Individual)

		list, err := s.StationsOf(ctx, operatorID)
		check(t, err)
		want := []struct {
			name     string
			counters station.Counters
			tags     []string
		}{
			{"éa", station.Counters{Free: 2, Occupied: 1, Inactive: 1}, []string{"PMR", "abrité"}},
			{"Eb", station.Counters{Free: 8, Occupied: 2, Inactive: 5}, nil},
			{"ec", station.Counters{Free: 3, Occupied: 9}, nil},
			{"Ed vide", station.Counters{}, nil},
		}
		if len(list) != len(want) {
			t.Fatalf("%d stations, want %d", len(list), len(want))
		}
		for i, w := range want { // in this order: by name, without case or accents
			if got := list[i]; got.Name != w.name || got.Counters != w.counters || !slices.Equal(got.Tags, w.tags) {
				t.Errorf("station %d: %s %+v %v, want %+v", i, got.Name, got.Counters, got.Tags, w)
			}
		}

		c, err := s.OperatorCounters(ctx, operatorID)
		check(t, err)
		if want := (operator.Counters{Stations: 4, Free: 13, Occupied: 12, Inactive: 6, OpenStays: 4}); c != want {
			t.Errorf("operator: %+v, want %+v", c, want)
		}
	})
}

func TestOnePlaceHoldsOneOpenStay(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		locker := aLocker(t, s)
		stay := []occupation.Occupation{{OperatorID: 1, LockerID: locker, AccountID: 1, Place: 1, StartedAt: now}}
		if winners := race(20, func() bool { return s.ImportOccupations(ctx, stay) == nil }); winners != 1 {
			t.Errorf("%d stays opened in one place", winners)
		}
	})
}

func TestArchiveStation(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		aLocker(t, s)
		if open, err := s.CountOpenStays(ctx, 1); err != nil || open != 0 {
			t.Fatalf("open stays: %d, %v", open, err)
		}
		if owner, err := s.StationOperator(ctx, 1); err != nil || owner != 1 {
			t.Fatalf("owner: %d, %v", owner, err)
		}
		if winners := race(10, func() bool {
			var archived bool
			err := s.Atomically(ctx, func(ctx context.Context) (err error) {
				archived, err = s.ArchiveStation(ctx, 1, now)
				return err
			})
			return err == nil && archived
		}); winners != 1 {
			t.Errorf("archived %d times", winners)
		}
		if _, err := s.StationOperator(ctx, 1); !fault.Is(err, fault.NotFound) {
			t.Errorf("an archived station: %v", err)
		}
		list, err := s.StationsOf(ctx, 1)
		check(t, err)
		if len(list) != 0 {
			t.Errorf("an archived station is listed: %+v", list)
		}
	})
}

// An archived station must not gain a stay, and a station with an open stay must not be archived,
// whichever transaction comes first.
func TestArchiveAndStayExcludeEachOther(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		locker := aLocker(t, s)
		var archived, stayed bool
		steps := make(chan func(), 2)
		steps <- func() {
			_ = s.Atomically(ctx, func(ctx context.Context) error {
				open, err := s.CountOpenStays(ctx, 1)
				if err != nil || open > 0 {
					return err
				}
				archived, err = s.ArchiveStation(ctx, 1, now)
				return err
			})
		}
		steps <- func() {
			_ = s.Atomically(ctx, func(ctx context.Context) error {
				if _, err := s.StationOperator(ctx, 1); err != nil {
					return err
				}
				err := s.ImportOccupations(ctx, []occupation.Occupation{{OperatorID: 1, LockerID: locker, AccountID: 1, Place: 1, StartedAt: now}})
				stayed = err == nil
				return err
			})
		}
		race(2, func() bool { (<-steps)(); return true })
		open, err := s.CountOpenStays(ctx, 1)
		check(t, err)
		_, err = s.StationOperator(ctx, 1)
		if gone := fault.Is(err, fault.NotFound); gone == (open == 1) {
			t.Errorf("archived: %v (said %v), open stays: %d (said %v)", gone, archived, open, stayed)
		}
	})
}

func TestJournalCannotBeRewritten(t *testing.T) {
	for engine, address := range storetest.URLs(t) {
		t.Run(engine, func(t *testing.T) {
			s := storetest.Open(t, address)
			check(t, s.Record(context.Background(), journal.Entry{At: now, Action: journal.LoggedIn, Object: journal.Object{Kind: "compte", ID: 1}}))
			if err := s.Exec(context.Background(), `UPDATE journal SET action = 'autre'`); err == nil {
				t.Error("a line of the journal was changed")
			}
		})
	}
}

// aLocker creates operator 1, account 1 and station 1 with one locker.
func aLocker(t *testing.T, s *store.Store) int64 {
	t.Helper()
	ctx := context.Background()
	operatorID := must(t)(s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, now))
	must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true}, now))
	stationID := must(t)(s.CreateStation(ctx, station.Station{OperatorID: operatorID, Name: "Gare", Kind: station.Individual, Active: true}, now))
	return must(t)(s.CreateLocker(ctx, station.Locker{StationID: stationID, Name: "A1", Type: station.Bike, Active: true, Capacity: 1}, now))
}
