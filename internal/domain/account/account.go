// Package account holds the people who may log in: who they are, how they prove
// it, and how long they are believed (domain.md § 1 and § 8).
package account

import (
	"context"
	"errors"
	"net/mail"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"consigne/internal/domain/journal"
	"consigne/internal/domain/outbox"
	"consigne/internal/domain/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
)

// Account is a person known to Consigne: customer, staff or administrator.
type Account struct {
	ID           int64
	Email        string
	LastName     string
	FirstName    string
	Phone        string // 0 and nine digits, or empty
	PasswordHash string // empty: no password yet, so no login
	Admin        bool
	Active       bool   // false: Banni
	AskedEmail   string // what the e-mail becomes once it is confirmed; empty: it stays
	Unconfirmed  bool   // nobody has shown that the e-mail is theirs, and it is another account's as well: a claim
	Roles        map[int64][]access.Role
}

// Session is what a login opens. Its refresh token is derived from its id and
// generation; each refresh makes a new generation.
type Session struct {
	ID         string
	AccountID  int64
	Generation int64
	CreatedAt  time.Time
	RotatedAt  time.Time
	ExpiresAt  time.Time
	Ended      bool
}

// Store is what the package needs kept. What is not found is fault.NotFound.
type Store interface {
	journal.Recorder
	security.Store
	UserStore
	ClaimStore

	// Atomically runs act in one transaction, again from its start after a lost race.
	Atomically(ctx context.Context, act func(ctx context.Context) error) error

	// AccountByEmail finds a living account, with its roles, without regard to case.
	AccountByEmail(ctx context.Context, email string) (Account, error)
	// AccountByID finds a living account, with its roles.
	AccountByID(ctx context.Context, id int64) (Account, error)
	// CreateAccount returns the new id, or fault.Invalid when the e-mail is taken; that of
	// one that is unconfirmed takes none, and finds none.
	CreateAccount(ctx context.Context, account Account, at time.Time) (int64, error)
	SetPassword(ctx context.Context, accountID int64, hash string) error
	// OperatorNames are the names of all operators, by id.
	OperatorNames(ctx context.Context) (map[int64]string, error)
	// Touch notes that the person was seen, at most once a day, and takes a warning of
	// inactivity back.
	Touch(ctx context.Context, accountID int64, at time.Time) error
	// SetIdentity changes names, telephone and e-mail, or says fault.Invalid when the
	// e-mail is taken.
	SetIdentity(ctx context.Context, account Account) error
	// GrantRole makes the operator know the account as well.
	GrantRole(ctx context.Context, accountID, operatorID int64, role access.Role) error
	// TakeRole returns false when the account does not hold it.
	TakeRole(ctx context.Context, accountID, operatorID int64, role access.Role) (bool, error)
	// AccountsWithRole lists, by name, the living accounts with that role there.
	AccountsWithRole(ctx context.Context, operatorID int64, role access.Role) ([]Account, error)
	// KnowAccount lets the operator refer to the account.
	KnowAccount(ctx context.Context, accountID, operatorID int64) error

	CreateSession(ctx context.Context, session Session) error
	SessionByID(ctx context.Context, id string) (Session, error)
	// ActorOf finds the account of a session in force, if it may still log in.
	ActorOf(ctx context.Context, sessionID string, now time.Time) (access.Actor, error)
	// RotateSession moves a session in force from that generation to the next;
	// false when it is not in force or another call has moved it.
	RotateSession(ctx context.Context, session Session) (bool, error)
	EndSession(ctx context.Context, id string, at time.Time) error
	EndSessionsOf(ctx context.Context, accountID int64, at time.Time) error

	// AskEmail keeps the e-mail that an account is to have once it is confirmed, in the place
	// of the one before.
	AskEmail(ctx context.Context, change EmailChange) error
	// AskedEmail finds the change that the account waits for; fault.NotFound: none is open.
	AskedEmail(ctx context.Context, accountID int64, now time.Time) (EmailChange, error)
	// AskedEmails lists those of a team, by account.
	AskedEmails(ctx context.Context, operatorID int64, role access.Role, now time.Time) (map[int64]string, error)
	// SetEmailToken makes the token the one that confirms the change.
	SetEmailToken(ctx context.Context, accountID int64, tokenHash string) error
	// TakeEmailChange finds an open change by its token and deletes it. fault.NotFound:
	// there is none, or another call was first.
	TakeEmailChange(ctx context.Context, tokenHash string, now time.Time) (EmailChange, error)
	// DropEmailChange deletes the one that the account waits for, if there is one.
	DropEmailChange(ctx context.Context, accountID int64) error

	CreatePasswordLink(ctx context.Context, link PasswordLink) error
	// PasswordLinkOwner finds whose link it is, unused and not expired.
	PasswordLinkOwner(ctx context.Context, tokenHash string, now time.Time) (int64, error)
	// UsePasswordLink marks it used, with every other link of the account; false
	// when another call was first.
	UsePasswordLink(ctx context.Context, tokenHash string, now time.Time) (bool, error)
	// RevokePasswordLinks ends those of the account that still open.
	RevokePasswordLinks(ctx context.Context, accountID int64, at time.Time) error
	CountPasswordLinks(ctx context.Context, accountID int64, since time.Time) (int, error)

	// CountAttempt adds one to the bucket and returns how many it holds and
	// since when; a bucket older than window starts afresh, and none is of the future.
	CountAttempt(ctx context.Context, bucket string, now time.Time, window time.Duration) (int, time.Time, error)
	// Tally reads the failures of a bucket; the zero Tally when there are none.
	Tally(ctx context.Context, bucket string) (Tally, error)
	// SaveTally keeps them; the zero Tally is forgotten.
	SaveTally(ctx context.Context, bucket string, tally Tally) error
	// RememberAddress notes that the account was signed in to from there; KnowsAddress
	// reports whether that was so since an instant, of the account with that folded e-mail.
	RememberAddress(ctx context.Context, accountID int64, address string, at time.Time) error
	KnowsAddress(ctx context.Context, foldedEmail, address string, since time.Time) (bool, error)

	QueueMail(ctx context.Context, kind outbox.Kind, accountID int64, at time.Time) error
	// QueueMailAt queues a mail about the account to that address, whatever the account's
	// is when it is sent.
	QueueMailAt(ctx context.Context, kind outbox.Kind, accountID int64, recipient string, at time.Time) error
	// QueueMailTo queues a mail to the account with that e-mail, or to nobody: both do the
	// same work.
	QueueMailTo(ctx context.Context, kind outbox.Kind, email string, at time.Time) error
	// CancelMails makes the mails of that kind that the account has not been sent nobody's.
	CancelMails(ctx context.Context, kind outbox.Kind, accountID int64) error
}

// Service is the way in for every caller.
type Service struct {
	store  Store
	clock  clock.Clock
	tokens *tokens
	hasher *hasher

	Security *security.Watch
}

// NewService derives its keys from secret, which must be the same on every node.
func NewService(store Store, clock clock.Clock, secret []byte) (*Service, error) {
	tokens, err := newTokens(secret)
	if err != nil {
		return nil, err
	}
	return &Service{store: store, clock: clock, tokens: tokens, hasher: newHasher(), Security: security.NewWatch(store, nil)}, nil
}

// Details returns the caller's own account.
func (s *Service) Details(ctx context.Context, actor access.Actor) (Account, error) {
	return s.store.AccountByID(ctx, actor.AccountID)
}

// ByEmail finds a living account. fault.NotFound: there is none.
func (s *Service) ByEmail(ctx context.Context, email string) (Account, error) {
	return s.store.AccountByEmail(ctx, email)
}

// ByID finds a living account. fault.NotFound: there is none.
func (s *Service) ByID(ctx context.Context, id int64) (Account, error) {
	return s.store.AccountByID(ctx, id)
}

// CreateAdministrator makes an account with ROLE_ADMIN and no password, and
// returns the token of a link that sets one.
func (s *Service) CreateAdministrator(ctx context.Context, email, lastName, firstName string) (string, error) {
	var broken fault.Broken
	broken.Line("nom", &lastName)
	broken.Line("prenom", &firstName)
	email = strings.TrimSpace(email)
	if err := errors.Join(ValidateEmail("mail", email), broken.Err()); err != nil {
		return "", err
	}
	now := s.clock.Now()
	link, token := s.tokens.newPasswordLink(now, invitationLife)
	err := s.Security.Atomically(ctx, s.store.Atomically, func(ctx context.Context) error {
		id, err := s.store.CreateAccount(ctx, Account{
			Email: email, LastName: lastName, FirstName: firstName, Admin: true, Active: true,
		}, now)
		if err != nil {
			return err
		}
		if err := s.store.Record(ctx, journal.Entry{
			At: now, Action: journal.AccountCreated, Object: object(id), Changes: map[string]any{"role": access.RoleAdmin},
		}); err != nil {
			return err
		}
		if err := s.noteRole(ctx, security.RoleGranted, access.Actor{}, id, access.RoleAdmin); err != nil {
			return err
		}
		link.AccountID = id
		return s.store.CreatePasswordLink(ctx, link)
	})
	if err != nil {
		return "", err
	}
	return token, nil
}

// RegisterCustomer makes an account without a password for a customer of the operator,
// or finds the one by which the operator knows them and leaves it as it is. Somebody
// known to other operators alone gets an account like a new person, and a letter that
// asks whether to make it one with theirs. fault.TooMany: the key has named too many.
func (s *Service) RegisterCustomer(ctx context.Context, by Introduction) (id int64, created bool, err error) {
	var broken fault.Broken
	broken.Line("nom", &by.LastName)
	broken.Line("prenom", &by.FirstName)
	by.Email = strings.TrimSpace(by.Email)
	if err := s.limitRequests(ctx, s.tokens.bucket("terrain", strconv.FormatInt(by.KeyID, 10)), peoplePerKey, s.clock.Now()); err != nil {
		return 0, false, err
	}
	if err := ValidateEmail("email", by.Email); err != nil {
		return 0, false, err
	}
	if by.Phone, err = NormalisePhone("telephone", by.Phone); err != nil {
		return 0, false, err
	}
	if err := broken.Err(); err != nil {
		return 0, false, err
	}
	return s.introduce(ctx, by)
}

var frenchPhone = regexp.MustCompile(`^0[0-9]{9}$`)

// NormalisePhone returns 0 and nine digits, a leading +33 read as 0, or empty;
// it refuses anything else at that field.
func NormalisePhone(field, phone string) (string, error) {
	phone = strings.NewReplacer(" ", "", ".", "", "-", "").Replace(phone)
	if rest, abroad := strings.CutPrefix(phone, "+33"); abroad {
		phone = "0" + rest
	}
	if phone != "" && !frenchPhone.MatchString(phone) {
		return "", fault.At(field, msgPhone)
	}
	return phone, nil
}

// ValidateEmail refuses, at that field, what is no bare address, or is the pattern of
// many (*@domaine).
func ValidateEmail(field, email string) error {
	address, err := mail.ParseAddress(email)
	_, domain, _ := strings.Cut(email, "@")
	if err != nil || address.Address != email || !strings.Contains(domain, ".") || strings.Contains(email, "*") || !text.IsLine(email) || utf8.RuneCountInString(email) > 255 {
		return fault.At(field, "Le format de l'email n'est pas correct.")
	}
	return nil
}

// FoldEmail is the form in which two e-mails are the same.
func FoldEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

func object(accountID int64) journal.Object { return journal.Object{Kind: "compte", ID: accountID} }
