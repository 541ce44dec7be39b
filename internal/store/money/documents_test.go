package money_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

// settled creates stays of one hour that were paid by card, and returns their entries of the ledger.
func settled(t *testing.T, s *store.Store, n int) []ledger.Entry {
	t.Helper()
	made := storetest.NewTariff(t, s)
	storetest.Check(t, s.KnowAccount(t.Context(), 1, 1))
	billed, entries := []payment.Billed{}, []ledger.Entry{}
	for i := range n {
		ended := storetest.Now.Add(-time.Duration(i) * time.Hour)
		o := stay.Stay{
			OperatorID: 1, LockerID: 1, AccountID: 1, Place: 1, StartedAt: ended.Add(-time.Hour), EndedAt: &ended,
			Price: 50, Tariff: &made,
		}
		p := payment.NewForStay(o)
		p.Status, p.SettledAt, p.DueAt, p.Attempts = payment.Paid, &ended, nil, 1
		uuid := fmt.Sprint("charge-", i)
		billed = append(billed, payment.Billed{Stay: o, Payment: p, Attempts: []payment.Attempt{{
			UUID: uuid, Kind: payment.Charge, Number: 1, Amount: 50, Outcome: payment.Paid, At: ended, AnsweredAt: &ended,
			Card: &payment.Card{Reference: "tok", Brand: "Visa", PAN: "**** 4242", Expires: "12/40"},
		}}})
		entries = append(entries, ledger.Entry{
			OperatorID: 1, At: ended, Kind: ledger.Settled, Attempt: uuid, Amount: 50, VATRate: 2000,
			VAT: money.Cents(50).VAT(2000),
		})
	}
	storetest.Check(t, s.ImportStays(t.Context(), billed))
	for i := range entries {
		attempt, err := s.AttemptByUUID(t.Context(), entries[i].Attempt)
		storetest.Check(t, err)
		entries[i].PaymentID = attempt.PaymentID
	}
	return entries
}

var errKilled = errors.New("killed")

// Nodes that issue the same documents at once, of which every third transaction fails after it has numbered, number
// each once and without gap.
func TestNodesNumberOnceWithoutGap(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		const nodes = 4
		events := settled(t, s, 40)
		group := sync.WaitGroup{}
		for node := range nodes {
			service := document.NewService(s, storetest.Fixed(storetest.Now), nil)
			group.Go(func() {
				for i := range events {
					e := events[(i+node)%len(events)]
					for try := 0; ; try++ {
						err := s.Atomically(t.Context(), func(ctx context.Context) error {
							_, issued, err := service.Issue(ctx, e)
							if err == nil && issued && try == 0 && i%3 == 0 {
								err = errKilled
							}
							return err
						})
						if err == nil {
							break
						}
						if !errors.Is(err, errKilled) {
							t.Errorf("node %d: %v", node, err)
							return
						}
					}
				}
			})
		}
		group.Wait()
		numbers, attempts := []string{}, map[string]bool{}
		storetest.Check(t, s.DocumentsBetween(t.Context(), 1, storetest.Now, storetest.Now.Add(time.Millisecond), func(
			list []document.Document,
		) error {
			for _, d := range list {
				numbers = append(numbers, d.Record.Number)
				attempts[d.Attempt] = true
			}
			return nil
		}))
		want := []string{}
		for i := range events {
			want = append(want, fmt.Sprintf("EX1-%d-%06d", storetest.Now.Year(), i+1))
		}
		slices.Sort(numbers)
		if !slices.Equal(numbers, want) || len(attempts) != len(events) {
			t.Errorf("%d documents of %d attempts: %v", len(numbers), len(attempts), numbers)
		}
	})
}

// A stored document says what it said when it was numbered.
func TestDocumentsAreKept(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		events := settled(t, s, 450) // more than two batches
		service := document.NewService(s, storetest.Fixed(storetest.Now), nil)
		for _, e := range events {
			storetest.Check(t, s.Atomically(ctx,
				func(ctx context.Context) error { _, _, err := service.Issue(ctx, e); return err }))
		}
		e := events[7]
		list, err := s.DocumentsOf(ctx, []int64{e.PaymentID})
		storetest.Check(t, err)
		if len(list) != 1 || list[0].Rank != 8 || list[0].Attempt != e.Attempt || list[0].Record.Customer != "" ||
			list[0].Record.Card != "**** 4242" ||
			list[0].Record.Station != "Gare" || !list[0].Record.SettledAt.Equal(e.At) || list[0].Record.Total != 50 {
			t.Errorf("%+v", list)
		}
		one, err := s.DocumentByID(ctx, list[0].ID)
		storetest.Check(t, err)
		if one.Record.Number != list[0].Record.Number || one.OperatorID != 1 || one.Kind != document.Receipt {
			t.Errorf("%+v", one)
		}
		if _, err := s.DocumentByID(ctx, 999_999); !fault.Is(err, fault.KindNotFound) {
			t.Errorf("no document: %v", err)
		}
		ranks, batches := []int64{}, 0
		read := func(from, before time.Time) {
			t.Helper()
			ranks, batches = nil, 0
			storetest.Check(t, s.DocumentsBetween(ctx, 1, from, before, func(list []document.Document) error {
				batches++
				for _, d := range list {
					ranks = append(ranks, d.Rank)
				}
				return nil
			}))
		}
		read(storetest.Now, storetest.Now.Add(time.Millisecond))
		if len(ranks) != 450 || !slices.IsSorted(ranks) || batches != 3 {
			t.Errorf("%d documents in %d batches", len(ranks), batches)
		}
		read(storetest.Now.Add(-time.Hour), storetest.Now)
		if len(ranks) != 0 {
			t.Errorf("%d documents of another hour", len(ranks))
		}
		read(storetest.Now.Add(time.Millisecond), storetest.Now.Add(time.Hour))
		if len(ranks) != 0 {
			t.Errorf("%d documents of a later hour", len(ranks))
		}
	})
}
