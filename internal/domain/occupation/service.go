package occupation

import (
	"context"
	"time"

	"consigne/internal/domain/journal"
	"consigne/internal/domain/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// Store is what the package needs kept. What is not found is fault.NotFound.
type Store interface {
	journal.Recorder
	Atomically(ctx context.Context, act func(ctx context.Context) error) error

	// LockerForStay finds a locker that is not archived.
	LockerForStay(ctx context.Context, id int64) (Locker, error)
	// Guest finds a living account as that operator knows it.
	Guest(ctx context.Context, accountID, operatorID int64) (Guest, error)
	// TakenPlaces lists the places of a locker held by a stay that is open or
	// ends after the instant, without those that lasted no time.
	TakenPlaces(ctx context.Context, lockerID int64, after time.Time) ([]int, error)
	// StartOccupation returns the new id. The loser of a race for one place starts
	// its transaction over, and then sees the place taken.
	StartOccupation(ctx context.Context, o Occupation) (int64, error)
	// RememberCustomer notes that the operator has served the account.
	RememberCustomer(ctx context.Context, accountID, operatorID int64) error

	UseByID(ctx context.Context, id int64) (Use, error)
	// OpenUses lists the stays in progress in a locker, oldest first.
	OpenUses(ctx context.Context, lockerID int64) ([]Use, error)
	// OpenUsesAt lists the stays in progress at a station, oldest first.
	OpenUsesAt(ctx context.Context, stationID int64) ([]Use, error)
	// UsesOf lists a page of an account's stays at an operator (0: at all), newest
	// first, and counts them.
	UsesOf(ctx context.Context, accountID, operatorID int64, offset, limit int) ([]Use, int, error)
	// EndOccupation ends a stay in progress; false when it has ended.
	EndOccupation(ctx context.Context, o Occupation) (bool, error)
	// TariffsOfLocker lists the tariffs of a locker, with periods and beneficiaries.
	TariffsOfLocker(ctx context.Context, lockerID int64) ([]tariff.Tariff, error)
	// SubscribedTariffs lists the tariffs to which the account holds a subscription
	// valid at that instant.
	SubscribedTariffs(ctx context.Context, accountID int64, at time.Time) ([]int64, error)

	// FlagOccupation sets the flags of a stay in progress; false when it has ended.
	FlagOccupation(ctx context.Context, o Occupation) (bool, error)

	// MakeOccupationFree marks a stay in progress; false when it is free or has ended.
	MakeOccupationFree(ctx context.Context, id int64) (bool, error)
}

// Bills is told what becomes of a stay, in the transaction in which it does.
type Bills interface {
	// OpenStay is told of a stay that began.
	OpenStay(ctx context.Context, o Occupation) error
	// BillStay is told of a stay that ended, passed a limit or was made free.
	BillStay(ctx context.Context, o Occupation) error
}

// Service is the way in for every caller.
type Service struct {
	store Store
	clock clock.Clock
	bills Bills
}

// NewService returns the service on that store.
func NewService(store Store, clock clock.Clock, bills Bills) *Service {
	return &Service{store: store, clock: clock, bills: bills}
}

// The sentences of refusals that the state of things imposes.
const (
	msgInactive   = "Ce casier est inactif."
	msgBanned     = "Cet utilisateur est banni."
	msgOccupied   = "Ce casier est déjà occupé."
	msgFull       = "Cet espace est complet."
	msgOverlap    = "Cette utilisation en chevauche une autre dans ce casier."
	msgFuture     = "Cet instant est dans le futur."
	msgTooOld     = "Cet instant est trop ancien."
	msgBeforeIt   = "La fin ne peut précéder le début."
	msgRemoved    = "Cette utilisation a dépassé le délai d'enlèvement : seul le personnel peut y mettre fin."
	msgEnded      = "Cette utilisation est déjà terminée."
	msgNoOpen     = "Aucune utilisation n'est en cours dans ce casier."
	msgFree       = "Cette utilisation est déjà gratuite."
	msgNameIt     = "Plusieurs utilisations sont en cours : veuillez préciser laquelle."
	msgNotStarted = "Cette utilisation n'est pas en cours."
	msgNoTariff   = "Aucune condition tarifaire ne s'applique à ce casier pour cet utilisateur."
)

// Start begins a stay at the operator, at an instant that may lie in the past (a
// controller that was offline), never in the future or a year ago. A locker holds one stay, a
// space as many as its places; the database decides between callers side by side.
func (s *Service) Start(ctx context.Context, operatorID, lockerID, accountID int64, at *time.Time) (Use, error) {
	now := s.clock.Now()
	started := now
	if at != nil {
		started = at.UTC().Truncate(time.Millisecond)
	}
	if started.After(now) {
		return Use{}, fault.At("debut", msgFuture)
	}
	if started.Before(now.AddDate(-1, 0, 0)) { // its clock had stopped: no stay waited for so long
		return Use{}, fault.At("debut", msgTooOld)
	}
	var use Use
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		locker, err := s.store.LockerForStay(ctx, lockerID)
		if err != nil {
			return err
		}
		guest, err := s.store.Guest(ctx, accountID, operatorID)
		if err != nil {
			return err
		}
		if locker.OperatorID != operatorID || !guest.Known {
			return fault.Missing()
		}
		place, err := s.freePlace(ctx, locker, started, now)
		if err != nil {
			return err
		}
		switch {
		case !locker.Active || !locker.StationActive:
			return fault.Refused(msgInactive)
		case !guest.Active:
			return fault.Refused(msgBanned)
		}
		applied, err := s.chooseTariff(ctx, lockerID, guest, started)
		if err != nil {
			return err
		}
		stay := Occupation{
			OperatorID: operatorID, LockerID: lockerID, AccountID: guest.ID, Place: place, Test: guest.Staff, StartedAt: started,
			Tariff: &applied,
		}
		if stay.ID, err = s.store.StartOccupation(ctx, stay); err != nil {
			return err
		}
		if err := s.bills.OpenStay(ctx, stay); err != nil {
			return err
		}
		if err := s.store.RememberCustomer(ctx, guest.ID, operatorID); err != nil {
			return err
		}
		if use, err = s.store.UseByID(ctx, stay.ID); err != nil {
			return err
		}
		return s.record(ctx, journal.OccupationStarted, 0, use, nil)
	})
	return use, err
}

// chooseTariff picks the tariff under which the stay begins. fault.Conflict: none applies.
func (s *Service) chooseTariff(ctx context.Context, lockerID int64, guest Guest, at time.Time) (tariff.Tariff, error) {
	candidates, err := s.store.TariffsOfLocker(ctx, lockerID)
	if err != nil {
		return tariff.Tariff{}, err
	}
	subscribed, err := s.store.SubscribedTariffs(ctx, guest.ID, at)
	if err != nil {
		return tariff.Tariff{}, err
	}
	applied, found := tariff.Choose(candidates, tariff.Customer{Email: guest.Email, Subscribed: subscribed}, at)
	if !found {
		return applied, fault.Refused(msgNoTariff)
	}
	return applied, nil
}

// freePlace picks the lowest place that no other stay holds from that instant on.
func (s *Service) freePlace(ctx context.Context, locker Locker, from, now time.Time) (int, error) {
	taken, err := s.store.TakenPlaces(ctx, locker.ID, from)
	if err != nil {
		return 0, err
	}
	held := map[int]bool{}
	for _, place := range taken {
		held[place] = true
	}
	for place := 1; place <= locker.Capacity; place++ {
		if !held[place] {
			return place, nil
		}
	}
	open, err := s.store.TakenPlaces(ctx, locker.ID, now)
	switch {
	case err != nil:
		return 0, err
	case len(open) < locker.Capacity:
		return 0, fault.Refused(msgOverlap)
	case locker.Capacity > 1:
		return 0, fault.Refused(msgFull)
	}
	return 0, fault.Refused(msgOccupied)
}

// OpenAtStation lists the stays in progress at a station, oldest first.
func (s *Service) OpenAtStation(ctx context.Context, stationID int64) ([]Use, error) {
	return s.store.OpenUsesAt(ctx, stationID)
}

// OpenInLocker lists the stays in progress in a locker, oldest first.
func (s *Service) OpenInLocker(ctx context.Context, lockerID int64) ([]Use, error) {
	return s.store.OpenUses(ctx, lockerID)
}

// OfUser lists a page of a user's stays at an operator (0: at all), newest first,
// and counts them.
func (s *Service) OfUser(ctx context.Context, accountID, operatorID int64, offset, limit int) ([]Use, int, error) {
	return s.store.UsesOf(ctx, accountID, operatorID, offset, limit)
}

// EndByStaff ends a stay now (« Mettre fin à l'utilisation »). fault.Conflict: it
// has ended already. A stay that began after now, as clocks go back, ends at its start.
func (s *Service) EndByStaff(ctx context.Context, actor access.Actor, id int64) (Use, error) {
	return s.end(ctx, actor.AccountID, id, nil, func(Use, time.Time) error { return nil })
}

// End ends a stay of the operator, at an instant that may lie in the past.
// fault.Conflict: it has ended already, or that instant is past its removal limit
// and only staff may end it. A controller that was offline tells the true end late.
func (s *Service) End(ctx context.Context, operatorID, id int64, at *time.Time) (Use, error) {
	return s.end(ctx, 0, id, at, func(use Use, ended time.Time) error {
		switch {
		case use.OperatorID != operatorID:
			return fault.Missing()
		case use.Open() && use.PriceAt(ended).Removed:
			return fault.Refused(msgRemoved)
		}
		return nil
	})
}

// end ends the stay that may be ended, and fixes its price.
func (s *Service) end(ctx context.Context, actorID, id int64, at *time.Time, may func(use Use, ended time.Time) error) (Use, error) {
	now := s.clock.Now()
	var use Use
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		var err error
		if use, err = s.store.UseByID(ctx, id); err != nil {
			return err
		}
		ended, wrong := use.endsAt(now, at)
		if err := may(use, ended); err != nil {
			return err
		}
		if !use.Open() {
			return fault.Refused(msgEnded)
		}
		if wrong != nil {
			return wrong
		}
		use.EndedAt = &ended
		final := use.PriceAt(ended)
		use.Price, use.Overrun, use.Removed = final.Amount(), final.OverLimit, final.Removed
		first, err := s.store.EndOccupation(ctx, use.Occupation)
		if err != nil {
			return err
		}
		if !first {
			return fault.Refused(msgEnded)
		}
		if use, err = s.billed(ctx, use); err != nil {
			return err
		}
		return s.record(ctx, journal.OccupationEnded, actorID, use, map[string]any{"montant": use.Price})
	})
	return use, err
}

// endsAt returns the end of the stay when somebody says now that it ended then (nil: now);
// fault.Invalid: it cannot have. A stay that begins after now has met a clock that went
// back, or that of a node which is ahead: it ends at its start, whatever end is told of it.
func (o Occupation) endsAt(now time.Time, told *time.Time) (time.Time, error) {
	ended := now
	if told != nil {
		ended = told.UTC().Truncate(time.Millisecond)
	}
	switch {
	case ended.After(now) && ended.After(o.StartedAt):
		return ended, fault.At("fin", msgFuture)
	case o.StartedAt.After(now):
		return o.StartedAt, nil
	case ended.Before(o.StartedAt):
		return ended, fault.At("fin", msgBeforeIt)
	}
	return ended, nil
}

// MakeFree makes a stay in progress in the locker cost nothing (« Ne pas faire
// payer »). occupationID 0: the only one there is; several are fault.Invalid.
func (s *Service) MakeFree(ctx context.Context, actor access.Actor, lockerID, occupationID int64) (Use, error) {
	var use Use
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		open, err := s.store.OpenUses(ctx, lockerID)
		if err != nil {
			return err
		}
		if use, err = pick(open, occupationID); err != nil {
			return err
		}
		first, err := s.store.MakeOccupationFree(ctx, use.ID)
		if err != nil {
			return err
		}
		if !first {
			return fault.Refused(msgFree)
		}
		use.MadeFree, use.Price = true, 0
		if use, err = s.billed(ctx, use); err != nil {
			return err
		}
		return s.record(ctx, journal.OccupationMadeFree, actor.AccountID, use, nil)
	})
	return use, err
}

func pick(open []Use, id int64) (Use, error) {
	switch {
	case len(open) == 0:
		return Use{}, fault.Refused(msgNoOpen)
	case id == 0 && len(open) == 1:
		return open[0], nil
	case id == 0:
		return Use{}, fault.At("occupation", msgNameIt)
	}
	for _, use := range open {
		if use.ID == id {
			return use, nil
		}
	}
	return Use{}, fault.Refused(msgNotStarted)
}

// FlagPassedLimits sets « dépassement » and « enlèvement » on a stay in progress whose
// limits have passed (domain.md § 4).
func (s *Service) FlagPassedLimits(ctx context.Context, id int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		use, err := s.store.UseByID(ctx, id)
		if err != nil || !use.Open() {
			return err
		}
		before, price := use.Occupation, use.PriceAt(s.clock.Now())
		use.Overrun, use.Removed = price.OverLimit, price.Removed
		open, err := s.store.FlagOccupation(ctx, use.Occupation)
		if err != nil || !open {
			return err
		}
		if use, err = s.billed(ctx, use); err != nil {
			return err
		}
		if use.Overrun && !before.Overrun {
			if err := s.record(ctx, journal.OccupationOverrun, 0, use, nil); err != nil {
				return err
			}
		}
		if use.Removed && !before.Removed {
			return s.record(ctx, journal.OccupationRemoved, 0, use, nil)
		}
		return nil
	})
}

// billed returns the stay with what its payment has become.
func (s *Service) billed(ctx context.Context, use Use) (Use, error) {
	if err := s.bills.BillStay(ctx, use.Occupation); err != nil {
		return use, err
	}
	return s.store.UseByID(ctx, use.ID)
}

func (s *Service) record(ctx context.Context, action journal.Action, actorID int64, use Use, changes map[string]any) error {
	return s.store.Record(ctx, journal.Entry{
		At: s.clock.Now(), ActorID: actorID, OperatorID: use.OperatorID, StationID: use.Station.ID,
		Action: action, Object: journal.Object{Kind: journal.KindOccupation, ID: use.ID}, Changes: changes,
	})
}
