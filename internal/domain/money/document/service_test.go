package document

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"consigne/internal/domain/machines/webhook"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/people/account"
	"consigne/internal/domain/places/operator"
	"consigne/internal/kernel/money"
)

// memory stores documents, and fails at a drawn call.
type memory struct {
	Store
	counters map[Kind]Counter
	list     []Document
	told     []string // numbers of documents that were announced
	payments map[int64]payment.Details
	fails    int // calls until one fails; negative: none does
}

var errPower = errors.New("the power is cut")

func (m *memory) call() error {
	m.fails--
	if m.fails == -1 {
		return errPower
	}
	return nil
}

func (m *memory) atomically(act func() error) error {
	counters, list, told := maps.Clone(m.counters), slices.Clone(m.list), slices.Clone(m.told)
	err := act()
	if err != nil {
		m.counters, m.list, m.told = counters, list, told
	}
	return err
}

func (m *memory) Counter(_ context.Context, _ int64, kind Kind) (Counter, error) {
	return m.counters[kind], m.call()
}

func (m *memory) AdvanceCounter(_ context.Context, _ int64, kind Kind, last, next Counter) (bool, error) {
	if m.counters[kind] != last {
		return false, nil
	}
	m.counters[kind] = next
	return true, m.call()
}

func (m *memory) Announce(_ context.Context, event webhook.Event) error {
	told, _ := event.Data.(webhook.DocumentData)
	m.told = append(m.told, told.Numero)
	return m.call()
}

func (m *memory) CreateDocument(_ context.Context, d Document) error {
	m.list = append(m.list, d)
	return m.call()
}

func (m *memory) DocumentsOf(_ context.Context, payments []int64) ([]Document, error) {
	return slices.DeleteFunc(slices.Clone(m.list),
		func(d Document) bool { return !slices.Contains(payments, d.PaymentID) }), m.call()
}

func (m *memory) PaymentDetails(_ context.Context, id int64) (payment.Details, error) {
	return m.payments[id], m.call()
}

func (m *memory) CompanyOf(context.Context, int64) (account.Company, error) {
	return account.Company{}, m.call()
}

func (m *memory) OperatorEver(context.Context, int64) (operator.Operator, error) {
	return seller, m.call()
}

type skewed struct{ now *time.Time }

func (s skewed) Now() time.Time { return *s.now }

// Two nodes issue documents in turns, asked again for what they issued, and each may fail at any point: each event has
// one document, in the order of the events, and the numbers of each kind have no gap.
func TestIssueOnceInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Date(2026, 12, 31, 22, 0, 0, 0, time.UTC)
		m := &memory{counters: map[Kind]Counter{}, payments: map[int64]payment.Details{}}
		nodes := []*Service{NewService(m, skewed{&now}, nil), NewService(m, skewed{&now}, nil)}
		events := []ledger.Entry{}
		for i := range int64(rapid.IntRange(1, 40).Draw(t, "payments")) {
			p := parked()
			p.ID = i + 1
			m.payments[p.ID] = p
			e := event(ledger.Settled, fmt.Sprint("charge", p.ID), 445)
			e.PaymentID = p.ID
			events = append(events, e)
			if rapid.Bool().Draw(t, "refunded") {
				e.Kind, e.Attempt, e.Amount = ledger.RefundDone, fmt.Sprint("refund", p.ID),
					money.Cents(rapid.IntRange(0, 200).Draw(t, "amount"))
				events = append(events, e)
				if rapid.Bool().Draw(t, "came back") {
					e.Kind = ledger.RefundReturned
					events = append(events, e)
				}
			}
		}
		expected := []string{}
		for _, e := range events {
			now = now.Add(time.Duration(rapid.IntRange(-5, 15).Draw(t, "minutes")) * time.Minute)
			for done := false; !done; {
				m.fails = rapid.IntRange(-1, 8).Draw(t, "fails after")
				node := nodes[rapid.IntRange(0, 1).Draw(t, "node")]
				done = m.atomically(func() error { _, _, err := node.Issue(t.Context(), e); return err }) == nil
			}
			if e.Amount > 0 {
				expected = append(expected, e.Attempt+string(e.Kind))
			}
			m.fails = -1
			if _, again, err := nodes[0].Issue(t.Context(), e); again || err != nil {
				t.Fatalf("%+v has a second document: %v", e, err)
			}
		}
		got, numbers, last := []string{}, []string{}, map[Kind]Document{}
		for _, d := range m.list {
			numbers = append(numbers, d.Record.Number)
			kind := ledger.Settled
			switch {
			case d.Kind == CreditNote:
				kind = ledger.RefundDone
			case d.Record.Cancels != "":
				kind = ledger.RefundReturned
			}
			got = append(got, d.Attempt+string(kind))
			before, rank := last[d.Kind], int64(1)
			if before.Year == d.Year {
				rank = before.Rank + 1
			}
			if d.Rank != rank || d.Year < before.Year || d.Record.IssuedAt.Before(before.Record.IssuedAt) {
				t.Fatalf("%s of %s follows %s of %s", d.Record.Number, d.Record.IssuedAt, before.Record.Number,
					before.Record.IssuedAt)
			}
			last[d.Kind] = d
		}
		if !slices.Equal(got, expected) {
			t.Fatalf("documents of %v, want %v", got, expected)
		}
		if !slices.Equal(m.told, numbers) {
			t.Fatalf("documents %v, announced %v", numbers, m.told)
		}
	})
}
