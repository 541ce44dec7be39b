package people

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/people/outbox"
)

// QueueMail implements account.MailStore.
func (s *Store) QueueMail(ctx context.Context, kind outbox.Kind, accountID int64, at time.Time) error {
	return s.db.Exec(ctx, "queue mail", `INSERT INTO mails (kind, account_id, created_at, due_at) VALUES ($1, $2, $3, $3)`,
		kind, accountID, db.Millis(at))
}

// QueueMailAt implements account.MailStore.
func (s *Store) QueueMailAt(
	ctx context.Context, kind outbox.Kind, accountID int64, recipient string, at time.Time,
) error {
	return s.db.Exec(ctx, "queue mail", `INSERT INTO mails (kind, account_id, recipient, created_at, due_at)
		VALUES ($1, $2, $3, $4, $4)`,
		kind, accountID, recipient, db.Millis(at))
}

// QueueMailOf implements document.MailStore.
func (s *Store) QueueMailOf(ctx context.Context, kind outbox.Kind, accountID, paymentID int64, at time.Time) error {
	return s.db.Exec(ctx, "queue mail", `INSERT INTO mails (kind, account_id, payment_id, created_at, due_at)
		VALUES ($1, $2, $3, $4, $4)`,
		kind, accountID, paymentID, db.Millis(at))
}

// QueueCustomerMail queues a mail to an account about a payment, a subscription or a stay.
func (s *Store) QueueCustomerMail(ctx context.Context, m outbox.Mail) error {
	return s.db.Exec(ctx, "queue letter", `INSERT INTO mails (kind, account_id, payment_id, subscription_id, stay_id, attempt,
		amount, created_at, due_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
		m.Kind, m.AccountID, db.OrNull(m.PaymentID), db.OrNull(m.SubscriptionID), db.OrNull(m.StayID),
		db.TextOrNull(m.Attempt), m.Amount, db.Millis(m.CreatedAt))
}

// QueueCodeMail implements opening.MailStore. It is due since ever, so that no mail that waits comes before it.
func (s *Store) QueueCodeMail(ctx context.Context, accountID, stayID int64, at time.Time) error {
	return s.db.Exec(ctx, "queue mail", `INSERT INTO mails (kind, account_id, stay_id, created_at, due_at)
		VALUES ($1, $2, $3, $4, 0)`, outbox.DoorCode, accountID, stayID, db.Millis(at))
}

// QueueMailOfWait implements waiting.Store.
func (s *Store) QueueMailOfWait(ctx context.Context, kind outbox.Kind, accountID, waitID int64, at time.Time) error {
	return s.db.Exec(ctx, "queue mail", `INSERT INTO mails (kind, account_id, wait_id, created_at, due_at)
		VALUES ($1, $2, $3, $4, $4)`, kind, accountID, waitID, db.Millis(at))
}

// QueueMailOfLeftBike implements leftbike.Store.
func (s *Store) QueueMailOfLeftBike(
	ctx context.Context, kind outbox.Kind, accountID, fileID int64, at time.Time,
) error {
	return s.db.Exec(ctx, "queue mail", `INSERT INTO mails (kind, account_id, left_bike_id, created_at, due_at)
		VALUES ($1, $2, $3, $4, $4)`, kind, accountID, fileID, db.Millis(at))
}

// QueueMailTo implements account.MailStore.
func (s *Store) QueueMailTo(ctx context.Context, kind outbox.Kind, email string, at time.Time) error {
	return s.db.Exec(ctx, "queue mail", `
		INSERT INTO mails (kind, account_id, created_at, due_at) VALUES ($1, (SELECT id FROM accounts
		WHERE email_key = $2), $3, $3)`,
		kind, account.FoldEmail(email), db.Millis(at))
}

// CancelMails implements account.MailStore.
func (s *Store) CancelMails(ctx context.Context, kind outbox.Kind, accountID int64) error {
	return s.End(ctx, `account_id = $1 AND kind = $2 AND sent_at IS NULL`, accountID, kind)
}

// endMails detaches mails from their account and makes them due at once, so that the sender drops
// them and deletes their file from the outbox folder. A mail that is being sent right now is left
// to its sender until its lease ends.
func (s *Store) End(ctx context.Context, which string, args ...any) error {
	return s.db.Atomically(ctx, func(ctx context.Context) error {
		ids, err := db.Collect(ctx, s.db.Reader(ctx), "list mails to end", func(id *int64) []any { return []any{id} },
			`SELECT id FROM mails WHERE `+which, args...)
		if err != nil || len(ids) == 0 {
			return err
		}
		among := []any{}
		ended := s.db.AmongIDs(&among, "item_id", ids)
		if err := s.db.Exec(ctx, "forget tries of mails", `DELETE FROM work_items WHERE kind = 'courriel' AND holder = ''
			AND `+ended, among...); err != nil {
			return err
		}
		among = []any{}
		ended = s.db.AmongIDs(&among, "id", ids)
		return s.db.Exec(ctx, "end mails", `UPDATE mails SET account_id = NULL, recipient = NULL, sent_at = NULL,
			due_at = COALESCE(sent_at, due_at) WHERE `+ended, among...)
	})
}

// MailByID implements outbox.Queue.
func (s *Store) MailByID(ctx context.Context, id int64) (outbox.Mail, error) {
	var mail outbox.Mail
	var created int64
	err := s.db.Reader(ctx).QueryRowContext(ctx,
		`SELECT id, kind, COALESCE(account_id, 0), COALESCE(station_id, 0), COALESCE(payment_id, 0), COALESCE(webhook_id, 0),
			COALESCE(subscription_id, 0), COALESCE(stay_id, 0), COALESCE(attempt, ''), COALESCE(amount, 0),
			COALESCE(notice_id, 0), COALESCE(wait_id, 0), COALESCE(left_bike_id, 0), COALESCE(recipient, ''), created_at,
			counted_at IS NOT NULL
		FROM mails WHERE id = $1`, id,
	).Scan(&mail.ID, &mail.Kind, &mail.AccountID, &mail.StationID, &mail.PaymentID, &mail.WebhookID, &mail.SubscriptionID,
		&mail.StayID, &mail.Attempt, &mail.Amount, &mail.NoticeID, &mail.WaitID, &mail.LeftBikeID, &mail.Recipient,
		&created, &mail.Counted)
	if err != nil {
		return outbox.Mail{}, db.Found(err)
	}
	mail.CreatedAt = db.Instant(created)
	return mail, nil
}

// DropMail implements outbox.Queue.
func (s *Store) DropMail(ctx context.Context, id int64) error {
	return s.db.Exec(ctx, "drop mail", `DELETE FROM mails WHERE id = $1`, id)
}

// PutOffMail implements outbox.Queue.
func (s *Store) PutOffMail(ctx context.Context, id int64, until time.Time) error {
	return s.db.Exec(ctx, "put off mail", `UPDATE mails SET due_at = $2 WHERE id = $1 AND sent_at IS NULL
		AND account_id IS NOT NULL`, id, db.Millis(until))
}

// CountMail implements outbox.Queue.
func (s *Store) CountMail(ctx context.Context, id int64, at time.Time) error {
	return s.db.Exec(ctx, "count mail", `UPDATE mails SET counted_at = $2 WHERE id = $1`, id, db.Millis(at))
}

// KeepMail implements outbox.Queue.
func (s *Store) KeepMail(ctx context.Context, id int64, at time.Time) (bool, error) {
	return s.db.CompareAndSet(ctx, "keep mail", `UPDATE mails SET sent_at = $2 WHERE id = $1
		AND account_id IS NOT NULL`, id, db.Millis(at))
}
