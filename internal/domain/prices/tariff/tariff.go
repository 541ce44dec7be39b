// Package tariff holds the tariffs of an operator (conditions tarifaires): what a stay costs, when, for
// whom and where each tariff applies (docs/rules.md#tariffs, docs/rules.md#which-tariff).
//
// The terms of a tariff are stored in versions that never change. A stay refers to the version that was
// current at its start. A change of the tariff creates a new version, which does not affect the stays
// that began before it.
package tariff

import (
	"context"
	"fmt"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/places/station"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
	"consigne/internal/kernel/text"
	"consigne/internal/kernel/transaction"
)

// Tariff is one tariff. Each method says which of the lists it fills.
type Tariff struct {
	ID         int64
	OperatorID int64
	Version    int64 // of its terms; the first is 1
	// counts all its changes (docs/rules.md#versions); typed data: the one that its author saw, 0 if not told
	Revision    int64
	AdminLabel  string
	PublicLabel string
	pricing.Terms
	Reminder *int64 // minutes before the overrun at which the customer is told; nil: not told
	MaxStays int64  // how many stays at once a subscription pays for; 0 of a tariff that is none
	OwnPlace bool   // a subscription may hold a locker

	Periods       []Period      // empty: it applies at any time
	Beneficiaries []Beneficiary // empty: it applies to everybody
	Sites         []Site
	Follows       []station.LockerType // a locker of these types that is created later gets the tariff
}

// Site is a station where a tariff applies, with the lockers it applies to.
type Site struct {
	StationID  int64
	AdminLabel string
	Name       string
	Kind       station.Kind
	Lockers    []LockerRef
	Quota      *int64 // how many subscriptions are sold there; nil: any number
}

type LockerRef struct {
	ID   int64
	Name string
}

// InUse counts the stays and subscriptions that prevent a tariff from being deleted.
type InUse struct {
	OpenStays     int
	Subscriptions int // running
}

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	audit.Revisions
	TariffStore
	OfferStore
	PeriodStore
	BeneficiaryStore
	StationStore
	LockerStore
	SubscriberStore
}

// TariffStore stores tariffs with their versions and lockers.
type TariffStore interface {
	// TariffsOf lists an operator's tariffs by admin label, with periods, beneficiaries and sites.
	TariffsOf(ctx context.Context, operatorID int64) ([]Tariff, error)
	// TariffOutline finds a tariff that is not archived, with its periods and followed types only.
	TariffOutline(ctx context.Context, id int64) (Tariff, error)
	// TariffByID finds a tariff that is not archived, with periods, beneficiaries and sites.
	TariffByID(ctx context.Context, id int64) (Tariff, error)
	// CreateTariff stores a tariff with its periods, beneficiaries, lockers and followed types, and
	// returns its id.
	CreateTariff(ctx context.Context, t Tariff, at time.Time) (int64, error)
	// AddTariffVersion stores t as the tariff's next version. It returns false when t.Version is no
	// longer the current one.
	AddTariffVersion(ctx context.Context, t Tariff, at time.Time) (bool, error)
	TariffInUse(ctx context.Context, id int64, at time.Time) (InUse, error)
	// ArchiveTariff archives the tariff; it returns false when it already is.
	ArchiveTariff(ctx context.Context, id int64, at time.Time) (bool, error)
	// TariffsAtStation lists the tariffs of the lockers of a station by admin label, with periods and
	// beneficiaries, and the ids of the tariffs of each locker.
	TariffsAtStation(ctx context.Context, stationID int64) ([]Tariff, map[int64][]int64, error)
	// TariffsOfLocker lists the tariffs of a locker, with periods and beneficiaries.
	TariffsOfLocker(ctx context.Context, lockerID int64) ([]Tariff, error)
	// SetTariffLockers replaces the lockers of one station to which a tariff applies.
	SetTariffLockers(ctx context.Context, id, stationID int64, lockerIDs []int64, at time.Time) error
	// SetQuota stores how many subscriptions of a tariff are sold at a station; nil: any number.
	SetQuota(ctx context.Context, id, stationID int64, places *int64) error
	// CoverLockers makes the tariff apply to all lockers of its operator that the coverage names, and
	// returns to how many it did not apply before.
	CoverLockers(ctx context.Context, id int64, c Coverage, at time.Time) (int, error)
	// FollowTypes replaces the types that the tariff follows.
	FollowTypes(ctx context.Context, id int64, types []station.LockerType) error
	// LastStays lists the last ended stays under a tariff, newest first, without those made free.
	LastStays(ctx context.Context, id int64, most int) ([]Stay, error)
}

// PeriodStore stores the periods of tariffs. What it changes or removes is kept as what was in force until then.
type PeriodStore interface {
	CreatePeriod(ctx context.Context, p Period, at time.Time) (int64, error)
	UpdatePeriod(ctx context.Context, p Period, at time.Time) error
	DeletePeriod(ctx context.Context, id int64, at time.Time) error
	PeriodByID(ctx context.Context, id int64) (Period, error)
}

// BeneficiaryStore stores the beneficiaries of tariffs, and keeps those of before as PeriodStore does.
type BeneficiaryStore interface {
	// AddBeneficiaries adds the e-mails that the tariff does not have yet.
	AddBeneficiaries(ctx context.Context, id int64, emails []string, at time.Time) error
	ClearBeneficiaries(ctx context.Context, id int64, at time.Time) error
	DeleteBeneficiary(ctx context.Context, beneficiaryID int64, at time.Time) error
	// BeneficiaryTariff returns the id of a beneficiary's tariff.
	BeneficiaryTariff(ctx context.Context, beneficiaryID int64) (int64, error)
}

// StationStore reads stations.
type StationStore interface {
	StationByID(ctx context.Context, id int64) (station.Station, error)
}

// LockerStore reads lockers.
type LockerStore interface {
	// LockersOf lists the lockers of a station that are not archived.
	LockersOf(ctx context.Context, stationID int64) ([]station.Locker, error)
}

// Service implements the package's operations for all callers.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock) *Service {
	return &Service{store: store, clock: clock}
}

// The messages of refusals that depend on the current state.
const (
	msgUnderWay   = "Cette condition tarifaire ne peut être supprimée : elle s'applique à une utilisation en cours."
	msgSubscribed = "Cette condition tarifaire ne peut être supprimée : %s."
	msgKindFixed  = "Le type de cette condition tarifaire ne peut être modifié : %s."
)

// List returns the operator's tariffs by admin label, with periods, beneficiaries and sites.
func (s *Service) List(ctx context.Context, operatorID int64) ([]Tariff, error) {
	return s.store.TariffsOf(ctx, operatorID)
}

// Outline returns one tariff with its periods.
func (s *Service) Outline(ctx context.Context, id int64) (Tariff, error) {
	return s.store.TariffOutline(ctx, id)
}

// ByID returns one tariff with periods, beneficiaries and sites.
func (s *Service) ByID(ctx context.Context, id int64) (Tariff, error) {
	return s.store.TariffByID(ctx, id)
}

// Create stores a new tariff of typed.OperatorID with its periods and beneficiaries, and returns its
// id. It applies to the lockers of the coverage; nil: to none yet.
func (s *Service) Create(ctx context.Context, actor access.Actor, typed Tariff, coverage *Coverage) (int64, error) {
	valid, err := typed.Validate()
	if err != nil {
		return 0, err
	}
	if err := valid.validateLists(); err != nil {
		return 0, err
	}
	var id int64
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		if err := checkTypes("typesSuivis", valid.Follows); err != nil {
			return err
		}
		if id, err = s.create(ctx, actor, audit.TariffCreated, valid); err != nil || coverage == nil {
			return err
		}
		valid.ID = id
		return s.cover(ctx, actor, valid, *coverage)
	})
	return id, err
}

// Copy creates « Copie de … » (« Copie d'Été ») with the same periods, beneficiaries and lockers, and returns its id.
func (s *Service) Copy(ctx context.Context, actor access.Actor, id int64) (int64, error) {
	var copied int64
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		t, err := s.store.TariffByID(ctx, id)
		if err != nil {
			return err
		}
		t.AdminLabel = shortened("Copie " + text.Of(t.AdminLabel))
		copied, err = s.create(ctx, actor, audit.TariffCopied, t)
		return err
	})
	return copied, err
}

func (s *Service) create(ctx context.Context, actor access.Actor, action audit.Action, t Tariff) (int64, error) {
	id, err := s.store.CreateTariff(ctx, t, s.clock.Now())
	if err != nil {
		return 0, err
	}
	t.ID = id
	return id, s.record(ctx, action, actor, t, map[string]any{"libelle": t.AdminLabel})
}

// Change replaces the typed data of a tariff. Stays in progress and past stays keep their version.
// fault.Conflict: the kind cannot change while a subscription is running. audit.Overwrite: the typed data was
// changed after typed.Revision.
func (s *Service) Change(ctx context.Context, actor access.Actor, typed Tariff) (Tariff, error) {
	if typed.Unit == "" {
		return Tariff{}, fault.Invalid("typeTarif", MsgAllFields)
	}
	valid, err := typed.Validate()
	if err != nil {
		return Tariff{}, err
	}
	var changed Tariff
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.TariffByID(ctx, typed.ID)
		if err != nil {
			return err
		}
		if err := audit.Unchanged(ctx, s.store, object(typed.ID), typed.Revision, audit.By(audit.TariffChanged)); err != nil {
			return err
		}
		valid.OperatorID, valid.Version = before.OperatorID, before.Version
		differences := audit.Differences(before.facts(), valid.facts())
		if len(differences) == 0 {
			changed = before
			return nil
		}
		if valid.Subscription != before.Subscription {
			inUse, err := s.store.TariffInUse(ctx, typed.ID, s.clock.Now())
			if err != nil {
				return err
			}
			if inUse.Subscriptions > 0 {
				return fault.Conflict(fmt.Sprintf(msgKindFixed, text.RunningSubscriptions(inUse.Subscriptions)))
			}
		}
		last, err := s.store.AddTariffVersion(ctx, valid, s.clock.Now())
		if err != nil {
			return err
		}
		if !last { // a transaction on either engine sees no version between its read and its write
			return &audit.Overwrite{Revision: before.Revision}
		}
		valid.Version++
		told, err := s.tell(ctx, before, valid, s.clock.Now())
		if err != nil {
			return err
		}
		if told > 0 {
			differences["abonnesPrevenus"] = told
		}
		if err := s.record(ctx, audit.TariffChanged, actor, before, differences); err != nil {
			return err
		}
		changed, err = s.store.TariffByID(ctx, typed.ID)
		return err
	})
	return changed, err
}

// Archive deletes a tariff from all lists and keeps its history (docs/rules.md#deletion).
// fault.Conflict: a stay in progress or a running subscription uses it.
func (s *Service) Archive(ctx context.Context, actor access.Actor, id int64) error {
	now := s.clock.Now()
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		t, err := s.store.TariffByID(ctx, id)
		if err != nil {
			return err
		}
		inUse, err := s.store.TariffInUse(ctx, id, now)
		switch {
		case err != nil:
			return err
		case inUse.OpenStays > 0:
			return fault.Conflict(msgUnderWay)
		case inUse.Subscriptions > 0:
			return fault.Conflict(fmt.Sprintf(msgSubscribed, text.RunningSubscriptions(inUse.Subscriptions)))
		}
		archived, err := s.store.ArchiveTariff(ctx, id, now)
		if err != nil {
			return err
		}
		if !archived {
			return fault.NotFound()
		}
		return s.record(ctx, audit.TariffArchived, actor, t, map[string]any{"libelle": t.AdminLabel})
	})
}

// facts returns the fields that the audit log compares, by their names on the wire.
func (t Tariff) facts() map[string]any {
	return map[string]any{
		"libelleAdmin": t.AdminLabel, "libelleUtilisateur": t.PublicLabel, "abonnement": t.Subscription,
		"typeTarif": string(t.Unit), "montant": t.Amount, "montantPromo": value(t.PromoAmount),
		"montantPlafond": value(t.Ceiling), "nombreMinutesPlafond": value(t.CeilingWindow),
		"nombreMinutesGratuites": value(t.FreeMinutes), "franchise": t.FreeDeducted,
		"nombreMinutesAvantDepassement": value(t.OverrunAfter), "montantDepassement": value(t.OverrunAmount),
		"uniteDureeDepassement":        string(t.OverrunUnit),
		"nombreMinutesAvantEnlevement": value(t.RemovalAfter), "montantEnlevement": value(t.RemovalAmount),
		"rappelMinutes":        value(t.Reminder),
		"nombreMaxOccupations": maxStays(t), "placeAttribuee": t.OwnPlace,
	}
}

// maxStays returns how many stays at once a subscription pays for; nil: the tariff is none.
func maxStays(t Tariff) any {
	if !t.Subscription {
		return nil
	}
	return t.MaxStays
}

// value returns an optional number, or nil when there is none.
func value[N money.Cents | int64](optional *N) any {
	if optional == nil {
		return nil
	}
	return *optional
}

func (s *Service) record(
	ctx context.Context, action audit.Action, actor access.Actor, t Tariff, changes map[string]any,
) error {
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: t.OperatorID,
		Action: action, Object: object(t.ID), Changes: changes,
	})
}

func object(id int64) audit.Object { return audit.Object{Kind: audit.KindTariff, ID: id} }
