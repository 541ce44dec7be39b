// Package queue runs the work that the domain's tables say is due: a payment to collect, a mail to
// send, a stay past its limit (docs/adr/0026, docs/rules.md#jobs).
//
// The domain's own tables determine what is due, so no code has to enqueue anything and nothing can be
// forgotten. This package adds the table work_items, with the state of the work itself: which node
// holds an item and until when, how often it failed, when it may be tried again, and whether it is
// parked for an administrator. An item without a row has never been tried. A row is deleted when its
// item is done, or is not to be done any more.
//
// Do may run twice for the same item, because a lease can end while its node is only slow. As for any
// other caller, the database therefore decides which of the two has an effect.
package queue

import (
	"context"
	"slices"
	"time"
)

// Kind is a kind of work, as written in the table, on the wire and in the metrics.
type Kind string

// The kinds, with what is done and what the id of an item refers to.
const (
	Payments  Kind = "paiement"     // attempt to collect; id of the payment
	Attempts  Kind = "presentation" // ask the provider about; id of the attempt
	Terms     Kind = "echeance"     // bill; id of the subscription
	Waits     Kind = "attente"      // pass on; id of the wait
	Limits    Kind = "limite"       // flag; id of the stay
	Mails     Kind = "courriel"     // send; id of the mail
	Retention Kind = "conservation" // warn or anonymise; id of the account
	Silences  Kind = "silence"      // count as silent; id of the station
	Replays   Kind = "rejeu"        // go on with; id of the replay
	Batches   Kind = "lot"          // prepare; id of the batch of refunds
	Refunds   Kind = "ligne_lot"    // ask for the refund of; id of the line of a batch
	Webhooks  Kind = "notification" // send what is due; id of the endpoint
)

// Kinds lists all kinds.
var Kinds = []Kind{
	Payments, Attempts, Terms, Waits, Limits, Mails, Retention, Silences,
	Replays, Batches, Refunds, Webhooks,
}

// Work defines how the items of a kind are run.
type Work struct {
	Kind Kind
	// Do runs one item. It returns nil when nothing is left to do. It returns an error that wraps
	// [fault.Unavailable] when no item could be run now; such an error is not counted as a failure of
	// the item.
	Do func(ctx context.Context, id int64) error
	// Parked, if set, is called before an item is parked, with the item's last error.
	Parked func(ctx context.Context, id int64, last error) error

	AtOnce  int             // number of items run in parallel; 0: one
	Batch   int             // number of items claimed together and run one after the other; 0: one
	Timeout time.Duration   // limit for one item; 0: fifteen seconds
	Round   time.Duration   // a round claims nothing more after that long; 0: until nothing is due
	Delays  []time.Duration // before the second, third… try, then the item is parked; nil: usualDelays
}

// usualDelays lead to parking after eight tries over about an hour.
var usualDelays = []time.Duration{
	30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 15 * time.Minute, 30 * time.Minute,
}

const (
	// usualTimeout is longer than the database waits for a lock (ten seconds), so that an item hears
	// that the database is busy, which is not counted against it, before its own time is up.
	usualTimeout = 15 * time.Second
	// leaseMargin is the time for a node to store the outcome of its items.
	leaseMargin = 15 * time.Second
	// respite is the wait of an item that could not be run for a reason outside the item.
	respite = 10 * time.Second
	// mostLosses is how many leases of an item may end without an outcome before it is parked. A node
	// that stops says nothing about the items it held. Only an item whose nodes stop or hang again and
	// again, for more than an hour, is parked.
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

// lease returns how long a claimed batch may take when every item uses its full timeout.
func (w Work) lease() time.Duration { return time.Duration(w.batch())*w.timeout() + leaseMargin }

func (w Work) delays() []time.Duration {
	if w.Delays == nil {
		return usualDelays
	}
	return w.Delays
}

// longest returns the longest of the delays.
func (w Work) longest() time.Duration {
	if len(w.delays()) == 0 {
		return 0
	}
	return slices.Max(w.delays())
}

// Delay returns how long an item waits after that many failures. chance, between 0 and 1, shortens the
// wait by up to a fifth, so that items that failed together are not all tried again together. False:
// the item is to be parked.
func (w Work) Delay(failures int, chance float64) (time.Duration, bool) {
	delays := w.delays()
	if failures > len(delays) {
		return 0, false
	}
	full := delays[max(failures, 1)-1]
	return full - time.Duration(float64(full)*chance/5), true
}

// Item is a claimed item.
type Item struct {
	ID     int64
	Tries  int // failed tries before this one
	Losses int // leases that ended without an outcome before this one
}

// Claim is a request for due items that no other claim holds.
type Claim struct {
	Kind   Kind
	Holder string    // who asks, one name a claim
	DueBy  time.Time // items that come due or free later are for another round
	Until  time.Time // end of the lease
	// Longest is the longest wait after a failure of this kind. An item that is not parked and becomes
	// free later than that after Until was written by a clock that ran ahead: it counts as free.
	Longest time.Duration
	Most    int
	Bounds  []time.Time // further instants by which the kind tells what is due
}

// Failure is the stored record of a failed try.
type Failure struct {
	Kind   Kind
	ID     int64
	Holder string
	At     time.Time
	Cause  Cause
	Next   time.Time // when the item may be tried again
	Parked bool      // not tried again unless an administrator retries it
}

// Store is the storage that the package needs. The database decides claims: an item is never in two
// claims whose leases overlap, on any number of nodes.
type Store interface {
	// ClaimWork returns due items in the order in which they became due, without those that are leased,
	// wait for another try or are parked.
	ClaimWork(ctx context.Context, claim Claim) ([]Item, error)
	// ClaimItem claims one item, due or not. It returns false when the item is leased, waits or is
	// parked.
	ClaimItem(ctx context.Context, claim Claim, id int64) (Item, bool, error)
	// FinishWork deletes the rows of a claim's items that are done.
	FinishWork(ctx context.Context, kind Kind, holder string, ids []int64) error
	// FailWork stores a failure, if the holder still holds the item.
	FailWork(ctx context.Context, failure Failure) error
	// ReleaseWork ends the lease of an item without counting a try.
	ReleaseWork(ctx context.Context, kind Kind, holder string, id int64, next time.Time) error
	// TidyWork deletes the state of items that are not to be done any more, neither now nor later.
	TidyWork(ctx context.Context, kind Kind, now time.Time) error
}

// Outcome is the outcome of running an item.
type Outcome string

// The outcomes.
const (
	Done     Outcome = "ok"
	Failed   Outcome = "error" // tried again later
	Panicked Outcome = "panic" // tried again later
	Given    Outcome = "parked"
)

// Outcomes lists all outcomes.
var Outcomes = []Outcome{Done, Failed, Panicked, Given}

// Metrics receives the outcome of each item.
type Metrics interface {
	ItemWorked(kind Kind, outcome Outcome)
}

// Backlog is the due work of one queue, of all nodes.
type Backlog struct {
	Name    string
	Waiting int           // counted up to 10,000
	Oldest  time.Duration // how long the oldest item has been due; 0: none is due
}
