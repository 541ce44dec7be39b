package money

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
)

const attemptColumns = `payment_id, uuid, kind, attempt, amount, outcome, card_reference, card_brand, card_pan,
	card_expires, means, comment, actor_id, key_id, at, answered_at, ask_at, asked, provider_ref, refund_of,
	group_uuid, group_amount, group_ask_at`

func attemptValues(p payment.Attempt) []any {
	var reference, brand, pan, expires *string
	if p.Card != nil {
		reference, brand, pan, expires = &p.Card.Reference, &p.Card.Brand, &p.Card.PAN, &p.Card.Expires
	}
	var group *string
	var sum *money.Cents
	ask, askGroup := db.MillisOrNull(p.AskAt), (*int64)(nil)
	if p.Group != nil {
		group, sum, ask, askGroup = &p.Group.UUID, &p.Group.Amount, nil, ask
	}
	return []any{
		p.PaymentID, p.UUID, p.Kind, p.Number, p.Amount, p.Outcome, reference, brand, pan, expires,
		p.Means, p.Comment, db.OrNull(p.ActorID), db.OrNull(p.KeyID), db.Millis(p.At), db.MillisOrNull(p.AnsweredAt),
		ask, p.AskCount, p.ProviderRef, p.Of, group, sum, askGroup,
	}
}

// CreateAttempt implements payment.AttemptStore.
func (s *Store) CreateAttempt(ctx context.Context, p payment.Attempt) error {
	values := attemptValues(p)
	return s.db.Atomically(ctx, func(ctx context.Context) error {
		if err := s.db.Exec(ctx, "create payment attempt",
			`INSERT INTO payment_attempts (`+attemptColumns+`) VALUES (`+db.Placeholders(1, len(values))+`)`,
			values...); err != nil {
			return err
		}
		return s.rollups.RefundsDone(ctx, []payment.Attempt{p}, 1)
	})
}

func (s *Store) attempts(ctx context.Context, where string, args ...any) ([]payment.Attempt, error) {
	type row struct {
		payment.Attempt
		reference, brand, pan, expires *string
		group                          *string
		sum                            *int64
		actor, key, answered           *int64
		ask, askGroup                  *int64
		at                             int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "read payment attempts", func(r *row) []any {
		return []any{
			&r.ID, &r.PaymentID, &r.UUID, &r.Kind, &r.Number, &r.Amount, &r.Outcome, &r.reference, &r.brand, &r.pan, &r.expires,
			&r.Means, &r.Comment, &r.actor, &r.key, &r.at, &r.answered, &r.ask, &r.AskCount, &r.ProviderRef, &r.Of,
			&r.group, &r.sum, &r.askGroup,
		}
	}, `SELECT r.id, `+attemptColumns+` FROM payment_attempts r WHERE `+where, args...)
	list := make([]payment.Attempt, len(rows))
	for i, r := range rows {
		p := r.Attempt
		if r.reference != nil {
			p.Card = &payment.Card{
				Reference: *r.reference, Brand: db.TextOf(r.brand), PAN: db.TextOf(r.pan), Expires: db.TextOf(r.expires),
			}
		}
		p.ActorID, p.KeyID = db.IdOrZero(r.actor), db.IdOrZero(r.key)
		p.At, p.AnsweredAt, p.AskAt = db.Instant(r.at), db.InstantOrNil(r.answered), db.InstantOrNil(r.ask)
		if r.group != nil {
			p.Group = &payment.Group{UUID: *r.group, Amount: money.Cents(db.IdOrZero(r.sum))}
			p.AskAt = db.InstantOrNil(r.askGroup)
		}
		list[i] = p
	}
	return list, err
}

// AttemptByUUID implements payment.AttemptStore.
func (s *Store) AttemptByUUID(ctx context.Context, uuid string) (payment.Attempt, error) {
	return db.First(s.attempts(ctx, `r.uuid = $1`, uuid))
}

// AttemptsOf implements payment.AttemptStore.
func (s *Store) AttemptsOf(ctx context.Context, paymentID int64) ([]payment.Attempt, error) {
	return s.attempts(ctx, `r.payment_id = $1 ORDER BY r.id`, paymentID)
}

// AttemptByID implements payment.AttemptStore.
func (s *Store) AttemptByID(ctx context.Context, id int64) (payment.Attempt, error) {
	return db.First(s.attempts(ctx, `r.id = $1`, id))
}

// AttemptsOfOrder implements payment.AttemptStore.
func (s *Store) AttemptsOfOrder(ctx context.Context, uuid string) ([]payment.Attempt, error) {
	alone, err := s.attempts(ctx, `r.uuid = $1 AND r.group_uuid IS NULL`, uuid)
	if err != nil || len(alone) > 0 {
		return alone, err
	}
	return s.attempts(ctx, `r.group_uuid = $1 ORDER BY r.id`, uuid)
}

// ClaimAttempt implements payment.AttemptStore.
func (s *Store) ClaimAttempt(ctx context.Context, p payment.Attempt, until time.Time) (bool, error) {
	return s.db.CompareAndSet(ctx, "claim payment attempt",
		`UPDATE payment_attempts SET ask_at = CASE WHEN group_uuid IS NULL THEN CAST($3 AS BIGINT) END,
			group_ask_at = CASE WHEN group_uuid IS NOT NULL THEN CAST($3 AS BIGINT) END, asked = asked + 1
			WHERE id = $1 AND asked = $2 AND COALESCE(ask_at, group_ask_at) IS NOT NULL`, p.ID, p.AskCount, db.Millis(until))
}

// AnswerAttempt implements payment.AttemptStore. A refund that was made adds no line to the audit log: it has one since
// it was asked for. So the change is noted here.
func (s *Store) AnswerAttempt(ctx context.Context, was payment.Status, p payment.Attempt) (answered bool, err error) {
	err = s.db.Atomically(ctx, func(ctx context.Context) error {
		var before []payment.Attempt
		if p.Kind == payment.Refund {
			if before, err = s.attempts(ctx, `r.id = $1`, p.ID); err != nil {
				return err
			}
		}
		answered, err = s.db.CompareAndSet(ctx, "answer payment attempt",
			`UPDATE payment_attempts SET outcome = $3, provider_ref = $4, answered_at = $5, ask_at = NULL,
				group_ask_at = NULL WHERE id = $1 AND outcome = $2`,
			p.ID, was, p.Outcome, p.ProviderRef, db.MillisOrNull(p.AnsweredAt))
		if err != nil || !answered {
			return err
		}
		if p.Kind == payment.Refund {
			if err := s.rollups.RefundsDone(ctx, before, -1); err != nil {
				return err
			}
			if err := s.rollups.RefundsDone(ctx, []payment.Attempt{p}, 1); err != nil {
				return err
			}
		}
		at := p.At
		if p.AnsweredAt != nil {
			at = *p.AnsweredAt
		}
		return s.facts.OfPayment(ctx, p.PaymentID, at)
	})
	return answered, err
}

// Refunds returns every refund that was done.
func (s *Store) Refunds(ctx context.Context) ([]payment.Attempt, error) {
	list, err := s.attempts(ctx, `r.kind = 'remboursement' ORDER BY r.id`)
	return slices.DeleteFunc(list, func(p payment.Attempt) bool { _, done := p.RefundedAt(); return !done }), err
}

// KeepTicket implements payment.TicketStore.
func (s *Store) KeepTicket(ctx context.Context, t payment.Ticket) error {
	filter, err := json.Marshal(t.Filter)
	if err != nil {
		return fmt.Errorf("write filter: %w", err)
	}
	return s.db.Exec(ctx, "keep ticket", `INSERT INTO export_tickets (hash, session_id, operator_id, filter, expires_at,
		key_id) VALUES ($1, $2, $3, $4, $5, $6)`,
		t.Hash, t.SessionID, t.OperatorID, string(filter), db.Millis(t.ExpiresAt), db.OrNull(t.KeyID))
}

// TicketBy implements payment.TicketStore.
func (s *Store) TicketBy(ctx context.Context, hash string) (payment.Ticket, error) {
	t := payment.Ticket{Hash: hash}
	var filter string
	var expires int64
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT session_id, COALESCE(key_id, 0), operator_id, filter, expires_at
		FROM export_tickets WHERE hash = $1`, hash).
		Scan(&t.SessionID, &t.KeyID, &t.OperatorID, &filter, &expires)
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
		return fault.NotFound()
	}
	return err
}
