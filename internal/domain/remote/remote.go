// Package remote creates and checks openings (docs/rules.md#openings): codes of six digits that staff
// give to a person in front of a locker, each of which opens the door once.
package remote

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"math/big"
	"time"

	"consigne/internal/domain/journal"
	"consigne/internal/domain/occupation"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
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

// Stores is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Stores struct {
	transaction.Runner
	journal.Recorder
	CommandStore
	CodeStore
	StayStore
	AttemptStore
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
	UseCode(ctx context.Context, lockerID int64, digits string) (bool, error)
}

// StayStore reads the stays of lockers.
type StayStore interface {
	LockerForStay(ctx context.Context, id int64) (occupation.Locker, error)
	OpenUses(ctx context.Context, lockerID int64) ([]occupation.Use, error)
}

// AttemptStore counts attempts.
type AttemptStore interface {
	CountAttempt(ctx context.Context, bucket string, now time.Time, window time.Duration) (int, time.Time, error)
	ForgiveAttempt(ctx context.Context, bucket string) error
}

// Service implements the package's operations for all callers.
type Service struct {
	store Stores
	clock clock.Clock
	wake  func() // nil: this node sends no commands
}

// NewService returns a Service on the stores.
func NewService(stores Stores, clock clock.Clock) *Service {
	return &Service{store: stores, clock: clock}
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
		if fault.Is(err, fault.NotFound) {
			code = Code{LockerID: lockerID, Digits: newDigits(), ExpiresAt: now.Add(CodeLife)}
			err = s.store.SaveCode(ctx, code)
		}
		if err != nil {
			return err
		}
		if s.wake != nil {
			transaction.AfterCommit(ctx, s.wake)
		}
		return s.record(ctx, journal.CodeGiven, actor.AccountID, locker)
	})
	return code, err
}

// Open checks the digits typed at a locker of the operator. It returns the stay in progress there if
// there is exactly one. fault.Forbidden: the code is wrong or expired. fault.TooMany: five wrong codes
// were already typed within a minute with that key at that locker.
func (s *Service) Open(ctx context.Context, operatorID, keyID, lockerID int64, digits string) (*occupation.Use, error) {
	now := s.clock.Now()
	var open *occupation.Use
	var wrong bool
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		open, wrong = nil, false
		locker, err := s.store.LockerForStay(ctx, lockerID)
		if err != nil {
			return err
		}
		if locker.OperatorID != operatorID {
			return fault.Missing()
		}
		bucket := fmt.Sprintf("code:%d:%d", keyID, lockerID)
		tries, since, err := s.store.CountAttempt(ctx, bucket, now, triesWindow)
		if err != nil {
			return err
		}
		if err := tooMany(tries, since, now); err != nil {
			return err
		}
		code, err := s.store.LiveCode(ctx, lockerID, now)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return err
		}
		if err != nil || !code.matches(digits) {
			wrong = true // returning an error would roll back the count of this attempt
			return nil
		}
		if first, err := s.store.UseCode(ctx, lockerID, digits); err != nil || !first {
			wrong = err == nil
			return err
		}
		if err := s.store.ForgiveAttempt(ctx, bucket); err != nil {
			return err
		}
		uses, err := s.store.OpenUses(ctx, lockerID)
		if err != nil {
			return err
		}
		if len(uses) == 1 {
			open = &uses[0]
		}
		return s.record(ctx, journal.CodeUsed, 0, locker)
	})
	if err == nil && wrong {
		err = &fault.Error{Kind: fault.Forbidden, Detail: msgWrongCode}
	}
	return open, err
}

// tooMany returns fault.TooMany for a try that follows five others since the beginning of their window.
func tooMany(tries int, since, now time.Time) error {
	if tries <= wrongTries {
		return nil
	}
	return &fault.Error{Kind: fault.TooMany, Message: msgTooMany, Detail: msgTooMany, RetryAfter: since.Add(triesWindow).Sub(now)}
}

// matches compares in a time that does not depend on where the digits differ.
func (c Code) matches(digits string) bool {
	return subtle.ConstantTimeCompare([]byte(c.Digits), []byte(digits)) == 1
}

func (s *Service) record(ctx context.Context, action journal.Action, actorID int64, locker occupation.Locker) error {
	return s.store.Record(ctx, journal.Entry{
		At: s.clock.Now(), ActorID: actorID, OperatorID: locker.OperatorID, StationID: locker.StationID,
		Action: action, Object: journal.Object{Kind: journal.KindLocker, ID: locker.ID},
	})
}

func newDigits() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		panic(err) // the system's random source failed: a predictable code must not replace it
	}
	return fmt.Sprintf("%0*d", codeDigits, n.Int64())
}
