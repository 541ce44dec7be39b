// Package live tells open screens what has changed, so that they load it again (docs/rules.md#live). A change holds
// ids alone: whoever may not read its object learns nothing from the calls that it makes.
package live

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/access"
)

// Topic is the kind of object that changed, as written on the wire.
type Topic string

// The topics.
const (
	Operators Topic = "exploitant"
	Contacts  Topic = "referent"
	Keys      Topic = "cle"
	Accounts  Topic = "compte"
	Stations  Topic = "station" // its facts and those of its lockers
	Service   Topic = "service" // of a locker, or whether a station's controller is heard
	Doors     Topic = "porte"
	Codes     Topic = "code"  // that open a locker
	Refusals  Topic = "refus" // at a door
	Tariffs   Topic = "tarif"
	Stays     Topic = "utilisation"
	Payments  Topic = "paiement"
	Work      Topic = "tache"
	Webhooks  Topic = "notification"
	Repairs   Topic = "intervention"
	Rights    Topic = "droits" // of the account that is told

	// Sessions is never sent: it makes the feed read the rights of an account again.
	Sessions Topic = "session"
)

// Topics lists the topics that are sent.
func Topics() []Topic {
	return []Topic{
		Operators, Contacts, Keys, Accounts, Stations, Service, Doors, Codes, Refusals, Tariffs, Stays,
		Payments, Work, Webhooks, Repairs, Rights,
	}
}

// Change is one object that changed.
type Change struct {
	ID         int64 // grows with each change; a lower one may be committed later
	At         time.Time
	Topic      Topic
	OperatorID int64 // 0: the platform
	StationID  int64 // 0: at no station
	ObjectID   int64 // 0: several objects of the topic; for doors, codes and refusals, the locker
}

// Of returns the change that a line of the audit log is about; false when no screen shows it.
func Of(entry audit.Entry) (Change, bool) {
	topic := topicOf(entry)
	c := Change{
		At: entry.At, Topic: topic, OperatorID: entry.OperatorID, StationID: entry.StationID,
		ObjectID: entry.Object.ID,
	}
	switch entry.Object.Kind {
	case audit.KindSubscription, audit.KindWait, audit.KindDifference, audit.KindLeftBike:
		// other screens show them, by other numbers
		c.ObjectID = 0
	}
	return c, topic != ""
}

func topicOf(entry audit.Entry) Topic {
	switch entry.Action {
	case audit.LoggedIn, audit.PasswordLinkMade, audit.AccountExported, audit.DemoLoaded, audit.AuditTrimmed:
		return "" // only the audit log shows these
	case audit.SessionEnded, audit.SessionRevoked, audit.SessionsEnded, audit.PasswordChanged:
		return Sessions
	case audit.LockerSwitchedOn, audit.LockerSwitchedOff, audit.StationSilent, audit.StationBack:
		return Service
	case audit.CodeGiven, audit.CodeSent, audit.CodeUsed:
		return Codes
	case audit.WorkRetried, audit.WorkAbandoned:
		return Work
	case audit.AccountClaimed, audit.AccountConfirmed:
		return Accounts
	}
	return topics[entry.Object.Kind]
}

// topics holds the topic of each kind of object. A subscription, and who waits for one, is shown by its payments; a
// difference counts on the worklist, which payments load again.
var topics = map[string]Topic{
	audit.KindAccount: Accounts, audit.KindStation: Stations, audit.KindLocker: Stations, audit.KindStay: Stays,
	audit.KindTariff:   Tariffs,
	audit.KindOperator: Operators, audit.KindContact: Contacts, audit.KindKey: Keys, audit.KindPayment: Payments,
	audit.KindSubscription: Payments, audit.KindWait: Payments, audit.KindDifference: Payments,
	audit.KindWebhook: Webhooks, audit.KindLeftBike: Stays,
	audit.KindIntervention: Repairs,
}

// right is the right with which screens show the topic; a topic that is not here is for administrators.
var right = map[Topic]access.Right{
	Operators: access.OperatorsRead, Contacts: access.OperatorsRead, Stations: access.StationsRead,
	Service: access.StationsRead,
	Doors:   access.LockersRead, Codes: access.EventsRead, Refusals: access.EventsRead, Tariffs: access.TariffsRead,
	Stays: access.EventsRead, Payments: access.EventsRead, Webhooks: access.OperatorsWrite,
	Repairs: access.EventsRead,
}

// VisibleTo reports whether the actor may be told of the change.
func (c Change) VisibleTo(actor access.Actor) bool {
	switch c.Topic {
	case Sessions:
		return false
	case Rights:
		return actor.Is(c.ObjectID)
	case Accounts:
		return actor.Admin || c.OperatorID != 0 && actor.StaffAt(c.OperatorID)
	}
	needed, ok := right[c.Topic]
	return actor.Admin || ok && c.OperatorID != 0 && actor.Can(needed, c.OperatorID)
}

// changesRights reports whether the rights or the session of an account may be others after the change.
func (c Change) changesRights() bool {
	return c.Topic == Sessions || c.Topic == Accounts || c.Topic == Operators
}

// Store stores changes.
type Store interface {
	// LatestChanges returns the last changes, lowest id first, at most so many.
	LatestChanges(ctx context.Context, limit int) ([]Change, error)
	// ChangesAfter returns the committed changes with an id above after and those with one of the missing ids, lowest id
	// first, at most so many.
	ChangesAfter(ctx context.Context, after int64, missing []int64, limit int) ([]Change, error)
}
