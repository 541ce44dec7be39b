// Package waiting holds the waiting lists of subscription tariffs whose places are counted, and the places that are
// offered to those who wait (liste d'attente, docs/rules.md#waiting-list).
package waiting

import (
	"slices"
	"time"

	"consigne/internal/kernel/clock"
)

// Wait is a person who waits, or waited, for a place of a tariff.
type Wait struct {
	ID         int64
	OperatorID int64
	AccountID  int64
	TariffID   int64
	StationIDs []int64 // any of which they want, the preferred one first
	Position   int64   // in the list of the tariff; the lowest is served first
	AskedAt    time.Time

	ConfirmedAt  time.Time  // when the person last said that they wait
	QuestionedAt *time.Time // when they were asked whether they still do, and have not answered since
	LapsedAt     *time.Time // when an offer ran out, which they have not answered since

	Offer       *Offer // nil: none is open
	RankComment string // why staff changed the rank last; empty: nobody has

	EndedAt *time.Time // nil: the person waits
	Ending  Ending
}

// Offer is a place that is held for who is to accept it.
type Offer struct {
	StationID int64
	LockerID  int64 // 0: any of the station
	MadeAt    time.Time
	Until     time.Time
}

// Ending says why somebody left a waiting list, as written on the wire.
type Ending string

// The endings.
const (
	Served     Ending = "abonnement"   // has the subscription
	Refused    Ending = "refus"        // of the last station that they waited for
	Withdrawn  Ending = "retrait"      // the customer left
	Removed    Ending = "personnel"    // staff took them off
	Unanswered Ending = "sans_reponse" // did not say that they still wait
	Gone       Ending = "tarif"        // the tariff does not exist any more
)

// State is where a wait stands, as written on the wire.
type State string

// The states.
const (
	InLine  State = "en_attente"
	Offered State = "offre"
	Lapsed  State = "sans_reponse" // an offer ran out; no other one is made before they answer
	Over    State = "termine"
)

// State returns the state at an instant.
func (e Wait) State(at time.Time) State {
	switch {
	case e.EndedAt != nil:
		return Over
	case e.OpenOffer(at) != nil:
		return Offered
	case e.Offer != nil || e.LapsedAt != nil:
		return Lapsed
	}
	return InLine
}

// OpenOffer returns the offer that can be accepted at an instant; nil: there is none.
func (e Wait) OpenOffer(at time.Time) *Offer {
	if e.EndedAt != nil || e.Offer == nil || !e.Offer.Until.After(at) {
		return nil
	}
	return e.Offer
}

// answerDays is how long somebody has to say that they still wait.
const answerDays = 30

// AnswerBy returns until when the person is to say that they still wait; nil: they need not.
func (e Wait) AnswerBy() *time.Time {
	since := e.LapsedAt
	if since == nil {
		since = e.QuestionedAt
	}
	if e.EndedAt != nil || e.Offer != nil || since == nil {
		return nil
	}
	return new(since.In(clock.Paris).AddDate(0, 0, answerDays).UTC())
}

// DueAt returns when something is to be done about the wait if nothing happens before; nil: it has ended.
func (e Wait) DueAt() *time.Time {
	switch {
	case e.EndedAt != nil:
		return nil
	case e.Offer != nil:
		return new(e.Offer.Until)
	case e.AnswerBy() != nil:
		return e.AnswerBy()
	}
	return new(e.ConfirmedAt.In(clock.Paris).AddDate(1, 0, 0).UTC())
}

// Step is what time brings to a wait.
type Step int

// The steps.
const (
	NoStep     Step = iota
	OfferLapse      // an offer runs out
	Question        // the person is asked whether they still wait
	Leave           // they have not answered
)

// Passed returns the wait after the first step that is due at an instant.
func (e Wait) Passed(now time.Time) (Wait, Step) {
	switch due := e.DueAt(); {
	case due == nil || due.After(now):
		return e, NoStep
	case e.Offer != nil:
		e.Offer, e.LapsedAt, e.QuestionedAt = nil, &now, nil
		return e, OfferLapse
	case e.AnswerBy() != nil:
		return e.ended(Unanswered, now), Leave
	}
	e.QuestionedAt = &now
	return e, Question
}

// confirmed returns the wait of somebody who says that they still wait. An open offer stays.
func (e Wait) confirmed(now time.Time) Wait {
	e.ConfirmedAt, e.QuestionedAt, e.LapsedAt = now, nil, nil
	return e
}

// offered returns the wait with an offer of a place.
func (e Wait) offered(place Place, days int, now time.Time) Wait {
	e.Offer = &Offer{
		StationID: place.StationID, LockerID: place.LockerID, MadeAt: now,
		Until: now.In(clock.Paris).AddDate(0, 0, days).UTC(),
	}
	return e
}

// refused returns the wait of somebody who does not want the place: they wait for their other stations, or no longer.
func (e Wait) refused(now time.Time) Wait {
	refused := e.Offer.StationID
	e.StationIDs = slices.DeleteFunc(slices.Clone(e.StationIDs), func(id int64) bool { return id == refused })
	if e.Offer = nil; len(e.StationIDs) == 0 {
		return e.ended(Refused, now)
	}
	return e.confirmed(now)
}

func (e Wait) ended(why Ending, now time.Time) Wait {
	e.Offer, e.EndedAt, e.Ending = nil, &now, why
	return e
}
