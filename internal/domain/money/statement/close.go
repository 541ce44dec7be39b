package statement

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
)

// Close closes a month of an operator and freezes its statement (docs/rules.md#statement). fault.NotFound: the operator
// had no entry by then. fault.Conflict: the month is closed, is not over, is not the first that is open, or an event of
// it waits to be chained. fault.Invalid: a difference is not explained, and the comment is empty.
func (s *Service) Close(
	ctx context.Context, actor access.Actor, operatorID int64, month clock.Month, comment string,
) (Report, error) {
	var closed Report
	err := s.store.Atomically(ctx, func(ctx context.Context) error {
		// Nothing is chained, and no other month closed, until the transaction ends.
		head, err := s.store.TakeHead(ctx, operatorID)
		if err != nil {
			return err
		}
		totals, err := s.addAll(ctx, operatorID)
		if err != nil {
			return err
		}
		if err := s.mayClose(ctx, operatorID, month, totals); err != nil {
			return err
		}
		st, err := s.complete(ctx, Of(operatorID, month, totals), month)
		if err != nil {
			return err
		}
		if err := s.leave(ctx, &st, month, comment); err != nil {
			return err
		}
		now := s.clock.Now()
		st.ClosedAt = &now
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
		if err := s.store.AppendEntry(ctx, entryOf(operatorID, month, record, now)); err != nil {
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

// entryOf returns the entry of the ledger that seals the record of a closed month: the month stands in the field of the
// document, the SHA-256 of the record in that of the attempt.
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
func (s *Service) mayClose(ctx context.Context, operatorID int64, month clock.Month, totals Totals) error {
	closings, err := s.store.Closings(ctx, operatorID)
	if err != nil {
		return err
	}
	waiting, err := s.store.AllWaiting(ctx, operatorID)
	if err != nil {
		return err
	}
	open, seen := openFrom(closings), maps.Clone(totals)
	for _, e := range waiting {
		e.At = ledger.Dated(e.At, open)
		seen.Add(Event{Entry: e})
	}
	known := monthsOf(seen, closings, s.clock.Now())
	if month < known.first {
		return fault.NotFound()
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
