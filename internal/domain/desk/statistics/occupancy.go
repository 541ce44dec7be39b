package statistics

import (
	"cmp"
	"slices"
)

// rateOccupancy divides the time that stays took by the time that places were there and in service: from the creation
// of a locker, or its first stay if that was earlier, to its deletion or to now.
func (f facts) rateOccupancy(r *Report, cuts []Period) {
	spans := spansOf(f, cuts)
	stations := map[int64]*ratedStation{}
	lockers := map[int64]*ratedStation{}
	out := f.outOfService()
	for _, l := range f.placed {
		s := stations[l.StationID]
		if s == nil {
			s = &ratedStation{
				Occupancy: Occupancy{StationID: l.StationID, Name: l.StationName, Operator: l.Operator},
				steps:     make([]share, len(cuts)),
			}
			stations[l.StationID] = s
		}
		lockers[l.ID] = s
		until := f.now
		if l.Until != nil && l.Until.Before(until) {
			until = *l.Until
		}
		s.each(spans, func(into *share, within span) { into.there += int64(l.Capacity) * overlap(l.Since, until, within) })
		for _, o := range once(append(slices.Clone(out[l.ID]), out[-l.StationID]...)) {
			from, to := later(o.From, l.Since), earlier(o.To, until)
			s.each(spans, func(into *share, within span) { into.out += int64(l.Capacity) * overlap(from, to, within) })
		}
	}
	for _, c := range f.stations {
		switch s := stations[c.Value]; {
		case s == nil:
		case c.Period == len(cuts):
			s.before.taken += c.Total
		default:
			s.steps[c.Period].taken += c.Total
			s.whole.taken += c.Total
		}
	}
	for _, stay := range f.open {
		if s := lockers[stay.LockerID]; s != nil {
			s.each(spans, func(into *share, within span) { into.taken += overlap(stay.StartedAt, f.now, within) })
		}
	}
	var whole, before share
	for _, s := range stations {
		s.settle()
		s.Rate.Value, s.Rate.Before = s.whole.rate(), s.before.rate()
		for _, step := range s.steps {
			s.Rates = append(s.Rates, step.rate())
		}
		whole.add(s.whole)
		before.add(s.before)
		if s.whole.there > 0 {
			r.Stations = append(r.Stations, s.Occupancy)
		}
	}
	r.Summary.Occupancy.Value, r.Summary.Occupancy.Before = whole.rate(), before.rate()
	slices.SortFunc(r.Stations, func(a, b Occupancy) int {
		return cmp.Or(cmp.Compare(*b.Rate.Value, *a.Rate.Value), cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.StationID, b.StationID))
	})
}

// ratedStation collects the times of a station, in milliseconds of places.
type ratedStation struct {
	Occupancy
	whole, before share
	steps         []share
}

// spans holds the times for which a station has a rate.
type spans struct {
	whole, before span
	steps         []span
}

func spansOf(f facts, cuts []Period) spans {
	list := make([]span, len(cuts))
	for i, cut := range cuts {
		list[i] = spanOf(cut)
	}
	return spans{spanOf(f.period), spanOf(f.previous), list}
}

// each calls gather for every time for which a station has a rate.
func (s *ratedStation) each(of spans, gather func(into *share, within span)) {
	gather(&s.whole, of.whole)
	gather(&s.before, of.before)
	for i, step := range of.steps {
		gather(&s.steps[i], step)
	}
}

// settle takes the time out of service off the time that places were there.
func (s *ratedStation) settle() {
	s.whole.settle()
	s.before.settle()
	for i := range s.steps {
		s.steps[i].settle()
	}
}

// share is the time that places were there, the part of it that was taken, and the part in which they were out of
// service.
type share struct{ taken, there, out int64 }

// settle takes off what was out of service and not taken: a bicycle may stay in a locker that is out of service.
func (s *share) settle() { s.there -= min(s.out, max(0, s.there-s.taken)) }

func (s *share) add(other share) {
	s.taken += other.taken
	s.there += other.there
}

// rate returns the occupancy, and nil when no place was there. It is at most 1, because a stay reported
// late may overlap the one before it.
func (s share) rate() *float64 {
	if s.there <= 0 {
		return nil
	}
	return new(min(1, float64(s.taken)/float64(s.there)))
}
