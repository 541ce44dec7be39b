package backfill

import (
	"context"
	"slices"
	"time"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/transaction"
)

const (
	// batch is how many payments are read and entered at once, whatever the span holds.
	batch = 200
	// window bounds what one reading looks for: a rare kind of event is not looked for over the whole span each time.
	window = 6 * time.Hour
	// pause is how long the service waits for others whose transactions keep events from being chained.
	pause = 200 * time.Millisecond
)

// Store is the storage that the service needs.
type Store interface {
	transaction.Runner
	PastStore
	MarkStore
	RateStore
}

// PastStore reads what payments tell of the past.
type PastStore interface {
	// Moments lists the first instants of a span, from a place on, at which payments of an operator may have an event of
	// money, in order, each once.
	Moments(ctx context.Context, operatorID int64, from Cursor, before time.Time, limit int) ([]Cursor, error)
	// PastOf reads payments, by id.
	PastOf(ctx context.Context, ids []int64) ([]payment.Past, error)
}

// MarkStore stores how far the past was entered, and the entries.
type MarkStore interface {
	ledger.Recorder
	// Mark returns how far an operator's past was entered; false: it was not begun.
	Mark(ctx context.Context, operatorID int64) (Mark, bool, error)
	// SaveMark stores after, if the stored cursor and span are still those of before, or there is none and before has no
	// span; else it returns false.
	SaveMark(ctx context.Context, before, after Mark) (bool, error)
	// MarkedOperators lists the operators whose past was begun.
	MarkedOperators(ctx context.Context) ([]int64, error)
	// FirstEvent returns the instant of the first event in an operator's ledger, chained or not; false: there is none.
	FirstEvent(ctx context.Context, operatorID int64) (time.Time, bool, error)
	// OpenFrom returns the first instant of the months of an operator that are not closed; the zero Time: none is closed.
	OpenFrom(ctx context.Context, operatorID int64) (time.Time, error)
	// OldestWaiting returns the instant of the first event of an operator that is to be chained; false: there is none.
	OldestWaiting(ctx context.Context, operatorID int64) (time.Time, bool, error)
	// EntriesOf lists the events of payments that the ledger has, chained or not.
	EntriesOf(ctx context.Context, payments []int64) ([]ledger.Entry, error)
}

// RateStore reads rates of VAT.
type RateStore interface {
	// VATRate returns the rate of an operator, archived or not; 0: it is exempt. fault.NotFound: there is no such
	// operator.
	VATRate(ctx context.Context, operatorID int64) (money.Rate, error)
}

// Chainer chains the events of an operator that wait, and has their documents numbered.
type Chainer interface {
	ChainOf(ctx context.Context, operatorID int64) error
}

// Service enters the past.
type Service struct {
	store   Store
	clock   clock.Clock
	chainer Chainer
	begins  bool // what is owed counts as brought forward
}

// NewService returns a Service on the store.
func NewService(store Store, clock clock.Clock, chainer Chainer) *Service {
	return &Service{store: store, clock: clock, chainer: chainer}
}

// Report counts what was entered, or would be.
type Report struct {
	Events      int64
	Receipts    int64
	CreditNotes int64
}

func (r *Report) add(e ledger.Entry) {
	r.Events++
	switch kind, _ := document.Asked(e.Kind); kind {
	case document.Receipt:
		r.Receipts++
	case document.CreditNote:
		r.CreditNotes++
	}
}

// WhereLedgerBegins returns the service as it previews what is entered once the ledger has begun, which it has not.
func (s *Service) WhereLedgerBegins() *Service { return &Service{s.store, s.clock, s.chainer, true} }

// Preview counts what [Service.Run] would enter, and stores nothing.
func (s *Service) Preview(ctx context.Context, operatorID int64, from, to clock.Day) (Report, error) {
	var report Report
	_, mark, err := s.begin(ctx, operatorID, from, to)
	for err == nil && !mark.Over() {
		var page []ledger.Entry
		if page, mark, err = s.next(ctx, mark); err == nil {
			for _, e := range page {
				report.add(e)
			}
		}
	}
	return report, err
}

// Run enters the events of money of some days of Paris, both included, that have no entry yet, in the order of their
// instants, and has them chained and their documents numbered. A run that ended midway is continued by the next one
// with the same days; a whole one is repeated without effect. fault.Conflict: the days cannot be entered, or another
// run is under way. fault.NotFound: there is no such operator.
func (s *Service) Run(ctx context.Context, operatorID int64, from, to clock.Day) (Report, error) {
	if err := s.Begin(ctx, operatorID, from, to); err != nil {
		return Report{}, err
	}
	return s.finish(ctx, operatorID)
}

// Begin stores that [Service.Resume] is to do what [Service.Run] does of these days.
func (s *Service) Begin(ctx context.Context, operatorID int64, from, to clock.Day) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		before, after, err := s.begin(ctx, operatorID, from, to)
		if err != nil {
			return err
		}
		return s.move(ctx, before, after)
	})
}

// Resume enters what is left of spans that were begun, of all operators, and reports what it entered. What another run
// enters is left to it.
func (s *Service) Resume(ctx context.Context) (Report, error) {
	var all Report
	operators, err := s.store.MarkedOperators(ctx)
	for _, operatorID := range operators {
		if err != nil {
			break
		}
		var one Report
		if one, err = s.finish(ctx, operatorID); fault.Is(err, fault.KindConflict) {
			err = nil
		}
		all = Report{all.Events + one.Events, all.Receipts + one.Receipts, all.CreditNotes + one.CreditNotes}
	}
	return all, err
}

// begin returns the mark of an operator as it is stored, and at the begin of a span, or where its entering ended.
func (s *Service) begin(ctx context.Context, operatorID int64, from, to clock.Day) (before, after Mark, err error) {
	if _, err := s.store.VATRate(ctx, operatorID); err != nil {
		return before, after, err
	}
	before, begun, err := s.store.Mark(ctx, operatorID)
	if err != nil {
		return before, after, err
	}
	after = before
	if !begun {
		first, has, err := s.store.FirstEvent(ctx, operatorID)
		if err != nil {
			return before, after, err
		}
		if !has {
			first = s.clock.Now()
		}
		after = Mark{OperatorID: operatorID, OwnFrom: first}
	}
	open, err := s.store.OpenFrom(ctx, operatorID)
	if err != nil {
		return before, after, err
	}
	span, err := spanOf(after, open, from, to)
	if err != nil {
		return before, after, err
	}
	if !begun || !after.Span.is(span) {
		after.Span, after.Cursor = span, Cursor{At: span.From}
	}
	return before, after, nil
}

const msgMoved = "Une autre commande inscrit en ce moment le passé de cet exploitant."

func (s *Service) move(ctx context.Context, before, after Mark) error {
	first, err := s.store.SaveMark(ctx, before, after)
	if err == nil && !first {
		err = fault.Conflict(msgMoved)
	}
	return err
}

// finish enters what is left of an operator's span. The next page is entered once the last is chained: so the order of
// numbers is that of the events, and little ever waits.
func (s *Service) finish(ctx context.Context, operatorID int64) (Report, error) {
	var report Report
	for over := false; !over; {
		var page []ledger.Entry
		err := s.store.Atomically(ctx, func(ctx context.Context) error {
			mark, _, err := s.store.Mark(ctx, operatorID)
			if over = mark.Over(); err != nil || over {
				return err
			}
			var after Mark
			if page, after, err = s.next(ctx, mark); err != nil {
				return err
			}
			for _, e := range page {
				if err := s.store.AppendEntry(ctx, e); err != nil {
					return err
				}
			}
			return s.move(ctx, mark, after)
		})
		if err == nil {
			err = s.chain(ctx, operatorID)
		}
		if err != nil {
			return report, err
		}
		if !over {
			for _, e := range page {
				report.add(e)
			}
		}
	}
	return report, nil
}

// chain chains the events of the past that wait, and tries again after a pause for as long as others keep some from it.
func (s *Service) chain(ctx context.Context, operatorID int64) error {
	mark, _, err := s.store.Mark(ctx, operatorID)
	if err != nil {
		return err
	}
	for tried := false; ; tried = true {
		oldest, waits, err := s.store.OldestWaiting(ctx, operatorID)
		if err != nil || !waits || !oldest.Before(mark.OwnFrom) {
			return err
		}
		if tried {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(pause):
			}
		}
		if err := s.chainer.ChainOf(ctx, operatorID); err != nil {
			return err
		}
	}
}

// next returns the next events of a span that have no entry, in order, and the mark behind them.
func (s *Service) next(ctx context.Context, mark Mark) ([]ledger.Entry, Mark, error) {
	end := mark.Cursor.At.Add(window)
	if end.After(mark.Span.Before) {
		end = mark.Span.Before
	}
	moments, err := s.store.Moments(ctx, mark.OperatorID, mark.Cursor, end, batch)
	if err != nil {
		return nil, mark, err
	}
	after := mark
	after.Cursor = Cursor{At: end}
	if len(moments) == batch { // there may be more; those of the last payment at this instant are all read
		last := moments[len(moments)-1]
		after.Cursor = Cursor{At: last.At, PaymentID: last.PaymentID + 1}
	}
	page, err := s.missing(ctx, mark, after.Cursor, moments)
	return page, after, err
}

// missing returns the events of payments between two places that have no entry, in order. What is owed for a payment
// that is settled there has been billed before, where it has no entry.
func (s *Service) missing(ctx context.Context, mark Mark, until Cursor, moments []Cursor) ([]ledger.Entry, error) {
	ids := []int64{}
	for _, m := range moments {
		ids = append(ids, m.PaymentID)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	payments, err := s.store.PastOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	entered, err := s.store.EntriesOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	type key struct {
		payment int64
		kind    ledger.Kind
		attempt string
	}
	has, settledAt, forward := map[key]bool{}, map[int64]money.Rate{}, map[int64]time.Time{}
	for _, e := range entered {
		has[key{e.PaymentID, e.Kind, e.Attempt}] = true
		if e.Kind == ledger.BroughtForward {
			forward[e.PaymentID] = e.At
		}
		if e.Kind == ledger.Settled || e.Kind == ledger.MarkedAsPaid {
			settledAt[e.PaymentID] = e.VATRate
		}
	}
	today, err := s.store.VATRate(ctx, mark.OperatorID)
	if err != nil {
		return nil, err
	}
	page := []ledger.Entry{}
	for _, p := range payments {
		rate, known := settledAt[p.ID]
		if !known {
			rate = today
		}
		if s.begins && p.Status.Owed() && !has[key{p.ID, ledger.Billed, ""}] {
			forward[p.ID] = s.clock.Now()
		}
		events := slices.DeleteFunc(p.Events(rate), func(e ledger.Entry) bool {
			told := (e.Kind == ledger.Billed || payment.LowersDebt(e)) && !e.At.After(forward[p.ID])
			return told || has[key{e.PaymentID, e.Kind, e.Attempt}]
		})
		lowers := false
		within := func(e ledger.Entry) bool {
			at := Cursor{At: e.At, PaymentID: e.PaymentID}
			return !at.before(mark.Cursor) && at.before(until)
		}
		for _, e := range events {
			lowers = lowers || within(e) && payment.LowersDebt(e)
		}
		for _, e := range events {
			if within(e) || lowers && e.Kind == ledger.Billed && e.At.Before(mark.Span.From) {
				page = append(page, e)
			}
		}
	}
	slices.SortStableFunc(page, func(a, b ledger.Entry) int {
		if c := a.At.Compare(b.At); c != 0 {
			return c
		}
		return int(a.PaymentID - b.PaymentID)
	})
	return page, nil
}
