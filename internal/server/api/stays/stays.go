// Package stays holds the calls about stays and subscriptions.
package stays

import "consigne/internal/server/api"

// area holds the handlers of these calls.
type area struct{ *api.Server }

// Register adds the calls.
func Register(s *api.Server) {
	a := area{s}
	a.registerStays()
	a.registerStayExport()
	a.registerSubscriptions()
	a.registerSubscriptionList()
	a.registerSubscriptionEffects()
	a.registerWaiting()
	a.registerLeftBikes()
}
