// Package opening creates and checks openings (docs/rules.md#openings): codes of six digits that staff
// give to a person in front of a locker, each of which opens the door once.
package opening

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"log/slog"
	"math/big"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
	"consigne/internal/kernel/transaction"
)

// CodeLife is how long a code opens its locker.
const CodeLife = 180 * time.Second

const (
	codeDigits   = 6
	wrongTries   = 5
	triesWindow  = time.Minute
	msgWrongCode = "Ce code n'est pas correct ou n'est plus valable."
	msgTooMany   = "Trop de codes incorrects. Veuillez réessayer dans une minute."
)

// Code is an opening code of one locker, valid until it expires or is used.
type Code struct {
	LockerID  int64
	Digits    string
	ExpiresAt time.Time
}

// Given is a code that was given for a locker, without its digits. It is kept for refusal.Life.
type Given struct {
	At         time.Time
	ExpiresAt  time.Time
	Sent       bool       // the station has a controller, which is to receive it
	ReceivedAt *time.Time // by the controller; nil: not yet
	UsedAt     *time.Time // nil: it was not used
}

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	webhook.Announcer
	CommandStore
	CodeStore
	StayStore
	TryStore
	MailStore
	refusal.Store
}

// CodeStore stores opening codes.
type CodeStore interface {
	// LiveCode finds the code that opens the locker at that instant. A code that expires later than CodeLife
	// and the skew of clocks allow does not open: a clock that was ahead gave it out.
	LiveCode(ctx context.Context, lockerID int64, now time.Time) (Code, error)
	// SaveCode replaces the locker's code, and queues it for the station's controller if the station
	// has a known one.
	SaveCode(ctx context.Context, code Code) error
	// UseCode deletes the code; it returns false when another call was first.
	UseCode(ctx context.Context, lockerID int64, digits string, at time.Time) (bool, error)
	// GivenUntil returns the code given for the locker that expires at that instant. fault.NotFound: none does.
	GivenUntil(ctx context.Context, lockerID int64, expires time.Time) (Given, error)
	// LastGiven returns the last code given for the locker within the last days. fault.NotFound: none was.
	LastGiven(ctx context.Context, lockerID int64) (Given, error)
}

// StayStore reads the stays of lockers.
type StayStore interface {
	StayByID(ctx context.Context, id int64) (stay.Details, error)
	LockerForStay(ctx context.Context, id int64) (stay.Locker, error)
	OpenStaysIn(ctx context.Context, lockerID int64) ([]stay.Details, error)
}

// TryStore counts attempts.
type TryStore interface {
	CountTry(ctx context.Context, bucket string, now time.Time, window time.Duration) (int, time.Time, error)
	ForgiveTry(ctx context.Context, bucket string) error
}

// Service implements the package's operations for all callers.
type Service struct {
	store Store
	clock clock.Clock
	wake  func() // nil: this node sends no commands

	refusals *refusal.Recorder // of the codes typed at doors
}

// NewService returns a Service on the store; log, of refusals that could not be stored, may be nil.
func NewService(store Store, clock clock.Clock, log *slog.Logger) *Service {
	return &Service{store: store, clock: clock, refusals: refusal.NewRecorder(store, clock, log)}
}

// Generate returns the locker's opening code: the valid one if there is one, else a new one valid for
// 180 s. The audit log records who asked, and never the code.
func (s *Service) Generate(ctx context.Context, actor access.Actor, lockerID int64) (Code, error) {
	now := s.clock.Now()
	var code Code
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		locker, err := s.store.LockerForStay(ctx, lockerID)
		if err != nil {
			return err
		}
		code, err = s.store.LiveCode(ctx, lockerID, now)
		if fault.Is(err, fault.KindNotFound) {
			code = Code{LockerID: lockerID, Digits: newDigits(), ExpiresAt: now.Add(CodeLife)}
			err = s.store.SaveCode(ctx, code)
		}
		if err != nil {
			return err
		}
		if s.wake != nil {
			transaction.AfterCommit(ctx, s.wake)
		}
		return s.record(ctx, audit.CodeGiven, actor.AccountID, locker)
	})
	return code, err
}

// Open checks the digits typed at a locker of the operator. It returns the stay in progress there if
// there is exactly one. fault.Forbidden: the code is wrong or expired. fault.TooMany: five wrong codes
// were already typed within a minute at that locker, whichever key asked. A refusal is recorded.
func (s *Service) Open(ctx context.Context, operatorID, lockerID int64, digits string) (*stay.Details, error) {
	open, err := s.open(ctx, operatorID, lockerID, digits)
	s.refusals.Note(ctx, operatorID, lockerID, 0, err)
	return open, err
}

func (s *Service) open(ctx context.Context, operatorID, lockerID int64, digits string) (*stay.Details, error) {
	now, digits := s.clock.Now(), text.Key(digits)
	var open *stay.Details
	var wrong refusal.Kind // empty: the code opens
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		open, wrong = nil, ""
		locker, err := s.store.LockerForStay(ctx, lockerID)
		if err != nil {
			return err
		}
		if locker.OperatorID != operatorID {
			return fault.NotFound()
		}
		bucket := fmt.Sprintf("code:%d", lockerID)
		tries, since, err := s.store.CountTry(ctx, bucket, now, triesWindow)
		if err != nil {
			return err
		}
		if err := tooMany(tries, since, now); err != nil {
			return err
		}
		code, err := s.store.LiveCode(ctx, lockerID, now)
		switch {
		case fault.Is(err, fault.KindNotFound):
			wrong, err = s.noneLive(ctx, lockerID) // returning an error would roll back the count of this attempt
			return err
		case err != nil:
			return err
		case !code.matches(digits):
			wrong = refusal.WrongCode
			return nil
		}
		if first, err := s.store.UseCode(ctx, lockerID, digits, now); err != nil || !first {
			wrong = refusal.UsedCode
			return err
		}
		if err := s.store.ForgiveTry(ctx, bucket); err != nil {
			return err
		}
		stays, err := s.store.OpenStaysIn(ctx, lockerID)
		if err != nil {
			return err
		}
		if len(stays) == 1 {
			open = &stays[0]
		}
		return s.record(ctx, audit.CodeUsed, 0, locker)
	})
	if err == nil && wrong != "" {
		err = refusal.As(wrong, &fault.Error{Kind: fault.KindForbidden, Detail: msgWrongCode})
	}
	return open, err
}

// noneLive returns why no code opens the locker.
func (s *Service) noneLive(ctx context.Context, lockerID int64) (refusal.Kind, error) {
	last, err := s.store.LastGiven(ctx, lockerID)
	switch {
	case fault.Is(err, fault.KindNotFound):
		return refusal.NoCode, nil
	case last.UsedAt != nil:
		return refusal.UsedCode, err
	}
	return refusal.ExpiredCode, err
}

// tooMany returns fault.TooMany for a try that follows five others since the beginning of their window.
func tooMany(tries int, since, now time.Time) error {
	if tries <= wrongTries {
		return nil
	}
	return refusal.As(refusal.TooManyCodes,
		&fault.Error{
			Kind: fault.KindTooMany, Message: msgTooMany, Detail: msgTooMany,
			RetryAfter: since.Add(triesWindow).Sub(now),
		})
}

// matches compares in a time that does not depend on where the digits differ.
func (c Code) matches(digits string) bool {
	return subtle.ConstantTimeCompare([]byte(c.Digits), []byte(digits)) == 1
}

func (s *Service) record(ctx context.Context, action audit.Action, actorID int64, locker stay.Locker) error {
	if action == audit.CodeUsed {
		data := webhook.LockerData{IDExploitant: locker.OperatorID, IDStation: locker.StationID, IDCasier: locker.ID}
		if err := s.store.Announce(ctx, webhook.OfLocker(webhook.OpeningUsed, data, s.clock.Now())); err != nil {
			return err
		}
	}
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actorID, OperatorID: locker.OperatorID, StationID: locker.StationID,
		Action: action, Object: audit.Object{Kind: audit.KindLocker, ID: locker.ID},
	})
}

func newDigits() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		panic(err) // the system's random source failed: a predictable code must not replace it
	}
	return fmt.Sprintf("%0*d", codeDigits, n.Int64())
}
