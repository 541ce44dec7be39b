// Package leftbike holds the files about bicycles that were left behind (« Vélos laissés », docs/rules.md#left-bikes).
package leftbike

import (
	"time"

	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
)

// Step is how far a file has come, by its name on the wire.
type Step string

// The steps. The last five end a file.
const (
	Opened    Step = "ouvert"
	Noticed   Step = "preavis"
	Removed   Step = "enleve"
	Returned  Step = "rendu" // from the depot, to its owner
	Given     Step = "donne"
	Destroyed Step = "detruit"
	Reclaimed Step = "repris" // it moved, or its owner claimed it, before it was removed
	Cancelled Step = "annule" // the file was opened by mistake
)

// Proof is how the recipient of a bicycle showed that it is theirs, by its name on the wire.
type Proof string

// The kinds of proof.
const (
	Invoice     Proof = "facture"
	Certificate Proof = "identification" // of the national register
	KeyOfLock   Proof = "cle"
	OtherProof  Proof = "autre"
)

func (p Proof) known() bool {
	return p == Invoice || p == Certificate || p == KeyOfLock || p == OtherProof
}

// File is what is known and done about one bicycle.
type File struct {
	ID         int64
	OperatorID int64
	StationID  int64
	LockerID   int64 // of the stay; 0: no stay
	StayID     int64 // 0: found without one in a collective park
	AccountID  int64 // the customer of the stay; 0: not known whose the bicycle is
	OpenedAt   time.Time
	Bike
	Bylaw     operator.Bylaw // as it was when the file was opened
	NoticedAt *time.Time     // nil: not yet
	Posted    bool           // the notice hangs on the bicycle
	RemovedAt *time.Time     // nil: it stands where it was found
	Depot     string
	Shelf     string
	EndedAt   *time.Time // nil: the file is under way
	Ending    Step       // set with EndedAt
	Recipient string     // who was handed the bicycle
	Proof     Proof      // of a bicycle that was returned
}

// Bike is what the bicycle is known by.
type Bike struct {
	Description string
	Mark        string // of the national register (FNUCI); empty: none
	Tag         string // of what was put on the bicycle; empty: nothing
}

// StepAt returns how far the file had come at an instant.
func (f File) StepAt(at time.Time) Step {
	then := f
	for _, step := range []**time.Time{&then.NoticedAt, &then.RemovedAt, &then.EndedAt} {
		if *step != nil && (*step).After(at) {
			*step = nil
		}
	}
	return then.Step()
}

// Step returns how far the file has come.
func (f File) Step() Step {
	switch {
	case f.EndedAt != nil:
		return f.Ending
	case f.RemovedAt != nil:
		return Removed
	case f.NoticedAt != nil:
		return Noticed
	}
	return Opened
}

// Next is a step that may follow, and its first day.
type Next struct {
	Step Step
	From clock.Day
}

// Next lists the steps that follow, with the first day of each; none: the file has ended.
func (f File) Next() []Next {
	switch f.Step() {
	case Opened:
		today := clock.DayOf(f.OpenedAt)
		return []Next{{Noticed, today}, {Reclaimed, today}}
	case Noticed:
		noticed := clock.DayOf(*f.NoticedAt)
		return []Next{{Removed, noticed + clock.Day(f.Bylaw.NoticeDays+f.Bylaw.RemovalDays)}, {Reclaimed, noticed}}
	case Removed:
		removed := clock.DayOf(*f.RemovedAt)
		end := f.KeptUntil()
		return []Next{{Returned, removed}, {Given, end}, {Destroyed, end}}
	case Returned, Given, Destroyed, Reclaimed, Cancelled:
	}
	return nil
}

// KeptUntil returns the day until which the bicycle is kept in the depot; 0: it was not removed.
func (f File) KeptUntil() clock.Day {
	if f.RemovedAt == nil {
		return 0
	}
	return clock.DayOf(*f.RemovedAt) + clock.Day(f.Bylaw.KeepingDays+f.Bylaw.EndDays)
}

// PhotosUntil returns when the photos of the file are erased: at the end of the keeping period, which begins where a
// file ends that removed nothing; nil: at their own term.
func (f File) PhotosUntil() *time.Time {
	from := f.RemovedAt
	if from == nil {
		from = f.EndedAt
	}
	if from == nil {
		return nil
	}
	return new((clock.DayOf(*from) + clock.Day(f.Bylaw.KeepingDays+f.Bylaw.EndDays) + 1).Begins())
}

// DueOn returns the first day on which staff have something to do about the file; nil: it has ended.
func (f File) DueOn() *clock.Day {
	for _, n := range f.Next() {
		if n.Step == Noticed || n.Step == Removed || n.Step == Destroyed {
			return &n.From
		}
	}
	return nil
}

// Listed is a file as lists show it.
type Listed struct {
	File
	Station station.Station // only id and name are set
	Locker  station.Locker  // only id, name, complement and type are set; no id: none
	Account stay.Account    // no id: not known
}
