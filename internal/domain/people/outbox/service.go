package outbox

import (
	"context"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// Service reads and ends the mails of the queue.
type Service struct {
	store Queue
	clock clock.Clock
}

// NewService returns a Service on the store.
func NewService(store Queue, clock clock.Clock) *Service { return &Service{store: store, clock: clock} }

// ByID finds a mail. fault.NotFound: it was sent or dropped.
func (s *Service) ByID(ctx context.Context, id int64) (Mail, error) { return s.store.MailByID(ctx, id) }

// Sent ends a mail that was sent; kept: a copy of it stays on this machine. fault.NotFound: the person
// was erased while the mail was being sent, so that the copy must be deleted and the mail dropped.
func (s *Service) Sent(ctx context.Context, id int64, kept bool) error {
	if !kept {
		return s.store.DropMail(ctx, id)
	}
	held, err := s.store.KeepMail(ctx, id, s.clock.Now())
	if err == nil && !held {
		return fault.NotFound()
	}
	return err
}

// Admit counts a mail that a job sends to an address, once. False: the address has had enough, and the mail waits until
// it may have more.
func (s *Service) Admit(ctx context.Context, m Mail, address string) (bool, error) {
	if !m.counts() {
		return true, nil
	}
	now := s.clock.Now()
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		if err := Allow(ctx, s.store, address, now); err != nil {
			return err
		}
		return s.store.CountMail(ctx, m.ID, now)
	})
	if refused := fault.Of(err); refused != nil && refused.Kind == fault.KindTooMany {
		return false, s.store.PutOffMail(ctx, m.ID, now.Add(refused.RetryAfter))
	}
	return err == nil, err
}

// PutOff makes a mail due after a while. late: it has waited for as long as it may.
func (s *Service) PutOff(ctx context.Context, m Mail, wait, most time.Duration) (late bool, err error) {
	now := s.clock.Now()
	if now.Sub(m.CreatedAt) > most {
		return true, nil
	}
	return false, s.store.PutOffMail(ctx, m.ID, now.Add(wait))
}

// Drop deletes a mail of which no copy is on this machine.
func (s *Service) Drop(ctx context.Context, id int64) error { return s.store.DropMail(ctx, id) }
