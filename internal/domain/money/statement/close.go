package statement

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// Close closes a month of an operator and freezes its statement (docs/rules.md#statement). fault.NotFound: the operator
// had no entry by then. fault.Conflict: the month is closed, is not over, is not the first that is open, an event of it
// waits to be chained, or its figures do not follow from the ledger, which is a line of the worklist then.
// fault.Invalid: a difference is not explained, and the comment is empty.
func (s *Service) Close(
	ctx context.Context, actor access.Actor, operatorID int64, month clock.Month, comment string,
) (Report, error) {
	if comment != "" { // before anything is read
		if err := payment.CheckComment(&comment); err != nil {
			return Report{}, err
		}
	}
	report, err := s.Of(ctx, operatorID, month)
	if err != nil {
		return report, err
	}
	if report.Refusal != "" {
		return report, fault.Conflict(report.Refusal)
	}
	closed, err := s.close(ctx, actor, operatorID, month, comment)
	if why, is := errors.AsType[*unsound](err); is {
		if err := s.store.Atomically(ctx, func(ctx context.Context) error {
			return s.store.SaveRefusal(ctx, operatorID, Refusal{Month: month, At: s.clock.Now(), Reason: why.reason})
		}); err != nil {
			return closed, err
		}
		return closed, fault.Conflict(fmt.Sprintf(msgUnsound, why.reason))
	}
	return closed, err
}

// unsound is why a month that could be closed is not: what would be sealed does not follow from the ledger.
type unsound struct{ reason string }

func (u *unsound) Error() string { return u.reason }

const (
	msgUnsound = "Clôture refusée\u00a0: %s. L'administrateur du serveur trouvera ce qui diffère par «\u00a0consigne ledger verify\u00a0»."

	whyOtherFigure = "les totaux ne suivent pas le registre («\u00a0%s\u00a0»)"
	whyOtherRecord = "la reddition de %s n'est pas celle qui a été scellée"
	whyBrokenChain = "le registre n'est pas valide (écriture n°\u00a0%d)"
)

func (s *Service) close(
	ctx context.Context, actor access.Actor, operatorID int64, month clock.Month, comment string,
) (closed Report, err error) {
	// What is chained by now is read before anybody has to wait for the closing.
	var read chained
	if err := s.store.Snapshot(ctx, func(ctx context.Context) error {
		read, err = s.readChain(ctx, operatorID, month)
		return err
	}); err != nil {
		return closed, err
	}
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		// Nothing is chained, and no other month closed, until the transaction ends.
		head, err := s.store.TakeHead(ctx, operatorID)
		if err != nil {
			return err
		}
		totals, err := s.addAll(ctx, operatorID)
		if err != nil {
			return err
		}
		waiting, err := s.store.AllWaiting(ctx, operatorID)
		if err != nil {
			return err
		}
		if err := s.mayClose(ctx, operatorID, month, totals, waiting); err != nil {
			return err
		}
		st, works, err := s.fromChain(ctx, operatorID, month, read, waiting)
		if err != nil {
			return err
		}
		if label, differs := st.Differs(works(operatorID, month, totals)); differs {
			return &unsound{fmt.Sprintf(whyOtherFigure, label)}
		}
		if st, err = s.complete(ctx, st, month); err != nil {
			return err
		}
		if err := s.tellLeft(ctx, &st, month, comment); err != nil {
			return err
		}
		now := s.clock.Now()
		st.ClosedAt, st.Closed = &now, &Signed{ActorID: actor.AccountID, KeyID: actor.KeyID(), UpTo: head.Sequence}
		record, err := json.Marshal(st)
		if err != nil {
			return fmt.Errorf("write a statement: %w", err)
		}
		first, err := s.store.CreateClosing(ctx, operatorID,
			Closing{
				Month: month, At: now, ActorID: actor.AccountID, KeyID: actor.KeyID(), Balance: st.Closing,
				Sequence: head.Sequence, Record: record,
			})
		switch {
		case err != nil:
			return err
		case !first:
			return fault.Conflict(msgClosed)
		}
		if err := s.store.DropRefusal(ctx, operatorID); err != nil {
			return err
		}
		if err := s.store.SettleListening(ctx, (month + 1).Begins()); err != nil {
			return err
		}
		entry := entryOf(operatorID, month, record, now)
		if entry.Means, err = s.store.SealSpans(ctx, operatorID, month, now); err != nil {
			return err
		}
		if err := s.store.AppendEntry(ctx, entry); err != nil {
			return err
		}
		if err := s.record(ctx, audit.MonthClosed, actor, operatorID,
			st.closingFacts()); err != nil {
			return err
		}
		closed, err = s.frozen(ctx, operatorID, month)
		return err
	})
	return closed, err
}

// chained is what a chain tells of a month, up to an entry.
type chained struct {
	upTo   ledger.Head
	whole  bool              // from the first entry on
	totals Totals            // of the month alone, unless it is whole
	seals  map[string]string // digests of closed months
}

// readChain reads a chain from the first entry that is dated in a month on. It reads it whole if the sealed record of
// the month before does not tell what the provider of payments owed, and for the first month: what was numbered of
// before it opens it.
func (s *Service) readChain(ctx context.Context, operatorID int64, month clock.Month) (read chained, err error) {
	read = chained{totals: Totals{}, seals: map[string]string{}}
	from := month.Begins()
	before, err := s.store.ClosingOf(ctx, operatorID, month-1)
	switch {
	case fault.Is(err, fault.KindNotFound):
		read.whole, from = true, time.Time{}
	case err != nil:
		return read, err
	default:
		var frozen Statement
		if json.Unmarshal(before.Record, &frozen) == nil && frozen.Provider == nil {
			read.whole, from = true, time.Time{}
		}
	}
	if read.upTo, err = s.chain.HeadBefore(ctx, operatorID, from); err != nil {
		return read, err
	}
	return read, s.readOn(ctx, &read, month)
}

// readOn adds the entries that were chained since.
func (s *Service) readOn(ctx context.Context, read *chained, month clock.Month) (err error) {
	read.upTo, err = s.chain.Follow(ctx, read.upTo, func(entries []ledger.Entry) error {
		dated := []ledger.Entry{}
		for _, e := range entries {
			if span(month).contains(e.At) || read.whole && e.At.Before(month.Begins()) {
				dated = append(dated, e)
			}
			read.seal(e)
		}
		events, err := s.marked(ctx, dated)
		for _, e := range events {
			read.totals.Add(e)
		}
		return err
	})
	if broken, is := errors.AsType[*ledger.Broken](err); is {
		return &unsound{fmt.Sprintf(whyBrokenChain, broken.Sequence)}
	}
	return err
}

func (c *chained) seal(e ledger.Entry) {
	if e.Kind == ledger.MonthClosed {
		c.seals[e.Document] = e.Attempt
	}
}

// fromChain works the statement of the first month that is open out from the entries that are dated in it, and from the
// sealed record of the month before. Totals that are kept beside the ledger have no part in it. works is how they are
// to be worked out for the same.
func (s *Service) fromChain(
	ctx context.Context, operatorID int64, month clock.Month, read chained, waiting []ledger.Entry,
) (st Statement, works func(int64, clock.Month, Totals) Statement, err error) {
	if err := s.readOn(ctx, &read, month); err != nil {
		return st, nil, err
	}
	for _, e := range waiting {
		read.seal(e)
	}
	before, err := s.store.ClosingOf(ctx, operatorID, month-1)
	if fault.Is(err, fault.KindNotFound) {
		return FirstOf(operatorID, month, read.totals), FirstOf, nil
	}
	if err != nil {
		return st, nil, err
	}
	st, works = Of(operatorID, month, read.totals), Of
	var frozen Statement
	if Digest(before.Record) != read.seals[before.Month.String()] || json.Unmarshal(before.Record, &frozen) != nil {
		return st, works, &unsound{fmt.Sprintf(whyOtherRecord, before.Month)}
	}
	if read.whole {
		if st.Opening != frozen.Closing {
			return st, works, &unsound{fmt.Sprintf(whyOtherRecord, before.Month)}
		}
		return st, works, nil
	}
	st.Opening = frozen.Closing
	st.Closing += frozen.Closing
	if frozen.Provider != nil {
		st.Provider.Opening = frozen.Provider.Closing
		st.Provider.Closing += frozen.Provider.Closing
	}
	return st, works, nil
}

// Recount works the totals of an operator out again from its ledger.
func (s *Service) Recount(ctx context.Context, operatorID int64) error {
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		if _, _, err := s.store.TakeTotals(ctx, operatorID); err != nil {
			return err
		}
		return s.store.ForgetTotals(ctx, operatorID)
	})
	for added := batch; added == batch && err == nil; {
		added, err = s.addSome(ctx, operatorID)
	}
	return err
}

// entryOf returns the entry of the ledger that seals the record of a closed month: the month stands in the field of the
// document, the SHA-256 of the record in that of the attempt. That of the spans of unavailability stands in the field
// of the means.
func entryOf(operatorID int64, month clock.Month, record []byte, at time.Time) ledger.Entry {
	return ledger.Entry{
		OperatorID: operatorID, At: at, Kind: ledger.MonthClosed, Document: month.String(),
		Attempt: Digest(record),
	}
}

// Digest returns the SHA-256 of a record in hexadecimal.
func Digest(record []byte) string {
	sum := sha256.Sum256(record)
	return hex.EncodeToString(sum[:])
}

// mayClose returns why a month may not be closed, or nil.
func (s *Service) mayClose(
	ctx context.Context, operatorID int64, month clock.Month, totals Totals, waiting []ledger.Entry,
) error {
	closings, err := s.store.Closings(ctx, operatorID)
	if err != nil {
		return err
	}
	open, seen := openFrom(closings), maps.Clone(totals)
	for _, e := range waiting {
		e.At = ledger.Dated(e.At, open)
		seen.Add(Event{Entry: e})
	}
	beginning, err := s.store.BeginningOf(ctx, operatorID)
	if err != nil {
		return err
	}
	known := monthsOf(seen, closings, beginning, s.clock.Now())
	if month < known.first {
		return known.check(month)
	}
	return known.refusal(month, earliest(waiting, open))
}

// earliest returns the first instant at which one of the events will be entered; nil: there is none.
func earliest(waiting []ledger.Entry, open time.Time) *time.Time {
	var first *time.Time
	for _, e := range waiting {
		if at := ledger.Dated(e.At, open); first == nil || at.Before(*first) {
			first = &at
		}
	}
	return first
}

// addAll adds all chained entries to the totals of an operator, and returns these.
func (s *Service) addAll(ctx context.Context, operatorID int64) (totals Totals, err error) {
	for added := batch; added == batch && err == nil; {
		totals, added, err = s.addNext(ctx, operatorID)
	}
	return totals, err
}

func (s *Service) record(
	ctx context.Context, action audit.Action, actor access.Actor, operatorID int64, changes map[string]any,
) error {
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: operatorID, Action: action,
		Object: audit.Object{Kind: audit.KindOperator, ID: operatorID}, Changes: changes,
	})
}

func (s *Service) recordAccounts(
	ctx context.Context, actor access.Actor, operatorID int64, before, after Accounts,
) error {
	return s.record(ctx, audit.AccountsChanged, actor, operatorID, audit.Differences(before.facts(), after.facts()))
}

// facts returns the accounts by their names on the wire.
func (a Accounts) facts() map[string]any {
	facts := map[string]any{}
	for name, number := range a.named() {
		facts[name] = *number
	}
	return facts
}
