package servicekey_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/machines/servicekey"
)

// shelf is a WindowStore in memory, as nodes share it.
type shelf struct {
	servicekey.Store
	mutex  sync.Mutex
	taken  map[time.Time]int64
	writes int
}

func (s *shelf) TakeCalls(_ context.Context, _ int64, window time.Time, calls, limit int64) (int64, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.writes++
	if s.taken[window] >= limit {
		return 0, nil
	}
	s.taken[window] += calls
	return s.taken[window], nil
}

type manualClock struct{ at time.Time }

func (h *manualClock) Now() time.Time { return h.at }

func newShelf() *shelf { return &shelf{taken: map[time.Time]int64{}} }

func limited(limit int64) servicekey.Key {
	return servicekey.Key{ID: 7, Grant: servicekey.Grant{Limit: &limit}}
}

func TestLimitOfAKey(t *testing.T) {
	noon := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	store, clock := newShelf(), &manualClock{noon}
	node := servicekey.NewService(store, clock, nil, nil)
	for i, c := range []struct {
		after   time.Duration
		limit   int64
		calls   int // made at that instant
		left    int64
		resets  time.Duration
		refused bool
		writes  int // so far
	}{
		{0, 20, 1, 19, time.Minute, false, 1},
		{10 * time.Second, 20, 1, 18, 50 * time.Second, false, 1},
		{10 * time.Second, 20, 18, 0, 40 * time.Second, false, 10},
		{0, 20, 1, 0, 40 * time.Second, true, 11},
		{39 * time.Second, 20, 50, 0, time.Second, true, 11}, // refusals cost no write
		{0, 30, 1, 9, time.Second, false, 12},                // a limit that was raised holds at once
		{time.Second, 20, 1, 19, time.Minute, false, 13},     // another minute
		{time.Minute, 3, 3, 0, time.Minute, false, 16},       // a tenth is one at least
		{0, 3, 1, 0, time.Minute, true, 17},
	} {
		clock.at = clock.at.Add(c.after)
		var got servicekey.Allowance
		for range c.calls {
			var err error
			if got, err = node.Allow(t.Context(), limited(c.limit)); err != nil {
				t.Fatal(err)
			}
		}
		if want := (servicekey.Allowance{Limit: c.limit, Left: c.left, Resets: c.resets, Refused: c.refused}); got != want ||
			store.writes != c.writes {
			t.Errorf("%d: %+v after %d writes, want %+v after %d", i, got, store.writes, want, c.writes)
		}
	}
	if got, err := node.Allow(t.Context(), servicekey.Key{ID: 8}); got != (servicekey.Allowance{}) || err != nil ||
		store.writes != 17 {
		t.Errorf("a key without a limit: %+v, %v, %d writes", got, err, store.writes)
	}
}

// However many nodes a key calls, and however their clocks differ, no window lets more than the limit through; and one
// node alone lets all of it through.
func TestNodesNeverPassTheLimitOfAKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		store := newShelf()
		limit := rapid.Int64Range(1, 500).Draw(t, "limit")
		nodes, clocks := []*servicekey.Service{}, []*manualClock{}
		for range rapid.IntRange(1, 4).Draw(t, "nodes") {
			clock := &manualClock{time.Unix(0, 0).Add(time.Duration(rapid.IntRange(0, 5000).Draw(t, "skew")) * time.Millisecond)}
			clocks, nodes = append(clocks, clock), append(nodes, servicekey.NewService(store, clock, nil, nil))
		}
		passed := map[time.Time]int64{}
		for range 3 * limit {
			i := rapid.IntRange(0, len(nodes)-1).Draw(t, "node")
			clocks[i].at = clocks[i].at.Add(time.Duration(rapid.IntRange(0, 200).Draw(t, "pause")) * time.Millisecond)
			got, err := nodes[i].Allow(context.Background(), limited(limit))
			if err != nil {
				t.Fatal(err)
			}
			if !got.Refused {
				passed[clocks[i].at.Truncate(servicekey.Window)]++
			}
			if got.Left < 0 || got.Left >= limit {
				t.Fatalf("%d of %d are left", got.Left, limit)
			}
		}
		for window, calls := range passed {
			if calls > limit {
				t.Fatalf("%d calls of %d in the window %v", calls, limit, window)
			}
		}
	})
}
