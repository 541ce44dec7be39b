package payment

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"time"

	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// Ticket lets its bearer download one export, once, within a minute.
type Ticket struct {
	Hash       string
	SessionID  string // the ticket is valid while this session is; empty: that of a key
	KeyID      int64  // the ticket is valid while this key is; 0: that of a session
	OperatorID int64  // 0: the platform
	Filter     Filter
	ExpiresAt  time.Time
}

// TicketLife is how long a ticket is good.
const TicketLife = time.Minute

// live reports whether the ticket is neither too old nor given out by a clock that was ahead.
func (t Ticket) live(now time.Time) bool {
	return !now.After(t.ExpiresAt) && !t.ExpiresAt.After(now.Add(TicketLife+clock.Skew))
}

// Row is a line of the export: a payment with the data that accounting needs.
type Row struct {
	Payment              // only the fields that the file shows are set
	Stay      *stay.Stay // set for a stay in progress, whose price is that of now
	LastName  string
	FirstName string
	Email     string
	Station   string
	Locker    string
	Type      station.LockerType
	Tariff    string // of a subscription, or of a stay when the export holds stays only
	Means     Means
	Comment   string
}

// OpenExport creates a ticket for the payments of the filter, valid for that operator or for the
// platform (0).
func (s *Service) OpenExport(ctx context.Context, actor access.Actor, operatorID int64, filter Filter) (string, error) {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails
	ticket := base64.RawURLEncoding.EncodeToString(raw)
	return ticket, s.store.KeepTicket(ctx, Ticket{
		Hash: ticketHash(ticket), SessionID: actor.SessionID, KeyID: actor.KeyID(), OperatorID: operatorID, Filter: filter,
		ExpiresAt: s.clock.Now().Add(TicketLife),
	})
}

// ExportTicket returns the ticket with that secret. fault.NotFound: it is unknown, used, expired, for
// another operator, or for the other of the two exports, payments and stays.
func (s *Service) ExportTicket(ctx context.Context, ticket string, operatorID int64, stays bool) (Ticket, error) {
	kept, err := s.store.TicketBy(ctx, ticketHash(ticket))
	if err == nil && (kept.OperatorID != operatorID || kept.Filter.StaysOnly != stays || !kept.live(s.clock.Now())) {
		return Ticket{}, fault.NotFound()
	}
	return kept, err
}

// SpendTicket deletes a ticket. The caller checks the right to the export first, so that a refused
// download does not use the ticket up. fault.NotFound: another request was first.
func (s *Service) SpendTicket(ctx context.Context, t Ticket) error {
	return s.store.SpendTicket(ctx, t.Hash)
}

// Export passes the payments of the filter to batch, newest first.
func (s *Service) Export(ctx context.Context, filter Filter, batch func([]Row) error) error {
	filter.Now = s.clock.Now()
	return s.store.ExportPayments(ctx, filter, batch)
}

func ticketHash(ticket string) string {
	sum := sha256.Sum256([]byte(ticket))
	return hex.EncodeToString(sum[:])
}
