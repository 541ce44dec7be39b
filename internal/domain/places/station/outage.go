package station

import (
	"strings"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// OutageCause is why a locker or a station is out of service, as written on the wire.
type OutageCause string

// OtherCause is the cause of an outage of which nothing was told.
const OtherCause OutageCause = "autre"

// OutageCauses lists the causes with their French names (docs/rules.md#out-of-service).
var OutageCauses = []struct {
	Cause OutageCause
	Name  string
}{
	{"serrure", "Serrure"},
	{"porte", "Porte"},
	{"clavier", "Clavier"},
	{"controleur", "Contrôleur"},
	{"reseau", "Réseau"},
	{"alimentation", "Alimentation"},
	{"vandalisme", "Vandalisme"},
	{"proprete", "Propreté"},
	{"objet_laisse", "Objet laissé"},
	{OtherCause, "Autre"},
}

// French returns the name of the cause on screen.
func (c OutageCause) French() string {
	for _, known := range OutageCauses {
		if known.Cause == c {
			return known.Name
		}
	}
	return ""
}

// Outage tells why a locker or a station is out of service, and until when it is thought to be.
type Outage struct {
	Since  *time.Time // nil: from before outages were kept
	Cause  OutageCause
	Reason string     // in a line of staff; may be empty
	BackOn *clock.Day // nil: not known
}

// InWords returns what was told in a few words, « serrure, retour prévu le 04/12/2026 »; empty: nothing.
func (o Outage) InWords() string {
	told := []string{}
	if o.Cause != OtherCause {
		told = append(told, strings.ToLower(o.Cause.French()))
	}
	if o.BackOn != nil {
		told = append(told, "retour prévu le "+o.BackOn.Begins().Format("02/01/2006"))
	}
	return strings.Join(told, ", ")
}

// The messages for an outage that breaks a rule.
const (
	msgCause  = "Choisissez la cause"
	msgBackOn = "Le retour ne peut être prévu avant aujourd'hui, ni dans plus de deux ans"
)

// maxOutageDays is how far ahead the return of a locker may be.
const maxOutageDays = 2 * 366

// validate checks what was typed when a locker goes out of service. No cause: another one than those that are listed.
func (o Outage) validate(now time.Time) (Outage, error) {
	var broken fault.Broken
	broken.Line("motif", &o.Reason)
	if o.Cause == "" {
		o.Cause = OtherCause
	}
	broken.Unless(o.Cause.French() != "", "cause", msgCause)
	if today := clock.DayOf(now); o.BackOn != nil {
		broken.Unless(*o.BackOn >= today && *o.BackOn <= today+maxOutageDays, "retourPrevu", msgBackOn)
	}
	o.Since = &now
	return o, broken.Err()
}

// follows reports whether the expected return moves with a due day: it was the same day, or is before the new one.
func (o Outage) follows(was *clock.Day, due clock.Day) bool {
	return o.BackOn != nil && *o.BackOn != due && (*o.BackOn < due || was != nil && *o.BackOn == *was)
}

// facts returns what the audit log tells of the beginning of an outage, by the names on the wire.
func (o Outage) facts() map[string]any {
	told := map[string]any{"cause": string(o.Cause)}
	if o.Reason != "" {
		told["motif"] = o.Reason
	}
	if o.BackOn != nil {
		told["retourPrevu"] = o.BackOn.String()
	}
	return told
}

// switched returns the outage of what may have been taken out of service or put back, without a word about it; before
// is the outage until now.
func switched(before *Outage, active bool, now time.Time) *Outage {
	switch {
	case active:
		return nil
	case before != nil:
		return before
	}
	return &Outage{Since: &now, Cause: OtherCause}
}
