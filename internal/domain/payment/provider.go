package payment

import (
	"context"
	"errors"

	"consigne/internal/kernel/money"
)

// Provider collects money from cards. Calls to it happen outside transactions. Any
// error but the two below means that nobody knows what became of the call.
type Provider interface {
	// Collect charges a card once for each uuid, however often it is called.
	Collect(ctx context.Context, charge Order) (Answer, error)
	// Charge tells what became of a charge. ErrUnknownOrder: the provider never got it.
	Charge(ctx context.Context, charge Order) (Answer, error)
	// Refund gives back some of a charge once for each uuid.
	Refund(ctx context.Context, refund Order) (Answer, error)
	// Refunded tells what became of a refund. ErrUnknownOrder: the provider never got it.
	Refunded(ctx context.Context, refund Order) (Answer, error)
	// Card makes of a token that the application got from the provider a card that may
	// be charged without its holder. ErrUnknownCard: the token is good for nothing, or is
	// of another holder's card, be it the same person's at another operator.
	Card(ctx context.Context, holder Holder, token string) (Card, error)
}

// Order is what the provider is asked to do.
type Order struct {
	UUID      string // idempotency key
	Amount    money.Cents
	Card      string // the provider's reference
	ChargeRef string // of a refund: the provider's name for the charge
}

// Answer is what the provider says of an order.
type Answer struct {
	Outcome Status // Paid, Unpaid, Failed, CardUnusable or Invalid
	Ref     string // the provider's name for the charge or refund
}

// What a provider may say for sure.
var (
	ErrUnknownOrder = errors.New("the provider does not know this order")
	ErrUnknownCard  = errors.New("the provider does not know this card")
)
