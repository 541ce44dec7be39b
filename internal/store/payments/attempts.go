package payments

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/payment"
	"consigne/internal/kernel/fault"
)

const presentationColumns = `uuid, payment_id, kind, attempt, amount, outcome, card_reference, card_brand, card_pan, card_expires,
	means, comment, actor_id, at, answered_at, ask_at, asked, provider_ref, refund_of`

func presentationValues(p payment.Presentation) []any {
	var reference, brand, pan, expires *string
	if p.Card != nil {
		reference, brand, pan, expires = &p.Card.Reference, &p.Card.Brand, &p.Card.PAN, &p.Card.Expires
	}
	return []any{
		p.UUID, p.PaymentID, p.Kind, p.Attempt, p.Amount, p.Outcome, reference, brand, pan, expires,
		p.Means, p.Comment, db.OrNull(p.ActorID), db.Millis(p.At), db.MillisOrNull(p.AnsweredAt), db.MillisOrNull(p.AskAt), p.Asked, p.ProviderRef, p.Of,
	}
}

// CreatePresentation implements payment.AttemptStore.
func (s *Store) CreatePresentation(ctx context.Context, p payment.Presentation) error {
	values := presentationValues(p)
	return s.db.Exec(ctx, "create presentation",
		`INSERT INTO presentations (`+presentationColumns+`) VALUES (`+db.Placeholders(1, len(values))+`)`, values...)
}

func (s *Store) presentations(ctx context.Context, where string, args ...any) ([]payment.Presentation, error) {
	type row struct {
		payment.Presentation
		reference, brand, pan, expires *string
		actor, answered, ask           *int64
		at                             int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read presentations", func(r *row) []any {
		return []any{
			&r.ID, &r.UUID, &r.PaymentID, &r.Kind, &r.Attempt, &r.Amount, &r.Outcome, &r.reference, &r.brand, &r.pan, &r.expires,
			&r.Means, &r.Comment, &r.actor, &r.at, &r.answered, &r.ask, &r.Asked, &r.ProviderRef, &r.Of,
		}
	}, `SELECT r.id, `+presentationColumns+` FROM presentations r WHERE `+where, args...)
	list := make([]payment.Presentation, len(rows))
	for i, r := range rows {
		p := r.Presentation
		if r.reference != nil {
			p.Card = &payment.Card{Reference: *r.reference, Brand: *r.brand, PAN: *r.pan, Expires: *r.expires}
		}
		p.ActorID, p.At, p.AnsweredAt, p.AskAt = db.IdOrZero(r.actor), db.Instant(r.at), db.InstantOrNil(r.answered), db.InstantOrNil(r.ask)
		list[i] = p
	}
	return list, err
}

// PresentationByUUID implements payment.AttemptStore.
func (s *Store) PresentationByUUID(ctx context.Context, uuid string) (payment.Presentation, error) {
	return db.First(s.presentations(ctx, `r.uuid = $1`, uuid))
}

// PresentationsOf implements payment.AttemptStore.
func (s *Store) PresentationsOf(ctx context.Context, paymentID int64) ([]payment.Presentation, error) {
	return s.presentations(ctx, `r.payment_id = $1 ORDER BY r.id`, paymentID)
}

// PresentationByID implements payment.AttemptStore.
func (s *Store) PresentationByID(ctx context.Context, id int64) (payment.Presentation, error) {
	return db.First(s.presentations(ctx, `r.id = $1`, id))
}

// ClaimPresentation implements payment.AttemptStore.
func (s *Store) ClaimPresentation(ctx context.Context, p payment.Presentation, until time.Time) (bool, error) {
	return s.db.CompareAndSet(ctx, "claim presentation",
		`UPDATE presentations SET ask_at = $3, asked = asked + 1 WHERE id = $1 AND asked = $2 AND ask_at IS NOT NULL`, p.ID, p.Asked, db.Millis(until))
}

// AnswerPresentation implements payment.AttemptStore.
func (s *Store) AnswerPresentation(ctx context.Context, was payment.Status, p payment.Presentation) (bool, error) {
	return s.db.CompareAndSet(ctx, "answer presentation",
		`UPDATE presentations SET outcome = $3, provider_ref = $4, answered_at = $5, ask_at = NULL WHERE id = $1 AND outcome = $2`,
		p.ID, was, p.Outcome, p.ProviderRef, db.MillisOrNull(p.AnsweredAt))
}

// KeepTicket implements payment.TicketStore.
func (s *Store) KeepTicket(ctx context.Context, t payment.Ticket) error {
	filter, err := json.Marshal(t.Filter)
	if err != nil {
		return fmt.Errorf("write filter: %w", err)
	}
	return s.db.Exec(ctx, "keep ticket", `INSERT INTO export_tickets (hash, session_id, operator_id, filter, expires_at) VALUES ($1, $2, $3, $4, $5)`,
		t.Hash, t.SessionID, t.OperatorID, string(filter), db.Millis(t.ExpiresAt))
}

// TicketBy implements payment.TicketStore.
func (s *Store) TicketBy(ctx context.Context, hash string) (payment.Ticket, error) {
	t := payment.Ticket{Hash: hash}
	var filter string
	var expires int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT session_id, operator_id, filter, expires_at FROM export_tickets WHERE hash = $1`, hash).
		Scan(&t.SessionID, &t.OperatorID, &filter, &expires)
	if err != nil {
		return payment.Ticket{}, db.Found(err)
	}
	t.ExpiresAt = db.Instant(expires)
	if err := json.Unmarshal([]byte(filter), &t.Filter); err != nil {
		return payment.Ticket{}, fmt.Errorf("read filter: %w", err)
	}
	return t, nil
}

// SpendTicket implements payment.TicketStore.
func (s *Store) SpendTicket(ctx context.Context, hash string) error {
	spent, err := s.db.CompareAndSet(ctx, "spend ticket", `DELETE FROM export_tickets WHERE hash = $1`, hash)
	if err == nil && !spent {
		return fault.Missing()
	}
	return err
}
