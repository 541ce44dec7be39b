// Package photo keeps the photos of interventions and of bicycles that were left (docs/rules.md#photos): reduced,
// without what the camera wrote beside them, in the database, for a time.
package photo

import (
	"context"
	"time"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
)

// Most is the number of photos of one object.
const Most = 10

// KeptYears is how long a photo is kept, unless its object says otherwise.
const KeptYears = 2

const (
	msgTooMany = "Il y a déjà dix photos, et il ne peut y en avoir plus."
	msgBusy    = "D'autres photos sont en cours de traitement. Veuillez réessayer dans un instant."
)

// Kind is what a photo is of, as stored.
type Kind string

// The kinds.
const (
	OfIntervention Kind = "intervention"
	OfLeftBike     Kind = "velo_laisse"
)

// Object is what has photos.
type Object struct {
	OperatorID int64
	Kind       Kind
	ID         int64
}

// Photo is one photo, without its picture.
type Photo struct {
	ID            int64
	AddedAt       time.Time
	AddedBy       int64 // the account; 0: a key
	Width, Height int
}

// Print is a photo as a printed file shows it.
type Print struct {
	Picture
	At time.Time // when it was added
}

// Added is a photo to be stored.
type Added struct {
	Picture
	At, EraseAt time.Time
	By          int64
}

// Digest names the file that was sent, so that one that is sent again is the same photo.
func (a Added) Digest() string { return a.digest }

// Store is the storage that Service needs.
type Store interface {
	transaction.Runner
	// PhotosOf lists the photos of an object, in the order in which they were added.
	PhotosOf(ctx context.Context, of Object) ([]Photo, error)
	// PhotoOf finds the photo of an object that was made of the file with the digest. fault.NotFound: there is none.
	PhotoOf(ctx context.Context, of Object, digest string) (Photo, error)
	// AddPhoto stores a photo and returns its id. A race with the same file is lost and run again.
	AddPhoto(ctx context.Context, of Object, added Added) (int64, error)
	// PhotoContent returns the picture of a photo, as JPEG. fault.NotFound: the object has no such photo.
	PhotoContent(ctx context.Context, of Object, id int64) ([]byte, error)
	// RemovePhoto erases a photo. fault.NotFound: the object has no such photo.
	RemovePhoto(ctx context.Context, of Object, id int64) error
	// KeepPhotosUntil changes when the photos of an object are erased.
	KeepPhotosUntil(ctx context.Context, of Object, until time.Time) error
}

// Service keeps photos. Who may see or change those of an object is for the calls of the object to say.
type Service struct {
	store Store
	clock clock.Clock
	turn  chan struct{} // held while a picture is decoded: one at once on a node, for the sake of its memory
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock) *Service {
	return &Service{store: store, clock: clock, turn: make(chan struct{}, 1)}
}

// Add reads a file and keeps the photo. The same file again is the photo that is there already, and record is not
// called; else record, which may be nil, runs in the transaction that adds it. The file is read before, so that no
// write waits for it. fault.Invalid: the file is no photo; fault.Conflict: the object has enough.
func (s *Service) Add(
	ctx context.Context, actor access.Actor, of Object, file []byte, record func(context.Context, Photo) error,
) (Photo, error) {
	picture, err := s.read(ctx, file)
	if err != nil {
		return Photo{}, err
	}
	now := s.clock.Now()
	added := Added{Picture: picture, At: now, EraseAt: now.AddDate(KeptYears, 0, 0), By: actor.AccountID}
	var photo Photo
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		if photo, err = s.store.PhotoOf(ctx, of, added.digest); !fault.Is(err, fault.KindNotFound) {
			return err
		}
		others, err := s.store.PhotosOf(ctx, of)
		if err != nil {
			return err
		}
		if len(others) >= Most {
			return fault.Conflict(msgTooMany)
		}
		photo = Photo{AddedAt: now, AddedBy: added.By, Width: picture.Width, Height: picture.Height}
		if photo.ID, err = s.store.AddPhoto(ctx, of, added); err != nil || record == nil {
			return err
		}
		return record(ctx, photo)
	})
	return photo, err
}

func (s *Service) read(ctx context.Context, file []byte) (picture Picture, err error) {
	err = s.inTurn(ctx, func() error {
		picture, err = read(file)
		return err
	})
	return picture, err
}

func (s *Service) inTurn(ctx context.Context, act func() error) error {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return fault.Busy(msgBusy, time.Second)
	}
	defer func() { <-s.turn }()
	return act()
}

// Of lists the photos of an object, in the order in which they were added.
func (s *Service) Of(ctx context.Context, of Object) ([]Photo, error) {
	return s.store.PhotosOf(ctx, of)
}

// Prints returns the photos of an object as a printed file shows them: of 800 pixels at most, so that ten of them take
// about a megabyte.
func (s *Service) Prints(ctx context.Context, of Object) ([]Print, error) {
	photos, err := s.store.PhotosOf(ctx, of)
	prints := make([]Print, len(photos))
	for i, photo := range photos {
		if err == nil {
			prints[i], err = s.print(ctx, of, photo)
		}
	}
	return prints, err
}

func (s *Service) print(ctx context.Context, of Object, photo Photo) (Print, error) {
	kept, err := s.store.PhotoContent(ctx, of, photo.ID)
	if err != nil {
		return Print{}, err
	}
	printed := Print{At: photo.AddedAt}
	err = s.inTurn(ctx, func() error {
		printed.Picture, err = smaller(kept)
		return err
	})
	return printed, err
}

// Content returns the picture of a photo, as JPEG. fault.NotFound: the object has no such photo.
func (s *Service) Content(ctx context.Context, of Object, id int64) ([]byte, error) {
	return s.store.PhotoContent(ctx, of, id)
}

// Remove erases a photo; record, which may be nil, runs in the transaction. fault.NotFound: the object has no such
// photo.
func (s *Service) Remove(ctx context.Context, of Object, id int64, record func(context.Context) error) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		if err := s.store.RemovePhoto(ctx, of, id); err != nil || record == nil {
			return err
		}
		return record(ctx)
	})
}

// KeepUntil changes when the photos that an object has now are erased, within the transaction of ctx: now, or at the
// end of its own term.
func (s *Service) KeepUntil(ctx context.Context, of Object, until time.Time) error {
	return s.store.KeepPhotosUntil(ctx, of, until)
}
