// Package tariff holds the price conditions of an operator (conditions
// tarifaires): what they cost, when, for whom and where they apply (specification
// § 3, domain.md § 2 and 3).
//
// What a tariff says of the price is kept in versions that never change. A stay
// refers to the version of its start: that is its copy, and a change of the tariff
// is a new version that no stay begun before it will see.
package tariff

import (
	"context"
	"time"

	"consigne/internal/domain/journal"
	"consigne/internal/domain/station"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/pricing"
)

// Tariff is one price condition. The lists are there where a method says so.
type Tariff struct {
	ID          int64
	OperatorID  int64
	Version     int64 // from 1
	AdminLabel  string
	PublicLabel string
	pricing.Terms

	Periods       []Period      // none: always
	Beneficiaries []Beneficiary // none: everybody
	Sites         []Site
}

// Site is a station where a tariff applies, with the lockers it applies to.
type Site struct {
	StationID  int64
	AdminLabel string
	Name       string
	Kind       station.Kind
	Lockers    []LockerRef
}

// LockerRef names a locker.
type LockerRef struct {
	ID   int64
	Name string
}

// InUse counts what keeps a tariff from being deleted.
type InUse struct {
	OpenStays     int
	Subscriptions int // running
}

// Store is what the package needs kept. What is not found is fault.NotFound.
type Store interface {
	journal.Recorder
	Atomically(ctx context.Context, act func(ctx context.Context) error) error

	// TariffsOf lists an operator's tariffs by admin label, with their lists.
	TariffsOf(ctx context.Context, operatorID int64) ([]Tariff, error)
	// TariffOutline finds a tariff that is not archived, with its periods alone.
	TariffOutline(ctx context.Context, id int64) (Tariff, error)
	// TariffByID finds a tariff that is not archived, with its lists.
	TariffByID(ctx context.Context, id int64) (Tariff, error)
	// CreateTariff keeps a tariff with its periods, beneficiaries and lockers.
	CreateTariff(ctx context.Context, t Tariff, at time.Time) (int64, error)
	// AddTariffVersion makes what the tariff says its next version; false when
	// t.Version is no longer the last.
	AddTariffVersion(ctx context.Context, t Tariff, at time.Time) (bool, error)
	TariffInUse(ctx context.Context, id int64, at time.Time) (InUse, error)
	// ArchiveTariff hides the tariff; false when it is already.
	ArchiveTariff(ctx context.Context, id int64, at time.Time) (bool, error)

	// TariffsAtStation lists the tariffs of the lockers of a station by admin label,
	// with periods and beneficiaries, and the ids of those of each locker.
	TariffsAtStation(ctx context.Context, stationID int64) ([]Tariff, map[int64][]int64, error)
	// TariffsOfLocker lists the tariffs of a locker, with periods and beneficiaries.
	TariffsOfLocker(ctx context.Context, lockerID int64) ([]Tariff, error)
	StationByID(ctx context.Context, id int64) (station.Station, error)
	// LockersOf lists the lockers of a station that are not archived.
	LockersOf(ctx context.Context, stationID int64) ([]station.Locker, error)
	// SetTariffLockers replaces the lockers of one station to which a tariff applies.
	SetTariffLockers(ctx context.Context, id, stationID int64, lockerIDs []int64) error

	CreatePeriod(ctx context.Context, p Period) (int64, error)
	UpdatePeriod(ctx context.Context, p Period) error
	DeletePeriod(ctx context.Context, id int64) error
	PeriodByID(ctx context.Context, id int64) (Period, error)

	// AddBeneficiaries leaves out those that the tariff has already.
	AddBeneficiaries(ctx context.Context, id int64, emails []string) error
	ClearBeneficiaries(ctx context.Context, id int64) error
	DeleteBeneficiary(ctx context.Context, beneficiaryID int64) error
	// BeneficiaryTariff finds the tariff of a beneficiary.
	BeneficiaryTariff(ctx context.Context, beneficiaryID int64) (int64, error)

	// LastStays lists the last stays that ended under a tariff, newest first; those
	// made free are left out.
	LastStays(ctx context.Context, id int64, most int) ([]Stay, error)
}

// Service is the way in for every caller.
type Service struct {
	store Store
	clock clock.Clock
}

// NewService returns the service on that store.
func NewService(store Store, clock clock.Clock) *Service { return &Service{store: store, clock: clock} }

// Sentences of refusals that the state of things imposes.
const (
	msgUnderWay   = "Cette condition tarifaire ne peut être supprimée : elle s'applique à une utilisation en cours."
	msgSubscribed = "Cette condition tarifaire ne peut être supprimée : un abonnement est en cours."
	msgKindFixed  = "Le type de cette condition tarifaire ne peut être modifié : un abonnement est en cours."
	msgChanged    = "Cette condition tarifaire vient d'être modifiée par une autre personne. Veuillez recharger la page."
)

// List returns the operator's tariffs by admin label, with their lists.
func (s *Service) List(ctx context.Context, operatorID int64) ([]Tariff, error) {
	return s.store.TariffsOf(ctx, operatorID)
}

// Outline returns one tariff, with its periods: what it costs, and when.
func (s *Service) Outline(ctx context.Context, id int64) (Tariff, error) {
	return s.store.TariffOutline(ctx, id)
}

// ByID returns one tariff, with its lists.
func (s *Service) ByID(ctx context.Context, id int64) (Tariff, error) {
	return s.store.TariffByID(ctx, id)
}

// Create keeps a new tariff of t.OperatorID, with its periods and beneficiaries,
// and returns its id. It applies to no locker yet.
func (s *Service) Create(ctx context.Context, actor access.Actor, typed Tariff) (int64, error) {
	valid, err := typed.Validate()
	if err != nil {
		return 0, err
	}
	if err := valid.validateLists(); err != nil {
		return 0, err
	}
	var id int64
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		id, err = s.create(ctx, actor, journal.TariffCreated, valid)
		return err
	})
	return id, err
}

// Copy makes « Copie de … » with the same periods, beneficiaries and lockers, and
// returns its id.
func (s *Service) Copy(ctx context.Context, actor access.Actor, id int64) (int64, error) {
	var copied int64
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		t, err := s.store.TariffByID(ctx, id)
		if err != nil {
			return err
		}
		t.AdminLabel = shortened("Copie de " + t.AdminLabel)
		copied, err = s.create(ctx, actor, journal.TariffCopied, t)
		return err
	})
	return copied, err
}

func (s *Service) create(ctx context.Context, actor access.Actor, action journal.Action, t Tariff) (int64, error) {
	id, err := s.store.CreateTariff(ctx, t, s.clock.Now())
	if err != nil {
		return 0, err
	}
	t.ID = id
	return id, s.record(ctx, action, actor, t, map[string]any{"libelle": t.AdminLabel})
}

// Change replaces what was typed of a tariff. What it says of stays under way or
// past does not change. fault.Conflict: a running subscription holds it to its kind.
func (s *Service) Change(ctx context.Context, actor access.Actor, typed Tariff) (Tariff, error) {
	if typed.Unit == "" {
		return Tariff{}, fault.At("typeTarif", MsgAllFields)
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
		valid.OperatorID, valid.Version = before.OperatorID, before.Version
		differences := journal.Differences(before.facts(), valid.facts())
		if len(differences) == 0 {
			changed = before
			return nil
		}
		if valid.Subscription != before.Subscription {
			use, err := s.store.TariffInUse(ctx, typed.ID, s.clock.Now())
			if err != nil {
				return err
			}
			if use.Subscriptions > 0 {
				return fault.Refused(msgKindFixed)
			}
		}
		last, err := s.store.AddTariffVersion(ctx, valid, s.clock.Now())
		if err != nil {
			return err
		}
		if !last {
			return fault.Refused(msgChanged)
		}
		if changed, err = s.store.TariffByID(ctx, typed.ID); err != nil {
			return err
		}
		return s.record(ctx, journal.TariffChanged, actor, changed, differences)
	})
	return changed, err
}

// Archive deletes a tariff for its users and keeps its history.
// fault.Conflict: a stay under way or a running subscription has it.
func (s *Service) Archive(ctx context.Context, actor access.Actor, id int64) error {
	now := s.clock.Now()
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		t, err := s.store.TariffByID(ctx, id)
		if err != nil {
			return err
		}
		use, err := s.store.TariffInUse(ctx, id, now)
		switch {
		case err != nil:
			return err
		case use.OpenStays > 0:
			return fault.Refused(msgUnderWay)
		case use.Subscriptions > 0:
			return fault.Refused(msgSubscribed)
		}
		archived, err := s.store.ArchiveTariff(ctx, id, now)
		if err != nil {
			return err
		}
		if !archived {
			return fault.Missing()
		}
		return s.record(ctx, journal.TariffArchived, actor, t, map[string]any{"libelle": t.AdminLabel})
	})
}

// facts are what the journal tells of a change, by the names on the wire.
func (t Tariff) facts() map[string]any {
	return map[string]any{
		"libelleAdmin": t.AdminLabel, "libelleUtilisateur": t.PublicLabel, "abonnement": t.Subscription,
		"typeTarif": string(t.Unit), "montant": t.Amount, "montantPromo": value(t.PromoAmount),
		"montantPlafond": value(t.Ceiling), "nombreMinutesPlafond": value(t.CeilingWindow),
		"nombreMinutesGratuites": value(t.FreeMinutes), "franchise": t.FreeDeducted,
		"nombreMinutesAvantDepassement": value(t.OverrunAfter), "montantDepassement": value(t.OverrunAmount),
		"uniteDureeDepassement":        string(t.OverrunUnit),
		"nombreMinutesAvantEnlevement": value(t.RemovalAfter), "montantEnlevement": value(t.RemovalAmount),
	}
}

// value is what an optional number says: nil when there is none.
func value[N money.Cents | int64](optional *N) any {
	if optional == nil {
		return nil
	}
	return *optional
}

func (s *Service) record(ctx context.Context, action journal.Action, actor access.Actor, t Tariff, changes map[string]any) error {
	return s.store.Record(ctx, journal.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: t.OperatorID,
		Action: action, Object: journal.Object{Kind: journal.KindTariff, ID: t.ID}, Changes: changes,
	})
}
