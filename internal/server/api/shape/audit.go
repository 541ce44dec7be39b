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
	Noms        AuditNames     `json:"noms,omitempty" doc:"Les noms de ce que les changements désignent par un numéro, par champ et par numéro : ceux que l'appelant peut connaître"`
}

// AuditNames are names of what changes identify, by field and number.
type AuditNames map[string]map[int64]string

// AuditObject is the object of an act.
type AuditObject struct {
	Type string `json:"type"`
	ID   int64  `json:"id"`
	Nom  string `json:"nom"`

	Designation string     `json:"designation,omitempty" doc:"Comment il s'appelle aujourd'hui : la personne, sinon le lieu ; absent s'il n'a pas de nom, ou si l'appelant ne peut le connaître"`
	Depuis      *time.Time `json:"depuis,omitempty" doc:"Son début, s'il en a un : il le distingue d'autres du même nom"`
}

// AuditBody returns the shape of a line of the audit log, for who may know no customer.
func AuditBody(line audit.Line) AuditLine { return AuditBodyFor(line, false) }

// AuditBodyFor returns the shape of a line of the audit log for a reader who may know customers, or may not.
func AuditBodyFor(line audit.Line, people bool) AuditLine {
	name := line.Names[line.Object]
	var since *time.Time
	if !name.Since.IsZero() {
		since = new(name.Since.In(clock.Paris))
	}
	return AuditLine{
		ID: line.ID, Instant: line.At.In(clock.Paris), Action: line.Action,
		Acteur: ActorOrNil(line.ActorID, line.ActorName), Exploitant: NamedOrNil(line.OperatorID, line.OperatorName),
		Objet: AuditObject{
			Type: line.Object.Kind, ID: line.Object.ID, Nom: line.ObjectName, Designation: name.For(people), Depuis: since,
		},
		Station: NamedOrNil(line.StationID, line.StationName), Changements: line.Changes, Noms: line.NamesOf(people),
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
