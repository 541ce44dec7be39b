package places

import (
	"context"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/places/photo"
	"consigne/internal/kernel/fault"
)

const ofObject = `operator_id = $1 AND object_kind = $2 AND object_id = $3`

// PhotosOf implements photo.Store.
func (s *Store) PhotosOf(ctx context.Context, of photo.Object) ([]photo.Photo, error) {
	return s.photos(ctx, ofObject+` ORDER BY id`, of.OperatorID, of.Kind, of.ID)
}

// PhotoOf implements photo.Store.
func (s *Store) PhotoOf(ctx context.Context, of photo.Object, digest string) (photo.Photo, error) {
	return db.First(s.photos(ctx, ofObject+` AND digest = $4`, of.OperatorID, of.Kind, of.ID, digest))
}

func (s *Store) photos(ctx context.Context, where string, args ...any) ([]photo.Photo, error) {
	type row struct {
		photo.Photo
		at int64
		by *int64
	}
	rows, err := db.Collect(ctx, s.db.Reader(ctx), "list photos", func(r *row) []any {
		return []any{&r.ID, &r.at, &r.by, &r.Width, &r.Height}
	}, `SELECT id, added_at, added_by, width, height FROM photos WHERE `+where, args...)
	list := make([]photo.Photo, len(rows))
	for i, r := range rows {
		list[i] = r.Photo
		list[i].AddedAt, list[i].AddedBy = db.Instant(r.at), db.IdOrZero(r.by)
	}
	return list, err
}

// AddPhoto implements photo.Store.
func (s *Store) AddPhoto(ctx context.Context, of photo.Object, added photo.Added) (int64, error) {
	return s.db.InsertRow(ctx, "add photo", "photos",
		"operator_id, object_kind, object_id, added_at, added_by, width, height, digest, erase_at, content", []any{
			of.OperatorID, of.Kind, of.ID, db.Millis(added.At), db.OrNull(added.By), added.Width, added.Height,
			added.Digest(), db.Millis(added.EraseAt), added.JPEG,
		})
}

// PhotoContent implements photo.Store.
func (s *Store) PhotoContent(ctx context.Context, of photo.Object, id int64) ([]byte, error) {
	var content []byte
	err := s.db.Reader(ctx).QueryRowContext(ctx, `SELECT content FROM photos WHERE `+ofObject+` AND id = $4`,
		of.OperatorID, of.Kind, of.ID, id).Scan(&content)
	return content, db.Found(err)
}

// RemovePhoto implements photo.Store.
func (s *Store) RemovePhoto(ctx context.Context, of photo.Object, id int64) error {
	removed, err := s.db.CompareAndSet(ctx, "remove photo", `DELETE FROM photos WHERE `+ofObject+` AND id = $4`,
		of.OperatorID, of.Kind, of.ID, id)
	if err == nil && !removed {
		err = fault.NotFound()
	}
	return err
}

// KeepPhotosUntil implements photo.Store.
func (s *Store) KeepPhotosUntil(ctx context.Context, of photo.Object, until time.Time) error {
	return s.db.Exec(ctx, "keep photos", `UPDATE photos SET erase_at = $4 WHERE `+ofObject,
		of.OperatorID, of.Kind, of.ID, db.Millis(until))
}

// ErasePhotos implements retention.OldPhotoStore.
func (s *Store) ErasePhotos(ctx context.Context, now time.Time) error {
	return s.db.Exec(ctx, "erase photos", `DELETE FROM photos WHERE erase_at <= $1`, db.Millis(now))
}
