package money_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"consigne/internal/db"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/statement"
	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/paging"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

const october = clock.Month(2026*12 + 9)

var (
	inNovember = october.Begins().AddDate(0, 1, 10)
	manager    = access.Actor{AccountID: 1}
)

// books are the services of one node.
type books struct {
	store      *store.Store
	ledger     *ledger.Service
	statements *statement.Service
}

func booksOn(t testing.TB, s *store.Store) books {
	t.Helper()
	keys, err := ledger.KeysFrom([]byte(strings.Repeat("a", 32)), nil)
	storetest.Check(t, err)
	now := storetest.Fixed(inNovember)
	chain := ledger.NewService(s, now, keys, notes{})
	return books{s, chain, statement.NewService(s, now, chain, nil)}
}

func withOperator(t testing.TB, s *store.Store) {
	t.Helper()
	_, err := s.CreateOperator(context.Background(), operator.Operator{Name: "Grandval"}, inNovember)
	storetest.Check(t, err)
}

// notes has a receipt numbered for each settled payment, and a credit note for each refund.
type notes struct{}

func (notes) Issue(_ context.Context, e ledger.Entry) (ledger.Entry, bool, error) {
	number := map[ledger.Kind]string{ledger.Settled: "G-2026-%06d", ledger.RefundDone: "G-A2026-%06d"}[e.Kind]
	if number == "" {
		return e, false, nil
	}
	return ledger.Entry{
		At: e.At, Kind: ledger.DocumentIssued, PaymentID: e.PaymentID,
		Document: fmt.Sprintf(number, e.PaymentID), Amount: e.Amount,
	}, true, nil
}

func statementEvent(kind ledger.Kind, paymentID int64, at time.Time, amount money.Cents) ledger.Entry {
	return ledger.Entry{
		OperatorID: 1, At: at, Kind: kind, PaymentID: paymentID, Amount: amount, VATRate: 2000,
		VAT: amount.VAT(2000), Means: "Carte bancaire",
	}
}

// append adds events of random kinds of October and November. Payments 1 to 30 are billed first, the others never.
func (b books) append(t testing.TB, random *rand.Rand, n int) {
	t.Helper()
	kinds := []ledger.Kind{
		ledger.Billed, ledger.Settled, ledger.Settled, ledger.Cancelled, ledger.RefundAsked,
		ledger.RefundDone, ledger.MadeFree, ledger.Reduced,
	}
	for i := range n {
		kind, paymentID := kinds[random.IntN(len(kinds))], 1+random.Int64N(60)
		if i < 30 {
			kind, paymentID = ledger.Billed, int64(i+1)
		} else if kind == ledger.Billed {
			paymentID = 1 + random.Int64N(30)
		}
		at := october.Begins().Add(time.Duration(random.Int64N(40*24*3600)) * time.Second)
		storetest.Check(t, b.store.AppendEntry(t.Context(),
			statementEvent(kind, paymentID, at, 1+money.Cents(random.IntN(1000)))))
	}
}

// enter chains all events and adds them up.
func (b books) enter(t testing.TB) {
	t.Helper()
	storetest.ChainAll(t, b.store, b.ledger)
	storetest.Check(t, b.statements.AddUp(t.Context()))
}

// sums adds the ledger up in SQL as totals do.
func sums(t testing.TB, s *store.Store) map[string]int64 {
	t.Helper()
	type row struct {
		key    string
		amount int64
	}
	november := (october + 1).Begins().UnixMilli()
	rows, err := db.Collect(t.Context(), s.Committed(), "test", func(r *row) []any { return []any{&r.key, &r.amount} }, fmt.Sprintf(`
		SELECT month || ' ' || kind || ' ' || mark, SUM(amount) FROM (
		  SELECT CASE WHEN at < %[1]d THEN '2026-10' ELSE '2026-11' END AS month, kind, '' AS mark, amount FROM ledger
		  UNION ALL SELECT CASE WHEN at < %[1]d THEN '2026-10' ELSE '2026-11' END, kind, 'repris', amount FROM ledger l
		  WHERE kind IN ('encaisse', 'encaisse_autrement', 'annule', 'rendu_gratuit', 'reduit')
		  AND NOT EXISTS (SELECT 1 FROM ledger b
		WHERE b.payment_id = l.payment_id AND b.kind = 'facture' AND b.sequence < l.sequence)
		  OR kind = 'facture' AND EXISTS (SELECT 1 FROM ledger b WHERE b.payment_id = l.payment_id AND b.sequence < l.sequence
		AND b.kind IN ('encaisse', 'encaisse_autrement', 'annule', 'rendu_gratuit', 'reduit'))
		) e GROUP BY month, kind, mark`, november))
	storetest.Check(t, err)
	found := map[string]int64{}
	for _, r := range rows {
		found[r.key] = r.amount
	}
	return found
}

func added(t testing.TB, s *store.Store) map[string]int64 {
	t.Helper()
	totals, _, err := s.TotalsOf(t.Context(), 1)
	storetest.Check(t, err)
	found := map[string]int64{}
	for group, total := range totals {
		found[group.Month.String()+" "+string(group.Kind)+" "+string(group.Mark)] += int64(total.Amount)
	}
	return found
}

// However many nodes add up while others write and chain, totals are the sums of the ledger.
func TestTotalsAreThoseOfTheLedger(t *testing.T) {
	storetest.OnEachAddress(t, func(t *testing.T, address string) {
		first, second := booksOn(t, storetest.Open(t, address)), booksOn(t, storetest.Open(t, address))
		withOperator(t, first.store)
		random := rand.New(rand.NewPCG(1, 2))
		var nodes sync.WaitGroup
		done := make(chan struct{})
		for _, node := range []books{first, second} {
			nodes.Go(func() {
				for over := false; !over; {
					select {
					case <-done:
						over = true
					default:
					}
					if err := errors.Join(node.ledger.Chain(t.Context()), node.statements.AddUp(t.Context())); err != nil {
						t.Error(err)
					}
				}
			})
		}
		first.append(t, random, 400)
		close(done)
		nodes.Wait()
		first.enter(t)
		if is, want := added(t, first.store), sums(t, first.store); !maps.Equal(is, want) || len(want) < 12 {
			t.Errorf("totals %v, the ledger has %v", is, want)
		}
	})
}

// A payment counts as billed even if it is chained as collected first.
func TestBilledInAnyOrder(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		b := booksOn(t, s)
		withOperator(t, s)
		at := october.Begins().AddDate(0, 0, 3)
		for i := range int64(100) { // a batch that ends between the two
			storetest.Check(t, s.AppendEntry(t.Context(), statementEvent(ledger.Settled, 1+i, at, 100)))
		}
		for i := range int64(100) {
			storetest.Check(t, s.AppendEntry(t.Context(), statementEvent(ledger.Billed, 1+i, at.Add(time.Millisecond), 100)))
		}
		for range 2 { // while half waits, and once all is chained
			report, err := b.statements.Of(t.Context(), 1, october)
			storetest.Check(t, err)
			if f, _ := report.Figure("repris"); f.Amount != 0 || report.Closing != 0 {
				t.Errorf("carried over: %+v, due %s", f, report.Closing)
			}
			b.enter(t)
		}
	})
}

// The bill of what was carried over, which is entered later, is taken off what is carried over: nothing stays due, even
// if the month is closed.
func TestABillThatComesLater(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		b := booksOn(t, s)
		withOperator(t, s)
		step := func(e ledger.Entry) {
			storetest.Check(t, s.AppendEntry(t.Context(), e))
			b.enter(t)
		}
		at := october.Begins().AddDate(0, 0, 3)
		step(statementEvent(ledger.Settled, 1, at, 100))
		step(statementEvent(ledger.Billed, 1, at.AddDate(0, 0, -10), 100)) // September
		step(statementEvent(ledger.Settled, 2, at, 30))
		for _, month := range []clock.Month{october - 1, october} {
			report, err := b.statements.Close(t.Context(), manager, 1, month, "")
			storetest.Check(t, err)
			want := map[clock.Month]money.Cents{october - 1: -100, october: 130}[month]
			if f, _ := report.Figure("repris"); f.Amount != want || report.Closing != 0 {
				t.Errorf("%s: carried over %+v, due %s", report.Month, f, report.Closing)
			}
		}
		storetest.ChainAll(t, s, b.ledger)
		step(statementEvent(ledger.Billed, 2, at.AddDate(0, 0, -10), 30)) // dated in November
		report, err := b.statements.Of(t.Context(), 1, october+1)
		storetest.Check(t, err)
		if f, _ := report.Figure("repris"); f.Amount != -30 || report.Closing != 0 || report.Opening != 0 {
			t.Errorf("November: carried over %+v, due %s", f, report.Closing)
		}
		_, page, err := b.statements.Lines(t.Context(), 1, october+1, "repris", paging.First(10))
		storetest.Check(t, err)
		if len(page.Items) != 1 || page.Items[0].Amount != -30 {
			t.Errorf("lines: %+v", page.Items)
		}
	})
}

// While a month is closed by two nodes at once, others write and chain events of it: it is closed once, with all that
// is dated in it, whatever came first.
func TestClosingRaces(t *testing.T) {
	storetest.OnEachAddress(t, func(t *testing.T, address string) {
		first, second := booksOn(t, storetest.Open(t, address)), booksOn(t, storetest.Open(t, address))
		withOperator(t, first.store)
		first.append(t, rand.New(rand.NewPCG(3, 4)), 50)
		storetest.ChainAll(t, first.store, first.ledger)
		var nodes, closers sync.WaitGroup
		done := make(chan struct{})
		until := func(act func() error) {
			nodes.Go(func() {
				for {
					select {
					case <-done:
						return
					default:
						if err := act(); err != nil {
							t.Error(err)
							return
						}
					}
				}
			})
		}
		until(func() error { return first.ledger.Chain(t.Context()) })
		until(func() error { return second.ledger.Chain(t.Context()) })
		until(func() error { return second.statements.AddUp(t.Context()) })
		until(func() error {
			time.Sleep(2 * time.Millisecond)
			return first.store.AppendEntry(t.Context(), statementEvent(ledger.Billed, 70, october.Begins().AddDate(0, 0, 5), 1))
		})
		var lock sync.Mutex
		outcomes := map[string]int{}
		for _, node := range []books{first, second, first, second} {
			closers.Go(func() {
				for end := time.Now().Add(30 * time.Second); ; {
					_, err := node.statements.Close(t.Context(), manager, 1, october, "")
					refused := fault.Of(err)
					if err != nil && refused == nil {
						t.Error(err)
						return
					}
					if refused != nil && strings.HasPrefix(refused.Detail, "Des événements de ce mois attendent") &&
						time.Now().Before(end) {
						continue
					}
					lock.Lock()
					defer lock.Unlock()
					if refused != nil {
						outcomes[refused.Detail]++
					} else {
						outcomes["closed"]++
					}
					return
				}
			})
		}
		closers.Wait()
		close(done)
		nodes.Wait()
		if outcomes["closed"] != 1 || outcomes["Ce mois est déjà clôturé."] != 3 {
			t.Fatalf("%v", outcomes)
		}
		first.enter(t)
		report, err := first.statements.Of(t.Context(), 1, october)
		storetest.Check(t, err)
		for _, f := range report.Figures {
			if want := sums(t, first.store)["2026-10 "+string(f.Key)+" "]; f.Section == statement.Balance && f.Key != "repris" &&
				int64(f.Amount) != want {
				t.Errorf("%s: %s was frozen, the ledger has %d", f.Key, f.Amount, want)
			}
		}
		if next, err := first.statements.Of(t.Context(), 1, october+1); err != nil || next.Opening != report.Closing {
			t.Errorf("November opens with %s, October closed with %s: %v", next.Opening, report.Closing, err)
		}
		found, err := first.ledger.Verify(t.Context(), nil, nil, nil)
		if err != nil || len(found) != 1 || found[0].Broken != nil {
			t.Errorf("%+v, %v", found, err)
		}
	})
}

// Closed months are only added; whoever owns the database and changes one nevertheless is found out.
func TestEditsOfAClosedMonthAreFound(t *testing.T) {
	edits := map[string]string{
		`UPDATE statement_closings SET record = REPLACE(record, '"month":"2026-10"',
			'"month": "2026-10"')`: "la reddition de 2026-10 a été changée depuis sa clôture",
		`DELETE FROM statement_closings`: "la reddition de 2026-10 manque",
		`INSERT INTO statement_closings (operator_id, month, closed_at, actor_id, balance, sequence, record)
			SELECT operator_id, month - 1, closed_at, actor_id, balance, 0, record
			FROM statement_closings`: "la reddition de 2026-09 n'est pas inscrite au registre",
	}
	try := func(edit, reason string, chained bool) {
		storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
			b := booksOn(t, s)
			withOperator(t, s)
			b.append(t, rand.New(rand.NewPCG(5, 6)), 60)
			storetest.ChainAll(t, s, b.ledger)
			_, err := b.statements.Close(t.Context(), manager, 1, october, "")
			storetest.Check(t, err)
			verify := func() *ledger.Broken {
				found, err := b.ledger.Verify(t.Context(), nil, nil, nil)
				storetest.Check(t, err)
				return found[0].Broken
			}
			if broken := verify(); broken != nil {
				t.Errorf("its entry waits: %v", broken)
			}
			if chained {
				storetest.ChainAll(t, s, b.ledger)
			}
			if broken := verify(); broken != nil {
				t.Errorf("as it was closed: %v", broken)
			}
			if !strings.HasPrefix(edit, "INSERT") {
				if err := s.Exec(t.Context(), "test", edit); err == nil {
					t.Errorf("not refused: %s", edit)
				}
			}
			for _, lift := range lifts(s) {
				storetest.Check(t, s.Exec(t.Context(), "test", lift))
			}
			storetest.Check(t, s.Exec(t.Context(), "test", edit))
			if broken := verify(); broken == nil || broken.Reason != reason {
				t.Errorf("%s: %v", edit, broken)
			}
		})
	}
	for edit, reason := range edits {
		try(edit, reason, false)
		try(edit, reason, true)
	}
}

// lifts returns what the owner of the database runs to change closed months.
func lifts(s *store.Store) []string {
	if s.OnSQLite() {
		return []string{
			`DROP TRIGGER statement_closings_is_never_changed`,
			`DROP TRIGGER statement_closings_is_never_deleted`,
		}
	}
	return []string{`ALTER TABLE statement_closings DISABLE TRIGGER ALL`}
}
