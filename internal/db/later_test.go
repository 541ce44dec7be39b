package db_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/db"
	"consigne/internal/domain/payment"
	"consigne/internal/domain/stay"
	"consigne/internal/domain/webhook"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// withNames runs a test on a database of each engine with a table of names.
func withNames(t *testing.T, test func(t *testing.T, s *store.Store)) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		storetest.Check(t, s.Exec(t.Context(), "test", `CREATE TABLE names (id BIGINT, name TEXT NOT NULL UNIQUE)`))
		test(t, s)
	})
}

const addName = `INSERT INTO names (id, name) VALUES ((SELECT COUNT(*) FROM names), $1)`

func names(ctx context.Context, t interface{ Fatalf(string, ...any) }, s *store.Store) []string {
	list, err := db.Collect(ctx, s.Reader(ctx), "read names", func(name *string) []any { return []any{name} }, `SELECT name FROM names ORDER BY id, name`)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return list
}

// step is a statement of a transaction, or a part nested in it.
type step struct {
	does    string
	name    string
	parts   []step
	unheard bool // a failure is passed over
}

const (
	writes    = "write"
	writesSet = "conditional write"
	reads     = "read"
	announces = "read ahead"
	gives     = "fail"
	nests     = "nest"
)

func drawSteps(r *rapid.T, depth int) []step {
	list := []step{}
	for range rapid.IntRange(0, 4).Draw(r, "steps") {
		s := step{does: rapid.SampledFrom([]string{writes, writes, writes, writesSet, reads, announces, gives, nests, nests}).Draw(r, "does"), unheard: rapid.Bool().Draw(r, "unheard")}
		s.name = rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}).Draw(r, "name") // some twice, which is refused
		if s.does == nests && depth < 3 {
			s.parts = drawSteps(r, depth+1)
		}
		list = append(list, s)
	}
	return list
}

// run runs the steps, whose writes are kept back and whose reads are announced if later is set. heard gets the names written by parts
// that went well, and what reads found.
func run(ctx context.Context, s *store.Store, steps []step, later bool, heard *[]string) error {
	for _, step := range steps {
		var err error
		switch step.does {
		case writes:
			write := s.Exec
			if later {
				write = s.Later
			}
			transaction.AfterCommit(ctx, func() { *heard = append(*heard, step.name) })
			err = write(ctx, "add", addName, step.name)
		case writesSet: // of the rows there are: the first makes one
			if n, counted := s.Count(ctx, "count", `SELECT COUNT(*) FROM names`); counted != nil || n == 0 {
				err = counted
				break
			}
			write := s.CompareAndSet
			if later {
				write = s.LaterSet
			}
			_, err = write(ctx, "change", `UPDATE names SET id = id + 1 WHERE id >= 0 OR name = $1`, step.name)
		case reads:
			_, err = s.Count(ctx, "count", `SELECT COUNT(*) FROM names WHERE name <> $1`, step.name)
		case announces:
			var n int
			read := func(ctx context.Context) (err error) {
				n, err = s.Count(ctx, "count", `SELECT COUNT(*) FROM names WHERE name < $1`, step.name)
				return err
			}
			if later {
				s.ReadAhead(ctx, read, func(ctx context.Context) error {
					return errors.Join(s.Exec(ctx, "add", addName, "never"), s.Later(ctx, "add", addName, "never"), read(ctx))
				})
			}
			err = read(ctx)
			transaction.AfterCommit(ctx, func() { *heard = append(*heard, strconv.Itoa(n)) })
		case gives:
			err = errScene
		case nests:
			err = s.Atomically(ctx, func(ctx context.Context) error { return run(ctx, s, step.parts, later, heard) })
		}
		if err != nil && !step.unheard {
			return err
		}
	}
	return nil
}

// Any mix of writes, reads, nested parts and failures stores and ends the same, whether its writes are kept back or not.
func TestKeptBackWritesChangeNothing(t *testing.T) {
	withNames(t, func(t *testing.T, s *store.Store) {
		rapid.Check(t, func(r *rapid.T) {
			steps := drawSteps(r, 1)
			type outcome struct {
				failed        bool
				stored, heard []string
			}
			var got [2]outcome
			for i, later := range []bool{false, true} {
				storetest.Check(t, s.Exec(t.Context(), "test", `DELETE FROM names`))
				heard := []string{}
				err := s.Atomically(t.Context(), func(ctx context.Context) error { return run(ctx, s, steps, later, &heard) })
				got[i] = outcome{err != nil, names(t.Context(), r, s), heard}
			}
			if fmt.Sprint(got[0]) != fmt.Sprint(got[1]) {
				r.Fatalf("%+v\nat once: %+v\nlater:   %+v", steps, got[0], got[1])
			}
		})
	})
}

// Statements keep their order: a read sees what was kept back before it, with the values of that moment.
func TestKeptBackWritesKeepTheirOrder(t *testing.T) {
	withNames(t, func(t *testing.T, s *store.Store) {
		storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
			name := "first"
			err := s.Later(ctx, "add", addName, &name)
			name = "second"
			err = errors.Join(err, s.Later(ctx, "add", addName, &name))
			name = "never"
			if got := names(ctx, t, s); !slices.Equal(got, []string{"first", "second"}) {
				t.Errorf("a read saw %v", got)
			}
			changed, counted := s.CountChanged(ctx, "change", `UPDATE names SET name = name || $1`, " changed")
			if changed != 2 {
				t.Errorf("a write changed %d", changed)
			}
			return errors.Join(err, counted, s.Later(ctx, "add", addName, "third"))
		}))
		if got := names(t.Context(), t, s); !slices.Equal(got, []string{"first changed", "second changed", "third"}) {
			t.Errorf("stored: %v", got)
		}
	})
}

// A kept-back write that fails makes the transaction fail with its name, and is not taken for a failure of the statement that it
// was sent with.
func TestAKeptBackWriteFails(t *testing.T) {
	withNames(t, func(t *testing.T, s *store.Store) {
		storetest.Check(t, s.Exec(t.Context(), "test", addName, "taken"))
		for what, then := range map[string]func(ctx context.Context) error{
			"the commit": func(context.Context) error { return nil },
			"a read": func(ctx context.Context) error {
				_, err := s.Count(ctx, "count", `SELECT COUNT(*) FROM names`)
				return err
			},
			"a write": func(ctx context.Context) error {
				_, err := s.CountChanged(ctx, "change", `UPDATE names SET id = id + $1`, 1)
				return err
			},
			"a text of statements": func(ctx context.Context) error { return s.Exec(ctx, "set", `SELECT 1`) },
		} {
			heard, duplicate := false, false
			err := s.Atomically(t.Context(), func(ctx context.Context) error {
				transaction.AfterCommit(ctx, func() { heard = true })
				if err := s.Later(ctx, "add a name", addName, "taken"); err != nil {
					return err
				}
				err := then(ctx)
				duplicate = db.Duplicate(err)
				return err
			})
			if err == nil || !strings.Contains(err.Error(), "add a name") || heard || duplicate {
				t.Errorf("with %s: %v; after the commit: %v, taken for a duplicate: %v", what, err, heard, duplicate)
			}
			if got := names(t.Context(), t, s); !slices.Equal(got, []string{"taken"}) {
				t.Errorf("with %s: stored %v", what, got)
			}
		}
		if s.OnSQLite() {
			return
		}
		begun := false
		err := s.Atomically(t.Context(), func(ctx context.Context) error {
			if err := s.Exec(ctx, "nonsense", `INSERT INTO no_such_table VALUES ($1)`, 1); err == nil {
				t.Error("a statement about nothing went well")
			}
			begun = s.Exec(ctx, "add", addName, "outside") == nil
			return nil
		})
		if err == nil || begun || len(names(t.Context(), t, s)) != 1 {
			t.Errorf("after a beginning that failed, a statement was run: %v, %v", begun, err)
		}
	})
}

// A part that fails after a kept-back write is undone alone, and so is one whose kept-back write fails.
func TestAPartWithKeptBackWritesFails(t *testing.T) {
	withNames(t, func(t *testing.T, s *store.Store) {
		var own, refused error
		storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
			err := s.Later(ctx, "add", addName, "outer")
			own = s.Atomically(ctx, func(ctx context.Context) error {
				return errors.Join(s.Later(ctx, "add", addName, "of a part that fails"), errScene)
			})
			refused = s.Atomically(ctx, func(ctx context.Context) error {
				return errors.Join(s.Later(ctx, "add", addName, "with one refused"), s.Later(ctx, "add", addName, "outer"))
			})
			return errors.Join(err, s.Later(ctx, "add", addName, "last"))
		}))
		if !errors.Is(own, errScene) || refused == nil {
			t.Errorf("the parts ended in %v and %v", own, refused)
		}
		if got := names(t.Context(), t, s); !slices.Equal(got, []string{"outer", "last"}) {
			t.Errorf("stored: %v", got)
		}
	})
}

// A kept-back conditional write that changes no row makes the transaction run again.
func TestAKeptBackConditionalWrite(t *testing.T) {
	withNames(t, func(t *testing.T, s *store.Store) {
		storetest.Check(t, s.Exec(t.Context(), "test", addName, "there"))
		runs := 0
		storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
			runs++
			name := "there"
			if runs == 1 {
				name = "gone"
			}
			set, err := s.LaterSet(ctx, "change", `UPDATE names SET name = 'changed' WHERE name = $1`, name)
			if err == nil && !set {
				err = db.ErrLostRace
			}
			return err
		}))
		if got := names(t.Context(), t, s); runs != 2 || !slices.Equal(got, []string{"changed"}) {
			t.Errorf("%d runs, stored %v", runs, got)
		}
	})
}

// Two transactions that write by what both have read, with writes that are sent with their commits, are as if one after
// the other.
func TestKeptBackWritesRace(t *testing.T) {
	withNames(t, func(t *testing.T, s *store.Store) {
		full := errors.New("full")
		if winners := storetest.Race(8, func() bool {
			err := s.Atomically(t.Context(), func(ctx context.Context) error {
				n, err := s.Count(ctx, "count", `SELECT COUNT(*) FROM names`)
				if err == nil && n > 0 {
					err = full
				}
				return errors.Join(err, s.Later(ctx, "add", addName, fmt.Sprintf("%p", &n)))
			})
			if err != nil && !errors.Is(err, full) {
				t.Error(err)
			}
			return err == nil
		}); winners != 1 || len(names(t.Context(), t, s)) != 1 {
			t.Errorf("%d of the writers found none before them", winners)
		}
	})
}

// A transaction of which nothing was sent is not begun, and a read in it sees every type as outside of it.
func TestValuesWithinATransaction(t *testing.T) {
	withNames(t, func(t *testing.T, s *store.Store) {
		storetest.Check(t, s.Atomically(t.Context(), func(context.Context) error { return nil }))
		const query = `SELECT CAST(9007199254740992 AS BIGINT), CAST(-7 AS INTEGER), CAST('é' AS TEXT), CAST(NULL AS TEXT), CAST(2.5 AS REAL), 1 = 1`
		type row struct {
			big, small int64
			text       string
			null       *string
			real       float64
			truth      bool
		}
		read := func(ctx context.Context) row {
			list, err := db.Collect(ctx, s.Reader(ctx), "read", func(r *row) []any { return []any{&r.big, &r.small, &r.text, &r.null, &r.real, &r.truth} }, query)
			storetest.Check(t, err)
			return list[0]
		}
		outside := read(t.Context())
		storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
			if within := read(ctx); within != outside || within.big != 1<<53 || within.text != "é" || !within.truth {
				t.Errorf("%+v, outside of a transaction %+v", within, outside)
			}
			return nil
		}))
	})
}

// A stay begins and ends with few waits for the server.
func TestTripsOfAStay(t *testing.T) {
	t.Parallel()
	link, address := storetest.NewLink(t, storetest.PostgresURL(t))
	s := storetest.Open(t, address)
	ctx := t.Context()
	made := storetest.NewTariff(t, s)
	storetest.Check(t, s.Tariffs.ClearBeneficiaries(ctx, made.ID, storetest.Now))
	storetest.Check(t, s.Tariffs.DeletePeriod(ctx, 1, storetest.Now))
	storetest.Check(t, s.Accounts.KnowAccount(ctx, 1, 1))
	clock := storetest.Fixed(storetest.Now)
	stays := stay.NewService(s.ForStays(), clock, payment.NewService(s.ForPayments(), clock, nil))
	_, err := s.Webhooks.CreateEndpoint(ctx, webhook.Endpoint{OperatorID: 1, Events: []webhook.Type{webhook.StayStarted, webhook.StayEnded}, Active: true, CreatedAt: storetest.Now})
	storetest.Check(t, err)
	var begin, end int
	for range 3 { // statements are prepared when they are first sent
		before := link.Trips()
		begun, err := stays.Start(ctx, 1, 1, 1, nil)
		storetest.Check(t, err)
		between := link.Trips()
		_, err = stays.End(ctx, 1, begun.ID, nil)
		storetest.Check(t, err)
		begin, end = between-before, link.Trips()-between
	}
	if begin == 0 || begin > 2 || end == 0 || end > 2 {
		t.Errorf("a stay began with %d round trips and ended with %d", begin, end)
	}
	if _, err := stays.End(ctx, 1, 1, nil); !fault.Is(err, fault.Conflict) {
		t.Errorf("an ended stay ended again: %v", err)
	}
}

// What a transaction has prepared stays prepared when it fails, so that it need not be planned again.
func TestAFailedTransactionForgetsNoStatement(t *testing.T) {
	t.Parallel()
	link, address := storetest.NewLink(t, storetest.PostgresURL(t))
	s := storetest.Open(t, address)
	storetest.Check(t, s.Exec(t.Context(), "test", `CREATE TABLE names (id BIGINT, name TEXT NOT NULL UNIQUE)`))
	add := func(name string) (trips int, err error) {
		before := link.Trips()
		err = s.Atomically(t.Context(), func(ctx context.Context) error {
			_, read := s.Count(ctx, "count", `SELECT COUNT(*) FROM names WHERE name = $1`, name)
			return errors.Join(read, s.Later(ctx, "add", addName, name))
		})
		return link.Trips() - before, err
	}
	for _, name := range []string{"a", "b"} {
		_, err := add(name)
		storetest.Check(t, err)
	}
	usual, err := add("c")
	storetest.Check(t, err)
	if _, err := add("c"); err == nil {
		t.Fatal("a name was added twice")
	}
	if trips, err := add("d"); err != nil || trips != usual {
		t.Errorf("%d round trips after one that failed, %d before: %v", trips, usual, err)
	}
}

// However many statements a connection runs, it keeps a bounded number of them prepared.
func TestPreparedStatementsAreBounded(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.PostgresURL(t))
	for i := range 600 {
		storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
			n, err := s.Count(ctx, "count", fmt.Sprintf(`SELECT COUNT(*) + %d FROM accounts WHERE id = $1`, i), 0)
			if err == nil && n != i {
				t.Errorf("%d instead of %d", n, i)
			}
			return err
		}))
	}
	n, err := s.Count(t.Context(), "count", `SELECT COUNT(*) FROM pg_prepared_statements`)
	if err != nil || n < 10 || n > 300 {
		t.Errorf("%d statements are prepared: %v", n, err)
	}
}

// A transaction whose context has ended leaves no lock behind until its connection is used again.
func TestATransactionThatIsCutLeavesNoLock(t *testing.T) {
	withNames(t, func(t *testing.T, s *store.Store) {
		const callers = 12
		for i := range callers {
			storetest.Check(t, s.Exec(t.Context(), "test", addName, fmt.Sprint(i)))
		}
		var all, begun sync.WaitGroup
		begun.Add(callers)
		for i := range callers {
			all.Go(func() {
				ctx, cut := context.WithCancel(t.Context())
				arrived := sync.OnceFunc(begun.Done)
				err := s.Atomically(db.ReadCommitted(ctx), func(ctx context.Context) error {
					err := s.Exec(ctx, "test", `UPDATE names SET id = id WHERE name = $1`, fmt.Sprint(i))
					arrived()
					if !s.OnSQLite() { // which has one writer
						begun.Wait()
					}
					cut()
					return err
				})
				if !errors.Is(err, context.Canceled) {
					t.Errorf("caller %d: %v", i, err)
				}
			})
		}
		all.Wait()
		// Read again for a while: the server learns a moment later that a connection was closed.
		free := 0
		for range 20 {
			var err error
			free, err = s.Count(t.Context(), "test", `SELECT COUNT(*) FROM (SELECT 1 FROM names`+s.SkipLocked()+`) f`)
			storetest.Check(t, err)
			if free == callers {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Errorf("%d of %d rows are free", free, callers)
	})
}
