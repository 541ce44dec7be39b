package hotline

import (
	"cmp"
	"context"
	"slices"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Note is what staff wrote down during a call, for the next one about the same person or door.
type Note struct {
	ID         int64
	OperatorID int64
	AccountID  int64 // 0: of nobody in particular
	LockerID   int64 // 0: no door was named
	At         time.Time
	AuthorID   int64  // 0: a key
	KeyID      int64  // 0: an account
	AuthorName string // as read; empty: nobody who is known
	Text       string
}

// MayDelete reports whether the actor may delete the note: who wrote it, or a manager.
func (n Note) MayDelete(actor access.Actor) bool {
	return actor.ManagerAt(n.OperatorID) ||
		actor.Can(access.EventsWrite, n.OperatorID) && (actor.Is(n.AuthorID) || n.KeyID != 0 && n.KeyID == actor.KeyID())
}

// NoteStore stores notes.
type NoteStore interface {
	CreateNote(ctx context.Context, n Note) (int64, error)
	NoteByID(ctx context.Context, id int64) (Note, error)
	DeleteNote(ctx context.Context, id int64) error
	// NotesOn lists the last notes of an operator about a person, or those about a door that name nobody, newest first.
	// One of the two is 0.
	NotesOn(ctx context.Context, operatorID, accountID, lockerID int64, limit int) ([]Note, error)
	// NotesOf lists all notes about a person, oldest first.
	NotesOf(ctx context.Context, accountID int64) ([]Note, error)
}

// mostNotes is how many notes about a person, and about a door, a call shows.
const mostNotes = 10

const (
	msgNote      = "La note est obligatoire."
	msgNoteCard  = "Une note ne doit pas contenir de numéro de carte."
	msgNoteAbout = "Une note concerne un usager ou un casier."
)

// WriteNote keeps a note about a person, a door or both. fault.NotFound: the operator has none by that number, or the
// actor may not read about people.
func (s *Service) WriteNote(ctx context.Context, actor access.Actor, n Note) (Note, error) {
	rules := fault.Broken{}
	rules.Lines("note", &n.Text)
	rules.Unless(n.Text != "", "note", msgNote)
	rules.Unless(!payment.HoldsCardNumber(n.Text), "note", msgNoteCard)
	rules.Unless(n.AccountID != 0 || n.LockerID != 0, "usager", msgNoteAbout)
	if err := rules.Err(); err != nil {
		return Note{}, err
	}
	n.At, n.AuthorID, n.KeyID = s.clock.Now(), actor.AccountID, actor.KeyID()
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		stationID, err := s.stationOfNote(ctx, actor, n)
		if err != nil {
			return err
		}
		if n.ID, err = s.store.CreateNote(ctx, n); err != nil {
			return err
		}
		if err := s.recordNote(ctx, actor, n, stationID, audit.AccountNoted, audit.LockerNoted); err != nil {
			return err
		}
		n, err = s.store.NoteByID(ctx, n.ID) // with the name
		return err
	})
	return n, err
}

// stationOfNote returns the station of the door of a note (0: none is named). fault.NotFound: the operator has not what
// the note is about, or the actor may not read of it.
func (s *Service) stationOfNote(ctx context.Context, actor access.Actor, n Note) (station int64, err error) {
	if n.LockerID != 0 {
		if _, err := s.store.DoorAt(ctx, n.OperatorID, n.LockerID); err != nil {
			return 0, err
		}
		locker, err := s.store.LockerByID(ctx, n.LockerID)
		if err != nil {
			return 0, err
		}
		station = locker.StationID
	}
	if n.AccountID == 0 {
		return station, nil
	}
	if !actor.Can(access.HotlineRead, n.OperatorID) {
		return 0, fault.NotFound()
	}
	_, err = s.store.AccountDetails(ctx, n.AccountID, n.OperatorID)
	return station, err
}

// DeleteNote deletes a note of the operator. fault.Forbidden: the actor neither wrote it nor is a manager.
func (s *Service) DeleteNote(ctx context.Context, actor access.Actor, operatorID, id int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		n, err := s.store.NoteByID(ctx, id)
		if err != nil {
			return err
		}
		if n.OperatorID != operatorID || n.AccountID != 0 && !actor.Can(access.HotlineRead, operatorID) {
			return fault.NotFound()
		}
		if !n.MayDelete(actor) {
			return fault.Forbidden()
		}
		if err := s.store.DeleteNote(ctx, id); err != nil {
			return err
		}
		return s.recordNote(ctx, actor, n, 0, audit.AccountNoteDeleted, audit.LockerNoteDeleted)
	})
}

// recordNote adds the line of the audit log, which never holds the text.
func (s *Service) recordNote(
	ctx context.Context, actor access.Actor, n Note, stationID int64, ofAccount, ofLocker audit.Action,
) error {
	action, about := ofAccount, audit.Object{Kind: audit.KindAccount, ID: n.AccountID}
	if n.AccountID == 0 {
		action, about = ofLocker, audit.Object{Kind: audit.KindLocker, ID: n.LockerID}
	}
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: n.OperatorID, StationID: stationID, Action: action,
		Object: about,
	})
}

// NotesOf lists all notes about a person, oldest first.
func (s *Service) NotesOf(ctx context.Context, accountID int64) ([]Note, error) {
	return s.store.NotesOf(ctx, accountID)
}

// readNotes reads the notes about the person, and those about the door that name nobody, newest first. Those about the
// people behind a door are told at their own calls.
func (r *reading) readNotes(ctx context.Context) error {
	if p := r.call.Customer; p != nil {
		notes, err := r.store.NotesOn(ctx, r.operatorID, p.ID, 0, mostNotes)
		if err != nil {
			return err
		}
		r.call.Notes = notes
	}
	if d := r.call.Door; d != nil {
		notes, err := r.store.NotesOn(ctx, r.operatorID, 0, d.ID, mostNotes)
		if err != nil {
			return err
		}
		r.call.Notes = append(r.call.Notes, notes...)
	}
	slices.SortFunc(r.call.Notes, func(a, b Note) int { return cmp.Compare(b.ID, a.ID) })
	return nil
}
