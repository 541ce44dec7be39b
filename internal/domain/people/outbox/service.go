package outbox

import (
	"context"

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

// Drop deletes a mail of which no copy is on this machine.
func (s *Service) Drop(ctx context.Context, id int64) error { return s.store.DropMail(ctx, id) }
