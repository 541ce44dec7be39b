package statement

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"consigne/internal/domain/money/document"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/paging"
)

// Service works statements out and closes months.
type Service struct {
	store   Store
	clock   clock.Clock
	chain   Chain
	printer Printer
}

// NewService returns a Service on the store, which closes months from the chain.
func NewService(store Store, clock clock.Clock, chain Chain, printer Printer) *Service {
	return &Service{store: store, clock: clock, chain: chain, printer: printer}
}

// batch is how many entries are added to totals in one transaction.
const batch = 2000

// mostRecent bounds the entries that a statement reads because the totals do not contain them yet.
const mostRecent = 10 * batch

const msgPreparing = "Les totaux du registre sont en préparation. Veuillez réessayer dans une minute."

// AddUp adds the entries that were chained to the totals of their operators. The failure of one operator's keeps no
// other's.
func (s *Service) AddUp(ctx context.Context) error {
	operators, err := s.store.OperatorsToAdd(ctx)
	errs := []error{err}
	for _, operatorID := range operators {
		for added := batch; added == batch; {
			if added, err = s.addSome(ctx, operatorID); err != nil {
				errs = append(errs, fmt.Errorf("add up the ledger of operator %d: %w", operatorID, err))
			}
		}
	}
	return errors.Join(errs...)
}

// addSome adds a batch of entries, and returns how many there were.
func (s *Service) addSome(ctx context.Context, operatorID int64) (added int, err error) {
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		_, added, err = s.addNext(ctx, operatorID)
		return err
	})
	if err != nil {
		added = 0
	}
	return added, err
}

func (s *Service) addNext(ctx context.Context, operatorID int64) (Totals, int, error) {
	totals, upTo, err := s.store.TakeTotals(ctx, operatorID)
	if err != nil {
		return nil, 0, err
	}
	entries, err := s.store.EntriesAfter(ctx, operatorID, upTo, batch)
	if err != nil || len(entries) == 0 {
		return totals, 0, err
	}
	events, err := s.marked(ctx, entries)
	if err != nil {
		return nil, 0, err
	}
	more, marked := Totals{}, []Event{}
	for _, e := range events {
		more.Add(e)
		if len(e.Found()) > 0 {
			marked = append(marked, e)
		}
	}
	changed := Totals{}
	for group, total := range more {
		totals.AddTotal(group, total)
		changed[group] = totals[group]
	}
	return totals, len(entries), s.store.SaveTotals(ctx, operatorID, entries[len(entries)-1].Sequence, changed, marked)
}

// marked returns entries of an operator, in order, with their marks.
func (s *Service) marked(ctx context.Context, entries []ledger.Entry) ([]Event, error) {
	ids := []int64{}
	for _, e := range entries {
		if e.PaymentID != 0 {
			ids = append(ids, e.PaymentID)
		}
	}
	firsts, err := s.store.FirstsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	tests, err := s.store.TestPayments(ctx, ids)
	events := make([]Event, len(entries))
	for i, e := range entries {
		events[i].Entry = e
		if firsts[e.PaymentID].Carries(e) {
			events[i].Marks = append(events[i].Marks, Carried)
		}
		if tests[e.PaymentID] {
			events[i].Marks = append(events[i].Marks, OfTests)
		}
		if e.Sequence == 0 { // it waits, and is not among the chained ones
			firsts[e.PaymentID] = firsts[e.PaymentID].With(e)
		}
	}
	return events, err
}

// books is the state of an operator's money at an instant.
type books struct {
	totals    Totals // with the recent ones
	upTo      int64  // the last entry that is not among recent
	recent    []Event
	waiting   []ledger.Entry
	closings  []Closing
	beginning *Beginning
}

// read returns the books of an operator, of one state of the database.
func (s *Service) read(ctx context.Context, operatorID int64) (b books, err error) {
	err = s.store.Snapshot(ctx, func(ctx context.Context) error {
		if b.totals, b.upTo, err = s.store.TotalsOf(ctx, operatorID); err != nil {
			return err
		}
		head, err := s.store.HeadOf(ctx, operatorID)
		if err != nil {
			return err
		}
		if head.Sequence-b.upTo > mostRecent {
			return fault.Busy(msgPreparing, time.Minute)
		}
		chained, err := s.store.EntriesAfter(ctx, operatorID, b.upTo, mostRecent)
		if err != nil {
			return err
		}
		if b.closings, err = s.store.Closings(ctx, operatorID); err != nil {
			return err
		}
		if b.beginning, err = s.store.BeginningOf(ctx, operatorID); err != nil {
			return err
		}
		if b.waiting, err = s.store.AllWaiting(ctx, operatorID); err != nil {
			return err
		}
		for _, e := range b.waiting {
			e.At = ledger.Dated(e.At, openFrom(b.closings))
			chained = append(chained, e)
		}
		if b.recent, err = s.marked(ctx, chained); err != nil {
			return err
		}
		for _, e := range b.recent {
			b.totals.Add(e)
		}
		return nil
	})
	return b, err
}

// openFrom returns the first instant of the first month that is not closed; the zero Time: none is closed.
func openFrom(closings []Closing) time.Time {
	if len(closings) == 0 {
		return time.Time{}
	}
	return (closings[0].Month + 1).Begins()
}

// Months lists the months of an operator from the first of its ledger, newest first.
func (s *Service) Months(ctx context.Context, operatorID int64) ([]MonthState, error) {
	b, err := s.read(ctx, operatorID)
	if err != nil {
		return nil, err
	}
	known, list := monthsOf(b.totals, b.closings, b.beginning, s.clock.Now()), []MonthState{}
	closed := map[clock.Month]Closing{}
	for _, c := range b.closings {
		closed[c.Month] = c
	}
	for month := max(known.current, known.closed); month >= known.first; month-- {
		one := MonthState{Month: month, State: known.state(month), Balance: b.totals.Due(month + 1)}
		if c, is := closed[month]; is {
			one.Balance, one.ClosedAt = c.Balance, &c.At
		}
		list = append(list, one)
	}
	return list, nil
}

// Before is what was numbered of before an operator's ledger began.
type Before struct {
	Until     time.Time
	Documents map[document.Kind]int64
}

// Before returns what was numbered of before the ledger of an operator began.
func (s *Service) Before(ctx context.Context, operatorID int64) (b Before, err error) {
	beginning, err := s.store.BeginningOf(ctx, operatorID)
	if err != nil || beginning == nil {
		return b, err
	}
	b.Until = beginning.OwnFrom
	untilNow := Span{Before: (clock.MonthOf(s.clock.Now()) + 1).Begins()}
	b.Documents, err = s.store.DocumentsOfBefore(ctx, operatorID, untilNow)
	return b, err
}

// BalanceDue returns what the customers of an operator owe at this instant: the balance of the current month.
func (s *Service) BalanceDue(ctx context.Context, operatorID int64) (money.Cents, error) {
	b, err := s.read(ctx, operatorID)
	return b.totals.Due(clock.MonthOf(s.clock.Now()) + 1), err
}

// Report is a statement with the state of its month.
type Report struct {
	Statement
	State   State
	Waiting int    // events of the month that wait to be chained
	Refusal string // why the month cannot be closed now, a French sentence; empty: it can
}

// Of returns the statement of a month: the frozen one if it is closed. fault.NotFound: the operator had no entry by
// then, or the month has not begun.
func (s *Service) Of(ctx context.Context, operatorID int64, month clock.Month) (Report, error) {
	if frozen, err := s.frozen(ctx, operatorID, month); err == nil || !fault.Is(err, fault.KindNotFound) {
		return frozen, err
	}
	b, err := s.read(ctx, operatorID)
	if err != nil {
		return Report{}, err
	}
	known := monthsOf(b.totals, b.closings, b.beginning, s.clock.Now())
	if err := known.check(month); err != nil {
		return Report{}, err
	}
	report := Report{State: known.state(month)}
	open := openFrom(b.closings)
	for i, e := range b.waiting {
		b.waiting[i].At = ledger.Dated(e.At, open)
		if span(month).contains(b.waiting[i].At) {
			report.Waiting++
		}
	}
	if refused := fault.Of(known.refusal(month, earliest(b.waiting, open))); refused != nil {
		report.Refusal = refused.Detail
	}
	works := Of
	if month == known.first {
		works = FirstOf
	}
	report.Statement, err = s.complete(ctx, works(operatorID, month, b.totals), month)
	if err != nil || report.State != ToClose {
		return report, err
	}
	left, err := s.leftOf(ctx, operatorID, month, known, b.waiting)
	report.Left = &left
	return report, err
}

// frozen returns the statement of a closed month. fault.NotFound: it is not closed.
func (s *Service) frozen(ctx context.Context, operatorID int64, month clock.Month) (Report, error) {
	closing, err := s.store.ClosingOf(ctx, operatorID, month)
	if err != nil {
		return Report{}, err
	}
	report := Report{State: Closed, Refusal: msgClosed}
	if err := json.Unmarshal(closing.Record, &report.Statement); err != nil {
		return report, fmt.Errorf("read the statement of %s of operator %d: %w", month, operatorID, err)
	}
	return report, nil
}

// complete adds what the ledger does not tell to a statement.
func (s *Service) complete(ctx context.Context, st Statement, month clock.Month) (Statement, error) {
	seller, err := s.store.OperatorEver(ctx, st.OperatorID)
	if err != nil {
		return st, err
	}
	st.Seller, st.VATRate = document.SellerOf(seller, seller.Identity.VATRate), seller.Identity.VATRate
	if st.Accounts, err = s.Accounts(ctx, st.OperatorID); err != nil {
		return st, err
	}
	before, err := s.store.DocumentsOfBefore(ctx, st.OperatorID, span(month))
	if err != nil {
		return st, err
	}
	for i, series := range st.Documents {
		st.Documents[i].Before = before[series.Kind]
	}
	st.Payouts, err = s.store.PayoutsOf(ctx, st.OperatorID, span(month))
	return st, err
}

// Print writes the PDF of a statement.
func (s *Service) Print(w io.Writer, r Report) error { return s.printer(w, r) }

// Accounts returns the accounts of the FEC of an operator.
func (s *Service) Accounts(ctx context.Context, operatorID int64) (Accounts, error) {
	set, _, err := s.store.AccountsOf(ctx, operatorID)
	return set.Or(DefaultAccounts()), err
}

// ChangeAccounts sets the accounts of the FEC of an operator; an empty number leaves what it is. Closed months keep
// theirs. fault.Invalid: a number is none.
func (s *Service) ChangeAccounts(
	ctx context.Context, actor access.Actor, operatorID int64, typed Accounts,
) (after Accounts, err error) {
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		before, err := s.Accounts(ctx, operatorID)
		if err != nil {
			return err
		}
		if after, err = typed.Or(before).Validate(); err != nil || before == after {
			return err
		}
		if err := s.store.SaveAccounts(ctx, operatorID, after); err != nil {
			return err
		}
		return s.recordAccounts(ctx, actor, operatorID, before, after)
	})
	return after, err
}

// Lines returns a page of the entries that a figure of a month adds up, newest first. fault.NotFound: there is no such
// month or figure.
func (s *Service) Lines(
	ctx context.Context, operatorID int64, month clock.Month, key Key, window paging.Window,
) (Figure, paging.Page[Line], error) {
	report, err := s.Of(ctx, operatorID, month)
	if err != nil {
		return Figure{}, paging.Page[Line]{}, err
	}
	figure, found := report.Figure(key)
	if !found {
		return figure, paging.Page[Line]{}, fault.NotFound()
	}
	page, err := s.lines(ctx, operatorID, figure, span(month), window)
	return figure, page, err
}
