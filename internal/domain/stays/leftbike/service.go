package leftbike

import (
	"context"
	"io"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/photo"
	"consigne/internal/domain/places/station"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	FileStore
	StayByID(ctx context.Context, id int64) (stay.Details, error)
	// StationByID finds a station that is not archived.
	StationByID(ctx context.Context, id int64) (station.Station, error)
	// OperatorEver finds an operator, in service or archived.
	OperatorEver(ctx context.Context, id int64) (operator.Operator, error)
	// KeepPhotosUntil changes when the photos of an object are erased.
	KeepPhotosUntil(ctx context.Context, of photo.Object, until time.Time) error
	QueueMailOfLeftBike(ctx context.Context, kind outbox.Kind, accountID, fileID int64, at time.Time) error
}

// FileStore stores files.
type FileStore interface {
	LeftBike(ctx context.Context, id int64) (Listed, error)
	// LeftBikes returns a page of files, the newest first, and the number of all.
	LeftBikes(ctx context.Context, filter Filter, offset, limit int) ([]Listed, int, error)
	// LeftBikesOf lists the files of a customer at all operators, the oldest first.
	LeftBikesOf(ctx context.Context, accountID int64) ([]Listed, error)
	// LeftBikeOfStay finds the file of a stay that is under way.
	LeftBikeOfStay(ctx context.Context, stayID int64) (Listed, error)
	// AddLeftBike stores a file and returns its id. AlreadyOpen: the stay, or the tag at the station, has one that is
	// under way.
	AddLeftBike(ctx context.Context, f File) (int64, error)
	// SaveLeftBike replaces what may change of a file that the transaction has read. AlreadyOpen: another one was opened
	// since it ended.
	SaveLeftBike(ctx context.Context, f File) error
}

// Stays ends stays.
type Stays interface {
	EndByStaff(ctx context.Context, actor access.Actor, id int64, how stay.Ending) (stay.Details, error)
}

// Filter selects the files of an operator. Zero values select all, and several conditions narrow together.
type Filter struct {
	OperatorID int64
	Steps      []Step
	StationIDs []int64
	AccountID  int64
	StayID     int64
	Tag        string
}

// Service implements the package's operations for all callers.
type Service struct {
	store Store
	clock clock.Clock
	stays Stays
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock, stays Stays) *Service {
	return &Service{store, clock, stays}
}

const (
	msgNotDue     = "Cette utilisation n'a pas dépassé le délai d'enlèvement."
	msgStayEnded  = "Cette utilisation est terminée."
	msgWhere      = "Veuillez indiquer une utilisation, ou une station"
	msgIndividual = "Dans une station de casiers individuels, le dossier s'ouvre depuis une utilisation."
	msgTag        = "Veuillez indiquer le numéro de l'étiquette posée sur le vélo"
)

// AlreadyOpen returns the refusal of a second file about one bicycle.
func AlreadyOpen() error { return fault.Conflict("Un dossier est déjà ouvert pour ce vélo.") }

// Opening is what is told when a file is opened.
type Opening struct {
	StayID    int64 // 0: none
	StationID int64 // without a stay: the collective park
	Bike
	Posted bool // a notice was hung on the bicycle, which gives it
}

// Open opens a file at an operator, about a stay past its removal limit or a bicycle in a collective park.
// fault.Conflict: the stay is not past the limit, or a file is under way.
func (s *Service) Open(ctx context.Context, actor access.Actor, operatorID int64, o Opening) (Whole, error) {
	bike, err := o.validate()
	if err != nil {
		return Whole{}, err
	}
	var opened Whole
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		now := s.clock.Now()
		file := File{OperatorID: operatorID, OpenedAt: now, Bike: bike}
		if o.StayID != 0 {
			err = s.atStay(ctx, &file, o.StayID, now)
		} else {
			err = s.inPark(ctx, &file, o.StationID)
		}
		if err != nil {
			return err
		}
		host, err := s.store.OperatorEver(ctx, operatorID)
		if err != nil {
			return err
		}
		file.Bylaw = host.Settings.Bylaw
		if o.Posted {
			file.NoticedAt, file.Posted = &now, true
		}
		if file.ID, err = s.store.AddLeftBike(ctx, file); err != nil {
			return err
		}
		changes := map[string]any{"etape": string(file.Step())}
		if file.StayID != 0 {
			changes["utilisation"] = file.StayID
		}
		if err := s.record(ctx, audit.LeftBikeOpened, actor, file, changes); err != nil {
			return err
		}
		opened, err = s.tell(ctx, file)
		return err
	})
	return opened, err
}

// atStay fills in what a stay tells of its bicycle.
func (s *Service) atStay(ctx context.Context, f *File, stayID int64, now time.Time) error {
	o, err := s.store.StayByID(ctx, stayID)
	switch {
	case err != nil:
		return err
	case o.OperatorID != f.OperatorID:
		return fault.NotFound()
	case !o.Open():
		return fault.Conflict(msgStayEnded)
	case !o.PriceAt(now).Removed:
		return fault.Conflict(msgNotDue)
	}
	f.StayID, f.StationID, f.LockerID, f.AccountID = o.ID, o.Station.ID, o.LockerID, o.AccountID
	return nil
}

// inPark fills in where a bicycle was found without a stay.
func (s *Service) inPark(ctx context.Context, f *File, stationID int64) error {
	if stationID == 0 {
		return fault.Invalid("idStation", msgWhere)
	}
	there, err := s.store.StationByID(ctx, stationID)
	switch {
	case err != nil:
		return err
	case there.OperatorID != f.OperatorID:
		return fault.NotFound()
	case there.Kind == station.Individual:
		return fault.Conflict(msgIndividual)
	case f.Tag == "":
		return fault.Invalid("etiquette", msgTag)
	}
	f.StationID = stationID
	return nil
}

// List returns a page of files, the newest first, and the number of all.
func (s *Service) List(ctx context.Context, filter Filter, offset, limit int) ([]Listed, int, error) {
	return s.store.LeftBikes(ctx, filter, offset, limit)
}

// Whole is a file with what its removal costs the customer.
type Whole struct {
	Listed
	PaymentID int64       // 0: there is no stay
	Fee       money.Cents // of the removal, a part of the price of the stay
	Host      string      // the name of the operator
	At        time.Time
}

// Printer writes a file as a PDF file, with its photos.
type Printer func(w io.Writer, file Whole, photos []photo.Print) error

// Whole returns a file with what its removal costs.
func (s *Service) Whole(ctx context.Context, id int64) (Whole, error) {
	listed, err := s.store.LeftBike(ctx, id)
	if err != nil {
		return Whole{}, err
	}
	whole := Whole{Listed: listed, At: s.clock.Now()}
	host, err := s.store.OperatorEver(ctx, listed.OperatorID)
	if err != nil || listed.StayID == 0 {
		whole.Host = host.Name
		return whole, err
	}
	o, err := s.store.StayByID(ctx, listed.StayID)
	whole.Host, whole.PaymentID, whole.Fee = host.Name, o.PaymentID, o.PriceAt(whole.At).RemovalPrice
	return whole, err
}

// ByID returns a file.
func (s *Service) ByID(ctx context.Context, id int64) (Listed, error) {
	return s.store.LeftBike(ctx, id)
}

// OfAccount lists the files of a customer at all operators, the oldest first.
func (s *Service) OfAccount(ctx context.Context, accountID int64) ([]Listed, error) {
	return s.store.LeftBikesOf(ctx, accountID)
}

// Describe changes what the bicycle of a file that is under way is known by. What is nil stays as it is.
func (s *Service) Describe(
	ctx context.Context, actor access.Actor, id int64, description, mark, tag *string,
) (Whole, error) {
	return s.change(ctx, id, func(ctx context.Context, f File) (File, error) {
		if f.EndedAt != nil {
			return f, fault.Conflict(msgEnded)
		}
		bike := f.Bike
		for typed, kept := range map[*string]*string{description: &bike.Description, mark: &bike.Mark, tag: &bike.Tag} {
			if typed != nil {
				*kept = *typed
			}
		}
		bike, err := bike.validate()
		if err == nil && f.StayID == 0 && bike.Tag == "" {
			err = fault.Invalid("etiquette", msgTag)
		}
		if err != nil || bike == f.Bike {
			return f, err
		}
		differences := audit.Differences(f.facts(), bike.facts())
		f.Bike = bike
		return f, s.record(ctx, audit.LeftBikeChanged, actor, f, differences)
	}, false)
}

// Take takes a step of a file, as staff tell. The removal ends the stay at its price of now, which frees the locker.
// fault.Conflict: the step does not follow, or not yet.
func (s *Service) Take(ctx context.Context, actor access.Actor, id int64, a Act) (Whole, error) {
	return s.change(ctx, id, func(ctx context.Context, before File) (File, error) {
		after, err := before.Take(a, s.clock.Now())
		if err != nil {
			return before, err
		}
		// The file is stored as removed before its stay ends, so that it does not end with it.
		if err := s.store.SaveLeftBike(ctx, after); err != nil {
			return after, err
		}
		if a.Step == Removed && after.StayID != 0 {
			if err := s.endStay(ctx, actor, after.StayID); err != nil {
				return after, err
			}
		}
		return after, s.record(ctx, audit.LeftBikeStep, actor, after, stepOf(before, after))
	}, true)
}

// endStay ends the stay of a bicycle that is removed, unless it ended with a removal that was undone.
func (s *Service) endStay(ctx context.Context, actor access.Actor, id int64) error {
	o, err := s.store.StayByID(ctx, id)
	if err != nil || !o.Open() {
		return err
	}
	_, err = s.stays.EndByStaff(ctx, actor, id, stay.Ending{})
	return err
}

// Undo takes the last step of a file back. A stay that ended with it stays ended. fault.Conflict: the bicycle was
// handed over.
func (s *Service) Undo(ctx context.Context, actor access.Actor, id int64) (Whole, error) {
	return s.change(ctx, id, func(ctx context.Context, before File) (File, error) {
		after, err := before.Undone(s.clock.Now())
		if err != nil {
			return before, err
		}
		return after, s.record(ctx, audit.LeftBikeUndone, actor, after, stepOf(before, after))
	}, true)
}

// StayEnded implements stay.LeftBikes: the bicycle of a stay that ends before it was removed is back with its owner.
func (s *Service) StayEnded(ctx context.Context, stayID int64) error {
	found, err := s.store.LeftBikeOfStay(ctx, stayID)
	if fault.Is(err, fault.KindNotFound) {
		return nil
	}
	if err != nil || found.RemovedAt != nil {
		return err
	}
	after, err := found.Take(Act{Step: Reclaimed}, s.clock.Now())
	if err != nil {
		return err
	}
	if err := s.store.SaveLeftBike(ctx, after); err != nil {
		return err
	}
	if err := s.record(ctx, audit.LeftBikeStep, access.Actor{}, after, stepOf(found.File, after)); err != nil {
		return err
	}
	_, err = s.tell(ctx, after)
	return err
}

// change changes a file, and tells its customer if it moved.
func (s *Service) change(
	ctx context.Context, id int64, change func(ctx context.Context, f File) (File, error), moves bool,
) (Whole, error) {
	var changed Whole
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.LeftBike(ctx, id)
		if err != nil {
			return err
		}
		after, err := change(ctx, before.File)
		if err != nil {
			return err
		}
		if err := s.store.SaveLeftBike(ctx, after); err != nil {
			return err
		}
		if moves {
			changed, err = s.tell(ctx, after)
		} else {
			changed, err = s.Whole(ctx, id)
		}
		return err
	})
	return changed, err
}

// mailKinds holds the kind of letter about each step.
var mailKinds = map[Step]outbox.Kind{
	Opened: outbox.BikeFound, Noticed: outbox.BikeNotice, Removed: outbox.BikeRemoved,
	Returned: outbox.BikeClosed, Given: outbox.BikeClosed, Destroyed: outbox.BikeClosed,
	Reclaimed: outbox.BikeClosed, Cancelled: outbox.BikeClosed,
}

// MailOf returns the kind of letter about a step.
func MailOf(step Step) outbox.Kind { return mailKinds[step] }

// Photographed is called in the transaction that adds a photo to a file.
func (s *Service) Photographed(ctx context.Context, actor access.Actor, id int64) error {
	listed, err := s.store.LeftBike(ctx, id)
	switch {
	case err != nil:
		return err
	case listed.EndedAt != nil:
		return fault.Conflict(msgEnded)
	}
	if err := s.keepPhotos(ctx, listed.File); err != nil {
		return err
	}
	return s.record(ctx, audit.LeftBikePhoto, actor, listed.File, nil)
}

// PhotosOf names the photos of a file.
func (f File) PhotosOf() photo.Object {
	return photo.Object{OperatorID: f.OperatorID, Kind: photo.OfLeftBike, ID: f.ID}
}

func (s *Service) keepPhotos(ctx context.Context, f File) error {
	until := f.PhotosUntil()
	if until == nil {
		until = new(f.OpenedAt.AddDate(photo.KeptYears, 0, 0))
	}
	return s.store.KeepPhotosUntil(ctx, f.PhotosOf(), *until)
}

// tell queues the letter about the step to which a file has come, if its customer is known, and returns the file as it
// is. Its photos are kept as long as that step says.
func (s *Service) tell(ctx context.Context, f File) (Whole, error) {
	if err := s.keepPhotos(ctx, f); err != nil {
		return Whole{}, err
	}
	if f.AccountID != 0 {
		if err := s.store.QueueMailOfLeftBike(ctx, MailOf(f.Step()), f.AccountID, f.ID, s.clock.Now()); err != nil {
			return Whole{}, err
		}
	}
	return s.Whole(ctx, f.ID)
}

func stepOf(before, after File) map[string]any {
	return map[string]any{"etape": []any{string(before.Step()), string(after.Step())}}
}

func (s *Service) record(
	ctx context.Context, action audit.Action, actor access.Actor, f File, changes map[string]any,
) error {
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: f.OperatorID, StationID: f.StationID,
		Action: action, Object: audit.Object{Kind: audit.KindLeftBike, ID: f.ID}, Changes: changes,
	})
}
