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
}

// Count is what a counting system saw in a space.
type Count struct {
	Occupied int
	At       time.Time
}
