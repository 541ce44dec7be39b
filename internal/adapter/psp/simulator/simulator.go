// Package simulator is a payment provider that moves no money: for demonstrations, development and tests. Its answers
// depend on the test card.
package simulator

import (
	"context"
	"errors"
	"sync"
	"time"

	"consigne/internal/domain/money/payment"
	"consigne/internal/domain/money/reconciliation"
	"consigne/internal/kernel/money"
)

// The tokens of the test cards, which are their references as well.
const (
	Accepted = "sim_acceptee"
	Declined = "sim_refusee"
	Expired  = "sim_expiree"
	Silent   = "sim_muette"   // charges get no answer
	Away     = "sim_absente"  // neither charging nor saving the card gets an answer
	Late     = "sim_tardive"  // charges the card, but answers only when asked again
	Broken   = "sim_panne"    // fails technically
	TooSmall = "sim_invalide" // refuses the amount
)

var cards = map[string]payment.Card{
	Accepted: {Brand: "Visa", PAN: "**** **** **** 4242", Expires: "12/30"},
	Declined: {Brand: "Visa", PAN: "**** **** **** 0002", Expires: "12/30"},
	Expired:  {Brand: "Mastercard", PAN: "**** **** **** 0069", Expires: "01/24"},
	Silent:   {Brand: "Visa", PAN: "**** **** **** 0119", Expires: "12/30"},
	Late:     {Brand: "Mastercard", PAN: "**** **** **** 4444", Expires: "06/29"},
	Broken:   {Brand: "Visa", PAN: "**** **** **** 0127", Expires: "12/30"},
	TooSmall: {Brand: "Visa", PAN: "**** **** **** 0341", Expires: "12/30"},
}

var outcomes = map[string]payment.Status{
	Accepted: payment.Paid, Declined: payment.Unpaid, Expired: payment.CardUnusable, Late: payment.Paid,
	Broken: payment.Failed, TooSmall: payment.Invalid,
}

// Provider implements payment.Provider and reconciliation.Statements. It keeps its charges and refunds in memory, for
// the life of the process.
type Provider struct {
	// Now returns the instant of new movements; nil: that of the machine.
	Now func() time.Time
	// Least is the smallest amount that is charged; less than 1: one cent.
	Least money.Cents

	mutex     sync.Mutex
	made      map[string]payment.Answer // by uuid of the attempt
	settled   []reconciliation.Event    // what moved money
	past      Past                      // nil: nothing but settled is told
	incidents bool
}

// New returns a provider without charges.
func New() *Provider { return &Provider{made: map[string]payment.Answer{}} }

var errSilence = errors.New("the simulated provider does not answer")

// Minimum implements payment.Provider.
func (p *Provider) Minimum() money.Cents { return max(p.Least, 1) }

// Collect implements payment.Provider.
func (p *Provider) Collect(_ context.Context, charge payment.Order) (payment.Answer, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if answer, made := p.made[charge.UUID]; made {
		return answer, nil
	}
	outcome, known := outcomes[charge.Card]
	switch {
	case charge.Card == Silent:
		return payment.Answer{}, errSilence
	case !known:
		outcome = payment.CardUnusable
	case charge.Amount < p.Minimum():
		outcome = payment.Invalid
	}
	answer := payment.Answer{Outcome: outcome, Ref: "sim_" + charge.UUID}
	p.made[charge.UUID] = answer
	p.settle(charge, outcome, false)
	if charge.Card == Late {
		return payment.Answer{}, errSilence
	}
	return answer, nil
}

// Charge implements payment.Provider.
func (p *Provider) Charge(_ context.Context, charge payment.Order) (payment.Answer, error) {
	if charge.Card == Silent {
		return payment.Answer{}, errSilence
	}
	return p.seen(charge)
}

// Refund implements payment.Provider. It also accepts a refund of a charge that an earlier process made.
func (p *Provider) Refund(_ context.Context, refund payment.Order) (payment.Answer, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	answer, made := p.made[refund.UUID]
	if !made {
		answer = payment.Answer{Outcome: payment.Paid, Ref: "sim_" + refund.UUID}
		p.made[refund.UUID] = answer
		p.settle(refund, payment.Paid, true)
	}
	return answer, nil
}

// settle keeps what moves money, for the statements. The caller holds the mutex.
func (p *Provider) settle(order payment.Order, outcome payment.Status, refund bool) {
	if outcome == payment.Paid {
		p.settled = append(p.settled,
			reconciliation.Event{UUID: order.UUID, Refund: refund, Amount: order.Amount, Outcome: outcome, At: p.now()})
	}
}

// Refunded implements payment.Provider.
func (p *Provider) Refunded(_ context.Context, refund payment.Order) (payment.Answer, error) {
	return p.seen(refund)
}

func (p *Provider) seen(order payment.Order) (payment.Answer, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if answer, made := p.made[order.UUID]; made {
		return answer, nil
	}
	return payment.Answer{}, payment.ErrUnknownOrder
}

// Card implements payment.Provider.
func (p *Provider) Card(_ context.Context, _ payment.Holder, token string) (payment.Card, error) {
	if token == Away {
		return payment.Card{}, errSilence
	}
	card, known := cards[token]
	if !known {
		return payment.Card{}, payment.ErrUnknownCard
	}
	card.Reference = token
	return card, nil
}
