// Package hotline gathers what staff need while somebody is on the telephone (« Récit d'appel », docs/rules.md#calls):
// who it is, what is in progress, why a door does not open, what happened in the last hours, and what the caller of the
// API may do about it. It decides nothing: package diagnosis has the rules. What it writes are the notes of calls.
package hotline

import (
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/diagnosis"
	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/places/intervention"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
)

// Call is the page of one call.
type Call struct {
	Customer      *account.Details // nil: nobody is named, or the actor may not read about customers
	Door          *Door            // nil: none is named, and none follows from what is known of the person
	Open          []stay.Details   // in progress: of the person, or behind the door
	Subscriptions []subscription.Bought
	Payments      []payment.Details // of what is in progress, and the last ones
	Findings      []diagnosis.Finding
	Events        []Event // newest first
	Notes         []Note  // of earlier calls, newest first
	Acts          []Act   // what the actor may do now
}

// Conclusion sums up why the door does not open, in a French sentence. Without a door nothing was looked for there.
func (c Call) Conclusion() string {
	if c.Door == nil && len(c.Findings) == 0 {
		return "Devant quelle porte\u00a0? La réponse en dépend."
	}
	return diagnosis.Conclusion(c.Findings)
}

// Door is a locker with what its controller says of it.
type Door struct {
	station.Locker
	StationActive bool
	StationOutage *station.Outage // nil: in service
	Controller    *Controller     // nil: none is known
	Open          *bool           // as its controller reported last; nil: unknown
	MovedAt       *time.Time
	Misdated      bool // the clock of the controller was wrong: MovedAt is when it reported
}

// Controller is the controller of a door's station.
type Controller struct {
	Software    string
	SilentSince *time.Time // nil: it is heard
}

// place returns the names of the door.
func (d Door) place() diagnosis.Place {
	return diagnosis.Place{
		StationID: d.StationID, Station: d.StationName, LockerID: d.ID, Locker: d.Name,
		Space: d.Type == station.Space,
	}
}

// Candidates are what a search finds; at most Shown of each.
type Candidates struct {
	Customers []account.Details
	Lockers   []Spot
	Stations  []Spot // only the station is set
	Payments  []payment.Details

	Documents     []document.Document
	Interventions []intervention.Listed
}

// Spot is a locker or station that a search found.
type Spot struct {
	StationID   int64
	StationName string
	LockerID    int64
	LockerName  string
	Complement  string
	Type        station.LockerType
}

// Shown is how many candidates of each kind a search gives.
const Shown = 10

// What a call shows of the past: events of the last day, at most so many, the payments that are not settled, however
// old, and the last ones.
const (
	window        = 24 * time.Hour
	mostEvents    = 100
	mostUnsettled = 10
	mostPayments  = 5
)

// Event is one event of the last hours.
type Event struct {
	At       time.Time
	Kind     string // an audit.Action, or one of the Event constants
	Sentence string // in French
	Object   audit.Object
}

// The kinds of event that are no line of the audit log.
const (
	EventRefused      = "porte.refus"
	EventCodeReceived = "casier.code_recu"
	EventCodeExpired  = "casier.code_expire"
	EventDoorOpened   = "porte.ouverte"
	EventDoorClosed   = "porte.fermee"
	EventAttempt      = "paiement.tentative"
	EventMailQueued   = "courriel.attente"
	EventMailSent     = "courriel.envoi"
)

// Mail is a mail to a person, without its text.
type Mail struct {
	Kind      outbox.Kind
	CreatedAt time.Time
	SentAt    *time.Time
}

// Act is something that the actor may do now about an object.
type Act struct {
	Kind   ActKind
	Object audit.Object
}

// ActKind names an act, as a key on the wire. Acts on payments are those of payment.Action.
type ActKind string

// The other acts.
const (
	GiveCode            ActKind = "generer-code"
	GiveMaintenanceCode ActKind = "generer-code-maintenance"
	SwitchOn            ActKind = "activer"
	SwitchOff           ActKind = "desactiver"
	EndStay             ActKind = "terminer"
	Ban                 ActKind = "bannir"
	Reinstate           ActKind = "retablir"
)
