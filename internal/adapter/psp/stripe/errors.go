package stripe

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	stripego "github.com/stripe/stripe-go/v85"

	"consigne/internal/domain/money/payment"
)

// outcomeOf returns the outcome of a charge that Stripe definitely refused. A card that only its holder could fix
// (expired, deleted, authentication required) is unusable; any other refusal by the bank may succeed another day.
func outcomeOf(e *stripego.Error) payment.Status {
	switch e.Code {
	case stripego.ErrorCodeAmountTooSmall, stripego.ErrorCodeAmountTooLarge, stripego.ErrorCodeInvalidChargeAmount:
		return payment.Invalid
	case stripego.ErrorCodeProcessingError:
		return payment.Failed
	case stripego.ErrorCodeExpiredCard, stripego.ErrorCodeAuthenticationRequired,
		stripego.ErrorCodePaymentIntentAuthenticationFailure,
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
	case e.Param == "payment_method", e.Param == "customer": // detached or deleted
		return payment.CardUnusable
	}
	return payment.Failed
}

// refused returns what an error means for the attempt: an outcome only if Stripe definitely did nothing, else the
// error.
func refused(err error) (payment.Answer, error) {
	if e := certain(err); e != nil {
		return payment.Answer{Outcome: outcomeOf(e)}, nil
	}
	return payment.Answer{}, unknown(err)
}

// absent converts the error of a lookup: payment.ErrUnknownOrder if the object does not exist.
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

// certain returns the error with which Stripe definitely refused this request. It returns nil if the outcome is open
// or the error concerns more than this request: a failure (5xx), a key in use (409) or used for something else, too
// many requests (429), a wrong secret key (401, 403), no answer.
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

// unknown returns an error for the log, without the card details that Stripe quotes.
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
