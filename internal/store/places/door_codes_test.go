package places_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/places/opening"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func TestCodesAreWiped(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		locker := storetest.NewLocker(t, s)
		storetest.Check(t, s.SaveCode(ctx,
			opening.Code{LockerID: locker, Digits: "123456", ExpiresAt: storetest.Now.Add(3 * time.Minute)}))
		storetest.Check(t, s.WipeExpired(ctx, storetest.Now))
		if code, err := s.LiveCode(ctx, locker, storetest.Now); err != nil || code.Digits != "123456" {
			t.Errorf("a live code: %+v, %v", code, err)
		}
		if winners := storetest.Race(10, func() bool {
			first, err := s.UseCode(ctx, locker, "123456", storetest.Now)
			return err == nil && first
		}); winners != 1 {
			t.Errorf("a code was used %d times", winners)
		}
		storetest.Check(t, s.SaveCode(ctx,
			opening.Code{LockerID: locker, Digits: "654321", ExpiresAt: storetest.Now.Add(3 * time.Minute)}))
		storetest.Check(t, s.WipeExpired(ctx, storetest.Now.Add(3*time.Minute)))
		if first, err := s.UseCode(ctx, locker, "654321", storetest.Now); err != nil || first {
			t.Errorf("an expired code is still kept: %v, %v", first, err)
		}
		if _, err := s.LiveCode(ctx, locker, storetest.Now); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("after the wipe: %v", err)
		}
	})
}

// The sender of opening codes is woken once the transaction of the code is committed, and not at
// all when it is rolled back.
func TestCodesWakeTheirSenderOnceCommitted(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		locker := storetest.NewLocker(t, s)
		codes := opening.NewService(s, clock.System{}, nil)
		woken := 0
		codes.OnCommand(func() { woken++ })
		undone := errors.New("undone")
		err := s.Atomically(t.Context(), func(ctx context.Context) error {
			if _, err := codes.Generate(ctx, access.Actor{}, locker); err != nil {
				return err
			}
			return undone
		})
		if !errors.Is(err, undone) || woken != 0 {
			t.Errorf("a code that was rolled back: %v, woken %d times", err, woken)
		}
		storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
			_, err := codes.Generate(ctx, access.Actor{}, locker)
			if woken != 0 {
				t.Error("woken before the commit")
			}
			return err
		}))
		if woken != 1 {
			t.Errorf("woken %d times for one code", woken)
		}
	})
}

// A code and an export ticket were given out by a node whose clock was ahead. Once the clock is
// put right they do not live on until their instant: neither is taken any more, both are wiped,
// and whoever asks gets a new code. Clocks that differ by seconds make no difference.
func TestWhatAClockThatWasAheadGaveOut(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		locker := storetest.NewLocker(t, s)
		for what, c := range map[string]struct {
			ahead time.Duration
			wiped bool // before anybody asks
			good  bool
		}{
			"a day ahead":               {ahead: 24 * time.Hour},
			"five minutes ahead":        {ahead: 5 * time.Minute},
			"a day ahead, wiped":        {ahead: 24 * time.Hour, wiped: true},
			"half a minute ahead":       {ahead: 30 * time.Second, good: true},
			"as long ahead, and a wipe": {ahead: 30 * time.Second, wiped: true, good: true},
		} {
			clock := &storetest.Clock{Time: storetest.Now.Add(c.ahead)}
			codes, payments := opening.NewService(s, clock, nil), payment.NewService(s, clock, nil)
			given, err := codes.Generate(ctx, access.Actor{}, locker)
			storetest.Check(t, err)
			ticket, err := payments.OpenExport(ctx, access.Actor{}, 1, payment.Filter{})
			storetest.Check(t, err)
			clock.Time = storetest.Now
			if c.wiped {
				storetest.Check(t, s.WipeExpired(ctx, clock.Now()))
				clock.Time = storetest.Now.Add(c.ahead) // when both would still be good, were they there
			}
			if _, err := payments.ExportTicket(ctx, ticket, 1, false); (err == nil) != c.good ||
				err != nil && !fault.Is(err, fault.KindNotFound) {
				t.Errorf("%s: the ticket: %v", what, err)
			}
			if _, err := codes.Open(ctx, 1, locker, given.Digits); (err == nil) != c.good ||
				err != nil && !fault.Is(err, fault.KindForbidden) {
				t.Errorf("%s: the code: %v", what, err)
			}
			again, err := codes.Generate(ctx, access.Actor{}, locker)
			if err != nil || !again.ExpiresAt.Equal(clock.Add(opening.CodeLife)) {
				t.Errorf("%s: asked again: until %v, %v", what, again.ExpiresAt, err)
			}
			if _, err := codes.Open(ctx, 1, locker, again.Digits); err != nil {
				t.Errorf("%s: the new code: %v", what, err)
			}
		}
	})
}
