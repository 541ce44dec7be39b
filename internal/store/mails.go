package store

import (
	"context"
	"time"

	"consigne/internal/account"
	"consigne/internal/fault"
	"consigne/internal/outbox"
)

// QueueMail implements account.Store.
func (s *Store) QueueMail(ctx context.Context, kind outbox.Kind, accountID int64, at time.Time) error {
	return s.exec(ctx, "queue mail", `INSERT INTO mails (kind, account_id, created_at, due_at) VALUES ($1, $2, $3, $3)`,
		kind, accountID, millis(at))
}

// QueueMailAt implements account.Store.
func (s *Store) QueueMailAt(ctx context.Context, kind outbox.Kind, accountID int64, recipient string, at time.Time) error {
	return s.exec(ctx, "queue mail", `INSERT INTO mails (kind, account_id, recipient, created_at, due_at) VALUES ($1, $2, $3, $4, $4)`,
		kind, accountID, recipient, millis(at))
}

// QueueMailTo implements account.Store.
func (s *Store) QueueMailTo(ctx context.Context, kind outbox.Kind, email string, at time.Time) error {
	return s.exec(ctx, "queue mail", `
		INSERT INTO mails (kind, account_id, created_at, due_at) VALUES ($1, (SELECT id FROM accounts WHERE email_key = $2), $3, $3)`,
		kind, account.FoldEmail(email), millis(at))
}

// CancelMails implements account.Store.
func (s *Store) CancelMails(ctx context.Context, kind outbox.Kind, accountID int64) error {
	return s.exec(ctx, "cancel mails", `
		UPDATE mails SET account_id = NULL, recipient = NULL, abandoned_at = NULL, attempts = 0 WHERE account_id = $1 AND kind = $2 AND sent_at IS NULL`, accountID, kind)
}

// ClaimMail implements outbox.Queue.
func (s *Store) ClaimMail(ctx context.Context, now time.Time, lease time.Duration) (outbox.Mail, error) {
	var mail outbox.Mail
	var created int64
	// An idle queue is asked every second: it must cost a read, not the write lock.
	due, err := s.count(ctx, "look for mails",
		`SELECT COUNT(*) FROM (SELECT 1 FROM mails WHERE abandoned_at IS NULL AND sent_at IS NULL AND due_at <= $1 LIMIT 1) d`, millis(now))
	if err != nil {
		return mail, err
	}
	if due == 0 {
		return mail, fault.Missing()
	}
	err = s.writer(ctx).QueryRowContext(ctx, `
		UPDATE mails SET due_at = $2, attempts = attempts + 1
		WHERE id = (SELECT id FROM mails WHERE abandoned_at IS NULL AND sent_at IS NULL AND due_at <= $1 ORDER BY due_at, id LIMIT 1`+s.skipLocked()+`)
		  AND due_at <= $1
		RETURNING id, kind, COALESCE(account_id, 0), COALESCE(station_id, 0), COALESCE(recipient, ''), created_at, attempts`,
		millis(now), millis(now.Add(lease)),
	).Scan(&mail.ID, &mail.Kind, &mail.AccountID, &mail.StationID, &mail.Recipient, &created, &mail.Attempts)
	if err != nil {
		return outbox.Mail{}, found(err)
	}
	mail.CreatedAt = instant(created)
	return mail, nil
}

// DropMail implements outbox.Queue.
func (s *Store) DropMail(ctx context.Context, id int64) error {
	return s.exec(ctx, "drop mail", `DELETE FROM mails WHERE id = $1`, id)
}

// KeepMail implements outbox.Queue.
func (s *Store) KeepMail(ctx context.Context, id int64, at time.Time) (bool, error) {
	return s.compareAndSet(ctx, "keep mail", `UPDATE mails SET sent_at = $2 WHERE id = $1 AND account_id IS NOT NULL`, id, millis(at))
}

// PostponeMail implements outbox.Queue.
func (s *Store) PostponeMail(ctx context.Context, id int64, until time.Time) error {
	return s.exec(ctx, "postpone mail", `UPDATE mails SET due_at = $2 WHERE id = $1`, id, millis(until))
}

// AbandonMail implements outbox.Queue.
func (s *Store) AbandonMail(ctx context.Context, id int64, at time.Time) error {
	return s.exec(ctx, "abandon mail", `UPDATE mails SET abandoned_at = $2 WHERE id = $1`, id, millis(at))
}

// skipLocked lets the nodes of PostgreSQL claim different rows; SQLite has one writer.
func (s *Store) skipLocked() string {
	if s.engine == enginePostgres {
		return ` FOR UPDATE SKIP LOCKED`
	}
	return ""
}
