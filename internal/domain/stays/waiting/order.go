package waiting

import "slices"

// Vacancy is what is free of a tariff at a station.
type Vacancy struct {
	StationID int64
	Free      int     // places
	LockerIDs []int64 // of a tariff whose places are lockers of one's own: those that are free, of which Free at most
	Own       bool    // its places are lockers of one's own
}

// Place is a place that is free.
type Place struct {
	StationID int64
	LockerID  int64 // 0: any of the station
}

// Match is a place for somebody who waits.
type Match struct {
	Wait  Wait
	Place Place
}

// Matches gives the free places of a tariff to those who wait, in their order: each gets a place at the first of their
// stations that has one. Who has an offer, or has not answered one, is passed over, and so is whoever mayServe refuses.
func Matches(waiting []Wait, vacancies []Vacancy, mayServe func(Wait) (bool, error)) ([]Match, error) {
	free := map[int64]*Vacancy{}
	for _, v := range vacancies {
		if v.Own {
			v.Free = min(v.Free, len(v.LockerIDs))
		}
		free[v.StationID] = &v
	}
	matches := []Match{}
	for _, e := range waiting {
		if e.EndedAt != nil || e.Offer != nil || e.LapsedAt != nil {
			continue
		}
		at := slices.IndexFunc(e.StationIDs, func(id int64) bool { return free[id] != nil && free[id].Free > 0 })
		if at < 0 {
			continue
		}
		may, err := mayServe(e)
		if err != nil {
			return nil, err
		}
		if may {
			matches = append(matches, Match{e, free[e.StationIDs[at]].take()})
		}
	}
	return matches, nil
}

func (v *Vacancy) take() Place {
	place := Place{StationID: v.StationID}
	v.Free--
	if v.Own {
		place.LockerID, v.LockerIDs = v.LockerIDs[0], v.LockerIDs[1:]
	}
	return place
}

// anyFree reports whether there is a free place.
func anyFree(vacancies []Vacancy) bool {
	return slices.ContainsFunc(vacancies, func(v Vacancy) bool { return v.Free > 0 && (!v.Own || len(v.LockerIDs) > 0) })
}

// moved returns the position that gives a wait a rank in the list of its tariff, from 1 on, and whether the waits
// from that position on make room for it.
func moved(waiting []Wait, id int64, rank int) (position int64, makeRoom bool) {
	others := slices.DeleteFunc(slices.Clone(waiting), func(e Wait) bool { return e.ID == id })
	switch {
	case len(others) == 0:
		return 0, false
	case rank > len(others):
		return others[len(others)-1].Position + 1, false
	}
	return others[max(rank, 1)-1].Position, true
}

// rankOf returns the rank of a wait, from 1 on; 0: it is not in the list.
func rankOf(waiting []Wait, id int64) int {
	return slices.IndexFunc(waiting, func(e Wait) bool { return e.ID == id }) + 1
}
