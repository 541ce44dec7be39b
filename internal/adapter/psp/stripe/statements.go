package stripe

import (
	"context"
	"strconv"
	"time"

	stripego "github.com/stripe/stripe-go/v85"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/kernel/money"
)

// page is how many objects Stripe lists at a time, at most.
const page = 100

// Movements implements reconciliation.Statements with Stripe's balance transactions. Stripe copies the metadata of an
// intent to its charge; a refund names its charge.
func (p *Provider) Movements(ctx context.Context, since time.Time, read func([]reconciliation.Movement) error) error {
	params := transactions()
	params.CreatedRange = &stripego.RangeQueryParams{GreaterThanOrEqual: since.Unix()}
	for _, expanded := range []string{"data.source", "data.source.charge", "data.source.customer"} {
		params.AddExpand(expanded)
	}
	return inPages(read, func(add func(reconciliation.Movement) error) error {
		for transaction, err := range p.client.V1BalanceTransactions.List(ctx, params).All(ctx) {
			if err != nil {
				return unknown(err)
			}
			if m, counts := movementOf(transaction); counts {
				if err := add(m); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// PaidOut implements reconciliation.Statements. Stripe tells it of automatic payouts alone.
func (p *Provider) PaidOut(ctx context.Context, payoutID string, read func([]string) error) error {
	params := transactions()
	params.Payout = &payoutID
	return inPages(read, func(add func(string) error) error {
		for transaction, err := range p.client.V1BalanceTransactions.List(ctx, params).All(ctx) {
			if err != nil {
				return unknown(err)
			}
			if err := add(transaction.ID); err != nil {
				return err
			}
		}
		return nil
	})
}

func transactions() *stripego.BalanceTransactionListParams {
	params := &stripego.BalanceTransactionListParams{Currency: new(string(stripego.CurrencyEUR))}
	params.Limit = new(int64(page))
	return params
}

// Payouts implements reconciliation.Statements. Manual payouts are left out: Stripe does not tell what they are the sum
// of.
func (p *Provider) Payouts(ctx context.Context, since time.Time, read func([]reconciliation.Payout) error) error {
	params := &stripego.PayoutListParams{CreatedRange: &stripego.RangeQueryParams{GreaterThanOrEqual: since.Unix()}}
	params.Limit = new(int64(page))
	return inPages(read, func(add func(reconciliation.Payout) error) error {
		for payout, err := range p.client.V1Payouts.List(ctx, params).All(ctx) {
			if err != nil {
				return unknown(err)
			}
			if !payout.Automatic || payout.Currency != stripego.CurrencyEUR {
				continue
			}
			if err := add(reconciliation.Payout{
				ID: payout.ID, Amount: money.Cents(payout.Amount), Status: payoutStatus(payout.Status),
				CreatedAt: time.Unix(payout.Created, 0).UTC(), ArrivesAt: time.Unix(payout.ArrivalDate, 0).UTC(),
			}); err != nil {
				return err
			}
		}
		return nil
	})
}

// Disputes implements reconciliation.Statements. Questions of a bank that take no money are none.
func (p *Provider) Disputes(ctx context.Context, since time.Time, read func([]reconciliation.Dispute) error) error {
	params := &stripego.DisputeListParams{CreatedRange: &stripego.RangeQueryParams{GreaterThanOrEqual: since.Unix()}}
	params.Limit = new(int64(page))
	params.AddExpand("data.charge")
	return inPages(read, func(add func(reconciliation.Dispute) error) error {
		for dispute, err := range p.client.V1Disputes.List(ctx, params).All(ctx) {
			if err != nil {
				return unknown(err)
			}
			outcome, taken := disputeOutcomes[dispute.Status]
			if !taken || dispute.Currency != stripego.CurrencyEUR {
				continue
			}
			d := reconciliation.Dispute{
				ID: dispute.ID, Amount: money.Cents(dispute.Amount), Outcome: outcome,
				OpenedAt: time.Unix(dispute.Created, 0).UTC(),
			}
			if dispute.Charge != nil {
				d.Of = dispute.Charge.Metadata[attemptKey]
			}
			if err := add(d); err != nil {
				return err
			}
		}
		return nil
	})
}

// disputeOutcomes holds how disputes ended that took money, by their status.
var disputeOutcomes = map[stripego.DisputeStatus]reconciliation.DisputeOutcome{
	stripego.DisputeStatusNeedsResponse: "", stripego.DisputeStatusUnderReview: "",
	stripego.DisputeStatusWon: payment.DisputeWon, stripego.DisputeStatusLost: payment.DisputeLost,
}

func payoutStatus(status stripego.PayoutStatus) reconciliation.PayoutStatus {
	switch status {
	case stripego.PayoutStatusPaid:
		return reconciliation.PayoutArrived
	case stripego.PayoutStatusFailed, stripego.PayoutStatusCanceled:
		return reconciliation.PayoutFailed
	}
	return reconciliation.PayoutUnderWay
}

// inPages passes what list adds to read, a hundred at a time.
func inPages[T any](read func([]T) error, list func(add func(T) error) error) error {
	batch := make([]T, 0, page)
	err := list(func(item T) error {
		if batch = append(batch, item); len(batch) < page {
			return nil
		}
		full := batch
		batch = make([]T, 0, page)
		return read(full)
	})
	if err != nil || len(batch) == 0 {
		return err
	}
	return read(batch)
}

// kinds holds the kinds of movements by Stripe's reporting categories. A category that is not here is shown as another
// movement, for a person to explain.
var kinds = map[stripego.BalanceTransactionReportingCategory]reconciliation.Kind{
	"charge": reconciliation.Collected, "refund": reconciliation.Refunded,
	"partial_capture_reversal": reconciliation.Refunded,
	"refund_failure":           reconciliation.Returned, "charge_failure": reconciliation.Disputed,
	"dispute": reconciliation.Disputed, "dispute_reversal": reconciliation.Disputed,
	"fee": reconciliation.Charged, "tax": reconciliation.Charged, "network_cost": reconciliation.Charged,
}

// movementOf converts a balance transaction; false: it is a payout, or comes back from one.
func movementOf(t *stripego.BalanceTransaction) (reconciliation.Movement, bool) {
	switch t.ReportingCategory {
	case "payout", "payout_reversal", "payout_minimum_balance_hold", "payout_minimum_balance_release",
		"risk_reserved_funds":
		return reconciliation.Movement{}, false
	}
	kind, known := kinds[t.ReportingCategory]
	if !known {
		kind = reconciliation.Other
	}
	m := reconciliation.Movement{
		ID: t.ID, Kind: kind, Amount: money.Cents(t.Amount), Fee: money.Cents(t.Fee), Net: money.Cents(t.Net),
		At: time.Unix(t.Created, 0).UTC(),
	}
	source := t.Source
	switch {
	case source == nil:
	case source.Charge != nil && kind == reconciliation.Collected:
		m.UUID, m.Operator = source.Charge.Metadata[attemptKey], operatorOf(source.Charge)
	case source.Charge != nil:
		m.Of, m.Operator = source.Charge.Metadata[attemptKey], operatorOf(source.Charge)
	case source.Refund != nil:
		m.UUID = source.Refund.Metadata[attemptKey]
		if charge := source.Refund.Charge; charge != nil {
			m.Of, m.Operator = charge.Metadata[attemptKey], operatorOf(charge)
		}
	case source.Dispute != nil && source.Dispute.Charge != nil:
		m.Of, m.Operator = source.Dispute.Charge.Metadata[attemptKey], operatorOf(source.Dispute.Charge)
	}
	return m, true
}

// operatorOf returns the operator that a charge or its customer names, or 0.
func operatorOf(charge *stripego.Charge) int64 {
	named := charge.Metadata[operatorKey]
	if named == "" && charge.Customer != nil {
		named = charge.Customer.Metadata[operatorKey]
	}
	operatorID, _ := strconv.ParseInt(named, 10, 64) // what is no number names none
	return operatorID
}
