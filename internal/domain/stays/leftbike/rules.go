package leftbike

import (
	"slices"
	"strings"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

const (
	msgEnded       = "Ce dossier est clos."
	msgOrder       = "Cette étape ne suit pas celle du dossier."
	msgEarly       = "Possible à partir du "
	msgHanded      = "Ce vélo a été remis\u00a0: cette étape ne s'annule plus."
	msgCancelled   = "Ce dossier est annulé\u00a0: veuillez en ouvrir un autre."
	msgPosted      = "Le propriétaire n'est pas connu\u00a0: l'avis doit être apposé sur le vélo."
	msgDepot       = "Veuillez indiquer le dépôt"
	msgRecipient   = "Veuillez indiquer à qui le vélo est remis"
	msgProof       = "Veuillez choisir le justificatif"
	msgDescription = "Veuillez décrire le vélo"
	msgMark        = "Le marquage compte 10 caractères\u00a0: des chiffres et des lettres, sauf I et O"
)

// Act is a step that staff take, with what they tell of it.
type Act struct {
	Step      Step
	Posted    bool   // with the notice
	Depot     string // with the removal
	Shelf     string
	Recipient string // of a bicycle that is handed over
	Proof     Proof  // with the return
}

// Take returns the file after a step. fault.Conflict: the step does not follow, or not yet. fault.Invalid: what must be
// told of it is missing.
func (f File) Take(a Act, now time.Time) (File, error) {
	if f.EndedAt != nil {
		return f, fault.Conflict(msgEnded)
	}
	next := f.Next()
	at := slices.IndexFunc(next, func(n Next) bool { return n.Step == a.Step })
	if at < 0 {
		return f, fault.Conflict(msgOrder)
	}
	if from := next[at].From; clock.DayOf(now) < from {
		return f, fault.Conflict(msgEarly + inFrench(from))
	}
	if err := a.check(f.AccountID != 0); err != nil {
		return f, err
	}
	switch a.Step {
	case Noticed:
		f.NoticedAt, f.Posted = &now, a.Posted
	case Removed:
		f.RemovedAt, f.Depot, f.Shelf = &now, a.Depot, a.Shelf
	case Returned, Given, Destroyed:
		f.EndedAt, f.Ending, f.Recipient = &now, a.Step, a.Recipient
		if a.Step == Returned {
			f.Proof = a.Proof
		}
	case Reclaimed, Opened, Cancelled:
		f.EndedAt, f.Ending = &now, a.Step
	}
	return f, nil
}

// check cleans what was typed. known: the customer is.
func (a *Act) check(known bool) error {
	var broken fault.Broken
	broken.Line("depot", &a.Depot)
	broken.Line("rayon", &a.Shelf)
	broken.Line("remisA", &a.Recipient)
	switch a.Step {
	case Noticed:
		broken.Unless(known || a.Posted, "avisAppose", msgPosted)
	case Removed:
		broken.Unless(a.Depot != "", "depot", msgDepot)
	case Returned, Given, Destroyed:
		broken.Unless(a.Recipient != "", "remisA", msgRecipient)
		broken.Unless(a.Step != Returned || a.Proof.known(), "justificatif", msgProof)
	case Opened, Reclaimed, Cancelled:
	}
	return broken.Err()
}

// Undone returns the file before its last step; the first one undone, the file is cancelled. A stay that ended with the
// removal stays ended. fault.Conflict: the bicycle was handed over.
func (f File) Undone(now time.Time) (File, error) {
	switch f.Step() {
	case Opened:
		f.EndedAt, f.Ending = &now, Cancelled
	case Noticed:
		f.NoticedAt, f.Posted = nil, false
	case Removed:
		f.RemovedAt, f.Depot, f.Shelf = nil, "", ""
	case Reclaimed:
		f.EndedAt, f.Ending = nil, ""
	case Cancelled:
		return f, fault.Conflict(msgCancelled)
	case Returned, Given, Destroyed:
		return f, fault.Conflict(msgHanded)
	}
	return f, nil
}

// validate cleans what was typed of a bicycle.
func (b Bike) validate() (Bike, error) {
	var broken fault.Broken
	broken.Line("description", &b.Description)
	broken.Line("etiquette", &b.Tag)
	b.Tag = strings.ToUpper(b.Tag)
	broken.Unless(b.Description != "", "description", msgDescription)
	var isMark bool
	b.Mark, isMark = markOf(b.Mark)
	broken.Unless(isMark, "marquage", msgMark)
	return b, broken.Err()
}

const (
	markLength = 10
	markSigns  = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ" // I and O are read as digits
)

// markOf returns a mark of the national register without what separates its signs, and whether it is one; empty: there
// is none on the bicycle.
func markOf(typed string) (string, bool) {
	mark := strings.ToUpper(strings.NewReplacer(" ", "", "\u00a0", "", "-", "", ".", "").Replace(typed))
	if mark == "" {
		return "", true
	}
	return mark, len(mark) == markLength && strings.Trim(mark, markSigns) == ""
}

// facts returns what the audit log compares, by the names on the wire. Descriptions may name people and are left out.
func (b Bike) facts() map[string]any { return map[string]any{"marquage": b.Mark, "etiquette": b.Tag} }

func inFrench(day clock.Day) string { return day.Begins().Format("02/01/2006") }
