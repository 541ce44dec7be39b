package demo

import (
	"context"
	"fmt"
	"slices"
	"time"

	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
)

// place is where one stay at a time can be: a locker, or one place of a collective space.
type place struct {
	lockerID int64
	number   int       // from 1 to the locker's capacity
	occupied bool      // a stay is in progress
	until    time.Time // ended stays end before this time
	demand   int       // relative demand
}

func (l *loader) addStation(ctx context.Context, f *fleet, number int, s site) error {
	code := fmt.Sprintf("%s-%03d", f.plan.prefix, number)
	lockers := l.lockersOf(s, code, fmt.Sprintf("10.%d.%d", len(l.fleets), number))
	opened := l.daysAgo(l.between(400, 1000))
	if len(lockers) == 0 {
		opened = l.daysAgo(l.between(5, 20)) // not equipped yet
	}
	var works *station.Outage
	if s.closed && len(lockers) > 0 {
		works = &station.Outage{Since: new(l.daysAgo(worksAgo)), Cause: station.OtherCause, Reason: "Travaux de voirie"}
	}
	id, err := l.store.CreateStation(ctx, station.Station{
		OperatorID: f.id, AdminLabel: code + " " + s.label, Name: s.name,
		Kind: s.kind, CountingSystem: s.counting, Active: !s.closed, Outage: works,
		Street: s.street, PostalCode: s.postalCode, City: s.city, Latitude: s.latitude, Longitude: s.longitude,
		Description: describe(f, number, s, opened),
	}, opened)
	if err != nil {
		return err
	}
	l.summary.Stations++

	fitted := fitting{site: s, stationID: id}
	demand, fill := l.between(5, 20), l.between(20, 70)
	if s.closed || s.quiet {
		fill = 0
	}
	for _, locker := range lockers {
		locker.StationID = id
		places := l.placesOf(locker, s.closed, demand, fill)
		if !locker.Active {
			locker.Outage = l.outageOf(places[0].until)
		}
		if s.kind == station.CountedCollective {
			locker.Count = l.count(places)
		}
		lockerID, err := l.store.CreateLocker(ctx, locker, opened)
		if err != nil {
			return err
		}
		l.summary.Lockers++
		locker.ID = lockerID
		fitted.lockers = append(fitted.lockers, locker)
		for _, p := range places {
			p.lockerID = lockerID
			f.places = append(f.places, p)
		}
	}
	f.fittings = append(f.fittings, fitted)
	return nil
}

// describe returns what a station says of itself in the open data. No object of OpenStreetMap has a number as great as
// these, and no page is at these addresses.
func describe(f *fleet, number int, s site, opened time.Time) *station.Description {
	d := &station.Description{
		CommuneCode: communes[s.city], OSMID: fmt.Sprintf("n99%07d%03d", f.id, number), Furniture: "AUCUN EQUIPEMENT",
		Covered: new(true), Watched: new(slices.Contains(s.tags, watched)), Lit: new(slices.Contains(s.tags, indoor)),
		Owner: f.plan.owner, ServiceYear: opened.In(clock.Paris).Year(),
		InfoURL: fmt.Sprintf("%s/stationnement/%03d", f.plan.page, number),
	}
	if s.kind != station.Individual {
		d.Furniture = "RACK DOUBLE ETAGE"
	}
	return d
}

// placesOf returns the places of a locker and occupies fill percent of them if it is in service. A locker out of
// service has been so for some weeks.
func (l *loader) placesOf(locker station.Locker, closed bool, demand, fill int) []place {
	until := l.options.Now
	if closed || !locker.Active {
		until = l.daysAgo(l.between(20, 60))
	}
	places := make([]place, locker.Capacity)
	for i := range places {
		places[i] = place{number: i + 1, occupied: locker.Active && l.percent(fill), until: until, demand: demand}
	}
	return places
}

// count returns what a counting system saw a few minutes ago. It is close to the number of stays in progress: some
// customers forget to declare a stay, others to end it.
func (l *loader) count(places []place) *station.Count {
	occupied := 0
	for _, p := range places {
		if p.occupied {
			occupied++
		}
	}
	if occupied > 0 {
		occupied = min(occupied+l.between(0, 2), len(places))
	}
	return &station.Count{Occupied: occupied, At: l.options.Now.Add(-time.Duration(l.between(20, 600)) * time.Second)}
}
