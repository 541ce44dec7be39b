// Package webhook tells the systems of operators what happens, by signed HTTP requests in the manner of Standard
// Webhooks (docs/rules.md#webhooks). An event is written in the transaction of what it tells, for each endpoint that
// has chosen its type; a job delivers it at least once, and those of one object in order.
package webhook

import "time"

// Endpoint is an address of an operator's system (« notification sortante »).
type Endpoint struct {
	ID         int64
	OperatorID int64
	Label      string
	Address    string
	Events     []Type
	Active     bool

	Suspension  Suspension
	SuspendedAt *time.Time

	Secret      string // sealed
	Hint        string // the first characters of the secret
	Former      string // sealed; the secret before, empty: there is none
	FormerUntil *time.Time

	CreatedAt   time.Time
	CreatedBy   int64 // account; 0: none
	DeliveredAt *time.Time
	Health      Health

	OperatorArchived bool // nothing is sent

	Waiting, Failing int // deliveries that wait, and those among them that have failed once; counted up to MostCounted
}

// Kept is how long deliveries are kept, and how long one waits for an endpoint that is suspended.
const Kept = 30 * 24 * time.Hour

// MostCounted bounds the counts of an endpoint's deliveries.
const MostCounted = 10_000

// Health is how the calls of an endpoint have gone lately.
type Health struct {
	FailingSince *time.Time // the first failure since the last success; nil: the last call succeeded
	Failures     int        // in a row
	DueAt        time.Time  // nothing is sent before
}

// Suspension is why nothing is sent to an endpoint though it is active.
type Suspension string

// The suspensions, as written on the wire.
const (
	NotSuspended Suspension = ""
	Failed       Suspension = "echecs"   // every call failed for SuspendAfter
	Gone         Suspension = "disparue" // it answered 410
)

// State is where a delivery stands, as written on the wire.
type State string

// The states.
const (
	Pending   State = "en_attente"
	Delivered State = "livree"
	GivenUp   State = "abandonnee"
)

// States lists the states.
func States() []State { return []State{Pending, Delivered, GivenUp} }

// Delivery is an event for one endpoint.
type Delivery struct {
	ID         int64
	EndpointID int64
	EventID    string // the webhook-id
	Type       Type
	Object     Object
	At         time.Time // when the event happened
	Body       string
	Trial      bool // « Envoyer un essai »
	Ordered    bool // waits for the earlier ones of its object
	State      State
	Attempts   int
	Step       int        // of the schedule: Attempts, without those that were hurried
	Last       *Attempt   // without its response; nil: it was not tried
	NextAt     *time.Time // nil: it is delivered or given up
}

// Attempt is one call.
type Attempt struct {
	At       time.Time
	Status   int // 0: no answer
	Duration time.Duration
	Problem  Problem
	Response string // its first characters
}

// Object is what an event is about. Events of one object are delivered in order.
type Object struct {
	Kind string // of the audit log
	ID   int64
}

// Filter selects deliveries of an endpoint; zero values select all.
type Filter struct {
	EndpointID int64
	State      State
	Type       Type
}
