// Package fieldkey holds the keys of the field API: what the application, the
// controllers and the counting systems of an operator show to be let in.
package fieldkey

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"consigne/internal/domain/journal"
	"consigne/internal/domain/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// Key is one key; the key itself is shown once, when it is made.
type Key struct {
	ID         int64
	OperatorID int64
	Label      string
	Hint       string // its first characters
	CreatedAt  time.Time
	LastUsedAt *time.Time
}

const (
	prefix     = "ck_"
	hintLength = 8
	maxLabel   = 100
	// usePrecision is how exactly the last use is known: a write a call would be a waste.
	usePrecision = time.Minute
	notePatience = 5 * time.Second
)

// Store is what the package needs kept. What is not found is fault.NotFound.
type Store interface {
	journal.Recorder
	security.Store
	Atomically(ctx context.Context, act func(ctx context.Context) error) error

	CreateKey(ctx context.Context, key Key, hash string) (int64, error)
	// KeysOf lists an operator's keys in force, newest first.
	KeysOf(ctx context.Context, operatorID int64) ([]Key, error)
	// KeyByHash finds a key in force of an operator in service.
	KeyByHash(ctx context.Context, hash string) (Key, error)
	KeyByID(ctx context.Context, id int64) (Key, error)
	// RevokeKey returns false when the key is revoked already.
	RevokeKey(ctx context.Context, id int64, at time.Time) (bool, error)
	TouchKey(ctx context.Context, id int64, at time.Time) error
}

// Service is the way in for every caller.
type Service struct {
	store  Store
	clock  clock.Clock
	noting sync.Map // the numbers of keys of which a use is being noted

	Security *security.Watch
}

// NewService returns the service on that store.
func NewService(store Store, clock clock.Clock) *Service {
	return &Service{store: store, clock: clock, Security: security.NewWatch(store, nil)}
}

// Create makes a key of the operator and returns it: it cannot be read again.
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
	err := s.Security.Atomically(ctx, s.store.Atomically, func(ctx context.Context) error {
		var err error
		if key.ID, err = s.store.CreateKey(ctx, key, hash(secret)); err != nil {
			return err
		}
		return s.record(ctx, journal.KeyCreated, security.KeyCreated, actor, key)
	})
	return key.ID, secret, err
}

// List returns the operator's keys in force, newest first.
func (s *Service) List(ctx context.Context, operatorID int64) ([]Key, error) {
	return s.store.KeysOf(ctx, operatorID)
}

// Revoke ends a key at once.
func (s *Service) Revoke(ctx context.Context, actor access.Actor, id int64) error {
	return s.Security.Atomically(ctx, s.store.Atomically, func(ctx context.Context) error {
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
		return s.record(ctx, journal.KeyRevoked, security.KeyRevoked, actor, key)
	})
}

// Authenticate finds the key that was shown.
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
	if now := s.clock.Now(); key.LastUsedAt == nil || now.Sub(*key.LastUsedAt) >= usePrecision {
		s.noteUse(key.ID, now)
	}
	return key, nil
}

// noteUse notes the last use of a key apart from the call: the call waits for nothing, it
// succeeds in a database without room, and its transaction survives if this fails.
func (s *Service) noteUse(id int64, at time.Time) {
	if _, underWay := s.noting.LoadOrStore(id, true); underWay {
		return
	}
	go func() {
		defer s.noting.Delete(id)
		ctx, cancel := context.WithTimeout(context.Background(), notePatience)
		defer cancel()
		_ = s.store.TouchKey(ctx, id, at) // when it fails, the next use is noted
	}()
}

func (s *Service) record(ctx context.Context, action journal.Action, kind security.Kind, actor access.Actor, key Key) error {
	if err := s.Security.Note(ctx, security.Event{
		At: s.clock.Now(), Kind: kind, ActorID: actor.AccountID, Reason: fmt.Sprintf("exploitant %d, clé %d", key.OperatorID, key.ID),
	}); err != nil {
		return err
	}
	return s.store.Record(ctx, journal.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: key.OperatorID,
		Action: action, Object: journal.Object{Kind: journal.KindKey, ID: key.ID}, Changes: map[string]any{"libelle": key.Label},
	})
}

// hash needs no salt: a key holds 130 random bits.
func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
