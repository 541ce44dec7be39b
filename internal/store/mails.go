package store

import (
	"context"
	"time"

	"consigne/internal/domain/account"
	"consigne/internal/domain/outbox"
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
	return s.endMails(ctx, `account_id = $1 AND kind = $2 AND sent_at IS NULL`, accountID, kind)
}

// endMails detaches mails from their account and makes them due at once, so that the sender drops
// them and deletes their file from the outbox folder. A mail that is being sent right now is left
// to its sender until its lease ends.
func (s *Store) endMails(ctx context.Context, which string, args ...any) error {
	return s.Atomically(ctx, func(ctx context.Context) error {
		ids, err := collect(ctx, s.reader(ctx), "list mails to end", func(id *int64) []any { return []any{id} }, `SELECT id FROM mails WHERE `+which, args...)
		if err != nil || len(ids) == 0 {
			return err
		}
		among := []any{}
		ended := s.amongIDs(&among, "item_id", ids)
		if err := s.exec(ctx, "forget tries of mails", `DELETE FROM work_items WHERE kind = 'courriel' AND holder = '' AND `+ended, among...); err != nil {
			return err
		}
		among = []any{}
		ended = s.amongIDs(&among, "id", ids)
		return s.exec(ctx, "end mails", `UPDATE mails SET account_id = NULL, recipient = NULL, sent_at = NULL, due_at = COALESCE(sent_at, due_at) WHERE `+ended, among...)
	})
}

// MailByID implements outbox.Queue.
func (s *Store) MailByID(ctx context.Context, id int64) (outbox.Mail, error) {
	var mail outbox.Mail
	var created int64
	err := s.reader(ctx).QueryRowContext(ctx,
		`SELECT id, kind, COALESCE(account_id, 0), COALESCE(station_id, 0), COALESCE(recipient, ''), created_at FROM mails WHERE id = $1`, id,
	).Scan(&mail.ID, &mail.Kind, &mail.AccountID, &mail.StationID, &mail.Recipient, &created)
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
