package desk

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/desk/hotline"
)

// CreateNote implements hotline.NoteStore.
func (s *Store) CreateNote(ctx context.Context, n hotline.Note) (int64, error) {
	return s.db.Insert(ctx, "create note", `INSERT INTO call_notes (operator_id, account_id, locker_id, written_at,
		author_id, key_id, note) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
		n.OperatorID, db.OrNull(n.AccountID), db.OrNull(n.LockerID), db.Millis(n.At), db.OrNull(n.AuthorID),
		db.OrNull(n.KeyID), n.Text)
}

// NoteByID implements hotline.NoteStore.
func (s *Store) NoteByID(ctx context.Context, id int64) (hotline.Note, error) {
	return db.First(s.notes(ctx, `n.id = $1`, id))
}

// DeleteNote implements hotline.NoteStore.
func (s *Store) DeleteNote(ctx context.Context, id int64) error {
	return s.db.Exec(ctx, "delete note", `DELETE FROM call_notes WHERE id = $1`, id)
}

// NotesOn implements hotline.NoteStore.
func (s *Store) NotesOn(
	ctx context.Context, operatorID, accountID, lockerID int64, limit int,
) ([]hotline.Note, error) {
	if accountID != 0 {
		return s.notes(ctx, `n.account_id = $1 AND n.operator_id = $2 ORDER BY n.id DESC LIMIT $3`, accountID, operatorID,
			limit)
	}
	return s.notes(ctx, `n.locker_id = $1 AND n.account_id IS NULL AND n.operator_id = $2 ORDER BY n.id DESC LIMIT $3`,
		lockerID, operatorID, limit)
}

// NotesOf implements hotline.NoteStore.
func (s *Store) NotesOf(ctx context.Context, accountID int64) ([]hotline.Note, error) {
	return s.notes(ctx, `n.account_id = $1 ORDER BY n.id`, accountID)
}

func (s *Store) notes(ctx context.Context, where string, args ...any) ([]hotline.Note, error) {
	type row struct {
		hotline.Note
		account, locker, author, key *int64
		at                           int64
		name                         *string
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list notes", func(r *row) []any {
		return []any{&r.ID, &r.OperatorID, &r.account, &r.locker, &r.at, &r.author, &r.key, &r.Text, &r.name}
	}, `SELECT n.id, n.operator_id, n.account_id, n.locker_id, n.written_at, n.author_id, n.key_id, n.note,
		CASE WHEN k.id IS NOT NULL THEN 'clé ' || k.label ELSE `+nameOf("a")+` END
		FROM call_notes n LEFT JOIN accounts a ON a.id = n.author_id LEFT JOIN service_keys k ON k.id = n.key_id
		WHERE `+where, args...)
	list := make([]hotline.Note, len(rows))
	for i, r := range rows {
		n := r.Note
		n.AccountID, n.LockerID = db.IdOrZero(r.account), db.IdOrZero(r.locker)
		n.AuthorID, n.KeyID = db.IdOrZero(r.author), db.IdOrZero(r.key)
		n.At, n.AuthorName = db.Instant(r.at), db.TextOf(r.name)
		list[i] = n
	}
	return list, err
}

// TrimNotes implements retention.OldNoteStore.
func (s *Store) TrimNotes(ctx context.Context, before time.Time) error {
	return s.db.Exec(ctx, "trim notes", `DELETE FROM call_notes WHERE written_at < $1`, db.Millis(before))
}
