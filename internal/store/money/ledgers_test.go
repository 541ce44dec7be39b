package money_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

type fixedClock struct{ now time.Time }

func (c fixedClock) Now() time.Time { return c.now }

var noon = time.Date(2026, 11, 20, 11, 0, 0, 0, time.UTC)

func keysOf(t testing.TB, letter string) *ledger.Keys {
	t.Helper()
	keys, err := ledger.KeysFrom([]byte(strings.Repeat(letter, 32)), nil)
	storetest.Check(t, err)
	return keys
}

// receipts has a receipt numbered for each settled payment, as documents do.
type receipts struct{}

func (receipts) Issue(_ context.Context, e ledger.Entry) (ledger.Entry, bool, error) {
	if e.Kind != ledger.Settled {
		return ledger.Entry{}, false, nil
	}
	return ledger.Entry{
		At: e.At, Kind: ledger.DocumentIssued, PaymentID: e.PaymentID,
		Document: fmt.Sprint("G-2026-", e.PaymentID), Amount: e.Amount,
	}, true, nil
}

func serviceOn(t testing.TB, s *store.Store, now time.Time) *ledger.Service {
	t.Helper()
	return ledger.NewService(s, fixedClock{now}, keysOf(t, "a"), receipts{})
}

func event(operatorID int64, i int) ledger.Entry {
	e := ledger.Entry{
		OperatorID: operatorID, At: noon.Add(time.Duration(i) * time.Minute), Kind: ledger.Billed, PaymentID: int64(1 + i/2),
		Attempt: fmt.Sprint("essai ", i),
		Amount:  money.Cents(100 + i), Means: "Carte bancaire",
	}
	if i%2 == 1 {
		e.Kind, e.VATRate, e.VAT = ledger.Settled, 2000, e.Amount.VAT(2000)
	}
	return e
}

// verify fails the test unless the ledger is valid, and returns how many entries it has by operator.
func verify(t testing.TB, service *ledger.Service) map[int64]int64 {
	t.Helper()
	found, err := service.Verify(t.Context(), nil, nil, nil)
	storetest.Check(t, err)
	entries := map[int64]int64{}
	for _, one := range found {
		if one.Broken != nil {
			t.Fatal(one.Broken)
		}
		entries[one.OperatorID] = one.Entries
	}
	return entries
}

// settledAt notes the instants of which documents tell.
type settledAt struct{ told map[int64]time.Time }

func (d settledAt) Issue(ctx context.Context, e ledger.Entry) (ledger.Entry, bool, error) {
	d.told[e.PaymentID] = e.At
	return receipts{}.Issue(ctx, e)
}

// An event of a closed month is dated in the open one, and its document nevertheless tells when it was settled.
func TestDocumentsOfAClosedMonth(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		const november = 2026*12 + 10
		_, err := s.CreateClosing(t.Context(), 1, statement.Closing{Month: november, At: noon, Record: []byte("{}")})
		storetest.Check(t, err)
		e := event(1, 1)
		storetest.Check(t, s.AppendEntry(t.Context(), e))
		issuer := settledAt{map[int64]time.Time{}}
		storetest.ChainAll(t, s, ledger.NewService(s, fixedClock{noon}, keysOf(t, "a"), issuer))
		chained, err := s.EntriesAfter(t.Context(), 1, 0, 2)
		storetest.Check(t, err)
		if open := clock.Month(november + 1).Begins(); len(chained) != 2 || !chained[0].At.Equal(open) ||
			!chained[1].At.Equal(open) {
			t.Errorf("chained: %+v", chained)
		}
		if got := issuer.told[e.PaymentID]; !got.Equal(e.At) {
			t.Errorf("the receipt tells %s, it was settled at %s", got, e.At)
		}
	})
}

// Two operators' events, written and chained at the same time by two nodes, are each chained once, with one document
// each.
func TestNodesChainEachEventOnce(t *testing.T) {
	storetest.OnEachAddress(t, func(t *testing.T, address string) {
		const events = 120
		first, second := storetest.Open(t, address), storetest.Open(t, address)
		var nodes, writers sync.WaitGroup
		done := make(chan struct{})
		for _, node := range []*store.Store{first, second} {
			service := serviceOn(t, node, noon)
			nodes.Go(func() {
				for over := false; !over; {
					select {
					case <-done:
						over = true
					default:
					}
					if err := service.Chain(t.Context()); err != nil {
						t.Error(err)
					}
				}
			})
		}
		for operatorID := range int64(2) {
			writers.Go(func() {
				for i := range events {
					storetest.Check(t, first.AppendEntry(t.Context(), event(operatorID+1, i)))
				}
			})
		}
		writers.Wait()
		close(done)
		nodes.Wait()
		service := serviceOn(t, first, noon)
		storetest.ChainAll(t, first, service)
		if got := verify(t, service); got[1] != events*3/2 || got[2] != events*3/2 {
			t.Error(got)
		}
		for _, query := range []string{
			`SELECT 'twice ' || attempt FROM ledger WHERE attempt <> '' GROUP BY operator_id, attempt HAVING COUNT(*) > 1`,
			`SELECT 'waits ' || attempt FROM ledger_waiting`,
			`SELECT 'document twice ' || document FROM ledger WHERE document <> ''
				GROUP BY operator_id, document HAVING COUNT(*) > 1`,
			`SELECT 'not after its payment: ' || d.document FROM ledger d JOIN ledger e ON e.operator_id = d.operator_id
				AND e.sequence = d.sequence - 1
				WHERE d.document <> '' AND (e.kind <> 'encaisse' OR e.payment_id <> d.payment_id)`,
		} {
			if bad, err := storetest.Lines(t.Context(), first, query); err != nil || len(bad) > 0 {
				t.Error(bad, err)
			}
		}
	})
}

// killed fails at a random call to the store, as a node does that dies there.
type killed struct {
	*store.Store
	left *int
}

func (k killed) dies() error {
	*k.left--
	if *k.left < 0 {
		return errKilled
	}
	return nil
}

func (k killed) Waiting(ctx context.Context, operatorID int64, limit int) ([]ledger.Entry, error) {
	list, err := k.Store.Waiting(ctx, operatorID, min(limit, 7))
	return list, errors.Join(err, k.dies())
}

func (k killed) SaveEntries(ctx context.Context, list []ledger.Entry) error {
	return errors.Join(k.Store.SaveEntries(ctx, list), k.dies())
}

func (k killed) SaveHead(ctx context.Context, before, after ledger.Head) (bool, error) {
	first, err := k.Store.SaveHead(ctx, before, after)
	return first, errors.Join(err, k.dies())
}

func (k killed) Issue(ctx context.Context, e ledger.Entry) (ledger.Entry, bool, error) {
	document, issued, err := receipts{}.Issue(ctx, e)
	return document, issued, errors.Join(err, k.dies())
}

// Whatever a node was doing when it was killed, nothing is left out and nothing is chained twice.
func TestKilledWhileChaining(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		random, written := testenv.Random(t), 0
		for range 150 {
			for range random.IntN(4) {
				storetest.Check(t, s.AppendEntry(t.Context(), event(1, written)))
				written++
			}
			left := random.IntN(10)
			dying := killed{s, &left}
			if err := ledger.NewService(dying, fixedClock{noon}, keysOf(t, "a"), dying).Chain(t.Context()); err != nil &&
				!errors.Is(err, errKilled) {
				t.Fatal(err)
			}
			verify(t, serviceOn(t, s, noon))
		}
		service := serviceOn(t, s, noon)
		storetest.ChainAll(t, s, service)
		if got := verify(t, service); got[1] != int64(written+written/2) {
			t.Errorf("%d entries of %d events", got[1], written)
		}
		if bad, err := storetest.Lines(t.Context(), s, `SELECT attempt FROM ledger WHERE attempt <> ''
			GROUP BY attempt HAVING COUNT(*) > 1`); err != nil || len(bad) > 0 {
			t.Error(bad, err)
		}
	})
}

// A chain whose end was not signed by a key of the installation is not continued.
func TestAForeignHeadIsNotContinued(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		// chained fails the test unless the events of operator 2 are chained and those of 1 are not.
		chained := func(service *ledger.Service) {
			t.Helper()
			for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
				if err := service.Chain(t.Context()); !errors.Is(err, ledger.ErrForeignHead) {
					t.Error(err)
				}
				waiting, err := s.OperatorsWaiting(t.Context())
				storetest.Check(t, err)
				if slices.Equal(waiting, []int64{1}) {
					return
				}
				if time.Now().After(end) {
					t.Fatalf("operators %v wait", waiting)
				}
			}
		}
		service := serviceOn(t, s, noon)
		for i := range 4 {
			storetest.Check(t, s.AppendEntry(t.Context(), event(1, i)))
			storetest.Check(t, s.AppendEntry(t.Context(), event(2, i)))
		}
		storetest.ChainAll(t, s, service)
		storetest.Check(t, s.Exec(t.Context(), "test", `UPDATE ledger_heads SET hash = 'f' || hash WHERE operator_id = 1`))
		storetest.Check(t, s.AppendEntry(t.Context(), event(1, 9)))
		storetest.Check(t, s.AppendEntry(t.Context(), event(2, 9)))
		chained(service)
		other, err := ledger.KeysFrom([]byte(strings.Repeat("b", 32)), keysOf(t, "a").Public())
		storetest.Check(t, err)
		storetest.Check(t, s.AppendEntry(t.Context(), event(2, 11)))
		chained(ledger.NewService(s, fixedClock{noon}, other, nil)) // after a change of the key that was told
	})
}

// Each day that is over is sealed once, without what came after it; what is not valid is never sealed.
func TestDaysAreSealed(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		add := func(days int) {
			e := event(1, 0)
			e.At = noon.AddDate(0, 0, days)
			storetest.Check(t, s.AppendEntry(t.Context(), e))
		}
		seal := func(days int) []ledger.Seal {
			t.Helper()
			service := serviceOn(t, s, noon.AddDate(0, 0, days))
			storetest.ChainAll(t, s, service)
			for range 2 {
				storetest.Check(t, service.Seal(t.Context()))
			}
			verify(t, service)
			seals, err := s.SealsOf(t.Context(), 1)
			storetest.Check(t, err)
			return seals
		}
		add(0)
		add(0)
		if got := seal(0); len(got) != 0 {
			t.Errorf("the day is not over: %+v", got)
		}
		add(1)
		if got := seal(1); len(got) != 1 || got[0].Sequence != 2 || got[0].Day.String() != "2026-11-20" {
			t.Errorf("%+v", got)
		}
		add(0) // late, for a day that is sealed
		if got := seal(4); len(got) != 2 || got[1].Sequence != 4 || got[1].Day.String() != "2026-11-21" {
			t.Errorf("%+v", got)
		}
		add(5)
		service := serviceOn(t, s, noon.AddDate(0, 0, 5))
		storetest.ChainAll(t, s, service)
		storetest.Check(t, unlocked(t.Context(), s, `UPDATE ledger SET amount = amount + 1 WHERE sequence = 5`))
		service = serviceOn(t, s, noon.AddDate(0, 0, 6))
		if broken, is := errors.AsType[*ledger.Broken](service.Seal(t.Context())); !is || broken.Sequence != 5 {
			t.Errorf("%+v", broken)
		}
	})
}

// unlocked runs statements as somebody who owns the database and lifts what keeps the ledger from being changed.
func unlocked(ctx context.Context, s *store.Store, statements ...string) error {
	for _, table := range []string{"ledger", "ledger_seals"} {
		if s.OnSQLite() {
			statements = append([]string{
				`DROP TRIGGER IF EXISTS ` + table + `_is_never_changed`,
				`DROP TRIGGER IF EXISTS ` + table + `_is_never_deleted`,
			}, statements...)
		} else {
			statements = append([]string{`ALTER TABLE ` + table + ` DISABLE TRIGGER ALL`}, statements...)
		}
	}
	return s.Atomically(ctx, func(ctx context.Context) error {
		for _, statement := range statements {
			if err := s.Exec(ctx, "test", statement); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestEntriesAreOnlyAdded(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		storetest.Check(t, s.AppendEntry(t.Context(), event(1, 1)))
		service := serviceOn(t, s, noon.AddDate(0, 0, 2))
		storetest.ChainAll(t, s, service)
		storetest.Check(t, service.Seal(t.Context()))
		for _, statement := range []string{
			`UPDATE ledger SET amount = 1`, `DELETE FROM ledger`, `UPDATE ledger_seals SET day = 1`, `DELETE FROM ledger_seals`,
		} {
			if err := s.Exec(t.Context(), "test", statement); err == nil {
				t.Error(statement)
			}
		}
	})
}

// An event waits for a transaction of its database that began to write before it, which may tell of an earlier event,
// and not for one of another database.
func TestEventsWaitForEarlierTransactions(t *testing.T) {
	address := storetest.PostgresURL(t)
	here, there := storetest.Open(t, address), storetest.Open(t, storetest.PostgresURL(t))
	service := serviceOn(t, here, noon)
	holding := func(s *store.Store) (end func()) {
		wrote, release, ended := make(chan struct{}), make(chan struct{}), make(chan error)
		go func() {
			ended <- s.Atomically(t.Context(), func(ctx context.Context) error {
				err := s.Exec(ctx, "begin to write", `SELECT pg_current_xact_id()`)
				close(wrote)
				<-release
				return err
			})
		}()
		<-wrote
		return func() { close(release); storetest.Check(t, <-ended) }
	}
	other := holding(there)
	storetest.Check(t, here.AppendEntry(t.Context(), event(1, 0)))
	storetest.ChainAll(t, here, service)
	own := holding(storetest.Open(t, address))
	storetest.Check(t, here.AppendEntry(t.Context(), event(1, 2)))
	storetest.Check(t, service.Chain(t.Context()))
	if got := verify(t, service)[1]; got != 1 {
		t.Errorf("%d entries, want 1", got)
	}
	own()
	storetest.ChainAll(t, here, service)
	other()
}
