// Package account holds the people who may log in: who they are, how they prove
// it, and how long they are believed (domain.md § 1 and § 8).
package account

import (
	"context"
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	"consigne/internal/access"
	"consigne/internal/clock"
	"consigne/internal/fault"
	"consigne/internal/journal"
	"consigne/internal/outbox"
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
	Active       bool // false: Banni
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

	// Atomically runs act in one transaction, again from its start after a lost race.
	Atomically(ctx context.Context, act func(ctx context.Context) error) error

	// AccountByEmail finds a living account, with its roles, without regard to case.
	AccountByEmail(ctx context.Context, email string) (Account, error)
	// AccountByID finds a living account, with its roles.
	AccountByID(ctx context.Context, id int64) (Account, error)
	// CreateAccount returns the new id, or fault.Invalid when the e-mail is taken.
	CreateAccount(ctx context.Context, account Account, at time.Time) (int64, error)
	SetPassword(ctx context.Context, accountID int64, hash string) error

	CreateSession(ctx context.Context, session Session) error
	SessionByID(ctx context.Context, id string) (Session, error)
	// ActorOf finds the account of a session in force, if it may still log in.
	ActorOf(ctx context.Context, sessionID string, now time.Time) (access.Actor, error)
	// RotateSession moves a session in force from that generation to the next;
	// false when it is not in force or another call has moved it.
	RotateSession(ctx context.Context, session Session) (bool, error)
	EndSession(ctx context.Context, id string, at time.Time) error
	EndSessionsOf(ctx context.Context, accountID int64, at time.Time) error

	CreatePasswordLink(ctx context.Context, link PasswordLink) error
	// PasswordLinkOwner finds whose link it is, unused and not expired.
	PasswordLinkOwner(ctx context.Context, tokenHash string, now time.Time) (int64, error)
	// UsePasswordLink marks it used, with every other link of the account; false
	// when another call was first.
	UsePasswordLink(ctx context.Context, tokenHash string, now time.Time) (bool, error)
	CountPasswordLinks(ctx context.Context, accountID int64, since time.Time) (int, error)

	// CountAttempt adds one to the bucket and returns how many it holds and
	// since when; a bucket older than window starts afresh.
	CountAttempt(ctx context.Context, bucket string, now time.Time, window time.Duration) (int, time.Time, error)
	// ForgiveAttempt takes one back.
	ForgiveAttempt(ctx context.Context, bucket string) error
	ForgetAttempts(ctx context.Context, bucket string) error

	QueueMail(ctx context.Context, kind outbox.Kind, recipient string, at time.Time) error
}

// Service is the way in for every caller.
type Service struct {
	store  Store
	clock  clock.Clock
	tokens *tokens
	hasher *hasher
}

// NewService derives its keys from secret, which must be the same on every node.
func NewService(store Store, clock clock.Clock, secret []byte) (*Service, error) {
	tokens, err := newTokens(secret)
	if err != nil {
		return nil, err
	}
	return &Service{store: store, clock: clock, tokens: tokens, hasher: newHasher()}, nil
}

// Details returns the caller's own account.
func (s *Service) Details(ctx context.Context, actor access.Actor) (Account, error) {
	return s.store.AccountByID(ctx, actor.AccountID)
}

// ByEmail finds a living account. fault.NotFound: there is none.
func (s *Service) ByEmail(ctx context.Context, email string) (Account, error) {
	return s.store.AccountByEmail(ctx, email)
}

// CreateAdministrator makes an account with ROLE_ADMIN and no password, and
// returns the token of a link that sets one.
func (s *Service) CreateAdministrator(ctx context.Context, email, lastName, firstName string) (string, error) {
	email = strings.TrimSpace(email)
	if err := ValidateEmail("mail", email); err != nil {
		return "", err
	}
	now := s.clock.Now()
	link, token := s.tokens.newPasswordLink(now, invitationLife)
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
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
		link.AccountID = id
		return s.store.CreatePasswordLink(ctx, link)
	})
	if err != nil {
		return "", err
	}
	return token, nil
}

// ValidateEmail refuses, at that field, what is no bare address.
func ValidateEmail(field, email string) error {
	address, err := mail.ParseAddress(email)
	_, domain, _ := strings.Cut(email, "@")
	if err != nil || address.Address != email || !strings.Contains(domain, ".") || utf8.RuneCountInString(email) > 255 {
		return fault.At(field, "Le format de l'email n'est pas correct.")
	}
	return nil
}

// FoldEmail is the form in which two e-mails are the same.
func FoldEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

func object(accountID int64) journal.Object { return journal.Object{Kind: "compte", ID: accountID} }
