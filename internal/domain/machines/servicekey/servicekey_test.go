package servicekey_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// broken is a store that can be read, but cannot write the last use of a key.
type broken struct {
	servicekey.Store
	touch func(ctx context.Context) error
}

func (broken) KeyByHash(context.Context, string, time.Time) (servicekey.Key, error) {
	return servicekey.Key{ID: 7, OperatorID: 1}, nil
}

func (b broken) TouchKey(ctx context.Context, _ int64, _ time.Time) error { return b.touch(ctx) }

// Writing the last use of a key neither fails nor slows the call, even when the write fails or hangs.
// While one use of a key is being written, no other is.
func TestAKeyOpensThoughItsUseCannotBeNoted(t *testing.T) {
	for what, touch := range map[string]func(ctx context.Context) error{
		"no room": func(context.Context) error { return fault.Unavailable("Plus tard.") },
		"a fault": func(context.Context) error { return errors.New("broken") },
		"a panic": func(context.Context) error { panic("broken") },
		"slow": func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			began, noted := time.Now(), 0
			keys := servicekey.NewService(broken{touch: func(ctx context.Context) error {
				noted++
				return touch(ctx)
			}}, clock.System{}, nil, nil)
			open := func() {
				t.Helper()
				if key, err := keys.Authenticate(t.Context(), "ck_1"); err != nil || key.ID != 7 || time.Since(began) != 0 {
					t.Errorf("%s: %+v, %v after %v", what, key, err, time.Since(began))
				}
				synctest.Wait()
			}
			open()
			open()
			if slow := what == "slow"; slow != (noted == 1) {
				t.Errorf("%s: noted %d times", what, noted)
			}
			time.Sleep(time.Minute) // lets the slow write time out
		})
	}
}
