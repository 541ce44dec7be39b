// Package people holds the calls about accounts, sign-in, second factors, single sign-on, sessions and the page «
// Sécurité ».
package people

import "consigne/internal/server/api"

// area holds the handlers of these calls.
type area struct{ *api.Server }

// Register adds the calls.
func Register(s *api.Server) {
	a := area{s}
	a.registerSession()
	a.registerSessions()
	a.registerSecondFactor()
	a.registerOwnAccount()
	a.registerSignOn()
	a.registerTeam()
	a.registerAccounts()
	a.registerAccountExport()
	a.registerConfirmation()
	a.registerSecurity()
}
