package stay

import (
	"slices"
	"time"

	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/fault"
)

// startsAt returns the start of a stay that is reported now to have begun at told (nil: now).
// fault.Invalid: that start is impossible.
func startsAt(now time.Time, told *time.Time) (time.Time, error) {
	started := now
	if told != nil {
		started = told.UTC().Truncate(time.Millisecond)
	}
	switch {
	case started.After(now):
		return started, refusal.As(refusal.WrongInstant, fault.Invalid("debut", msgFuture))
	case started.Before(now.AddDate(-1, 0, 0)): // the controller's clock had stopped: no report is delayed by a year
		return started, refusal.As(refusal.WrongInstant, fault.Invalid("debut", msgTooOld))
	}
	return started, nil
}

// lasts returns the start of a stay, as startsAt does, and its end if it is reported to be over; then its start must be
// told.
func lasts(now time.Time, from, to *time.Time) (started time.Time, ended *time.Time, err error) {
	if to != nil && from == nil {
		return now, nil, refusal.As(refusal.WrongInstant, fault.Invalid("debut", msgNoStart))
	}
	if started, err = startsAt(now, from); err != nil || to == nil {
		return started, nil, err
	}
	end, err := Stay{StartedAt: started}.endsAt(now, to)
	return started, &end, err
}

// heldByOther reports whether the locker is at an instant the place of somebody else.
func (l Locker) heldByOther(accountID int64, now time.Time) bool {
	return l.HolderID != 0 && l.HolderID != accountID && (l.HeldUntil == nil || l.HeldUntil.After(now))
}

// mayStart returns nil when the customer may begin a stay in the locker. fault.Conflict: one of them is out
// of service, or it is somebody else's place.
func mayStart(locker Locker, customer Customer, now time.Time) error {
	switch {
	case !locker.Active:
		return refusal.As(refusal.LockerOff, fault.Conflict(msgInactive))
	case !locker.StationActive:
		return refusal.As(refusal.StationOff, fault.Conflict(msgInactive))
	case !customer.Active:
		return refusal.As(refusal.Banned, fault.Conflict(msgBanned))
	case locker.heldByOther(customer.ID, now):
		return refusal.As(refusal.Assigned, fault.Conflict(msgAssigned))
	}
	return nil
}

// Span is when a stay of a customer was, under a tariff.
type Span struct {
	TariffID int64
	From     time.Time
	To       *time.Time // nil: in progress
}

// NotUsedUp returns those of the tariffs subscribed to that pay for one more stay from an instant on and before another
// (nil: ever), beside those that are there.
func NotUsedUp(subscribed []int64, there []tariff.Tariff, spans []Span, from time.Time, to *time.Time) []int64 {
	return slices.DeleteFunc(slices.Clone(subscribed), func(id int64) bool {
		return slices.ContainsFunc(there, func(t tariff.Tariff) bool {
			return t.ID == id && atOnce(spans, id, from, to) >= int(t.MaxStays)
		})
	})
}

// atOnce returns the most of those stays under a tariff that were there at one moment from an instant on and before
// another (nil: ever).
func atOnce(spans []Span, tariffID int64, from time.Time, to *time.Time) int {
	most := 0
	count := func(at time.Time) {
		there := 0
		for _, s := range spans {
			if s.TariffID == tariffID && !s.From.After(at) && (s.To == nil || s.To.After(at)) {
				there++
			}
		}
		most = max(most, there)
	}
	count(from)
	for _, s := range spans {
		if s.From.After(from) && (to == nil || s.From.Before(*to)) {
			count(s.From)
		}
	}
	return most
}

// freePlace returns the lowest place of the locker that is not taken. False: there is none.
func (l Locker) freePlace(taken []int) (int, bool) {
	for place := 1; place <= l.Capacity; place++ {
		if !slices.Contains(taken, place) {
			return place, true
		}
	}
	return 0, false
}

// full returns the refusal of a stay for which no place is left, when that many stays are open now. Fewer
// than the places: the stay would begin in the past, and overlap one that has ended.
func (l Locker) full(open int) error {
	switch {
	case open < l.Capacity:
		return refusal.As(refusal.Overlap, fault.Conflict(msgOverlap))
	case l.Capacity > 1:
		return refusal.As(refusal.Full, fault.Conflict(msgFull))
	}
	return refusal.As(refusal.Occupied, fault.Conflict(msgOccupied))
}

// endsAt returns the end of a stay that is reported now to have ended at told (nil: now).
// fault.Invalid: that end is impossible. A stay whose start is after now was stored by a clock that has
// gone back since, or by a node whose clock is ahead: it ends at its start, whatever end is reported.
func (o Stay) endsAt(now time.Time, told *time.Time) (time.Time, error) {
	ended := now
	if told != nil {
		ended = told.UTC().Truncate(time.Millisecond)
	}
	switch {
	case ended.After(now) && ended.After(o.StartedAt):
		return ended, refusal.As(refusal.WrongInstant, fault.Invalid("fin", msgFuture))
	case o.StartedAt.After(now):
		return o.StartedAt, nil
	case ended.Before(o.StartedAt):
		return ended, refusal.As(refusal.WrongInstant, fault.Invalid("fin", msgBeforeIt))
	}
	return ended, nil
}

// Ending is what staff tell of the end of a stay.
type Ending struct {
	At      *time.Time // before now; nil: now
	Comment string     // compulsory with At
}

// endsAt returns when the stay ends, as staff end it now. A stay whose start is after now, because a clock went back,
// ends at its start.
func (e Ending) endsAt(o Stay, now time.Time) (ended time.Time, broken fault.Broken) {
	if e.At == nil {
		ended, _ = o.endsAt(now, nil) // no error: it ends now
		return ended, nil
	}
	ended = e.At.UTC().Truncate(time.Millisecond)
	broken.Unless(!ended.After(now), "fin", msgFuture)
	broken.Unless(ended.After(now) || ended.After(o.StartedAt), "fin", msgNotAfter)
	return ended, broken
}

// end returns the stay as staff end it now. fault.Invalid: it cannot have ended then, or checkComment refuses the
// comment.
func (e Ending) end(o Stay, now time.Time, checkComment func(*string) error) (Stay, error) {
	ended, broken := e.endsAt(o, now)
	if e.At != nil || e.Comment != "" {
		if err := fault.Of(checkComment(&e.Comment)); err != nil {
			broken = append(broken, err.Violations...)
		}
	}
	o = o.endedAt(ended)
	o.EndComment = e.Comment
	return o, broken.Err()
}

func pick(open []Details, id int64) (Details, error) {
	switch {
	case len(open) == 0:
		return Details{}, fault.Conflict(msgNoOpen)
	case id == 0 && len(open) == 1:
		return open[0], nil
	case id == 0:
		return Details{}, fault.Invalid("occupation", msgNameIt)
	}
	for _, stay := range open {
		if stay.ID == id {
			return stay, nil
		}
	}
	return Details{}, fault.Conflict(msgNotStarted)
}
