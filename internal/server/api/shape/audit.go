package shape

import (
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/clock"
)

// AuditLine is a line of the audit log.
type AuditLine struct {
	ID          int64          `json:"id"`
	Instant     time.Time      `json:"instant"`
	Acteur      *Named         `json:"acteur" doc:"Absent : la plateforme elle-même ; une clé n'a pas de numéro de compte : id 0, nom « clé LIBELLÉ »"`
	Exploitant  *Named         `json:"exploitant"`
	Action      audit.Action   `json:"action"`
	Objet       AuditObject    `json:"objet"`
	Station     *Named         `json:"station" doc:"Où cela s'est passé ; null : à aucune station"`
	Changements map[string]any `json:"changements"`
}

// AuditObject is the object of an act.
type AuditObject struct {
	Type string `json:"type"`
	ID   int64  `json:"id"`
	Nom  string `json:"nom"`
}

// AuditBody returns the shape of a line of the audit log.
func AuditBody(line audit.Line) AuditLine {
	return AuditLine{
		ID: line.ID, Instant: line.At.In(clock.Paris), Action: line.Action,
		Acteur: ActorOrNil(line.ActorID, line.ActorName), Exploitant: NamedOrNil(line.OperatorID, line.OperatorName),
		Objet:   AuditObject{Type: line.Object.Kind, ID: line.Object.ID, Nom: line.ObjectName},
		Station: NamedOrNil(line.StationID, line.StationName), Changements: line.Changes,
	}
}

// ActorOrNil names who acted: an account, or a key, which has a name and no number.
func ActorOrNil(accountID int64, name string) *Named {
	if accountID == 0 && name == "" {
		return nil
	}
	return &Named{accountID, name}
}

// NamedOrNil returns the shape of what has a number; nil: 0.
func NamedOrNil(id int64, name string) *Named {
	if id == 0 {
		return nil
	}
	return &Named{id, name}
}

// IDOrNil returns the number; nil: 0.
func IDOrNil(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}
