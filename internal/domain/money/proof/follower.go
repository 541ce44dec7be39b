package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/statement"
	"consigne/internal/kernel/clock"
)

// follower works out from the entries of one operator what else is stored of its money.
type follower struct {
	store      Store
	operatorID int64
	tests      map[int64]bool // the payments of tests
	begun      bool

	stored   statement.Totals // up to an entry
	upTo     int64
	totals   statement.Totals
	firsts   map[int64]statement.Firsts // by payment
	marks    map[Marked]bool
	closings map[int64]statement.Closing // by the last entry that they contain

	firstClosed clock.Month
	begins      *ledger.Entry // that says where the ledger begins

	documents documents
	course    *course
	last      int64          // sequence
	payments  map[int64]bool // of which there are entries
}

func (f *follower) begin(ctx context.Context) (err error) {
	if f.begun {
		return nil
	}
	f.begun, f.totals, f.firsts, f.marks = true, statement.Totals{}, map[int64]statement.Firsts{}, map[Marked]bool{}
	f.closings, f.payments = map[int64]statement.Closing{}, map[int64]bool{}
	f.documents, f.course = documents{store: f.store, operatorID: f.operatorID}, newCourse(f.operatorID, 0)
	if f.stored, f.upTo, err = f.store.TotalsOf(ctx, f.operatorID); err != nil {
		return err
	}
	list, err := f.store.Closings(ctx, f.operatorID)
	for _, c := range list {
		f.firstClosed = c.Month // they are listed newest first
		if f.closings[c.Sequence], err = f.store.ClosingOf(ctx, f.operatorID, c.Month); err != nil {
			return err
		}
	}
	return err
}

func (f *follower) broken(subject, reason string) *ledger.Broken {
	return &ledger.Broken{OperatorID: f.operatorID, Subject: subject, Reason: reason}
}

// Page implements ledger.Follower.
func (f *follower) Page(ctx context.Context, entries []ledger.Entry) (*ledger.Broken, error) {
	if err := f.begin(ctx); err != nil || len(entries) == 0 {
		return nil, err
	}
	for _, e := range entries {
		f.last = e.Sequence
		if e.PaymentID != 0 {
			f.payments[e.PaymentID] = true
		}
		f.beginsWith(e)
		if broken := f.course.Entry(e); broken != nil {
			return broken, nil
		}
		if broken, err := f.documents.entry(ctx, e); err != nil || broken != nil {
			return broken, err
		}
		if e.Sequence > f.upTo {
			continue
		}
		f.add(e, f.tests[e.PaymentID])
		if c, is := f.closings[e.Sequence]; is {
			if broken := f.closed(c); broken != nil {
				return broken, nil
			}
			delete(f.closings, e.Sequence)
		}
	}
	return nil, nil
}

func (f *follower) beginsWith(e ledger.Entry) {
	if e.Kind == ledger.Begun && f.begins == nil {
		f.begins = &e
	}
}

func (f *follower) add(e ledger.Entry, test bool) {
	event := statement.Event{Entry: e}
	if first := f.firsts[e.PaymentID]; e.PaymentID != 0 {
		if first.Carries(e) {
			event.Marks = append(event.Marks, statement.Carried)
		}
		f.firsts[e.PaymentID] = first.With(e)
	}
	if test {
		event.Marks = append(event.Marks, statement.OfTests)
	}
	f.totals.Add(event)
	for _, mark := range event.Found() {
		f.marks[Marked{mark, e.Kind, e.At.UnixMilli(), e.Sequence}] = true
	}
}

const (
	whyOtherTotal   = "il ne correspond pas aux écritures"
	whyOtherFigure  = "« %s » ne correspond pas aux écritures"
	whyOtherClosing = "sa ligne ne correspond pas à la reddition qui a été scellée"
)

// closed compares a closed month with the entries that it contains.
func (f *follower) closed(c statement.Closing) *ledger.Broken {
	subject := "reddition de " + c.Month.String()
	var is statement.Statement
	if err := json.Unmarshal(c.Record, &is); err != nil {
		return f.broken(subject, "elle ne peut pas être lue")
	}
	if is.OperatorID != f.operatorID || is.Month != c.Month.String() || is.Closing != c.Balance || is.ClosedAt == nil ||
		is.ClosedAt.UnixMilli() != c.At.UnixMilli() ||
		is.Closed != nil && *is.Closed != (statement.Signed{ActorID: c.ActorID, KeyID: c.KeyID, UpTo: c.Sequence}) {
		return f.broken(subject, whyOtherClosing)
	}
	works := statement.Of
	if c.Month == f.firstClosed {
		works = statement.FirstOf
	}
	want := works(f.operatorID, c.Month, f.totals)
	if label, differs := is.Differs(want); differs {
		return f.broken(subject, fmt.Sprintf(whyOtherFigure, label))
	}
	return nil
}

// End implements ledger.Follower.
func (f *follower) End(ctx context.Context, waiting []ledger.Entry) (*ledger.Broken, error) {
	if err := f.begin(ctx); err != nil {
		return nil, err
	}
	for _, e := range waiting {
		if e.PaymentID != 0 {
			f.payments[e.PaymentID] = true
		}
		f.beginsWith(e)
	}
	if broken := f.course.End(); broken != nil {
		return broken, nil
	}
	for _, check := range []func(ctx context.Context) (*ledger.Broken, error){
		f.endOfBeginning, f.documents.end, f.endOfTotals, f.endOfMarks,
	} {
		if broken, err := check(ctx); err != nil || broken != nil {
			return broken, err
		}
	}
	return nil, nil
}

// endOfBeginning compares what is stored of the beginning of the ledger with its entry.
func (f *follower) endOfBeginning(ctx context.Context) (*ledger.Broken, error) {
	is, err := f.store.BeginningOf(ctx, f.operatorID)
	if err != nil {
		return nil, err
	}
	if (is == nil) != (f.begins == nil) ||
		is != nil && (is.Month.String() != f.begins.Document || is.OwnFrom.After(f.begins.At)) {
		return f.broken("début du registre", "il ne correspond pas à son écriture"), nil
	}
	return nil, nil
}

func (f *follower) endOfTotals(context.Context) (*ledger.Broken, error) {
	for _, c := range f.closings {
		return f.broken("reddition de "+c.Month.String(), whyOtherClosing), nil
	}
	if f.upTo > f.last {
		return f.broken("totaux", "ils contiennent des écritures qui n'existent pas"), nil
	}
	all := maps.Clone(f.stored)
	maps.Copy(all, f.totals)
	for group := range all {
		if f.stored[group] != f.totals[group] {
			return f.broken(fmt.Sprintf("total « %s » de %s", group.Kind, group.Month), whyOtherTotal), nil
		}
	}
	return nil, nil
}

func (f *follower) endOfMarks(ctx context.Context) (*ledger.Broken, error) {
	stored, err := f.store.MarksOf(ctx, f.operatorID)
	if err != nil {
		return nil, err
	}
	for _, m := range stored {
		if !f.marks[m] {
			return f.broken(fmt.Sprintf("marque « %s » de l'écriture n° %d", m.Mark, m.Sequence), whyOtherTotal), nil
		}
		delete(f.marks, m)
	}
	for m := range f.marks {
		return f.broken(fmt.Sprintf("marque « %s » de l'écriture n° %d", m.Mark, m.Sequence), "elle manque"), nil
	}
	return nil, nil
}
