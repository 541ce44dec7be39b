package hotline

import (
	"context"
	"slices"
	"strings"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/diagnosis"
	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/text"
)

// Service reads calls, and keeps notes of them.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock) *Service {
	return &Service{store: store, clock: clock}
}

// Search finds whom or what a call is about: customers by telephone, name or e-mail, lockers by code and station,
// stations by name, payments by the beginning of their uuid, documents and interventions by their number. Customers
// only for who may read about them.
func (s *Service) Search(
	ctx context.Context, actor access.Actor, operatorID int64, typed string,
) (found Candidates, err error) {
	typed = strings.TrimSpace(typed)
	words := strings.Fields(text.Fold(typed))
	if len(words) == 0 {
		return found, nil
	}
	if found.Lockers, found.Stations, err = s.store.FindPlaces(ctx, operatorID, words, Shown); err != nil {
		return Candidates{}, err
	}
	if err = s.findNumbered(ctx, operatorID, typed, &found); err != nil {
		return Candidates{}, err
	}
	if key := uuidIn(typed); key != "" {
		if found.Payments, _, err = s.store.Payments(ctx, payment.Filter{OperatorID: operatorID, UUID: key}, 0,
			Shown); err != nil {
			return Candidates{}, err
		}
	}
	if actor.Can(access.HotlineRead, operatorID) {
		filter := account.Filter{OperatorID: operatorID, Search: typed, Phone: account.PhoneIn(typed)}
		if found.Customers, _, err = s.store.Accounts(ctx, filter, 0, Shown); err != nil {
			return Candidates{}, err
		}
	}
	return found, nil
}

// OfCustomer returns the call of a customer of the operator. lockerID 0: the door is the one that refused them last,
// else that of their only stay in progress, else the one of their lockers where a code was refused last. heard: this
// site hears controllers; if not, what is stored of them is out of date. fault.NotFound: the operator knows no such
// account, or has no such locker.
func (s *Service) OfCustomer(
	ctx context.Context, actor access.Actor, operatorID, accountID, lockerID int64, heard bool,
) (Call, error) {
	r := s.reading(actor, operatorID, heard)
	person, err := s.store.AccountDetails(ctx, accountID, operatorID)
	if err != nil {
		return Call{}, err
	}
	if err := r.readCustomer(ctx, person); err != nil {
		return Call{}, err
	}
	if lockerID == 0 {
		if lockerID, err = r.likelyDoor(ctx); err != nil {
			return Call{}, err
		}
	}
	if lockerID != 0 {
		if err := r.readDoor(ctx, lockerID); err != nil {
			return Call{}, err
		}
		if err := r.readPricing(ctx); err != nil {
			return Call{}, err
		}
	}
	return r.finish(ctx)
}

// OfDoor returns the call about a door of the operator, of nobody in particular. fault.NotFound: the operator has no
// such locker.
func (s *Service) OfDoor(
	ctx context.Context, actor access.Actor, operatorID, lockerID int64, heard bool,
) (Call, error) {
	r := s.reading(actor, operatorID, heard)
	if err := r.readDoor(ctx, lockerID); err != nil {
		return Call{}, err
	}
	return r.finish(ctx)
}

func (s *Service) reading(actor access.Actor, operatorID int64, heard bool) *reading {
	now := s.clock.Now()
	return &reading{
		Service: s, actor: actor, operatorID: operatorID, heard: heard, after: now.Add(-window),
		facts: diagnosis.Facts{Now: now, Reader: diagnosis.Reader{
			SwitchesLockers:  actor.Can(access.LockersWrite, operatorID),
			SwitchesStations: actor.Can(access.StationsWrite, operatorID),
		}}, objects: map[string][]int64{}, places: map[int64]diagnosis.Place{},
	}
}

// reading gathers one call.
type reading struct {
	*Service
	actor      access.Actor
	operatorID int64
	heard      bool
	after      time.Time // what happened before is not told

	call     Call
	facts    diagnosis.Facts
	refusals []refusal.Refusal
	mails    []Mail
	places   map[int64]diagnosis.Place // of stays
	objects  map[string][]int64        // whose lines of the audit log are read, by kind
}

// finish adds what follows from what was read.
func (r *reading) finish(ctx context.Context) (Call, error) {
	if d := r.call.Door; d != nil { // what is behind the door in question stands first
		behind := func(o stay.Details) bool { return o.LockerID == d.ID }
		slices.SortStableFunc(r.call.Open, func(a, b stay.Details) int {
			switch {
			case behind(a) && !behind(b):
				return -1
			case behind(b) && !behind(a):
				return 1
			}
			return 0
		})
	}
	if err := r.readPayments(ctx); err != nil {
		return Call{}, err
	}
	if err := r.readNotes(ctx); err != nil {
		return Call{}, err
	}
	r.listStays()
	if err := r.placeRefusals(ctx); err != nil {
		return Call{}, err
	}
	r.call.Findings = diagnosis.Diagnose(r.facts)
	var err error
	if r.call.Events, err = r.events(ctx); err != nil {
		return Call{}, err
	}
	r.call.Acts = r.acts()
	return r.call, nil
}

// likelyDoor returns the locker that a person who names none is likely to mean; 0: nothing says which.
func (r *reading) likelyDoor(ctx context.Context) (int64, error) {
	recent := r.facts.Now.Add(-2 * time.Hour)
	if len(r.refusals) > 0 && !r.refusals[0].At.Before(recent) {
		return r.refusals[0].LockerID, nil
	}
	if len(r.call.Open) == 1 {
		return r.call.Open[0].LockerID, nil
	}
	// A refused code names nobody: at one of several doors that the person uses, it is likely to be theirs.
	var last refusal.Refusal
	for _, o := range r.call.Open {
		if o.Locker.Type == station.Space {
			continue // its door is used by many
		}
		there, err := r.store.RefusalsAt(ctx, o.LockerID, recent, mostRead)
		if err != nil {
			return 0, err
		}
		if i := slices.IndexFunc(there, func(one refusal.Refusal) bool { return one.AccountID == 0 }); i >= 0 &&
			there[i].At.After(last.At) {
			last = there[i]
		}
	}
	return last.LockerID, nil
}

// acts lists what the actor may do now.
func (r *reading) acts() []Act {
	acts := []Act{}
	may := func(right access.Right) bool { return r.actor.Can(right, r.operatorID) }
	add := func(allowed bool, kind ActKind, objectKind string, id int64) {
		if allowed {
			acts = append(acts, Act{kind, audit.Object{Kind: objectKind, ID: id}})
		}
	}
	if d := r.call.Door; d != nil {
		add(may(access.EventsWrite), GiveCode, audit.KindLocker, d.ID)
		add(!may(access.EventsWrite) && may(access.MaintenanceMode), GiveMaintenanceCode, audit.KindLocker, d.ID)
		add(may(access.LockersWrite) && !d.Active, SwitchOn, audit.KindLocker, d.ID)
		add(may(access.LockersWrite) && d.Active, SwitchOff, audit.KindLocker, d.ID)
	}
	for _, o := range r.call.Open {
		add(may(access.EventsWrite), EndStay, audit.KindStay, o.ID)
	}
	for _, p := range r.call.Payments {
		for _, action := range p.ActionsOf(r.actor) {
			add(true, ActKind(action), audit.KindPayment, p.ID)
		}
	}
	if p := r.call.Customer; p != nil && r.actor.Admin && p.ID != r.actor.AccountID {
		add(p.Active, Ban, audit.KindAccount, p.ID)
		add(!p.Active, Reinstate, audit.KindAccount, p.ID)
	}
	return acts
}
