package live

import (
	"context"
	"sync"
	"time"

	"consigne/internal/kernel/access"
)

const (
	// mostAlike is how many changes of one topic at one operator wait for a stream; more are told as one, without ids.
	mostAlike = 20
	// rightsLife is how long rights that nothing is known to have changed are trusted.
	rightsLife = time.Minute
)

// Stream receives changes for one reader. Its methods may be called while the feed offers changes, but by one reader
// only.
type Stream struct {
	feed  *Feed
	ready chan struct{}

	mu      sync.Mutex
	actor   access.Actor
	checked time.Time // when the actor was read; zero: it must be read before the next change is sent
	altered bool      // the actor's rights may have changed since they were last asked for
	pending []Change
	reset   bool
}

// kind groups the changes that are told as one when there are many.
type kind struct {
	topic      Topic
	operatorID int64
}

func (c Change) kind() kind { return kind{c.Topic, c.OperatorID} }

// subject is what must be the same for two changes to be told once.
type subject struct {
	kind
	stationID, objectID int64
}

func (c Change) subject() subject { return subject{c.kind(), c.StationID, c.ObjectID} }

// offer keeps a change for the reader, unless its actor cannot see it.
func (s *Stream) offer(c Change) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.changesRights() && (c.ObjectID == s.actor.AccountID && c.Topic != Operators ||
		c.Topic == Operators && c.touches(s.actor)) {
		s.checked, s.altered = time.Time{}, true
		s.wakeReader()
		if c.Topic != Sessions {
			s.keep(Change{Topic: Rights, ObjectID: s.actor.AccountID})
		}
	}
	if s.checked.IsZero() && c.Topic != Sessions || c.VisibleTo(s.actor) {
		s.keep(c)
	}
}

// touches reports whether the operator that changed is one of the actor's.
func (c Change) touches(actor access.Actor) bool {
	return actor.Admin || len(actor.Roles[c.OperatorID]) > 0
}

// keep adds a change to those pending, unless it is there already.
func (s *Stream) keep(c Change) {
	s.wakeReader()
	if s.reset {
		return
	}
	alike := 0
	for _, p := range s.pending {
		if p.kind() == c.kind() {
			if alike++; p.subject() == c.subject() || p.ObjectID == 0 && p.StationID == 0 {
				return
			}
		}
	}
	if alike < mostAlike {
		s.pending = append(s.pending, c)
		return
	}
	others := s.pending[:0]
	for _, p := range s.pending {
		if p.kind() != c.kind() {
			others = append(others, p)
		}
	}
	s.pending = append(others, Change{Topic: c.Topic, OperatorID: c.OperatorID})
}

func (s *Stream) offerReset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reset, s.pending = true, nil
	s.wakeReader()
}

func (s *Stream) wakeReader() {
	select {
	case s.ready <- struct{}{}:
	default:
	}
}

// Ready receives a value when there is something to take.
func (s *Stream) Ready() <-chan struct{} { return s.ready }

// Batch is what the reader is told at once.
type Batch struct {
	Reset    bool // changes were missed: everything shown must be loaded again
	Changes  []Change
	Position int64 // where the stream resumes after this batch
	Head     int64 // the highest id that the feed had read
}

// Take returns what is pending, as far as the actor may see it now. When the actor's rights may have changed, or were
// read over a minute ago, authenticate reads them again; its error means that the stream must end.
func (s *Stream) Take(
	ctx context.Context, now time.Time, authenticate func(ctx context.Context) (access.Actor, error),
) (Batch, error) {
	s.feed.mu.Lock()
	s.mu.Lock()
	batch := Batch{Reset: s.reset, Changes: s.pending, Position: s.feed.position(), Head: s.feed.head}
	s.reset, s.pending = false, nil
	trusted := now.Sub(s.checked) < rightsLife
	actor := s.actor
	if !trusted { // changes offered from here on are kept, whatever the rights, until these are known
		s.checked, s.altered = time.Time{}, false
	}
	s.mu.Unlock()
	s.feed.mu.Unlock()
	if !trusted {
		var err error
		if actor, err = authenticate(ctx); err != nil {
			return Batch{}, err
		}
		s.mu.Lock()
		s.actor = actor
		if !s.altered {
			s.checked = now
		}
		s.mu.Unlock()
	}
	visible := batch.Changes[:0]
	for _, c := range batch.Changes {
		if c.VisibleTo(actor) {
			visible = append(visible, c)
		}
	}
	batch.Changes = visible
	return batch, nil
}

// Sent counts changes that reached the reader's connection.
func (s *Stream) Sent(changes int) { s.feed.sent.Add(int64(changes)) }

// Dropped counts the stream as cut because its reader was too slow.
func (s *Stream) Dropped() { s.feed.dropped.Add(1) }

// Close ends the stream.
func (s *Stream) Close() {
	s.feed.mu.Lock()
	defer s.feed.mu.Unlock()
	if _, open := s.feed.streams[s]; !open {
		return
	}
	delete(s.feed.streams, s)
	if s.feed.of[s.actor.AccountID]--; s.feed.of[s.actor.AccountID] == 0 {
		delete(s.feed.of, s.actor.AccountID)
	}
}
