package db_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
	"consigne/internal/store/storetest"
)

// ledger is a database with a counter, and a line for each transaction that raised it.
type ledger struct {
	*db.DB
	t *testing.T
}

func newLedger(t *testing.T) ledger {
	t.Helper()
	on, err := db.Open("sqlite:" + filepath.Join(t.TempDir(), "ledger.db"))
	storetest.Check(t, err)
	t.Cleanup(func() { storetest.Check(t, on.Close()) })
	for _, statement := range []string{
		`CREATE TABLE counter (n BIGINT)`, `INSERT INTO counter VALUES (0)`,
		`CREATE TABLE lines (id INTEGER PRIMARY KEY, name TEXT UNIQUE, n BIGINT, pad BLOB)`,
	} {
		storetest.Check(t, on.Exec(t.Context(), "test", statement))
	}
	return ledger{on, t}
}

// add reads the counter, raises it, and adds a line with its new value. Run twice at the same time, it would lose one.
func (l ledger) add(ctx context.Context, name string) error {
	n, err := l.Count(ctx, "test", `SELECT n FROM counter`)
	if err != nil {
		return err
	}
	if err := l.Exec(ctx, "test", `UPDATE counter SET n = $1`, n+1); err != nil {
		return err
	}
	return l.Exec(ctx, "test", `INSERT INTO lines (name, n) VALUES ($1, $2)`, name, n+1)
}

// names returns the names of the lines in the order of the counter, outside of transactions.
func (l ledger) names() []string {
	names, err := db.Collect(context.Background(), l.Committed(), "test", func(name *string) []any { return []any{name} }, `SELECT name FROM lines ORDER BY n`)
	if err != nil {
		l.t.Error(err)
	}
	return names
}

// together runs the transactions so that they wait for the writer in this order, and returns their errors. What panicked
// is an error too.
func (l ledger) together(acts ...func(ctx context.Context) error) []error {
	l.KeepGroups()
	var all sync.WaitGroup
	errs := make([]error, len(acts))
	hold := make(chan struct{})
	held := make(chan struct{})
	all.Go(func() {
		_ = l.Atomically(db.WithoutTimeouts(l.t.Context()), func(context.Context) error {
			close(held)
			<-hold
			return errOwn
		})
	})
	<-held
	for i, act := range acts {
		all.Go(func() {
			defer func() {
				if panicked, ok := recover().(error); ok {
					errs[i] = panicked
				}
			}()
			errs[i] = l.Atomically(l.t.Context(), act)
		})
		for l.InLine() <= i {
			time.Sleep(time.Millisecond)
		}
	}
	close(hold)
	all.Wait()
	return errs
}

// Transactions that wait for the writer see what those before them wrote, which nobody else does until all are committed.
func TestWaitingTransactionsShareACommit(t *testing.T) {
	t.Parallel()
	l := newLedger(t)
	var acts []func(context.Context) error
	var mu sync.Mutex
	heard := 0
	for i := range 8 {
		acts = append(acts, func(ctx context.Context) error {
			transaction.AfterCommit(ctx, func() {
				mu.Lock()
				defer mu.Unlock()
				heard++
				if stored := len(l.names()); stored != 8 {
					t.Errorf("%d lines after the commit", stored)
				}
			})
			if n, err := l.Count(ctx, "test", `SELECT n FROM counter`); err != nil || n != i {
				t.Errorf("the counter for transaction %d: %d, %v", i, n, err)
			}
			if stored := len(l.names()); stored != 0 {
				t.Errorf("%d lines before the commit of transaction %d", stored, i)
			}
			return l.add(ctx, fmt.Sprint(i))
		})
	}
	for i, err := range l.together(acts...) {
		if err != nil {
			t.Errorf("transaction %d: %v", i, err)
		}
	}
	if heard != 8 {
		t.Errorf("heard of %d commits", heard)
	}
}

var errOwn = errors.New("its own")

// A transaction that fails gets its own error, and leaves the others of its group as they would be without it. What only
// read or failed before it wrote leaves the group whole.
func TestOneFailureIsNoOthers(t *testing.T) {
	t.Parallel()
	const own = "its own"
	for what, c := range map[string]struct {
		act  func(ctx context.Context, l ledger) error
		runs int    // of each of the others before it
		says string // its error
	}{
		"before it writes": {func(context.Context, ledger) error { return errOwn }, 1, own},
		"before it writes, after a part that failed": {func(ctx context.Context, l ledger) error {
			return l.Atomically(ctx, func(context.Context) error { return errOwn })
		}, 1, own},
		"after it has written": {func(ctx context.Context, l ledger) error { return errors.Join(l.add(ctx, "never"), errOwn) }, 2, own},
		"by a panic":           {func(context.Context, ledger) error { panic(errOwn) }, 1, own},
		"by a panic, late":     {func(ctx context.Context, l ledger) error { panic(errors.Join(l.add(ctx, "never"), errOwn)) }, 2, own},
		"by a statement": {func(ctx context.Context, l ledger) error {
			return l.Exec(ctx, "test", `INSERT INTO no_such_table VALUES (1)`)
		}, 2, "no such table"},
		"with its context":   {func(ctx context.Context, l ledger) error { _ = l.cut(ctx); return nil }, 2, "deadline exceeded"},
		"in a part, undone":  {func(ctx context.Context, l ledger) error { return errors.Join(l.part(ctx), errOwn) }, 2, own},
		"by a full database": {func(ctx context.Context, l ledger) error { _ = l.full(ctx); return nil }, 2, "full"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			l := newLedger(t)
			runs := [3]int{}
			other := func(i int) func(context.Context) error {
				return func(ctx context.Context) error {
					runs[i]++
					return l.add(ctx, fmt.Sprint(i))
				}
			}
			errs := l.together(other(0), other(1), func(ctx context.Context) error { return c.act(ctx, l) }, other(2))
			if errs[0] != nil || errs[1] != nil || errs[3] != nil || errs[2] == nil || !strings.Contains(errs[2].Error(), c.says) {
				t.Errorf("errors %v", errs)
			}
			names := l.names()
			if slices.Sort(names); !slices.Equal(names, []string{"0", "1", "2"}) {
				t.Errorf("stored %v", names)
			}
			if n, err := l.Count(t.Context(), "test", `SELECT n FROM counter`); err != nil || n != 3 {
				t.Errorf("counted %d, %v", n, err)
			}
			if runs != [3]int{c.runs, c.runs, 1} {
				t.Errorf("the others ran %v times", runs)
			}
		})
	}
}

// cut writes, and then runs a long statement whose context ends.
func (l ledger) cut(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	return errors.Join(l.add(ctx, "never"), l.Exec(ctx, "test", `INSERT INTO lines (n) WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT i FROM r`))
}

// part writes in a nested part that fails, and ignores that.
func (l ledger) part(ctx context.Context) error {
	_ = l.Atomically(ctx, func(ctx context.Context) error { return errors.Join(l.add(ctx, "never"), errOwn) })
	return nil
}

// full writes more than the database may hold.
func (l ledger) full(ctx context.Context) error {
	if err := l.Exec(ctx, "test", `PRAGMA max_page_count = 50`); err != nil {
		return err
	}
	return l.Exec(ctx, "test", `INSERT INTO lines (name, pad) VALUES ('never', zeroblob(1000000))`)
}

// A commit that fails fails each transaction that wrote, and what they registered to run after it does not run. What
// failed by itself keeps its own error.
func TestASharedCommitFails(t *testing.T) {
	t.Parallel()
	l := newLedger(t)
	storetest.Check(t, l.Exec(t.Context(), "test", `PRAGMA max_page_count = 50`))
	full := l.Exec(t.Context(), "test", `INSERT INTO lines (name, pad) VALUES ('never', zeroblob(1000000))`)
	if !fault.Is(full, fault.Unavailable) {
		t.Fatalf("full: %v", full)
	}
	restore, err := l.FailCommits(t.Context(), full)
	storetest.Check(t, err)
	var heard atomic.Bool
	write := func(name string) func(context.Context) error {
		return func(ctx context.Context) error {
			transaction.AfterCommit(ctx, func() { heard.Store(true) })
			return l.add(ctx, name)
		}
	}
	errs := l.together(write("a"), func(context.Context) error { return errOwn }, write("b"))
	for _, i := range []int{0, 2} {
		if !fault.Is(errs[i], fault.Unavailable) || fault.Of(errs[i]).Detail != fault.Of(full).Detail {
			t.Errorf("writer %d: %v", i, errs[i])
		}
	}
	if !errors.Is(errs[1], errOwn) || heard.Load() || len(l.names()) != 0 {
		t.Errorf("%v; heard of a commit: %v; stored %v", errs[1], heard.Load(), l.names())
	}
	restore()
	for i, err := range l.together(write("a"), write("b")) {
		if err != nil {
			t.Errorf("transaction %d with room again: %v", i, err)
		}
	}
}

// A caller who is gone while waiting leaves the line, and those behind do not wait for them.
func TestLeavingTheLine(t *testing.T) {
	t.Parallel()
	l := newLedger(t)
	gone, cancel := context.WithCancel(t.Context())
	errs := l.together(
		func(ctx context.Context) error { return l.add(ctx, "first") },
		func(ctx context.Context) error {
			second := make(chan error)
			go func() {
				second <- l.Atomically(gone, func(ctx context.Context) error { return l.add(ctx, "never") })
			}()
			for l.InLine() < 2 {
				time.Sleep(time.Millisecond)
			}
			cancel()
			if err := <-second; !errors.Is(err, context.Canceled) {
				t.Errorf("who left: %v", err)
			}
			return l.add(ctx, "second")
		})
	if err := errors.Join(errs...); err != nil || !slices.Equal(l.names(), []string{"first", "second"}) {
		t.Errorf("%v, %v", l.names(), err)
	}
}

// Statements with the context of a transaction that has ended are refused: they would be part of another one.
func TestAContextEndsWithItsTransaction(t *testing.T) {
	t.Parallel()
	l := newLedger(t)
	var kept context.Context
	errs := l.together(
		func(ctx context.Context) error { kept = ctx; return l.add(ctx, "first") },
		func(ctx context.Context) error {
			if err := l.Exec(kept, "test", `DELETE FROM lines`); err == nil {
				t.Error("a transaction that has ended wrote")
			}
			return l.add(ctx, "second")
		})
	if err := errors.Join(errs...); err != nil || len(l.names()) != 2 {
		t.Errorf("%v, %v", l.names(), err)
	}
}

// Many callers run transactions that end in every way. In the end exactly those that ended well are stored, once, in the
// order of each caller, and the counter lost none.
func TestGroupsUnderStress(t *testing.T) {
	t.Parallel()
	const callers, each = 12, 60
	l := newLedger(t)
	var all sync.WaitGroup
	var mu sync.Mutex
	well, heard := map[string]int{}, map[string]int{}
	ends := [callers][]string{}
	for caller := range callers {
		random := rand.New(rand.NewPCG(uint64(caller), 57))
		all.Go(func() {
			for i := range each {
				name := fmt.Sprintf("%d %d", caller, i)
				own := fmt.Errorf("%s: %w", name, errOwn)
				end := stressEnds[random.IntN(len(stressEnds))]
				ends[caller] = append(ends[caller], end.name)
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				if end.name == "late" {
					cancel()
					ctx, cancel = context.WithTimeout(t.Context(), time.Duration(random.IntN(3000))*time.Microsecond)
				}
				err := func() (err error) {
					defer func() {
						if panicked := recover(); panicked != nil {
							err, _ = panicked.(error)
						}
					}()
					return l.Atomically(ctx, func(ctx context.Context) error {
						transaction.AfterCommit(ctx, func() {
							mu.Lock()
							defer mu.Unlock()
							heard[name]++
						})
						return end.act(ctx, l, name, own, cancel)
					})
				}()
				cancel()
				switch {
				case err == nil && end.stores:
					mu.Lock()
					well[name]++
					mu.Unlock()
				case err == nil:
					t.Errorf("%s ended well, though it %s", name, end.name)
				case end.name == "late" && errors.Is(err, context.DeadlineExceeded), end.name == "is cancelled" && errors.Is(err, context.Canceled):
				case end.stores || !errors.Is(err, own) || strings.Contains(strings.ReplaceAll(err.Error(), own.Error(), ""), errOwn.Error()):
					t.Errorf("%s, which %s: %v", name, end.name, err)
				}
			}
		})
	}
	all.Wait()
	names := l.names()
	last := [callers]int{}
	for i := range last {
		last[i] = -1
	}
	for _, name := range names {
		var caller, i int
		if _, err := fmt.Sscanf(name, "%d %d", &caller, &i); err != nil || i <= last[caller] {
			t.Errorf("line %q after %d", name, last[caller])
		}
		last[caller] = i
		if well[name] != 1 || heard[name] != 1 {
			t.Errorf("%s is stored, ended well %d times, heard %d times", name, well[name], heard[name])
		}
	}
	if len(names) != len(well) || len(heard) != len(well) {
		t.Errorf("%d lines, %d ended well, %d heard of", len(names), len(well), len(heard))
	}
	if n, err := l.Count(t.Context(), "test", `SELECT n FROM counter`); err != nil || n != len(names) {
		t.Errorf("counted %d, %v, of %d", n, err, len(names))
	}
	if len(names) < callers*each/4 {
		t.Errorf("only %d ended well: this test proves too little", len(names))
	}
}

// stressEnds are the ways in which a transaction of [TestGroupsUnderStress] ends.
var stressEnds = []struct {
	name   string
	stores bool
	act    func(ctx context.Context, l ledger, name string, own error, cancel func()) error
}{
	{"ends well", true, stressAdd},
	{"ends well", true, stressAdd},
	{"ends well", true, stressAdd},
	{"ends well", true, stressAdd},
	{"late", true, stressAdd},
	{"fails first", false, func(_ context.Context, _ ledger, _ string, own error, _ func()) error { return own }},
	{"fails last", false, func(ctx context.Context, l ledger, name string, own error, _ func()) error {
		return errors.Join(l.add(ctx, name), own)
	}},
	{"panics", false, func(ctx context.Context, l ledger, name string, own error, _ func()) error {
		panic(errors.Join(l.add(ctx, name), own))
	}},
	{"is cancelled", false, func(ctx context.Context, l ledger, name string, _ error, cancel func()) error {
		err := l.add(ctx, name)
		cancel()
		return err
	}},
	{"has a part", true, func(ctx context.Context, l ledger, name string, _ error, _ func()) error {
		return l.Atomically(ctx, func(ctx context.Context) error { return l.add(ctx, name) })
	}},
	{"ignores a part", true, func(ctx context.Context, l ledger, name string, own error, _ func()) error {
		if err := l.Atomically(ctx, func(ctx context.Context) error {
			transaction.AfterCommit(ctx, func() { l.t.Error("heard of a part that failed") })
			return errors.Join(l.add(ctx, "part of "+name), own)
		}); err == nil {
			return errors.New("the part ended well")
		}
		return l.add(ctx, name)
	}},
	{"recovers a part", true, func(ctx context.Context, l ledger, name string, own error, _ func()) error {
		func() {
			defer func() { _ = recover() }()
			_ = l.Atomically(ctx, func(ctx context.Context) error { panic(errors.Join(l.add(ctx, "part of "+name), own)) })
		}()
		return l.add(ctx, name)
	}},
}

func stressAdd(ctx context.Context, l ledger, name string, _ error, _ func()) error {
	return l.add(ctx, name)
}

// A refusal that follows from what is rolled back is given to nobody, not even to a caller whose context has ended by then.
func TestARefusalOfWhatIsUndone(t *testing.T) {
	t.Parallel()
	l := newLedger(t)
	gone, cancel := context.WithCancel(t.Context())
	refused, failed := make(chan error, 1), make(chan error, 1)
	runs := 0
	errs := l.together(func(ctx context.Context) error {
		if runs++; runs > 1 { // alone
			return l.add(ctx, "first")
		}
		go func() {
			refused <- l.Atomically(gone, func(ctx context.Context) error {
				if n, err := l.Count(ctx, "test", `SELECT n FROM counter`); err != nil || n == 0 {
					return err
				}
				return errOwn // because of what the first wrote
			})
		}()
		for l.InLine() < 2 {
			time.Sleep(time.Millisecond)
		}
		go func() {
			failed <- l.Atomically(t.Context(), func(ctx context.Context) error {
				cancel()
				return errors.Join(l.add(ctx, "never"), errors.New("undoes the group"))
			})
		}()
		for l.InLine() < 3 {
			time.Sleep(time.Millisecond)
		}
		return l.add(ctx, "first")
	})
	if err := <-refused; !errors.Is(err, context.Canceled) || errors.Is(err, errOwn) {
		t.Errorf("refused: %v", err)
	}
	if err := <-failed; err == nil || errs[0] != nil || runs != 2 || len(l.names()) != 1 {
		t.Errorf("%v, %v, after %d runs: %v", err, errs, runs, l.names())
	}
}
