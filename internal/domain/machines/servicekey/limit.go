package servicekey

import (
	"context"
	"sync"
	"time"
)

// Window is how long the limit of a key counts: from one full minute to the next.
const Window = time.Minute

// WindowStore counts the calls of keys, over all nodes.
type WindowStore interface {
	// TakeCalls adds calls to those of the key in the window, unless these have reached the limit, and returns their
	// number with them; 0: the limit is reached.
	TakeCalls(ctx context.Context, keyID int64, window time.Time, calls, limit int64) (int64, error)
}

// Allowance describes what is left to a key in the window of a call.
type Allowance struct {
	Limit   int64 // 0: the key has none
	Left    int64 // as this node knows; other nodes may have used of it
	Resets  time.Duration
	Refused bool
}

// windows holds what this node knows of the windows of keys.
type windows struct {
	mutex sync.Mutex
	began time.Time // of the windows held
	byKey map[int64]*window
}

// window is what this node knows of the window of a key.
type window struct {
	mutex sync.Mutex // also while a share is taken, so that calls that need one wait for it
	share int64      // calls taken from the database that were not made yet
	left  int64      // calls of the limit that nobody had taken then
	full  int64      // the limit that was found to be reached; 0: none
}

// of returns the window of a key. Windows that have passed are forgotten.
func (w *windows) of(keyID int64, began time.Time) *window {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if !began.Equal(w.began) {
		w.began, w.byKey = began, map[int64]*window{}
	}
	found := w.byKey[keyID]
	if found == nil {
		found = &window{}
		w.byKey[keyID] = found
	}
	return found
}

// Allow counts a call of the key against its limit. A node takes a tenth of the limit at a time from the database, so
// that it writes once for many calls, and all nodes together never let more than the limit through in a window. What a
// node has taken and does not use is lost with the window. It must be called outside of a transaction.
func (s *Service) Allow(ctx context.Context, key Key) (Allowance, error) {
	if key.Limit == nil {
		return Allowance{}, nil
	}
	limit, now := *key.Limit, s.clock.Now()
	began := now.Truncate(Window)
	allowance := Allowance{Limit: limit, Resets: began.Add(Window).Sub(now)}
	w := s.windows.of(key.ID, began)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.share == 0 && w.full != limit {
		calls := max(1, limit/10)
		taken, err := s.store.TakeCalls(ctx, key.ID, began, calls, limit)
		if err != nil {
			return allowance, err
		}
		if taken == 0 {
			w.full, w.left = limit, 0
		} else {
			w.full, w.share, w.left = 0, min(calls, limit-(taken-calls)), max(0, limit-taken)
		}
	}
	if w.share == 0 {
		allowance.Refused = true
		return allowance, nil
	}
	w.share--
	allowance.Left = min(w.share+w.left, limit-1)
	return allowance, nil
}
