package money_test

import (
	"context"
	"fmt"
	"maps"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"consigne/internal/adapter/psp/stripe"
	"consigne/internal/adapter/psp/stripe/stripetest"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/domain/money/statement"
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/paging"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// month is the month before storetest.Now.
var month = time.Date(2026, 2, 1, 0, 0, 0, 0, clock.Paris)

// planted is a month of two operators, here and at the provider.
type planted struct {
	double      *stripetest.Double
	service     *reconciliation.Service
	clock       *storetest.Clock
	want        map[int64]map[string]reconciliation.State // the differences, by operator and key
	matched     map[int64]int
	here, there map[int64]money.Cents
}

// plant imports n payments of the month, of which most are matched and some have one of the faults. Every fiftieth is
// given back in part, and every hundredth was collected twice and given back at once.
func plant(t testing.TB, s *store.Store, n int) *planted {
	t.Helper()
	locker := storetest.NewLocker(t, s)
	storetest.Must(t)(s.CreateOperator(t.Context(), operator.Operator{Name: "Brume"}, storetest.Now))
	double, err := stripetest.Open(filepath.Join(t.TempDir(), "double.jsonl"))
	storetest.Check(t, err)
	p := &planted{
		double: double, clock: &storetest.Clock{Time: storetest.Now}, matched: map[int64]int{},
		want: map[int64]map[string]reconciliation.State{0: {}, 1: {}, 2: {}}, here: map[int64]money.Cents{},
		there: map[int64]money.Cents{},
	}
	double.Now = p.clock.Now
	server := httptest.NewServer(double)
	t.Cleanup(server.Close)
	p.service = reconciliation.NewService(s, p.clock, stripe.New("sk_test", server.URL))

	rows, movements := []payment.Billed{}, []stripetest.Transaction{}
	for i := range n {
		operatorID, amount := int64(1+i%2), money.Cents(100+i%900)
		at := month.Add(time.Duration(i) * (20 * 24 * time.Hour / time.Duration(n))).UTC()
		ended := at.Add(-time.Minute)
		o := stay.Stay{
			OperatorID: operatorID, LockerID: locker, AccountID: 1, Place: 1, StartedAt: ended.Add(-time.Hour),
			EndedAt: &ended, Price: amount,
		}
		b := payment.Billed{Stay: o, Payment: payment.NewForStay(o)}
		b.Payment.Status, b.Payment.SettledAt, b.Payment.DueAt = payment.Paid, &at, nil
		made := func(kind payment.Kind, amount money.Cents, of string) payment.Attempt {
			a := payment.Attempt{
				UUID: fmt.Sprintf("%s-%d-%d", kind, i, len(b.Attempts)), Kind: kind, Amount: amount,
				Outcome: payment.Paid, At: at, AnsweredAt: &at, Of: of,
			}
			b.Attempts = append(b.Attempts, a)
			return a
		}
		moves := func(category, uuid, of string, amount money.Cents, at time.Time) {
			movements = append(movements,
				stripetest.Transaction{
					ID: fmt.Sprint("txn_", len(movements)), Category: category, UUID: uuid, Of: of,
					Amount: int64(amount), At: at.Truncate(time.Second),
				})
		}
		charge := made(payment.Charge, amount, "")
		here, there := amount, amount
		fault := func(key string, state reconciliation.State) { p.want[operatorID][key] = state }
		switch i % 97 {
		case 3:
			fault(charge.UUID, reconciliation.MissingThere)
			there = 0
		case 13:
			fault(charge.UUID, reconciliation.OtherAmount)
			moves("charge", charge.UUID, "", amount-50, at)
			there = amount - 50
		case 23:
			fault(charge.UUID, reconciliation.Double)
			moves("charge", charge.UUID, "", amount, at)
			moves("charge", charge.UUID, "", amount, at.Add(time.Minute))
			there = 2 * amount
		case 33:
			fault(charge.UUID, reconciliation.Late)
			moves("charge", charge.UUID, "", amount, at.Add(4*24*time.Hour))
		case 43: // nobody's
			p.want[0][fmt.Sprint("foreign-", i)] = reconciliation.UnknownHere
			moves("charge", fmt.Sprint("foreign-", i), "", 1200, at)
			p.there[0] += 1200
			moves("charge", charge.UUID, "", amount, at)
			p.matched[operatorID]++
		case 53: // in the provider's own pages
			moves("charge", charge.UUID, "", amount, at)
			p.matched[operatorID]++
			fault(fmt.Sprint("txn_", len(movements)), reconciliation.RefundNotAsked)
			moves("refund", "", charge.UUID, -amount, at.Add(time.Hour))
			there = 0
		case 63:
			moves("charge", charge.UUID, "", amount, at)
			p.matched[operatorID]++
			fault(fmt.Sprint("txn_", len(movements)), reconciliation.UnknownHere)
			moves("dispute", "", charge.UUID, -amount, at.Add(time.Hour))
			there = 0
		default:
			moves("charge", charge.UUID, "", amount, at)
			p.matched[operatorID]++
			if i%50 == 0 {
				moves("refund", made(payment.Refund, 50, charge.UUID).UUID, charge.UUID, -50, at)
				here, there = here-50, there-50
				p.matched[operatorID]++
			}
			if i%100 == 1 {
				again := made(payment.Charge, amount, "")
				moves("charge", again.UUID, "", amount, at)
				moves("refund", made(payment.Refund, amount, again.UUID).UUID, again.UUID, -amount, at.Add(time.Minute))
				p.matched[operatorID] += 2
			}
		}
		p.here[operatorID], p.there[operatorID] = p.here[operatorID]+here, p.there[operatorID]+there
		if rows = append(rows, b); len(rows) == 1000 || i == n-1 {
			storetest.Check(t, s.ImportStays(t.Context(), rows))
			rows = rows[:0]
		}
	}
	movements = append(movements,
		stripetest.Transaction{ID: "txn_contract", Category: "fee", Amount: -900, At: month.Add(time.Hour)})
	double.Plant(movements...)
	return p
}

// check compares what was found with what was planted.
func (p *planted) check(t testing.TB, s *store.Store) {
	t.Helper()
	for operatorID, want := range p.want {
		got := map[string]reconciliation.State{}
		for window := paging.First(20); ; {
			page, err := p.service.Differences(t.Context(), reconciliation.Filter{OperatorID: operatorID, Month: "2026-02"},
				window)
			storetest.Check(t, err)
			for _, d := range page.Items {
				got[d.Key] = d.State
			}
			if page.Next == nil {
				break
			}
			window = paging.Window{Limit: 20, After: page.Next}
		}
		if !maps.Equal(got, want) {
			t.Errorf("operator %d: %d differences, want %d", operatorID, len(got), len(want))
		}
		found, err := p.service.Of(t.Context(), operatorID, clock.MonthOf(month))
		storetest.Check(t, err)
		if here, there := found.Total(); here != p.here[operatorID] || there != p.there[operatorID] ||
			found.Open() != len(want) {
			t.Errorf("operator %d: %d here and %d there, want %d and %d", operatorID, here, there, p.here[operatorID],
				p.there[operatorID])
		}
		if matched := found.Figures[0]; matched.State != reconciliation.Matched || matched.Number != p.matched[operatorID] ||
			matched.Here != matched.There {
			t.Errorf("operator %d: matched %+v, want %d", operatorID, matched, p.matched[operatorID])
		}
		if operatorID == 0 {
			continue // whose share also holds the fees of the contract
		}
		// What the provider holds of an operator is paid out or not: the shares lose nothing.
		total := found.NotPaidOut
		for _, from := range []time.Time{month, month.AddDate(0, 1, 0)} {
			until := from.AddDate(0, 1, 0)
			shares, err := s.Shares(t.Context(), operatorID, from, until)
			storetest.Check(t, err)
			stated, err := s.PayoutsOf(t.Context(), operatorID, statement.Span{From: from, Before: until})
			storetest.Check(t, err)
			for _, payout := range stated {
				if payout.Net != payout.Gross-payout.Fees || payout.Operations == 0 {
					t.Errorf("operator %d: %+v", operatorID, payout)
				}
			}
			if len(stated) != len(shares) {
				t.Errorf("operator %d: %d payouts in the statement, %d here", operatorID, len(stated), len(shares))
			}
			for _, share := range shares {
				total.Gross, total.Refunds, total.Fees, total.Net = total.Gross+share.Gross, total.Refunds+share.Refunds,
					total.Fees+share.Fees, total.Net+share.Net
			}
		}
		if total.Gross+total.Refunds != p.there[operatorID] || total.Net != total.Gross+total.Refunds-total.Fees {
			t.Errorf("operator %d: payouts %+v of %d", operatorID, total, p.there[operatorID])
		}
	}
}

// Every planted fault of a month is named by its kind, nothing else is, and the totals are exact. Reading the
// statements again changes nothing.
func TestAMonth(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		p := plant(t, s, 1500)
		storetest.Check(t, p.service.Run(t.Context()))
		p.check(t, s)
		before := items(t, s)
		p.clock.Time = p.clock.Now().Add(reconciliation.Interval)
		storetest.Check(t, p.service.Run(t.Context()))
		p.check(t, s)
		after := items(t, s)
		if fmt.Sprint(before) != fmt.Sprint(after) || len(before) == 0 {
			t.Error("the second reading changed what was found")
		}
	})
}

func items(t *testing.T, s *store.Store) []string {
	t.Helper()
	lines, err := storetest.Lines(t.Context(), s, `SELECT i.id || ' ' || matched_by || ' ' || found_at
		FROM reconciliation_items i ORDER BY i.id`)
	storetest.Check(t, err)
	return lines
}

// BenchmarkMonth reads and compares a month of 100,000 payments.
func BenchmarkMonth(b *testing.B) {
	for engine, address := range storetest.URLs(b) {
		b.Run(engine, func(b *testing.B) {
			s := storetest.Open(b, address)
			p := plant(b, s, testenv.Size(100_000))
			ctx, stop := context.WithCancel(b.Context())
			most := make(chan uint64)
			go func() { most <- highestHeap(ctx) }()
			began := time.Now()
			storetest.Check(b, p.service.Run(b.Context()))
			first := time.Since(began)
			stop()
			p.check(b, s)
			began = time.Now()
			_, err := p.service.Of(b.Context(), 1, clock.MonthOf(month))
			storetest.Check(b, err)
			page := time.Since(began)
			p.clock.Time = p.clock.Now().Add(reconciliation.Interval)
			began = time.Now()
			storetest.Check(b, p.service.Run(b.Context()))
			b.ReportMetric(first.Seconds(), "s-month")
			b.ReportMetric(float64(<-most)/1e6, "MB-more")
			b.ReportMetric(float64(page.Milliseconds()), "ms-page")
			b.ReportMetric(time.Since(began).Seconds(), "s-again")
		})
	}
}

// highestHeap returns by how many bytes the heap grew at most, until ctx ends.
func highestHeap(ctx context.Context) uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before, most := m.HeapAlloc, uint64(0)
	for {
		select {
		case <-ctx.Done():
			return most
		case <-time.After(100 * time.Millisecond):
			if runtime.ReadMemStats(&m); m.HeapAlloc > before {
				most = max(most, m.HeapAlloc-before)
			}
		}
	}
}
