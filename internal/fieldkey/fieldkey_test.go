package fieldkey_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"consigne/internal/clock"
	"consigne/internal/fault"
	"consigne/internal/fieldkey"
)

// full is a store that can be read, and has no room to write.
type full struct {
	fieldkey.Store
	touched error
}

func (full) KeyByHash(context.Context, string) (fieldkey.Key, error) {
	return fieldkey.Key{ID: 7, OperatorID: 1}, nil
}

func (f full) TouchKey(context.Context, int64, time.Time) error { return f.touched }

func TestAKeyOpensThoughItsUseCannotBeNoted(t *testing.T) {
	for what, cause := range map[string]error{"no room": fault.Down("Plus tard."), "a fault": errors.New("broken")} {
		key, err := fieldkey.NewService(full{touched: cause}, clock.System{}).Authenticate(t.Context(), "ck_1")
		if refused := what != "no room"; (err != nil) != refused || key.ID != 7 {
			t.Errorf("%s: %+v, %v", what, key, err)
		}
	}
}
