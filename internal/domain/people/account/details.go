package account

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/desk/refusal"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/paging"
	"consigne/internal/kernel/text"
)

// Details is an account as shown in the list of accounts.
type Details struct {
	Account
	Anonymised  bool
	Memberships []Membership // sorted by operator name; only those that the viewer may see
	Operators   int          // number of operators at which the account has roles
	OnlyKnown   int          // number of other operators that know the account
	Payments    PaymentCounts
	Cards       []Card
	Factors     int // second factors; of one account, not in lists

	outranked bool // by the viewer, everywhere the account has roles; of one account, not in lists
}

// Card is a person's means of payment at one operator, without its number.
type Card struct {
	OperatorID   int64 // only this operator charges it
	OperatorName string
	Brand        string
	PAN          string // masked except for the last four digits
	Expires      string // MM/YY
}

// Membership lists the roles of an account at one operator.
type Membership struct {
	OperatorID   int64
	OperatorName string
	Roles        []access.Role
}

// PaymentCounts counts an account's payments by outcome.
type PaymentCounts struct {
	Total     int
	Valid     int // settled, so that nothing more is due
	Cancelled int
	Running   int // of stays in progress
	Waiting   int // due
}

// Filter selects accounts; zero values select all. Texts match any part of the field, without case or
// accents.
type Filter struct {
	OperatorID int64
	Search     string // each word must match a name or the e-mail
	Phone      string // digits; who has them in their telephone number need not match Search
	Email      string
	LastName   string
	FirstName  string
	Roles      []access.Role // any of these, at OperatorID if that is set
	Admins     bool          // selects administrators in addition to Roles
}

// ByWords reports whether the filter searches for words.
func (f Filter) ByWords() bool {
	return strings.TrimSpace(f.Search+f.Email+f.LastName+f.FirstName) != ""
}

// Shown returns the total to show, and whether there are more than paging.MostCounted.
func (f Filter) Shown(total int) (shown int, capped bool) {
	return min(total, paging.MostCounted), total > paging.MostCounted
}

// AnonymisedName is shown in place of the name of an erased person.
const AnonymisedName = "Utilisateur anonymisé"

// Erasure is the kind of an erasure (docs/rules.md#erasure).
type Erasure string

// The kinds of erasure.
const (
	Anonymisation Erasure = "anonymisation" // the account stays listed, without a name
	Deletion      Erasure = "suppression"   // the account is no longer listed
)

// participle returns the French participle that describes the erased account.
func (e Erasure) participle() string {
	if e == Anonymisation {
		return "anonymisé"
	}
	return "supprimé"
}

// Tombstone records an erasure, without any data about who the person was.
type Tombstone struct {
	AccountID int64
	Kind      Erasure
	At        time.Time
}

// ErasedContact is an operator's contact that had the erased person's e-mail.
type ErasedContact struct{ ID, OperatorID int64 }

const (
	msgOpenStay   = "Ce compte ne peut être %s : une utilisation est en cours."
	msgDue        = "Ce compte ne peut être %s : un paiement n'est pas réglé."
	msgAnonymised = "Cet utilisateur est déjà anonymisé."
	msgOwnAccount = "Vous ne pouvez pas faire cela à votre propre compte."
	msgShared     = "Cette personne est aussi connue d'un autre exploitant\u00a0: un administrateur peut le faire."
)

// List returns a page of accounts, by name, and the number of all matches (see Filter.Shown). A search that is a
// telephone number, in any notation, finds those who have it too.
func (s *Service) List(
	ctx context.Context, actor access.Actor, filter Filter, offset, limit int,
) ([]Details, int, error) {
	filter.Phone, filter.Email = PhoneIn(filter.Search), text.Email(filter.Email)
	accounts, total, err := s.store.Accounts(ctx, filter, offset, limit)
	for i := range accounts {
		accounts[i].narrow(actor)
	}
	return accounts, total, err
}

// DetailsAt returns one account. fault.NotFound: the operator knows no such account, or, with operatorID 0, there
// is none.
func (s *Service) DetailsAt(ctx context.Context, actor access.Actor, id, operatorID int64) (Details, error) {
	details, err := s.store.AccountDetails(ctx, id, operatorID)
	if err != nil {
		return details, err
	}
	held := Account{Admin: details.Admin, Roles: map[int64][]access.Role{}}
	for _, m := range details.Memberships {
		held.Roles[m.OperatorID] = m.Roles
	}
	details.outranked = actor.MayEdit(held.actor(""))
	details.narrow(actor)
	factors, err := s.store.Factors(ctx, id)
	details.Factors = len(factors)
	return details, err
}

// OperatorsOf lists the operators under which the actor may see the account, by name. fault.NotFound: there is none.
func (s *Service) OperatorsOf(ctx context.Context, actor access.Actor, id int64) ([]Membership, error) {
	known, err := s.store.KnownAt(ctx, id)
	known = slices.DeleteFunc(known, func(m Membership) bool { return !actor.Can(access.HotlineRead, m.OperatorID) })
	if err == nil && len(known) == 0 {
		err = fault.NotFound()
	}
	return known, err
}

// narrow removes the memberships at operators where the viewer is not staff.
func (u *Details) narrow(viewer access.Actor) {
	u.Operators = len(u.Memberships)
	u.Memberships = slices.DeleteFunc(u.Memberships, func(m Membership) bool { return !viewer.StaffAt(m.OperatorID) })
}

// MayDelete reports whether the actor may delete the account from the operator's pages
// (docs/rules.md#erasure). Administrators may delete anyone but themselves; other staff may delete only
// an account whose one role is « Utilisateur » at this operator and whom no other operator knows, and a key only if
// it has all rights of a manager.
func (u Details) MayDelete(actor access.Actor, operatorID int64) bool {
	if actor.Is(u.ID) {
		return false
	}
	if actor.Admin {
		return true
	}
	if actor.Key != nil && !actor.ManagerAt(operatorID) {
		return false
	}
	return actor.Can(access.HotlineWrite, operatorID) && !u.Admin && u.Operators == 1 && u.OnlyKnown == 0 &&
		len(u.Memberships) == 1 && u.Memberships[0].OperatorID == operatorID &&
		slices.Equal(u.Memberships[0].Roles, []access.Role{access.Customer})
}

// MayControl returns why the actor may not export or anonymise the account from the operator's pages, or nil
// (docs/rules.md#erasure). Administrators may; managers may where the person is a customer of their operator alone.
// fault.Conflict: another operator knows the person too.
func (u Details) MayControl(actor access.Actor, operatorID int64) error {
	switch {
	case actor.Admin:
		return nil
	case !actor.ManagerAt(operatorID):
		return fault.Forbidden()
	case u.Operators+u.OnlyKnown > 1:
		return fault.Conflict(msgShared)
	case u.Admin || slices.ContainsFunc(u.Memberships, func(m Membership) bool {
		return !slices.Equal(m.Roles, []access.Role{access.Customer})
	}):
		return fault.Forbidden()
	}
	return nil
}

// Controlled reports whether the actor may anonymise the account from the operator's pages, which goes with exporting
// it.
func (u Details) Controlled(actor access.Actor, operatorID int64) bool {
	return !u.Anonymised && !actor.Is(u.ID) && u.MayControl(actor, operatorID) == nil
}

// MayChangeCompany reports whether the account is of a customer, and the actor may say from the operator's pages for
// which company the person pays.
func (u Details) MayChangeCompany(actor access.Actor, operatorID int64) bool {
	customer := len(u.Memberships) == 0 || slices.ContainsFunc(u.Memberships,
		func(m Membership) bool { return slices.Contains(m.Roles, access.Customer) })
	return customer && !u.Admin && !u.Anonymised && (actor.Admin || operatorID != 0 && actor.ManagerAt(operatorID))
}

// MayResetFactors reports whether the account has second factors that the actor may reset from the operator's pages.
func (u Details) MayResetFactors(actor access.Actor, operatorID int64) bool {
	return u.Factors > 0 && u.MayEndSessions(actor, operatorID)
}

// MayEndSessions reports whether the actor may see and end the account's sessions from the operator's pages.
func (u Details) MayEndSessions(actor access.Actor, operatorID int64) bool {
	return u.outranked && !u.Anonymised && !actor.Is(u.ID) && actor.Can(access.HotlineWrite, operatorID)
}

// Ban bans an active account: it can no longer sign in from the next call on, and the person gets a
// mail. It reinstates a banned one. audit.Overwrite: somebody did so after the revision that the actor saw; 0: not
// told.
func (s *Service) Ban(ctx context.Context, actor access.Actor, id, seen int64) (Details, error) {
	if actor.Is(id) {
		return Details{}, fault.Conflict(msgOwnAccount)
	}
	now := s.clock.Now()
	var details Details
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		account, err := s.store.AccountByID(ctx, id)
		if err != nil {
			return err
		}
		if err := audit.Unchanged(ctx, s.store, object(id), seen, banEdits); err != nil {
			return err
		}
		if err := s.store.SetActive(ctx, id, !account.Active); err != nil {
			return err
		}
		action := audit.AccountReinstated
		if account.Active {
			action = audit.AccountBanned
			if err := s.store.EndSessionsOf(ctx, id, now); err != nil {
				return err
			}
			if err := s.tellBanned(ctx, account, now); err != nil {
				return err
			}
		}
		if err := s.record(ctx, action, actor, 0, id, nil); err != nil {
			return err
		}
		details, err = s.DetailsAt(ctx, actor, id, 0)
		return err
	})
	return details, err
}

// tellBanned queues the mail about a ban, once a day at most: an account banned and reinstated in turn floods nobody. A
// claim gets none, because its address may be another person's.
func (s *Service) tellBanned(ctx context.Context, account Account, now time.Time) error {
	if account.Unconfirmed {
		return nil
	}
	written, _, err := s.store.CountTry(ctx, s.tokens.bucket("suspension", fmt.Sprint(account.ID)), now, bannedRest)
	if err != nil || written > 1 {
		return err
	}
	return s.store.QueueMail(ctx, outbox.Banned, account.ID, now)
}

// RecordExport records in the audit log that all data held about a person was exported from an operator's pages.
func (s *Service) RecordExport(ctx context.Context, actor access.Actor, id, operatorID int64) error {
	return s.record(ctx, audit.AccountExported, actor, operatorID, id, nil)
}

// Footprint is the personal footprint of an account: the data held about the person besides the account
// and the stays.
type Footprint struct {
	Sessions []Session
	Links    []PasswordLink
	Reserved []string         // the labels of the tariffs that name their e-mail or its domain
	Claims   []Link           // by operators that registered their e-mail
	Events   []security.Event // about the account, or caused by the person, newest first

	Factors []Factor // oldest first

	Refusals []refusal.Refusal // at doors within the last days, newest first

	Consents []Consent // before operators handed their data over

	Views []string // the names of the views of the list of payments that the person saved

	PendingEmail string // the new e-mail that waits for confirmation, or empty

	LastActive time.Time  // the last recorded activity, such as a sign-in
	Warned     *time.Time // when the person was warned of the coming anonymisation
}

// Link is an account that an operator's key created with the person's e-mail.
type Link struct {
	AccountID    int64
	OperatorID   int64
	OperatorName string
	ClaimedAt    time.Time
	ConfirmedAt  *time.Time // nil: not confirmed by the person
}

// Footprint returns the personal footprint of an account.
func (s *Service) Footprint(ctx context.Context, id int64) (Footprint, error) {
	return s.store.Footprint(ctx, id)
}

// Erase anonymises or deletes an account: it removes the person from every table and keeps the stays and
// amounts that accounting needs. fault.Conflict: a stay is in progress or a payment is due.
func (s *Service) Erase(ctx context.Context, actor access.Actor, id, operatorID int64, kind Erasure) (Details, error) {
	if actor.Is(id) {
		return Details{}, fault.Conflict(msgOwnAccount)
	}
	now := s.clock.Now()
	var details Details
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		var err error
		if details, err = s.DetailsAt(ctx, actor, id, operatorID); err != nil {
			return err
		}
		switch {
		case kind == Anonymisation:
			if err := details.MayControl(actor, operatorID); err != nil {
				return err
			}
		case !details.MayDelete(actor, operatorID):
			return fault.Forbidden()
		}
		if kind == Anonymisation && details.Anonymised {
			return fault.Conflict(msgAnonymised)
		}
		open, due, err := s.store.Unsettled(ctx, id)
		switch {
		case err != nil:
			return err
		case open > 0:
			return fault.Conflict(fmt.Sprintf(msgOpenStay, kind.participle()))
		case due > 0:
			return fault.Conflict(fmt.Sprintf(msgDue, kind.participle()))
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
			details, err = s.DetailsAt(ctx, actor, id, operatorID)
		}
		return err
	})
	return details, err
}

// erase removes the person and records the erasure in the audit log, without personal data.
func (s *Service) erase(
	ctx context.Context, actor access.Actor, operatorID int64, stone Tombstone, facts map[string]any,
) error {
	contacts, err := s.store.Erase(ctx, stone.AccountID, stone.Kind, stone.At)
	if err != nil {
		return err
	}
	for _, contact := range contacts {
		if err := s.store.Record(ctx, audit.Entry{
			At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: contact.OperatorID, Action: audit.ContactDeleted,
			Object: audit.Object{Kind: audit.KindContact, ID: contact.ID},
		}); err != nil {
			return err
		}
	}
	action := audit.AccountDeleted
	if stone.Kind == Anonymisation {
		action = audit.AccountAnonymised
	}
	return s.record(ctx, action, actor, operatorID, stone.AccountID, facts)
}

// AnonymiseInactive anonymises a person who has been inactive for long. The caller, package retention,
// decides in the same transaction whether it may be done.
func (s *Service) AnonymiseInactive(ctx context.Context, id int64) error {
	return s.erase(ctx, access.Actor{}, 0, Tombstone{id, Anonymisation, s.clock.Now()},
		map[string]any{"motif": "inactivité"})
}

// Tombstones lists the erasures, oldest first.
func (s *Service) Tombstones(ctx context.Context) ([]Tombstone, error) {
	return s.store.Tombstones(ctx)
}

// EraseAgain repeats the erasures of a list of tombstones on accounts that a restored backup brought
// back. It returns how many it erased.
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
