package demo

import (
	"fmt"
	"slices"
	"strconv"

	"consigne/internal/domain/places/station"
)

// lockersOf returns the lockers or spaces to create at a station. Each of its controllers has an address in its
// network.
func (l *loader) lockersOf(s site, code, network string) []station.Locker {
	if s.kind == station.Individual {
		return l.individualLockers(s, network)
	}
	lockers := make([]station.Locker, len(s.spaces))
	for i, space := range s.spaces {
		lockers[i] = station.Locker{
			Name: space.name, Type: station.Space, Complement: "Accès par badge", Active: !space.closed,
			Capacity:    space.capacity,
			CardAddress: fmt.Sprintf("%s.%d", network, 10+i), CardPorts: "1,2", // the entrance and the exit
			Tags: s.tags,
		}
		if s.kind == station.CountedCollective {
			lockers[i].CounterReference = fmt.Sprintf("%s-%d", code, i+1)
		}
	}
	return lockers
}

// portsOfACard is the number of locks that one controller card drives.
const portsOfACard = 16

func (l *loader) individualLockers(s site, network string) []station.Locker {
	types := slices.Concat(
		slices.Repeat([]station.LockerType{station.Bike}, s.bikes),
		slices.Repeat([]station.LockerType{station.CargoBike}, s.cargo),
		slices.Repeat([]station.LockerType{station.Scooter}, s.scooters),
	)
	lockers := make([]station.Locker, len(types))
	for i, kind := range types {
		lockers[i] = station.Locker{
			Name: fmt.Sprintf("A%d", i+1), Type: kind, Complement: complement(kind, i), Active: !l.percent(6), Capacity: 1,
			CardAddress: fmt.Sprintf("%s.%d", network, 10+i/portsOfACard), CardPorts: strconv.Itoa(1 + i%portsOfACard),
			Tags: s.tags,
		}
		if i%3 == 0 {
			lockers[i].Tags = append(slices.Clone(s.tags), power)
		}
	}
	return lockers
}

// complement describes where a locker is in its row, in 20 characters at most.
func complement(kind station.LockerType, position int) string {
	switch {
	case kind == station.CargoBike:
		return "Porte large"
	case kind == station.Scooter:
		return "Petite porte"
	case position%2 == 0:
		return "Rangée basse"
	default:
		return "Rangée haute"
	}
}
