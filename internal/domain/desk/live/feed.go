package live

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

const (
	// pollInterval is how soon a change of another node, or of a command, is noticed.
	pollInterval = 300 * time.Millisecond
	// readInterval is the time between two reads of a busy node, which would otherwise read after each of its commits.
	readInterval = 50 * time.Millisecond
	// readsAtOnce is how many reads a node that was not busy makes before it waits between them.
	readsAtOnce = 16
	// kept is how many changes a node remembers for streams that resume.
	kept = 4096
	// missingFor is how long an id is waited for that is lower than one already read. A call is cut after 25 s, so that
	// its transaction is committed or rolled back by then.
	missingFor = time.Minute
	// mostMissing bounds how many ids are waited for.
	mostMissing = 1000

	// replayed is how old a change may be that a new stream is told of.
	replayed = 10 * time.Second

	mostStreams          = 20_000
	mostStreamsOfAccount = 100
)

const msgTooManyStreams = "Trop d'écrans sont ouverts. Les changements s'affichent ici avec un peu de retard."

// Feed reads the changes that every node commits and passes each to the streams whose actor may see it.
//
// Ids grow with each change, but a lower one may be committed after a higher one. So the feed remembers the ids that
// are missing below the highest one read, and reads them when they appear. The position that it gives to streams is the
// id below which nothing is missing: a stream that resumes there loses nothing, and may be told of a change again.
type Feed struct {
	store Store
	log   *slog.Logger
	wake  chan struct{}
	ended chan struct{} // closed when the node stops
	once  sync.Once

	mu      sync.Mutex
	streams map[*Stream]struct{}
	of      map[int64]int // number of streams by account
	recent  []Change      // in the order in which they were read
	from    int64         // every change read with an id above it is in recent
	head    int64         // the highest id read
	missing map[int64]time.Time
	read    bool // the latest changes were read once

	sent, dropped atomic.Int64
}

// NewFeed returns a Feed on the store. It passes nothing on until Run.
func NewFeed(store Store, log *slog.Logger) *Feed {
	return &Feed{
		store: store, log: log, wake: make(chan struct{}, 1), ended: make(chan struct{}),
		streams: map[*Stream]struct{}{}, of: map[int64]int{}, missing: map[int64]time.Time{},
	}
}

// Wake makes Run read the changes at once. It does not block.
func (f *Feed) Wake() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// Close ends all streams, for good.
func (f *Feed) Close() { f.once.Do(func() { close(f.ended) }) }

// Ended is closed when all streams must end.
func (f *Feed) Ended() <-chan struct{} { return f.ended }

// Run reads changes until ctx ends.
func (f *Feed) Run(ctx context.Context) {
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	failed, due := false, time.Time{}
	for {
		if err := f.Read(ctx); err != nil && ctx.Err() == nil {
			if !failed {
				f.log.WarnContext(ctx, "changes are not passed on: they cannot be read", "error", err)
			}
			failed = true
		} else {
			failed = false
		}
		select {
		case <-ctx.Done():
			return
		case <-poll.C:
		case <-f.wake:
		}
		if due = due.Add(readInterval); time.Since(due) > readsAtOnce*readInterval {
			due = time.Now().Add(-readsAtOnce * readInterval)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Until(due)):
		}
	}
}

// Read reads the changes committed since the last time, and passes them on.
func (f *Feed) Read(ctx context.Context) error {
	f.mu.Lock()
	read, head, missing := f.read, f.head, f.takeMissing(time.Now())
	f.mu.Unlock()
	if !read {
		latest, err := f.store.LatestChanges(ctx, kept)
		if err != nil {
			return err
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		f.read = true
		if len(latest) > 0 {
			f.head, f.from = latest[0].ID-1, latest[0].ID-1
		}
		waiting := f.streams
		f.streams = nil
		f.accept(latest, time.Now())
		f.streams = waiting
		for s := range waiting {
			s.offerReset()
		}
		return nil
	}
	for {
		changes, err := f.store.ChangesAfter(ctx, head, missing, kept)
		if err != nil || len(changes) == 0 {
			return err
		}
		f.mu.Lock()
		f.accept(changes, time.Now())
		head, missing = f.head, nil
		f.mu.Unlock()
		if len(changes) < kept {
			return nil
		}
	}
}

// takeMissing lists the ids that are still waited for, and forgets those that were rolled back.
func (f *Feed) takeMissing(now time.Time) []int64 {
	ids := make([]int64, 0, len(f.missing))
	for id, since := range f.missing {
		if now.Sub(since) > missingFor {
			delete(f.missing, id)
			continue
		}
		ids = append(ids, id)
	}
	return ids
}

// accept remembers changes, lowest id first, and passes them to the streams.
func (f *Feed) accept(changes []Change, now time.Time) {
	for _, c := range changes {
		if c.ID <= f.head {
			if _, waited := f.missing[c.ID]; !waited {
				continue
			}
			delete(f.missing, c.ID)
		}
		if f.head == 0 { // the table was empty: what it held before is not known
			f.from = c.ID - 1
		}
		for id := max(f.head+1, c.ID-mostMissing); id < c.ID; id++ {
			f.missing[id] = now
		}
		f.head = max(f.head, c.ID)
		if c.ID > f.from { // otherwise streams that resume there are reset anyway
			f.recent = append(f.recent, c)
		}
		for s := range f.streams {
			s.offer(c)
		}
	}
	for len(f.recent) > kept {
		f.from = max(f.from, f.recent[0].ID)
		f.recent = f.recent[1:]
	}
}

// position returns the id below which no change is missing.
func (f *Feed) position() int64 {
	lowest := f.head
	for id := range f.missing {
		lowest = min(lowest, id-1)
	}
	return lowest
}

// Open returns a stream of the changes that the actor may see: those after the position, or when it is negative, those
// since replayed ago, which a page may have missed while it loaded. When they are not remembered, the stream begins
// with a reset. fault.Unavailable: too many streams are open. The caller closes the stream.
func (f *Feed) Open(actor access.Actor, after int64, now time.Time) (*Stream, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.streams) >= mostStreams || f.of[actor.AccountID] >= mostStreamsOfAccount {
		return nil, fault.Busy(msgTooManyStreams, time.Minute)
	}
	s := &Stream{feed: f, actor: actor, checked: now, ready: make(chan struct{}, 1)}
	f.streams[s] = struct{}{}
	f.of[actor.AccountID]++
	switch {
	case after < 0:
		for _, c := range f.recent {
			if now.Sub(c.At) < replayed {
				s.offer(c)
			}
		}
	case !f.read || after < f.from || after > f.head:
		s.offerReset()
	default:
		for _, c := range f.recent {
			if c.ID > after {
				s.offer(c)
			}
		}
	}
	return s, nil
}

// Figures are numbers about the streams of this node.
type Figures struct {
	Open          int   // now
	Sent, Dropped int64 // changes sent, and streams that were cut because their reader was too slow, since the start
}

// Figures returns the numbers as they are now.
func (f *Feed) Figures() Figures {
	f.mu.Lock()
	defer f.mu.Unlock()
	return Figures{Open: len(f.streams), Sent: f.sent.Load(), Dropped: f.dropped.Load()}
}
