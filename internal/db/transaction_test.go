package db_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/db"
	"consigne/internal/domain/people/account"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/transaction"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// scene is what one part of a transaction does: it writes its name, runs the parts nested in it,
// writes its name again, and ends.
type scene struct {
	name  string
	joins bool // it cannot fail alone
	parts []scene
	ends  ending
}

type ending string

const (
	endsWell      ending = "well"
	fails         ending = "fails"           // so does the part around it
	failsUnheard  ending = "fails unheard"   // the part around it ignores the error
	panics        ending = "panics"          // so does the part around it
	panicsUnheard ending = "panics unheard"  // the part around it recovers and goes on
	taken         ending = "writes it twice" // the database refuses a write; the error is ignored
)

// kept returns the names that are stored of a part if all parts around it end well, and how the
// part ends for the one around it. dooms: nothing is stored of that one either, whatever it makes of this.
func (c scene) kept() (names []string, end ending, dooms bool) {
	names, end = []string{c.name + " first"}, endsWell
	for _, p := range c.parts {
		inner, ended, doomed := p.kept()
		names, dooms = append(names, inner...), dooms || doomed
		if end = ended; end != endsWell {
			break
		}
	}
	if end == endsWell {
		names = append(names, c.name+" last")
		switch c.ends {
		case endsWell:
		case panics, panicsUnheard:
			end = panics
		default:
			end = fails
		}
	}
	if c.joins {
		return names, c.seen(end), dooms || end != endsWell
	}
	if dooms && end == endsWell {
		end = fails
	}
	if end != endsWell {
		names = nil
	}
	return names, c.seen(end), false
}

// seen returns how a part that fails or panics ends for the part around it.
func (c scene) seen(end ending) ending {
	if end == panics && c.ends == panicsUnheard || end == fails && (c.ends == failsUnheard || c.ends == taken) {
		return endsWell
	}
	return end
}

var errScene = errors.New("this part fails")

// play runs the part, and after each write registers a function to run after the commit.
func (c scene) play(ctx context.Context, s *store.Store, heard *[]string) (err error) {
	defer func() {
		if c.ends == panicsUnheard {
			_ = recover()
		}
	}()
	if !c.joins {
		ctx = transaction.WithSavepoints(ctx)
	}
	err = s.Atomically(ctx, func(ctx context.Context) error {
		write := func(name string) error {
			transaction.AfterCommit(ctx, func() { *heard = append(*heard, name) })
			_, err := s.CreateAccount(ctx, account.Account{Email: name}, storetest.Now)
			return err
		}
		if err := write(c.name + " first"); err != nil {
			return err
		}
		for _, p := range c.parts {
			if err := p.play(ctx, s, heard); err != nil {
				return err
			}
		}
		if err := write(c.name + " last"); err != nil {
			return err
		}
		switch c.ends {
		case panics, panicsUnheard:
			panic(errScene)
		case taken:
			return write(c.name + " last")
		case endsWell:
			return nil
		}
		return errScene
	})
	if c.ends == failsUnheard || c.ends == taken {
		if err == nil {
			return errors.New("a part that fails ended well")
		}
		return nil
	}
	return err
}

// plays runs a scene, and compares what is stored and which commit functions ran with what is expected.
func plays(ctx context.Context, t interface{ Fatalf(string, ...any) }, s *store.Store, root scene) {
	var heard []string
	func() {
		defer func() { _ = recover() }() // the outermost part may panic
		_ = root.play(ctx, s, &heard)
	}()
	want, _, _ := root.kept()
	if !slices.Equal(heard, want) {
		t.Fatalf("%+v\nafter the commit ran %v, want %v", root, heard, want)
	}
	for _, name := range root.names() {
		_, err := s.AccountByEmail(ctx, name)
		if err != nil && !fault.Is(err, fault.KindNotFound) {
			t.Fatalf("read %s: %v", name, err)
		}
		if stored := err == nil; stored != slices.Contains(want, name) {
			t.Fatalf("%+v\n%s is stored: %v, want only %v", root, name, stored, want)
		}
	}
}

func (c scene) names() []string {
	names := []string{c.name + " first", c.name + " last"}
	for _, p := range c.parts {
		names = append(names, p.names()...)
	}
	return names
}

func TestNestedParts(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		inner := func(ends ending) []scene { return []scene{{name: "inner", ends: ends}} }
		joined := func(ends ending) []scene { return []scene{{name: "inner", joins: true, ends: ends}} }
		for what, c := range map[string]scene{
			"inner well, outer fails":   {parts: inner(endsWell), ends: fails},
			"inner fails, outer well":   {parts: inner(failsUnheard), ends: endsWell},
			"inner panics, outer well":  {parts: inner(panicsUnheard), ends: endsWell},
			"inner refused, outer well": {parts: inner(taken), ends: endsWell},
			"inner well, mid fails": {
				parts: []scene{{name: "mid", parts: inner(endsWell), ends: failsUnheard}},
				ends:  endsWell,
			},
			"inner fails, mid fails": {
				parts: []scene{{name: "mid", parts: inner(failsUnheard), ends: failsUnheard}},
				ends:  endsWell,
			},
			"inner panics, mid fails": {parts: []scene{{
				name: "mid", parts: inner(panicsUnheard),
				ends: failsUnheard,
			}}, ends: endsWell},
			"inner fails, mid panics": {parts: []scene{{
				name: "mid", parts: inner(failsUnheard),
				ends: panicsUnheard,
			}}, ends: endsWell},
			"inner refused, mid well": {
				parts: []scene{{name: "mid", parts: inner(taken), ends: endsWell}},
				ends:  endsWell,
			},
			"inner panics through all": {
				parts: []scene{{name: "mid", parts: inner(panics), ends: endsWell}},
				ends:  endsWell,
			},
			"inner panics, mid recovers": {
				parts: []scene{{name: "mid", parts: inner(panics), ends: panicsUnheard}},
				ends:  endsWell,
			},
			"joined well, outer well":            {parts: joined(endsWell), ends: endsWell},
			"joined fails, outer passes over it": {parts: joined(failsUnheard), ends: endsWell},
			"joined panics, outer recovers":      {parts: joined(panicsUnheard), ends: endsWell},
			"joined fails in mid, outer well": {parts: []scene{{
				name: "mid", parts: joined(failsUnheard),
				ends: failsUnheard,
			}}, ends: endsWell},
			"one fails, the next goes well": {parts: []scene{
				{name: "one", ends: failsUnheard},
				{name: "two", ends: endsWell},
			}, ends: endsWell},
			"two fail one after another, in mid": {parts: []scene{{
				name:  "mid",
				parts: []scene{{name: "one", ends: failsUnheard}, {name: "two", ends: taken}},
				ends:  failsUnheard,
			}}, ends: endsWell},
		} {
			c.name = "outer"
			plays(t.Context(), t, s, c.under(what+" "))
		}
	})
}

// under puts a word before every name of the scene, so that several scenes can share a database.
func (c scene) under(word string) scene {
	c.name = word + c.name
	parts := make([]scene, len(c.parts))
	for i, p := range c.parts {
		parts[i] = p.under(word)
	}
	c.parts = parts
	return c
}

func TestNestedPartsOfAnyShape(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		played := 0
		rapid.Check(t, func(r *rapid.T) {
			played++
			n := 0
			var draw func(depth int) scene
			draw = func(depth int) scene {
				n++
				ends := []ending{endsWell, endsWell, fails, failsUnheard, panics, panicsUnheard, taken}
				c := scene{name: fmt.Sprintf("%d-%d", played, n), joins: depth > 1 && rapid.Bool().Draw(r, "joins")}
				if c.joins {
					ends = ends[:len(ends)-1] // PostgreSQL would refuse what follows in the part around it, SQLite not
				}
				c.ends = rapid.SampledFrom(ends).Draw(r, "ends")
				if depth < 4 {
					for range rapid.IntRange(0, 2).Draw(r, "parts") {
						c.parts = append(c.parts, draw(depth+1))
					}
				}
				return c
			}
			plays(t.Context(), r, s, draw(1))
		})
	})
}

// A lost race makes the whole transaction run again, even if a part ignores the error, and the
// commit functions of the lost run do not run.
func TestALostRaceStartsOver(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		runs, heard := 0, []int{}
		storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
			runs++
			run := runs
			transaction.AfterCommit(ctx, func() { heard = append(heard, run) })
			storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: fmt.Sprintf("run %d", run)}, storetest.Now))
			_ = s.Atomically(ctx, func(context.Context) error {
				if run < 3 {
					return db.ErrLostRace
				}
				return nil
			})
			return nil
		}))
		if runs != 3 || !slices.Equal(heard, []int{3}) {
			t.Errorf("%d runs, heard of %v", runs, heard)
		}
		for run := 1; run <= 3; run++ {
			if _, err := s.AccountByEmail(t.Context(), fmt.Sprintf("run %d", run)); (err == nil) != (run == 3) {
				t.Errorf("what run %d wrote: %v", run, err)
			}
		}
	})
}

// A part that ends because its context ended undoes only its own writes, unless a statement was
// cut: then nothing of the transaction is stored, even if the error is ignored.
func TestAContextThatEndsInATransaction(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		slow := `SELECT pg_sleep(60)`
		if strings.HasSuffix(t.Name(), "sqlite") {
			slow = `INSERT INTO tries (bucket, started_at, count) WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r)
				SELECT i, i, i FROM r`
		}
		for what, c := range map[string]struct {
			act    func(ctx context.Context, cancel func()) error // runs in a nested part
			of     string                                         // the part whose context ends
			stored bool
		}{
			"between two statements of the part": {func(_ context.Context, cancel func()) error {
				cancel()
				return errScene
			}, "part", true},
			"before a statement of the part": {func(ctx context.Context, cancel func()) error {
				cancel()
				_, err := s.CreateAccount(ctx, account.Account{Email: "never"}, storetest.Now)
				return err
			}, "part", false},
			"during a statement of the part": {func(ctx context.Context, cancel func()) error {
				time.AfterFunc(50*time.Millisecond, cancel)
				return s.Exec(ctx, "test", slow)
			}, "part", false},
			"between two statements of the whole": {func(_ context.Context, cancel func()) error {
				cancel()
				return nil
			}, "whole", false},
			"during a statement of the whole": {func(ctx context.Context, cancel func()) error {
				time.AfterFunc(50*time.Millisecond, cancel)
				return s.Exec(ctx, "test", slow)
			}, "whole", false},
		} {
			heard := false
			whole, cancelWhole := context.WithCancel(t.Context())
			err := s.Atomically(whole, func(ctx context.Context) error {
				transaction.AfterCommit(ctx, func() { heard = true })
				if _, err := s.CreateAccount(ctx, account.Account{Email: what + " before"}, storetest.Now); err != nil {
					return err
				}
				part, cancelPart := context.WithCancel(ctx)
				defer cancelPart()
				_ = s.Atomically(transaction.WithSavepoints(part), func(ctx context.Context) error { // the error is ignored
					_, _ = s.CreateAccount(ctx, account.Account{Email: what + " within"}, storetest.Now)
					return c.act(ctx, map[string]func(){"part": cancelPart, "whole": cancelWhole}[c.of])
				})
				_, _ = s.CreateAccount(ctx, account.Account{Email: what + " after"}, storetest.Now) // this error too
				return nil
			})
			cancelWhole()
			if (err == nil) != c.stored || heard != c.stored || err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v, heard of the commit: %v", what, err, heard)
			}
			for name, want := range map[string]bool{" before": c.stored, " within": false, " after": c.stored} {
				if _, err := s.AccountByEmail(t.Context(), what+name); (err == nil) != want {
					t.Errorf("%s: %q is stored: %v", what, name, err == nil)
				}
			}
		}
	})
}

// A part that passes over a statement that failed ends as its engine has it: PostgreSQL
// refuses the part, SQLite keeps the rest of it. Either way what the part says is what stays,
// and the parts around it go on.
func TestAPartPassesOverAFailedStatement(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		var inner, outside error
		heard := []string{}
		write := func(ctx context.Context, name string) {
			transaction.AfterCommit(ctx, func() { heard = append(heard, name) })
			if _, err := s.CreateAccount(ctx, account.Account{Email: name}, storetest.Now); err != nil {
				outside = errors.Join(outside, fmt.Errorf("%s: %w", name, err))
			}
		}
		storetest.Check(t, s.Atomically(t.Context(), func(ctx context.Context) error {
			outside = nil
			write(ctx, "outer first")
			err := s.Atomically(transaction.WithSavepoints(ctx), func(ctx context.Context) error {
				write(ctx, "mid first")
				inner = s.Atomically(transaction.WithSavepoints(ctx), func(ctx context.Context) error {
					write(ctx, "inner")
					if s.Exec(ctx, "test", `INSERT INTO no_such_table VALUES (1)`) == nil {
						t.Error("a statement about nothing went well")
					}
					return nil
				})
				write(ctx, "mid last")
				return nil
			})
			outside = errors.Join(outside, err)
			write(ctx, "outer last")
			return nil
		}))
		storetest.Check(t, outside)
		want := []string{"outer first", "mid first", "inner", "mid last", "outer last"}
		if inner != nil {
			want = slices.Delete(want, 2, 3)
		}
		if !slices.Equal(heard, want) {
			t.Errorf("after the commit ran %v, want %v", heard, want)
		}
		for _, name := range []string{"outer first", "mid first", "inner", "mid last", "outer last"} {
			if _, err := s.AccountByEmail(t.Context(), name); (err == nil) != slices.Contains(want, name) {
				t.Errorf("%s, with the part having ended in %v: %v", name, inner, err)
			}
		}
	})
}

func TestAtomically(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		boom := errors.New("boom")
		err := s.Atomically(ctx, func(ctx context.Context) error {
			storetest.Must(t)(s.CreateAccount(ctx, account.Account{Email: "a@exemple.test"}, storetest.Now))
			return boom
		})
		if !errors.Is(err, boom) {
			t.Errorf("the error is lost: %v", err)
		}
		if empty, err := s.Empty(ctx); err != nil || !empty {
			t.Errorf("half of a failed write stays: %v, %v", empty, err)
		}
	})
}
