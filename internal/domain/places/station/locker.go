package station

import (
	"strings"
	"time"
)

// LockerType is the type of a locker, by its number on the wire (docs/rules.md#stations).
type LockerType int64

// The types of locker.
const (
	CargoBike LockerType = 1
	Bike      LockerType = 2
	Scooter   LockerType = 3
	Space     LockerType = 4 // a space of a collective station
)

// Locker is one lockable unit, or one space of a collective station.
type Locker struct {
	ID               int64
	Revision         int64 // as that of a Station
	StationID        int64
	Name             string
	Type             LockerType
	Complement       string
	Active           bool
	CardAddress      string // address of the station's controller card
	CardPorts        string // numbers separated by commas
	Capacity         int    // places; always 1 for a locker that is not a space
	CounterReference string // the counting system's name for the space
	Tags             []string
	Count            *Count  // the last count received; nil: none
	Outage           *Outage // nil: in service

	// Read-only:
	StationName  string
	OpenStays    int
	HighestPlace int // the highest place number of an open stay; 0: none
	Occupied     int // places in use: the last count of a counted space, else the number of open stays; 1 if it is held
	Holder       *Holder
}

// Holder is the person whose place a locker is, by a subscription that is not over.
type Holder struct {
	SubscriptionID, TariffID, AccountID int64
	LastName, FirstName, Email, Phone   string
}

// Count is the number of occupied places that a counting system saw in a space.
type Count struct {
	Occupied int
	At       time.Time
}

// State is the state of a locker as shown on screen (docs/rules.md#stations).
type State string

// The states, as written on the wire and on screen.
const (
	Free     State = "Libre"
	Occupied State = "Occupé"
	Inactive State = "Inactif"
)

// State returns whether the locker, or a place of the space, is free to take, occupied, or out of
// service.
func (l Locker) State() State {
	switch {
	case !l.Active:
		return Inactive
	case l.Occupied >= l.Capacity:
		return Occupied
	}
	return Free
}

// StateIn returns the same for who comes to the station: one that is out of service takes its lockers with it.
func (l Locker) StateIn(st Station) State {
	if !st.Active {
		return Inactive
	}
	return l.State()
}

// FreePlaces counts the places that somebody who comes to the station may take.
func (l Locker) FreePlaces(st Station) int {
	if l.StateIn(st) != Free {
		return 0
	}
	return l.Capacity - l.Occupied
}

// facts returns the fields that the audit log compares, by their names on the wire.
func (l Locker) facts() map[string]any {
	return map[string]any{
		"nom": l.Name, "type": int64(l.Type), "complement": l.Complement, "actif": l.Active,
		"stationCarteAdresse": l.CardAddress, "stationCartePort": l.CardPorts, "nbMaxSpaces": l.Capacity,
		"connexionSystemeComptage": l.CounterReference, "etiquettes": strings.Join(l.Tags, ", "),
	}
}
