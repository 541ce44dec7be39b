package servicekey

import (
	"context"
	"errors"
	"strings"
	"time"

	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/fault"
)

// expiryNoted is how often the use of a key after its end is noted.
const expiryNoted = time.Hour

func errNoKey() error {
	return fault.Unauthenticated("Invalid API Key", "Cette clé n'est pas valable.")
}

// Authenticate finds the key with the given secret, as the database knows it now. One that is revoked or has expired,
// and one of an archived operator, is refused as one that there never was.
func (s *Service) Authenticate(ctx context.Context, shown string) (Key, error) {
	if !strings.HasPrefix(shown, Prefix) {
		return Key{}, errNoKey()
	}
	now := s.clock.Now()
	key, err := s.store.KeyByHash(ctx, hash(shown), now)
	if fault.Is(err, fault.KindNotFound) {
		return Key{}, errNoKey()
	}
	if err != nil {
		return Key{}, err
	}
	if key.Expired(now) {
		s.noteExpiry(ctx, key, now)
		return Key{}, errNoKey()
	}
	s.noteNetwork(ctx, key)
	if key.LastUsedAt == nil || now.Sub(*key.LastUsedAt) >= usePrecision {
		s.noteUse(key.ID, now)
	}
	return key, nil
}

// Good returns a key that a call was allowed to, if it is still good. fault.Unauthenticated: it is not.
func (s *Service) Good(ctx context.Context, id int64) (Key, error) {
	now := s.clock.Now()
	key, err := s.store.KeyByID(ctx, id, now)
	if fault.Is(err, fault.KindNotFound) || err == nil && key.Expired(now) {
		return Key{}, errNoKey()
	}
	return key, err
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
			s.log.Error("the use of a key could not be noted", "key", id, "error", err, "stack", string(panicked.Stack))
		}
	}()
}

// noteExpiry leaves a security event of a use after the end, once an hour over all nodes. The call is refused whether
// or not that can be written.
func (s *Service) noteExpiry(ctx context.Context, key Key, now time.Time) {
	if known, _ := s.expired.Load(key.ID); known != nil {
		if at, ok := known.(time.Time); ok && now.Sub(at).Abs() < expiryNoted {
			return
		}
	}
	ctx, cancel := context.WithTimeout(ctx, noteTimeout)
	defer cancel()
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		first, err := s.store.NoteExpiry(ctx, key.ID, now, now.Add(-expiryNoted))
		if err != nil || !first {
			return err
		}
		return s.security.Note(ctx, security.Event{At: now, Kind: security.KeyExpired, Reason: reasonOf(key)})
	})
	if err != nil {
		s.log.WarnContext(ctx, "the use of an expired key could not be noted", "key", key.ID, "error", err)
		return
	}
	s.expired.Store(key.ID, now)
}
