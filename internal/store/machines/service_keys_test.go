package machines_test

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"consigne/internal/domain/machines/servicekey"
	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

type handClock struct{ now time.Time }

func (c *handClock) Now() time.Time { return c.now }

func onEachEngine(t *testing.T, test func(t *testing.T, s *store.Store, keys *servicekey.Service, clock *handClock)) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		storetest.Must(t)(s.CreateOperator(t.Context(), operator.Operator{Name: "Élan"}, storetest.Now))
		c := &handClock{storetest.Now}
		test(t, s, servicekey.NewService(s, c, nil, nil), c)
	})
}

// A secret that was replaced is good for a day, and no older one is; revoking ends both.
func TestReplacedKey(t *testing.T) {
	onEachEngine(t, func(t *testing.T, _ *store.Store, keys *servicekey.Service, clock *handClock) {
		id, first, err := keys.Create(t.Context(), access.Actor{}, 1,
			servicekey.Grant{Label: "Application", Rights: []access.Right{access.StationsRead}})
		storetest.Check(t, err)
		good := func(what string, secrets map[string]bool) {
			t.Helper()
			for secret, want := range secrets {
				key, err := keys.Authenticate(t.Context(), secret)
				if got := err == nil && key.ID == id; got != want || !want && !fault.Is(err, fault.KindUnauthenticated) {
					t.Errorf("%s: %s… is good: %v, %v", what, secret[:8], got, err)
				}
			}
		}
		replace := func() string {
			t.Helper()
			secret, err := keys.Replace(t.Context(), access.Actor{}, id)
			storetest.Check(t, err)
			return secret
		}
		second := replace()
		good("replaced", map[string]bool{first: true, second: true})
		if list, err := keys.List(t.Context(), 1); err != nil || list[0].Hint != second[:8] ||
			!list[0].PreviousUntil.Equal(clock.now.Add(servicekey.Overlap)) {
			t.Errorf("listed: %+v, %v", list, err)
		}
		clock.now = clock.now.Add(servicekey.Overlap)
		good("a day later", map[string]bool{first: false, second: true})
		if list, err := keys.List(t.Context(), 1); err != nil || list[0].PreviousUntil != nil {
			t.Errorf("a day later: %+v, %v", list, err)
		}
		third, fourth := replace(), replace()
		good("replaced twice", map[string]bool{second: false, third: true, fourth: true})
		storetest.Check(t, keys.Revoke(t.Context(), access.Actor{}, id))
		good("revoked", map[string]bool{third: false, fourth: false})
		if _, err := keys.Replace(t.Context(), access.Actor{}, id); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("a revoked key is replaced: %v", err)
		}
	})
}

// What is decided of a key is read as it was written, and holds from the next call on.
func TestGrantsAreKept(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *store.Store, keys *servicekey.Service, clock *handClock) {
		rights := []access.Right{access.StationsRead, access.EventsWrite}
		until := clock.now.Add(time.Hour)
		id, secret, err := keys.Create(t.Context(), access.Actor{}, 1, servicekey.Grant{Label: "Application"})
		storetest.Check(t, err)
		for i, grant := range []servicekey.Grant{
			{Label: "Application", Field: true},
			{Label: "Application", Rights: rights, Limit: new(int64(300))},
			{Label: "Autre", Rights: rights, Field: true, ExpiresAt: &until, Limit: new(int64(7))},
			{Label: "Autre", Field: true, Limit: new(int64(7))},
			{Label: "Autre", Field: true, ExpiresAt: &until},
			{Label: "Application", Field: true},
		} {
			_, err := keys.Change(t.Context(), access.Actor{}, id, grant)
			storetest.Check(t, err)
			got, err := keys.Authenticate(t.Context(), secret)
			same := got.Label == grant.Label && slices.Equal(got.Rights, grant.Rights) && got.Field == grant.Field &&
				(got.ExpiresAt == nil) == (grant.ExpiresAt == nil) && (got.Limit == nil) == (grant.Limit == nil) &&
				(got.Limit == nil || *got.Limit == *grant.Limit)
			if err != nil || !same {
				t.Errorf("%d: %+v, %v", i, got, err)
			}
		}
	})
}

// A use after the end is refused, and noted once an hour, whichever node sees it.
func TestUseOfAnExpiredKeyIsNoted(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *store.Store, keys *servicekey.Service, clock *handClock) {
		until := clock.now.Add(time.Hour)
		_, secret, err := keys.Create(t.Context(), access.Actor{}, 1,
			servicekey.Grant{Label: "Application", ExpiresAt: &until})
		storetest.Check(t, err)
		other := servicekey.NewService(s, clock, nil, nil)
		for _, c := range []struct {
			after time.Duration
			noted int
		}{{time.Hour - 1, 0}, {1, 1}, {30 * time.Minute, 1}, {30 * time.Minute, 2}} {
			clock.now = clock.now.Add(c.after)
			for _, node := range []*servicekey.Service{keys, other, keys} {
				if _, err := node.Authenticate(t.Context(), secret); (err == nil) != (c.noted == 0) {
					t.Errorf("at %v: %v", clock.now, err)
				}
			}
			if noted, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM security_events
				WHERE kind = 'cle.apres_fin'`); err != nil || noted != c.noted {
				t.Errorf("at %v: %d events, want %d, %v", clock.now, noted, c.noted, err)
			}
		}
	})
}

// Nodes that share a database never let more than the limit of a key through in a minute, and lose little of it.
func TestNodesShareTheLimitOfAKey(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *store.Store, keys *servicekey.Service, clock *handClock) {
		const limit = 200
		id, _, err := keys.Create(t.Context(), access.Actor{}, 1,
			servicekey.Grant{Label: "Application", Limit: new(int64(limit))})
		storetest.Check(t, err)
		key, err := keys.ByID(t.Context(), id)
		storetest.Check(t, err)
		var passed atomic.Int64
		var group sync.WaitGroup
		for _, node := range []*servicekey.Service{keys, servicekey.NewService(s, clock, nil, nil)} {
			for range 4 {
				group.Go(func() {
					for range limit / 2 {
						got, err := node.Allow(t.Context(), key)
						if err != nil {
							t.Error(err)
							return
						}
						if !got.Refused {
							passed.Add(1)
						}
					}
				})
			}
		}
		group.Wait()
		if got := passed.Load(); got > limit || got < limit*8/10 {
			t.Errorf("%d calls of %d", got, limit)
		}
		storetest.Check(t, s.Sweep(t.Context(), clock.now.Add(time.Hour)))
		if left, err := s.Count(t.Context(), "test", `SELECT COUNT(*) FROM service_key_windows`); err != nil || left != 0 {
			t.Errorf("%d windows are left, %v", left, err)
		}
	})
}
