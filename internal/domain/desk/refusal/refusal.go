// Package refusal keeps, for a few days, what the field API refused at a door (docs/rules.md#diagnosis): staff on the
// telephone with the person in front of it can then say why. It keeps ids and a kind, and nothing that was typed.
package refusal

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/transaction"
)

// Kind is why a call of the field was refused, as a key on the wire.
type Kind string

// The kinds. Those of codes say how the codes of the locker stood when digits were refused.
const (
	LockerOff       Kind = "casier_inactif"
	StationOff      Kind = "station_inactive"
	Banned          Kind = "banni"
	UnknownCustomer Kind = "inconnu"  // the operator knows nobody by that number
	Assigned        Kind = "attribue" // the locker is the place of somebody else
	Occupied        Kind = "occupe"
	Full            Kind = "complet"
	Overlap         Kind = "chevauchement" // a start in the past, within a stay that has ended
	NoTariff        Kind = "sans_tarif"
	UsedUp          Kind = "abonnement_utilise" // the same, but for the stays at once that a subscription pays for
	WrongInstant    Kind = "horloge"            // the start or end lies in the future, too far in the past, or before the start
	Removed         Kind = "enlevement"         // an end past the removal limit
	Ended           Kind = "deja_terminee"
	WrongCode       Kind = "code_faux" // another code was valid
	NoCode          Kind = "code_absent"
	ExpiredCode     Kind = "code_expire" // the last code had expired unused
	UsedCode        Kind = "code_utilise"
	TooManyCodes    Kind = "trop_de_codes"
)

// A door is looked at once it refused so often within this time: for what is not the customer's doing it counts as
// stuck (docs/rules.md#availability), for that and wrong codes it has an intervention (docs/rules.md#interventions).
const (
	StuckAfter  = 3
	StuckWithin = time.Hour
)

// OfDoor reports whether the door would refuse anybody for it: nobody has to pay or do anything first. What is out of
// service is known without a refusal.
func (k Kind) OfDoor() bool { return slices.Contains(doorKinds, k) }

var doorKinds = []Kind{NoTariff, WrongInstant}

// DoorKinds lists these kinds.
func DoorKinds() []Kind { return slices.Clone(doorKinds) }

// Life is how long a refusal is kept.
const Life = 7 * 24 * time.Hour

// most is how many refusals are kept of one locker within a minute: enough to tell what happened, and no means of
// filling the database.
const most = 10

// noteTimeout is how long the refused caller waits at most for the refusal to be stored.
const noteTimeout = 2 * time.Second

// Refusal is one call that was refused at a door.
type Refusal struct {
	At         time.Time
	OperatorID int64
	LockerID   int64
	AccountID  int64 // 0: nobody whom the operator knows
	Kind       Kind
}

// Store stores refusals.
type Store interface {
	// KeepRefusal stores a refusal at a locker of its operator, unless that many of the locker are stored since the
	// instant. At a locker of another operator it stores nothing.
	KeepRefusal(ctx context.Context, r Refusal, most int, since time.Time) error
}

// kinded is an error with the kind of refusal that it is.
type kinded struct {
	error
	kind Kind
}

func (k kinded) Unwrap() error { return k.error }

// As returns the refusal err with its kind, for [Recorder.Note].
func As(kind Kind, err error) error { return kinded{err, kind} }

// Recorder stores the refusals of the services that the field calls.
type Recorder struct {
	store Store
	clock clock.Clock
	log   *slog.Logger // of refusals that could not be stored
}

// NewRecorder returns a Recorder on the store; log may be nil.
func NewRecorder(store Store, clock clock.Clock, log *slog.Logger) *Recorder {
	return &Recorder{store: store, clock: clock, log: cmp.Or(log, slog.New(slog.DiscardHandler))}
}

// Note stores why err refused a call at the locker, if err has a kind. It stores it apart from every transaction: that
// of the call is rolled back, and around it may be one that keeps the answer of an idempotent call, which must not be
// lost to another refusal at the same locker. A refusal that cannot be stored is logged: the caller is refused all the
// same.
func (r *Recorder) Note(ctx context.Context, operatorID, lockerID, accountID int64, err error) {
	refused, ok := errors.AsType[kinded](err)
	if !ok {
		return
	}
	now := r.clock.Now()
	one := Refusal{At: now, OperatorID: operatorID, LockerID: lockerID, AccountID: accountID, Kind: refused.kind}
	transaction.AfterCommit(ctx, func() {
		ctx, cancel := context.WithTimeout(context.Background(), noteTimeout)
		defer cancel()
		if err := r.store.KeepRefusal(ctx, one, most, now.Add(-time.Minute)); err != nil {
			r.log.WarnContext(ctx, "a refusal could not be kept", "locker", lockerID, "kind", refused.kind, "error", err)
		}
	})
}
