// Package journal holds what is written down of every act (domain.md § 10): who
// did what to which object, where and when. A line holds ids and facts, never
// personal data, secrets, codes or cards, so that erasing a person leaves it whole.
package journal

import (
	"context"
	"time"
)

// Action names an act, as `object.verb` in French: it is read on screen.
type Action string

// The acts that leave a line.
const (
	LoggedIn         Action = "compte.connexion"
	SessionEnded     Action = "compte.deconnexion"
	SessionRevoked   Action = "compte.session_revoquee"
	PasswordChanged  Action = "compte.mot_de_passe"
	AccountCreated   Action = "compte.creation"
	StationArchived  Action = "station.suppression"
	DemoLoaded       Action = "plateforme.demonstration"
	PasswordLinkMade Action = "compte.lien_mot_de_passe"
)

// Object is what the act was done to.
type Object struct {
	Kind string
	ID   int64
}

// Entry is one line.
type Entry struct {
	At         time.Time
	ActorID    int64 // 0: a job or a command
	OperatorID int64 // 0: the platform
	Action     Action
	Object     Object
	Changes    map[string]any // JSON on the wire; nil: nothing to add
}

// Recorder adds a line, in the transaction of the write it tells of.
type Recorder interface {
	Record(ctx context.Context, entry Entry) error
}
