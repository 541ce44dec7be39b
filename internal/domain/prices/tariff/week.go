package tariff

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

const daysOfAWeek = 7

// Slot is a part of a day in which every stay that starts gets the same tariff.
type Slot struct {
	From, To int     // minutes of the day in Paris, [From, To); the last slot of a day ends at 1440
	Tariff   *Tariff // nil: none applies
}

// Week returns the slots of each of the seven days from monday on: what Choose gives to the customer at
// each minute of the clock of Paris. In the hour that a change to summer time skips, a slot is that of
// the hour after it.
func Week(candidates []Tariff, customer Customer, monday time.Time) [daysOfAWeek][]Slot {
	bounds := bounds(candidates)
	local := monday.In(clock.Paris)
	var week [daysOfAWeek][]Slot
	for day := range week {
		for i, from := range bounds[:len(bounds)-1] {
			at := time.Date(local.Year(), local.Month(), local.Day()+day, from/60, from%60, 0, 0, clock.Paris)
			slot := Slot{From: from, To: bounds[i+1]}
			if chosen, found := Choose(candidates, customer, at); found {
				slot.Tariff = &chosen
			}
			if n := len(week[day]); n > 0 && week[day][n-1].tariffID() == slot.tariffID() {
				week[day][n-1].To = slot.To
				continue
			}
			week[day] = append(week[day], slot)
		}
	}
	return week
}

func (s Slot) tariffID() int64 {
	if s.Tariff == nil {
		return 0
	}
	return s.Tariff.ID
}

// bounds returns the minutes of the day at which the answer of Choose may change, from 0 to 1440.
func bounds(candidates []Tariff) []int {
	at := map[int]bool{0: true, minutesOfADay: true}
	for _, t := range candidates {
		for _, p := range t.Periods {
			for _, minute := range []*int{p.Opens, p.Closes} {
				if minute != nil {
					at[*minute] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(at))
}

// Calendar is the week of the lockers of a station that have the same type and the same tariffs.
type Calendar struct {
	Type    station.LockerType
	Lockers []LockerRef // in the natural order of their names
	Days    [daysOfAWeek][]Slot
}

const msgMonday = "Le format de la date n'est pas correct"

// Calendars returns the weeks of the lockers of a station, for the week that contains the date
// (YYYY-MM-DD; empty: today): first the types in the order of their numbers, then the group with the
// most lockers. fault.Invalid: the date is none.
func (s *Service) Calendars(
	ctx context.Context, stationID int64, date string, customer Customer,
) (monday time.Time, calendars []Calendar, err error) {
	day := s.clock.Now().In(clock.Paris)
	if date != "" {
		if day, err = time.ParseInLocation(time.DateOnly, date, clock.Paris); err != nil {
			return monday, nil, fault.Invalid("semaine", msgMonday)
		}
	}
	monday = time.Date(day.Year(), day.Month(), day.Day()-int(day.Weekday()+6)%daysOfAWeek, 0, 0, 0, 0, clock.Paris)
	lockers, err := s.store.LockersOf(ctx, stationID)
	if err != nil {
		return monday, nil, err
	}
	tariffs, ofLockers, err := s.store.TariffsAtStation(ctx, stationID)
	if err != nil {
		return monday, nil, err
	}
	return monday, calendarsOf(lockers, tariffs, ofLockers, customer, monday), nil
}

// calendarsOf groups the lockers by type and tariffs, and computes the week of each group once.
func calendarsOf(
	lockers []station.Locker, tariffs []Tariff, ofLockers map[int64][]int64, customer Customer, monday time.Time,
) []Calendar {
	station.SortByName(lockers)
	calendars := []Calendar{}
	groups := map[string]int{} // index in calendars
	for _, l := range lockers {
		ids := ofLockers[l.ID]
		key := fmt.Sprint(l.Type, ids)
		i, known := groups[key]
		if !known {
			i = len(calendars)
			groups[key] = i
			candidates := slices.DeleteFunc(slices.Clone(tariffs), func(t Tariff) bool { return !slices.Contains(ids, t.ID) })
			calendars = append(calendars, Calendar{Type: l.Type, Days: Week(candidates, customer, monday)})
		}
		calendars[i].Lockers = append(calendars[i].Lockers, LockerRef{l.ID, l.Name})
	}
	slices.SortStableFunc(calendars, func(a, b Calendar) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(len(b.Lockers), len(a.Lockers)))
	})
	return calendars
}
