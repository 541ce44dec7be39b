package payment

import "errors"

// Notice is a message that a provider sends by itself.
type Notice struct {
	Attempt string // uuid of the attempt; empty: the notice is about something else
	Answer  Answer

	Disputed bool // the dispute of a charge was opened, or has changed
}

// ErrForged reports that a notice does not come from the provider.
var ErrForged = errors.New("the notice does not bear the provider's signature")
