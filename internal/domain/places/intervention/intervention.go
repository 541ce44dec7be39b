// Package intervention holds what has to be seen to at a station or locker: from its report to its resolution, with who
// did what when (docs/rules.md#interventions).
package intervention

import (
	"strings"
	"time"

	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
)

// State is where an intervention stands, as written on the wire.
type State string

// The states.
const (
	Open     State = "ouverte"
	Taken    State = "prise_en_charge"
	Resolved State = "resolue"
	Reopened State = "rouverte"
)

// Urgency says what is seen to first, as written on the wire.
type Urgency string

// The urgencies.
const (
	Urgent Urgency = "urgente"
	Normal Urgency = "normale"
)

// Intervention is one thing to see to. There is one open one at most of a locker, or of a station as a whole, and
// cause.
type Intervention struct {
	ID         int64
	OperatorID int64
	Number     int64 // of the operator
	StationID  int64
	LockerID   int64 // 0: the whole station
	Cause      station.OutageCause

	Description string
	State       State
	OpenedAt    time.Time
	Times       int   // how often it was reported, or seen
	AssigneeID  int64 // 0: nobody is in charge
	DueOn       *clock.Day
	TookOut     bool // the locker is out of service because of it: back in service resolves it
	Parts       string
	Minutes     int64
	ResolvedAt  *time.Time // nil: it is open

	SeenAt  *time.Time // the last event of it that Consigne saw by itself
	Awaited Event      // the event whose end is to be told; empty: none
}

// UrgencyOf returns the urgency of an open intervention: somebody's things behind the door, or a whole station, come
// first.
func UrgencyOf(wholeStation, occupied bool) Urgency {
	if wholeStation || occupied {
		return Urgent
	}
	return Normal
}

// LineKind is what a line of time tells, as written on the wire.
type LineKind string

// The kinds.
const (
	LineOpened   LineKind = "ouverture"
	LineAgain    LineKind = "signalement" // it was reported again
	LineSeen     LineKind = "evenement"   // Consigne saw it by itself
	LineReturned LineKind = "retour"      // what Consigne saw has ended
	LineOut      LineKind = "hors_service"
	LineTaken    LineKind = "prise_en_charge"
	LineReleased LineKind = "liberation" // nobody is in charge any more
	LineChanged  LineKind = "modification"
	LineComment  LineKind = "commentaire"
	LinePhoto    LineKind = "photo"
	LineResolved LineKind = "resolution"
	LineReopened LineKind = "reouverture"
)

// Line is one line of time.
type Line struct {
	At         time.Time
	Kind       LineKind
	AccountID  int64 // 0: a key, or Consigne
	KeyID      int64 // 0: an account, or Consigne
	Note       string
	AssigneeID int64 // of LineTaken
	Parts      string
	Minutes    int64 // of LineResolved
}

// The messages of refusals.
const (
	msgPlace     = "Choisissez un casier ou une station."
	msgElsewhere = "Ce casier n'est pas à cette station."
	msgCause     = "Choisissez la cause"
	msgDue       = "L'échéance ne peut être avant aujourd'hui, ni dans plus d'un an"
	msgWhole     = "Choisissez le casier à mettre hors service."
	msgComment   = "Écrivez un commentaire."
	msgMinutes   = "Le temps passé est un nombre de minutes, de 0 à 10\u00a0000"
	msgResolved  = "Cette intervention est résolue."
	msgIsOpen    = "Cette intervention n'est pas résolue."
	msgTaken     = "%s a déjà pris cette intervention en charge."
	msgTwin      = "L'intervention n°\u00a0%d est déjà ouverte au même endroit, pour la même cause."
	msgNobody    = "Choisissez qui prend l'intervention en charge."
	msgStranger  = "Cette personne n'est pas du personnel de l'exploitant."
	msgParts     = "Les pièces de cette intervention ne tiennent plus en 255 caractères"
)

const (
	maxDueDays = 366
	maxMinutes = 10_000
)

// Report tells of something to see to.
type Report struct {
	OperatorID  int64
	StationID   int64 // 0: that of the locker
	LockerID    int64 // 0: the whole station
	Cause       station.OutageCause
	Description string
	DueOn       *clock.Day
	Out         bool       // the locker goes out of service, in the same act
	BackOn      *clock.Day // the day on which it is thought to be back
}

// validate checks what was typed.
func (r Report) validate(now time.Time) (Report, error) {
	var broken fault.Broken
	broken.Unless(r.StationID != 0 || r.LockerID != 0, "idCasier", msgPlace)
	broken.Unless(r.Cause.French() != "", "cause", msgCause)
	broken.Lines("description", &r.Description)
	broken.Unless(dueIn(r.DueOn, now), "echeance", msgDue)
	broken.Unless(!r.Out || r.LockerID != 0, "horsService", msgWhole)
	return r, broken.Err()
}

func dueIn(day *clock.Day, now time.Time) bool {
	today := clock.DayOf(now)
	return day == nil || *day >= today && *day <= today+maxDueDays
}

// outage returns why the locker goes out of service.
func (r Report) outage() station.Outage {
	return station.Outage{Cause: r.Cause, Reason: text.OneLine(r.Description, fault.MaxText), BackOn: r.BackOn}
}

// opened returns the intervention that a report opens.
func (r Report) opened(now time.Time) Intervention {
	return Intervention{
		OperatorID: r.OperatorID, StationID: r.StationID, LockerID: r.LockerID, Cause: r.Cause,
		Description: r.Description, State: Open, OpenedAt: now, Times: 1, DueOn: r.DueOn, TookOut: r.Out,
	}
}

// again returns an open intervention that was reported once more.
func (i Intervention) again(r Report) Intervention {
	i.Times++
	i.TookOut = i.TookOut || r.Out
	if i.DueOn == nil {
		i.DueOn = r.DueOn
	}
	return i
}

// inCharge returns the intervention with who is in charge of it; 0: nobody.
func (i Intervention) inCharge(accountID int64) (Intervention, error) {
	if i.ResolvedAt != nil {
		return i, fault.Conflict(msgResolved)
	}
	i.AssigneeID, i.State = accountID, Taken
	if accountID == 0 {
		i.State = Open
	}
	return i, nil
}

// Resolution tells how an intervention ended.
type Resolution struct {
	Note          string
	Parts         string
	Minutes       int64
	BackInService bool // the locker goes back into service, in the same act
}

func (r Resolution) validate() (Resolution, error) {
	var broken fault.Broken
	broken.Lines("commentaire", &r.Note)
	broken.Line("pieces", &r.Parts)
	broken.Unless(r.Minutes >= 0 && r.Minutes <= maxMinutes, "minutes", msgMinutes)
	return r, broken.Err()
}

// resolved returns the intervention once it is resolved. Minutes and parts add up over its resolutions.
func (i Intervention) resolved(r Resolution, now time.Time) (Intervention, error) {
	if i.ResolvedAt != nil {
		return i, fault.Conflict(msgResolved)
	}
	i.State, i.ResolvedAt, i.TookOut, i.Awaited = Resolved, &now, false, ""
	i.Minutes += r.Minutes
	switch {
	case i.Parts == "":
		i.Parts = r.Parts
	case r.Parts != "":
		i.Parts += ", " + r.Parts
	}
	var broken fault.Broken
	broken.Unless(len([]rune(i.Parts)) <= fault.MaxText, "pieces", msgParts)
	return i, broken.Err()
}

// reopened returns a resolved intervention that has to be seen to again.
func (i Intervention) reopened() (Intervention, error) {
	if i.ResolvedAt == nil {
		return i, fault.Conflict(msgIsOpen)
	}
	i.State, i.ResolvedAt, i.AssigneeID, i.DueOn = Reopened, nil, 0, nil
	i.Times++
	return i, nil
}

// changed says what differs from an intervention before, « Cause : Serrure → Porte. Échéance : aucune → 04/12/2026 ».
func (i Intervention) changed(before Intervention) string {
	var told []string
	if i.Cause != before.Cause {
		told = append(told, "Cause\u00a0: "+before.Cause.French()+" → "+i.Cause.French())
	}
	if was, is := before.due(), i.due(); was != is {
		told = append(told, "Échéance\u00a0: "+was+" → "+is)
	}
	return strings.Join(told, ". ")
}

// due returns the due day as screens show it.
func (i Intervention) due() string {
	if i.DueOn == nil {
		return "aucune"
	}
	return i.DueOn.Begins().Format("02/01/2006")
}

// facts returns the fields that the audit log compares, by their names on the wire.
func (i Intervention) facts() map[string]any {
	told := map[string]any{"cause": string(i.Cause), "responsable": nil, "echeance": nil}
	if i.AssigneeID != 0 {
		told["responsable"] = i.AssigneeID
	}
	if i.DueOn != nil {
		told["echeance"] = i.DueOn.String()
	}
	return told
}
