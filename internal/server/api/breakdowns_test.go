package api_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/jobs"
)

// breakdown is what happens to a locker, or a whole station, from a minute of the month to another.
type breakdown struct {
	kind     string // « casier », « station » or « muette »
	station  int
	locker   int
	from, to int // minutes; a silence is known five minutes after its beginning
	cause    string
}

// A month of a city of 30 stations is played by the clock with 60 breakdowns. What the page says of each station is
// what an independent count of each minute of each locker gives: Monday to Saturday from 7 to 21 h, without holidays
// and without vandalism.
func TestAMonthOfBreakdowns(t *testing.T) {
	onSQLite(t, func(t *testing.T, s *site) {
		const stations, lockers = 30, 3
		month := clock.MonthOf(s.clock.Now()) + 1
		begins, minutes := month.Begins(), int((month + 1).Begins().Sub(month.Begins()).Minutes())
		s.clock.advance(begins.Add(-time.Minute).Sub(s.clock.Now()))
		controllers := controller.NewService(s.store, s.clock)
		ids, doors := [stations]int64{}, [stations][lockers]int64{}
		for i := range ids {
			id, err := s.store.CreateStation(t.Context(), station.Station{
				OperatorID: 1, Name: fmt.Sprintf("Parking %02d", i), Kind: station.Individual, Active: true,
				Latitude: "45.19", Longitude: "5.71",
			}, s.clock.Now())
			s.check(err)
			ids[i] = id
			for n := range doors[i] {
				doors[i][n], err = s.store.CreateLocker(t.Context(), station.Locker{
					StationID: id, Name: fmt.Sprint(n + 1), Type: station.Bike, Active: true, Capacity: 1,
				}, s.clock.Now())
				s.check(err)
			}
			s.check(controllers.Present(t.Context(), id, "1.0"))
		}
		manager := func() string { return s.login("gestionnaire@exemple.test").token }
		contract := contractFrom(month.String())
		hours := []any{}
		for day := 1; day <= 6; day++ {
			hours = append(hours, map[string]any{"jour": day, "de": "07:00", "a": "21:00"})
		}
		contract["heures"], contract["feries"] = hours, false
		s.want("contract", s.call("POST", contractsAt, manager(), contract), 201, "")

		list := drawBreakdowns(stations, lockers, minutes)
		s.play(list, begins, func(b breakdown, begin bool) {
			id := ids[b.station]
			switch b.kind {
			case "casier":
				body := map[string]any{}
				if begin {
					body["cause"] = b.cause
				}
				s.want("switch", s.call("PATCH", fmt.Sprintf("/api/admin/casier/%d/switch-actif", doors[b.station][b.locker]),
					manager(), body), 200, "")
			case "station":
				place := s.call("GET", fmt.Sprintf("/api/admin/station/%d", id), manager(), nil)
				s.want("station", s.call("PUT", fmt.Sprintf("/api/admin/station/%d/modifier", id), manager(), map[string]any{
					"libelleAdmin": fmt.Sprint("P", b.station), "nom": dig(place.Body, "nom"), "stationType": "indiv",
					"adresse": "1 rue", "codePostal": "38000", "ville": "Grenoble", "latitude": "45.19", "longitude": "5.71",
					"actif": !begin,
				}), 200, "")
			case "muette":
				if !begin {
					s.check(controllers.Present(t.Context(), id, "1.0"))
					return
				}
				s.check(controllers.Absent(t.Context(), id))
				s.clock.advance(2 * time.Minute)
				s.check(jobs.MarkSilent(t.Context(), s.runner, controllers, s.clock.Now().Add(-3*time.Minute)))
				s.clock.advance(-2 * time.Minute)
			}
		})
		s.clock.advance((month + 1).Begins().Add(time.Hour).Sub(s.clock.Now()))
		got := s.call("GET", availabilityAt+month.String(), manager(), nil)
		s.want("the month", got, 200, "")
		shown := map[string]any{}
		told, _ := got.Body["stations"].([]any)
		for _, st := range told {
			name, _ := dig(st, "nom").(string)
			shown[name] = st
		}
		all := 0
		for i := range ids {
			due, out := countMinutes(list, i, lockers, begins, minutes)
			st := shown[fmt.Sprintf("Parking %02d", i)]
			if dig(st, "secondesDues") != float64(60*due) || dig(st, "secondesIndisponibles") != float64(60*out) {
				t.Errorf("station %d: %v, want %d and %d minutes", i, st, due, out)
			}
			all += out
		}
		if all == 0 || dig(got.Body, "total", "secondesIndisponibles") != float64(60*all) {
			t.Errorf("%d minutes of all: %v", all, dig(got.Body, "total"))
		}
	})
}

// drawBreakdowns draws sixty, always the same; of one thing they come one after the other.
func drawBreakdowns(stations, lockers, minutes int) []breakdown {
	random := rand.New(rand.NewPCG(7, 11))
	list := []breakdown{}
	for len(list) < 60 {
		from := 10 + random.IntN(minutes-3000)
		b := breakdown{
			kind:    []string{"casier", "casier", "casier", "station", "muette"}[random.IntN(5)],
			station: random.IntN(stations), locker: random.IntN(lockers), from: from, to: from + 15 + random.IntN(2900),
			cause: []string{"serrure", "porte", "vandalisme", "autre"}[random.IntN(4)],
		}
		if b.kind != "casier" {
			b.locker, b.cause = 0, ""
		}
		if !slices.ContainsFunc(list, func(other breakdown) bool {
			// The controller of a station that is switched off may be without power: its silence is not told.
			return (other.kind == "casier") == (b.kind == "casier") && other.station == b.station && other.locker == b.locker &&
				b.from <= other.to+10 && other.from <= b.to+10
		}) {
			list = append(list, b)
		}
	}
	return list
}

// play moves the clock from one beginning or end to the next.
func (s *site) play(list []breakdown, begins time.Time, act func(b breakdown, begin bool)) {
	type event struct {
		at    int
		begin bool
		of    breakdown
	}
	events := []event{}
	for _, b := range list {
		events = append(events, event{b.from, true, b}, event{b.to, false, b})
	}
	slices.SortFunc(events, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	for _, e := range events {
		s.clock.advance(begins.Add(time.Duration(e.at) * time.Minute).Sub(s.clock.Now()))
		act(e.of, e.begin)
	}
}

// countMinutes counts, minute by minute and locker by locker, what was due at a station and what could not be used.
func countMinutes(list []breakdown, at, lockers int, begins time.Time, minutes int) (due, out int) {
	// The holidays of December and January.
	holidays := map[string]bool{"12-25": true, "01-01": true, "11-01": true, "11-11": true}
	for minute := range minutes {
		now := begins.Add(time.Duration(minute) * time.Minute).In(clock.Paris)
		if now.Weekday() == time.Sunday || now.Hour() < 7 || now.Hour() >= 21 || holidays[now.Format("01-02")] {
			continue
		}
		for locker := range lockers {
			due++
			for _, b := range list {
				if b.station == at && (b.kind != "casier" || b.locker == locker) && b.cause != "vandalisme" &&
					minute >= b.from && minute < b.to {
					out++
					break
				}
			}
		}
	}
	return due, out
}
