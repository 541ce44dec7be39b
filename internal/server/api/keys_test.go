package api_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"consigne/internal/domain/servicekey"
	"consigne/internal/kernel/clock"
	"consigne/internal/server/api"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// untouchable is a store of keys in which recording the use of a key fails.
type untouchable struct {
	servicekey.KeyStore
	touched chan error
}

func (s untouchable) TouchKey(ctx context.Context, _ int64, at time.Time) error {
	_, err := s.CreateKey(ctx, servicekey.Key{OperatorID: 404, CreatedAt: at}, "of nobody")
	s.touched <- err
	return err
}

// A statement that fails in a PostgreSQL transaction makes the rest of it fail. So the use of a key is not recorded
// in the transaction of the call.
func TestAnIdempotentCallThoughTheUseOfItsKeyCannotBeNoted(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, database *store.Store) {
		stores := database.ForServiceKeys()
		failing := untouchable{stores.KeyStore, make(chan error, 9)}
		stores.KeyStore = failing
		s := newSite(t, database, func(parts *api.Parts) { parts.Keys = servicekey.NewService(stores, clock.System{}) })
		_, key := s.fieldKeyOf(1)
		made := s.call("POST", "/api/terrain/utilisateurs", key, map[string]string{"email": "zoe@exemple.test"}, "Idempotency-Key", "une")
		s.want("made", made, 201, "")
		if err := <-failing.touched; err == nil {
			t.Fatal("the use was noted")
		}
		again := s.call("POST", "/api/terrain/utilisateurs", key, map[string]string{"email": "zoe@exemple.test"}, "Idempotency-Key", "une")
		if again.Status != 201 || again.Raw != made.Raw {
			t.Errorf("again: %d %s", again.Status, again.Raw)
		}
	})
}

// The list of keys shows when each was last used, for idempotent calls too.
func TestTheLastUseOfAKeyIsNoted(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *site) {
		admin := s.login("admin@exemple.test").token
		_, key := s.fieldKeyOf(1)
		s.want("made", s.call("POST", "/api/terrain/utilisateurs", key, map[string]string{"email": "zoe@exemple.test"}, "Idempotency-Key", "une"), 201, "")
		for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
			list := s.call("GET", "/api/admin/exploitant/1/cles", admin, nil).List
			if at, err := time.Parse(time.RFC3339Nano, fmt.Sprint(list[0]["derniereUtilisation"])); err == nil && at.Equal(s.clock.Now()) {
				return
			}
			if time.Since(began) > 2*time.Second {
				t.Fatalf("not noted: %v", list)
			}
		}
	})
}
