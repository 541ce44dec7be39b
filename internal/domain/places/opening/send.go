package opening

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

const (
	msgEnded   = "Cette utilisation est déjà terminée."
	msgNoEmail = "Cette personne n'a pas d'adresse e-mail."
	msgNoCode  = "Aucun code n'est valable pour cette porte\u00a0: générez-en un."
)

// MailStore stores the mails to be sent.
type MailStore interface {
	// QueueCodeMail queues the mail that brings the code of a stay's locker, before all others.
	QueueCodeMail(ctx context.Context, accountID, stayID int64, at time.Time) error
}

// Send queues a mail to the customer of a stay in progress with the valid code of its locker. fault.Conflict: the stay
// has ended, its customer has no e-mail, or no code is valid. fault.TooMany: that address has had enough mails.
func (s *Service) Send(ctx context.Context, actor access.Actor, stayID int64) error {
	now := s.clock.Now()
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		open, err := s.store.StayByID(ctx, stayID)
		switch {
		case err != nil:
			return err
		case !open.Open():
			return fault.Conflict(msgEnded)
		case open.Account.Email == "":
			return fault.Conflict(msgNoEmail)
		}
		code, err := s.store.LiveCode(ctx, open.LockerID, now)
		if fault.Is(err, fault.KindNotFound) {
			return fault.Conflict(msgNoCode)
		}
		if err != nil {
			return err
		}
		if err := outbox.Allow(ctx, s.store, open.Account.Email, now); err != nil {
			return err
		}
		queuedAt := now
		if code.givenAt().After(now) { // by a node whose clock is ahead
			queuedAt = code.givenAt()
		}
		if err := s.store.QueueCodeMail(ctx, open.AccountID, stayID, queuedAt); err != nil {
			return err
		}
		return s.record(ctx, audit.CodeSent, actor.AccountID,
			stay.Locker{ID: open.LockerID, StationID: open.Station.ID, OperatorID: open.OperatorID})
	})
}

// ToSend returns the code that a mail brings, with its stay. A code that was given after the mail was queued is
// another one. fault.NotFound: the code was used or has expired, or the stay has ended.
func (s *Service) ToSend(ctx context.Context, stayID int64, queuedAt time.Time) (Code, stay.Details, error) {
	open, err := s.store.StayByID(ctx, stayID)
	if err != nil {
		return Code{}, stay.Details{}, err
	}
	code, err := s.store.LiveCode(ctx, open.LockerID, s.clock.Now())
	if err == nil && (!open.Open() || code.givenAt().After(queuedAt)) {
		err = fault.NotFound()
	}
	return code, open, err
}

func (c Code) givenAt() time.Time { return c.ExpiresAt.Add(-CodeLife) }
