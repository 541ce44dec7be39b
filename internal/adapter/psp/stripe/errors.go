package stripe

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	stripego "github.com/stripe/stripe-go/v85"

	"consigne/internal/domain/payment"
)

// outcomeOf is what an error that Stripe is sure of says of a charge. A card that
// only its holder could make good (expired, gone, to be authenticated) is unusable;
// every other refusal by the bank may pass another day.
func outcomeOf(e *stripego.Error) payment.Status {
	switch e.Code {
	case stripego.ErrorCodeAmountTooSmall, stripego.ErrorCodeAmountTooLarge, stripego.ErrorCodeInvalidChargeAmount:
		return payment.Invalid
	case stripego.ErrorCodeProcessingError:
		return payment.Failed
	case stripego.ErrorCodeExpiredCard, stripego.ErrorCodeAuthenticationRequired, stripego.ErrorCodePaymentIntentAuthenticationFailure,
		stripego.ErrorCodePaymentMethodUnactivated, stripego.ErrorCodePaymentMethodUnexpectedState,
		stripego.ErrorCodePaymentIntentIncompatiblePaymentMethod:
		return payment.CardUnusable
	}
	switch e.DeclineCode {
	case "expired_card", "authentication_required", "lost_card", "stolen_card", "pickup_card", "invalid_account":
		return payment.CardUnusable
	}
	switch {
	case e.Type == stripego.ErrorTypeCard:
		return payment.Unpaid
	case e.Param == "payment_method", e.Param == "customer": // detached, or gone
		return payment.CardUnusable
	}
	return payment.Failed
}

// refused tells what an error means for the order that it answers: an outcome only
// if Stripe is sure that it did nothing.
func refused(err error) (payment.Answer, error) {
	if e := certain(err); e != nil {
		return payment.Answer{Outcome: outcomeOf(e)}, nil
	}
	return payment.Answer{}, unknown(err)
}

// absent is the error of a look at something.
func absent(err error) error {
	if e := certain(err); e != nil && e.Code == stripego.ErrorCodeResourceMissing {
		return payment.ErrUnknownOrder
	}
	return unknown(err)
}

func noCard(err error) error {
	if certain(err) != nil {
		return payment.ErrUnknownCard
	}
	return unknown(err)
}

// certain is the error in which Stripe refuses a request, and nil for all that
// leaves its outcome open or concerns more than this one: a failure (5xx), a key
// in use (409) or used for something else, too many requests (429), a wrong secret
// key (401, 403), silence.
func certain(err error) *stripego.Error {
	var e *stripego.Error
	if !errors.As(err, &e) {
		return nil
	}
	switch e.HTTPStatusCode {
	case http.StatusBadRequest, http.StatusPaymentRequired, http.StatusNotFound:
		if e.Type == stripego.ErrorTypeCard || e.Type == stripego.ErrorTypeInvalidRequest {
			return e
		}
	}
	return nil
}

// unknown names an error for the log, without what Stripe quotes of cards.
func unknown(err error) error {
	var e *stripego.Error
	var network *url.Error
	switch {
	case errors.As(err, &e):
		return fmt.Errorf("stripe: %s %s (%d, request %s)", e.Type, e.Code, e.HTTPStatusCode, e.RequestID)
	case errors.As(err, &network):
		return fmt.Errorf("stripe: %w", network.Err)
	}
	return errors.New("stripe: its answer is unreadable")
}
