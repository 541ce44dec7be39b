package signon

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/transaction"
)

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	audit.Revisions
	ProviderStore
	DepartureStore
	IdentityStore
	SessionStore
	TryStore
	MailStore
}

// ProviderStore stores the providers that administrators have entered. Their secrets are sealed.
type ProviderStore interface {
	Providers(ctx context.Context) ([]Provider, error)
	ProviderByID(ctx context.Context, id int64) (Provider, error)
	// CompulsoryFor returns the label and issuer of the active provider that the accounts of an e-mail's domain must use.
	CompulsoryFor(ctx context.Context, domain string) (Provider, error)
	// CreateProvider returns the new id. fault.Invalid: another provider has the issuer, or is compulsory for one of the
	// domains. The same holds for UpdateProvider.
	CreateProvider(ctx context.Context, p Provider) (int64, error)
	UpdateProvider(ctx context.Context, p Provider) error
	DeleteProvider(ctx context.Context, id int64) error
}

// Departure is a sign-in that has left for a provider.
type Departure struct {
	StateHash   string
	ProviderID  int64  // 0: the provider of the configuration
	BrowserHash string // of the cookie of the browser that left
	Secrets     string // sealed
	ExpiresAt   time.Time
}

// DepartureStore stores sign-ins that have left.
type DepartureStore interface {
	KeepDeparture(ctx context.Context, departure Departure) error
	// TakeDeparture finds a departure and deletes it. fault.NotFound: there is none, or another call took it first.
	TakeDeparture(ctx context.Context, stateHash string) (Departure, error)
}

// Identity is who an account is at a provider.
type Identity struct {
	ID        int64
	AccountID int64
	Issuer    string
	Subject   string
	Email     string // as the provider last told it
	CreatedAt time.Time
	UsedAt    time.Time
}

// IdentityStore stores identities.
type IdentityStore interface {
	// Identities lists those of an account, oldest first.
	Identities(ctx context.Context, accountID int64) ([]Identity, error)
	IdentityBySubject(ctx context.Context, issuer, subject string) (Identity, error)
	// CreateIdentity returns the new id; 0: the subject belongs to an account already, or the account has an identity
	// at the issuer or at one of the others. It locks the account until the transaction ends, so that of calls at once
	// for several providers one links.
	CreateIdentity(ctx context.Context, identity Identity, others []string) (int64, error)
	UseIdentity(ctx context.Context, id int64, email string, at time.Time) error
	// DeleteIdentity returns false when the account has no such identity.
	DeleteIdentity(ctx context.Context, accountID, id int64) (bool, error)
}

// Opened is the provider of a session.
type Opened struct {
	IdentityID int64
	Issuer     string
	IDToken    string // sealed
}

// SessionStore stores by which identity sessions were opened.
type SessionStore interface {
	OpenedBy(ctx context.Context, sessionID string) (Opened, error)
	// EndSessionsOfIdentity ends the sessions that the identity opened, and the sign-ins that it began, except for one
	// session.
	EndSessionsOfIdentity(ctx context.Context, identityID int64, except string, at time.Time) error
}

// TryStore counts attempts.
type TryStore interface {
	// CountTry adds one to the bucket and returns its count and when the count began.
	CountTry(ctx context.Context, bucket string, now time.Time, window time.Duration) (int, time.Time, error)
	// ForgiveTry takes one back.
	ForgiveTry(ctx context.Context, bucket string) error
}

// MailStore queues mails.
type MailStore interface {
	QueueMailAt(ctx context.Context, kind outbox.Kind, accountID int64, recipient string, at time.Time) error
}
