package queue

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	random "math/rand/v2"
	"sync"
	"time"

	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// Runner runs items on this node. Any number of runners may run in parallel, on any number of nodes.
type Runner struct {
	store   Store
	clock   clock.Clock
	log     *slog.Logger
	metrics Metrics
}

// NewRunner returns a Runner on the store; metrics may be nil.
func NewRunner(store Store, clock clock.Clock, log *slog.Logger, metrics Metrics) *Runner {
	return &Runner{store, clock, log, metrics}
}

// Run runs all items that are due now, then returns. What comes due meanwhile is for the next round, so
// that a round ends even if its items are slow. An item that fails or panics does not delay the others: it
// is tried again later and parked in the end. Run returns only errors that are not of a single item, such
// as an unavailable database. The bounds are passed to the store.
func (r *Runner) Run(ctx context.Context, work Work, bounds ...time.Time) error {
	round := &round{Runner: r, work: work, began: r.clock.Now(), bounds: bounds, finished: map[int64]bool{}}
	holder, items, err := round.claim(ctx)
	if err != nil || len(items) == 0 {
		return err
	}
	var workers sync.WaitGroup
	workers.Go(func() { round.safely(ctx, holder, items) })
	for range work.atOnce() - 1 {
		workers.Go(func() { round.safely(ctx, "", nil) })
	}
	workers.Wait()
	return round.failed
}

// Do runs one item now, due or not, unless another holder has it, it waits for another try or it is
// parked. True: the item is done. Errors are as for Run.
func (r *Runner) Do(ctx context.Context, work Work, id int64) (bool, error) {
	claim := r.claim(work, r.clock.Now())
	item, claimed, err := r.store.ClaimItem(ctx, claim, id)
	if err != nil || !claimed {
		return false, err
	}
	done, err := r.one(ctx, work, claim.Holder, item, false)
	if err == nil && done {
		err = r.finish(ctx, work, claim.Holder, []int64{id})
	}
	return done, err
}

// Tidy deletes the rows of items that are no longer due because another caller settled them.
func (r *Runner) Tidy(ctx context.Context) error {
	var failed error
	for _, kind := range Kinds {
		failed = errors.Join(failed, r.store.TidyWork(ctx, kind, r.clock.Now()))
	}
	return failed
}

func (r *Runner) claim(work Work, dueBy time.Time) Claim {
	return Claim{
		Kind: work.Kind, Holder: rand.Text(), DueBy: dueBy, Until: r.clock.Now().Add(work.lease()), Longest: work.longest(),
		Most: work.batch(),
	}
}

// round is one run over all due items. Each worker claims items for itself, so that a slow item does
// not delay those of other workers.
type round struct {
	*Runner
	work   Work
	began  time.Time
	bounds []time.Time

	mutex    sync.Mutex
	finished map[int64]bool
	failed   error
}

func (r *round) claim(ctx context.Context) (holder string, items []Item, err error) {
	claim := r.Runner.claim(r.work, r.began)
	claim.Bounds = r.bounds
	items, err = r.store.ClaimWork(ctx, claim)
	return claim.Holder, items, err
}

// safely calls workOff, and lets a panic outside of an item fail the round. Nothing else would catch it in
// a goroutine, and the process would end.
func (r *round) safely(ctx context.Context, holder string, items []Item) {
	r.note(Protect(func() error {
		r.workOff(ctx, holder, items)
		return nil
	}))
}

// workOff runs the claimed items, then claims and runs others until none is due or the round has
// failed.
func (r *round) workOff(ctx context.Context, holder string, items []Item) {
	for {
		if len(items) == 0 {
			var err error
			if holder, items, err = r.claim(ctx); err != nil || len(items) == 0 {
				r.note(err)
				return
			}
		}
		done := []int64{}
		for _, item := range items {
			ok, err := r.one(ctx, r.work, holder, item, r.has(item.ID))
			if ok {
				done = append(done, item.ID)
			}
			r.note(err, done...)
		}
		r.note(r.finish(ctx, r.work, holder, done))
		if items = nil; ctx.Err() != nil || r.note(nil) || r.over() {
			return
		}
	}
}

// over reports whether the round has lasted as long as it may.
func (r *round) over() bool { return r.work.Round > 0 && r.clock.Now().Sub(r.began) >= r.work.Round }

// note stores an error and the items done, and reports whether the round has failed.
func (r *round) note(err error, done ...int64) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, id := range done {
		r.finished[id] = true
	}
	r.failed = errors.Join(r.failed, err)
	return r.failed != nil
}

// has reports whether the round has already done the item.
func (r *round) has(id int64) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.finished[id]
}

// one runs an item and stores its failure, if any. again: the same round has already done the item
// without an error, yet it is due again.
func (r *Runner) one(ctx context.Context, work Work, holder string, item Item, again bool) (done bool, err error) {
	if ctx.Err() != nil {
		return false, r.release(ctx, work, holder, item, 0)
	}
	if item.Losses >= mostLosses {
		item.Tries = max(item.Tries, len(work.delays())) // so that it is parked
		return false, r.fail(ctx, work, holder, item, errLost)
	}
	limited, cancel := context.WithTimeout(ctx, work.timeout())
	defer cancel()
	err = Protect(func() error { return work.Do(limited, item.ID) })
	switch {
	case err == nil && !again:
		r.tell(work, Done)
		return true, nil
	case err == nil:
		return false, r.fail(ctx, work, holder, item, errNoEffect)
	case ctx.Err() != nil: // the node is stopping
		return false, r.release(ctx, work, holder, item, 0)
	// A database that is busy or away says so itself; what ran out of the item's own time does not.
	case fault.Is(err, fault.KindUnavailable) && (limited.Err() == nil || !errors.Is(err, context.DeadlineExceeded)):
		return false, errors.Join(err, r.release(ctx, work, holder, item, respite))
	case limited.Err() != nil:
		return false, r.fail(ctx, work, holder, item, errors.Join(context.DeadlineExceeded, err))
	}
	return false, r.fail(ctx, work, holder, item, err)
}

func (r *Runner) fail(ctx context.Context, work Work, holder string, item Item, last error) error {
	failures := item.Tries + 1
	wait, again := work.Delay(failures, random.Float64())
	facts := []any{"kind", work.Kind, "item", item.ID, "tries", failures, "error", last}
	outcome := Failed
	if panicked, ok := errors.AsType[*PanicError](last); ok {
		outcome = Panicked
		facts = append(facts, "stack", string(panicked.Stack))
	}
	ctx, cancel := settling(ctx)
	defer cancel()
	if !again && work.Parked != nil {
		err := Protect(func() error { return work.Parked(ctx, item.ID, last) })
		if fault.Is(err, fault.KindUnavailable) {
			return errors.Join(err, r.release(ctx, work, holder, item, respite))
		}
		if err != nil { // the item is parked anyway, so that it is not tried for ever
			r.log.ErrorContext(ctx, "the parking of work could not be told", "kind", work.Kind, "item", item.ID, "error", err)
		}
	}
	r.tell(work, outcome)
	if again {
		r.log.WarnContext(ctx, "work failed, will be tried again", facts...)
	} else {
		r.tell(work, Given)
		r.log.ErrorContext(ctx, "work parked", facts...)
	}
	now := r.clock.Now()
	return r.store.FailWork(ctx, Failure{
		Kind: work.Kind, ID: item.ID, Holder: holder, At: now, Cause: causeOf(last), Next: now.Add(wait), Parked: !again,
	})
}

func (r *Runner) release(ctx context.Context, work Work, holder string, item Item, wait time.Duration) error {
	ctx, cancel := settling(ctx)
	defer cancel()
	return r.store.ReleaseWork(ctx, work.Kind, holder, item.ID, r.clock.Now().Add(wait))
}

func (r *Runner) finish(ctx context.Context, work Work, holder string, done []int64) error {
	if len(done) == 0 {
		return nil
	}
	ctx, cancel := settling(ctx)
	defer cancel()
	return r.store.FinishWork(ctx, work.Kind, holder, done)
}

func (r *Runner) tell(work Work, outcome Outcome) {
	if r.metrics != nil {
		r.metrics.ItemWorked(work.Kind, outcome)
	}
}

// settling returns a context with which a node that is stopping can still store the outcome of its
// items, so that other nodes need not wait for the end of the leases.
func settling(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
}
