package places_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestStationCounters(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		operatorID := storetest.Must(t)(s.CreateOperator(ctx, operator.Operator{Name: "Élan"}, storetest.Now))
		accountID := storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test", Active: true},
			storetest.Now))
		lockers := func(name string, kind station.Kind, list ...station.Locker) (int64, []int64) {
			id := storetest.Must(t)(s.CreateStation(ctx,
				station.Station{OperatorID: operatorID, Name: name, AdminLabel: name, Kind: kind, Active: true}, storetest.Now))
			ids := make([]int64, len(list))
			for i, l := range list {
				l.StationID = id
				if kind == station.Individual {
					l.Type, l.Capacity = station.Bike, 1
				} else {
					l.Type = station.Space
				}
				ids[i] = storetest.Must(t)(s.CreateLocker(ctx, l, storetest.Now))
			}
			return id, ids
		}
		newStay := func(locker int64, place int, ended *time.Time) {
			t.Helper()
			storetest.Check(t, s.ImportUnbilledStays(ctx, []stay.Stay{{
				OperatorID: operatorID, LockerID: locker, AccountID: accountID, Place: place,
				StartedAt: storetest.Now.Add(-time.Hour), EndedAt: ended,
			}}))
		}

		// Four lockers: one occupied, one free, one free again after a stay, one out of service.
		_, individual := lockers("éa", station.Individual,
			station.Locker{Active: true, Tags: []string{"abrité", "PMR"}}, station.Locker{Active: true, Tags: []string{"PMR"}},
			station.Locker{Active: true}, station.Locker{Active: false})
		newStay(individual[0], 1, nil)
		newStay(individual[2], 1, &storetest.Now)
		// A space of 10 places with two stays, and one of 5 places out of service.
		_, collective := lockers("Eb", station.Collective, station.Locker{Active: true, Capacity: 10},
			station.Locker{Active: false, Capacity: 5})
		newStay(collective[0], 1, nil)
		newStay(collective[0], 2, nil)
		// The occupancy of a counted space is its last count, but never above its places; without a
		// count, it is the number of open stays.
		_, counted := lockers("ec", station.CountedCollective,
			station.Locker{Active: true, Capacity: 8, Count: &station.Count{Occupied: 11, At: storetest.Now}},
			station.Locker{Active: true, Capacity: 4})
		newStay(counted[1], 1, nil)
		lockers("Ed vide", station.Individual)

		list, err := s.StationsOf(ctx, operatorID)
		storetest.Check(t, err)
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
		storetest.Check(t, err)
		if want := (operator.Counters{
			Stations: 4, Lockers: station.Counters{Free: 2, Occupied: 1, Inactive: 1},
			Places: station.Counters{Free: 11, Occupied: 11, Inactive: 5}, OpenStays: 4,
		}); c != want {
			t.Errorf("operator: %+v, want %+v", c, want)
		}
	})
}

func TestArchiveStation(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		storetest.NewLocker(t, s)
		if open, err := s.CountOpenStays(ctx, 1); err != nil || open != 0 {
			t.Fatalf("open stays: %d, %v", open, err)
		}
		if owner, err := s.StationOperator(ctx, 1); err != nil || owner != 1 {
			t.Fatalf("owner: %d, %v", owner, err)
		}
		if winners := storetest.Race(10, func() bool {
			var archived bool
			err := s.Atomically(ctx, func(ctx context.Context) (err error) {
				archived, err = s.ArchiveStation(ctx, 1, storetest.Now)
				return err
			})
			return err == nil && archived
		}); winners != 1 {
			t.Errorf("archived %d times", winners)
		}
		if _, err := s.StationOperator(ctx, 1); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("an archived station: %v", err)
		}
		list, err := s.StationsOf(ctx, 1)
		storetest.Check(t, err)
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
		locker := storetest.NewLocker(t, s)
		var archived, stayed bool
		steps := make(chan func(), 2)
		steps <- func() {
			_ = s.Atomically(ctx, func(ctx context.Context) error {
				open, err := s.CountOpenStays(ctx, 1)
				if err != nil || open > 0 {
					return err
				}
				archived, err = s.ArchiveStation(ctx, 1, storetest.Now)
				return err
			})
		}
		steps <- func() {
			_ = s.Atomically(ctx, func(ctx context.Context) error {
				if _, err := s.StationOperator(ctx, 1); err != nil {
					return err
				}
				err := s.ImportUnbilledStays(ctx,
					[]stay.Stay{{OperatorID: 1, LockerID: locker, AccountID: 1, Place: 1, StartedAt: storetest.Now}})
				stayed = err == nil
				return err
			})
		}
		storetest.Race(2, func() bool { (<-steps)(); return true })
		open, err := s.CountOpenStays(ctx, 1)
		storetest.Check(t, err)
		_, err = s.StationOperator(ctx, 1)
		if gone := fault.Is(err, fault.KindNotFound); gone == (open == 1) {
			t.Errorf("archived: %v (said %v), open stays: %d (said %v)", gone, archived, open, stayed)
		}
	})
}
