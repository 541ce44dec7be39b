// Package servicekey holds the keys with which an operator's programs authenticate: its application, controllers and
// counting systems to the field API (docs/rules.md#field-api), and any program to the calls of staff for which the key
// has the rights (docs/rules.md#service-keys).
package servicekey

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
)

// Key describes a key. The secret itself is shown once, when it is made.
type Key struct {
	ID            int64
	OperatorID    int64
	Hint          string // the first characters of the secret
	CreatedAt     time.Time
	LastUsedAt    *time.Time
	PreviousUntil *time.Time // until when the secret that was replaced is good; nil: none is
	Grant
}

// Actor returns the key as the caller of a request.
func (k Key) Actor() access.Actor {
	return access.Actor{Key: &access.Key{ID: k.ID, OperatorID: k.OperatorID, Rights: k.Rights}}
}

const (
	// Prefix begins every secret, and nothing else that calls carry.
	Prefix     = "ck_"
	hintLength = 8
	// Overlap is how long a secret is good after it was replaced.
	Overlap = 24 * time.Hour
	// usePrecision is how exactly the last use is known, to avoid one write per call.
	usePrecision = time.Minute
	noteTimeout  = 5 * time.Second
)

// Store is the storage that the service needs. Methods return fault.NotFound for what does not exist.
type Store interface {
	transaction.Runner
	audit.Recorder
	security.EventStore
	KeyStore
	WindowStore
}

// KeyStore stores the keys of operators. Those that are revoked, or of an archived operator, are not found.
type KeyStore interface {
	CreateKey(ctx context.Context, key Key, hash string) (int64, error)
	// KeysOf lists an operator's keys, newest first; those that have expired too. A secret that was replaced is told of
	// while it is good.
	KeysOf(ctx context.Context, operatorID int64, now time.Time) ([]Key, error)
	// KeyByHash finds the key of a secret, or of one that was replaced and is still good.
	KeyByHash(ctx context.Context, hash string, now time.Time) (Key, error)
	KeyByID(ctx context.Context, id int64, now time.Time) (Key, error)
	// ChangeKey replaces what the key may do; false: it is not found.
	ChangeKey(ctx context.Context, id int64, grant Grant) (bool, error)
	// ReplaceKey replaces the secret; the present one is good until the given instant, and no older one. False: the key
	// is not found.
	ReplaceKey(ctx context.Context, key Key, hash string, until time.Time) (bool, error)
	// RevokeKey returns false when the key is already revoked.
	RevokeKey(ctx context.Context, id int64, at time.Time) (bool, error)
	TouchKey(ctx context.Context, id int64, at time.Time) error
	// AddNetwork records that the key was used from the network, and reports whether it was the first time.
	AddNetwork(ctx context.Context, id int64, network string) (first bool, err error)
	// NoteExpiry records that the key was used after its end, and reports whether that was not recorded since the instant.
	NoteExpiry(ctx context.Context, id int64, at, since time.Time) (first bool, err error)
}

// Service implements the package's operations for all callers.
type Service struct {
	store   Store
	clock   clock.Clock
	noting  sync.Map // ids of the keys whose last use is being written
	known   networks // what this node need not ask the database about
	expired sync.Map // ids of the keys to when this node noted a use after their end
	windows windows

	security *security.Recorder
	log      *slog.Logger // of what breaks apart from a call
}

// NewService returns a Service on the store. Without a recorder, security events are stored and not logged; log may be
// nil too.
func NewService(store Store, clock clock.Clock, recorder *security.Recorder, log *slog.Logger) *Service {
	return &Service{
		store: store, clock: clock,
		security: cmp.Or(recorder, security.NewRecorder(store, nil)), log: cmp.Or(log, slog.New(slog.DiscardHandler)),
	}
}

// Create creates a key of the operator and returns its secret, which cannot be read again.
func (s *Service) Create(
	ctx context.Context, actor access.Actor, operatorID int64, typed Grant,
) (int64, string, error) {
	now := s.clock.Now()
	grant, err := typed.validate(now, nil)
	if err != nil {
		return 0, "", err
	}
	key, secret := Key{OperatorID: operatorID, CreatedAt: now, Grant: grant}, newSecret()
	key.Hint = secret[:hintLength]
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		var err error
		if key.ID, err = s.store.CreateKey(ctx, key, hash(secret)); err != nil {
			return err
		}
		changes := map[string]any{"libelle": key.Label}
		for name, fact := range key.facts() {
			if fact != (Grant{Label: key.Label, Field: true}).facts()[name] {
				changes[name] = fact
			}
		}
		return s.record(ctx, audit.KeyCreated, security.KeyCreated, actor, key, changes)
	})
	return key.ID, secret, err
}

// List returns the operator's keys, newest first.
func (s *Service) List(ctx context.Context, operatorID int64) ([]Key, error) {
	return s.store.KeysOf(ctx, operatorID, s.clock.Now())
}

// ByID returns a key. fault.NotFound: there is none, or it is revoked.
func (s *Service) ByID(ctx context.Context, id int64) (Key, error) {
	return s.store.KeyByID(ctx, id, s.clock.Now())
}

// Change replaces what a key is called and may do, from its next call on.
func (s *Service) Change(ctx context.Context, actor access.Actor, id int64, typed Grant) (changed Key, err error) {
	now := s.clock.Now()
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.store.KeyByID(ctx, id, now)
		if err != nil {
			return err
		}
		grant, err := typed.validate(now, before.ExpiresAt)
		if err != nil {
			return err
		}
		changed = before
		changed.Grant = grant
		differences := audit.Differences(before.facts(), grant.facts())
		if len(differences) == 0 {
			return nil
		}
		found, err := s.store.ChangeKey(ctx, id, grant)
		if err != nil {
			return err
		}
		if !found {
			return fault.NotFound()
		}
		return s.record(ctx, audit.KeyChanged, security.KeyChanged, actor, changed, differences)
	})
	return changed, err
}

// Replace gives a key another secret, which it returns. The former one is good for a day more, so that programs can be
// changed one after another; one that was replaced before is good no longer.
func (s *Service) Replace(ctx context.Context, actor access.Actor, id int64) (secret string, err error) {
	now := s.clock.Now()
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		key, err := s.store.KeyByID(ctx, id, now)
		if err != nil {
			return err
		}
		secret = newSecret()
		key.Hint = secret[:hintLength]
		found, err := s.store.ReplaceKey(ctx, key, hash(secret), now.Add(Overlap))
		if err != nil {
			return err
		}
		if !found {
			return fault.NotFound()
		}
		return s.record(ctx, audit.KeyReplaced, security.KeyReplaced, actor, key, map[string]any{"libelle": key.Label})
	})
	return secret, err
}

// Revoke revokes a key, with the secret that it replaced, at once.
func (s *Service) Revoke(ctx context.Context, actor access.Actor, id int64) error {
	now := s.clock.Now()
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		key, err := s.store.KeyByID(ctx, id, now)
		if err != nil {
			return err
		}
		first, err := s.store.RevokeKey(ctx, id, now)
		if err != nil {
			return err
		}
		if !first {
			return fault.NotFound()
		}
		return s.record(ctx, audit.KeyRevoked, security.KeyRevoked, actor, key, map[string]any{"libelle": key.Label})
	})
}

func (s *Service) record(
	ctx context.Context, action audit.Action, kind security.Kind, actor access.Actor, key Key, changes map[string]any,
) error {
	if err := s.security.Note(ctx, security.Event{
		At: s.clock.Now(), Kind: kind, ActorID: actor.AccountID, Reason: reasonOf(key),
	}); err != nil {
		return err
	}
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: key.OperatorID,
		Action: action, Object: audit.Object{Kind: audit.KindKey, ID: key.ID}, Changes: changes,
	})
}

// reasonOf names the key in a security event.
func reasonOf(key Key) string { return fmt.Sprintf("exploitant %d, clé %d", key.OperatorID, key.ID) }

func newSecret() string { return Prefix + rand.Text() }

// hash returns the hash under which a key is stored. It needs no salt, because a key holds 130 random
// bits.
func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
