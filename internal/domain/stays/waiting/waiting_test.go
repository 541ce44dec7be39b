package waiting

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/kernel/clock"
)

var began = time.Date(2026, 3, 10, 9, 0, 0, 0, clock.Paris)

func day(n int) time.Time { return began.AddDate(0, 0, n) }

func waits(id int64, stations ...int64) Wait {
	return Wait{ID: id, Position: id, StationIDs: stations, AskedAt: began, ConfirmedAt: began}
}

// What time brings: an offer runs out, and then the person has thirty days; once a year they are asked.
func TestWhatTimeBrings(t *testing.T) {
	offered := waits(1, 5).offered(Place{StationID: 5}, 7, day(0))
	lapsed := waits(1, 5)
	lapsed.LapsedAt = new(day(7))
	questioned := waits(1, 5)
	questioned.QuestionedAt = new(day(365))
	offeredLate := questioned.offered(Place{StationID: 5}, 7, day(380))
	for name, c := range map[string]struct {
		wait   Wait
		at     time.Time
		step   Step
		state  State
		nextAt time.Time
	}{
		"waiting":                         {waits(1, 5), day(364), NoStep, InLine, day(365)},
		"a year later":                    {waits(1, 5), day(365), Question, InLine, day(395)},
		"asked whether they still wait":   {questioned, day(394), NoStep, InLine, day(395)},
		"no answer":                       {questioned, day(395), Leave, Over, time.Time{}},
		"an open offer":                   {offered, day(7).Add(-time.Millisecond), NoStep, Offered, day(7)},
		"an offer that ran out":           {offered, day(7), OfferLapse, Lapsed, day(37)},
		"the days after it":               {lapsed, day(36), NoStep, Lapsed, day(37)},
		"not answered for thirty days":    {lapsed, day(37), Leave, Over, time.Time{}},
		"an offer goes before a question": {offeredLate, day(386), NoStep, Offered, day(387)},
		"and begins the thirty days anew": {offeredLate, day(387), OfferLapse, Lapsed, day(417)},
		"who confirms waits a year":       {lapsed.confirmed(day(10)), day(374), NoStep, InLine, day(375)},
	} {
		after, step := c.wait.Passed(c.at)
		if step != c.step || after.State(c.at) != c.state {
			t.Errorf("%s: step %d, state %s; want %d, %s", name, step, after.State(c.at), c.step, c.state)
		}
		switch due := after.DueAt(); {
		case c.nextAt.IsZero() != (due == nil):
			t.Errorf("%s: due at %v", name, due)
		case due != nil && !due.Equal(c.nextAt):
			t.Errorf("%s: due at %s, want %s", name, due, c.nextAt)
		}
	}
}

// Days are those of Paris, whatever its clocks do meanwhile.
func TestDaysOverTheChangesOfTheClock(t *testing.T) {
	made := time.Date(2026, 3, 25, 9, 0, 0, 0, clock.Paris)
	e := waits(1, 5).offered(Place{StationID: 5}, 7, made)
	if want := time.Date(2026, 4, 1, 9, 0, 0, 0, clock.Paris); !e.Offer.Until.Equal(want) {
		t.Errorf("until %s, want %s", e.Offer.Until, want)
	}
	leap := waits(1, 5).confirmed(time.Date(2028, 2, 29, 9, 0, 0, 0, clock.Paris))
	if want := time.Date(2029, 3, 1, 9, 0, 0, 0, clock.Paris); !leap.DueAt().Equal(want) {
		t.Errorf("asked again on %s, want %s", leap.DueAt(), want)
	}
}

func TestRefusal(t *testing.T) {
	two := waits(1, 5, 6).offered(Place{StationID: 5, LockerID: 9}, 7, day(0)).refused(day(1))
	if two.State(day(1)) != InLine || !slices.Equal(two.StationIDs, []int64{6}) || !two.ConfirmedAt.Equal(day(1)) {
		t.Errorf("one of two stations: %+v", two)
	}
	one := waits(1, 5).offered(Place{StationID: 5}, 7, day(0)).refused(day(1))
	if one.State(day(1)) != Over || one.Ending != Refused || one.DueAt() != nil {
		t.Errorf("the last station: %+v", one)
	}
}

func TestMatches(t *testing.T) {
	offered := waits(2, 5).offered(Place{StationID: 5}, 7, day(0))
	lapsed := waits(2, 5)
	lapsed.LapsedAt = new(day(0))
	own := Vacancy{StationID: 5, Free: 2, Own: true, LockerIDs: []int64{51, 52, 53}}
	for name, c := range map[string]struct {
		waiting   []Wait
		vacancies []Vacancy
		refused   int64 // who may not be served
		want      [][3]int64
	}{
		"nobody waits":       {nil, []Vacancy{{StationID: 5, Free: 3}}, 0, nil},
		"nothing is free":    {[]Wait{waits(1, 5)}, []Vacancy{{StationID: 5}}, 0, nil},
		"more than is asked": {[]Wait{waits(1, 5)}, []Vacancy{{StationID: 5, Free: -2}}, 0, nil},
		"the first one": {
			[]Wait{waits(1, 5), waits(2, 5)},
			[]Vacancy{{StationID: 5, Free: 1}},
			0,
			[][3]int64{{1, 5, 0}},
		},
		"who wants the station": {
			[]Wait{waits(1, 6), waits(2, 5)},
			[]Vacancy{{StationID: 5, Free: 1}},
			0,
			[][3]int64{{2, 5, 0}},
		},
		"the first of two stations": {
			[]Wait{waits(1, 6, 5)},
			[]Vacancy{{StationID: 5, Free: 1}, {StationID: 6, Free: 1}},
			0,
			[][3]int64{{1, 6, 0}},
		},
		"lockers of their own": {
			[]Wait{waits(1, 5), waits(2, 5), waits(3, 5)},
			[]Vacancy{own},
			0,
			[][3]int64{{1, 5, 51}, {2, 5, 52}},
		},
		"no locker": {[]Wait{waits(1, 5)}, []Vacancy{{StationID: 5, Free: 2, Own: true}}, 0, nil},
		"who has an offer": {
			[]Wait{offered, waits(3, 5)},
			[]Vacancy{{StationID: 5, Free: 1}},
			0,
			[][3]int64{{3, 5, 0}},
		},
		"who did not answer": {
			[]Wait{lapsed, waits(3, 5)},
			[]Vacancy{{StationID: 5, Free: 1}},
			0,
			[][3]int64{{3, 5, 0}},
		},
		"who cannot be served": {
			[]Wait{waits(1, 5), waits(2, 5)},
			[]Vacancy{{StationID: 5, Free: 1}},
			1,
			[][3]int64{{2, 5, 0}},
		},
	} {
		got, err := Matches(c.waiting, c.vacancies, func(e Wait) (bool, error) { return e.ID != c.refused, nil })
		if err != nil {
			t.Fatal(err)
		}
		pairs := [][3]int64{}
		for _, m := range got {
			pairs = append(pairs, [3]int64{m.Wait.ID, m.Place.StationID, m.Place.LockerID})
		}
		if !slices.Equal(pairs, c.want) {
			t.Errorf("%s: %v, want %v", name, pairs, c.want)
		}
	}
}

// Whatever waits and is free: no place is given twice, nobody gets two, and nobody gets one that somebody before them,
// who gets none, wanted.
func TestNobodyIsOvertaken(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stations := rapid.SliceOfNDistinct(rapid.Int64Range(1, 5), 0, 5, rapid.ID[int64])
		waiting := []Wait{}
		for id := range rapid.Int64Range(0, 12).Draw(t, "people") {
			e := waits(id+1, stations.Draw(t, "stations")...)
			if rapid.Bool().Draw(t, "lapsed") {
				e.LapsedAt = new(day(0))
			}
			waiting = append(waiting, e)
		}
		vacancies := []Vacancy{}
		for _, id := range stations.Draw(t, "free at") {
			v := Vacancy{StationID: id, Free: rapid.IntRange(-1, 3).Draw(t, "free"), Own: rapid.Bool().Draw(t, "own")}
			for n := range rapid.Int64Range(0, 3).Draw(t, "lockers") {
				v.LockerIDs = append(v.LockerIDs, id*10+n)
			}
			vacancies = append(vacancies, v)
		}
		before := map[int64]int{}
		for _, v := range vacancies {
			if before[v.StationID] = max(v.Free, 0); v.Own {
				before[v.StationID] = min(before[v.StationID], len(v.LockerIDs))
			}
		}
		got, err := Matches(waiting, vacancies, func(Wait) (bool, error) { return true, nil })
		if err != nil {
			t.Fatal(err)
		}
		people, lockers, given := map[int64]bool{}, map[int64]bool{}, map[int64]int{}
		for _, m := range got {
			switch {
			case people[m.Wait.ID] || m.Place.LockerID != 0 && lockers[m.Place.LockerID]:
				t.Fatalf("given twice: %+v", m)
			case !slices.Contains(m.Wait.StationIDs, m.Place.StationID) || m.Wait.LapsedAt != nil:
				t.Fatalf("not wanted: %+v", m)
			}
			people[m.Wait.ID], lockers[m.Place.LockerID] = true, true
			given[m.Place.StationID]++
		}
		for id, n := range given {
			if n > before[id] {
				t.Fatalf("station %d: %d of %d places", id, n, before[id])
			}
		}
		for _, e := range waiting {
			for _, id := range e.StationIDs {
				if !people[e.ID] && e.LapsedAt == nil && given[id] < before[id] {
					t.Fatalf("%d waits for station %d, which has a place", e.ID, id)
				}
			}
			for _, m := range got {
				if !people[e.ID] && e.LapsedAt == nil && e.Position < m.Wait.Position &&
					slices.Contains(e.StationIDs, m.Place.StationID) {
					t.Fatalf("%d overtakes %d", m.Wait.ID, e.ID)
				}
			}
		}
	})
}

// Whoever is moved has the rank that was asked for, as near as the list allows, and the others keep their order.
func TestRanksAreMoved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		waiting := []Wait{}
		for id := range rapid.Int64Range(1, 8).Draw(t, "people") {
			e := waits(id + 1)
			e.Position = id * rapid.Int64Range(1, 3).Draw(t, "gaps")
			waiting = append(waiting, e)
		}
		inOrder := func(a, b Wait) int {
			if a.Position != b.Position {
				return int(a.Position - b.Position)
			}
			return int(a.ID - b.ID)
		}
		slices.SortFunc(waiting, inOrder)
		for i := 1; i < len(waiting); i++ { // as the database keeps them
			waiting[i].Position = max(waiting[i].Position, waiting[i-1].Position+1)
		}
		one := rapid.SampledFrom(waiting).Draw(t, "one").ID
		rank := rapid.IntRange(1, 10).Draw(t, "rank")
		position, makeRoom := moved(waiting, one, rank)
		after := slices.Clone(waiting)
		for i := range after {
			switch {
			case after[i].ID == one:
				after[i].Position = position
			case makeRoom && after[i].Position >= position:
				after[i].Position++
			}
		}
		slices.SortFunc(after, inOrder)
		if got, want := rankOf(after, one), min(rank, len(waiting)); got != want {
			t.Fatalf("rank %d, want %d", got, want)
		}
		without := func(list []Wait) (ids []int64) {
			for _, e := range list {
				if e.ID != one {
					ids = append(ids, e.ID)
				}
			}
			return ids
		}
		if !slices.Equal(without(after), without(waiting)) {
			t.Fatalf("%v, was %v", without(after), without(waiting))
		}
	})
}
