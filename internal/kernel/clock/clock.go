// Package clock provides the current time, which tests can replace, and the time zone in which dates
// are shown and typed.
package clock

import (
	"time"
	_ "time/tzdata" // embeds the time zones, for machines that have none installed
)

// Clock returns the current instant.
type Clock interface{ Now() time.Time }

// Skew is how much the clocks of two nodes may differ. A code or ticket that expires later than its life
// and the skew allow was given out by a clock that was ahead.
const Skew = time.Minute

// Paris is the zone of every date that is shown or typed. Instants are stored in UTC.
var Paris = mustLoad("Europe/Paris")

// System is the clock of the machine.
type System struct{}

// Now returns the machine's time in UTC, truncated to the millisecond that the database stores.
func (System) Now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

// Written returns an instant as the audit log tells it.
func Written(at time.Time) string { return at.In(Paris).Format("02/01/2006 15:04") }

func mustLoad(name string) *time.Location {
	location, err := time.LoadLocation(name)
	if err != nil {
		panic(err) // the zones are embedded: this fails only if the build is broken
	}
	return location
}
