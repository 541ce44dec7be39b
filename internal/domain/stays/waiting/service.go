package waiting

import (
	"context"
	"slices"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/prices/tariff"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/domain/stays/subscription"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	webhook.Announcer
	WaitStore
	ListStore
	subscription.PlaceStore
	// FreeLockers lists, by station, the lockers of a tariff that nobody holds, that are offered to nobody and in which
	// nobody but the account (0: nobody at all) has a stay.
	FreeLockers(ctx context.Context, tariffID, accountID int64, at time.Time) (map[int64][]int64, error)
	// CustomerOf finds an account that is not erased, with what the operator knows of it.
	CustomerOf(ctx context.Context, accountID, operatorID int64) (stay.Customer, error)
	// TariffByID finds a tariff that is not archived, with its beneficiaries and sites.
	TariffByID(ctx context.Context, id int64) (tariff.Tariff, error)
	// HeldTariffs lists the tariffs to which the account holds a subscription at some time from the first instant on.
	HeldTariffs(ctx context.Context, accountID int64, from time.Time, until *time.Time) ([]int64, error)
	// OfferDays tells how long an offer of the operator is good.
	OfferDays(ctx context.Context, operatorID int64) (int, error)
	QueueMailOfWait(ctx context.Context, kind outbox.Kind, accountID, waitID int64, at time.Time) error
}

// WaitStore stores waits.
type WaitStore interface {
	WaitByID(ctx context.Context, id int64) (Wait, error)
	// OpenWait finds the wait of an account that waits for a tariff.
	OpenWait(ctx context.Context, accountID, tariffID int64) (Wait, error)
	// InOrder lists who waits for a tariff, the next one first.
	WaitsInOrder(ctx context.Context, tariffID int64) ([]Wait, error)
	// AddWait stores who waits after all others, and returns the new id.
	AddWait(ctx context.Context, e Wait) (int64, error)
	// SaveWait replaces a wait that the transaction has read, but for its position.
	SaveWait(ctx context.Context, e Wait) error
	// MoveWait gives a wait its position and its comment; makeRoom: those from that position on come after it.
	MoveWait(ctx context.Context, e Wait, makeRoom bool) error
	// TariffsWaitedFor lists the tariffs for which somebody waits who has no offer and may get one.
	TariffsWaitedFor(ctx context.Context) ([]int64, error)
}

// Seller sells subscriptions.
type Seller interface {
	Subscribe(ctx context.Context, operatorID int64, order subscription.Order) (subscription.Bought, error)
}

// Service implements the package's operations for all callers.
type Service struct {
	store  Store
	clock  clock.Clock
	seller Seller
	check  func(comment *string) error
}

// NewService returns a Service on the store. check cleans a comment; fault.Invalid: there is none, or it holds what it
// must not.
func NewService(store Store, clock clock.Clock, seller Seller, check func(comment *string) error) *Service {
	return &Service{store: store, clock: clock, seller: seller, check: check}
}

const (
	msgBanned     = "Cet utilisateur est banni."
	msgNoTerms    = "Cette condition tarifaire n'est pas un abonnement."
	msgReserved   = "Cet abonnement est réservé à d'autres usagers."
	msgSubscribed = "Cet utilisateur a déjà cet abonnement."
	msgUncounted  = "Cet abonnement n'a pas de liste d'attente : ses places ne sont pas comptées."
	msgElsewhere  = "Cet abonnement ne s'applique pas à cette station."
	msgNoOffer    = "Aucune offre n'est en cours pour cette attente."
	msgOver       = "Cette attente est terminée."
	msgRank       = "Le rang est un nombre à partir de 1."
	fieldTariff   = "idTarif"
	fieldStations = "idStations"
	fieldRank     = "rang"
)

// Request asks for a place of a tariff.
type Request struct {
	OperatorID int64
	AccountID  int64
	TariffID   int64
	StationIDs []int64 // the preferred one first; empty: all stations of the tariff
}

// Join puts a customer whom the operator knows on the waiting list of a tariff. Who asks again for the tariff waits for
// the further stations too, and has said that they still wait; added is false then. fault.Conflict: they could not buy
// the tariff.
func (s *Service) Join(ctx context.Context, actor access.Actor, r Request) (listed Listed, added bool, err error) {
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		customer, err := s.store.CustomerOf(ctx, r.AccountID, r.OperatorID)
		if err != nil {
			return err
		}
		sold, err := s.store.TariffByID(ctx, r.TariffID)
		if err != nil {
			return err
		}
		if !customer.Known || sold.OperatorID != r.OperatorID {
			return fault.NotFound()
		}
		if r.StationIDs, err = stationsOf(sold, r.StationIDs); err != nil {
			return err
		}
		r.AccountID = customer.ID
		if err := s.mayWait(ctx, customer, sold); err != nil {
			return err
		}
		id := int64(0)
		if id, added, err = s.addOrJoin(ctx, actor, r); err != nil {
			return err
		}
		if err := s.offer(ctx, sold); err != nil {
			return err
		}
		listed, err = s.store.ListedWait(ctx, id)
		return err
	})
	return listed, added, err
}

// stationsOf checks the stations that somebody waits for; none: all of the tariff. fault.Invalid: the tariff does not
// apply there, or its places are not counted.
func stationsOf(sold tariff.Tariff, chosen []int64) ([]int64, error) {
	if !sold.Subscription {
		return nil, fault.Invalid(fieldTariff, msgNoTerms)
	}
	if !counted(sold) {
		return nil, fault.Invalid(fieldTariff, msgUncounted)
	}
	all := []int64{}
	for _, site := range sold.Sites {
		all = append(all, site.StationID)
	}
	if len(chosen) == 0 {
		return all, nil
	}
	distinct := []int64{}
	for _, id := range chosen {
		if !slices.Contains(all, id) {
			return nil, fault.Invalid(fieldStations, msgElsewhere)
		}
		if !slices.Contains(distinct, id) {
			distinct = append(distinct, id)
		}
	}
	return distinct, nil
}

// mayWait refuses who could not buy the tariff.
func (s *Service) mayWait(ctx context.Context, customer stay.Customer, sold tariff.Tariff) error {
	held, err := s.store.HeldTariffs(ctx, customer.ID, s.clock.Now(), nil)
	switch {
	case err != nil:
		return err
	case !customer.Active:
		return fault.Conflict(msgBanned)
	case !sold.Admits(customer.Email):
		return fault.Conflict(msgReserved)
	case slices.Contains(held, sold.ID):
		return fault.Conflict(msgSubscribed)
	}
	return nil
}

func (s *Service) addOrJoin(ctx context.Context, actor access.Actor, r Request) (id int64, added bool, err error) {
	now := s.clock.Now()
	e, err := s.store.OpenWait(ctx, r.AccountID, r.TariffID)
	if fault.Is(err, fault.KindNotFound) {
		e = Wait{
			OperatorID: r.OperatorID, AccountID: r.AccountID, TariffID: r.TariffID, StationIDs: r.StationIDs, AskedAt: now,
			ConfirmedAt: now,
		}
		if e.ID, err = s.store.AddWait(ctx, e); err != nil {
			return 0, false, err
		}
		return e.ID, true, s.record(ctx, audit.WaitBegun, actor, e, map[string]any{"tarif": r.TariffID})
	}
	if err != nil {
		return 0, false, err
	}
	joined := slices.Clone(e.StationIDs)
	for _, stationID := range r.StationIDs {
		if !slices.Contains(joined, stationID) {
			joined = append(joined, stationID)
		}
	}
	action := audit.WaitConfirmed
	if len(joined) > len(e.StationIDs) {
		action = audit.WaitStations
	}
	e.StationIDs = joined
	if err := s.store.SaveWait(ctx, e.confirmed(now)); err != nil {
		return 0, false, err
	}
	return e.ID, false, s.record(ctx, action, actor, e, nil)
}

// OfOperator returns a wait of the operator. fault.NotFound: there is none.
func (s *Service) OfOperator(ctx context.Context, operatorID, id int64) (Listed, error) {
	listed, err := s.store.ListedWait(ctx, id)
	if err == nil && listed.OperatorID != operatorID {
		err = fault.NotFound()
	}
	return listed, err
}

// ByID returns a wait.
func (s *Service) ByID(ctx context.Context, id int64) (Listed, error) {
	return s.store.ListedWait(ctx, id)
}

// Accept sells the place that is offered to a wait of the operator. fault.Conflict: none is, or the customer may not
// buy it any more.
func (s *Service) Accept(ctx context.Context, operatorID, id int64, renewed bool) (subscription.Bought, error) {
	var bought subscription.Bought
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		e, err := s.waitOf(ctx, operatorID, id)
		if err != nil {
			return err
		}
		offer := e.OpenOffer(s.clock.Now())
		if offer == nil {
			return fault.Conflict(msgNoOffer)
		}
		bought, err = s.seller.Subscribe(ctx, operatorID, subscription.Order{
			AccountID: e.AccountID, TariffID: e.TariffID, StationID: offer.StationID, LockerID: offer.LockerID,
			Renewed: renewed,
		})
		return err
	})
	return bought, err
}

// Bought implements subscription.Waits: a buyer waits no longer, and the place that was offered to them is free.
func (s *Service) Bought(ctx context.Context, accountID, tariffID int64) error {
	e, err := s.store.OpenWait(ctx, accountID, tariffID)
	if fault.Is(err, fault.KindNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.end(ctx, access.Actor{}, e, Served)
}

// Refuse turns down the offer to a wait of the operator, which goes to the next. fault.Conflict: there is none.
func (s *Service) Refuse(ctx context.Context, operatorID, id int64) (Listed, error) {
	return s.change(ctx, operatorID, id, func(ctx context.Context, e Wait) error {
		offer := e.OpenOffer(s.clock.Now())
		if offer == nil {
			return fault.Conflict(msgNoOffer)
		}
		after := e.refused(s.clock.Now())
		if err := s.store.SaveWait(ctx, after); err != nil {
			return err
		}
		changes := map[string]any{"station": offer.StationID}
		if after.EndedAt != nil {
			changes["motif"] = string(after.Ending)
		}
		return s.record(ctx, audit.WaitRefused, access.Actor{}, e, changes)
	})
}

// Confirm notes that the customer of a wait of the operator still waits.
func (s *Service) Confirm(ctx context.Context, operatorID, id int64) (Listed, error) {
	return s.change(ctx, operatorID, id, func(ctx context.Context, e Wait) error {
		if err := s.store.SaveWait(ctx, e.confirmed(s.clock.Now())); err != nil {
			return err
		}
		return s.record(ctx, audit.WaitConfirmed, access.Actor{}, e, nil)
	})
}

// Withdraw takes the customer of a wait of the operator off the list, as they ask.
func (s *Service) Withdraw(ctx context.Context, operatorID, id int64) (Listed, error) {
	return s.change(ctx, operatorID, id, func(ctx context.Context, e Wait) error {
		return s.end(ctx, access.Actor{}, e, Withdrawn)
	})
}

// Remove takes the customer of a wait off the list, as staff decide.
func (s *Service) Remove(ctx context.Context, actor access.Actor, id int64) (Listed, error) {
	return s.change(ctx, 0, id, func(ctx context.Context, e Wait) error { return s.end(ctx, actor, e, Removed) })
}

// Move gives a wait another rank in the list of its tariff, the last one if there are not so many. The comment says
// why.
func (s *Service) Move(ctx context.Context, actor access.Actor, id int64, rank int, comment string) (Listed, error) {
	if err := s.check(&comment); err != nil {
		return Listed{}, err
	}
	if rank < 1 {
		return Listed{}, fault.Invalid(fieldRank, msgRank)
	}
	return s.change(ctx, 0, id, func(ctx context.Context, e Wait) error {
		waiting, err := s.store.WaitsInOrder(ctx, e.TariffID)
		if err != nil {
			return err
		}
		was, is := rankOf(waiting, id), min(rank, len(waiting))
		if was == is {
			return nil
		}
		var makeRoom bool
		e.Position, makeRoom = moved(waiting, id, rank)
		e.RankComment = comment
		if err := s.store.MoveWait(ctx, e, makeRoom); err != nil {
			return err
		}
		return s.record(ctx, audit.WaitMoved, actor, e, map[string]any{"rang": []any{was, is}})
	})
}

// change changes a wait that has not ended, of the operator if one is told, offers what became free, and returns the
// wait as it is then.
func (s *Service) change(
	ctx context.Context, operatorID, id int64, change func(ctx context.Context, e Wait) error,
) (Listed, error) {
	var listed Listed
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		e, err := s.waitOf(ctx, operatorID, id)
		if err != nil {
			return err
		}
		if e.EndedAt != nil {
			return fault.Conflict(msgOver)
		}
		if err := change(ctx, e); err != nil {
			return err
		}
		if err := s.Offer(ctx, e.TariffID); err != nil {
			return err
		}
		listed, err = s.store.ListedWait(ctx, id)
		return err
	})
	return listed, err
}

func (s *Service) waitOf(ctx context.Context, operatorID, id int64) (Wait, error) {
	e, err := s.store.WaitByID(ctx, id)
	if err == nil && operatorID != 0 && e.OperatorID != operatorID {
		err = fault.NotFound()
	}
	return e, err
}

func (s *Service) end(ctx context.Context, actor access.Actor, e Wait, why Ending) error {
	if err := s.store.SaveWait(ctx, e.ended(why, s.clock.Now())); err != nil {
		return err
	}
	return s.record(ctx, audit.WaitEnded, actor, e, map[string]any{"motif": string(why)})
}

func (s *Service) record(
	ctx context.Context, action audit.Action, actor access.Actor, e Wait, changes map[string]any,
) error {
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: e.OperatorID, Action: action,
		Object: audit.Object{Kind: audit.KindWait, ID: e.ID}, Changes: changes,
	})
}
