// Package diagnosis says why a door does not open (docs/rules.md#diagnosis). It is a table of rules over facts, without
// input or output: each cause that the product knows has one entry, which says from which facts it follows, whether it
// follows with certainty, and how it is told in French.
package diagnosis

import (
	"slices"
	"time"

	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/places/opening"
)

// Facts is what is known when somebody calls about a door. Lists are of the last hours, newest first.
type Facts struct {
	Now      time.Time
	Customer *Customer // nil: nobody is named, the call is about a door
	Door     *Door     // nil: no door is named, the call is about a person
	Refusals []Refused
	Reader   Reader
}

// Reader is what who reads the findings may do about them.
type Reader struct{ SwitchesLockers, SwitchesStations bool }

// Place is a locker with the names by which staff and customers know it.
type Place struct {
	StationID int64
	Station   string
	LockerID  int64
	Locker    string
	Space     bool // of a collective station
}

// Customer is what an operator knows of a customer.
type Customer struct {
	ID           int64
	Active       bool
	BannedAt     *time.Time // nil: not known
	Stays        []Stay     // in progress
	Subscription *Subscription
	Card         *Card
	Attempt      *Attempt
}

// Stay is a stay in progress.
type Stay struct {
	AccountID int64
	Place     Place
	StartedAt time.Time
	RemovalAt *time.Time // when its removal limit passes; nil: never
}

// removed reports whether the removal limit of the stay has passed.
func (s Stay) removed(now time.Time) bool { return s.RemovalAt != nil && !now.Before(*s.RemovalAt) }

// Subscription is the subscription that stopped opening last, of a person whom none opens now.
type Subscription struct {
	Label       string
	EndedAt     time.Time
	UnpaidSince *time.Time // nil: it ended, and is paid
	Opened      bool       // under it, a tariff of the door would apply
}

// Card is the means of payment of a person at the operator.
type Card struct {
	PAN     string // masked
	Expired bool
}

// Attempt is the last attempt to collect a payment of the person, if it failed.
type Attempt struct {
	At      time.Time
	PAN     string // masked; empty: there was no card
	Amount  string // as shown
	Outcome payment.Status
}

// Door is a locker or space, with its station.
type Door struct {
	Place
	Capacity      int
	Stays         []Stay // in progress behind it, oldest first
	Active        bool
	SwitchedOffAt *time.Time // nil: not known
	Outage        string     // why, and until when it is thought to be off; empty: nobody told
	StationActive bool
	StationOffAt  *time.Time // nil: not known
	StationOutage string     // as Outage
	SilentSince   *time.Time // of the station's controller; nil: it is heard, or none is known
	OpenSince     *time.Time // as the controller reported last; nil: closed, or not known
	Codes         []opening.Given
	HolderID      int64 // the customer whose place it is; 0: nobody's
	Priced        *bool // whether a tariff applies to the person now; nil: nobody is named
	// the subscription that would open, if it did not pay for as many stays at once already; empty: none
	UsedUp string
}

// full reports whether no place is left.
func (d Door) full() bool { return len(d.Stays) >= d.Capacity }

// live returns the code that opens the door now.
func (d Door) live(now time.Time) (opening.Given, bool) {
	if len(d.Codes) == 0 || d.Codes[0].UsedAt != nil || !d.Codes[0].ExpiresAt.After(now) {
		return opening.Given{}, false
	}
	return d.Codes[0], true
}

// Refused is a refusal with the place where it happened.
type Refused struct {
	refusal.Refusal
	Place Place
}

// How old a recorded refusal may be to be the certain cause of a call, and to be one at all.
const (
	certainFor  = 15 * time.Minute
	possibleFor = 2 * time.Hour
)

// holds reports whether the person has a stay in progress behind the door.
func (f Facts) holds() bool {
	return f.Customer != nil && f.Door != nil &&
		slices.ContainsFunc(f.Customer.Stays, func(s Stay) bool { return s.Place.LockerID == f.Door.LockerID })
}

// assigned reports whether the door is the place of somebody who is not known to be the caller.
func (f Facts) assigned() bool {
	return f.Door.HolderID != 0 && (f.Customer == nil || f.Customer.ID != f.Door.HolderID)
}

// begins reports whether the caller can only want to begin a stay: neither the person, nor, when nobody is named,
// anybody has one in progress behind the door.
func (f Facts) begins() bool {
	if f.Customer == nil {
		return f.Door != nil && len(f.Door.Stays) == 0
	}
	return !f.holds()
}

// latest returns the last refusal of one of the kinds that concerns the call and that nothing has made good since.
func (f Facts) latest(kinds []refusal.Kind) (Refused, bool) {
	var last Refused
	found := false
	for _, r := range f.Refusals {
		// at the same instant: any, but always the same
		later := !found || r.At.After(last.At) || r.At.Equal(last.At) && r.LockerID > last.LockerID
		if later && slices.Contains(kinds, r.Kind) && f.concerns(r) && !f.madeGood(r) && f.Now.Sub(r.At) <= possibleFor {
			last, found = r, true
		}
	}
	return last, found
}

// concerns reports whether a refusal is one of the person, at the door if there is one. Codes name nobody: those that
// the door refused may have been typed by the person.
func (f Facts) concerns(r Refused) bool {
	there := f.Door != nil && r.LockerID == f.Door.LockerID
	switch {
	case f.Customer == nil:
		return there
	case r.AccountID == f.Customer.ID:
		return f.Door == nil || there
	}
	return there && r.AccountID == 0 && slices.Contains(ofCodes, r.Kind)
}

var ofCodes = []refusal.Kind{
	refusal.WrongCode, refusal.NoCode, refusal.ExpiredCode, refusal.UsedCode,
	refusal.TooManyCodes,
}

// madeGood reports whether what was refused has succeeded since: a stay began there, or a code opened the door.
func (f Facts) madeGood(r Refused) bool {
	if slices.Contains(ofCodes, r.Kind) {
		return f.Door != nil && slices.ContainsFunc(f.Door.Codes,
			func(c opening.Given) bool { return c.UsedAt != nil && c.UsedAt.After(r.At) })
	}
	began := func(s Stay) bool {
		return s.Place.LockerID == r.LockerID && s.AccountID == r.AccountID && r.AccountID != 0 && s.StartedAt.After(r.At)
	}
	return f.Customer != nil && slices.ContainsFunc(f.Customer.Stays, began) ||
		f.Door != nil && slices.ContainsFunc(f.Door.Stays, began)
}
