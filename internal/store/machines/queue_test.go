package machines_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/machines/queue"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/paging"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// bench is a store with some due mails; each test decides what working on one does.
type bench struct {
	*store.Store
	clock  *storetest.Clock
	runner *queue.Runner
}

func newBench(t *testing.T, s *store.Store, mails int) *bench {
	t.Helper()
	clock := &storetest.Clock{Time: storetest.Now}
	for range mails {
		storetest.Check(t, s.QueueMail(t.Context(), outbox.Banned, 1, storetest.Now))
	}
	return &bench{s, clock, queue.NewRunner(s, clock, slog.New(slog.DiscardHandler), nil)}
}

func (b *bench) advance(by time.Duration) { b.clock.Time = b.clock.Add(by) }

// run works on everything that is due, and returns the ids that were tried, in order.
func (b *bench) run(t *testing.T, do func(id int64) error) []int64 {
	t.Helper()
	tried := []int64{}
	storetest.Check(t, b.runner.Run(t.Context(), queue.Work{Kind: queue.Mails, Do: func(
		ctx context.Context, id int64,
	) error {
		tried = append(tried, id)
		if err := do(id); err != nil {
			return err
		}
		return b.DropMail(ctx, id)
	}}))
	return tried
}

var errBroken = errors.New("broken")

func TestABrokenItemKeepsNobodyWaiting(t *testing.T) {
	for name, breaks := range map[string]func() error{
		"by an error": func() error { return errBroken },
		"by a panic":  func() error { panic("broken") },
	} {
		t.Run(name, func(t *testing.T) {
			storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				b := newBench(t, s, 3)
				do := func(id int64) error {
					if id == 2 {
						return breaks()
					}
					return nil
				}
				if tried := b.run(t, do); !slices.Equal(tried, []int64{1, 2, 3}) {
					t.Fatalf("tried %v", tried)
				}
				if tried := b.run(t, do); len(tried) != 0 {
					t.Errorf("tried again at once: %v", tried)
				}
				began := b.clock.Now()
				for tries := 1; tries < 8; tries++ {
					if parked, total, err := s.ParkedWork(t.Context(), 10); err != nil || total != 0 || len(parked) != 0 {
						t.Fatalf("parked after %d tries: %v, %v", tries, parked, err)
					}
					b.advance(30 * time.Minute)
					if tried := b.run(t, do); !slices.Equal(tried, []int64{2}) {
						t.Fatalf("try %d: %v", tries+1, tried)
					}
				}
				b.advance(1000 * time.Hour)
				if tried := b.run(t, do); len(tried) != 0 {
					t.Errorf("a parked item was tried: %v", tried)
				}
				cause := queue.CauseError
				if name == "by a panic" {
					cause = queue.CausePanic
				}
				parked, total, err := s.ParkedWork(t.Context(), 10)
				if err != nil || total != 1 || len(parked) != 1 || parked[0].Kind != queue.Mails || parked[0].ID != 2 ||
					parked[0].Tries != 8 ||
					parked[0].Cause != cause || !parked[0].Since.Equal(began) || !parked[0].LastAt.Equal(began.Add(7*30*time.Minute)) {
					t.Fatalf("%+v, %d, %v", parked, total, err)
				}
				if counts, err := s.ParkedByKind(t.Context()); err != nil || counts[queue.Mails] != 1 ||
					len(counts) != len(queue.Kinds) {
					t.Errorf("%v, %v", counts, err)
				}
			})
		})
	}
}

// Three hundred failing items are due before one that succeeds, and do not keep it from being worked on.
func TestBrokenItemsDoNotStarveTheOthers(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		b := newBench(t, s, 301)
		healthy := func(id int64) error {
			if id <= 300 {
				return errBroken
			}
			return nil
		}
		if tried := b.run(t, healthy); len(tried) != 301 || tried[300] != 301 {
			t.Errorf("%d tried, the last %v", len(tried), tried[len(tried)-1])
		}
		storetest.Check(t, s.QueueMail(t.Context(), outbox.Banned, 1, storetest.Now))
		if tried := b.run(t, healthy); !slices.Equal(tried, []int64{302}) {
			t.Errorf("behind those that wait: %v", tried)
		}
	})
}

// A claim that waited for another node's of the same item takes the next one that is due.
func TestAClaimThatCameSecondTakesTheNextItem(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		newBench(t, s, 2)
		stores := s
		claim := func(holder string) queue.Claim {
			return queue.Claim{
				Kind: queue.Mails, Holder: holder, DueBy: storetest.Now, Until: storetest.Now.Add(time.Minute),
				Most: 1,
			}
		}
		held, second := make(chan struct{}), make(chan []queue.Item)
		hold := sync.OnceFunc(func() { close(held) })
		go func() {
			<-held
			items, err := stores.ClaimWork(t.Context(), claim("second"))
			if err != nil {
				t.Error(err)
			}
			second <- items
		}()
		storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
			if _, claimed, err := stores.ClaimItem(ctx, claim("first"), 1); err != nil || !claimed {
				t.Errorf("claimed %v: %v", claimed, err)
			}
			hold()
			time.Sleep(200 * time.Millisecond) // the second claim waits for this transaction
			return nil
		}))
		if items := <-second; len(items) != 1 || items[0].ID != 2 {
			t.Errorf("the second has %+v", items)
		}
	})
}

// Four nodes share the due items: each item is worked on once, and no claim makes a transaction run again. The first
// node's items wait for a second node, which must not have left because it lost a race for a claim.
func TestNodesClaimDifferentItems(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		const items = 200
		newBench(t, s, items)
		_, before := s.Transactions()
		var mutex sync.Mutex
		var once sync.Once
		worked, byNode := map[int64]int{}, [4]int{}
		var nodes sync.WaitGroup
		start, shared := make(chan struct{}), make(chan struct{})
		for node := range byNode {
			nodes.Go(func() {
				<-start
				runner := queue.NewRunner(s, &storetest.Clock{Time: storetest.Now}, slog.New(slog.DiscardHandler), nil)
				err := runner.Run(t.Context(), queue.Work{Kind: queue.Mails, AtOnce: 4, Do: func(
					ctx context.Context, id int64,
				) error {
					mutex.Lock()
					worked[id]++
					if byNode[node]++; len(worked) > byNode[node] && byNode[node] == 1 {
						once.Do(func() { close(shared) })
					}
					mutex.Unlock()
					select {
					case <-shared:
					case <-time.After(10 * time.Second):
						once.Do(func() { close(shared) })
					}
					return s.DropMail(ctx, id)
				}})
				if err != nil {
					t.Error(err)
				}
			})
		}
		close(start)
		nodes.Wait()
		for id, times := range worked {
			if times != 1 {
				t.Errorf("item %d was worked %d times", id, times)
			}
		}
		if len(worked) != items || slices.Max(byNode[:]) == items {
			t.Errorf("%d items, by node %v", len(worked), byNode)
		}
		if _, after := s.Transactions(); after != before {
			t.Errorf("%d transactions lost a race", after-before)
		}
		if counts, err := storetest.RowCounts(t.Context(), s); err != nil || counts["work_items"] != 0 {
			t.Errorf("%d rows are left, %v", counts["work_items"], err)
		}
	})
}

// The items of a node that died are claimed again when its lease ends. An item that ends every node
// that claims it is parked without being worked on again.
func TestALeaseThatRunsOut(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		b := newBench(t, s, 1)
		die := func() []queue.Item {
			t.Helper()
			items, err := s.ClaimWork(t.Context(), queue.Claim{
				Kind: queue.Mails, Holder: "mort", DueBy: b.clock.Now(), Until: b.clock.Now().Add(time.Minute), Most: 8,
			})
			storetest.Check(t, err)
			return items
		}
		if items := die(); len(items) != 1 || items[0] != (queue.Item{ID: 1}) {
			t.Fatalf("%+v", items)
		}
		nothing := func(int64) error { return nil }
		b.advance(time.Minute - time.Millisecond)
		if tried := b.run(t, nothing); len(tried) != 0 {
			t.Fatalf("within the lease: %v", tried)
		}
		b.advance(time.Millisecond)
		if items := die(); len(items) != 1 || items[0].Losses != 1 || items[0].Tries != 0 {
			t.Fatalf("taken up: %+v", items)
		}
		// a node that lost its lease changes nothing
		storetest.Check(t, s.FinishWork(t.Context(), queue.Mails, "un autre", []int64{1}))
		for range 98 {
			b.advance(time.Minute)
			die()
		}
		b.advance(time.Minute)
		if tried := b.run(t, nothing); len(tried) != 0 {
			t.Errorf("worked again: %v", tried)
		}
		if parked, _, err := s.ParkedWork(t.Context(), 10); err != nil || len(parked) != 1 ||
			parked[0].Cause != queue.CauseLost {
			t.Errorf("%+v, %v", parked, err)
		}
		storetest.Check(t, s.QueueMail(t.Context(), outbox.Banned, 1, storetest.Now))
		if tried := b.run(t, nothing); !slices.Equal(tried, []int64{2}) {
			t.Errorf("the others: %v", tried)
		}
	})
}

// An item does not fail because the database is away or a node stops.
func TestWhatIsNotTheItemsFault(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		b := newBench(t, s, 1)
		away := queue.Work{
			Kind: queue.Mails,
			Do:   func(context.Context, int64) error { return fault.Unavailable("Plus tard.") },
		}
		for range 20 {
			if err := b.runner.Run(t.Context(), away); !fault.Is(err, fault.KindUnavailable) {
				t.Fatalf("the round says %v", err)
			}
			b.advance(time.Minute)
		}
		busy := queue.Work{Kind: queue.Mails, Timeout: time.Millisecond, Do: func(ctx context.Context, _ int64) error {
			<-ctx.Done()
			return fault.Unavailable("Un autre tient le verrou.") // and the time of the item is up as well
		}}
		if err := b.runner.Run(t.Context(), busy); !fault.Is(err, fault.KindUnavailable) {
			t.Errorf("the round says %v", err)
		}
		b.advance(time.Minute)
		stopping, stop := context.WithCancel(t.Context())
		storetest.Check(t, b.runner.Run(stopping, queue.Work{Kind: queue.Mails, Do: func(ctx context.Context, _ int64) error {
			stop()
			return ctx.Err()
		}}))
		if items, err := s.ClaimWork(t.Context(),
			queue.Claim{Kind: queue.Mails, Holder: "x", DueBy: b.clock.Now(), Until: b.clock.Now(), Most: 1}); err != nil ||
			len(items) != 1 || items[0].Tries != 0 {
			t.Errorf("%+v, %v", items, err)
		}
	})
}

// An item that hangs is cut off, and one that changes nothing is not claimed again at once: both
// count as failures.
func TestItemsThatHangOrChangeNothing(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		b := newBench(t, s, 2)
		tried := map[int64]int{}
		work := queue.Work{Kind: queue.Mails, Timeout: 20 * time.Millisecond, Delays: []time.Duration{}, Do: func(
			ctx context.Context, id int64,
		) error {
			tried[id]++
			if id == 1 {
				<-ctx.Done()
				return fmt.Errorf("%w: %w", fault.Late(), ctx.Err()) // as the store says of a statement that was cut
			}
			return nil
		}}
		storetest.Check(t, b.runner.Run(t.Context(), work))
		parked, _, err := s.ParkedWork(t.Context(), 10)
		causes := map[int64]queue.Cause{}
		for _, p := range parked {
			causes[p.ID] = p.Cause
		}
		if err != nil || causes[1] != queue.CauseTimeout || causes[2] != queue.CauseNoEffect || tried[1] != 1 ||
			tried[2] != 2 {
			t.Errorf("%v, tried %v, %v", causes, tried, err)
		}
	})
}

// A person retries a parked item or abandons it. An item that was settled in another way is forgotten.
func TestTheDeskOfParkedItems(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		b := newBench(t, s, 4)
		desk := queue.NewParkedService(s, b.clock, nil)
		parkAll := func() {
			t.Helper()
			storetest.Check(t, b.runner.Run(t.Context(),
				queue.Work{
					Kind: queue.Mails, Delays: []time.Duration{},
					Do: func(context.Context, int64) error { return errBroken },
				}))
		}
		parkAll()
		admin := access.Actor{AccountID: 7}
		storetest.Check(t, desk.Retry(t.Context(), admin, queue.Mails, 1))
		if err := desk.Retry(t.Context(), admin, queue.Mails, 1); !fault.Is(err, fault.KindConflict) {
			t.Errorf("twice: %v", err)
		}
		storetest.Check(t, desk.Retry(t.Context(), admin, queue.Mails, 2))
		storetest.Check(t, desk.Abandon(t.Context(), admin, queue.Mails, 3))
		if err := desk.Abandon(t.Context(), admin, queue.Kind("autre"), 3); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("an unknown kind: %v", err)
		}
		failing := func(id int64) error {
			if id == 2 {
				return errBroken
			}
			return nil
		}
		if tried := b.run(t, failing); !slices.Equal(tried, []int64{1, 2}) {
			t.Errorf("tried %v", tried)
		}
		parkAll()
		waiting := func() []int64 {
			t.Helper()
			list, total, err := desk.Parked(t.Context())
			if err != nil || total != len(list) {
				t.Fatalf("%d, %v", total, err)
			}
			ids := []int64{}
			for _, item := range list {
				ids = append(ids, item.ID)
			}
			slices.Sort(ids)
			return ids
		}
		b.advance(time.Minute)
		parkAll()
		if ids := waiting(); !slices.Equal(ids, []int64{2, 4}) {
			t.Errorf("waiting: %v", ids)
		}
		storetest.Check(t, s.DropMail(t.Context(), 4))
		storetest.Check(t, b.runner.Tidy(t.Context()))
		if ids := waiting(); !slices.Equal(ids, []int64{2}) {
			t.Errorf("after one was settled otherwise: %v", ids)
		}
		page, err := s.AuditLines(t.Context(), audit.Filter{}, paging.First(10))
		lines, total := page.Items, page.Total
		storetest.Check(t, err)
		if total != 3 || lines[0].Action != audit.WorkAbandoned || lines[2].Action != audit.WorkRetried ||
			lines[0].ActorID != 7 ||
			lines[0].Changes["genre"] != "courriel" || lines[0].Changes["cause"] != "erreur" {
			t.Errorf("audit log: %+v", lines)
		}
	})
}

// A node whose clock is behind finds little that is due, but deletes no state because of that.
func TestAClockBehindForgetsNoWork(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		b := newBench(t, s, 1)
		storetest.Check(t, storetest.ParkMail(t.Context(), s, 1, storetest.Now))
		if abandoned, err := s.AbandonWork(t.Context(), queue.Mails, 1, storetest.Now); err != nil || !abandoned {
			t.Fatal(abandoned, err)
		}
		storetest.Check(t, s.TidyWork(t.Context(), queue.Mails, storetest.Now.Add(-time.Second)))
		b.advance(time.Hour)
		if tried := b.run(t, func(int64) error { return nil }); len(tried) != 0 {
			t.Errorf("what was given up is tried again: %v", tried)
		}
	})
}

// A node whose clock is a year ahead held items, failed at one and died: the other nodes take these items
// up all the same, but not the parked one.
func TestAClockAheadKeepsNoWork(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		b := newBench(t, s, 3)
		ahead := storetest.Now.AddDate(1, 0, 0)
		claim := queue.Claim{Kind: queue.Mails, Holder: "mort", DueBy: ahead, Until: ahead.Add(time.Minute), Most: 2}
		if items, err := s.ClaimWork(t.Context(), claim); err != nil || len(items) != 2 {
			t.Fatal(items, err)
		}
		storetest.Check(t, s.FailWork(t.Context(), queue.Failure{
			Kind: queue.Mails, ID: 2, Holder: "mort", At: ahead, Cause: queue.CauseError, Next: ahead.Add(time.Minute),
		}))
		storetest.Check(t, storetest.ParkMail(t.Context(), s, 3, ahead))
		if done, err := b.runner.Do(t.Context(), queue.Work{Kind: queue.Mails, Do: b.DropMail}, 1); err != nil || !done {
			t.Errorf("by its number: %v, %v", done, err)
		}
		if tried := b.run(t, func(int64) error { return nil }); !slices.Equal(tried, []int64{2}) {
			t.Errorf("tried %v", tried)
		}
	})
}

// An item may wait as long as the longest delay of its kind.
func TestLongWaitsAreKept(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		b, tries := newBench(t, s, 1), 0
		work := queue.Work{Kind: queue.Mails, Delays: []time.Duration{
			time.Minute, 6 * time.Hour,
		}, Do: func(context.Context, int64) error {
			tries++
			return errBroken
		}}
		for range 7 * 60 {
			storetest.Check(t, b.runner.Run(t.Context(), work))
			b.advance(time.Minute)
		}
		if tries != 3 {
			t.Errorf("%d tries in seven hours", tries)
		}
	})
}

// A round that has lasted as long as it may leaves the rest to the next one.
func TestARoundEndsInTime(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		b, done := newBench(t, s, 5), 0
		work := queue.Work{Kind: queue.Mails, Round: time.Minute, Do: func(ctx context.Context, id int64) error {
			done++
			b.advance(40 * time.Second)
			return s.DropMail(ctx, id)
		}}
		for _, want := range []int{2, 4, 5, 5} {
			storetest.Check(t, b.runner.Run(t.Context(), work))
			if done != want {
				t.Fatalf("%d items are done, want %d", done, want)
			}
		}
	})
}

// Every kind of work can be claimed and tidied on both engines.
func TestEveryKindOfWorkIsRead(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		for _, kind := range queue.Kinds {
			claim := queue.Claim{Kind: kind, Holder: "x", DueBy: storetest.Now, Until: storetest.Now, Most: 3}
			if kind == queue.Silences {
				claim.Bounds = []time.Time{storetest.Now, storetest.Now}
			}
			if items, err := s.ClaimWork(t.Context(), claim); err != nil || len(items) != 0 {
				t.Errorf("%s: %v, %v", kind, items, err)
			}
			if _, claimed, err := s.ClaimItem(t.Context(), claim, 99); err != nil || !claimed {
				t.Errorf("%s: %v", kind, err)
			}
			storetest.Check(t, s.FailWork(t.Context(),
				queue.Failure{Kind: kind, ID: 99, Holder: "x", At: storetest.Now, Cause: queue.CauseError, Parked: true}))
			if _, err := s.ParkedItem(t.Context(), kind, 99); err != nil {
				t.Errorf("%s: %v", kind, err)
			}
			storetest.Check(t, s.TidyWork(t.Context(), kind, storetest.Now))
			if _, err := s.ParkedItem(t.Context(), kind, 99); !fault.Is(err, fault.KindNotFound) {
				t.Errorf("%s is kept though there is no such thing: %v", kind, err)
			}
		}
	})
}
