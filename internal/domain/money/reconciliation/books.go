package reconciliation

import (
	"cmp"
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/money/ledger"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/money"
)

// Sum is what the ledger tells of something that may change: the last entry brings it up to date.
type Sum struct {
	OperatorID int64
	Kind       ledger.Kind
	Reference  string      // of the payout, key of the difference, uuid of the charge
	PaymentID  int64       // 0: of no single payment
	At         time.Time   // of the entry that brings it up to date
	Entered    money.Cents // what the entries add up to
	Amount     money.Cents // what they ought to
}

// entry returns the entry that brings the sum up to date.
func (s Sum) entry() ledger.Entry {
	e := ledger.Entry{
		OperatorID: s.OperatorID, At: s.At, Kind: s.Kind, PaymentID: s.PaymentID, Amount: s.Amount - s.Entered,
	}
	if s.Kind == ledger.PaidOut {
		e.Document = s.Reference
	} else {
		e.Attempt = s.Reference
	}
	return e
}

// OpenDifference is a difference whose amount the ledger does not hold as it is.
type OpenDifference struct {
	Sum
	HereAt, ThereAt *time.Time
}

// since returns the instant of the entry that brings the ledger up to date: that of the movement, so that what the
// provider owes at the end of its month is what it will transfer; of a difference that has changed, now.
func (d OpenDifference) since(now time.Time) time.Time {
	switch {
	case d.Entered != 0:
		return now
	case d.ThereAt != nil:
		return *d.ThereAt
	case d.HereAt != nil:
		return *d.HereAt
	}
	return now
}

// BookStore stores what the ledger tells of the provider's account.
type BookStore interface {
	ledger.Recorder
	// KeysToEnter lists keys, after one, of compared movements of operators that the ledger does not tell of.
	KeysToEnter(ctx context.Context, after string, limit int) ([]string, error)
	// InLedger returns those of the keys whose attempt, charge or refund has an entry in the ledger.
	InLedger(ctx context.Context, keys []string) (map[string]bool, error)
	// LedgerStart returns from when on the ledger of an operator has entries of its own; false: it has none.
	LedgerStart(ctx context.Context, operatorID int64) (time.Time, bool, error)
	// EnterMovement says that the ledger tells of a movement; false: it did already.
	EnterMovement(ctx context.Context, id string, at time.Time) (bool, error)
	// DifferencesToEnter lists differences, after a key, whose amount is not the one of the ledger, and with the amount 0
	// those that are none any more.
	DifferencesToEnter(ctx context.Context, after string, limit int) ([]OpenDifference, error)
	// LossesToEnter lists, by charge, the losses of disputed charges that are not those of the ledger.
	LossesToEnter(ctx context.Context) ([]Sum, error)
	// PayoutsToEnter lists the payouts of which what the ledger tells may be out of date.
	PayoutsToEnter(ctx context.Context) ([]string, error)
	// PaidOutSums returns, by operator, what a payout transferred of the movements that the ledger tells of.
	PaidOutSums(ctx context.Context, payoutID string) ([]Sum, error)
	// SettlePayout says that the ledger tells of a payout as it is.
	SettlePayout(ctx context.Context, payoutID string) error
	// SaveSum stores what the entries of a sum add up to once it is up to date; false: another has done so.
	SaveSum(ctx context.Context, sum Sum) (bool, error)
	// OldestOpenDispute returns when the first dispute that is under way was opened; nil: none is.
	OldestOpenDispute(ctx context.Context) (*time.Time, error)
	// SaveDispute adds a dispute or changes how it ended, also at the payments that its charge collected, and returns
	// these; none: it is as it was.
	SaveDispute(ctx context.Context, dispute Dispute) ([]DisputedPayment, error)
}

// entries returns what the ledger tells of a movement besides the event that asked for it: what the provider keeps of
// it, and a dispute.
func (m Movement) entries(f Finding) []ledger.Entry {
	list := []ledger.Entry{}
	add := func(kind ledger.Kind, amount money.Cents) {
		if amount != 0 {
			list = append(list, ledger.Entry{
				OperatorID: f.OperatorID, At: m.At, Kind: kind, PaymentID: f.PaymentID, Attempt: cmp.Or(m.UUID, m.Of),
				Document: m.ID, Amount: amount,
			})
		}
	}
	switch {
	case m.Kind != Disputed:
	case m.Amount < 0:
		add(ledger.Disputed, -m.Amount)
	default:
		add(ledger.DisputeWon, m.Amount)
	}
	add(ledger.Fee, m.Fee)
	return list
}

// covered reports whether the ledger is to tell of what moved under a key: it has the event, or nothing here tells of
// it and it moved since the ledger began.
func covered(hereAt, thereAt *time.Time, inLedger bool, start time.Time, begun bool) bool {
	if hereAt != nil {
		return inLedger
	}
	return begun && thereAt != nil && !thereAt.Before(start)
}

// starts keeps when the ledgers of operators began.
type starts struct {
	read  func(ctx context.Context, operatorID int64) (time.Time, bool, error)
	known map[int64]*time.Time
}

func (s *starts) of(ctx context.Context, operatorID int64) (time.Time, bool, error) {
	at, seen := s.known[operatorID]
	if !seen {
		start, begun, err := s.read(ctx, operatorID)
		if err != nil {
			return start, false, err
		}
		if begun {
			at = &start
		}
		s.known[operatorID] = at
	}
	if at == nil {
		return time.Time{}, false, nil
	}
	return *at, true, nil
}

// readDisputes reads the disputes that are new or were under way.
func (s *Service) readDisputes(ctx context.Context, since, now time.Time) error {
	open, err := s.store.OldestOpenDispute(ctx)
	if err != nil {
		return err
	}
	if since = since.Add(-margin); open != nil && open.Before(since) {
		since = *open
	}
	return s.provider.Disputes(ctx, since, func(list []Dispute) error {
		for _, d := range list {
			if d.Outcome != "" && d.ClosedAt == nil {
				d.ClosedAt = &now
			}
			if err := s.saveDispute(ctx, d, now); err != nil {
				return err
			}
		}
		return nil
	})
}

// ReadDisputes reads the disputes that are new or were under way, when the provider announces that there is something
// to read.
func (s *Service) ReadDisputes(ctx context.Context) error {
	reading, err := s.store.Reading(ctx)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	return s.readDisputes(ctx, reading.next(now), now)
}

// DisputedPayment is a payment that a disputed charge collected.
type DisputedPayment struct {
	ID         int64
	OperatorID int64
	StationID  int64 // 0: of a subscription
}

// toldDisputes are the lines of the audit log, by how a dispute ended.
var toldDisputes = map[DisputeOutcome]audit.Action{
	"": audit.PaymentDisputed, payment.DisputeWon: audit.DisputeWon, payment.DisputeLost: audit.DisputeLost,
}

func (s *Service) saveDispute(ctx context.Context, d Dispute, now time.Time) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		disputed, err := s.store.SaveDispute(ctx, d)
		if err != nil {
			return err
		}
		for _, p := range disputed {
			if err := s.store.Record(ctx, audit.Entry{
				At: now, OperatorID: p.OperatorID, StationID: p.StationID, Action: toldDisputes[d.Outcome],
				Object:  audit.Object{Kind: audit.KindPayment, ID: p.ID},
				Changes: map[string]any{"montant": d.Amount},
			}); err != nil {
				return err
			}
		}
		return nil
	})
}

// Enter brings what the ledger tells of the provider's account up to date with what was read. Whatever it does is done
// once, by whichever node, also while another reads.
func (s *Service) Enter(ctx context.Context) error {
	began := &starts{read: s.store.LedgerStart, known: map[int64]*time.Time{}}
	for _, step := range []func(context.Context, *starts) error{
		s.enterMovements, s.enterDifferences, s.enterLosses, s.enterPayouts,
	} {
		if err := step(ctx, began); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) enterMovements(ctx context.Context, began *starts) error {
	for after := ""; ; {
		keys, err := s.store.KeysToEnter(ctx, after, batch)
		if err != nil || len(keys) == 0 {
			return err
		}
		groups, err := s.groups(ctx, keys)
		if err != nil {
			return err
		}
		has, err := s.store.InLedger(ctx, keys)
		if err != nil {
			return err
		}
		if err := s.store.Atomically(ctx, func(ctx context.Context) error {
			for _, g := range groups {
				if err := s.enterGroup(ctx, g, has[g.Key], began); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
		after = keys[len(keys)-1]
	}
}

func (s *Service) enterGroup(ctx context.Context, g Group, inLedger bool, began *starts) error {
	now := s.clock.Now()
	f, found := Judge(g, now)
	if !found || f.OperatorID == 0 || f.State == Waiting {
		return nil
	}
	start, begun, err := began.of(ctx, f.OperatorID)
	if err != nil || !covered(f.HereAt, f.ThereAt, inLedger, start, begun) {
		return err
	}
	for _, m := range g.Movements {
		first, err := s.store.EnterMovement(ctx, m.ID, now)
		if err != nil {
			return err
		}
		if !first {
			continue
		}
		for _, e := range m.entries(f) {
			if err := s.store.AppendEntry(ctx, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// enterDifferences holds the differences apart, so that what the provider owes is what it will transfer.
func (s *Service) enterDifferences(ctx context.Context, began *starts) error {
	for after := ""; ; {
		list, err := s.store.DifferencesToEnter(ctx, after, batch)
		if err != nil || len(list) == 0 {
			return err
		}
		keys := make([]string, len(list))
		for i, d := range list {
			keys[i] = d.Reference
		}
		has, err := s.store.InLedger(ctx, keys)
		if err != nil {
			return err
		}
		for _, d := range list {
			start, begun, err := began.of(ctx, d.OperatorID)
			if err != nil {
				return err
			}
			if d.Amount == 0 || covered(d.HereAt, d.ThereAt, has[d.Reference], start, begun) {
				d.At = d.since(s.clock.Now())
				if err := s.bringUpToDate(ctx, d.Sum); err != nil {
					return err
				}
			}
		}
		after = keys[len(keys)-1]
	}
}

func (s *Service) enterLosses(ctx context.Context, _ *starts) error {
	losses, err := s.store.LossesToEnter(ctx)
	if err != nil {
		return err
	}
	for _, loss := range losses {
		charges, err := s.store.EventsOf(ctx, []string{loss.Reference})
		if err != nil {
			return err
		}
		for _, charge := range charges {
			loss.PaymentID = charge.PaymentID
		}
		if err := s.bringUpToDate(ctx, loss); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) enterPayouts(ctx context.Context, _ *starts) error {
	payouts, err := s.store.PayoutsToEnter(ctx)
	if err != nil {
		return err
	}
	for _, id := range payouts {
		if err := s.store.Atomically(ctx, func(ctx context.Context) error {
			sums, err := s.store.PaidOutSums(ctx, id)
			if err != nil {
				return err
			}
			for _, sum := range sums {
				if err := s.bringUpToDate(ctx, sum); err != nil {
					return err
				}
			}
			return s.store.SettlePayout(ctx, id)
		}); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) bringUpToDate(ctx context.Context, sum Sum) error {
	if sum.Amount == sum.Entered {
		return nil
	}
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		first, err := s.store.SaveSum(ctx, sum)
		if err != nil || !first {
			return err
		}
		return s.store.AppendEntry(ctx, sum.entry())
	})
}
