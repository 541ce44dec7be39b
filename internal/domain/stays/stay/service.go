package stay

import (
	"context"
	"log/slog"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/pricing"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	webhook.Announcer
	StayStore
	CustomerStore
	TariffStore
	SubscriptionStore
	refusal.Store
	CustomerMailStore
}

// CustomerMailStore queues letters.
type CustomerMailStore interface {
	// QueueCustomerMail queues a mail to an account.
	QueueCustomerMail(ctx context.Context, m outbox.Mail) error
}

// StayStore stores stays, with what they need of lockers.
type StayStore interface {
	// LockerForStay finds a locker that is not archived.
	LockerForStay(ctx context.Context, id int64) (Locker, error)
	// TakenPlaces lists the places of a locker that are held by an open stay or by one that ends after
	// the instant. Stays of zero duration are left out.
	TakenPlaces(ctx context.Context, lockerID int64, after time.Time) ([]int, error)
	// TakenBetween lists the places of a locker that are held at any moment between the instants. Stays of zero duration
	// are left out.
	TakenBetween(ctx context.Context, lockerID int64, from, to time.Time) ([]int, error)
	// SpansOf lists the stays of an account under a tariff that are in progress, and, ended, those that ended after the
	// instant too.
	SpansOf(ctx context.Context, accountID int64, after time.Time, ended bool) ([]Span, error)
	// StartStay stores a stay and returns its id. When two calls race for one place, the loser's
	// transaction runs again and then finds the place taken.
	StartStay(ctx context.Context, o Stay) (int64, error)
	StayByID(ctx context.Context, id int64) (Details, error)
	// OpenStaysIn lists the stays in progress in a locker, oldest first.
	OpenStaysIn(ctx context.Context, lockerID int64) ([]Details, error)
	// OpenStaysAt lists the stays in progress at a station, oldest first.
	OpenStaysAt(ctx context.Context, stationID int64) ([]Details, error)
	// StaysOf returns a page of an account's stays at an operator (0: at all), newest first, and the
	// number of all of them.
	StaysOf(ctx context.Context, accountID, operatorID int64, offset, limit int) ([]Details, int, error)
	// StaysOfCustomer returns the stays of an account at an operator after a key (nil: the first), newest first.
	StaysOfCustomer(
		ctx context.Context, accountID, operatorID int64, after *paging.Key, limit int,
	) (paging.Page[Details], error)
	// EndStay ends a stay in progress; it returns false when the stay has already ended, or lets a transaction that has
	// read it in progress run again.
	EndStay(ctx context.Context, o Stay) (bool, error)
	// FlagStay stores the flags of a stay in progress; it returns false when the stay has ended.
	FlagStay(ctx context.Context, o Stay) (bool, error)
	// RemindStay notes that the customer of a stay in progress was told that the overrun is near; it returns false when
	// that is noted already, or the stay has ended.
	RemindStay(ctx context.Context, id int64) (bool, error)
	// MakeStayFree marks a stay in progress as free; it returns false when it is already free or
	// has ended.
	MakeStayFree(ctx context.Context, id int64) (bool, error)
}

// CustomerStore stores which accounts are customers of an operator.
type CustomerStore interface {
	// CustomerOf finds an account that is not erased, with what the operator knows of it.
	CustomerOf(ctx context.Context, accountID, operatorID int64) (Customer, error)
	// RememberCustomer records that the operator has served the account.
	RememberCustomer(ctx context.Context, accountID, operatorID int64) error
}

// TariffStore reads tariffs.
type TariffStore interface {
	// TariffsOfLocker lists the tariffs of a locker, with periods and beneficiaries.
	TariffsOfLocker(ctx context.Context, lockerID int64) ([]tariff.Tariff, error)
	// TariffsOfLockerAt lists the tariffs that were in force at a locker at the instant, each as it was then, and those
	// that came there after it, each as it was first.
	TariffsOfLockerAt(ctx context.Context, lockerID int64, at time.Time) (inForce, later []tariff.Tariff, err error)
}

// SubscriptionStore reads subscriptions.
type SubscriptionStore interface {
	// SubscribedTariffs lists the tariffs to which the account holds a subscription valid at the
	// instant.
	SubscribedTariffs(ctx context.Context, accountID int64, at time.Time) ([]int64, error)
}

// Bills is called for each change of a stay, in the transaction of the change.
type Bills interface {
	// OpenStay is called when a stay has begun.
	OpenStay(ctx context.Context, o Stay) (Bill, error)
	// BillStay is called when a stay has ended, passed a limit or been made free.
	BillStay(ctx context.Context, o Stay) (Bill, error)
	// CheckComment cleans a comment. fault.Invalid: there is none, or it holds what it must not.
	CheckComment(comment *string) error
}

// LeftBikes is told of each stay that ends past its removal limit, in the transaction of the end.
type LeftBikes interface {
	StayEnded(ctx context.Context, stayID int64) error
}

// Service implements the package's operations for all callers.
type Service struct {
	store Store
	clock clock.Clock
	bills Bills

	LeftBikes LeftBikes // set after both are made

	refusals *refusal.Recorder // of the calls of the field
}

// NewService returns a Service on the store; log, of refusals that could not be stored, may be nil.
func NewService(store Store, clock clock.Clock, bills Bills, log *slog.Logger) *Service {
	return &Service{store: store, clock: clock, bills: bills, refusals: refusal.NewRecorder(store, clock, log)}
}

// The messages of refusals that depend on the current state.
const (
	msgInactive   = "Ce casier est inactif."
	msgBanned     = "Cet utilisateur est banni."
	msgAssigned   = "Ce casier est attribué à une autre personne."
	msgOccupied   = "Ce casier est déjà occupé."
	msgFull       = "Cet espace est complet."
	msgOverlap    = "Cette utilisation en chevauche une autre dans ce casier."
	msgFuture     = "Cet instant est dans le futur."
	msgTooOld     = "Cet instant est trop ancien."
	msgNoStart    = "Le début d'une utilisation terminée est obligatoire."
	msgBeforeIt   = "La fin ne peut précéder le début."
	msgNotAfter   = "La fin doit suivre le début."
	msgRemoved    = "Cette utilisation a dépassé le délai d'enlèvement : seul le personnel peut y mettre fin."
	msgEnded      = "Cette utilisation est déjà terminée."
	msgNoOpen     = "Aucune utilisation n'est en cours dans ce casier."
	msgFree       = "Cette utilisation est déjà gratuite."
	msgNameIt     = "Plusieurs utilisations sont en cours : veuillez préciser laquelle."
	msgNotStarted = "Cette utilisation n'est pas en cours."
	msgUsedUp     = "L'abonnement paie déjà autant d'utilisations à la fois qu'il en permet."
	msgNoTariff   = "Aucune condition tarifaire ne s'applique à ce casier pour cet utilisateur."
)

// OpenAtStation lists the stays in progress at a station, oldest first.
func (s *Service) OpenAtStation(ctx context.Context, stationID int64) ([]Details, error) {
	return s.store.OpenStaysAt(ctx, stationID)
}

// OpenInLocker lists the stays in progress in a locker, oldest first.
func (s *Service) OpenInLocker(ctx context.Context, lockerID int64) ([]Details, error) {
	return s.store.OpenStaysIn(ctx, lockerID)
}

// OfAccount returns a page of an account's stays at an operator (0: at all), newest first, and the number of
// all of them.
func (s *Service) OfAccount(
	ctx context.Context, accountID, operatorID int64, offset, limit int,
) ([]Details, int, error) {
	return s.store.StaysOf(ctx, accountID, operatorID, offset, limit)
}

// EndByStaff ends a stay (« Mettre fin à l'utilisation »), now or at its true end. fault.Conflict: the stay has already
// ended.
func (s *Service) EndByStaff(ctx context.Context, actor access.Actor, id int64, how Ending) (Details, error) {
	return s.end(ctx, actor.AccountID, id, how.At != nil, func(stay Details, now time.Time) (Stay, error) {
		if !stay.Open() {
			return stay.Stay, alreadyEnded()
		}
		return how.end(stay.Stay, now, s.bills.CheckComment)
	})
}

// PriceOfEnd returns what a stay costs if staff end it now, or at its true end (nil: now). fault.Conflict: the stay has
// already ended. fault.Invalid: it cannot have ended then.
func (s *Service) PriceOfEnd(ctx context.Context, id int64, at *time.Time) (pricing.Quote, error) {
	stay, err := s.store.StayByID(ctx, id)
	if err != nil {
		return pricing.Quote{}, err
	}
	if !stay.Open() {
		return pricing.Quote{}, alreadyEnded()
	}
	ended, broken := Ending{At: at}.endsAt(stay.Stay, s.clock.Now())
	return stay.PriceAt(ended), broken.Err()
}

// End ends a stay of the operator, at an instant that may be in the past because a controller that was
// offline reports the true end late. fault.Conflict: the stay has already ended, or the instant is past
// its removal limit, after which only staff may end it. A refusal is recorded.
func (s *Service) End(ctx context.Context, operatorID, id int64, at *time.Time) (Details, error) {
	stay, err := s.end(ctx, 0, id, false, func(stay Details, now time.Time) (Stay, error) {
		ended, wrong := stay.endsAt(now, at)
		switch {
		case stay.OperatorID != operatorID:
			return stay.Stay, fault.NotFound()
		case !stay.Open():
			return stay.Stay, alreadyEnded()
		case stay.PriceAt(ended).Removed:
			return stay.Stay, refusal.As(refusal.Removed, fault.Conflict(msgRemoved))
		case wrong != nil:
			return stay.Stay, wrong
		}
		return stay.endedAt(ended), nil
	})
	s.refusals.Note(ctx, operatorID, stay.LockerID, stay.AccountID, err)
	return stay, err
}

func alreadyEnded() error { return refusal.As(refusal.Ended, fault.Conflict(msgEnded)) }

// end ends the stay as how says, and bills it. isTold: the audit line tells the end.
func (s *Service) end(
	ctx context.Context, actorID, id int64, isTold bool, how func(stay Details, now time.Time) (Stay, error),
) (Details, error) {
	now := s.clock.Now()
	var stay Details
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		var err error
		if stay, err = s.store.StayByID(ctx, id); err != nil {
			return err
		}
		late := stay.PriceAt(now).Removed // whatever its true end
		ended, err := how(stay, now)
		if err != nil {
			return err
		}
		stay.Stay = ended
		first, err := s.store.EndStay(ctx, stay.Stay)
		if err != nil {
			return err
		}
		if !first {
			return alreadyEnded()
		}
		if stay, err = s.billed(ctx, stay); err != nil {
			return err
		}
		if err := s.recordEnd(ctx, actorID, stay, isTold); err != nil || !late {
			return err
		}
		return s.LeftBikes.StayEnded(ctx, id)
	})
	return stay, err
}

// recordEnd records an end. isTold: the line, whose instant is that of the typing, tells it.
func (s *Service) recordEnd(ctx context.Context, actorID int64, stay Details, isTold bool) error {
	changes := map[string]any{"montant": stay.Price}
	if isTold {
		changes["fin"] = clock.Written(*stay.EndedAt)
	}
	return s.record(ctx, audit.StayEnded, actorID, stay, changes, webhook.StayEnded)
}

// MakeFree makes a stay in progress in the locker free (« Ne pas faire payer »). stayID 0 means
// the only open stay; with several open stays it is fault.Invalid.
func (s *Service) MakeFree(ctx context.Context, actor access.Actor, lockerID, stayID int64) (Details, error) {
	var stay Details
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		open, err := s.store.OpenStaysIn(ctx, lockerID)
		if err != nil {
			return err
		}
		if stay, err = pick(open, stayID); err != nil {
			return err
		}
		first, err := s.store.MakeStayFree(ctx, stay.ID)
		if err != nil {
			return err
		}
		if !first {
			return fault.Conflict(msgFree)
		}
		stay.MadeFree, stay.Price = true, 0
		if stay, err = s.billed(ctx, stay); err != nil {
			return err
		}
		return s.record(ctx, audit.StayMadeFree, actor.AccountID, stay, nil)
	})
	return stay, err
}

// FlagPassedLimits tells the customer of a stay in progress that its overrun is near, and sets « dépassement » and
// « enlèvement » once its limits have passed (docs/rules.md#stays).
func (s *Service) FlagPassedLimits(ctx context.Context, id int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		stay, err := s.store.StayByID(ctx, id)
		if err != nil || !stay.Open() {
			return err
		}
		now := s.clock.Now()
		if err := s.remind(ctx, stay, now); err != nil {
			return err
		}
		before, price := stay.Stay, stay.PriceAt(now)
		if price.OverLimit == before.Overrun && price.Removed == before.Removed {
			return nil
		}
		stay.Overrun, stay.Removed = price.OverLimit, price.Removed
		open, err := s.store.FlagStay(ctx, stay.Stay)
		if err != nil || !open {
			return err
		}
		if stay, err = s.billed(ctx, stay); err != nil {
			return err
		}
		if stay.Overrun && !before.Overrun {
			if err := s.record(ctx, audit.StayOverrun, 0, stay, nil, webhook.StayOverrun); err != nil {
				return err
			}
		}
		if stay.Removed && !before.Removed {
			return s.record(ctx, audit.StayRemoved, 0, stay, nil, webhook.StayRemovalDue)
		}
		return nil
	})
}

// remind tells the customer, once, that the overrun is near. A reminder whose time has passed is noted without a
// word, so that it is not looked for again.
func (s *Service) remind(ctx context.Context, stay Details, now time.Time) error {
	if at := stay.RemindAt(); stay.Reminded || at == nil || now.Before(*at) {
		return nil
	}
	first, err := s.store.RemindStay(ctx, stay.ID)
	if err != nil || !first || !stay.toRemind(now) {
		return err
	}
	if err := s.store.QueueCustomerMail(ctx, outbox.Mail{
		Kind: outbox.OverrunSoon, AccountID: stay.AccountID, StayID: stay.ID, CreatedAt: now,
	}); err != nil {
		return err
	}
	return s.store.Announce(ctx, webhook.OfStay(webhook.StayOverrunSoon, stay.eventData(), now))
}

// ByID finds a stay. fault.NotFound: there is none.
func (s *Service) ByID(ctx context.Context, id int64) (Details, error) {
	return s.store.StayByID(ctx, id)
}

// billed updates the stay's payment and returns the stay with it.
func (s *Service) billed(ctx context.Context, stay Details) (Details, error) {
	bill, err := s.bills.BillStay(ctx, stay.Stay)
	stay.PaymentStatus = bill.Status
	return stay, err
}

// record adds a line to the audit log, and announces the events.
func (s *Service) record(
	ctx context.Context, action audit.Action, actorID int64, stay Details, changes map[string]any, events ...webhook.Type,
) error {
	now := s.clock.Now()
	for _, event := range events {
		if err := s.store.Announce(ctx, webhook.OfStay(event, stay.eventData(), now)); err != nil {
			return err
		}
	}
	return s.store.Record(ctx, audit.Entry{
		At: now, ActorID: actorID, OperatorID: stay.OperatorID, StationID: stay.Station.ID,
		Action: action, Object: audit.Object{Kind: audit.KindStay, ID: stay.ID}, Changes: changes,
	})
}

// atStart returns the stay as it was when it began.
func (d Details) atStart() Details {
	d.EndedAt, d.Price, d.Overrun, d.Removed = nil, 0, false, false
	return d
}

// eventData returns what events of the stay tell.
func (d Details) eventData() webhook.StayData {
	data := webhook.StayData{
		IDExploitant: d.OperatorID, IDStation: d.Station.ID, IDCasier: d.LockerID, IDOccupation: d.ID,
		IDPaiement: d.PaymentID, IDUtilisateur: d.AccountID,
		Place: d.Place, Test: d.Test, Debut: webhook.InParis(d.StartedAt), Fin: webhook.InParisOrNil(d.EndedAt),
		Depassement: d.Overrun, Enlevement: d.Removed,
	}
	if d.EndedAt != nil {
		data.Montant = &d.Price
	}
	return data
}
