package intervention

import (
	"context"
	"errors"
	"time"

	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/places/controller"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// Event is what Consigne sees by itself.
type Event string

// The events.
const (
	Refusing   Event = "refus"         // a door refused several times, and did not open since
	Silent     Event = "muette"        // the controller of a station is not heard
	DoorOpen   Event = "porte_ouverte" // for too long
	Unreceived Event = "code_non_recu" // a code that was sent to a controller, which never said that it has it
)

// silentFor is how long a controller is not heard before somebody has to look.
const silentFor = 30 * time.Minute

// Sight is an event that Consigne saw at a place.
type Sight struct {
	Event      Event
	OperatorID int64
	StationID  int64
	LockerID   int64 // 0: the whole station
	Cause      station.OutageCause
	First, At  time.Time // the first and the last instant of it
}

// RefusalCauses maps the refusals that are the door's rather than the customer's to what is likely to be broken. A
// customer who mistypes a code then opens the door: those before it opened do not count.
var RefusalCauses = map[refusal.Kind]station.OutageCause{
	refusal.WrongCode: "clavier", refusal.TooManyCodes: "clavier", refusal.WrongInstant: "controleur",
	refusal.NoTariff: station.OtherCause,
}

// sentence tells the event.
func (s Sight) sentence() string {
	at := s.First.In(clock.Paris).Format("le 02/01/2006 à 15h04")
	switch s.Event {
	case Refusing:
		return "La porte a refusé trois fois en une heure, depuis " + at + "."
	case Silent:
		return "Le contrôleur n'est plus entendu depuis " + at + "."
	case DoorOpen:
		return "La porte est ouverte depuis " + at + "."
	case Unreceived:
		return "Un code envoyé au contrôleur " + at + " n'a pas été reçu."
	}
	return ""
}

// ends maps the events whose end is told to its sentence.
var ends = map[Event]string{Silent: "Le contrôleur est de nouveau entendu.", DoorOpen: "La porte est refermée."}

// report returns what the event reports.
func (s Sight) report() Report {
	return Report{
		OperatorID: s.OperatorID, StationID: s.StationID, LockerID: s.LockerID, Cause: s.Cause,
		Description: s.sentence(),
	}
}

// isNews reports whether the event is another one than those that the last intervention at its place, of its cause,
// knows: who resolved it has seen all that happened before.
func (s Sight) isNews(last Intervention) bool {
	return (last.SeenAt == nil || s.First.After(*last.SeenAt)) &&
		(last.ResolvedAt == nil || s.First.After(*last.ResolvedAt))
}

// saw returns the intervention that knows of the event.
func (i Intervention) saw(s Sight) Intervention {
	i.SeenAt = &s.At
	if ends[s.Event] != "" {
		i.Awaited = s.Event
	}
	return i
}

// Look says what to look for.
type Look struct {
	Now                                    time.Time
	RefusedAfter, SilentBefore, OpenBefore time.Time
	Heard                                  bool // the node hears the controllers: what is stored of them is up to date
}

// Return is the end of an awaited event.
type Return struct {
	InterventionID int64
	Event          Event
}

// Watch opens an intervention for each event that nobody has reported, adds it to one that is open, and tells what has
// ended. heard: the node hears the controllers. Nothing is resolved. It may run on several nodes: one alone opens.
func (s *Service) Watch(ctx context.Context, heard bool) error {
	now := s.clock.Now()
	sights, err := s.store.Sights(ctx, Look{
		Now: now, RefusedAfter: now.Add(-refusal.StuckWithin), SilentBefore: now.Add(-silentFor),
		OpenBefore: now.Add(-controller.LeftOpen), Heard: heard,
	})
	for _, sight := range sights {
		err = errors.Join(err, s.see(ctx, sight))
	}
	if !heard {
		return err
	}
	returned, failed := s.store.Returned(ctx)
	err = errors.Join(err, failed)
	for _, r := range returned {
		err = errors.Join(err, s.tellReturn(ctx, r))
	}
	return err
}

func (s *Service) see(ctx context.Context, sight Sight) error {
	if known, err := s.isKnown(ctx, sight); known || err != nil { // an event may last for days: each look costs a read
		return err
	}
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		if known, err := s.isKnown(ctx, sight); known || err != nil {
			return err
		}
		i, added, err := s.addOrJoin(ctx, access.Actor{}, sight.report(), LineSeen)
		if err != nil {
			return err
		}
		if err := s.store.SaveIntervention(ctx, i.saw(sight)); err != nil || !added {
			return err
		}
		return s.announce(ctx, i)
	})
}

func (s *Service) isKnown(ctx context.Context, sight Sight) (bool, error) {
	last, err := s.store.LastIntervention(ctx, sight.StationID, sight.LockerID, sight.Cause)
	if fault.Is(err, fault.KindNotFound) {
		return false, nil
	}
	return err == nil && !sight.isNews(last), err
}

func (s *Service) tellReturn(ctx context.Context, r Return) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		i, err := s.store.InterventionByID(ctx, r.InterventionID)
		if err != nil || i.Awaited != r.Event {
			return err
		}
		i.Awaited = ""
		if err := s.store.SaveIntervention(ctx, i); err != nil {
			return err
		}
		return s.tell(ctx, access.Actor{}, i, Line{Kind: LineReturned, Note: ends[r.Event]}, actions[LineReturned], nil)
	})
}
