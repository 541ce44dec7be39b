package account

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/text"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	audit.Revisions
	security.EventStore
	AccountStore
	ActivityStore
	DetailsStore
	OperatorStore
	CustomerStore
	SessionStore
	LinkStore
	EmailStore
	TryStore
	LoginStore
	FactorStore
	ProofStore
	ClaimStore
	ConsentStore
	ErasureStore
	MailStore
}

// AccountStore stores accounts with their roles.
type AccountStore interface {
	// AccountByEmail finds an account that is not erased, with its roles; case is ignored.
	AccountByEmail(ctx context.Context, email string) (Account, error)
	// AccountByID finds an account that is not erased, with its roles.
	AccountByID(ctx context.Context, id int64) (Account, error)
	// CreateAccount returns the new id, or fault.Invalid when another account has the e-mail. An
	// unconfirmed account does not reserve its e-mail and is not found by it.
	CreateAccount(ctx context.Context, account Account, at time.Time) (int64, error)
	SetPassword(ctx context.Context, accountID int64, hash string) error
	// RenewHash replaces the hash of the same password, unless the password was changed meanwhile.
	RenewHash(ctx context.Context, accountID int64, before, hash string) error
	SetActive(ctx context.Context, accountID int64, active bool) error
	// SetIdentity changes names, telephone and e-mail. fault.Invalid: another account has the e-mail.
	SetIdentity(ctx context.Context, account Account) error
	// SetCompany stores for which company the person pays.
	SetCompany(ctx context.Context, accountID int64, company Company) error
	// SetLanguage stores the language of letters to the person.
	SetLanguage(ctx context.Context, accountID int64, language text.Language) error
	// SetNames changes names and telephone, and not the e-mail, which may be that of another account.
	SetNames(ctx context.Context, account Account) error
	// GrantRole gives the role, and adds the account to those that the operator knows.
	GrantRole(ctx context.Context, accountID, operatorID int64, role access.Role) error
	// TakeRole returns false when the account does not hold the role.
	TakeRole(ctx context.Context, accountID, operatorID int64, role access.Role) (bool, error)
	// AccountsWithRole lists, by name, the accounts that hold the role at the operator and are not
	// erased.
	AccountsWithRole(ctx context.Context, operatorID int64, role access.Role) ([]Account, error)
}

// ActivityStore stores when accounts were last active.
type ActivityStore interface {
	// Touch records activity of the account, at most once a day, and withdraws a warning of inactivity.
	Touch(ctx context.Context, accountID int64, at time.Time) error
}

// DetailsStore reads the list of accounts.
type DetailsStore interface {
	// Accounts returns a page of the accounts that are not deleted, by name, and the number of all matches.
	Accounts(ctx context.Context, filter Filter, offset, limit int) ([]Details, int, error)
	// AccountDetails finds an account that is not deleted. When operatorID is not 0, the operator must know the
	// account, and only its payments and cards are returned.
	AccountDetails(ctx context.Context, id, operatorID int64) (Details, error)
	// KnownAt lists the operators that know an account that is not deleted, by name, without its roles there.
	KnownAt(ctx context.Context, id int64) ([]Membership, error)
}

// OperatorStore reads operators.
type OperatorStore interface {
	// OperatorNames returns the names of all operators, by id.
	OperatorNames(ctx context.Context) (map[int64]string, error)
	// AnyNeedsFactor reports whether any of the operators asks its staff for a second factor.
	AnyNeedsFactor(ctx context.Context, operatorIDs []int64) (bool, error)
}

// CustomerStore stores which accounts an operator knows.
type CustomerStore interface {
	// KnownCustomer returns the account that an operator's number of a customer means. fault.NotFound: the operator knows
	// no such person.
	KnownCustomer(ctx context.Context, accountID, operatorID int64) (int64, error)
	// KnowAccount adds the account to those that the operator knows and may refer to.
	KnowAccount(ctx context.Context, accountID, operatorID int64) error
	// Knows reports whether the operator knows the account.
	Knows(ctx context.Context, operatorID, accountID int64) (bool, error)
}

// SessionStore stores sessions.
type SessionStore interface {
	CreateSession(ctx context.Context, session Session) error
	SessionByID(ctx context.Context, id string) (Session, error)
	// ActorOf finds the account of an active session, if it may still sign in.
	ActorOf(ctx context.Context, sessionID string, now time.Time) (access.Actor, error)
	// RotateSession moves an active session from session.Generation to the next. It returns false when
	// the session is not active or another call has already moved it.
	RotateSession(ctx context.Context, session Session) (bool, error)
	EndSession(ctx context.Context, id string, at time.Time) error
	// OpenSessions lists the sessions of the account that have not ended or expired, the last used first, at most so many.
	OpenSessions(ctx context.Context, accountID int64, now time.Time, most int) ([]Session, error)
	// EndOpenSession returns false when the account has no such session, or it has ended or expired.
	EndOpenSession(ctx context.Context, accountID int64, id string, now time.Time) (bool, error)
	// EndOpenSessions does the same as EndOtherSessions, and returns how many sessions it ended.
	EndOpenSessions(ctx context.Context, accountID int64, except string, now time.Time) (int, error)
	// EndSessionsOf ends the sessions of the account, and its sign-ins that are under way.
	EndSessionsOf(ctx context.Context, accountID int64, at time.Time) error
	// EndOtherSessions does the same, except for one session; "" excepts none.
	EndOtherSessions(ctx context.Context, accountID int64, except string, at time.Time) error
}

// LinkStore stores links to set a password.
type LinkStore interface {
	CreatePasswordLink(ctx context.Context, link PasswordLink) error
	// PasswordLinkOwner returns the account of a link that is not used and not expired.
	PasswordLinkOwner(ctx context.Context, tokenHash string, now time.Time) (int64, error)
	// UsePasswordLink marks the link as used, with every other link of the account. It returns false
	// when another call was first.
	UsePasswordLink(ctx context.Context, tokenHash string, now time.Time) (bool, error)
	// RevokePasswordLinks ends the links of the account that can still be used.
	RevokePasswordLinks(ctx context.Context, accountID int64, at time.Time) error
	// CountPasswordLinks counts the links of the account made since then that were good for
	// that long, used or not.
	CountPasswordLinks(ctx context.Context, accountID int64, since time.Time, life time.Duration) (int, error)
}

// EmailStore stores changes of e-mail that wait for confirmation.
type EmailStore interface {
	// RequestEmail stores an e-mail change that waits for confirmation, and replaces an earlier one.
	RequestEmail(ctx context.Context, change EmailChange) error
	// OnlyInvited reports whether the account was made by an invitation to a team and is
	// nothing else: it was given no role later, and has no stay, subscription, payment or card.
	OnlyInvited(ctx context.Context, accountID int64) (bool, error)
	// Invitations lists when the members of a team were last invited, by account: those who have neither set a password
	// nor signed in with a provider.
	Invitations(ctx context.Context, operatorID int64, role access.Role) (map[int64]time.Time, error)
	// PendingEmail finds the open e-mail change of the account. fault.NotFound: none is open.
	PendingEmail(ctx context.Context, accountID int64, now time.Time) (EmailChange, error)
	// PendingEmails lists the open e-mail changes of a team, by account.
	PendingEmails(ctx context.Context, operatorID int64, role access.Role, now time.Time) (map[int64]string, error)
	// SetEmailToken stores the hash of the token that confirms the change.
	SetEmailToken(ctx context.Context, accountID int64, tokenHash string) error
	// TakeEmailChange finds an open change by the hash of its token and deletes it. fault.NotFound:
	// there is none, or another call took it first.
	TakeEmailChange(ctx context.Context, tokenHash string, now time.Time) (EmailChange, error)
	// DropEmailChange deletes the account's open change, if there is one.
	DropEmailChange(ctx context.Context, accountID int64) error
}

// TryStore counts attempts.
type TryStore interface {
	// CountTry adds one to the bucket and returns its count and when the count began. A count older
	// than window starts again from one. A start in the future, left by another clock, is set to now.
	CountTry(ctx context.Context, bucket string, now time.Time, window time.Duration) (int, time.Time, error)
}

// LoginStore stores failed sign-ins, and the addresses from which accounts were signed in to.
type LoginStore interface {
	// LimitState returns the failures of a bucket; the zero LimitState when there are none.
	LimitState(ctx context.Context, bucket string) (LimitState, error)
	// SaveLimitState stores the failures of a bucket; the zero LimitState deletes it.
	SaveLimitState(ctx context.Context, bucket string, state LimitState) error
	// RememberAddress records that the account was signed in to from the address, and reports whether it was
	// the first time since the instant. KnowsAddress reports whether the account with the folded e-mail was
	// signed in to from the address since the instant.
	RememberAddress(ctx context.Context, accountID int64, address string, at, since time.Time) (first bool, err error)
	KnowsAddress(ctx context.Context, foldedEmail, address string, since time.Time) (bool, error)
}

// ClaimStore stores claims.
type ClaimStore interface {
	// OwnerOf returns the account that has the e-mail and is not erased; 0: none has it.
	OwnerOf(ctx context.Context, email string) (int64, error)
	// ClaimOf finds the operator's unconfirmed claim on an e-mail.
	ClaimOf(ctx context.Context, operatorID int64, email string) (Claim, error)
	// ClaimByAccount finds an unconfirmed claim by its account, if the operator is in service.
	ClaimByAccount(ctx context.Context, accountID int64) (Claim, error)
	// ClaimsOn lists the unconfirmed claims on a person.
	ClaimsOn(ctx context.Context, ownerID int64) ([]Claim, error)
	// KeepClaim stores a claim, or the new OwnerID of a stored one. With OwnerID 0 it runs the same
	// statement and stores nothing.
	KeepClaim(ctx context.Context, claim Claim) error
	// MergeClaim moves the stays, payments, cards and other records of the claim's account to the
	// person's account, and removes the claim's account. For that operator, its number then refers to
	// the person.
	MergeClaim(ctx context.Context, claim Claim, at time.Time) error
}

// ErasureStore erases people, and stores the tombstones.
type ErasureStore interface {
	// Unsettled returns the number of the account's stays in progress and of its payments still due.
	Unsettled(ctx context.Context, accountID int64) (openStays, duePayments int, err error)
	// Erase removes the person from every table and leaves a tombstone. It returns the operators'
	// contacts that had the person's e-mail.
	Erase(ctx context.Context, accountID int64, kind Erasure, at time.Time) ([]ErasedContact, error)
	Footprint(ctx context.Context, accountID int64) (Footprint, error)
	// Tombstones lists the erasures, oldest first.
	Tombstones(ctx context.Context) ([]Tombstone, error)
	// ToErase reports whether the account of a tombstone exists, was created before the tombstone, and
	// has not been erased in that way.
	ToErase(ctx context.Context, stone Tombstone) (bool, error)
}

// MailStore queues mails.
type MailStore interface {
	QueueMail(ctx context.Context, kind outbox.Kind, accountID int64, at time.Time) error
	// QueueMailAt queues a mail about the account to the given address, even if the account's e-mail
	// has changed when the mail is sent.
	QueueMailAt(ctx context.Context, kind outbox.Kind, accountID int64, recipient string, at time.Time) error
	// QueueMailTo queues a mail to the account with the e-mail. Without such an account it queues a
	// mail for nobody, so that both cases do the same work.
	QueueMailTo(ctx context.Context, kind outbox.Kind, email string, at time.Time) error
	// CancelMails turns the account's unsent mails of that kind into mails for nobody.
	CancelMails(ctx context.Context, kind outbox.Kind, accountID int64) error
}
