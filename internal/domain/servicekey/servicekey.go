// Package servicekey holds the keys with which an operator's application, controllers and counting
// systems authenticate to the field API (docs/rules.md#field-api).
package servicekey

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"consigne/internal/domain/audit"
	"consigne/internal/domain/queue"
	"consigne/internal/domain/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
)

// Key describes a key of the field API. The secret itself is shown once, when it is created.
type Key struct {
	ID         int64
	OperatorID int64
	Label      string
	Hint       string // the first characters of the secret
	CreatedAt  time.Time
	LastUsedAt *time.Time
}

const (
	prefix     = "ck_"
	hintLength = 8
	maxLabel   = 100
	// usePrecision is how exactly the last use is known, to avoid one write per call.
	usePrecision = time.Minute
	noteTimeout  = 5 * time.Second
)

// Stores is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Stores struct {
	transaction.Runner
	audit.Recorder
	security.EventStore
	KeyStore
}

// KeyStore stores the keys of the field API.
type KeyStore interface {
	CreateKey(ctx context.Context, key Key, hash string) (int64, error)
	// KeysOf lists an operator's valid keys, newest first.
	KeysOf(ctx context.Context, operatorID int64) ([]Key, error)
	// KeyByHash finds a valid key of an operator in service.
	KeyByHash(ctx context.Context, hash string) (Key, error)
	KeyByID(ctx context.Context, id int64) (Key, error)
	// RevokeKey returns false when the key is already revoked.
	RevokeKey(ctx context.Context, id int64, at time.Time) (bool, error)
	TouchKey(ctx context.Context, id int64, at time.Time) error
	// AddNetwork records that the key was used from the network, and reports whether it was the first time.
	AddNetwork(ctx context.Context, id int64, network string) (first bool, err error)
}

// Service implements the package's operations for all callers.
type Service struct {
	store  Stores
	clock  clock.Clock
	noting sync.Map // ids of the keys whose last use is being written
	known  networks // what this node need not ask the database about

	Security *security.Watch
	Log      *slog.Logger // of what breaks apart from a call
}

// NewService returns a Service on the stores.
func NewService(stores Stores, clock clock.Clock) *Service {
	return &Service{store: stores, clock: clock, Security: security.NewWatch(stores.EventStore, nil), Log: slog.New(slog.DiscardHandler)}
}

// Create creates a key of the operator and returns its secret, which cannot be read again.
func (s *Service) Create(ctx context.Context, actor access.Actor, operatorID int64, label string) (int64, string, error) {
	var broken fault.Broken
	broken.Line("libelle", &label)
	broken.Unless(label != "", "libelle", "Veuillez renseigner le libellé de la clé.")
	broken.Unless(utf8.RuneCountInString(label) <= maxLabel, "libelle", "Le libellé ne peut dépasser 100 caractères.")
	if err := broken.Err(); err != nil {
		return 0, "", err
	}
	secret := prefix + rand.Text()
	key := Key{OperatorID: operatorID, Label: label, Hint: secret[:hintLength], CreatedAt: s.clock.Now()}
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		var err error
		if key.ID, err = s.store.CreateKey(ctx, key, hash(secret)); err != nil {
			return err
		}
		return s.record(ctx, audit.KeyCreated, security.KeyCreated, actor, key)
	})
	return key.ID, secret, err
}

// List returns the operator's valid keys, newest first.
func (s *Service) List(ctx context.Context, operatorID int64) ([]Key, error) {
	return s.store.KeysOf(ctx, operatorID)
}

// Revoke revokes a key at once.
func (s *Service) Revoke(ctx context.Context, actor access.Actor, id int64) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		key, err := s.store.KeyByID(ctx, id)
		if err != nil {
			return err
		}
		first, err := s.store.RevokeKey(ctx, id, s.clock.Now())
		if err != nil {
			return err
		}
		if !first {
			return fault.Missing()
		}
		return s.record(ctx, audit.KeyRevoked, security.KeyRevoked, actor, key)
	})
}

// Authenticate finds the key with the given secret.
func (s *Service) Authenticate(ctx context.Context, shown string) (Key, error) {
	refused := fault.Unknown("Invalid API Key", "Cette clé n'est pas valable.")
	if !strings.HasPrefix(shown, prefix) {
		return Key{}, refused
	}
	key, err := s.store.KeyByHash(ctx, hash(shown))
	if fault.Is(err, fault.NotFound) {
		return Key{}, refused
	}
	if err != nil {
		return Key{}, err
	}
	s.noteNetwork(ctx, key)
	if now := s.clock.Now(); key.LastUsedAt == nil || now.Sub(*key.LastUsedAt) >= usePrecision {
		s.noteUse(key.ID, now)
	}
	return key, nil
}

// noteUse writes the last use of a key outside the call's transaction and without making the call wait.
// The call therefore succeeds even when the database has no room, and its transaction is not lost when
// this write fails.
func (s *Service) noteUse(id int64, at time.Time) {
	if _, underWay := s.noting.LoadOrStore(id, true); underWay {
		return
	}
	go func() {
		defer s.noting.Delete(id)
		ctx, cancel := context.WithTimeout(context.Background(), noteTimeout)
		defer cancel()
		err := queue.Protect(func() error { return s.store.TouchKey(ctx, id, at) }) // when it fails, the next use is noted
		if panicked, ok := errors.AsType[*queue.PanicError](err); ok {
			s.Log.Error("the use of a key could not be noted", "key", id, "error", err, "stack", string(panicked.Stack))
		}
	}()
}

func (s *Service) record(ctx context.Context, action audit.Action, kind security.Kind, actor access.Actor, key Key) error {
	if err := s.Security.Note(ctx, security.Event{
		At: s.clock.Now(), Kind: kind, ActorID: actor.AccountID, Reason: reasonOf(key),
	}); err != nil {
		return err
	}
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: key.OperatorID,
		Action: action, Object: audit.Object{Kind: audit.KindKey, ID: key.ID}, Changes: map[string]any{"libelle": key.Label},
	})
}

// reasonOf names the key in a security event.
func reasonOf(key Key) string { return fmt.Sprintf("exploitant %d, clé %d", key.OperatorID, key.ID) }

// hash returns the hash under which a key is stored. It needs no salt, because a key holds 130 random
// bits.
func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
