// Package stripe collects payments through Stripe, without the card holder being present.
//
// A charge is one PaymentIntent, whose idempotency key and metadata both carry the uuid of the payment attempt. To
// find out what became of a charge, the package lists the customer's intents: the list is current at once, unlike
// Stripe's search. Sending the same key again would only repeat the first answer, even if that was a failure.
//
// An outcome is returned only when it can no longer change: an intent that was declined is cancelled first, so that
// nobody can confirm it later.
package stripe

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	stripego "github.com/stripe/stripe-go/v85"

	"consigne/internal/adapter/outgoing"
	"consigne/internal/domain/money/payment"
	"consigne/internal/kernel/money"
)

// requestTimeout is shorter than the timeout that the job sets for a call, so that a request that hangs can be told
// from one that was never made.
const requestTimeout = 15 * time.Second

// mostAnswer is the largest answer read, in bytes: a list of a hundred intents takes some 500 kB.
const mostAnswer = 8 << 20

// Metadata keys of the objects created at Stripe.
const (
	attemptKey  = "presentation" // the uuid of the payment attempt
	accountKey  = "compte"       // the account id: no name or address is sent to Stripe
	operatorKey = "exploitant"   // the id of the operator at which the account pays with the card
)

// Provider implements payment.Provider.
type Provider struct{ client *stripego.Client }

// New returns a provider that calls Stripe at that address with that secret key. It never repeats a request by itself
// and logs nothing, because Stripe's errors contain card details.
func New(key, address string) *Provider {
	backends := stripego.NewBackendsWithConfig(&stripego.BackendConfig{
		URL:               &address,
		HTTPClient:        outgoing.Client(requestTimeout, mostAnswer),
		MaxNetworkRetries: new(int64),
		LeveledLogger:     &stripego.LeveledLogger{Level: stripego.LevelNull},
		EnableTelemetry:   new(bool),
	})
	return &Provider{client: stripego.NewClient(key, stripego.WithBackends(backends))}
}

// Minimum implements payment.Provider: Stripe refuses less than 50 cents in euros.
func (p *Provider) Minimum() money.Cents { return 50 }

// Collect implements payment.Provider.
func (p *Provider) Collect(ctx context.Context, charge payment.Order) (payment.Answer, error) {
	customer, method, ours := strings.Cut(charge.Card, "/")
	if !ours { // a card of another provider
		return payment.Answer{Outcome: payment.CardUnusable}, nil
	}
	params := &stripego.PaymentIntentCreateParams{
		Amount: new(int64(charge.Amount)), Currency: new(string(stripego.CurrencyEUR)),
		Customer: &customer, PaymentMethod: &method, PaymentMethodTypes: []*string{new("card")},
		Confirm: new(true), OffSession: new(true),
	}
	params.AddMetadata(attemptKey, charge.UUID)
	params.SetIdempotencyKey(charge.UUID)
	intent, err := p.client.V1PaymentIntents.Create(ctx, params)
	var refusal *stripego.Error
	if errors.As(err, &refusal) && refusal.PaymentIntent != nil {
		intent, err = refusal.PaymentIntent, nil
	}
	if err != nil {
		return refused(err)
	}
	return p.conclude(ctx, intent)
}

// Charge implements payment.Provider.
func (p *Provider) Charge(ctx context.Context, charge payment.Order) (payment.Answer, error) {
	customer, _, ours := strings.Cut(charge.Card, "/")
	if !ours {
		return payment.Answer{}, payment.ErrUnknownOrder
	}
	params := &stripego.PaymentIntentListParams{Customer: &customer}
	params.Limit = new(int64(100))
	for intent, err := range p.client.V1PaymentIntents.List(ctx, params).All(ctx) {
		if err != nil {
			return payment.Answer{}, absent(err)
		}
		if intent.Metadata[attemptKey] == charge.UUID {
			return p.conclude(ctx, intent)
		}
	}
	return payment.Answer{}, payment.ErrUnknownOrder
}

// conclude returns the outcome of a charge once it can no longer change.
func (p *Provider) conclude(ctx context.Context, intent *stripego.PaymentIntent) (payment.Answer, error) {
	answer := answerOf(intent)
	if answer.Outcome != payment.InProgress || intent.Status == stripego.PaymentIntentStatusProcessing {
		return answer, nil
	}
	cause := intent.LastPaymentError
	cancelled, err := p.client.V1PaymentIntents.Cancel(ctx, intent.ID, nil)
	if err != nil { // already cancelled, or it succeeded meanwhile
		if cancelled, err = p.client.V1PaymentIntents.Retrieve(ctx, intent.ID, nil); err != nil {
			return payment.Answer{}, unknown(err)
		}
	}
	if cancelled.LastPaymentError == nil {
		cancelled.LastPaymentError = cause
	}
	if answer = answerOf(cancelled); answer.Outcome == payment.InProgress {
		return payment.Answer{}, errors.New("stripe: the declined intent is not cancelled yet")
	}
	return answer, nil
}

// answerOf returns the outcome that an intent shows. InProgress means that it may still change.
func answerOf(intent *stripego.PaymentIntent) payment.Answer {
	answer := payment.Answer{Outcome: payment.InProgress, Ref: intent.ID}
	switch intent.Status {
	case stripego.PaymentIntentStatusSucceeded:
		answer.Outcome = payment.Paid
	case stripego.PaymentIntentStatusCanceled:
		answer.Outcome = payment.Failed
		if intent.LastPaymentError != nil {
			answer.Outcome = outcomeOf(intent.LastPaymentError)
		}
	}
	return answer
}

// Refund implements payment.Provider.
func (p *Provider) Refund(ctx context.Context, refund payment.Order) (payment.Answer, error) {
	params := &stripego.RefundCreateParams{PaymentIntent: &refund.ChargeRef, Amount: new(int64(refund.Amount))}
	params.AddMetadata(attemptKey, refund.UUID)
	params.SetIdempotencyKey(refund.UUID)
	made, err := p.client.V1Refunds.Create(ctx, params)
	if err != nil {
		answer, err := refused(err)
		if err == nil {
			answer.Outcome = payment.Failed // whatever the reason, the money was not paid back
		}
		return answer, err
	}
	return refundAnswer(made), nil
}

// Refunded implements payment.Provider.
func (p *Provider) Refunded(ctx context.Context, refund payment.Order) (payment.Answer, error) {
	params := &stripego.RefundListParams{PaymentIntent: &refund.ChargeRef}
	params.Limit = new(int64(100))
	for made, err := range p.client.V1Refunds.List(ctx, params).All(ctx) {
		if err != nil {
			return payment.Answer{}, absent(err)
		}
		if made.Metadata[attemptKey] == refund.UUID {
			return refundAnswer(made), nil
		}
	}
	return payment.Answer{}, payment.ErrUnknownOrder
}

func refundAnswer(made *stripego.Refund) payment.Answer {
	answer := payment.Answer{Outcome: payment.InProgress, Ref: made.ID}
	switch made.Status {
	case stripego.RefundStatusSucceeded:
		answer.Outcome = payment.Paid
	case stripego.RefundStatusFailed, stripego.RefundStatusCanceled:
		answer.Outcome = payment.Failed
	}
	return answer
}

// Card implements payment.Provider. The token must be a payment method that is not attached yet or is attached to
// this holder; one attached to another holder is treated as unknown.
func (p *Provider) Card(ctx context.Context, holder payment.Holder, token string) (payment.Card, error) {
	if !strings.HasPrefix(token, "pm_") {
		return payment.Card{}, payment.ErrUnknownCard
	}
	look := &stripego.PaymentMethodRetrieveParams{}
	look.AddExpand("customer")
	method, err := p.client.V1PaymentMethods.Retrieve(ctx, token, look)
	if err != nil {
		return payment.Card{}, noCard(err)
	}
	switch {
	case method.Card == nil, method.Customer != nil && !holds(method.Customer, holder):
		return payment.Card{}, payment.ErrUnknownCard
	case method.Customer == nil:
		if method.Customer, err = p.customer(ctx, holder); err != nil {
			return payment.Card{}, err
		}
		if _, err := p.client.V1PaymentMethods.Attach(ctx, token,
			&stripego.PaymentMethodAttachParams{Customer: &method.Customer.ID}); err != nil {
			return payment.Card{}, noCard(err)
		}
	}
	card := method.Card
	return payment.Card{
		Reference: method.Customer.ID + "/" + method.ID, Brand: brandOf(card), PAN: "**** **** **** " + card.Last4,
		Expires: fmt.Sprintf("%02d/%02d", card.ExpMonth, card.ExpYear%100),
	}, nil
}

// holds reports whether a Stripe customer was created for that holder.
func holds(customer *stripego.Customer, holder payment.Holder) bool {
	return customer.Metadata[accountKey] == id(holder.AccountID) && customer.Metadata[operatorKey] == id(holder.OperatorID)
}

func id(number int64) string { return strconv.FormatInt(number, 10) }

// customer creates the Stripe customer of a card's holder. Its idempotency key returns the same customer for a day. A
// card that is changed later gets a new customer, which is harmless: each card's reference names its customer.
func (p *Provider) customer(ctx context.Context, holder payment.Holder) (*stripego.Customer, error) {
	params := &stripego.CustomerCreateParams{}
	params.AddMetadata(accountKey, id(holder.AccountID))
	params.AddMetadata(operatorKey, id(holder.OperatorID))
	params.SetIdempotencyKey("consigne-compte-" + id(holder.AccountID) + "-exploitant-" + id(holder.OperatorID))
	made, err := p.client.V1Customers.Create(ctx, params)
	if err != nil {
		return nil, unknown(err)
	}
	return made, nil
}

func brandOf(card *stripego.PaymentMethodCard) string {
	switch card.Brand {
	case stripego.PaymentMethodCardBrandVisa:
		return "Visa"
	case stripego.PaymentMethodCardBrandMastercard:
		return "Mastercard"
	case stripego.PaymentMethodCardBrandAmex:
		return "American Express"
	}
	return string(card.Brand)
}
