package availability

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

// Penalty is how what is missing to the target is paid for, by its name on the wire.
type Penalty string

// The penalties.
const (
	NoPenalty Penalty = "aucune"
	ByHour    Penalty = "heure" // for each hour of a locker that is missing to the target
	ByPoint   Penalty = "point" // for each point of percent that is missing
)

// Hours are hours of a day of the week that count, as « 07:00 » to « 21:00 »; to « 24:00 » at the latest.
type Hours struct {
	Weekday int    `json:"jour"` // 1: Monday
	From    string `json:"de"`
	To      string `json:"a"`
}

// Terms are what a contract says. The zero Terms count every hour and aim at nothing. They are stored and sealed by
// these names.
type Terms struct {
	Hours    []Hours               `json:"heures"`   // none: all
	Holidays bool                  `json:"feries"`   // whether holidays count as their day of the week; else they do not at all
	Target   int64                 `json:"objectif"` // in hundredths of a percent; 0: none
	LeftOut  []station.OutageCause `json:"causesExclues"`
	NotOurs  []Attribution         `json:"attributionsExclues"`
	Penalty  Penalty               `json:"penalite"`
	Rate     money.Cents           `json:"montant"` // of an hour or a point
}

// Contract is the terms of an operator from a month on, « Engagement de disponibilité ».
type Contract struct {
	ID         int64 // 0: the operator has none for the month
	OperatorID int64
	From       clock.Month
	At         time.Time // when it was typed
	ActorID    int64
	Terms
}

// None returns what counts for an operator without a contract: every hour.
func None() Terms { return Terms{Holidays: true, Penalty: NoPenalty} }

const (
	maxHours  = 28 // four a day
	maxTarget = 100_00
	maxRate   = money.Cents(10_000_00)

	msgHours   = "Chaque jour, les heures vont d'une heure à une heure plus tardive, de 00:00 à 24:00, et ne se chevauchent pas"
	msgTarget  = "L'objectif est compris entre 0 et 100\u00a0%"
	msgCauses  = "Choisissez les causes dans la liste"
	msgNotOurs = "Choisissez les attributions dans la liste"
	msgPenalty = "Choisissez «\u00a0aucune\u00a0», «\u00a0heure\u00a0» ou «\u00a0point\u00a0»"
	msgRate    = "Le montant est compris entre 0,01 et 10\u00a0000\u00a0€"
	msgNoRate  = "Sans pénalité, il n'y a pas de montant"
	msgNoAim   = "Une pénalité demande un objectif"
)

// valid returns the terms as they are stored.
func (t Terms) valid() (Terms, error) {
	var broken fault.Broken
	t.Hours = slices.Clone(t.Hours)
	slices.SortStableFunc(t.Hours, func(a, b Hours) int {
		return cmp.Or(cmp.Compare(a.Weekday, b.Weekday), cmp.Compare(a.From, b.From))
	})
	sound := len(t.Hours) <= maxHours
	for i, h := range t.Hours {
		from, to, ok := h.minutes()
		sound = sound && ok && from < to && h.Weekday >= 1 && h.Weekday <= 7
		sound = sound && (i == 0 || t.Hours[i-1].Weekday != h.Weekday || t.Hours[i-1].To <= h.From)
	}
	broken.Unless(sound, "heures", msgHours)
	broken.Unless(t.Target >= 0 && t.Target <= maxTarget, "objectif", msgTarget)
	t.LeftOut, t.NotOurs = once(t.LeftOut), once(t.NotOurs)
	unknown := func(c station.OutageCause) bool { return c.French() == "" }
	broken.Unless(!slices.ContainsFunc(t.LeftOut, unknown), "causesExclues", msgCauses)
	nobody := func(a Attribution) bool { return a.French() == "" }
	broken.Unless(!slices.ContainsFunc(t.NotOurs, nobody), "attributionsExclues", msgNotOurs)
	switch t.Penalty = cmp.Or(t.Penalty, NoPenalty); t.Penalty {
	case NoPenalty:
		broken.Unless(t.Rate == 0, "montant", msgNoRate)
	case ByHour, ByPoint:
		broken.Unless(t.Rate > 0 && t.Rate <= maxRate, "montant", msgRate)
		broken.Unless(t.Target > 0, "objectif", msgNoAim)
	default:
		broken.Unless(false, "penalite", msgPenalty)
	}
	return t, broken.Err()
}

func once[T cmp.Ordered](list []T) []T {
	list = slices.Clone(list)
	slices.Sort(list)
	return append([]T{}, slices.Compact(list)...)
}

// minutes returns when the hours begin and end, in minutes of the day.
func (h Hours) minutes() (from, to int, ok bool) {
	from, soundFrom := minute(h.From)
	to, soundTo := minute(h.To)
	return from, to, soundFrom && soundTo
}

func minute(typed string) (int, bool) {
	var hour, min int
	if n, err := fmt.Sscanf(typed, "%02d:%02d", &hour, &min); n != 2 || err != nil || len(typed) != len("00:00") {
		return 0, false
	}
	return hour*60 + min, hour >= 0 && min >= 0 && min < 60 && hour*60+min <= 24*60
}

// counts reports whether a span that was so ruled counts as unavailable.
func (t Terms) counts(cause station.OutageCause, attribution Attribution) bool {
	return !slices.Contains(t.LeftOut, cause) && !slices.Contains(t.NotOurs, attribution)
}

// due returns the time of a month that the terms count, in order. An hour that a night gives or takes away is given or
// taken away here too.
func (t Terms) due(month clock.Month) []stretch {
	due := []stretch{}
	for day := clock.DayOf(month.Begins()); day <= month.LastDay(); day++ {
		if !t.Holidays && isHoliday(day) {
			continue
		}
		if len(t.Hours) == 0 {
			due = append(due, stretch{day.Begins().UnixMilli(), (day + 1).Begins().UnixMilli()})
		}
		for _, h := range t.Hours {
			if h.Weekday == day.Weekday() {
				from, to, _ := h.minutes()
				due = append(due, stretch{instant(day, from), instant(day, to)})
			}
		}
	}
	return union(due)
}

// instant returns when a minute of a day begins, by the clocks of Paris.
func instant(day clock.Day, minute int) int64 {
	year, month, date := day.Date()
	return time.Date(year, month, date, 0, minute, 0, 0, clock.Paris).UnixMilli()
}
