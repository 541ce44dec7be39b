// Package queue works off what the tables say is to be done: a payment that is due, a mail
// that is not sent, a stay past its limit (docs/adr/0026).
//
// The domain's own tables say what is due, so nothing has to be put into a queue and nothing
// can be missing from it. This package adds, in the table work_items, what is known of the
// work itself: which node has an item and until when, how often it failed, when it may be
// tried again, and whether it was parked for a person to look at. An item without a row has
// never been tried; a row goes when its item is done or no longer due.
//
// Every Do may run twice: a lease can run out under a node that is only slow. What it does is
// therefore decided by the database, as for any other caller.
package queue

import (
	"context"
	"time"
)

// Kind is a sort of work, as it stands in the table, on the wire and in the metrics.
type Kind string

// The kinds, with what the number of an item is.
const (
	Payments      Kind = "paiement"     // to present: of the payment
	Presentations Kind = "presentation" // to ask the provider about: of the presentation
	Terms         Kind = "echeance"     // to bill: of the subscription
	Limits        Kind = "limite"       // to flag: of the stay
	Mails         Kind = "courriel"     // to send: of the mail
	Retention     Kind = "conservation" // to warn or anonymise: of the account
	Silences      Kind = "silence"      // to count as silent: of the station
)

// Kinds lists them all.
var Kinds = []Kind{Payments, Presentations, Terms, Limits, Mails, Retention, Silences}

// Work says how the items of a kind are worked.
type Work struct {
	Kind Kind
	// Do works one item. It returns nil when nothing is left to do, and an error wrapping
	// [fault.Unavailable] when nothing could be done for anybody: that is not the item's fault,
	// and is not counted against it.
	Do func(ctx context.Context, id int64) error
	// Parked, if any, is told of an item before it is parked, with its last error.
	Parked func(ctx context.Context, id int64, last error) error

	AtOnce  int             // items worked side by side; 0: one
	Batch   int             // items claimed together, to be worked one after the other; 0: one
	Timeout time.Duration   // of one item; 0: ten seconds
	Delays  []time.Duration // before the second, third… try; nil: the usual ones. After the last, the item is parked
}

// usualDelays have an item parked after an hour and eight tries.
var usualDelays = []time.Duration{
	30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 15 * time.Minute, 30 * time.Minute,
}

const (
	usualTimeout = 10 * time.Second
	// leaseMargin is for a node to note what became of the items.
	leaseMargin = 15 * time.Second
	// respite is how long an item is left alone that could not be worked for a reason that is
	// not its own.
	respite = 10 * time.Second
	// mostLosses is how many leases may run out before an item is parked. That a node was
	// stopped says nothing against what it had; only what ends node after node, for more than
	// an hour, is kept away from them.
	mostLosses = 100
)

func (w Work) atOnce() int { return max(1, w.AtOnce) }

func (w Work) batch() int { return max(1, w.Batch) }

func (w Work) timeout() time.Duration {
	if w.Timeout == 0 {
		return usualTimeout
	}
	return w.Timeout
}

// lease is how long a claimed batch may take when every item takes its time.
func (w Work) lease() time.Duration { return time.Duration(w.batch())*w.timeout() + leaseMargin }

func (w Work) delays() []time.Duration {
	if w.Delays == nil {
		return usualDelays
	}
	return w.Delays
}

// Delay returns how long an item waits after it failed so many times, shortened by up to a
// fifth by chance (0 to 1), so that items that failed together do not come back together.
// False: it is to be parked.
func (w Work) Delay(failures int, chance float64) (time.Duration, bool) {
	delays := w.delays()
	if failures > len(delays) {
		return 0, false
	}
	full := delays[max(failures, 1)-1]
	return full - time.Duration(float64(full)*chance/5), true
}

// Item is a claimed one.
type Item struct {
	ID     int64
	Tries  int // that failed before this one
	Losses int // leases that ran out before this one
}

// Claim is a request for items that are due and nobody else's.
type Claim struct {
	Kind   Kind
	Holder string // who asks, one name a claim
	Now    time.Time
	Until  time.Time // end of the lease
	Most   int
	Bounds []time.Time // further instants by which the kind tells what is due
}

// Failure is what is kept of one.
type Failure struct {
	Kind   Kind
	ID     int64
	Holder string
	At     time.Time
	Cause  Cause
	Next   time.Time // when it may be tried again
	Parked bool      // never, unless a person says so
}

// Store is what the package needs kept. Claims are decided by the database: an item is never
// in two claims whose leases overlap, on any number of nodes.
type Store interface {
	// ClaimWork takes items that are due, in the order in which they are, leaving out those
	// that are leased, wait for another try or are parked.
	ClaimWork(ctx context.Context, claim Claim) ([]Item, error)
	// ClaimItem takes one item whether or not it is due; false when it is leased, waits or is parked.
	ClaimItem(ctx context.Context, claim Claim, id int64) (Item, bool, error)
	// FinishWork forgets items of a claim that are done.
	FinishWork(ctx context.Context, kind Kind, holder string, ids []int64) error
	// FailWork keeps a failure, if the item is still the holder's.
	FailWork(ctx context.Context, failure Failure) error
	// ReleaseWork gives an item back before its lease ends, without counting a try.
	ReleaseWork(ctx context.Context, kind Kind, holder string, id int64, next time.Time) error
	// TidyWork forgets what is kept of items that are no longer due, whatever became of them.
	TidyWork(ctx context.Context, kind Kind, now time.Time) error
}

// Outcome is what became of an item.
type Outcome string

// The outcomes.
const (
	Done     Outcome = "ok"
	Failed   Outcome = "error" // and is tried again later
	Panicked Outcome = "panic" // likewise
	Given    Outcome = "parked"
)

// Outcomes lists them all.
var Outcomes = []Outcome{Done, Failed, Panicked, Given}

// Watcher is told what becomes of items.
type Watcher interface {
	ItemWorked(kind Kind, outcome Outcome)
}
