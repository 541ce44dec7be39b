package store_test

import (
	"context"
	"testing"
	"time"

	"consigne/internal/fault"
	"consigne/internal/remote"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestCodesAreWiped(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		locker := aLocker(t, s)
		check(t, s.SaveCode(ctx, remote.Code{LockerID: locker, Digits: "123456", ExpiresAt: now.Add(3 * time.Minute)}))
		check(t, s.WipeExpired(ctx, now))
		if code, err := s.LiveCode(ctx, locker, now); err != nil || code.Digits != "123456" {
			t.Errorf("a live code: %+v, %v", code, err)
		}
		if winners := race(10, func() bool {
			first, err := s.UseCode(ctx, locker, "123456")
			return err == nil && first
		}); winners != 1 {
			t.Errorf("a code was used %d times", winners)
		}
		check(t, s.SaveCode(ctx, remote.Code{LockerID: locker, Digits: "654321", ExpiresAt: now.Add(3 * time.Minute)}))
		check(t, s.WipeExpired(ctx, now.Add(3*time.Minute)))
		if first, err := s.UseCode(ctx, locker, "654321"); err != nil || first {
			t.Errorf("an expired code is still kept: %v, %v", first, err)
		}
		if _, err := s.LiveCode(ctx, locker, now); !fault.Is(err, fault.NotFound) {
			t.Errorf("after the wipe: %v", err)
		}
	})
}

// A refusal inside a larger transaction undoes what it wrote, and nothing else.
func TestNestedTransactions(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		locker := aLocker(t, s)
		code := func(digits string) remote.Code {
			return remote.Code{LockerID: locker, Digits: digits, ExpiresAt: now.Add(time.Minute)}
		}
		check(t, s.Atomically(ctx, func(ctx context.Context) error {
			if err := s.SaveCode(ctx, code("111111")); err != nil {
				return err
			}
			err := s.Atomically(ctx, func(ctx context.Context) error {
				if err := s.SaveCode(ctx, code("222222")); err != nil {
					return err
				}
				return fault.Missing()
			})
			if !fault.Is(err, fault.NotFound) {
				t.Errorf("the refusal is lost: %v", err)
			}
			return nil
		}))
		if kept, err := s.LiveCode(ctx, locker, now); err != nil || kept.Digits != "111111" {
			t.Errorf("kept: %+v, %v", kept, err)
		}
	})
}
