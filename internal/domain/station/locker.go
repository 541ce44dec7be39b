package station

import "time"

// LockerType is what a locker is made for, by its id of the specification § 3.
type LockerType int64

// The types of locker.
const (
	CargoBike LockerType = 1
	Bike      LockerType = 2
	Scooter   LockerType = 3
	Space     LockerType = 4 // of a collective station
)

// Locker is one lockable unit, or one space of a collective station.
type Locker struct {
	ID               int64
	StationID        int64
	Name             string
	Type             LockerType
	Complement       string
	Active           bool
	CardAddress      string // of the station's controller
	CardPorts        string // numbers separated by commas
	Capacity         int    // places; 1 unless a space
	CounterReference string // what the counting system calls the space
	Tags             []string
	Count            *Count // the last one received; nil: none

	// Read, never written:
	StationName  string
	OpenStays    int
	HighestPlace int // of an open stay; 0: none
	Occupied     int // places in use: the last count of a counted space, else its open stays
}

// Count is what a counting system saw in a space.
type Count struct {
	Occupied int
	At       time.Time
}

// State is what a locker shows of itself (domain.md § 4).
type State string

// The states, as they stand on the wire and on screen.
const (
	Free     State = "Libre"
	Occupied State = "Occupé"
	Inactive State = "Inactif"
)

// State says whether a customer could take the locker, or a place of the space, now.
func (l Locker) State() State {
	switch {
	case !l.Active:
		return Inactive
	case l.Occupied >= l.Capacity:
		return Occupied
	}
	return Free
}

// facts are what the journal tells of a change, by the names on the wire.
func (l Locker) facts() map[string]any {
	return map[string]any{
		"nom": l.Name, "type": int64(l.Type), "complement": l.Complement, "actif": l.Active,
		"stationCarteAdresse": l.CardAddress, "stationCartePort": l.CardPorts, "nbMaxSpaces": l.Capacity,
		"connexionSystemeComptage": l.CounterReference,
	}
}
