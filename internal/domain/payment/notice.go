package payment

import "errors"

// Notice is what a provider tells of its own accord.
type Notice struct {
	Presentation string // uuid; empty: it is about something else
	Answer       Answer
}

// ErrForged tells that a notice does not come from the provider.
var ErrForged = errors.New("the notice does not bear the provider's signature")
