// Package machines holds the calls about service keys, the field's calls, webhooks and parked work.
package machines

import "consigne/internal/server/api"

// area holds the handlers of these calls.
type area struct{ *api.Server }

// Register adds the calls.
func Register(s *api.Server) {
	a := area{s}
	a.registerKeys()
	a.registerWebhooks()
	a.registerWork()
	a.registerField()
	a.registerFieldReads()
	a.describeWebhooks()
}
