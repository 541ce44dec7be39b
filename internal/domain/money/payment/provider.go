package payment

import (
	"context"
	"errors"

	"consigne/internal/kernel/money"
)

// Provider collects money from cards. Calls to it are made outside transactions. Any error except the
// two below means that the outcome of the call is unknown.
type Provider interface {
	// Minimum returns the smallest amount that it charges.
	Minimum() money.Cents
	// Collect charges a card, once for each uuid however often it is called.
	Collect(ctx context.Context, charge Order) (Answer, error)
	// Charge returns the outcome of a charge. ErrUnknownOrder: the charge never reached the provider.
	Charge(ctx context.Context, charge Order) (Answer, error)
	// Refund refunds a part of a charge, once for each uuid.
	Refund(ctx context.Context, refund Order) (Answer, error)
	// Refunded returns the outcome of a refund. ErrUnknownOrder: the refund never reached the provider.
	Refunded(ctx context.Context, refund Order) (Answer, error)
	// Card turns a token that the application got from the provider into a card that can be charged
	// without its holder. ErrUnknownCard: the token is not valid, or its card belongs to another
	// holder, including the same person at another operator.
	Card(ctx context.Context, holder Holder, token string) (Card, error)
}

// Order is a charge or refund that the provider is asked to make.
type Order struct {
	UUID      string // idempotency key
	Amount    money.Cents
	Card      string // the provider's reference of the card
	ChargeRef string // set for a refund: the provider's name for the charge
}

// Answer is the provider's answer about an order.
type Answer struct {
	Outcome Status // Paid, Unpaid, Failed, CardUnusable or Invalid
	Ref     string // the provider's name for the charge or refund
}

// The errors with which a provider gives a definite answer.
var (
	ErrUnknownOrder = errors.New("the provider does not know this order")
	ErrUnknownCard  = errors.New("the provider does not know this card")
)
