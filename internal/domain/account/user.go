package account

import (
	"context"
	"fmt"
	"slices"
	"time"

	"consigne/internal/domain/journal"
	"consigne/internal/domain/outbox"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// User is an account as the list of users shows it.
type User struct {
	Account
	Anonymised  bool
	Memberships []Membership // by operator name; those the viewer may see
	Operators   int          // how many the account has roles at
	OnlyKnown   int          // how many more know the account
	Payments    PaymentCounts
	Cards       []Card
}

// Card is a means of payment at one operator, as far as anybody may see it.
type Card struct {
	OperatorID   int64 // the only one that charges it
	OperatorName string
	Brand        string
	PAN          string // masked, all but the last four digits
	Expires      string // MM/YY
}

// Membership is what an account is at one operator.
type Membership struct {
	OperatorID   int64
	OperatorName string
	Roles        []access.Role
}

// PaymentCounts counts the payments of a user, by what they have become.
type PaymentCounts struct {
	Total     int
	Valid     int // nothing more is due
	Cancelled int
	Running   int // of stays in progress
	Waiting   int // due
}

// Filter picks users; zero values pick all. Texts match any part, without case or accents.
type Filter struct {
	OperatorID int64
	Search     string // each word in a name or the e-mail
	Email      string
	LastName   string
	FirstName  string
	Roles      []access.Role // any of them, at OperatorID if it is given
	Admins     bool          // administrators as well as Roles
}

// UserStore is what the users need kept.
type UserStore interface {
	// Users lists a page of the users that are not deleted, by name, and counts all.
	Users(ctx context.Context, filter Filter, offset, limit int) ([]User, int, error)
	// UserByID finds a user that is not deleted; operatorID 0, or an operator that
	// knows them, of which alone the payments are then counted and the cards told.
	UserByID(ctx context.Context, id, operatorID int64) (User, error)
	SetActive(ctx context.Context, accountID int64, active bool) error
	// Unsettled counts the account's stays in progress and its payments still due.
	Unsettled(ctx context.Context, accountID int64) (openStays, duePayments int, err error)
	// Erase takes the person out of every table, and leaves a tombstone. It returns the
	// operators' contacts that had their e-mail.
	Erase(ctx context.Context, accountID int64, kind Erasure, at time.Time) ([]ErasedContact, error)
	Traces(ctx context.Context, accountID int64) (Traces, error)
	// Tombstones lists what was erased, oldest first.
	Tombstones(ctx context.Context) ([]Tombstone, error)
	// ToErase tells whether the account of a tombstone is there, was made before it, and
	// has not been erased in that way.
	ToErase(ctx context.Context, stone Tombstone) (bool, error)
}

// Erasure says what becomes of an erased person's account (domain.md § 8).
type Erasure string

// The erasures.
const (
	Anonymisation Erasure = "anonymisation" // stays listed, without a name
	Deletion      Erasure = "suppression"   // listed no more
)

// participle says it of an account, in French.
func (e Erasure) participle() string {
	if e == Anonymisation {
		return "anonymisé"
	}
	return "supprimé"
}

// Tombstone is what is kept of an erased person: nothing that tells who they were.
type Tombstone struct {
	AccountID int64
	Kind      Erasure
	At        time.Time
}

// ErasedContact is a contact of an operator who was the erased person.
type ErasedContact struct{ ID, OperatorID int64 }

const (
	msgOpenStay   = "Ce compte ne peut être %s : une utilisation est en cours."
	msgDue        = "Ce compte ne peut être %s : un paiement n'est pas réglé."
	msgAnonymised = "Cet utilisateur est déjà anonymisé."
	msgOwnAccount = "Vous ne pouvez pas faire cela à votre propre compte."
)

// Users lists a page of users, by name, and counts all.
func (s *Service) Users(ctx context.Context, actor access.Actor, filter Filter, offset, limit int) ([]User, int, error) {
	users, total, err := s.store.Users(ctx, filter, offset, limit)
	for i := range users {
		users[i].narrow(actor)
	}
	return users, total, err
}

// User returns one user. fault.NotFound: none is known to that operator (0: at all).
func (s *Service) User(ctx context.Context, actor access.Actor, id, operatorID int64) (User, error) {
	user, err := s.store.UserByID(ctx, id, operatorID)
	user.narrow(actor)
	return user, err
}

// narrow keeps of the memberships those at operators that are the viewer's.
func (u *User) narrow(viewer access.Actor) {
	u.Operators = len(u.Memberships)
	u.Memberships = slices.DeleteFunc(u.Memberships, func(m Membership) bool { return !viewer.StaffAt(m.OperatorID) })
}

// MayDelete tells whether the actor may delete the user from the pages of that
// operator (specification § 6): administrators may; the others, a user who is
// nothing but Utilisateur, there and known nowhere else.
func (u User) MayDelete(actor access.Actor, operatorID int64) bool {
	if actor.AccountID == u.ID {
		return false
	}
	if actor.Admin {
		return true
	}
	return actor.Can(access.HotlineWrite, operatorID) && !u.Admin && u.Operators == 1 && u.OnlyKnown == 0 &&
		len(u.Memberships) == 1 && u.Memberships[0].OperatorID == operatorID &&
		slices.Equal(u.Memberships[0].Roles, []access.Role{access.Customer})
}

// Ban keeps an account from logging in, from the very next call on, and says so to
// the person; or lets a banned one in again.
func (s *Service) Ban(ctx context.Context, actor access.Actor, id int64) (User, error) {
	if actor.AccountID == id {
		return User{}, fault.Refused(msgOwnAccount)
	}
	now := s.clock.Now()
	var user User
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		account, err := s.store.AccountByID(ctx, id)
		if err != nil {
			return err
		}
		if err := s.store.SetActive(ctx, id, !account.Active); err != nil {
			return err
		}
		action := journal.AccountReinstated
		if account.Active {
			action = journal.AccountBanned
			if err := s.store.EndSessionsOf(ctx, id, now); err != nil {
				return err
			}
			if !account.Unconfirmed { // else the letter would reach somebody of whose account nothing changes
				if err := s.store.QueueMail(ctx, outbox.Banned, id, now); err != nil {
					return err
				}
			}
		}
		if user, err = s.User(ctx, actor, id, 0); err != nil {
			return err
		}
		return s.record(ctx, action, actor, 0, id, nil)
	})
	return user, err
}

// RecordExport notes that all that is held of a person was read out.
func (s *Service) RecordExport(ctx context.Context, actor access.Actor, id int64) error {
	return s.record(ctx, journal.AccountExported, actor, 0, id, nil)
}

// Traces are what is held of a person besides their account and their stays.
type Traces struct {
	Sessions []Session
	Links    []PasswordLink
	Reserved []string // the labels of the tariffs that name their e-mail or its domain
	Claims   []Link   // by operators that named them

	LastActive time.Time  // as it was noted: logins and the like
	Warned     *time.Time // a letter says that the account is about to be anonymised
}

// Link is an account that an operator's key opened with the e-mail of the person.
type Link struct {
	AccountID    int64
	OperatorID   int64
	OperatorName string
	ClaimedAt    time.Time
	ConfirmedAt  *time.Time // nil: it is not known to be the person's
}

// Traces returns what is held of a person besides their account and their stays.
func (s *Service) Traces(ctx context.Context, id int64) (Traces, error) {
	return s.store.Traces(ctx, id)
}

// Erase anonymises or deletes a user: the person is taken out of every table, what
// the accounts need stays. fault.Conflict: a stay is in progress, or a payment due.
func (s *Service) Erase(ctx context.Context, actor access.Actor, id, operatorID int64, kind Erasure) (User, error) {
	if actor.AccountID == id {
		return User{}, fault.Refused(msgOwnAccount)
	}
	now := s.clock.Now()
	var user User
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		var err error
		if user, err = s.User(ctx, actor, id, operatorID); err != nil {
			return err
		}
		if !user.MayDelete(actor, operatorID) {
			return fault.Denied()
		}
		if kind == Anonymisation && user.Anonymised {
			return fault.Refused(msgAnonymised)
		}
		open, due, err := s.store.Unsettled(ctx, id)
		switch {
		case err != nil:
			return err
		case open > 0:
			return fault.Refused(fmt.Sprintf(msgOpenStay, kind.participle()))
		case due > 0:
			return fault.Refused(fmt.Sprintf(msgDue, kind.participle()))
		}
		claims, err := s.claimsToErase(ctx, actor, id, kind)
		if err != nil {
			return err
		}
		for _, claim := range claims {
			if err := s.erase(ctx, actor, claim.OperatorID, Tombstone{claim.AccountID, kind, now}, nil); err != nil {
				return err
			}
		}
		if err := s.erase(ctx, actor, operatorID, Tombstone{id, kind, now}, nil); err != nil {
			return err
		}
		if kind == Anonymisation {
			user, err = s.User(ctx, actor, id, operatorID)
		}
		return err
	})
	return user, err
}

// erase takes the person out, and writes down what went, without saying who.
func (s *Service) erase(ctx context.Context, actor access.Actor, operatorID int64, stone Tombstone, facts map[string]any) error {
	contacts, err := s.store.Erase(ctx, stone.AccountID, stone.Kind, stone.At)
	if err != nil {
		return err
	}
	for _, contact := range contacts {
		if err := s.store.Record(ctx, journal.Entry{
			At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: contact.OperatorID, Action: journal.ContactDeleted,
			Object: journal.Object{Kind: journal.KindContact, ID: contact.ID},
		}); err != nil {
			return err
		}
	}
	action := journal.AccountDeleted
	if stone.Kind == Anonymisation {
		action = journal.AccountAnonymised
	}
	return s.record(ctx, action, actor, operatorID, stone.AccountID, facts)
}

// AnonymiseInactive takes a person out whom nobody has seen for long; whether it may be
// done is retention's to say, in the same transaction.
func (s *Service) AnonymiseInactive(ctx context.Context, id int64) error {
	return s.erase(ctx, access.Actor{}, 0, Tombstone{id, Anonymisation, s.clock.Now()}, map[string]any{"motif": "inactivité"})
}

// Tombstones lists what was erased, oldest first.
func (s *Service) Tombstones(ctx context.Context) ([]Tombstone, error) {
	return s.store.Tombstones(ctx)
}

// EraseAgain erases what a list of tombstones says was erased, and a restored
// backup brought back; it returns how many.
func (s *Service) EraseAgain(ctx context.Context, tombstones []Tombstone) (int, error) {
	erased := 0
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		erased = 0
		for _, stone := range tombstones {
			found, err := s.store.ToErase(ctx, stone)
			if err != nil {
				return err
			}
			if !found {
				continue
			}
			if err := s.erase(ctx, access.Actor{}, 0, stone, nil); err != nil {
				return err
			}
			erased++
		}
		return nil
	})
	return erased, err
}
