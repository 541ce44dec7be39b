package demo_test

import (
	"testing"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/testenv"
)

type spot struct {
	locker int64
	place  int
}

func TestStaysNeverOverlap(t *testing.T) {
	for _, stays := range []int{0, 1, 25, 700, 4000, 60_000} {
		for seed := range uint64(8) {
			m := &memory{}
			if got := load(t, m, seed, stays); got.EndedStays != stays {
				t.Fatalf("%d ended stays, want %d", got.EndedStays, stays)
			}
			checkStays(t, m)
			if t.Failed() {
				t.Fatalf("with seed %d and %d stays", seed, stays)
			}
		}
	}
}

func checkStays(t *testing.T, m *memory) {
	t.Helper()
	last, open := map[spot]time.Time{}, map[spot]bool{} // the stays of a place come in chronological order
	for _, stay := range m.Stays {
		locker, at := m.locker(stay.LockerID), spot{stay.LockerID, stay.Place}
		if stay.Place < 1 || stay.Place > locker.Capacity || m.stationOf(locker).OperatorID != stay.OperatorID {
			t.Errorf("no such place: %+v", stay)
		}
		if len(m.Accounts[stay.AccountID-1].Roles[stay.OperatorID]) == 0 ||
			stay.Test != m.staff(stay.AccountID, stay.OperatorID) {
			t.Errorf("a wrong user or test flag: %+v", stay)
		}
		if quote := stay.PriceAt(now); stay.Tariff == nil || stay.Overrun != quote.OverLimit ||
			stay.Removed != quote.Removed ||
			(stay.EndedAt != nil && stay.Price != quote.Amount()) {
			t.Errorf("not priced: %+v", stay)
		}
		if open[at] || stay.StartedAt.Before(last[at]) {
			t.Errorf("overlaps another stay of its place: %+v", stay)
		}
		if stay.StartedAt.Before(now.Add(-365*24*time.Hour-time.Second)) || stay.StartedAt.After(now) {
			t.Errorf("starts out of the year: %+v", stay)
		}
		if stay.EndedAt == nil {
			open[at] = true
			if !locker.Active || !m.stationOf(locker).Active {
				t.Errorf("in progress out of service: %+v", stay)
			}
			continue
		}
		if !stay.EndedAt.After(stay.StartedAt) || stay.EndedAt.After(now) {
			t.Errorf("ends at %s: %+v", stay.EndedAt, stay)
		}
		last[at] = *stay.EndedAt
	}
}

func TestOpenStays(t *testing.T) {
	m := &memory{}
	load(t, m, 1, 0)
	places, tests, busy := 0, 0, map[int64]bool{}
	for _, stay := range m.Stays {
		busy[m.locker(stay.LockerID).StationID] = true
		if stay.Test {
			tests++
		}
	}
	for _, l := range m.Lockers {
		if l.Active && m.stationOf(l).Active {
			places += l.Capacity
		}
	}
	if share := 100 * len(m.Stays) / places; share < 35 || share > 55 {
		t.Errorf("%d %% of the places are occupied", share)
	}
	if tests < 1 || tests > 2 {
		t.Errorf("%d test stays", tests)
	}
	empty := map[int64]bool{}
	for _, s := range m.Stations {
		empty[s.ID] = true
	}
	for _, l := range m.Lockers {
		delete(empty, l.StationID)
	}
	deletable, bare := map[int64]int{}, map[int64]int{}
	for _, s := range m.Stations {
		if !busy[s.ID] {
			deletable[s.OperatorID]++
			if empty[s.ID] {
				bare[s.OperatorID]++
			}
		}
	}
	for _, o := range m.Operators {
		if deletable[o.ID] < 2 || bare[o.ID] != 1 {
			t.Errorf("%s: %d stations may be deleted, %d of them without a locker", o.Name, deletable[o.ID], bare[o.ID])
		}
	}
}

// Demand follows a city's day: mornings of working days are busier than nights and than Sundays.
func TestRhythm(t *testing.T) {
	m := &memory{}
	load(t, m, 1, 20_000)
	var morning, night, monday, sunday int
	for _, stay := range m.Stays {
		if stay.OperatorID != 1 || stay.EndedAt == nil {
			continue
		}
		local := stay.StartedAt.In(clock.Paris)
		switch hour := local.Hour(); {
		case hour >= 7 && hour < 9:
			morning++
		case hour >= 1 && hour < 3:
			night++
		}
		switch local.Weekday() {
		case time.Monday:
			monday++
		case time.Sunday:
			sunday++
		}
	}
	if morning < 10*night || night == 0 || monday < sunday*5/4 {
		t.Errorf("mornings %d, nights %d, Mondays %d, Sundays %d", morning, night, monday, sunday)
	}
}

func BenchmarkLoad100kStays(b *testing.B) {
	for b.Loop() {
		load(b, &memory{discard: true}, 1, testenv.Size(100_000))
	}
}
