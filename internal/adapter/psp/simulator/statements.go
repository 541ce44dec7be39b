package simulator

import (
	"context"
	"strings"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/kernel/money"
	"consigne/internal/kernel/paging"
)

// Past tells what moved money in earlier processes, since the simulator keeps nothing. The stores of the reconciliation
// implement it.
type Past interface {
	SettledAfter(ctx context.Context, after paging.Key, before time.Time, limit int) (uuids []string, next paging.Key,
		err error)
	EventsOf(ctx context.Context, uuids []string) ([]reconciliation.Event, error)
}

// Remember makes the statements tell what the past holds too. incidents: some charges are followed by what happens at
// real providers, always the same for a charge: a dispute, a refund made in the provider's own pages, a charge made
// there.
func (p *Provider) Remember(past Past, incidents bool) {
	p.past, p.incidents = past, incidents
}

const (
	// payoutDelay is the number of days from a movement to its payout.
	payoutDelay = 2
	// longestIncident is how long after a charge its last incident comes.
	longestIncident = 17 * 24 * time.Hour
	// batch is how many movements are passed at once.
	batch = 200
	// rare is one in how many payments has each of the incidents. By their numbers, so that every month of the
	// demonstration has some.
	rare = 60

	// A dispute is opened so long after its charge, and closed so long after it.
	disputedAfter = 9 * day
	closedAfter   = 16 * day

	day      = 24 * time.Hour
	payoutOf = "sim_po_"
	dayOf    = "20060102"
)

// feeOf returns what the provider keeps of a charge: 1.5 % and 25 cents.
func feeOf(amount money.Cents) money.Cents { return (amount*15+500)/1000 + 25 }

func movement(id string, kind reconciliation.Kind, amount, fee money.Cents, at time.Time) reconciliation.Movement {
	return reconciliation.Movement{ID: "sim_" + id, Kind: kind, Amount: amount, Fee: fee, Net: amount - fee, At: at}
}

// movementsOf returns what the provider tells of an event.
func (p *Provider) movementsOf(e reconciliation.Event) []reconciliation.Movement {
	if e.Refund {
		made := movement("mvt_"+e.UUID, reconciliation.Refunded, -e.Amount, 0, e.At)
		made.UUID = e.UUID
		return []reconciliation.Movement{made}
	}
	made := movement("mvt_"+e.UUID, reconciliation.Collected, e.Amount, feeOf(e.Amount), e.At)
	made.UUID = e.UUID
	all := []reconciliation.Movement{made}
	if !p.incidents || e.PaymentID == 0 { // a charge of this process, whose incidents come hours later
		return all
	}
	switch e.PaymentID % rare {
	case 0:
		dispute := movement("litige_"+e.UUID, reconciliation.Disputed, -e.Amount, 1500, e.At.Add(disputedAfter))
		dispute.Of = e.UUID
		all = append(all, dispute)
		if outcomeOf(e) == payment.DisputeWon {
			won := movement("litige_gagne_"+e.UUID, reconciliation.Disputed, e.Amount, -1500, e.At.Add(closedAfter))
			won.Of = e.UUID
			all = append(all, won)
		}
	case 1:
		refund := movement("remboursement_"+e.UUID, reconciliation.Refunded, -e.Amount, 0, e.At.Add(27*time.Hour))
		refund.Of = e.UUID
		all = append(all, refund)
	case 2:
		charge := movement("manuel_"+e.UUID, reconciliation.Collected, 1200, feeOf(1200), e.At.Add(5*time.Hour))
		charge.Operator = e.OperatorID
		all = append(all, charge)
	}
	return all
}

// outcomeOf returns how the dispute of an event's charge ends: every second is won.
func outcomeOf(e reconciliation.Event) payment.DisputeOutcome {
	if e.PaymentID/rare%2 == 0 {
		return payment.DisputeWon
	}
	return payment.DisputeLost
}

// disputeOf returns the dispute of an event's charge, as it stands at an instant; false: there is none yet.
func (p *Provider) disputeOf(e reconciliation.Event, now time.Time) (reconciliation.Dispute, bool) {
	opened, closed := e.At.Add(disputedAfter), e.At.Add(closedAfter)
	if e.Refund || !p.incidents || e.PaymentID == 0 || e.PaymentID%rare != 0 || opened.After(now) {
		return reconciliation.Dispute{}, false
	}
	d := reconciliation.Dispute{ID: "sim_dp_" + e.UUID, Of: e.UUID, Amount: e.Amount, OpenedAt: opened}
	if !closed.After(now) {
		d.Outcome, d.ClosedAt = outcomeOf(e), &closed
	}
	return d, true
}

// Disputes implements reconciliation.Statements.
func (p *Provider) Disputes(ctx context.Context, since time.Time, read func([]reconciliation.Dispute) error) error {
	list, now := []reconciliation.Dispute{}, p.now()
	err := p.events(ctx, since, now, func(e reconciliation.Event) error {
		if d, is := p.disputeOf(e, now); is && !d.OpenedAt.Before(since) {
			list = append(list, d)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return read(list)
}

// each passes every movement between two instants to read.
func (p *Provider) each(ctx context.Context, since, before time.Time, read func(reconciliation.Movement) error) error {
	return p.events(ctx, since, before, func(e reconciliation.Event) error {
		for _, m := range p.movementsOf(e) {
			if m.At.Before(since) || !m.At.Before(before) {
				continue
			}
			if err := read(m); err != nil {
				return err
			}
		}
		return nil
	})
}

// events passes every event before an instant whose movements may come after another to read.
func (p *Provider) events(
	ctx context.Context, since, before time.Time, read func(reconciliation.Event) error,
) error {
	pass := func(events []reconciliation.Event) error {
		for _, e := range events {
			if err := read(e); err != nil {
				return err
			}
		}
		return nil
	}
	p.mutex.Lock()
	own := append([]reconciliation.Event{}, p.settled...)
	p.mutex.Unlock()
	known := map[string]bool{}
	for _, e := range own {
		known[e.UUID] = true
	}
	if err := pass(own); err != nil || p.past == nil {
		return err
	}
	for next := (paging.Key{At: since.Add(-longestIncident)}); ; {
		uuids, after, err := p.past.SettledAfter(ctx, next, before, batch)
		if err != nil || len(uuids) == 0 {
			return err
		}
		earlier := []string{}
		for _, uuid := range uuids {
			if !known[uuid] {
				earlier = append(earlier, uuid)
			}
		}
		events, err := p.past.EventsOf(ctx, earlier)
		if err != nil {
			return err
		}
		if err := pass(events); err != nil {
			return err
		}
		next = after
	}
}

func (p *Provider) now() time.Time {
	if p.Now != nil {
		return p.Now()
	}
	return time.Now()
}

// Movements implements reconciliation.Statements.
func (p *Provider) Movements(ctx context.Context, since time.Time, read func([]reconciliation.Movement) error) error {
	list := make([]reconciliation.Movement, 0, batch)
	err := p.each(ctx, since, p.now(), func(m reconciliation.Movement) error {
		if list = append(list, m); len(list) < batch {
			return nil
		}
		full := list
		list = make([]reconciliation.Movement, 0, batch)
		return read(full)
	})
	if err != nil {
		return err
	}
	return read(list)
}

// Payouts implements reconciliation.Statements: one for each day with movements, two days later.
func (p *Provider) Payouts(ctx context.Context, since time.Time, read func([]reconciliation.Payout) error) error {
	sums := map[time.Time]money.Cents{}
	err := p.each(ctx, since.AddDate(0, 0, -payoutDelay).Truncate(day), p.now(), func(m reconciliation.Movement) error {
		sums[m.At.UTC().Truncate(day).AddDate(0, 0, payoutDelay)] += m.Net
		return nil
	})
	list := []reconciliation.Payout{}
	for on, amount := range sums {
		if !on.After(p.now()) && !on.Before(since) {
			list = append(list, reconciliation.Payout{
				ID: payoutOf + on.Format(dayOf), Amount: amount,
				Status: reconciliation.PayoutArrived, CreatedAt: on, ArrivesAt: on,
			})
		}
	}
	if err != nil {
		return err
	}
	return read(list)
}

// PaidOut implements reconciliation.Statements.
func (p *Provider) PaidOut(ctx context.Context, payoutID string, read func([]string) error) error {
	on, err := time.Parse(dayOf, strings.TrimPrefix(payoutID, payoutOf))
	if err != nil {
		return payment.ErrUnknownOrder
	}
	from, ids := on.AddDate(0, 0, -payoutDelay), []string{}
	if err := p.each(ctx, from, from.Add(day),
		func(m reconciliation.Movement) error { ids = append(ids, m.ID); return nil }); err != nil {
		return err
	}
	return read(ids)
}
