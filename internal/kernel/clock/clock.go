// Package clock tells the time, so that tests can tell it otherwise, and holds
// the time zone in which people read it.
package clock

import (
	"time"
	_ "time/tzdata" // the zone must be there on a machine without one
)

// Clock tells the current instant.
type Clock interface{ Now() time.Time }

// Paris is the zone of every date shown or typed. Instants are stored in UTC.
var Paris = mustLoad("Europe/Paris")

// System is the clock of the machine.
type System struct{}

// Now returns the machine's time in UTC, to the millisecond that the database keeps.
func (System) Now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

func mustLoad(name string) *time.Location {
	location, err := time.LoadLocation(name)
	if err != nil {
		panic(err) // the zones are embedded: only a broken build gets here
	}
	return location
}
