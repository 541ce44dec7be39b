package payment

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"time"

	"consigne/internal/domain/occupation"
	"consigne/internal/domain/station"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Ticket lets its bearer download one export, once, within a minute.
type Ticket struct {
	Hash       string
	SessionID  string // it is good for as long as the session
	OperatorID int64  // 0: the platform
	Filter     Filter
	ExpiresAt  time.Time
}

const ticketLife = time.Minute

// Row is a line of the export: a payment and what a treasurer needs beside it.
type Row struct {
	Payment                          // without what the file does not show
	Stay      *occupation.Occupation // of one in progress, whose price is that of now
	LastName  string
	FirstName string
	Email     string
	Station   string
	Locker    string
	Type      station.LockerType
	Tariff    string // of a subscription; of a stay too where they are alone
	Means     Means
	Comment   string
}

// OpenExport gives out a ticket for the payments of the filter, to be redeemed for that
// operator or (0) for the platform.
func (s *Service) OpenExport(ctx context.Context, actor access.Actor, operatorID int64, filter Filter) (string, error) {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails
	ticket := base64.RawURLEncoding.EncodeToString(raw)
	return ticket, s.store.KeepTicket(ctx, Ticket{
		Hash: ticketHash(ticket), SessionID: actor.SessionID, OperatorID: operatorID, Filter: filter,
		ExpiresAt: s.clock.Now().Add(ticketLife),
	})
}

// ExportTicket returns what the ticket is for. fault.NotFound: it is unknown, spent, too
// old, for another operator, or for the payments and not the stays.
func (s *Service) ExportTicket(ctx context.Context, ticket string, operatorID int64, stays bool) (Ticket, error) {
	kept, err := s.store.TicketBy(ctx, ticketHash(ticket))
	if err == nil && (kept.OperatorID != operatorID || kept.Filter.StaysOnly != stays || s.clock.Now().After(kept.ExpiresAt)) {
		return Ticket{}, fault.Missing()
	}
	return kept, err
}

// SpendTicket uses a ticket up, once all that it is for may be handed over.
// fault.NotFound: another request did.
func (s *Service) SpendTicket(ctx context.Context, t Ticket) error {
	return s.store.SpendTicket(ctx, t.Hash)
}

// Export hands over the payments of the filter, newest first, a batch at a time.
func (s *Service) Export(ctx context.Context, filter Filter, batch func([]Row) error) error {
	return s.store.ExportPayments(ctx, filter, batch)
}

func ticketHash(ticket string) string {
	sum := sha256.Sum256([]byte(ticket))
	return hex.EncodeToString(sum[:])
}
